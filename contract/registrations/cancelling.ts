import * as text from './cancelling.en.ts'

/** The school's rule for students who cancel a confirmed seat by themselves. */
export interface CancelRule {
  canCancelSeats: boolean
  /** A seat can be cancelled until this many hours before its batch begins. */
  cancelHours: number
  /** The percentage of the money paid for the seat that is refunded. */
  cancelShare: number
}

const hourMs = 60 * 60_000

/**
 * Returns the instant before which a seat can be cancelled; null if the batch has no date yet, because there is no
 * deadline then. The caller checks `canCancelSeats` first.
 */
export function cancelUntil(
  beginsAt: string | null,
  { cancelHours }: Pick<CancelRule, 'cancelHours'>,
): string | null {
  return beginsAt === null ? null : new Date(Date.parse(beginsAt) - cancelHours * hourMs).toISOString()
}

/** The money of a seat, in paise. */
export interface SeatMoney {
  priceInPaise: number
  /** The money received for the seat, which may be more than the price. */
  paidInPaise: number
  /** The money that the school already owes the payer, for example after a second payment by mistake. */
  waitsInPaise: number
}

/**
 * Returns the refund for a seat that its payer cancels, and the money that the school keeps, in paise. The refund is
 * `cancelShare` percent of the money paid for the seat, up to the seat's price, rounded up to a whole paisa. Money
 * beyond the price is refunded completely.
 */
export function cancelSums(
  { priceInPaise, paidInPaise, waitsInPaise }: SeatMoney,
  { cancelShare }: Pick<CancelRule, 'cancelShare'>,
): { backInPaise: number; keptInPaise: number } {
  const forSeat = Math.min(paidInPaise, priceInPaise)
  const keptInPaise = Math.floor((forSeat * (100 - cancelShare)) / 100)
  return { backInPaise: paidInPaise + waitsInPaise - keptInPaise, keptInPaise }
}

/**
 * Returns the sums for seats that one payer cancels together, in the order of the seats. The money paid for these seats
 * first pays `dueInPaise`, the sum that is due for the payer's other seats. So two equal seats cost the same, no matter
 * which of them the payment was recorded for.
 */
export function cancelTogether(
  seats: readonly (SeatMoney & Pick<CancelRule, 'cancelShare'>)[],
  dueInPaise: number,
): { movesInPaise: number; backInPaise: number; keptInPaise: number }[] {
  let due = dueInPaise
  return seats.map((seat) => {
    const movesInPaise = Math.min(due, seat.paidInPaise)
    due -= movesInPaise
    return { movesInPaise, ...cancelSums({ ...seat, paidInPaise: seat.paidInPaise - movesInPaise }, seat) }
  })
}

/** Says until when a student can cancel a seat on the seat's page, and how much is refunded. */
export function cancelSentence({ canCancelSeats, cancelHours, cancelShare }: CancelRule): string {
  if (!canCancelSeats) return text.cancelByContact
  const until = text.cancelSpan({ hours: cancelHours })
  if (cancelShare === 100) return text.cancelSeat.all({ until })
  return cancelShare === 0
    ? text.cancelSeat.nothing({ until })
    : text.cancelSeat.part({ until, share: cancelShare })
}
