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

/** The reason of the refusal, `own ID` for a hold that is there already, or `yes`. */
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

describe('one live hold for each person and batch', () => {
  test.each<[string, Held[], Partial<Claimant>, string]>([
    ['nothing is held', [], {}, 'yes'],
    ['a seat of another batch', [held({ batch_id: 'april' })], {}, 'yes'],
    ['a seat, to a stranger', [held()], {}, 'seat-maybe-held'],
    ['a proved seat, to a stranger', [held(proved)], {}, 'seat-maybe-held'],
    ['a seat by the same phone alone', [held({ mailbox: 'uma@mail.example' })], {}, 'seat-maybe-held'],
    ['a silent hold, to a stranger', [held(silent)], {}, 'seat-maybe-held'],
    ['a free seat, to a stranger', [held({ owes_nothing: 1 })], {}, 'seat-maybe-held'],
    ['a seat, in the browser that holds it', [held()], { known: ['seat-1'] }, 'seat-held'],
    [
      'a free seat, in the browser that has it',
      [held({ owes_nothing: 1 })],
      { known: ['seat-1'] },
      'seat-free-held',
    ],
    ['a silent hold, in the browser that holds it', [held(silent)], { known: ['hold-1'] }, 'own hold-1'],
    [
      'a seat beside the silent hold of this browser',
      [held(silent), held()],
      { known: ['hold-1'] },
      'seat-maybe-held',
    ],
    ['their own proved seat, to who is proved', [held(proved)], { isProved: true }, 'seat-held'],
    [
      'their own silent hold, to who is proved',
      [held({ ...silent, ...proved })],
      { isProved: true },
      'own hold-1',
    ],
    ['a seat of somebody unproved, to who is proved', [held()], { isProved: true }, 'yes'],
    ['a silent hold of somebody unproved, to who is proved', [held(silent)], { isProved: true }, 'yes'],
    [
      'a proved seat of somebody else with this phone, to who is proved',
      [held({ ...proved, mailbox: 'uma@mail.example' })],
      { isProved: true },
      'yes',
    ],
  ])('%s', (_, holds, who, expected) => {
    expect(verdict(holds, who)).toBe(expected)
  })

  test('the same booking, sent again, is not a second one', () => {
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

describe('three unpaid in all until proved', () => {
  test.each<[string, Held[], Partial<Claimant>, Wanted, string]>([
    ['two', elsewhere(2), {}, march, 'yes'],
    ['three', elsewhere(3), {}, march, 'seat-maybe-held'],
    ['three, to a browser that knows one', elsewhere(3), { known: ['other-1'] }, march, 'unpaid-many'],
    ['three, to who is proved', elsewhere(3), { isProved: true }, march, 'yes'],
    ['three that are proved', elsewhere(3, proved), {}, march, 'yes'],
    ['three that cost nothing', elsewhere(3, { owes_nothing: 1 }), {}, march, 'yes'],
    [
      'seats and orders together',
      [...elsewhere(2), held({ kind: 'order', batch_id: null })],
      {},
      march,
      'seat-maybe-held',
    ],
    ['an order after two', elsewhere(2), {}, { batchId: null }, 'yes'],
    ['an order after three', elsewhere(3), {}, { batchId: null }, 'order-maybe-held'],
    ['an order after three, to who is proved', elsewhere(3), { isProved: true }, { batchId: null }, 'yes'],
    ['a second order', [held({ kind: 'order', batch_id: null })], {}, { batchId: null }, 'yes'],
  ])('%s', (_, holds, who, wanted, expected) => {
    expect(verdict(holds, who, wanted)).toBe(expected)
  })
})
