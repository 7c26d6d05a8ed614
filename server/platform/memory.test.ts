import { expect, test } from 'vitest'
import { giveBackMemory } from './memory.ts'

test('memory that nothing uses is given back', async () => {
  let dropped: object[] | null = Array.from({ length: 500_000 }, (_, n) => ({ n, text: `number ${n}` }))
  expect(dropped).toHaveLength(500_000)
  const before = process.memoryUsage().heapTotal
  dropped = null
  await giveBackMemory()
  expect(before - process.memoryUsage().heapTotal).toBeGreaterThan(20_000_000)
})
