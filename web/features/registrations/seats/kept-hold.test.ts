import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { seatHoldBody } from '../../../../contract/registrations/seat-holds.ts'
import { forgetOwnWords } from '../../../lib/own-words.ts'
import { rememberSeat } from '../../../lib/seats-taken.ts'
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

describe('a hold that the browser keeps', () => {
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

  test('is found by its course and batch, and leaves nothing when it goes', () => {
    keptHold('course batch').write(hold)
    keptHold('course other').write({ ...hold, id: 'o'.repeat(22) })
    expect(keptHold('course batch').read()).toMatchObject(hold)
    keptHold('course other').write(null)
    expect(Object.keys(keptHolds())).toEqual(['course batch'])
    keptHold('course batch').write(null)
    expect(local.has('seatHolds')).toBe(false)
  })

  test('of somebody else is not found', () => {
    keptHold('course batch').write(hold)
    forgetOwnWords()
    expect(keptHold('course batch').read()).toBeNull()
    expect(keptHolds()).toEqual({})
  })

  test('is forgotten a week after its end, as the school forgets it', () => {
    keptHold('course batch').write(hold)
    vi.setSystemTime(hold.endsAt + 6 * 24 * 60 * 60_000)
    expect(keptHold('course batch').read()).toMatchObject(hold)
    vi.setSystemTime(hold.endsAt + 8 * 24 * 60 * 60_000)
    expect(keptHold('course batch').read()).toBeNull()
  })

  test('that was asked for and not answered is known to its dialog alone', () => {
    keptHold('course batch').write({ ...hold, id: '' })
    expect(keptHold('course batch').read()).toMatchObject({ transactionId: 'TXN1' })
    expect(keptHolds()).toEqual({})
  })

  test.each(['', '3', '[]', '{"course batch":null}', '{"course batch":{}}', '{'])(
    'nothing is made of %j in its place',
    (text) => {
      local.set('seatHolds', text)
      expect(keptHold('course batch').read()).toBeNull()
    },
  )
})

describe('the seats that a browser names', () => {
  let local: Map<string, string>
  beforeEach(() => {
    local = new Map()
    vi.stubGlobal('localStorage', placeOf(local))
    vi.stubGlobal('sessionStorage', placeOf(new Map()))
  })
  afterEach(() => {
    vi.unstubAllGlobals()
  })

  test('are none at first, then those that it took, the newest first and each once', () => {
    expect(knownHolds()).toEqual({})
    for (const id of ['first', 'second', 'first']) rememberSeat(id)
    expect(knownHolds()).toEqual({ knownHolds: ['first', 'second'] })
  })

  test('a seat that is kept while somebody pays stands before them', () => {
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
    // The booking that completes it names it in its own field.
    expect(knownHolds('hold')).toEqual({ knownHolds: ['seat'] })
  })

  test('are at most as many as the wire takes', () => {
    for (let n = 0; n < 30; n++) rememberSeat(`seat-${n}`)
    const named = knownHolds().knownHolds
    expect(named?.[0]).toBe('seat-29')
    expect(seatHoldBody.shape.knownHolds.safeParse(named).success).toBe(true)
    expect(seatHoldBody.shape.knownHolds.safeParse([...(named ?? []), 'one-more']).success).toBe(false)
  })

  test('are not named by whoever uses the browser next', () => {
    rememberSeat('seat')
    forgetOwnWords()
    expect(knownHolds()).toEqual({})
    rememberSeat('theirs')
    expect(knownHolds()).toEqual({ knownHolds: ['theirs'] })
  })

  test.each(['', '3', '[]', '{"by":"null"}', '{"by":"null","ids":3}', '{"by":"null","ids":[null,"a b",""]}'])(
    'nothing is made of %j in their place',
    (text) => {
      local.set('seatsTaken', text)
      expect(knownHolds()).toEqual({})
    },
  )

  test('an answer without a seat adds none', () => {
    rememberSeat(undefined)
    expect(knownHolds()).toEqual({})
  })
})
