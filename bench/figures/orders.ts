import { openDatabase } from '../../server/db/open.ts'
import { addDays, systemClock } from '../../server/platform/clock.ts'
import { type EngineToMeasure, onBothEngines } from '../both-engines.ts'
import type { PostingOrder } from '../children/posting.ts'
import type { InsertOrder } from '../children/raw-inserts.ts'
import { compare, perSecond, type Result } from '../measure.ts'
import { startChild, startServer } from '../processes.ts'

const callers = 50
const linesOfAnOrder = 5
const pincode = '600004'

/** ORDERS: durable orders with five lines through HTTP, against the raw inserts of all the same rows. */
export const orders = onBothEngines('ORDERS', makeRoom, measure)

async function measure({ engine, where, env, isFull }: EngineToMeasure): Promise<Result[]> {
  await using server = await startServer({ ...env, TRUST_PROXY: '1' })
  await using ordering = startChild('posting.ts')
  await using raw = startChild('raw-inserts.ts')
  const read = async <T>(path: string) => (await (await fetch(`${server.url}${path}`)).json()) as T
  const products =
    await read<{ id: string; leadDays: number; sizes: { id: string }[]; ways: string[] }[]>('/api/products')
  const day = addDays(systemClock.today(), 5)
  const { days } = await read<{
    days: { options: { slotId: string; way: string; reason: string | null }[] }[]
  }>(`/api/delivery-options?pincode=${pincode}&from=${day}&days=1`)
  const slot = days[0]?.options.find(({ way, reason }) => way === 'standard' && reason === null)
  const lines = products
    .filter(({ leadDays, ways }) => leadDays < 5 && ways.includes('standard'))
    .slice(0, linesOfAnOrder)
    .map(({ id, sizes }) => ({ productId: id, size: sizes[0]?.id ?? null, quantity: 1 }))
  if (slot === undefined || lines.length < linesOfAnOrder)
    throw new Error('the school sells too little to measure')
  const order: PostingOrder = {
    url: `${server.url}/api/orders`,
    bodies: [
      {
        day,
        slotId: slot.slotId,
        pincode,
        recipientName: 'Recipient {n}',
        recipientPhone: '{phone}',
        address: '14, Kutchery Road',
        area: 'Mylapore',
        cardMessage: 'With love',
        customername: 'Caller {n}',
        email: 'caller-{n}@malar.example',
        phone: '{phone}',
        paymentMethod: 'UPI',
        substitution: 'same-worth',
        acceptsTerms: true,
        lines,
      },
    ],
    callers,
    ms: isFull ? 5_000 : 2_000,
  }
  const result = await compare(
    {
      id: 'ORDERS',
      what: `orders of ${linesOfAnOrder} lines over HTTP, ${callers} callers, on ${engine}, against the raw inserts`,
      promise: { atLeast: 0.3 },
    },
    isFull ? 7 : 3,
    () => ordering.ask<number>(order),
    () => raw.ask<number>({ where, of: 'order', callers, ms: isFull ? 3_000 : 1_500 } satisfies InsertOrder),
    perSecond,
  )
  return [result]
}

/** Gives everybody stock and slots, since this measures ordering, not refusing. */
async function makeRoom(where: EngineToMeasure['where']): Promise<void> {
  const db = await openDatabase(where)
  await db.write.updateTable('product').set({ quantity: 1_000_000, is_offered: 1 }).execute()
  await db.write.updateTable('delivery_slot').set({ capacity: null }).execute()
  await db.write.deleteFrom('delivery_day').execute()
  await db.close()
}
