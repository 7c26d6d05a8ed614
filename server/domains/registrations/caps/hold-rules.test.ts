import { describe, expect, test } from 'vitest'
import type { DomainError } from '../../../../contract/errors.ts'
import { type Claimant, checkHolds, type Wanted } from './hold-rules.ts'
import type { Held } from './holders.repository.ts'

const held = (changes: Partial<Held> = {}): Held => ({
  kind: 'enrolment',
  id: 'seat-1',
  reference: 'MAL-1',
  course_id: 'bouquets',
  batch_id: 'march',
  email: 'meena@mail.example',
  mailbox: 'meena@mail.example',
  transaction_id: null,
  proved_at: null,
  owes_nothing: 0,
  is_claimed: 0,
  is_paid: 0,
  pieces: 1,
  ...changes,
})
const proved = { proved_at: '2026-03-01T00:00:00.000Z' }
const stranger: Claimant = { email: 'meena@mail.example', isProved: false, known: [] }
const march: Wanted = { batchId: 'march' }

/** Returns the reason of the refusal, `own ID` if the person's own hold is found, or `yes`. */
function verdict(holds: Held[], who: Partial<Claimant> = {}, wanted: Wanted = march): string {
  try {
    const own = checkHolds(holds, { ...stranger, ...who }, wanted)
    return own ? `own ${own.id}` : 'yes'
  } catch (error) {
    return String((error as DomainError).options.reason)
  }
}

const silent = { kind: 'seat-hold' as const, id: 'hold-1' }
const elsewhere = (count: number, changes: Partial<Held> = {}) =>
  Array.from({ length: count }, (_, n) => held({ id: `other-${n}`, batch_id: `batch-${n}`, ...changes }))

describe('the limit of one hold for each person and batch', () => {
  test.each<[string, Held[], Partial<Claimant>, string]>([
    ['a person who holds nothing may hold a seat', [], {}, 'yes'],
    ['a seat of another batch does not count', [held({ batch_id: 'april' })], {}, 'yes'],
    [
      'a stranger whose e-mail and phone have a seat learns only that a seat may be held',
      [held()],
      {},
      'seat-maybe-held',
    ],
    [
      'a stranger whose e-mail and phone have a proved seat learns only that a seat may be held',
      [held(proved)],
      {},
      'seat-maybe-held',
    ],
    [
      'a stranger whose phone alone has a seat learns only that a seat may be held',
      [held({ mailbox: 'uma@mail.example' })],
      {},
      'seat-maybe-held',
    ],
    [
      'a stranger whose e-mail and phone have a dialog hold learns only that a seat may be held',
      [held(silent)],
      {},
      'seat-maybe-held',
    ],
    [
      'a stranger whose e-mail and phone have a free seat learns only that a seat may be held',
      [held({ owes_nothing: 1 })],
      {},
      'seat-maybe-held',
    ],
    [
      'the browser that holds the seat learns that it holds a seat',
      [held()],
      { known: ['seat-1'] },
      'seat-held',
    ],
    [
      'the browser that has the free seat learns that it has a free seat',
      [held({ owes_nothing: 1 })],
      { known: ['seat-1'] },
      'seat-free-held',
    ],
    [
      'the browser that has the dialog hold gets this hold back',
      [held(silent)],
      { known: ['hold-1'] },
      'own hold-1',
    ],
    [
      'a browser that knows only the dialog hold beside a seat learns only that a seat may be held',
      [held(silent), held()],
      { known: ['hold-1'] },
      'seat-maybe-held',
    ],
    ['a proved person learns that they hold a proved seat', [held(proved)], { isProved: true }, 'seat-held'],
    [
      'a proved person gets their own proved dialog hold back',
      [held({ ...silent, ...proved })],
      { isProved: true },
      'own hold-1',
    ],
    [
      'an unproved seat with the same details does not block a proved person',
      [held()],
      { isProved: true },
      'yes',
    ],
    [
      'an unproved dialog hold with the same details does not block a proved person',
      [held(silent)],
      { isProved: true },
      'yes',
    ],
    [
      'another person’s proved seat with the same phone does not block a proved person',
      [held({ ...proved, mailbox: 'uma@mail.example' })],
      { isProved: true },
      'yes',
    ],
  ])('one person gets one hold for each batch: %s', (_, holds, who, expected) => {
    expect(verdict(holds, who)).toBe(expected)
  })

  test('a repeated booking with the same transaction id, course and e-mail is not a second hold', () => {
    const sent = held({ kind: 'event-booking', transaction_id: 'T1' })
    const wanted = (transactionId: string, courseId = 'bouquets'): Wanted => ({
      batchId: 'march',
      booking: { courseId, transactionId },
    })
    expect(verdict([sent], {}, wanted('T1'))).toBe('yes')
    expect(verdict([sent], {}, wanted('T2'))).toBe('seat-maybe-held')
    expect(verdict([sent], {}, wanted('T1', 'wreaths'))).toBe('seat-maybe-held')
    const other = held({ ...sent, email: 'meena+1@mail.example' })
    expect(verdict([other], {}, wanted('T1'))).toBe('seat-maybe-held')
  })
})

describe('the limit of three unpaid holds for an unproved person', () => {
  test.each<[string, Held[], Partial<Claimant>, Wanted, string]>([
    ['a third hold after two unpaid holds is allowed', elsewhere(2), {}, march, 'yes'],
    [
      'a fourth hold is refused, and the answer says only that a seat may be held',
      elsewhere(3),
      {},
      march,
      'seat-maybe-held',
    ],
    [
      'a browser that knows one of three unpaid holds learns that too many are unpaid',
      elsewhere(3),
      { known: ['other-1'] },
      march,
      'unpaid-many',
    ],
    ['a proved person may take a fourth hold', elsewhere(3), { isProved: true }, march, 'yes'],
    ['proved holds do not count', elsewhere(3, proved), {}, march, 'yes'],
    ['free seats do not count', elsewhere(3, { owes_nothing: 1 }), {}, march, 'yes'],
    [
      'two seats and an order count together',
      [...elsewhere(2), held({ kind: 'order', batch_id: null })],
      {},
      march,
      'seat-maybe-held',
    ],
    ['an order after two unpaid holds is allowed', elsewhere(2), {}, { batchId: null }, 'yes'],
    ['an order after three unpaid holds is refused', elsewhere(3), {}, { batchId: null }, 'order-maybe-held'],
    [
      'a proved person may place an order after three unpaid holds',
      elsewhere(3),
      { isProved: true },
      { batchId: null },
      'yes',
    ],
    [
      'a second unpaid order is allowed',
      [held({ kind: 'order', batch_id: null })],
      {},
      { batchId: null },
      'yes',
    ],
  ])('an unproved person gets three unpaid holds: %s', (_, holds, who, wanted, expected) => {
    expect(verdict(holds, who, wanted)).toBe(expected)
  })
})
