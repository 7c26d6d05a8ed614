import type { PageHandle } from '../../contract/page.ts'
import { UnlistedTags } from '../layout/visitor-page.tsx'
import { browserPart } from '../lib/later-part.tsx'
import { CallOrChat } from '../lib/without-scripts.tsx'
import { PageTitle } from '../ui/heading.tsx'
import { Container } from '../ui/section.tsx'
import { Awaited } from '../ui/spinner.tsx'

const CartPanel = browserPart(
  () => import('../features/store/store/cart-panel.tsx'),
  <Awaited label="Loading your cart" className="py-24 noscript:hidden" />,
)

export const handle: PageHandle = { isPrivate: true }

export default function CartRoute() {
  return (
    <Container tall className="py-8 md:py-14">
      <UnlistedTags title="Your cart" />
      <PageTitle>
        Your <em>cart</em>
      </PageTitle>
      {/* This text is longer than any in the cart, so the largest contentful paint waits for no script. */}
      <p className="mt-3 max-w-text text-ink-soft">
        Nothing is reserved yet: the checkout does that. There you choose the place, the day and the time, and
        see the whole price before you order. What you put in here waits for 60 days, on this device or in
        your account.
      </p>
      <noscript>
        {import.meta.env.SSR && (
          <p className="mt-4">
            A cart needs JavaScript, which is switched off. Without it one product at a time can be ordered:{' '}
            <a className="link" href="/store">
              choose it in the store
            </a>{' '}
            and press “Buy it now”. Or <CallOrChat />.
          </p>
        )}
      </noscript>
      <CartPanel />
    </Container>
  )
}
