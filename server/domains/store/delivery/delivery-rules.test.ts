import { expect, test } from 'vitest'
import { deliveryWays } from '../../../../contract/store/delivery-facts.ts'
import { amountInWords, spreadsheetMoment as schoolMoment } from '../../../../contract/words.ts'
import {
  combineGoods,
  type DeliveryPlan,
  findZone,
  firstDays,
  type Goods,
  latestPayment,
  listOptions,
  refusalSentence,
  type Slot,
  windowOf,
} from './delivery-rules.ts'

const slot = (
  id: string,
  way: Slot['way'],
  hours: string,
  closes: string,
  more: Partial<Slot> = {},
): Slot => {
  const [from = '', to = ''] = hours.split('-')
  const [at = '', on] = closes.split(' ')
  const name = `${id[0]?.toUpperCase()}${id.slice(1)}`
  const closesOn = on === 'before' ? 'day-before' : 'same-day'
  return { id, name, way, from, to, fee: 0, capacity: null, closesOn, closesAt: at, ...more }
}

const plan: DeliveryPlan = {
  zones: [
    // The zone with the longest matching prefix wins, even if another matching zone comes first in the list.
    zone('Mylapore', ['600004', '60002'], [50, 120, 250], 1500),
    zone('Chennai', ['600'], [99, 199, 299], null),
    zone('Outskirts', ['603', '6001'], [199, null, null], 3000),
  ],
  slots: [
    slot('early', 'standard', '07:00-09:00', '18:00 before', { fee: 4900 }),
    slot('morning', 'standard', '09:00-13:00', '09:00', { capacity: 5 }),
    slot('afternoon', 'standard', '13:00-18:00', '15:00'),
    slot('express', 'express', '16:00-18:00', '14:30', { fee: 3000, capacity: 2 }),
    slot('midnight', 'midnight', '23:00-00:30', '15:00 before', { capacity: 4 }),
    slot('pickup', 'pickup', '10:00-17:00', '16:00'),
  ],
  days: new Map(
    [
      { day: '2026-01-15', closedFor: 'Pongal', capacity: null },
      { day: '2026-02-14', closedFor: null, capacity: 1 },
      { day: '2026-04-14', closedFor: null, capacity: 0 },
    ].map((one) => [one.day, { ...one, from: null, until: null }]),
  ),
  studioClosedOn: new Set(),
  daysAhead: 60,
  makingHours: 3,
}

function zone(
  name: string,
  pincodes: string[],
  [standard, express, midnight]: (number | null)[],
  free: number | null,
) {
  const paise = (rupees: number | null | undefined) => (rupees ? rupees * 100 : null)
  const fees = { standard: paise(standard), express: paise(express), midnight: paise(midnight) }
  return { id: name, name, pincodes, fees, freeFrom: paise(free) }
}

const goods: Record<string, Goods> = {
  plain: things({}),
  'a day before': things({ leadDays: 1 }),
  'three days before': things({ leadDays: 3 }),
  'of ₹1,499.99': things({ priceInPaise: 149_999 }),
  'of ₹1,500': things({ priceInPaise: 150_000 }),
  'of ₹3,000': things({ priceInPaise: 300_000 }),
  'standard only': things({ ways: ['standard'] }),
  'no pickup': things({ ways: ['standard', 'express', 'midnight'] }),
}

function things(item: Partial<Parameters<typeof combineGoods>[0][number]>): Goods {
  return combineGoods([{ leadDays: 0, ways: deliveryWays, priceInPaise: 80_000, quantity: 1, ...item }])
}

/** Returns the instant of a local date and time at the school. */
const atSchool = (moment: string) => new Date(`${moment.replace(' ', 'T')}+05:30`).toISOString()

