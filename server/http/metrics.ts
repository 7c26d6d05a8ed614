import { statfs } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Database } from '../db/open.ts'
import type { Logger } from '../platform/logger.ts'
import type { Figures } from '../reports/watching/watching.report.ts'

/** The metrics count an answer without learning who received it. */
export type AnswerWatch = Pick<Metrics, 'answered' | 'sentKept'>
export type Metrics = Awaited<ReturnType<typeof createMetrics>>

interface Sources {
  db: Pick<Database, 'engine' | 'findState' | 'countConnections'>
  dataDir: string
  findFigures: () => Promise<Figures>
  log: Logger
}

const buckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10]
const patienceMs = 3_000

export async function createMetrics({ db, dataDir, findFigures, log }: Sources) {
  const { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } = await import('@prometheus-io/client')
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  const requests = new Histogram({
    name: 'malar_http_request_seconds',
    help: 'Response time by route, method and status',
    labelNames: ['method', 'route', 'status'],
    buckets,
    registers,
  })
  const kept = new Counter({
    name: 'malar_kept_pages_total',
    help: 'Pages sent from memory without rendering them again',
    registers,
  })
  const gauge = (name: string, help: string, ...labelNames: string[]) =>
    new Gauge({ name: `malar_${name}`, help, labelNames, registers })
  const isUp = gauge('database_up', '1 if the database accepts writes, 0 if not')
  const overdue = gauge(
    'holds_overdue',
    'Holds and offers that ended over a minute ago but have not been released',
  )
  const outbox = gauge('outbox_messages', 'Unsent messages, by status', 'status')
  const wait = gauge('outbox_wait_seconds', 'How long the oldest message has been due')
  const lag = gauge('replication_lag_seconds', 'How far each standby is behind the primary', 'standby')
  const connections = gauge(
    'database_connections',
    'Database connections of this process, by role and state',
    'role',
    'state',
  )
  const disk = gauge('disk_free_bytes', 'Free space on the disk of DATA_DIR')

  async function readDatabase(): Promise<void> {
    for (const { role, ...states } of db.countConnections()) {
      for (const [state, count] of Object.entries(states)) connections.set({ role, state }, count)
    }
    for (const one of [outbox, lag]) one.reset()
    isUp.set((await db.findState()) === 'up' ? 1 : 0)
    const figures = await findFigures()
    overdue.set(figures.overdueHolds)
    wait.set(figures.outboxWaitSeconds)
    for (const { status, count } of figures.outbox) outbox.set({ status }, count)
    for (const { name, lagSeconds } of figures.standbys) lag.set({ standby: name }, lagSeconds)
  }

  async function read(): Promise<string> {
    const unless = (what: string) => (err: unknown) => log.warn({ err }, `${what} could not be measured`)
    const late = new Promise<void>((resolve) => setTimeout(resolve, patienceMs).unref())
    await Promise.all([
      Promise.race([readDatabase().catch(unless('the database')), late]),
      statfs(dataDir)
        .then(({ bavail, bsize }) => disk.set(bavail * bsize))
        .catch(unless('the disk')),
    ])
    return registry.metrics()
  }

  return {
    answered: (method: string, route: string, status: number, ms: number) =>
      requests.observe({ method, route, status: String(status) }, ms / 1000),
    sentKept: () => kept.inc(),
    async listen({ port, host }: { port: number; host: string }) {
      const server = createServer((request, response) => {
        if (request.method !== 'GET' || request.url?.split('?')[0] !== '/metrics') {
          response.writeHead(404).end()
          return
        }
        void read().then(
          (text) => response.writeHead(200, { 'content-type': registry.contentType }).end(text),
          () => response.writeHead(500).end(),
        )
      })
      await new Promise<void>((resolve, reject) => {
        server.once('error', reject)
        server.listen(port, host, resolve)
      })
      return {
        port: (server.address() as AddressInfo).port,
        stop: () =>
          new Promise<void>((resolve) => {
            server.close(() => resolve())
            server.closeAllConnections()
          }),
      }
    },
  }
}
