import type { PageHandle } from '../../contract/page.ts'
import { cartNeedsScripts } from '../features/orders/checkout/plain/plain-cart.en.tsx'
import { UnlistedTags } from '../layout/visitor-page.tsx'
import { browserPart } from '../lib/later-part.tsx'
import { CallOrChat } from '../lib/without-scripts.tsx'
import { PageTitle } from '../ui/heading.tsx'
import { Container } from '../ui/section.tsx'
import { Awaited } from '../ui/spinner.tsx'
import * as text from './cart.en.tsx'
import { PartPage } from './parts/part-page.tsx'

const CartPanel = browserPart(
  () => import('../features/store/store/cart-panel.tsx'),
  <Awaited label={text.loading} className="py-24 noscript:hidden" />,
)

export const handle: PageHandle = { part: 'store', isPrivate: true }

export default function CartRoute() {
  return (
    <PartPage part="store">
      <Cart />
    </PartPage>
  )
}

function Cart() {
  return (
    <Container tall className="py-8 md:py-14">
      <UnlistedTags title={text.title} />
      <PageTitle>{text.heading}</PageTitle>
      {/* This text is longer than any in the cart, so the largest contentful paint waits for no script. */}
      <p className="mt-3 max-w-text text-ink-soft">{text.lead}</p>
      <noscript>
        {import.meta.env.SSR && (
          <p className="mt-4">
            {cartNeedsScripts({
              storeLink: (words) => (
                <a className="link" href="/store">
                  {words}
                </a>
              ),
              callOrChat: <CallOrChat />,
            })}
          </p>
        )}
      </noscript>
      <CartPanel />
    </Container>
  )
}
