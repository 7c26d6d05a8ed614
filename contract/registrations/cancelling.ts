/** The school's rule for students who cancel a confirmed seat by themselves. */
export interface CancelRule {
  canCancelSeats: boolean
  /** A seat can be cancelled until this many hours before its batch begins. */
  cancelHours: number
  /** The part of the money paid for the seat that goes back, in percent. */
  cancelShare: number
}

const hourMs = 60 * 60_000

/**
 * The instant before which a seat can be cancelled. Null if its batch has no date yet, so that nothing limits it. A rule
 * that lets nobody cancel has no such instant: check `canCancelSeats` first.
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
  /** The money that pays for the seat; a part of it may exceed the price. */
  paidInPaise: number
  /** The money that the school owes already, such as a second payment by mistake. */
  waitsInPaise: number
}

/**
 * Returns the refund for a seat that its payer cancels, and the money that the school keeps, in paise. `cancelShare` is
 * a percentage of the money paid for the seat, up to the seat's price. The refund is rounded up to a whole paisa. Money
 * beyond the price goes back whole.
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
 * first pays `dueInPaise`, the sum that is due for the payer's other seats. So two equal seats cost the same, whichever
 * of them the payment was recorded for.
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
