import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fixedClock } from '../../../../tests/harness/fixed-clock.ts'
import {
  batchText,
  beforeStart,
  chooseBatches,
  chooseForSale,
  endOfHolds,
  isOver,
  stateOf,
} from './next-batch.ts'

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
  test.each(cases)('the choice of a batch: %s', (_name, days, expected) => {
    const { next, shown, dated } = chooseBatches(days.map(batch), today)
    expect({ next: text(next), shown: text(shown), dated: text(dated) }).toEqual(expected)
  })

  test('a cancelled batch is neither the next batch of a course nor shown', () => {
    const cancelled = { ...batch('2026-03-09'), cancelled_at: '2026-03-01T00:00:00.000Z' }
    expect(chooseBatches([cancelled], today)).toEqual({ next: null, shown: null, dated: null })
    expect(chooseBatches([cancelled, batch('2026-04-01')], today).next?.starts_on).toBe('2026-04-01')
  })

  test('a course without batches has the text “Coming soon” instead of a day', () => {
    expect(batchText(null)).toBe('Coming soon')
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
  ])('a batch of 2 March at %s, which is %s at the school, is over: %s', (instant, _where, over) => {
    const today = fixedClock(instant).today()
    expect(isOver(batch('2026-03-02'), today)).toBe(over)
    expect(chooseBatches([batch('2026-03-02')], today).next === null).toBe(over)
    expect(isOver(batch('2026-03-03'), today)).toBe(false)
  })
})

const plain = {
  starts_on: '2026-03-12' as string | null,
  starts_at: '10:30' as string | null,
  ends_on: null as string | null,
  capacity: 10 as number | null,
  taken: 3,
  is_closed: 0,
  joins_late: 0,
  visible_from: null as string | null,
  cancelled_at: null as string | null,
}

/** An instant of the school's calendar. */
const at = (day: string, time: string) => ({
  today: day,
  now: new Date(`${day}T${time}:00+05:30`).toISOString(),
})

describe('the state of a batch, and the batch that is sold', () => {
  test.each<[string, Partial<typeof plain>, string, string, string]>([
    ['is open before its day', {}, '2026-03-02', '12:00', 'open'],
    ['is open on its day before it begins', {}, '2026-03-12', '10:29', 'open'],
    ['is running when it begins', {}, '2026-03-12', '10:30', 'running'],
    ['without an hour is open all day', { starts_at: null }, '2026-03-12', '23:59', 'open'],
    ['is over on the next day', {}, '2026-03-13', '00:00', 'over'],
    ['without an hour is over on the next day', { starts_at: null }, '2026-03-13', '00:00', 'over'],
    ['is running while its sessions go on', { ends_on: '2026-04-30' }, '2026-03-13', '00:00', 'running'],
    [
      'that can be joined late is open while its sessions go on',
      { ends_on: '2026-04-30', joins_late: 1 },
      '2026-03-20',
      '12:00',
      'open',
    ],
    [
      'that can be joined late is open on the day of its last session',
      { ends_on: '2026-04-30', joins_late: 1 },
      '2026-04-30',
      '23:59',
      'open',
    ],
    [
      'that can be joined late is over after its last session',
      { ends_on: '2026-04-30', joins_late: 1 },
      '2026-05-01',
      '00:00',
      'over',
    ],
    ['is closed when staff have closed it', { is_closed: 1 }, '2026-03-02', '12:00', 'closed'],
    ['that is closed is running once it has begun', { is_closed: 1 }, '2026-03-12', '11:00', 'running'],
    ['is full when all its seats are taken', { taken: 10 }, '2026-03-02', '12:00', 'full'],
    ['that is closed and full is closed', { is_closed: 1, taken: 10 }, '2026-03-02', '12:00', 'closed'],
    ['without a limit of seats is open', { capacity: null, taken: 4000 }, '2026-03-02', '12:00', 'open'],
    [
      'is hidden before the day on which it is shown',
      { visible_from: '2026-03-05' },
      '2026-03-04',
      '23:59',
      'hidden',
    ],
    [
      'is open from the day on which it is shown',
      { visible_from: '2026-03-05' },
      '2026-03-05',
      '00:00',
      'open',
    ],
    [
      'is cancelled when staff have cancelled it',
      { cancelled_at: '2026-03-01T00:00:00.000Z' },
      '2026-03-02',
      '12:00',
      'cancelled',
    ],
    ['without a date is open', { starts_on: null, starts_at: null }, '2026-03-02', '12:00', 'open'],
  ])('a batch %s', (_, changes, day, time, expected) => {
    expect(stateOf({ ...plain, ...changes }, at(day, time))).toBe(expected)
  })

  const batch = (starts_on: string | null, changes: Partial<typeof plain> = {}) => ({
    ...plain,
    starts_on,
    ...changes,
  })
  const full = { taken: 10 }
  const closed = { is_closed: 1 }
  const day = (chosen: { starts_on: string | null } | null) =>
    chosen ? (chosen.starts_on ?? 'undated') : null

  test.each<[string, ReturnType<typeof batch>[], string | null, string | null]>([
    ['a class without batches sells and shows none', [], null, null],
    [
      'the first batch is sold and shown',
      [batch('2026-04-01'), batch('2026-03-20')],
      '2026-03-20',
      '2026-03-20',
    ],
    [
      'the batch after a full one is sold and shown',
      [batch('2026-03-20', full), batch('2026-04-01')],
      '2026-04-01',
      '2026-04-01',
    ],
    [
      'the batch after a full and a closed one is sold and shown',
      [batch('2026-03-12', full), batch('2026-03-20', closed), batch('2026-04-01')],
      '2026-04-01',
      '2026-04-01',
    ],
    [
      'the first batch is sold and shown if all are full',
      [batch('2026-04-01', full), batch('2026-03-20', full)],
      '2026-03-20',
      '2026-03-20',
    ],
    ['a closed batch alone is shown and not sold', [batch('2026-03-20', closed)], null, '2026-03-20'],
    [
      'a closed batch beside one without a date is shown and not sold',
      [batch('2026-03-20', closed), batch(null)],
      null,
      '2026-03-20',
    ],
    [
      'a batch without a date is sold beside a past one',
      [batch('2026-02-20'), batch(null)],
      'undated',
      'undated',
    ],
    ['a past batch alone is neither sold nor shown', [batch('2026-02-20')], null, null],
    [
      'a coming batch is sold before one that can be joined late',
      [batch('2026-02-20', { ends_on: '2026-04-01', joins_late: 1 }), batch('2026-03-20')],
      '2026-03-20',
      '2026-03-20',
    ],
    [
      'a batch that can be joined late is sold before a full one',
      [batch('2026-02-20', { ends_on: '2026-04-01', joins_late: 1 }), batch('2026-03-20', full)],
      '2026-02-20',
      '2026-02-20',
    ],
    [
      'a batch of today that has not begun is sold before a later one',
      [batch('2026-03-02', { starts_at: '14:00' }), batch('2026-03-20')],
      '2026-03-02',
      '2026-03-02',
    ],
    [
      'a coming batch is sold before one that began yesterday and can be joined late',
      [batch('2026-03-01', { ends_on: '2026-04-01', joins_late: 1 }), batch('2026-03-20')],
      '2026-03-20',
      '2026-03-20',
    ],
    [
      'a batch without a date is sold beside one that has begun',
      [batch('2026-02-20', { ends_on: '2026-04-01' }), batch(null)],
      'undated',
      'undated',
    ],
  ])('a sale without a named batch: %s', (_, batches, sold, shown) => {
    const choice = chooseForSale(batches, at('2026-03-02', '12:00'))
    expect([day(choice.sold), day(choice.shown)]).toEqual([sold, shown])
  })
})

