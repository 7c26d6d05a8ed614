import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { seatHoldBody } from '../../../../contract/registrations/seat-holds.ts'
import { forgetOwnWords } from '../../../lib/own-words.ts'
import { rememberSeat, seatKey } from '../../../lib/seats-taken.ts'
import { type KeptHold, keptHold, keptHolds, knownHolds } from './kept-hold.ts'

const placeOf = (kept: Map<string, string>) => ({
  getItem: (name: string) => kept.get(name) ?? null,
  setItem: (name: string, text: string) => kept.set(name, text),
  removeItem: (name: string) => kept.delete(name),
})

const now = Date.parse('2026-03-02T06:30:00.000Z')
const hold: KeptHold = {
  id: 'h'.repeat(22),
  transactionId: 'TXN1',
  reference: 'MAL-7KQ2XD',
  amount: '2100.00',
  batch: '2026-03-12',
  until: '2026-03-02T06:45:00.000Z',
  endsAt: now + 900_000,
}

describe('a seat hold that the browser remembers', () => {
  let local: Map<string, string>
  beforeEach(() => {
    local = new Map()
    vi.stubGlobal('localStorage', placeOf(local))
    vi.stubGlobal('sessionStorage', placeOf(new Map()))
    vi.useFakeTimers({ now })
  })
  afterEach(() => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
  })

  test('a remembered hold is found by its course and batch, and nothing stays stored after its removal', () => {
    keptHold('course batch').write(hold)
    keptHold('course other').write({ ...hold, id: 'o'.repeat(22) })
    expect(keptHold('course batch').read()).toMatchObject(hold)
    keptHold('course other').write(null)
    expect(Object.keys(keptHolds())).toEqual(['course batch'])
    keptHold('course batch').write(null)
    expect(local.has('seatHolds')).toBe(false)
  })

  test('a remembered hold is forgotten at the sign-out', () => {
    keptHold('course batch').write(hold)
    forgetOwnWords()
    expect(keptHold('course batch').read()).toBeNull()
    expect(keptHolds()).toEqual({})
  })

  test('a remembered hold is forgotten a week after its end', () => {
    keptHold('course batch').write(hold)
    vi.setSystemTime(hold.endsAt + 6 * 24 * 60 * 60_000)
    expect(keptHold('course batch').read()).toMatchObject(hold)
    vi.setSystemTime(hold.endsAt + 8 * 24 * 60 * 60_000)
    expect(keptHold('course batch').read()).toBeNull()
  })

  test('a hold whose request has no answer yet is known only to its dialog', () => {
    keptHold('course batch').write({ ...hold, id: '' })
    expect(keptHold('course batch').read()).toMatchObject({ transactionId: 'TXN1' })
    expect(keptHolds()).toEqual({})
  })

  test.each(['', '3', '[]', '{"course batch":null}', '{"course batch":{}}', '{'])(
    'the stored text %j is not read as a hold',
    (text) => {
      local.set('seatHolds', text)
      expect(keptHold('course batch').read()).toBeNull()
    },
  )
})

describe('the ids of own seats that a browser sends with its requests', () => {
  let local: Map<string, string>
  beforeEach(() => {
    local = new Map()
    vi.stubGlobal('localStorage', placeOf(local))
    vi.stubGlobal('sessionStorage', placeOf(new Map()))
  })
  afterEach(() => {
    vi.unstubAllGlobals()
  })

  test('a browser sends the ids of the seats that were taken in it, newest first and each once', () => {
    expect(knownHolds()).toEqual({})
    for (const id of ['first', 'second', 'first']) rememberSeat(id)
    expect(knownHolds()).toEqual({ knownHolds: ['first', 'second'] })
  })

  test('a browser sends the id of its seat hold before the ids of the seats that were taken in it', () => {
    rememberSeat('seat')
    keptHold('course batch').write({
      id: 'hold',
      transactionId: 'TXN1',
      reference: 'MAL-7KQ2XD',
      amount: '2100.00',
      batch: '2026-03-12',
      until: '2026-03-02T06:45:00.000Z',
      endsAt: Date.now() + 900_000,
    })
    expect(knownHolds()).toEqual({ knownHolds: ['hold', 'seat'] })
    // The booking of the hold names the hold in a field of its own.
    expect(knownHolds('hold')).toEqual({ knownHolds: ['seat'] })
  })

  test('a browser sends at most as many ids of seats as the contract allows', () => {
    for (let n = 0; n < 30; n++) rememberSeat(`seat-${n}`)
    const named = knownHolds().knownHolds
    expect(named?.[0]).toBe('seat-29')
    expect(seatHoldBody.shape.knownHolds.safeParse(named).success).toBe(true)
    expect(seatHoldBody.shape.knownHolds.safeParse([...(named ?? []), 'one-more']).success).toBe(false)
  })

  test('a browser does not send the ids of seats of a visitor who was signed in before', () => {
    rememberSeat('seat')
    forgetOwnWords()
    expect(knownHolds()).toEqual({})
    rememberSeat('theirs')
    expect(knownHolds()).toEqual({ knownHolds: ['theirs'] })
  })

  test.each(['', '3', '[]', '{"by":"null"}', '{"by":"null","ids":3}', '{"by":"null","ids":[null,"a b",""]}'])(
    'the stored text %j is not read as seats',
    (text) => {
      local.set('seatsTaken', text)
      expect(knownHolds()).toEqual({})
    },
  )

  test('a browser keeps only the keys of the seats in its list, and none of a visitor who was signed in before', () => {
    for (let n = 0; n < 30; n++) rememberSeat(`seat-${n}`, `key-${n}`)
    rememberSeat('seat-29')
    expect([seatKey('seat-29'), seatKey('seat-0')]).toEqual(['key-29', null])
    expect(local.get('seatsTaken')).not.toContain('key-0')
    forgetOwnWords()
    rememberSeat('theirs', 'other')
    expect(local.get('seatsTaken')).not.toContain('key-29')
    expect(seatKey('theirs')).toBe('other')
  })

  test('an answer without a seat adds no seat to the browser’s list', () => {
    rememberSeat(undefined)
    expect(knownHolds()).toEqual({})
  })
})
