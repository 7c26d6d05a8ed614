import { readFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { dearestCalls } from '../calls.ts'
import type * as calling from '../children/calling.ts'
import { log, type Measured, median, type Options } from '../measure.ts'
import { load, residentMegabytes, startChild, startServer } from '../processes.ts'
import { copyOfSchool, liftLimits } from '../school.ts'

/** P8: measures the time from the process's start to its first page, on an existing school, and its idle memory. */
export async function* start({ school, isFull }: Options): AsyncGenerator<Measured> {
  const seconds: number[] = []
  const megabytes: number[] = []
  for (let round = 0; round < (isFull ? 9 : 5); round++) {
    await using server = await startServer({ DATA_DIR: school })
    seconds.push(server.startMs / 1000)
    log(`Started with ${(await server.cpuSeconds()).toFixed(2)} s of processor time`)
    await delay(1_500)
    megabytes.push(residentMegabytes(server.pid))
  }
  yield { part: 'start', ours: median(seconds) }
  yield { part: 'idle', ours: Math.round(median(megabytes)) }
}

/** Each kind of call has one caller, which waits this long between an answer and its next call. */
const pauseMs = 400
const visitors = { pauseMs: 1, headers: { 'accept-encoding': 'br' } }

/**
 * P8: measures memory and rates while the fifteen most expensive anonymous calls run and readers request `/classes`.
 */
export async function* memoryUnderLoad({ school, isFull }: Options): AsyncGenerator<Measured> {
  using folder = copyOfSchool(school)
  await liftLimits(folder.where)
  await using server = await startServer({ DATA_DIR: folder.path, TRUST_PROXY: '1' })
  await using asking = startChild<typeof calling>('calling.ts')
  const calls = await dearestCalls(server.url)
  /** Calls per second, by the name of the call. */
  const ask = async (some: readonly calling.Call[], ms: number) => {
    const counts = await asking.call('callFor', { callers: some.map((call) => [call]), pauseMs, ms })
    log(JSON.stringify(counts))
    return new Map(Object.entries(counts).map(([name, { done }]) => [name, (done * 1000) / ms]))
  }
  const read = (ms: number) => load({ url: `${server.url}/classes`, ms, ...visitors })

  log('P8 each call alone')
  const alone = new Map<string, number>()
  for (const call of calls)
    for (const [name, rate] of await ask([call], isFull ? 6_000 : 3_000)) alone.set(name, rate)
  const readersAlone = median([await read(2_000), await read(2_000), await read(2_000)])
  log('P8 all together')
  const memory: number[] = []
  const watching = setInterval(() => memory.push(memoryOf(server.pid)), 100)
  const [together, readers] = await Promise.all([ask(calls, 60_000), read(60_000)])
  clearInterval(watching)
  const shares = [...together].map(([name, ours]) => {
    const baseline = alone.get(name) ?? Number.NaN
    return { at: name, ours, baseline, ratio: ours / baseline }
  })
  yield { part: 'most', at: `median ${Math.round(median(memory))} MB`, ours: Math.max(...memory) }
  yield { part: 'share', ...shares.reduce((a, b) => (b.ratio < a.ratio ? b : a)) }
  yield { part: 'readers', ours: readers, baseline: readersAlone, ratio: readers / readersAlone }
}

function memoryOf(pid: number): number {
  const [, kilobytes] = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return Number(kilobytes) / 1024
}
