import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { FloristOrder, PressKind } from '../../../../../contract/orders/florist.ts'
import type { OrderStatus } from '../../../../../contract/orders/order-facts.ts'
import { ApiError } from '../../../../lib/api.ts'
import { keptPresses, tidyPresses } from '../../../../lib/kept-presses.ts'
import {
  type KeptPress,
  keepPress,
  keepWhatFits,
  readPresses,
  sendPresses,
  withPresses,
} from './press-queue.ts'

const pressedAt = '2026-03-02T05:33:00.000Z'
const now = Date.parse(pressedAt)
const press = (key: string, kind: PressKind = 'out', at = pressedAt): KeptPress => ({
  key,
  by: 'florist',
  order: 'order-1',
  number: 'MAL-1',
  body: { kind, at },
})

function browserWith(limit = Number.POSITIVE_INFINITY) {
  const stored = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => stored.get(name) ?? null,
    removeItem: (name: string) => stored.delete(name),
    setItem(name: string, text: string) {
      if (text.length > limit) throw new Error('QuotaExceededError')
      stored.set(name, text)
    },
  })
  return stored
}

beforeEach(() => {
  browserWith()
})

describe('the clicks on the florist’s page that a phone stores until they are sent', () => {
  test('clicks are stored in the order in which they were made, and deleted at the sign-out', () => {
    keepPress(press('a'), now)
    keepPress(press('b'), now)
    expect(readPresses('florist', now).map(({ key }) => key)).toEqual(['a', 'b'])
    keptPresses.write(null)
    expect(readPresses('florist', now)).toEqual([])
  })

  test.each([
    ['are kept until the evening of their day', '2026-03-02T17:30:00.000Z', 1],
    ['are kept after midnight, for midnight deliveries', '2026-03-02T19:30:00.000Z', 1],
    ['are deleted by the next morning', '2026-03-02T21:30:00.000Z', 0],
  ])('unsent clicks %s', (_, at, count) => {
    const stored = browserWith()
    keepPress(press('a'), now)
    expect(readPresses('florist', Date.parse(at))).toHaveLength(count)
    tidyPresses('florist', Date.parse(at))
    expect(stored.size).toBe(count)
  })

  test.each([
    ['are kept after the session has run out', null, 1],
    ['are kept when the same person is signed in', 'florist', 1],
    ['are deleted when another person is signed in', 'driver', 0],
  ])('unsent clicks %s', (_, userId, count) => {
    const stored = browserWith()
    keepPress(press('a'), now)
    expect(readPresses('driver', now)).toEqual([])
    tidyPresses(userId, now)
    expect(stored.size).toBe(count)
  })

  test('unsent clicks are deleted from the phone at the end of the day, even if nobody is signed in', () => {
    const stored = browserWith()
    keepPress(press('a'), now)
    tidyPresses(null, Date.parse('2026-03-02T21:30:00.000Z'))
    expect(stored.size).toBe(0)
  })

  test('a click that does not fit into the phone’s storage is reported as not stored; earlier clicks stay stored', () => {
    browserWith(400)
    expect(keepPress(press('a'), now)).toBe(true)
    const large = { ...press('b'), body: { ...press('b').body, photograph: 'x'.repeat(500) } }
    expect(keepPress(large, now)).toBe(false)
    expect(readPresses('florist', now).map(({ key }) => key)).toEqual(['a'])
  })

  test.each([
    [1_000, 'whole', ['b']],
    [400, 'without-photograph', ['b']],
    [10, 'nothing', []],
  ])('of a click with a photograph, a storage for %i characters keeps: %s', (limit, kept, keys) => {
    browserWith(limit)
    const large = { ...press('b'), body: { ...press('b').body, photograph: 'x'.repeat(500) } }
    expect(keepWhatFits(large, now)).toBe(kept)
    expect(readPresses('florist', now).map(({ key }) => key)).toEqual(keys)
  })

  test('a click without a photograph that does not fit into the phone’s storage is reported as lost', () => {
    browserWith(10)
    expect(keepWhatFits(press('a'), now)).toBe('nothing')
  })

  test.each([['[1, null, {"key": 3}]'], ['{}'], ['not JSON']])(
    'stored text that contains no valid clicks is ignored: %s',
    (text) => {
      keptPresses.write(text)
      expect(readPresses('florist', now)).toEqual([])
    },
  )
})

