import { atSchool } from '../../../../contract/money/payment-methods.ts'
import { type SeatReceipt, seatReceipt } from '../../../../contract/registrations/enrolments.ts'
import { decimalRupees } from '../../../../contract/words.ts'
import { presented } from '../../../platform/presented.ts'
import { roomOf } from '../../catalogue/index.ts'
import type { SeatGroup } from './seat-groups.ts'
import type { debtsOfSeats, Seat } from './seats.repository.ts'

export function presentReceipt(seat: SeatGroup): SeatReceipt {
  const { members } = seat
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

type SeatWithDebt = Awaited<ReturnType<ReturnType<typeof debtsOfSeats>['executeTakeFirstOrThrow']>>

export function presentSeat(seat: SeatWithDebt) {
  return {
    id: seat.id,
    reference: seat.reference,
    amount: decimalRupees(seat.amount_in_paise),
    paid: decimalRupees(Number(seat.paid_in_paise) + Number(seat.waits_in_paise)),
    due: decimalRupees(Number(seat.rest_in_paise)),
    status: seat.status,
    holdUntil: holdUntilOf(seat),
    paysAtSchool: seat.payment_method === atSchool && seat.proved_at !== null,
    name: seat.name,
    email: seat.email,
    phone: seat.phone,
    payment: seat.payment,
    couponCode: seat.coupon_code,
    discount: decimalRupees(Number(seat.discount_in_paise)),
    created_at: seat.created_at,
    group: presentGroup(seat),
    ...(seat.terms_hash !== null && { terms: seat.terms_hash }),
  }
}

function holdUntilOf({ status, hold_until }: Pick<Seat, 'status' | 'hold_until'>): string | null {
  return status === 'pending' ? hold_until : null
}

function presentGroup(seat: SeatWithDebt) {
  if (seat.group_id === null) return null
  return {
    id: seat.group_id,
    payer: seat.payer_name ?? '',
    reference: seat.payer_reference ?? '',
    seats: Number(seat.group_seats),
    due: decimalRupees(Number(seat.group_due)),
    isPayer: seat.id === seat.group_id,
  }
}
