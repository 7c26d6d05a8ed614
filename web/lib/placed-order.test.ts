import { afterEach, expect, test, vi } from 'vitest'

const hour = 60 * 60_000

/** The module in a browser of its own. */
async function inBrowser(stored: Record<string, string> = {}) {
  const place = () => {
    const kept = new Map(Object.entries(stored))
    return {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, text: string) => void kept.set(key, text),
      removeItem: (key: string) => void kept.delete(key),
    }
  }
  vi.resetModules()
  vi.stubGlobal('localStorage', place())
  vi.stubGlobal('sessionStorage', place())
  return { ...(await import('./placed-order.ts')), ...(await import('./own-words.ts')) }
}

afterEach(() => vi.unstubAllGlobals())

test.each([
  'nonsense',
  '7',
  '"order"',
  '[]',
  '{}',
  '{"by":"null"}',
  '{"by":"null","orders":7}',
  '{"by":"null","orders":[null,7,{"id":7,"at":9e15},{"id":"undated"}]}',
  '{"by":"somebody","orders":[{"id":"theirs","at":9e15}]}',
])('of %s there is no order', async (placedOrder) => {
  const { placedOrder: read, placedOrders } = await inBrowser({ placedOrder })
  expect([read(0), placedOrders(0)]).toEqual([null, []])
})

test('is there for a day, for whoever placed it', async () => {
  const { placedOrder, keepPlacedOrder, forgetOwnWords } = await inBrowser()
  expect(placedOrder(0)).toBeNull()
  keepPlacedOrder('first', 0)
  keepPlacedOrder('second', hour)
  expect(placedOrder(24 * hour)).toBe('second')
  expect(placedOrder(25 * hour)).toBeNull()
  forgetOwnWords()
  expect(placedOrder(2 * hour)).toBeNull()
})

test('all are kept for sixty days, newest first, each once and ten at most', async () => {
  const { placedOrders, keepPlacedOrder, forgetPlacedOrders } = await inBrowser()
  for (const id of ['first', 'second', 'first']) keepPlacedOrder(id, hour)
  expect(placedOrders(2 * hour)).toEqual(['first', 'second'])
  keepPlacedOrder('third', 48 * hour)
  expect(placedOrders(60 * 24 * hour)).toEqual(['third', 'first', 'second'])
  expect(placedOrders(61 * 24 * hour)).toEqual(['third'])
  for (let n = 0; n < 12; n++) keepPlacedOrder(`order-${n}`, 50 * hour)
  expect(placedOrders(51 * hour)).toHaveLength(10)
  expect(placedOrders(51 * hour)[0]).toBe('order-11')
  forgetPlacedOrders()
  expect(placedOrders(51 * hour)).toEqual([])
})
