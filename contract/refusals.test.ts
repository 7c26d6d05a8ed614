import { describe, expect, test } from 'vitest'
import { type ErrorCode, errorStatuses, sentenceOf } from './errors.ts'
import { type FactsOf, type Reason, refusals, rooms } from './refusals.ts'
import { type Right, rights } from './rights.ts'

type ReasonWithFacts = { [R in Reason]: [FactsOf<R>] extends [undefined] ? never : R }[Reason]

const named = ['2026-03-03', '2026-03-04', '2026-03-05'].map((day) => ({ title: 'Garlands', day }))
const clash = { what: 'Garlands', day: '2026-03-03', from: '10:00', to: '12:00' }
const phone = '+91 44 5550 0142'
const until = '2026-03-03T12:00:00.000Z'
const day = '2026-03-03'
const live = ['Order MAL-1 is under way.']
const kinds = [{ kind: 'enrolment' }, { kind: 'event-booking' }] as const
const few = [1, 2, 7]
const ways = ['standard', 'express', 'midnight'] as const
const endings = ['closed', 'running', 'over', 'cancelled'] as const

/** Samples of each form that a sentence with facts has. A new reason does not compile until it has samples. */
const samples: { [R in ReasonWithFacts]: readonly FactsOf<R>[] } = {
  'role-may-not': (Object.keys(rights) as Right[]).map((right) => ({ right })),
  'picture-of-many-pixels': [{ width: 20_000, height: 10_000 }],
  'picture-of-many-bytes': [{ megabytes: 10 }],
  'site-incomplete': [{ missing: ['name'] }, { missing: ['city', 'second-factor'] }],
  'school-name-differs': [{ name: 'Malar' }],
  'backup-failed': [{ why: 'The disk is full.' }],
  'emptying-failed': [{ backup: '/data/backups/demonstration-1' }],
  'passkeys-full': [{ max: 10 }],
  'many-guesses': [1, 30, 90, 91, 3600].map((seconds) => ({ seconds })),
  'school-closed': [1, 2, 3, 4, 9].map((n) => ({
    days: Array.from({ length: n }, (_, i) => ({ day, closedFor: i % 2 === 0 ? null : 'Pongal' })),
  })),
  'room-taken': [{ ...clash, room: 'Jasmine Studio' }],
  'instructor-taken': [{ ...clash, instructor: 'Devi Raman' }],
  'room-known': [{ name: 'Jasmine Studio' }],
  'capacity-below-seats': few.map((taken) => ({ taken })),
  'batch-has-seats': few.map((seats) => ({ seats })),
  'room-in-use': [
    { batches: 1, named: [{ title: 'Garlands', day: null }] },
    ...[3, 4, 9].map((batches) => ({ batches, named })),
  ],
  'course-has-paid-seats': few.map((seats) => ({ seats })),
  'course-has-places': few.map((places) => ({ places })),
  'course-has-held-seats': few.map((seats) => ({ seats })),
  'instructor-teaches': [3, 4].map((batches) => ({ name: 'Devi Raman', batches, named })),
  'cancel-by-call': [{ phone }, { phone: '' }],
  'cancel-late': [
    { until, phone },
    { until, phone: '' },
  ],
  'cancel-unproved': [{ phone }, { phone: '' }],
  'cancel-checked': [{ phone }, { phone: '' }],
  'cancel-sum-changed': [{ backInPaise: 125_050 }],
  'coupon-known': [{ code: 'SPRING' }],
  'coupon-needs-items': [{ scope: 'categories' }, { scope: 'products' }],
  'coupon-items-unknown': [
    { scope: 'courses', ids: ['a'] },
    { scope: 'products', ids: ['a', 'b', 'c', 'd'] },
  ],
  'coupon-uses-below': few.map((uses) => ({ uses })),
  'paid-by-other-reference': [{ reference: null }, { reference: '700000000001' }],
  'refund-above': [{ mostInPaise: 150_000 }],
  'refund-changed': [{ waitsInPaise: 250_000 }],
  'statement-overlap': few.map((count) => ({ count, fileName: 'march.csv' })),
  'coupon-known-again': [{ code: 'SPRING' }],
  'coupon-early': [{ day }],
  'coupon-over': [{ day }],
  'coupon-below': [{ minimumInPaise: 100_050 }],
  'another-sum': [{ cameInPaise: 1_200_000, dueInPaise: 1_250_000 }],
  'reminders-full': [{ max: 1 }, { max: 20 }],
  'order-cancel-late': [
    { until: null, deliveryDay: 'tomorrow' },
    { until: { time: '12 pm', day: 'today' }, deliveryDay: 'Fri, 6 Mar' },
  ],
  'delivery-other-fee': [{ feeInPaise: 9_500 }],
  'concern-early': [{ phone }],
  'concern-late': [{ until: '3 March 2026 at 12:00 pm', phone }],
  'concern-many': [{ phone }],
  'credit-above': [{ leftInPaise: 0 }, { leftInPaise: 100 }],
  'enquiry-day-closed': [{ day, closedFor: 'Pongal' }],
  'person-only-live': [{ live }],
  'person-live': [{ live }],
  'seat-unknown': kinds,
  'seat-cancelled': kinds,
  'money-for-cancelled-seat': kinds,
  'seat-paid': kinds,
  'group-large': [{ max: 1 }, { max: 6 }],
  'links-of-network': [{ phone }],
  'offer-over': [{ until }],
  'move-price-differs': [{ hereInPaise: 1_250_000, thereInPaise: 1_300_000 }],
  'seat-note-changed': [{ note: null }, { note: 'Allergic to lilies.' }],
  'seat-held': [{ reference: 'MAL-1' }],
  'seat-free-held': [{ reference: 'MAL-1' }],
  'unpaid-many': [{ max: 3 }],
  'seats-few': few.map((left) => ({ left })),
  'booking-without-seat': (['open', 'full', 'hidden', ...endings] as const).map((batch) => ({
    reference: 'MAL-1',
    batch,
  })),
  'batch-moved': [{ day }],
  'seat-elsewhere': [{ day }],
  'batch-not-sold': endings.flatMap((state) => [
    { day, state, isOtherOpen: true },
    { day: null, state, isOtherOpen: false },
  ]),
  'hours-known': [{ day: 'Tuesday' }],
  'delivery-day-known': [{ day }],
  'favourites-full': [{ max: 200 }],
  'recipients-full': [{ max: 50 }],
  'cart-full': [{ max: 30 }],
  'cart-line-full': [{ max: 99 }],
  'pincode-known': [{ pincode: '600004', zone: 'Mylapore' }],
  'lines-out-of-stock': [
    { names: [], isGone: false },
    { names: ['Lilies'], isGone: true },
    { names: ['Lilies', 'Red roses'], isGone: false },
  ],
  'product-sold-out': [{ name: 'Lilies' }],
  'pincode-outside': [{ pincode: '600004' }],
  'way-refused': [...ways, 'pickup' as const].map((way) => ({ way })),
  'way-missing-there': ways.map((way) => ({ way, pincode: '600004' })),
  'day-far': [{ daysAhead: 1 }, { daysAhead: 60 }],
  'day-closed': [{ closedFor: 'Pongal' }],
  'evening-closed': [{ closedFor: 'Pongal' }],
  'studio-closed': [{ weekday: 'Sunday' }],
  'lead-over': [{ leadDays: 1 }, { leadDays: 2 }],
  'same-day-over': [{ hour: '3 pm' }],
  'day-before-over': [{ hour: '3 pm' }],
  'yesterday-over': [{ slot: 'Morning', hour: '3 pm' }],
  'flower-in-recipes': few.map((recipes) => ({ recipes })),
}

const sentences = [
  ...(Object.keys(errorStatuses) as ErrorCode[]).map((code) => [code, sentenceOf(code)] as const),
  ...(Object.keys(refusals) as Reason[]).flatMap((reason) => {
    const { code, sentence } = refusals[reason]
    const all: readonly unknown[] = samples[reason as ReasonWithFacts] ?? []
    if (typeof sentence === 'string') return [[reason, sentence] as const]
    return all.map((facts) => [reason, sentenceOf(code, { reason, facts })] as const)
  }),
]

describe('the sentences of refusals', () => {
  test('each reason is in one catalogue', () => {
    const reasons = rooms.flatMap((room) => Object.values(room).flatMap(Object.keys))
    expect(reasons.filter((reason, n) => reasons.indexOf(reason) !== n)).toEqual([])
  })

  test.each(sentences)('the sentence of %s is whole and has typographic marks', (_, sentence) => {
    expect(sentence).not.toMatch(/undefined|null|NaN|Invalid date|\[object|\$\{|[ ]{2}|['"]|\.\.| [.,?!]/)
    expect(sentence).toMatch(/^[\p{Lu}\d₹].*[\p{L}\d.?]$/u)
  })
})
