import { afterEach, expect, test, vi } from 'vitest'

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
  return { ...(await import('./order-keys.ts')), ...(await import('./own-words.ts')) }
}

afterEach(() => vi.unstubAllGlobals())

const keyOf = (id: string) => `${id}.${'A'.repeat(32)}`

test.each([
  'nonsense',
  '7',
  '{"by":"null"}',
  '{"by":"null","keys":[7,["a"],["a","b"]]}',
  '{"by":"x","keys":[]}',
])('of %s there is no key', async (orderKeys) => {
  const { orderKey } = await inBrowser({ orderKeys })
  expect(orderKey('a')).toBeNull()
})

test('the last twenty are kept, each by its order, until somebody else sits here', async () => {
  const { orderKey, keepOrderKey, forgetOwnWords } = await inBrowser()
  keepOrderKey('none', undefined)
  expect(orderKey('none')).toBeNull()
  for (let n = 0; n < 21; n++) keepOrderKey(`order-${n}`, keyOf(`order-${n}`))
  keepOrderKey('order-5', keyOf('newer'))
  expect(orderKey('order-0')).toBeNull()
  expect(orderKey('order-5')).toBe(keyOf('newer'))
  expect(orderKey('order-20')).toBe(keyOf('order-20'))
  forgetOwnWords()
  expect(orderKey('order-20')).toBeNull()
})
