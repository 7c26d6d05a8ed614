import type { FastifyInstance } from 'fastify'
import type { Database, DatabaseState } from '../db/open.ts'

/** How long a finding is repeated, so that a thousand questions a second cost no more than a balancer's. */
const rememberedMs = 1_000
/** What does not answer within this time is called busy. */
const patienceMs = 500

export interface HealthOptions {
  db: Pick<Database, 'engine' | 'findState'>
  isDraining: () => boolean
  /** What is wrong with the disk of `DATA_DIR`, for people; null where all is well. */
  findDiskProblem: () => Promise<string | null>
}

/** `/healthz`: how all is, always 200. `/readyz`: whether visitors may come (decision 0142). Anybody may ask either. */
export function mountHealth(http: FastifyInstance, options: HealthOptions): void {
  const { db, isDraining } = options
  const findDatabase = remembered<DatabaseState>(() => db.findState(), 'busy')
  const findDisk = remembered<'ok' | 'problem' | 'busy'>(
    () =>
      options.findDiskProblem().then(
        (problem) => (problem === null ? 'ok' : 'problem'),
        () => 'problem',
      ),
    'busy',
  )

  http.get('/healthz', async (_request, reply) => {
    reply.header('cache-control', 'no-store')
    const [database, disk] = await Promise.all([findDatabase(), findDisk()])
    return { status: 'ok', database, disk }
  })

  http.get('/readyz', async (_request, reply) => {
    reply.header('cache-control', 'no-store')
    if (isDraining()) return reply.code(503).send({ status: 'stopping' })
    if ((await findDisk()) === 'problem') return reply.code(503).send({ status: 'disk' })
    // PostgreSQL is away for all machines alike, and each goes on sending the pages that it keeps.
    if (db.engine === 'sqlite' && (await findDatabase()) === 'away') {
      return reply.code(503).send({ status: 'no writes' })
    }
    return { status: 'ready' }
  })
}

interface Looking<T> {
  answer: Promise<T>
  /** Of the process's own clock, in ms. */
  until: number
}

/** One look at a time, remembered for a moment. Whoever asks while it takes too long is told `late`. */
function remembered<T>(look: () => Promise<T>, late: T): () => Promise<T> {
  let last: Looking<T> | null = null

  function lookAnew() {
    const found = look()
    const looking: Looking<T> = { answer: found, until: Number.POSITIVE_INFINITY }
    looking.answer = new Promise<T>((resolve) => {
      const patience = setTimeout(() => resolve(late), patienceMs)
      void found.then((value) => {
        clearTimeout(patience)
        resolve(value)
        looking.answer = found
        looking.until = performance.now() + rememberedMs
      })
    })
    return looking
  }

  return () => {
    if (last === null || performance.now() >= last.until) last = lookAnew()
    return last.answer
  }
}
