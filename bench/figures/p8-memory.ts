import { cpSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as delay, setInterval as every } from 'node:timers/promises'
import { openDatabase } from '../../server/db/open.ts'
import type { Counts, MixedOrder } from '../children/mixed.ts'
import { dearestCalls } from '../dearest-calls.ts'
import { type Bench, median, perSecond, type Result } from '../measure.ts'
import { load, residentMegabytes, startChild, startServer, temporaryFolder } from '../processes.ts'

/** Each call has one caller, which waits this long between an answer and its next call. */
const pauseMs = 400
const visitors = { pauseMs: 1, headers: { 'accept-encoding': 'br' } }

/** P8: memory while the fifteen dearest anonymous calls run beside readers of `/classes`, and the rates that remain. */
export const memoryUnderLoad: Bench = async ({ school, isFull, log }) => {
  using temporary = temporaryFolder()
  cpSync(school, temporary.path, { recursive: true })
  await makeRoom(path.join(temporary.path, 'malar.db'))
  await using server = await startServer({ DATA_DIR: temporary.path, TRUST_PROXY: '1' })
  await using asking = startChild('mixed.ts')
  const calls = await dearestCalls(server.url)
  const ask = (some: MixedOrder['calls'], ms: number) =>
    asking.ask<Record<string, Counts>>({ url: server.url, calls: some, pauseMs, ms } satisfies MixedOrder)
  const read = (ms: number) => load(`${server.url}/classes`, { ms, ...visitors })

  const alone: Record<string, number> = {}
  const msAlone = isFull ? 6_000 : 3_000
  for (const call of calls) {
    log(`P8 ${call.name} alone`)
    alone[call.name] = (((await ask([call], msAlone))[call.name]?.done ?? 0) * 1000) / msAlone
  }
  const readersAlone = median([await read(2_000), await read(2_000), await read(2_000)])
  log('P8 all together')
  const ms = 60_000
  const memory: number[] = []
  const until = new AbortController()
  const watching = watch(server.pid, memory, until.signal)
  const [together, readers] = await Promise.all([ask(calls, ms), read(ms)])
  until.abort()
  await watching
  const shares = calls.map(({ name }) => ({
    name,
    share: ((together[name]?.done ?? 0) * 1000) / ms / (alone[name] ?? 0),
  }))
  for (const { name, share } of shares)
    log(
      `P8 ${name}: ${share.toFixed(2)} of ${perSecond(alone[name] ?? 0)}, ${JSON.stringify(together[name])}`,
    )
  await delay(5_000)
  log(`P8 ${Math.round(residentMegabytes(server.pid))} MB afterwards`)
  const least = shares.reduce((a, b) => (b.share < a.share ? b : a))
  return [
    {
      id: 'P8',
      what: 'resident memory, the most of each 100 ms of a minute of the fifteen dearest calls',
      ours: `median ${Math.round(median(memory))} MB`,
      figure: Math.round(Math.max(...memory)),
      unit: 'MB',
      promise: { atMost: 350 },
    },
    {
      id: 'P8',
      what: `the call that keeps least of its own rate (${least.name})`,
      figure: least.share,
      promise: { atLeast: 0.3 },
    },
    {
      id: 'P8',
      what: 'readers of /classes meanwhile, against without these calls',
      ours: perSecond(readers),
      baseline: perSecond(readersAlone),
      figure: readers / readersAlone,
      promise: { atLeast: 0.7 },
    },
  ] satisfies Result[]
}

async function watch(pid: number, memory: number[], signal: AbortSignal): Promise<void> {
  try {
    for await (const _ of every(100, undefined, { signal })) memory.push(memoryOf(pid))
  } catch {
    // Its loop was told to end.
  }
}

function memoryOf(pid: number): number {
  const [, kilobytes] = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return Number(kilobytes) / 1024
}

/** Gives everybody seats, stock and slots, since this measures selling, not refusing. */
async function makeRoom(file: string): Promise<void> {
  const db = await openDatabase({ file })
  await db.write.updateTable('batch').set({ capacity: null }).execute()
  await db.write.updateTable('product').set({ quantity: 1_000_000, is_offered: 1 }).execute()
  await db.write.updateTable('delivery_slot').set({ capacity: null }).execute()
  await db.write.deleteFrom('delivery_day').execute()
  await db.close()
}
