import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { forgetOwnWords } from '../../../lib/own-words.ts'
import { type KeptHold, keptHold, keptHolds } from './kept-hold.ts'

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
