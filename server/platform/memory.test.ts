import { expect, test } from 'vitest'
import { giveBackMemory } from './memory.ts'

test('memory that nothing uses is given back, and what is in use stays', async () => {
  const kept = Array.from({ length: 1_000 }, (_, n) => ({ n }))
  let dropped: object[] | null = Array.from({ length: 500_000 }, (_, n) => ({ n, text: `number ${n}` }))
  const withBoth = process.memoryUsage().heapTotal + Number(dropped.length === 0)
  dropped = null
  await giveBackMemory()
  expect(withBoth - process.memoryUsage().heapTotal).toBeGreaterThan(20_000_000)
  expect(kept.at(-1)).toEqual({ n: 999 })
})
