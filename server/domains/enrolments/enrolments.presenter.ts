import { courseDefaults } from '../../../contract/course-facts.ts'
import type { EnrolmentView } from '../../../contract/enrolments.ts'
import { decimalRupees } from '../../../contract/primitives.ts'
import type { PaymentMeans } from '../../platform/payments/provider.ts'
import type { Seat } from '../seats/seats.repository.ts'

export function presentEnrolment(seat: Seat, means: PaymentMeans, checking: boolean): EnrolmentView {
  return {
    id: seat.id,
    reference: seat.reference,
    courseTitle: seat.course_title,
    fullname: seat.name,
    batch: seat.starts_on ?? courseDefaults.nextbatch,
    amount: decimalRupees(seat.amount_in_paise),
    status: seat.status,
    holdUntil: seat.status === 'pending' ? seat.hold_until : null,
    payment: { provider: means.provider, checking, upi: means.upi },
  }
}
