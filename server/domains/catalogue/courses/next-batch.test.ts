import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fixedClock } from '../../../../tests/harness/fixed-clock.ts'
import { batchText, chooseBatches, isOver } from './next-batch.ts'

const batch = (starts_on: string | null) => ({ starts_on, cancelled_at: null })
const text = (chosen: { starts_on: string | null } | null) => (chosen === null ? null : batchText(chosen))

describe('the batch that a course shows, on 2 March 2026', () => {
  const today = '2026-03-02'
  const yesterday = '2026-03-01'
  const cases: [
    string,
    (string | null)[],
    { next: string | null; shown: string | null; dated: string | null },
  ][] = [
    ['a course without batches has none', [], { next: null, shown: null, dated: null }],
    ['a batch of today is the next one', [today], { next: today, shown: today, dated: today }],
    [
      'a batch of yesterday is shown, and is not the next one',
      [yesterday],
      { next: null, shown: yesterday, dated: yesterday },
    ],
    [
      'the earliest coming batch is the next one',
      ['2026-05-01', '2026-03-09', '2026-04-01'],
      { next: '2026-03-09', shown: '2026-03-09', dated: '2026-03-09' },
    ],
    [
      'the latest past batch is shown if none is coming',
      ['2025-01-01', '2026-02-01', '2025-12-01'],
      { next: null, shown: '2026-02-01', dated: '2026-02-01' },
    ],
    [
      'a batch without a date is the next one if it is alone',
      [null],
      { next: 'Coming soon', shown: 'Coming soon', dated: null },
    ],
    [
      'a batch without a date is the next one, and a past batch gives the day',
      [yesterday, null],
      { next: 'Coming soon', shown: 'Coming soon', dated: yesterday },
    ],
    [
      'a coming batch is the next one before a batch without a date',
      [null, '2026-03-09'],
      { next: '2026-03-09', shown: '2026-03-09', dated: '2026-03-09' },
    ],
  ]
  test.each(cases)('in the choice of a batch, %s', (_name, days, expected) => {
    const { next, shown, dated } = chooseBatches(days.map(batch), today)
    expect({ next: text(next), shown: text(shown), dated: text(dated) }).toEqual(expected)
  })

  test('the choice of a batch does not depend on the order of the batches, and a next batch is never over', () => {
    const day = fc.option(
      fc
        .integer({ min: 1, max: 28 })
        .chain((d) =>
          fc
            .integer({ min: 1, max: 12 })
            .map((m) => `2026-${String(m).padStart(2, '0')}-${String(d).padStart(2, '0')}`),
        ),
    )
    fc.assert(
      fc.property(fc.uniqueArray(day, { maxLength: 8 }), day, (days, now) => {
        const today = now ?? '2026-06-15'
        const batches = days.map(batch)
        const chosen = chooseBatches(batches, today)
        expect(chooseBatches([...batches].reverse(), today)).toEqual(chosen)
        if (chosen.next) expect(isOver(chosen.next, today)).toBe(false)
        if (!chosen.next) expect(batches.every((one) => isOver(one, today))).toBe(true)
        if (chosen.dated === null) expect(days.filter((one) => one !== null)).toEqual([])
      }),
    )
  })
})

describe('the school’s midnight, 18:30 UTC', () => {
  test.each([
    ['2026-03-02T18:29:59.999Z', '23:59:59 on the 2nd', false],
    ['2026-03-02T18:30:00.000Z', '00:00 on the 3rd', true],
    ['2026-03-02T21:00:00.000Z', '02:30 on the 3rd, the 2nd in London', true],
    ['2026-03-02T23:59:59.999Z', '05:29:59 on the 3rd, the 2nd in London', true],
    ['2026-03-03T00:00:00.000Z', '05:30 on the 3rd', true],
  ])('at %s, which is %s at the school, a batch of 2 March is over: %s', (instant, _where, over) => {
    const today = fixedClock(instant).today()
    expect(isOver(batch('2026-03-02'), today)).toBe(over)
    expect(chooseBatches([batch('2026-03-02')], today).next === null).toBe(over)
    expect(isOver(batch('2026-03-03'), today)).toBe(false)
  })
})
