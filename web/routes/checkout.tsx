import { lazy, Suspense } from 'react'
import type { ActionFunctionArgs } from 'react-router'
import type { PageForm, PageHandle } from '../../contract/page.ts'
import { answerPlainOrder } from '../features/orders/checkout/plain/plain-order.ts'
import {
  plainDeliveryQuery,
  plainProductQuery,
  plainTermsQuery,
} from '../features/orders/checkout/plain/plain-queries.ts'
import { UnlistedTags } from '../layout/visitor-page.tsx'
import { Late } from '../lib/later-part.tsx'
import { pageContext } from '../lib/request-context.ts'
import { PageTitle } from '../ui/heading.tsx'
import { lazyDialog, useDialog } from '../ui/lazy-dialog.tsx'
import { Container } from '../ui/section.tsx'
import { Awaited } from '../ui/spinner.tsx'
import * as text from './checkout.en.tsx'
import { PartPage } from './parts/part-page.tsx'

const CheckoutPanel = lazy(() => import('../features/orders/checkout/checkout-panel.tsx'))
const EmptyCart = lazy(() => import('../features/store/store/empty-cart.tsx'))
const EnquiryDialog = lazyDialog(() => import('../features/people/enquiry/enquiry-dialog.tsx'))
const PlainCheckout = import.meta.env.SSR
  ? lazy(() => import('../features/orders/checkout/plain/plain-checkout.tsx'))
  : null

const asGiven = (value: string) => value || null

/** The server alone reads this. */
export const handle: PageHandle = import.meta.env.SSR
  ? {
      part: 'store',
      isPrivate: true,
      hasMoreStyles: true,
      searchParams: {
        product: asGiven,
        size: asGiven,
        quantity: asGiven,
        answer: asGiven,
        way: asGiven,
        pincode: asGiven,
        days: asGiven,
        slot: asGiven,
      },
      isForOneRequest: (search) => search.has('product'),
      queries: (_params, search) => {
        const asked = Object.fromEntries(search)
        if (!asked['product']) return []
        return [plainProductQuery(asked), plainDeliveryQuery(asked), plainTermsQuery()].filter(
          (query) => query !== null,
        )
      },
    }
  : { part: 'store' }

export function action({ context }: ActionFunctionArgs) {
  return answerPlainOrder(context.get(pageContext).form as PageForm)
}

export default function Checkout() {
  return (
    <PartPage part="store">
      <CheckoutPage />
    </PartPage>
  )
}

function CheckoutPage() {
  const { show, dialog } = useDialog()
  return (
    <Container tall className="py-8 md:py-14">
      <UnlistedTags title={text.title} />
      {/* The policy is not `no-referrer`, because a form would then be sent without its origin. */}
      <meta name="referrer" content="same-origin" />
      <PageTitle>{text.heading}</PageTitle>
      <noscript>
        {PlainCheckout && (
          <Suspense>
            <PlainCheckout />
          </Suspense>
        )}
      </noscript>
      {/* `flow-root` contains the form's top margin. An empty cart has no margin, so it would move without this. */}
      <div className="flow-root noscript:hidden">
        <Late fallback={<Awaited label={text.loading} />}>
          <CheckoutPanel
            Empty={EmptyCart}
            onAskUs={({ pincode, name, email, phone }) => {
              const known = {
                fullname: name,
                emailaddress: email,
                phoneno: /^[6-9]\d{9}$/.test(phone) ? phone : '',
                // oxlint-disable-next-line malar/text-in-catalogue -- a value of the API
                enquiry: 'Bouquet' as const,
                question: text.questionAboutPincode({ pincode }),
              }
              show((props) => <EnquiryDialog {...props} known={known} />)
            }}
          />
        </Late>
      </div>
      {dialog}
    </Container>
  )
}
