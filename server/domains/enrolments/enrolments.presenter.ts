import { courseDefaults } from '../../../contract/course-facts.ts'
import type { EnrolmentView } from '../../../contract/enrolments.ts'
import type { PaymentMeans } from '../../platform/payments/provider.ts'
import { presentReceipt, type Seat } from '../seats/seats.service.ts'

export function presentEnrolment(seat: Seat, means: PaymentMeans, checking: boolean): EnrolmentView {
  const isOpen = seat.status === 'pending' || seat.status === 'expired'
  return {
    ...presentReceipt(seat),
    courseTitle: seat.course_title,
    fullname: seat.name,
    batch: seat.starts_on ?? courseDefaults.nextbatch,
    // Nobody is told how to pay for what is paid or cancelled.
    payment: { provider: means.provider, checking, upi: isOpen && 'upi' in means ? means.upi : null },
  }
}