/** Says an option in words: its fee, how many places are left, or why it cannot be chosen. */
function answer(ask: {
  now: string
  slot: string
  day: string
  goods?: string
  to?: string
  taken?: number
  plan?: DeliveryPlan
}): string {
  const pincode = ask.to === '-' ? null : (ask.to ?? '600090')
  const wanted = goods[ask.goods || 'plain']
  if (wanted === undefined) throw new Error(`no such goods: ${ask.goods}`)
  const request = {
    zone: findZone(plan, pincode),
    pincode,
    now: atSchool(ask.now),
    taken: () => ask.taken ?? 0,
  }
  const option = listOptions(ask.plan ?? plan, ask.day, wanted, request).find(
    (one) => one.slot.id === ask.slot,
  )
  if (option === undefined) throw new Error(`no such slot: ${ask.slot}`)
  if (option.refused) return refusalSentence(option.refused)
  return amountInWords(option.fee) + (option.left === null ? '' : `, ${option.left} left`)
}

/** Writes the first day of each type of delivery, such as `standard 2026-01-05 until 15:00, midnight …`. */
function firstInWords(now: string, changes: Partial<DeliveryPlan> = {}, taken = () => 0): string {
  const found = firstDays({ ...plan, ...changes }, { now: atSchool(now), taken })
  return found.map(({ way, day, closesAt }) => `${way} ${day} until ${schoolMoment(closesAt)}`).join(', ')
}

test.each<[string, string, Partial<DeliveryPlan>, string]>([
  [
    'in the morning',
    '2026-01-05 08:00',
    {},
    'standard 2026-01-05 until 2026-01-05 15:00, express 2026-01-05 until 2026-01-05 14:30, midnight 2026-01-06 until 2026-01-05 15:00',
  ],
  [
    'after the cut-off of one type',
    '2026-01-05 14:30',
    {},
    'standard 2026-01-05 until 2026-01-05 15:00, express 2026-01-06 until 2026-01-06 14:30, midnight 2026-01-06 until 2026-01-05 15:00',
  ],
  [
    'after the last cut-off',
    '2026-01-05 15:00',
    {},
    'standard 2026-01-06 until 2026-01-06 15:00, express 2026-01-06 until 2026-01-06 14:30, midnight 2026-01-07 until 2026-01-06 15:00',
  ],
  [
    'before a closed day',
    '2026-01-14 16:00',
    {},
    'standard 2026-01-16 until 2026-01-16 15:00, express 2026-01-16 until 2026-01-16 14:30, midnight 2026-01-17 until 2026-01-16 15:00',
  ],
  [
    'at the end of a year, before a day without places',
    '2026-12-31 23:59',
    {
      days: new Map([
        ['2027-01-01', { day: '2027-01-01', closedFor: null, capacity: 0, from: null, until: null }],
      ]),
    },
    'standard 2027-01-02 until 2027-01-02 15:00, express 2027-01-02 until 2027-01-02 14:30, midnight 2027-01-02 until 2027-01-01 15:00',
  ],
  [
    'for a type that only one zone has',
    '2026-01-05 08:00',
    {
      zones: [
        zone('Outskirts', ['603'], [199, null, null], null),
        zone('City', ['600'], [null, 99, null], null),
      ],
    },
    'standard 2026-01-05 until 2026-01-05 15:00, express 2026-01-05 until 2026-01-05 14:30',
  ],
  [
    'with the slots in reverse order',
    '2026-01-05 08:00',
    { slots: plan.slots.toReversed() },
    'standard 2026-01-05 until 2026-01-05 15:00, express 2026-01-05 until 2026-01-05 14:30, midnight 2026-01-06 until 2026-01-05 15:00',
  ],
  [
    'on the last day that buyers can choose',
    '2026-01-14 16:00',
    { daysAhead: 2 },
    'standard 2026-01-16 until 2026-01-16 15:00, express 2026-01-16 until 2026-01-16 14:30',
  ],
  ['without a zone', '2026-01-05 08:00', { zones: [] }, ''],
  [
    'with a zone without pincodes',
    '2026-01-05 08:00',
    { zones: [zone('Empty', [], [50, 120, 250], null)] },
    '',
  ],
  [
    'with pickup slots alone',
    '2026-01-05 08:00',
    { slots: plan.slots.filter(({ way }) => way === 'pickup') },
    '',
  ],
  ['if no day is open', '2026-01-14 16:00', { daysAhead: 1 }, ''],
])('the first day of each delivery type is found, if there is one: %s', (_, now, changes, words) => {
  expect(firstInWords(now, changes)).toBe(words)
})

