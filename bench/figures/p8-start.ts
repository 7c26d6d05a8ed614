import { setTimeout as delay } from 'node:timers/promises'
import { type Bench, median } from '../measure.ts'
import { residentMegabytes, startServer } from '../processes.ts'

/** The server is idle for this long before its memory is read. */
const idleMs = 1_500

/** P8: from the process's start to its first page, on an existing school, and its memory afterwards. */
export const start: Bench = async ({ school, isFull }) => {
  const seconds: number[] = []
  const cpuSeconds: number[] = []
  const megabytes: number[] = []
  for (let round = 0; round < (isFull ? 9 : 5); round++) {
    await using server = await startServer({ DATA_DIR: school })
    seconds.push(server.startMs / 1000)
    cpuSeconds.push(await server.cpuSeconds())
    await delay(idleMs)
    megabytes.push(residentMegabytes(server.pid))
  }
  return [
    {
      id: 'P8',
      what: 'start of the server to its first page',
      baseline: `${median(cpuSeconds).toFixed(2)} cpu s`,
      figure: median(seconds),
      unit: 's',
      promise: { atMost: 1 },
    },
    {
      id: 'P8',
      what: 'resident memory, idle',
      figure: Math.round(median(megabytes)),
      unit: 'MB',
      promise: { atMost: 180 },
    },
  ]
}
