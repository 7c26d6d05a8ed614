import type { EnrolmentView } from '../../../contract/enrolments.ts'
import { dayText, momentText } from '../../../contract/words.ts'
import { api } from '../../lib/api.ts'
import { query } from '../../lib/query.ts'
import { ButtonLink } from '../../ui/button.tsx'
import type { Payable } from './payable.ts'

export const enrolmentQuery = (id: string) => query('GET /api/enrollments/:id', { params: { id } })

export function seatPayable(enrolment: EnrolmentView, amount: string): Payable {
  const { id, reference, status, payment } = enrolment
  return {
    reference,
    status: status === 'pending' ? 'due' : status === 'confirmed' ? 'paid' : status,
    payment,
    amount,
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
        'The school looks for it in its account and confirms your seat. You will receive a message; there is nothing more to do.',
      cancelled: 'This enrollment was cancelled',
      expired: {
        title: 'This seat is no longer held.',
        lead: 'You can still pay: if the batch has room, the seat is yours again.',
      },
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
    queryKey: enrolmentQuery(id).queryKey,
  }
}