test('the first day of each delivery type can be chosen until its closing time; the day before cannot', () => {
  for (const now of [
    '2026-01-05 08:59',
    '2026-01-05 09:00',
    '2026-01-05 15:00',
    '2026-01-14 23:59',
    '2026-02-13 16:00',
  ]) {
    const found = firstDays(plan, { now: atSchool(now), taken: () => 0 })
    for (const { way, day, closesAt } of found) {
      const open = (on: string, at = atSchool(now)) => {
        const request = { zone: findZone(plan, '600090'), pincode: '600090', now: at, taken: () => 0 }
        const options = listOptions(plan, on, goods['plain'] as Goods, request)
        return options.some(({ slot: { way: its }, refused }) => its === way && refused === null)
      }
      const before = new Date(Date.parse(`${day}T00:00:00Z`) - 86_400_000).toISOString().slice(0, 10)
      const lastMoment = new Date(Date.parse(closesAt) - 1).toISOString()
      expect([now, way, open(day), open(before), open(day, lastMoment), open(day, closesAt)]).toEqual([
        now,
        way,
        true,
        false,
        true,
        false,
      ])
    }
  }
})

/** Splits a table into rows, and each row into cells at `|`. */
function rows(table: string): string[][] {
  return table
    .trim()
    .split('\n')
    .map((line) => line.split('|').map((text) => text.trim()))
}

// Each row has three days in a row, around the end of a month or of a year.
const calendars = rows(`
  2026-03-01 | 2026-03-02 | 2026-03-03
  2026-04-29 | 2026-04-30 | 2026-05-01
  2026-02-27 | 2026-02-28 | 2026-03-01
  2028-02-28 | 2028-02-29 | 2028-03-01
  2028-02-27 | 2028-02-28 | 2028-02-29
  2026-12-30 | 2026-12-31 | 2027-01-01
  2026-12-31 | 2027-01-01 | 2027-01-02
`)

const moments = rows(`
  before 23:59:59.999 | afternoon | day   |              | ₹99
  day 00:00:00.000    | afternoon | day   |              | ₹99
  day 08:59:59.999    | morning   | day   |              | ₹99, 5 left
  day 09:00:00.000    | morning   | day   |              | Orders for today close at 9 am
  day 14:29:59.999    | express   | day   |              | ₹229, 2 left
  day 14:30:00.000    | express   | day   |              | Orders for today close at 2:30 pm
  day 14:59:59.999    | afternoon | day   |              | ₹99
  day 15:00:00.000    | afternoon | day   |              | Orders for today close at 3 pm
  day 23:59:59.999    | afternoon | day   |              | Orders for today close at 3 pm
  day 15:00:00.000    | afternoon | after |              | ₹99
  after 00:00:00.000  | afternoon | day   |              | This day has passed
  before 14:59:59.999 | midnight  | day   |              | ₹299, 4 left
  before 15:00:00.000 | midnight  | day   |              | Orders for tomorrow close at 3 pm today
  before 23:30:00.000 | midnight  | day   |              | Orders for tomorrow close at 3 pm today
  day 00:00:00.000    | midnight  | day   |              | Orders for Midnight closed at 3 pm yesterday
  day 00:29:59.999    | midnight  | day   |              | Orders for Midnight closed at 3 pm yesterday
  day 14:59:59.999    | midnight  | after |              | ₹299, 4 left
  before 17:59:59.999 | early     | day   |              | ₹148
  before 18:00:00.000 | early     | day   |              | Orders for tomorrow close at 6 pm today
  day 05:00:00.000    | early     | day   |              | Orders for Early closed at 6 pm yesterday
  day 15:59:59.999    | pickup    | day   |              | ₹0
  day 16:00:00.000    | pickup    | day   |              | Orders for today close at 4 pm
  before 17:59:59.999 | early     | day   | a day before | ₹148
  before 18:00:00.000 | early     | day   | a day before | Orders for tomorrow close at 6 pm today
  before 23:59:59.999 | afternoon | day   | a day before | ₹99
  day 00:00:00.000    | afternoon | day   | a day before | Order this at least a day ahead
  day 14:59:59.999    | afternoon | day   | a day before | Order this at least a day ahead
  before 14:59:59.999 | midnight  | day   | a day before | Order this at least a day ahead
  before 23:59:59.999 | midnight  | after | a day before | ₹299, 4 left
  day 00:00:00.000    | midnight  | after | a day before | Order this at least a day ahead
  day 23:59:59.999    | pickup    | after | a day before | ₹0
  day 23:59:59.999    | pickup    | day   | a day before | Order this at least a day ahead
`)

