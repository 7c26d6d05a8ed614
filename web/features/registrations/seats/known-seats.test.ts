import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { seatHoldBody } from '../../../../contract/registrations/seat-holds.ts'
import { forgetOwnWords } from '../../../lib/own-words.ts'
import { rememberSeat } from '../../../lib/seats-taken.ts'
import { keptHold, knownHolds } from './kept-hold.ts'

const placeOf = (kept: Map<string, string>) => ({
  getItem: (name: string) => kept.get(name) ?? null,
  setItem: (name: string, text: string) => kept.set(name, text),
  removeItem: (name: string) => kept.delete(name),
})

describe('the seats that a browser names (D§2)', () => {
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
