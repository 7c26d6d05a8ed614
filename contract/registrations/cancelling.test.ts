import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cancelSentence, cancelSums, cancelTogether, cancelUntil } from './cancelling.ts'

test.each([
  // Columns: the beginning of the batch, `cancelHours`, and the deadline.
  ['2026-12-05T04:00:00.000Z', 48, '2026-12-03T04:00:00.000Z'],
  ['2026-12-05T04:00:00.000Z', 0, '2026-12-05T04:00:00.000Z'],
  ['2026-12-05T04:00:00.000Z', 1, '2026-12-05T03:00:00.000Z'],
  ['2027-01-01T04:00:00.000Z', 8760, '2026-01-01T04:00:00.000Z'],
  [null, 48, null],
])(
  'a seat in a batch that begins at %s can be cancelled %d hours before it, until %s',
  (begins, hours, until) => {
    expect(cancelUntil(begins, { cancelHours: hours })).toBe(until)
  },
)

test.each([
  // Columns: price, money paid, money already owed to the payer, `cancelShare` in percent, refund, and money kept.
  [250_000, 250_000, 0, 50, 125_000, 125_000],
  [250_000, 250_000, 0, 100, 250_000, 0],
  [250_000, 250_000, 0, 0, 0, 250_000],
  // The share is rounded up to a whole paisa.
  [100_001, 100_001, 0, 50, 50_001, 50_000],
  [99_999, 99_999, 0, 33, 33_000, 66_999],
  [1, 1, 0, 1, 1, 0],
  [3, 3, 0, 99, 3, 0],
  // `cancelShare` is a share of the money paid, not of the price.
  [250_000, 100_000, 0, 50, 50_000, 50_000],
  [250_000, 0, 0, 50, 0, 0],
  [0, 0, 0, 50, 0, 0],
  // Money beyond the price is refunded completely.
  [250_000, 260_000, 0, 50, 135_000, 125_000],
  [250_000, 250_000, 10_000, 50, 135_000, 125_000],
  [0, 0, 250_000, 0, 250_000, 0],
])(
  'a seat for %d paise, with %d paid and %d owed already, at %d percent: %d are refunded and %d are kept',
  (priceInPaise, paidInPaise, waitsInPaise, cancelShare, backInPaise, keptInPaise) => {
    expect(cancelSums({ priceInPaise, paidInPaise, waitsInPaise }, { cancelShare })).toEqual({
      backInPaise,
      keptInPaise,
    })
  },
)

test('no paisa is lost or invented, and a larger share never gives less', () => {
  const paise = fc.nat(100_000_000_00)
  fc.assert(
    fc.property(paise, paise, paise, fc.integer({ min: 0, max: 99 }), (price, paid, waits, share) => {
      const money = { priceInPaise: price, paidInPaise: paid, waitsInPaise: waits }
      const sums = cancelSums(money, { cancelShare: share })
      expect(sums.backInPaise + sums.keptInPaise).toBe(paid + waits)
      expect([sums.keptInPaise >= 0, Number.isSafeInteger(sums.keptInPaise)]).toEqual([true, true])
      expect(sums.backInPaise).toBeGreaterThanOrEqual(waits)
      expect(cancelSums(money, { cancelShare: share + 1 }).backInPaise).toBeGreaterThanOrEqual(
        sums.backInPaise,
      )
    }),
  )
})

test.each([
  // Columns: the sum due for the other seats, and for each seat the money moved to them, the refund, and the money
  // kept.
  [0, [0, 0], [50_000, 25_000], [50_000, 25_000]],
  [60_000, [60_000, 0], [20_000, 25_000], [20_000, 25_000]],
  [120_000, [100_000, 20_000], [0, 15_000], [0, 15_000]],
  [500_000, [100_000, 50_000], [0, 0], [0, 0]],
])(
  'the payer gets a refund only of the money beyond the %d paise that are due for the seats that stay',
  (due, moves, back, kept) => {
    const seat = { priceInPaise: 100_000, waitsInPaise: 0, cancelShare: 50 }
    const paid = [100_000, 50_000].map((paidInPaise) => ({ ...seat, paidInPaise }))
    const sums = cancelTogether(paid, due)
    expect(sums.map(({ movesInPaise }) => movesInPaise)).toEqual(moves)
    expect(sums.map(({ backInPaise }) => backInPaise)).toEqual(back)
    expect(sums.map(({ keptInPaise }) => keptInPaise)).toEqual(kept)
  },
)

test.each([
  [
    true,
    72,
    75,
    'You can cancel your seat on its page until 3 days before your course begins. We refund 75% of what you paid for it.',
  ],
  [
    true,
    24,
    1,
    'You can cancel your seat on its page until 1 day before your course begins. We refund 1% of what you paid for it.',
  ],
  [
    true,
    1,
    100,
    'You can cancel your seat on its page until 1 hour before your course begins. We refund what you paid for it.',
  ],
  [
    true,
    25,
    0,
    'You can cancel your seat on its page until 25 hours before your course begins. We don’t refund what you paid for it.',
  ],
  [
    true,
    0,
    99,
    'You can cancel your seat on its page until your course begins. We refund 99% of what you paid for it.',
  ],
  [false, 72, 75, 'If you’d like to cancel your seat, contact us. We’ll tell you what’s possible.'],
])(
  'the rule is said as one sentence: allowed %j, %d hours, %d percent',
  (canCancelSeats, cancelHours, cancelShare, said) => {
    expect(cancelSentence({ canCancelSeats, cancelHours, cancelShare })).toBe(said)
  },
)
