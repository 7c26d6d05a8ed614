import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createReadersFirst } from './readers-first.ts'

const windowMs = 50

describe('readers go first', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  function begin(count: number) {
    const readersFirst = createReadersFirst()
    const begun: number[] = []
    return {
      begun,
      /** So many pages are asked for, and a window passes. */
      async pass(pages: number) {
        for (let page = 0; page < pages; page++) readersFirst.notePage()
        await vi.advanceTimersByTimeAsync(windowMs)
      },
      async change() {
        for (let index = 0; index < count; index++) void readersFirst.turn().then(() => begun.push(index))
        await vi.advanceTimersByTimeAsync(0)
      },
    }
  }

  test('without a rush every change begins at once', async () => {
    const { begun, pass, change } = begin(500)
    await pass(windowMs - 1)
    await change()
    expect(begun).toHaveLength(500)
  })

  test('in a rush two begin in each window, in their order, and none is lost', async () => {
    const { begun, pass, change } = begin(7)
    await pass(windowMs)
    await change()
    expect(begun).toEqual([0, 1])
    await pass(windowMs)
    expect(begun).toEqual([0, 1, 2, 3])
    await pass(500)
    expect(begun).toEqual([0, 1, 2, 3, 4, 5])
    await pass(500)
    expect(begun).toEqual([0, 1, 2, 3, 4, 5, 6])
  })

  test('who waits begins as soon as the rush is over', async () => {
    const { begun, pass, change } = begin(50)
    await pass(500)
    await change()
    await pass(500)
    expect(begun).toHaveLength(4)
    await pass(0)
    expect(begun).toHaveLength(50)
  })

  test('nobody overtakes those in line', async () => {
    const { begun, pass, change } = begin(3)
    await pass(500)
    await change()
    await change()
    expect(begun).toEqual([0, 1])
    await pass(500)
    await pass(500)
    expect(begun).toEqual([0, 1, 2, 0, 1, 2])
  })
})
