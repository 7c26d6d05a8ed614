import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import { every, workThrough } from './every.ts'
import { createLogger } from './logger.ts'

const log = createLogger('silent')
const hour = 3_600_000

test('a loop runs its first round immediately and each further round after the pause', async () => {
  const work = vi.fn(async () => {})
  const loop = every('a test', 1, work, { log })
  expect(work).toHaveBeenCalledOnce()
  await vi.waitFor(() => expect(work.mock.calls.length).toBeGreaterThan(3))
  await loop.stop()
  const { length } = work.mock.calls
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(work.mock.calls.length).toBe(length)
})

test('a loop can delay its first round, and a stop before the first round cancels the round', async () => {
  const work = vi.fn(async () => {})
  const loop = every('a test', hour, work, { log, isFirstLater: true })
  await nextTurn()
  expect(work).not.toHaveBeenCalled()
  await loop.stop()
  expect(work).not.toHaveBeenCalled()
})

test('a round of a loop can set when the next round begins, and `wake` begins the next round immediately', async () => {
  const work = vi.fn(async () => (work.mock.calls.length < 3 ? 0 : hour))
  const loop = every('a test', hour, work, { log })
  await vi.waitFor(() => expect(work).toHaveBeenCalledTimes(3))
  loop.wake()
  await vi.waitFor(() => expect(work).toHaveBeenCalledTimes(4))
  await loop.stop()
})

test('a failed round is logged with the name of its loop, and the loop continues', async () => {
  const error = vi.spyOn(log, 'error')
  const work = vi.fn(async () => {}).mockRejectedValueOnce(new Error('no database'))
  const loop = every('the day’s work', 1, work, { log })
  await vi.waitFor(() => expect(work.mock.calls.length).toBeGreaterThan(1))
  await loop.stop()
  expect(error).toHaveBeenCalledExactlyOnceWith(
    { err: expect.any(Error) },
    'the day’s work failed and will be tried again',
  )
})

test('stopping a loop waits for the running round, which can see that the loop is stopping', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  let seen: boolean[] = []
  const loop = every(
    'a test',
    1,
    async (isStopping) => {
      seen = [isStopping()]
      await promise
      seen.push(isStopping())
    },
    { log },
  )
  let isStopped = false
  const stopped = loop.stop().then(() => {
    isStopped = true
  })
  await nextTurn()
  expect(isStopped).toBe(false)
  resolve()
  await stopped
  expect(seen).toEqual([false, true])
})

test.each([0, 99, 100, 250])(
  'working through %i rows in batches handles each row, and counts the rows whose handling had an effect',
  async (all) => {
    const waiting = Array.from({ length: all }, (_, n) => n)
    const done: number[] = []
    const count = await workThrough(
      async (limit) => waiting.slice(0, limit),
      async (n) => {
        waiting.splice(waiting.indexOf(n), 1)
        done.push(n)
        return n % 2 === 0
      },
    )
    expect([done.length, count, waiting]).toEqual([all, Math.ceil(all / 2), []])
  },
)
