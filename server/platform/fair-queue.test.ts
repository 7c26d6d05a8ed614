import { expect, test } from 'vitest'
import { FairQueue } from './fair-queue.ts'

/** Makes a queue whose work runs until it is ended; `begun` names the work in the order in which it began. */
function begin(options: { room: number; waitingMax: number }) {
  const line = new FairQueue(options)
  const begun: string[] = []
  const ends = new Map<string, () => void>()
  const ask = (name: string, size = 1) => {
    const [network = ''] = name.split(' ')
    return line.run(network, size, async () => {
      begun.push(name)
      await new Promise<void>((resolve) => ends.set(name, resolve))
      return name
    })
  }
  const end = async (name: string) => {
    ends.get(name)?.()
    await nextTurn()
  }
  return { line, begun, ask, end }
}

const nextTurn = () => new Promise<void>((resolve) => setImmediate(resolve))
const unavailable = { code: 'unavailable' }

test('a call that arrives at a full queue is refused, and all earlier calls run', async () => {
  const { ask, end, begun } = begin({ room: 2, waitingMax: 3 })
  const asked = ['a 1', 'a 2', 'b 1', 'c 1', 'd 1'].map((name) => ask(name))
  await expect(ask('e 1')).rejects.toMatchObject(unavailable)
  for (const name of ['a 1', 'a 2', 'b 1', 'c 1', 'd 1']) await end(name)
  expect(await Promise.all(asked)).toEqual(begun)
})

test('the newest call of the network with the most waiting calls makes room in a full queue for another network', async () => {
  const { ask, end, begun } = begin({ room: 1, waitingMax: 4 })
  const flood = Promise.allSettled([1, 2, 3, 4, 5, 6, 7].map((n) => ask(`flood ${n}`)))
  const visitors = ['b 1', 'c 1'].map((name) => ask(name))
  // Each network now has one or two calls in line, so none has more than network b would have.
  await expect(ask('b 2')).rejects.toMatchObject(unavailable)
  for (const name of ['flood 1', 'flood 2', 'b 1', 'c 1', 'flood 3']) await end(name)
  expect(begun).toEqual(['flood 1', 'flood 2', 'b 1', 'c 1', 'flood 3'])
  expect(await Promise.all(visitors)).toEqual(['b 1', 'c 1'])
  const isDone = (await flood).map(({ status }) => status === 'fulfilled')
  expect(isDone).toEqual([true, true, true, false, false, false, false])
})

test('calls of different networks in the queue are handled in turn', async () => {
  const { ask, end, begun } = begin({ room: 1, waitingMax: 9 })
  for (const name of ['a 1', 'a 2', 'a 3', 'b 1', 'b 2', 'c 1']) void ask(name)
  await nextTurn()
  for (let at = 0; at < 6; at++) await end(begun[at] ?? '')
  expect(begun).toEqual(['a 1', 'a 2', 'b 1', 'c 1', 'a 3', 'b 2'])
})

test('the queue runs no more tasks than it has room for, and a small task does not overtake a large one', async () => {
  const { ask, end, begun } = begin({ room: 4, waitingMax: 9 })
  for (const [name, size] of [
    ['a', 2],
    ['b', 1],
    ['c', 2],
    ['d', 1],
    ['e', 1],
  ] as const)
    void ask(name, size)
  await nextTurn()
  expect(begun).toEqual(['a', 'b'])
  await end('b')
  expect(begun).toEqual(['a', 'b', 'c'])
  await end('c')
  expect(begun).toEqual(['a', 'b', 'c', 'd', 'e'])
})

test('when a task fails, the next task in the queue runs', async () => {
  const { line } = begin({ room: 1, waitingMax: 1 })
  const failing = line.run('a', 1, () => Promise.reject(new Error('no data')))
  const next = line.run('b', 1, async () => 'done')
  await expect(failing).rejects.toThrow('no data')
  expect(await next).toBe('done')
})

test('a paused task makes room for other tasks, and continues even if the queue is full', async () => {
  const { line, ask, end, begun } = begin({ room: 1, waitingMax: 1 })
  let answer = () => {}
  const paused = line.run('a', 1, async (place) => {
    await place.pause(() => new Promise<void>((resolve) => (answer = resolve)))
    begun.push('a again')
    return 'answered'
  })
  await nextTurn()
  const asked = ['b 1', 'b 2'].map((name) => ask(name))
  answer()
  await nextTurn()
  for (const name of ['b 1', 'b 2']) await end(name)
  await end('b 2')
  expect(await paused).toBe('answered')
  expect(await Promise.all(asked)).toEqual(['b 1', 'b 2'])
  expect(begun).toContain('a again')
})
