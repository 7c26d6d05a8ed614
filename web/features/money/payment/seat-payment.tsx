import { lazy, Suspense } from 'react'
import type { EnrolmentView } from '../../../../contract/registrations/enrolments.ts'
import { isSchoolDay } from '../../../../contract/school-day.ts'
import { dayText, momentText } from '../../../../contract/words.ts'
import { api } from '../../../lib/api.ts'
import { query } from '../../../lib/query.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import type { Payable } from './payment-panel.tsx'

const SeatPart = lazy(() => import('./seat-part.tsx').catch(() => ({ default: () => null })))
const SeatNotDue = lazy(() =>
  import('./seat-not-due.tsx').catch(() => ({ default: () => <>Nothing is to be paid now.</> })),
)

export const enrolmentQuery = (id: string) => query('GET /api/enrollments/:id', { params: { id } })

type Unsaid = 'payment' | 'reported'

/** This stands in if the answer has no payment options: then Pay Now asks the server. */
const unsaid: EnrolmentView['payment'] = { provider: 'razorpay', checking: false, upi: null }

export function seatPayable(
  enrolment: Omit<EnrolmentView, Unsaid> & Partial<Pick<EnrolmentView, Unsaid>>,
  amount: string,
): Payable {
  const { id, reference, status, payment = unsaid } = enrolment
  const { queryKey } = enrolmentQuery(id)
  const stands = statusOf(enrolment)
  const part = (isLast: boolean) => {
    const own = <SeatPart seat={enrolment} queryKey={queryKey} isLast={isLast} />
    // The panel waits for this part in the browser, because its button would otherwise move under a finger.
    return import.meta.env.SSR ? <Suspense>{own}</Suspense> : own
  }
  return {
    reference,
    status: stands,
    payment,
    ...((stands === 'expired' || stands === 'reserved') && {
      notDue: (details, refused) => (
        <Suspense>
          <SeatNotDue {...{ enrolment, payment, queryKey, details, refused, letGo: part(true) }} />
        </Suspense>
      ),
    }),
    isAnnounced: enrolment.reported === false && payment.checking && payment.upi !== null,
    amount,
    ...(stands === 'reserved' && { amountName: 'Fee, once there is a date' }),
    // It is no total, because nothing is to be paid for it.
    ...((stands === 'expired' || stands === 'cancelled') && { amountName: 'Fee' }),
    coupon: enrolment.coupon,
    facts: [
      ['Course', enrolment.courseTitle],
      ['Student Name', enrolment.fullname],
      ['Batch', dayText(enrolment.batch)],
      ['Reference', reference],
      ['Seat held until', status === 'pending' && enrolment.holdUntil && momentText(enrolment.holdUntil)],
    ],
    words: {
      paid: {
        title: (
          <>
            Your seat is <em>confirmed</em>
          </>
        ),
        lead: 'A confirmation message is on its way to you. Bring nothing but yourself: tools and flowers are on your bench.',
      },
      checking:
        'The school looks for it in its account and confirms your seat. ' +
        (enrolment.proved === false && enrolment.holdUntil
          ? `Your seat is held until ${momentText(enrolment.holdUntil)}. To hold it for longer, please open the link in our email.`
          : 'You will receive a message; there is nothing more to do.'),
      cancelled: 'This enrollment was cancelled',
    },
    links: {
      cancelled: (
        <ButtonLink to="/classes" variant="outline">
          See our courses
        </ButtonLink>
      ),
    },
    confirm: () =>
      api('PATCH /api/enrollments/:id/status', { params: { id }, body: { status: 'confirmed' } }),
    address: `/payment?enrollment=${id}`,
    queryKey,
    more: part(false),
    letGo: part(true),
  }
}

function statusOf({
  status,
  holdUntil,
  batch,
}: Pick<EnrolmentView, 'status' | 'holdUntil' | 'batch'>): Payable['status'] {
  if (status === 'confirmed') return 'paid'
  if (status !== 'pending') return status
  return holdUntil === null && !isSchoolDay(batch) ? 'reserved' : 'due'
}
