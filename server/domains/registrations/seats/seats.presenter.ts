import type { Selectable } from 'kysely'
import { type SeatReceipt, seatReceipt } from '../../../../contract/registrations/enrolments.ts'
import type { PaymentState } from '../../../../contract/registrations/registrations.ts'
import { decimalRupees } from '../../../../contract/words.ts'
import type { Schema } from '../../../db/schema.ts'
import { presented } from '../../../platform/presented.ts'
import { roomOf } from '../../catalogue/index.ts'
import type { SeatGroup } from './seat-groups.ts'
import type { PayerOfGroup, Seat } from './seats.repository.ts'

type SeatRow = Selectable<Schema['seat']>

export function presentReceipt(seat: Seat & { members?: SeatGroup['members'] }): SeatReceipt {
  const { members = [] } = seat
  return presented(seatReceipt, seat, {
    amount: decimalRupees(seat.amount_in_paise),
    proved: seat.proved_at !== null,
    holdUntil: holdUntilOf(seat),
    room: roomOf(seat),
    ...(members.length > 1 && {
      group: { seats: members.length, references: members.map(({ reference }) => reference) },
    }),
  })
}

export function presentSeat(seat: SeatRow & PayerOfGroup & { payment: PaymentState; rest_in_paise: number }) {
  return {
    id: seat.id,
    reference: seat.reference,
    amount: decimalRupees(seat.amount_in_paise),
    paid: decimalRupees(Number(seat.paid_in_paise) + Number(seat.waits_in_paise)),
    due: decimalRupees(Number(seat.rest_in_paise)),
    status: seat.status,
    holdUntil: holdUntilOf(seat),
    name: seat.name,
    email: seat.email,
    phone: seat.phone,
    payment: seat.payment,
    couponCode: seat.coupon_code,
    discount: decimalRupees(Number(seat.discount_in_paise)),
    created_at: seat.created_at,
    group: groupOf(seat),
  }
}

function holdUntilOf({ status, hold_until }: Pick<SeatRow, 'status' | 'hold_until'>): string | null {
  return status === 'pending' ? hold_until : null
}

function groupOf({
  id,
  group_id,
  payer_name,
  payer_reference,
  group_seats,
  group_due,
}: SeatRow & PayerOfGroup) {
  if (group_id === null) return null
  return {
    id: group_id,
    payer: payer_name ?? '',
    reference: payer_reference ?? '',
    seats: Number(group_seats),
    due: decimalRupees(Number(group_due)),
    isPayer: id === group_id,
  }
}