describe('sending the stored clicks of a phone', () => {
  const failure = (status: number) =>
    new ApiError(status, { code: 'conflict', error: `refused with ${status}` })

  test('stored clicks are sent oldest first, each with its idempotency key and the time of the click', async () => {
    keepPress(press('a'), now)
    keepPress(press('b', 'delivered', '2026-03-02T05:40:00.000Z'), now)
    const sent: string[] = []
    await sendPresses(
      'florist',
      () => now,
      async ({ key, body }) => sent.push(`${key} ${body.kind} ${body.at}`),
      () => {},
    )
    expect(sent).toEqual([`a out ${pressedAt}`, 'b delivered 2026-03-02T05:40:00.000Z'])
    expect(readPresses('florist', now)).toEqual([])
  })

  test.each([[0], [401], [429], [500], [503]])(
    'a click that fails with status %i stays stored, and no later click is sent',
    async (status) => {
      keepPress(press('a'), now)
      keepPress(press('b'), now)
      const send = vi.fn().mockRejectedValue(failure(status))
      const told = vi.fn()
      await sendPresses('florist', () => now, send, told)
      expect(send).toHaveBeenCalledTimes(1)
      expect(told).not.toHaveBeenCalled()
      expect(readPresses('florist', now)).toHaveLength(2)
    },
  )

  test.each([[404], [409], [400]])(
    'a click that is refused with status %i is reported and dropped, and the next click is sent',
    async (status) => {
      keepPress(press('a'), now)
      keepPress(press('b'), now)
      const send = vi.fn().mockRejectedValueOnce(failure(status)).mockResolvedValue('answer')
      const told: string[] = []
      await sendPresses(
        'florist',
        () => now,
        send,
        ({ press: { key }, refusal }) => void told.push(`${key} ${refusal?.message ?? 'sent'}`),
      )
      expect(told).toEqual([`a refused with ${status}`, 'b sent'])
      expect(readPresses('florist', now)).toEqual([])
    },
  )

  test('a click that is stored while others are being sent is sent too', async () => {
    keepPress(press('a'), now)
    const keys: string[] = []
    await sendPresses(
      'florist',
      () => now,
      async ({ key }) => {
        keys.push(key)
        if (key === 'a') keepPress(press('b'), now)
      },
      () => {},
    )
    expect(keys).toEqual(['a', 'b'])
  })
})

describe('an order with unsent clicks', () => {
  const order = { id: 'order-1', status: 'confirmed', readyAt: null, attempts: [] } as unknown as FloristOrder
  test.each<[OrderStatus, PressKind[], OrderStatus]>([
    ['confirmed', ['start'], 'processing'],
    ['confirmed', ['tied'], 'processing'],
    ['processing', ['out', 'delivered'], 'delivered'],
    ['delivered', ['out'], 'delivered'],
    ['shipped', ['not-reached'], 'shipped'],
  ])('an order in status %s with the unsent clicks %j is shown as %s', (status, kinds, shown) => {
    const presses = kinds.map((kind) => press(kind, kind))
    expect(withPresses({ ...order, status }, presses).status).toBe(shown)
  })

  test('an order shows the ready time and attempts from its own unsent clicks, not those of other orders', () => {
    const presses = [press('a', 'tied'), press('b', 'neighbour'), { ...press('c'), order: 'order-2' }]
    const shown = withPresses(order, presses)
    // A list that was loaded in the meantime contains these clicks already, so no click is added twice.
    expect(withPresses(shown, presses)).toEqual(shown)
    expect(shown).toMatchObject({
      status: 'processing',
      readyAt: pressedAt,
      attempts: [{ kind: 'neighbour', at: pressedAt, note: null }],
    })
  })
})
