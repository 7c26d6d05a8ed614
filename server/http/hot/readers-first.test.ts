import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createReadersFirst } from './readers-first.ts'

const windowMs = 50

describe('the priority of page requests over changes', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  })
  afterEach(() => {
    // A spy that is restored later would put the fake timer back, also in other files.
    vi.restoreAllMocks()
    vi.useRealTimers()
  })

  function begin(count: number) {
    const readersFirst = createReadersFirst()
    const begun: number[] = []
    return {
      begun,
      /** Counts this number of page requests, and lets a time window pass. */
      async pass(pages: number) {
        for (let page = 0; page < pages; page++) readersFirst.notePage()
        await vi.advanceTimersByTimeAsync(windowMs)
      },
      async change() {
        for (let index = 0; index < count; index++)
          void readersFirst.turn('change').then(() => begun.push(index))
        await vi.advanceTimersByTimeAsync(0)
      },
    }
  }

  test('every change begins immediately while there are few page requests', async () => {
    const { begun, pass, change } = begin(500)
    await pass(windowMs - 1)
    await change()
    expect(begun).toHaveLength(500)
  })

  test('during a rush of page requests two changes begin in each time window, in the order of their arrival', async () => {
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

  test('waiting changes begin as soon as the rush of page requests is over', async () => {
    const { begun, pass, change } = begin(50)
    await pass(500)
    await change()
    await pass(500)
    expect(begun).toHaveLength(4)
    await pass(0)
    expect(begun).toHaveLength(50)
  })

  test('one timer starts the waiting changes at the end of the time window, and no timer remains', async () => {
    const { begun, pass, change } = begin(2)
    await pass(500)
    await change()
    await vi.advanceTimersByTimeAsync(20)
    expect(vi.getTimerCount()).toBe(0)
    const timers = vi.spyOn(globalThis, 'setTimeout')
    await change()
    expect(timers.mock.calls.map(([, ms]) => ms)).toEqual([windowMs - 20])
    await vi.advanceTimersByTimeAsync(windowMs - 21)
    expect(begun).toEqual([0, 1])
    await vi.advanceTimersByTimeAsync(1)
    expect(begun).toEqual([0, 1, 0, 1])
    expect(vi.getTimerCount()).toBe(0)
  })

  test('a change that arrives when a time window is just over waits behind earlier changes', async () => {
    let now = 0
    const readersFirst = createReadersFirst(() => now)
    const begun: string[] = []
    const turn = (name: string) => void readersFirst.turn('change').then(() => begun.push(name))
    for (let page = 0; page < 500; page++) readersFirst.notePage()
    now += windowMs
    for (const name of ['a', 'b', 'c']) turn(name)
    // The window is over, but its timer has not run yet.
    now += windowMs
    turn('d')
    await vi.advanceTimersByTimeAsync(0)
    expect(begun).toEqual(['a', 'b'])
    await vi.advanceTimersByTimeAsync(windowMs)
    expect(begun).toEqual(['a', 'b', 'c', 'd'])
  })

  test('during a rush of page requests one expensive task begins every two time windows, and delays no change', async () => {
    const readersFirst = createReadersFirst()
    const begun: string[] = []
    const ask = (work: 'change' | 'expensive') => void readersFirst.turn(work).then(() => begun.push(work))
    for (let page = 0; page < windowMs; page++) readersFirst.notePage()
    await vi.advanceTimersByTimeAsync(windowMs)
    for (let count = 0; count < 3; count++) ask('expensive')
    ask('change')
    await vi.advanceTimersByTimeAsync(0)
    expect(begun).toEqual(['expensive', 'change'])
    const pass = async () => {
      for (let page = 0; page < windowMs; page++) readersFirst.notePage()
      await vi.advanceTimersByTimeAsync(windowMs)
      return begun.length
    }
    expect([await pass(), await pass(), await pass(), await pass()]).toEqual([2, 3, 3, 4])
    expect(begun).toEqual(['expensive', 'change', 'expensive', 'expensive'])
  })

  test('a new change does not overtake waiting changes', async () => {
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
