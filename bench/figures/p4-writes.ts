import { type Engine, onBothEngines } from '../both-engines.ts'
import { enrolmentCalls, orderCall } from '../calls.ts'
import type * as rawInserts from '../children/raw-inserts.ts'
import { interleaved, type Measured, type Options } from '../measure.ts'
import { load, startCallers, startChild, startServer } from '../processes.ts'
import { liftLimits, planBatches } from '../school.ts'

const callers = 50

/** P4: measures the rate of durable enrolments, and how far they slow down readers. */
export const enrolments = onBothEngines(liftLimits, (on, options) => measureWrites('enrolment', on, options))

/** BATCHES: the same as P4, in classes that have many coming batches. */
export const enrolmentsOfManyBatches = onBothEngines(
  async (where) => {
    await planBatches(where, 50)
    await liftLimits(where)
  },
  (on, options) => measureWrites('enrolment', on, options),
)

/** ORDERS: the rate of durable orders, compared with bare inserts of the same rows. */
export const orders = onBothEngines(liftLimits, (on, options) => measureWrites('order', on, options))

async function* measureWrites(
  of: 'enrolment' | 'order',
  on: Engine,
  { isFull }: Options,
): AsyncGenerator<Measured> {
  await using server = await startServer({ ...on.env, TRUST_PROXY: '1' })
  const calls = of === 'order' ? [await orderCall(server.url, 5)] : await enrolmentCalls(server.url)
  await using calling = startCallers(callers)
  await using raw = startChild<typeof rawInserts>('raw-inserts.ts')
  const rounds = isFull ? 7 : 3
  const ms = isFull ? 5_000 : 2_000
  const insert = { where: on.where, of, callers, ms: isFull ? 3_000 : 1_500 }
  const writes = await interleaved(
    rounds,
    () => calling.rate(calls, ms),
    () => raw.call('insertFor', insert),
  )
  yield { part: 'writes', at: on.engine, ...writes }
  if (of === 'order') return
  const read = () => load({ url: `${server.url}/classes`, ms, headers: { 'accept-encoding': 'br' } })
  const readBesideWrites = async () => {
    const [rate] = await Promise.all([read(), calling.rate(calls, ms + 1_500)])
    return rate
  }
  yield { part: 'readers', at: on.engine, ...(await interleaved(rounds, readBesideWrites, read)) }
}