test.each(
  calendars.flatMap(([before = '', day = '', after = '']) => {
    const named = (text: string) => text.replace('before', before).replace('day', day).replace('after', after)
    return moments.map(([now = '', id = '', on = '', what = '', expected = '']) => ({
      now: named(now),
      slot: id,
      day: named(on),
      goods: what,
      expected,
    }))
  }),
)('the slot $slot on $day with the goods “$goods” shows “$expected” at $now', (row) => {
  expect(answer(row)).toBe(row.expected)
})

test('pickup, and a delivery type that the zone does not offer, have a fee of 0', () => {
  const pincode = '600100'
  const request = {
    zone: findZone(plan, pincode),
    pincode,
    now: atSchool('2026-03-02 12:00'),
    taken: () => 0,
  }
  const options = listOptions(plan, '2026-03-03', goods['plain'] as Goods, request)
  const feeOf = (id: string) => options.find(({ slot }) => slot.id === id)?.fee
  expect([feeOf('express'), feeOf('pickup')]).toEqual([0, 0])
})

// The current time in each row is noon on Monday 2 March 2026.
test.each(
  rows(`
    afternoon | 2026-03-03 | 600090 | plain             | ₹99
    afternoon | 2026-03-03 | 600004 | plain             | ₹50
    afternoon | 2026-03-03 | 600020 | plain             | ₹50
    afternoon | 2026-03-03 | 600029 | plain             | ₹50
    afternoon | 2026-03-03 | 600030 | plain             | ₹99
    afternoon | 2026-03-03 | 600100 | plain             | ₹199
    afternoon | 2026-03-03 | 603103 | plain             | ₹199
    express   | 2026-03-03 | 600090 | plain             | ₹229, 2 left
    express   | 2026-03-03 | 600004 | plain             | ₹150, 2 left
    express   | 2026-03-03 | 600100 | plain             | No express delivery to 600100
    midnight  | 2026-03-04 | 603103 | plain             | No midnight delivery to 603103
    midnight  | 2026-03-04 | 600004 | plain             | ₹250, 4 left
    early     | 2026-03-04 | 600004 | plain             | ₹99
    pickup    | 2026-03-03 | 600004 | plain             | ₹0
    pickup    | 2026-03-03 | 641001 | plain             | ₹0
    pickup    | 2026-03-03 | -      | plain             | ₹0
    afternoon | 2026-03-03 | 641001 | plain             | We don’t deliver to 641001 yet
    midnight  | 2026-03-04 | 601001 | plain             | We don’t deliver to 601001 yet
    afternoon | 2026-03-03 | -      | plain             | Enter a pincode to see if we deliver there
    express   | 2026-03-03 | -      | plain             | Enter a pincode to see if we deliver there
    afternoon | 2026-03-03 | 600004 | of ₹1,499.99      | ₹50
    afternoon | 2026-03-03 | 600004 | of ₹1,500         | ₹0
    express   | 2026-03-03 | 600004 | of ₹1,500         | ₹30, 2 left
    early     | 2026-03-04 | 600004 | of ₹1,500         | ₹49
    afternoon | 2026-03-03 | 600100 | of ₹1,500         | ₹199
    afternoon | 2026-03-03 | 600100 | of ₹3,000         | ₹0
    afternoon | 2026-03-03 | 600090 | of ₹3,000         | ₹99
    express   | 2026-03-03 | 600100 | of ₹3,000         | No express delivery to 600100
    express   | 2026-03-03 | 600090 | standard only     | Not available for express delivery
    midnight  | 2026-03-04 | 600090 | standard only     | Not available for midnight delivery
    pickup    | 2026-03-03 | 600090 | standard only     | Not available for collection
    pickup    | 2026-03-03 | -      | no pickup         | Not available for collection
    express   | 2026-03-03 | -      | standard only     | Not available for express delivery
    afternoon | 2026-03-04 | 600090 | three days before | Order this at least 3 days ahead
    afternoon | 2026-03-05 | 600090 | three days before | ₹99
    midnight  | 2026-03-05 | 600090 | three days before | Order this at least 3 days ahead
    midnight  | 2026-03-06 | 600090 | three days before | ₹299, 4 left
    pickup    | 2026-03-04 | -      | three days before | Order this at least 3 days ahead
    afternoon | 2026-03-01 | 600090 | plain             | This day has passed
    afternoon | 2025-03-02 | 600090 | plain             | This day has passed
    afternoon | 2026-05-01 | 600090 | plain             | ₹99
    afternoon | 2026-05-02 | 600090 | plain             | You can order up to 60 days ahead
    pickup    | 2026-05-02 | -      | plain             | You can order up to 60 days ahead
    afternoon | 2028-03-02 | 600090 | plain             | You can order up to 60 days ahead
    afternoon | 2026-04-14 | 600090 | plain             | Full
    midnight  | 2026-04-14 | 600090 | plain             | Full
    pickup    | 2026-04-14 | -      | plain             | Full
    afternoon | 2026-04-14 | 641001 | plain             | We don’t deliver to 641001 yet
  `),
)(
  'the slot %s on %s to the pincode %s with the goods “%s” shows “%s”',
  (id = '', day = '', to = '', what = '', expected = '') => {
    expect(answer({ now: '2026-03-02 12:00', slot: id, day, to, goods: what })).toBe(expected)
  },
)

