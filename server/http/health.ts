import type { FastifyInstance } from 'fastify'
import type { Database, DatabaseState } from '../db/open.ts'

const rememberedMs = 1_000
const patienceMs = 500

export interface HealthOptions {
  db: Pick<Database, 'engine' | 'findState'>
  isDraining: () => boolean
  findDiskProblem: () => Promise<string | null>
}

/**
 * `/healthz` always answers 200, and reports a stop that has begun. `/readyz` reports whether visitors should be sent
 * to this server (decision 0051).
 */
export function mountHealth(http: FastifyInstance, options: HealthOptions): void {
  const { db, isDraining } = options
  const findDatabase = remembered<DatabaseState>(() => db.findState(), 'busy')
  const lookAtDisk = () => options.findDiskProblem().catch(() => 'The disk can’t be checked.')
  const findDisk = remembered<'ok' | 'problem' | 'busy'>(
    async () => ((await lookAtDisk()) === null ? 'ok' : 'problem'),
    'busy',
  )

  http.get('/healthz', async (_request, reply) => {
    reply.header('cache-control', 'no-store')
    const [database, disk] = await Promise.all([findDatabase(), findDisk()])
    // The proxy of a single server uses `/healthz`. With `/readyz` it would stop serving pages when the disk is full.
    return { status: isDraining() ? 'stopping' : 'ok', database, disk }
  })

  http.get('/readyz', async (_request, reply) => {
    reply.header('cache-control', 'no-store')
    if (isDraining()) return reply.code(503).send({ status: 'stopping' })
    if ((await findDisk()) === 'problem') return reply.code(503).send({ status: 'disk' })
    // A PostgreSQL failure does not count, because all machines lose the database at once, and each can still send
    // cached pages.
    if (db.engine === 'sqlite' && (await findDatabase()) === 'away') {
      return reply.code(503).send({ status: 'no writes' })
    }
    return { status: 'ready' }
  })
}

/** Runs one check at a time, and remembers its result for a second. Callers get `late` if the check takes too long. */
function remembered<T>(look: () => Promise<T>, late: T): () => Promise<T> {
  let answer: Promise<T>
  let until = 0
  return () => {
    if (performance.now() < until) return answer
    const found = look()
    const tooLate = new Promise<T>((resolve) => setTimeout(resolve, patienceMs, late).unref())
    until = Number.POSITIVE_INFINITY
    answer = Promise.race([found, tooLate])
    void found.then(() => {
      until = performance.now() + rememberedMs
      answer = found
    })
    return answer
  }
}
