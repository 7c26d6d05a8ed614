import { afterEach, expect, test, vi } from 'vitest'

const hour = 60 * 60_000

/** Loads the module in a new browser. */
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
  return { ...(await import('./placed-orders.ts')), ...(await import('./own-words.ts')) }
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
])('the stored text %s is read as no placed order', async (placedOrder) => {
  const { placedOrder: read, placedOrders } = await inBrowser({ placedOrder })
  expect([read(0), placedOrders(0)]).toEqual([null, []])
})

test('the last placed order is remembered for a day, and forgotten at the sign-out', async () => {
  const { placedOrder, keepPlacedOrder, forgetOwnWords } = await inBrowser()
  expect(placedOrder(0)).toBeNull()
  keepPlacedOrder('first', undefined, 0)
  keepPlacedOrder('second', undefined, hour)
  expect(placedOrder(24 * hour)).toBe('second')
  expect(placedOrder(25 * hour)).toBeNull()
  forgetOwnWords()
  expect(placedOrder(2 * hour)).toBeNull()
})

test('the browser remembers placed orders for sixty days, newest first, each once and at most twenty', async () => {
  const { placedOrders, keepPlacedOrder, forgetPlacedOrders } = await inBrowser()
  for (const id of ['first', 'second', 'first']) keepPlacedOrder(id, undefined, hour)
  expect(placedOrders(2 * hour)).toEqual(['first', 'second'])
  keepPlacedOrder('third', undefined, 48 * hour)
  expect(placedOrders(60 * 24 * hour)).toEqual(['third', 'first', 'second'])
  expect(placedOrders(61 * 24 * hour)).toEqual(['third'])
  for (let n = 0; n < 22; n++) keepPlacedOrder(`order-${n}`, undefined, 50 * hour)
  expect(placedOrders(51 * hour)).toHaveLength(20)
  expect(placedOrders(51 * hour)[0]).toBe('order-21')
  forgetPlacedOrders()
  expect(placedOrders(51 * hour)).toEqual([])
})

const keyOf = (id: string) => `${id}.${'A'.repeat(32)}`

test.each(['7', '""', '"short"', `"${'A'.repeat(70)}.${'A'.repeat(32)}"`])(
  'the stored text %s is not read as the secret key of an order',
  async (key) => {
    const placedOrder = `{"by":"null","orders":[{"id":"a","at":9e15,"key":${key}}]}`
    const { orderKey, placedOrders } = await inBrowser({ placedOrder })
    expect([orderKey('a', 0), placedOrders(0)]).toEqual([null, ['a']])
  },
)

test('the secret key of an order is remembered and forgotten together with the order', async () => {
  const { orderKey, keepPlacedOrder, forgetPlacedOrders, forgetOwnWords } = await inBrowser()
  keepPlacedOrder('none', undefined, hour)
  expect(orderKey('none', hour)).toBeNull()
  keepPlacedOrder('a', keyOf('a'), hour)
  keepPlacedOrder('a', undefined, 2 * hour)
  expect(orderKey('a', 3 * hour)).toBe(keyOf('a'))
  keepPlacedOrder('a', keyOf('newer'), 3 * hour)
  expect(orderKey('a', 3 * hour)).toBe(keyOf('newer'))
  expect(orderKey('a', 60 * 24 * hour + 3 * hour)).toBeNull()
  forgetPlacedOrders()
  expect(orderKey('a', 3 * hour)).toBeNull()
  keepPlacedOrder('a', keyOf('a'), hour)
  forgetOwnWords()
  expect(orderKey('a', hour)).toBeNull()
})
