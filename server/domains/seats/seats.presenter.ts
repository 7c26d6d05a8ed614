import type { Selectable } from 'kysely'
import { type SeatReceipt, seatReceipt } from '../../../contract/enrolments.ts'
import type { PaymentState } from '../../../contract/registrations.ts'
import { decimalRupees } from '../../../contract/words.ts'
import type { Schema } from '../../db/schema.ts'
import { presented } from '../../platform/presented.ts'

type SeatRow = Selectable<Schema['seat']>

export function presentReceipt(
  seat: Pick<SeatRow, 'id' | 'reference' | 'amount_in_paise' | 'status' | 'hold_until'>,
): SeatReceipt {
  return presented(seatReceipt, seat, {
    amount: decimalRupees(seat.amount_in_paise),
    holdUntil: seat.status === 'pending' ? seat.hold_until : null,
  })
}

export function presentSeat(seat: SeatRow & { payment: PaymentState }) {
  return {
    ...presentReceipt(seat),
    name: seat.name,
    email: seat.email,
    phone: seat.phone,
    payment: seat.payment,
    created_at: seat.created_at,
  }
}