// These rows have closed days and days with another capacity. A midnight delivery cannot begin on the evening of a
// closed day.
test.each(
  rows(`
    2026-01-10 12:00        | afternoon | 2026-01-14 | 0   | ₹99
    2026-01-10 12:00        | afternoon | 2026-01-15 | 0   | Closed for Pongal
    2026-01-10 12:00        | pickup    | 2026-01-15 | 0   | Closed for Pongal
    2026-01-10 12:00        | midnight  | 2026-01-14 | 0   | ₹299, 4 left
    2026-01-10 12:00        | midnight  | 2026-01-15 | 0   | Closed for Pongal
    2026-01-10 12:00        | midnight  | 2026-01-16 | 0   | We’re closed for Pongal the evening before
    2026-01-10 12:00        | early     | 2026-01-16 | 0   | ₹148
    2026-01-10 12:00        | afternoon | 2026-01-16 | 0   | ₹99
    2026-01-15 15:00        | afternoon | 2026-01-15 | 0   | Closed for Pongal
    2026-01-16 00:00        | afternoon | 2026-01-15 | 0   | This day has passed
    2026-02-10 12:00        | morning   | 2026-02-13 | 4   | ₹99, 1 left
    2026-02-10 12:00        | morning   | 2026-02-13 | 5   | Full
    2026-02-10 12:00        | morning   | 2026-02-13 | 9   | Full
    2026-02-10 12:00        | morning   | 2026-02-14 | 0   | ₹99, 1 left
    2026-02-10 12:00        | morning   | 2026-02-14 | 1   | Full
    2026-02-10 12:00        | afternoon | 2026-02-13 | 999 | ₹99
    2026-02-10 12:00        | afternoon | 2026-02-14 | 0   | ₹99, 1 left
    2026-02-10 12:00        | afternoon | 2026-02-14 | 1   | Full
    2026-02-14 15:00:00.000 | afternoon | 2026-02-14 | 1   | Orders for today close at 3 pm
    2026-02-13 23:59:59.999 | pickup    | 2026-02-14 | 0   | ₹0, 1 left
  `),
)(
  'asked at %s, the slot %s on %s with %s places taken shows “%s”',
  (now = '', id = '', day = '', taken = '', expected = '') => {
    expect(answer({ now, slot: id, day, taken: Number(taken) })).toBe(expected)
  },
)

