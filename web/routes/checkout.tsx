import { lazy, Suspense } from 'react'
import type { PageHandle } from '../../contract/page.ts'
import { UnlistedTags } from '../layout/visitor-page.tsx'
import { Heading } from '../ui/heading.tsx'
import { lazyDialog, useDialog } from '../ui/lazy-dialog.tsx'
import { Container } from '../ui/section.tsx'
import { Awaited } from '../ui/spinner.tsx'

const CheckoutPanel = lazy(() => import('../features/checkout/checkout-panel.tsx'))
const EnquiryDialog = lazyDialog(() => import('../features/enquiry/enquiry-dialog.tsx'))

export const handle: PageHandle = { isPrivate: true }

export default function Checkout() {
  const { show, dialog } = useDialog()
  return (
    <Container tall className="py-8 md:py-14">
      <UnlistedTags title="Checkout" />
      <meta name="referrer" content="no-referrer" />
      <Heading level={1} size="2xl">
        Check<em>out</em>
      </Heading>
      <Suspense fallback={<Awaited label="Loading the checkout" />}>
        <CheckoutPanel
          onAskUs={({ pincode, name, email, phone }) => {
            const known = {
              fullname: name,
              emailaddress: email,
              phoneno: /^[6-9]\d{9}$/.test(phone) ? phone : '',
              enquiry: 'Bouquet' as const,
              question: `Do you deliver to ${pincode}? `,
            }
            show((props) => <EnquiryDialog {...props} known={known} />)
          }}
        />
      </Suspense>
      {dialog}
    </Container>
  )
}