describe('the time at which the holds of a batch end', () => {
  const untilApril = { ends_on: '2026-04-30' }
  test.each<[string, Partial<typeof plain>, string, string, [day: string, time: string] | null]>([
    ['end when the batch begins', {}, '2026-03-02', '12:00', ['2026-03-12', '10:30']],
    ['without an hour end with its day', { starts_at: null }, '2026-03-02', '12:00', ['2026-03-13', '00:00']],
    [
      'that can be joined late end when the batch begins, as long as it has not begun',
      { ...untilApril, joins_late: 1 },
      '2026-03-12',
      '10:29',
      ['2026-03-12', '10:30'],
    ],
    [
      'that can be joined late end with its last day once it begins',
      { ...untilApril, joins_late: 1 },
      '2026-03-12',
      '10:30',
      ['2026-05-01', '00:00'],
    ],
    [
      'of one day that can be joined late end with that day once it begins',
      { joins_late: 1 },
      '2026-03-12',
      '11:00',
      ['2026-03-13', '00:00'],
    ],
    [
      'that nobody can join late have ended once it has begun',
      untilApril,
      '2026-03-13',
      '12:00',
      ['2026-03-12', '10:30'],
    ],
    [
      'without a date do not end with the batch',
      { starts_on: null, starts_at: null, joins_late: 1 },
      '2026-03-02',
      '12:00',
      null,
    ],
  ])('the holds of a batch %s', (_, changes, day, time, end) => {
    expect(endOfHolds({ ...plain, ...changes }, at(day, time).now)).toBe(end && at(...end).now)
  })

  test('a hold ends at its own time, but at the latest when the batch begins', () => {
    const { now } = at('2026-03-02', '12:00')
    const [earlier, beginning, later] = [
      at('2026-03-12', '10:29').now,
      at('2026-03-12', '10:30').now,
      at('2026-03-12', '10:31').now,
    ]
    expect(beforeStart(plain, earlier, now)).toBe(earlier)
    expect(beforeStart(plain, later, now)).toBe(beginning)
    expect(beforeStart({ ...plain, starts_on: null, starts_at: null }, later, now)).toBe(later)
  })
})