// Pickup is possible only when the studio is open. Deliveries also leave on weekdays when the studio is closed.
test.each(
  rows(`
    2026-02-10 12:00 | pickup    | 2026-02-15 | ₹0
    2026-02-10 12:00 | pickup    | 2026-02-16 | The studio is closed on Mondays
    2026-02-10 12:00 | afternoon | 2026-02-16 | ₹99
    2026-02-16 17:00 | pickup    | 2026-02-16 | The studio is closed on Mondays
    2026-02-10 12:00 | pickup    | 2026-02-17 | ₹0
  `),
)(
  'asked at %s, the slot %s on %s, with the studio closed on Mondays, shows “%s”',
  (now = '', id = '', day = '', expected = '') => {
    const closed = { ...plan, studioClosedOn: new Set(['Monday']) }
    expect(answer({ now, slot: id, day, plan: closed })).toBe(expected)
  },
)

// Each row ends with the slot's window and the time until which an order may stay unpaid.
test.each(
  rows(`
    afternoon | 2026-03-03 | 2026-03-02 12:00 | 2026-03-03 13:00 | 2026-03-03 18:00 | 2026-03-03 10:00
    afternoon | 2026-03-03 | 2026-03-03 09:29 | 2026-03-03 13:00 | 2026-03-03 18:00 | 2026-03-03 10:00
    afternoon | 2026-03-03 | 2026-03-03 09:31 | 2026-03-03 13:00 | 2026-03-03 18:00 | 2026-03-03 10:01
    afternoon | 2026-03-03 | 2026-03-03 14:59 | 2026-03-03 13:00 | 2026-03-03 18:00 | 2026-03-03 15:29
    afternoon | 2026-03-03 | 2026-03-03 17:45 | 2026-03-03 13:00 | 2026-03-03 18:00 | 2026-03-03 18:00
    early     | 2026-03-03 | 2026-03-02 17:59 | 2026-03-03 07:00 | 2026-03-03 09:00 | 2026-03-03 04:00
    midnight  | 2026-03-03 | 2026-03-01 12:00 | 2026-03-02 23:00 | 2026-03-03 00:30 | 2026-03-02 20:00
    midnight  | 2028-03-01 | 2028-02-28 12:00 | 2028-02-29 23:00 | 2028-03-01 00:30 | 2028-02-29 20:00
    midnight  | 2027-01-01 | 2026-12-31 14:59 | 2026-12-31 23:00 | 2027-01-01 00:30 | 2026-12-31 20:00
    pickup    | 2026-03-03 | 2026-03-02 12:00 | 2026-03-03 10:00 | 2026-03-03 17:00 | 2026-03-03 07:00
  `),
)(
  'the slot %s on %s, ordered at %s, lasts from %s to %s and may be unpaid until %s',
  (id = '', day = '', now = '', from = '', to = '', until = '') => {
    const one = plan.slots.find((known) => known.id === id) as Slot
    expect(windowOf(one, day)).toEqual({ from: atSchool(from), to: atSchool(to) })
    expect(latestPayment(plan, one, day, atSchool(now))).toBe(atSchool(until))
  },
)

test('products that are ordered together have the longest of their lead times, and only the delivery types of all', () => {
  const together = combineGoods([
    { leadDays: 0, ways: ['standard', 'express', 'pickup'], priceInPaise: 72_000, quantity: 2 },
    { leadDays: 3, ways: ['pickup', 'standard', 'midnight'], priceInPaise: 5_050, quantity: 1 },
  ])
  expect(together).toEqual({
    leadDays: 3,
    ways: new Set(['standard', 'pickup']),
    subtotalInPaise: 149_050,
  })
})
