import { openDatabase } from '../../server/db/open.ts'
import { planBatches } from '../batches.ts'
import { type EngineToMeasure, onBothEngines } from '../both-engines.ts'
import type { PostingOrder } from '../children/posting.ts'
import type { InsertOrder } from '../children/raw-inserts.ts'
import { enrolmentBodies } from '../enrolling.ts'
import { type Bench, compare, perSecond, type Result } from '../measure.ts'
import { load, startChild, startServer } from '../processes.ts'

const callers = 50

/** P4: durable enrolments through HTTP, against the raw insert of the same row; and the readers' rate meanwhile. */
export const enrolments: Bench = onBothEngines('P4', liftLimits, (engine) => measure('P4', engine))

/** BATCHES: enrolments with 50 batches in each class. */
export const enrolmentsOfManyBatches: Bench = onBothEngines(
  'BATCHES',
  async (where) => {
    const db = await openDatabase(where)
    await planBatches(db, 50)
    await db.close()
    await liftLimits(where)
  },
  (engine) => measure('BATCHES', engine),
)

async function measure(id: string, { engine, where, env, isFull }: EngineToMeasure): Promise<Result[]> {
  const many = id === 'P4' ? '' : ', with 50 batches a class'
  await using server = await startServer({ ...env, TRUST_PROXY: '1' })
  await using enrolling = startChild('posting.ts')
  await using raw = startChild('raw-inserts.ts')
  const order: PostingOrder = {
    url: `${server.url}/api/enrollments`,
    bodies: await enrolmentBodies(server.url),
    callers,
    ms: isFull ? 5_000 : 2_000,
  }
  const rounds = isFull ? 7 : 3
  const writes = await compare(
    {
      id,
      what: `enrolments over HTTP, ${callers} callers, on ${engine}, against the raw insert${many}`,
      promise: { atLeast: 0.4 },
    },
    rounds,
    () => enrolling.ask<number>(order),
    () =>
      raw.ask<number>({ where, of: 'enrolment', callers, ms: isFull ? 3_000 : 1_500 } satisfies InsertOrder),
    perSecond,
  )
  const headers = { 'accept-encoding': 'br' }
  const read = () => load(`${server.url}/classes`, { ms: order.ms, headers })
  const reads = await compare(
    {
      id,
      what: `readers of /classes meanwhile, on ${engine}, against without enrolments${many}`,
      promise: { atLeast: 0.7 },
    },
    rounds,
    async () => {
      const [rate] = await Promise.all([read(), enrolling.ask({ ...order, ms: order.ms + 1_500 })])
      return rate
    },
    read,
    perSecond,
  )
  return [writes, reads]
}

/** Makes room for everybody, since P4 measures taking seats, not refusing them. */
async function liftLimits(where: InsertOrder['where']): Promise<void> {
  const db = await openDatabase(where)
  await db.write.updateTable('batch').set({ capacity: null }).execute()
  await db.close()
}
