import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import type { PageHandle } from '../../contract/page.ts'
import { enrolmentQuery, PaymentPanel } from '../features/payment/payment-panel.tsx'
import { VisitorPage } from '../layout/visitor-page.tsx'
import { telLink } from '../lib/contact-links.ts'
import { useLogged } from '../lib/query.ts'
import { useSchool } from '../lib/school.ts'
import { useHydrated } from '../lib/use-hydrated.ts'
import { Button } from '../ui/button.tsx'
import { Statement } from '../ui/heading.tsx'
import { Awaited } from '../ui/spinner.tsx'

// Whether an enrolment is asked for: without one the server itself says that there is nothing to pay.
export const handle: PageHandle = {
  isPrivate: true,
  searchParams: { enrollment: (id) => (id === '' ? null : 'any') },
}

export default function Payment() {
  const school = useSchool()
  const [search] = useSearchParams()
  const isHydrated = useHydrated()
  const id = search.get('enrollment') ?? ''
  const result = useQuery({
    ...enrolmentQuery(id),
    // The page is the same for everybody until the browser asks for this one enrolment.
    enabled: isHydrated && id !== '',
  })
  const { data, error, isPending } = result
  useLogged(error, 'The enrollment could not be looked up')

  const isLoading = isPending && error === null && id !== ''
  return (
    <VisitorPage title="Payment">
      {isLoading ? (
        <Awaited label="Loading payment details" />
      ) : data ? (
        <PaymentPanel enrolment={data} amount={data.amount ?? search.get('amount') ?? '0'} />
      ) : (
        <>
          <Statement title="Payment Details Not Found">
            Unable to load payment details. Please try again later.
          </Statement>
          <div className="mt-6 flex flex-wrap items-center gap-4">
            {id !== '' && (
              <Button busy={result.isFetching} onClick={() => void result.refetch()}>
                Try again
              </Button>
            )}
            {school && (
              <a className="link" href={telLink(school.phone)}>
                Call {school.phone}
              </a>
            )}
          </div>
        </>
      )}
    </VisitorPage>
  )
}
