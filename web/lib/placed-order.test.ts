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

test.each(['nonsense', '7', '"order"', '[]', '{}', '{"id":7,"at":9e15,"by":"null"}'])(
  'of %s there is no order',
  async (placedOrder) => {
    const { placedOrder: read } = await inBrowser({ placedOrder })
    expect(read(0)).toBeNull()
  },
)

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
