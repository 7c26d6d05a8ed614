import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addDays, systemClock } from '../../server/platform/clock.ts'
import { availableEngines } from '../harness/app.ts'
import { addProduct } from '../harness/orders.ts'
import { addDeliveryPlan, heldCounts, orderBody } from '../harness/store.ts'
import { makeSchool, type School, type ServerProcess, startServer } from './server-process.ts'
import { sized } from './size.ts'

const rounds = sized(1, 20)
const callers = 12
const stock = 100_000

interface Placed {
  id: string
  /** Whether the server said that it was paid. */
  isPaid: boolean
}

describe.each(await availableEngines())('kill -9 between order and payment on %s (R5)', (engine) => {
  let school: School
  let productIds: string[]
  let slotId: string
  beforeAll(async () => {
    school = await makeSchool(engine, [], {
      fill: async (app) => {
        productIds = [await addProduct(app, stock, 'Roses'), await addProduct(app, stock, 'Lilies')]
        slotId = (await addDeliveryPlan(app)).afternoon
      },
    })
  })
  afterAll(() => school.remove())

  async function send(server: ServerProcess, method: string, path: string, body: unknown) {
    const response = await fetch(`${server.url}${path}`, {
      method,
      headers: { 'content-type': 'application/json', 'idempotency-key': randomUUID() },
      body: JSON.stringify(body),
    })
    return { status: response.status, body: (await response.json()) as { data: { id: string } } }
  }

  /** Orders, and pays every other one, until the server is gone. */
  async function orderUntilGone(server: ServerProcess, placed: Placed[], onAnswer: () => void) {
    const day = addDays(systemClock.today(), 3)
    const caller = async () => {
      for (let count = 0; ; count++) {
        const lines = productIds.map((productId) => ({ productId, quantity: 1 + (count % 3) }))
        const body = orderBody({ day, slotId, lines, email: `${randomUUID()}@mail.example` })
        const answer = await send(server, 'POST', '/api/orders', body).catch(() => null)
        if (answer === null) return
        expect(answer.status, JSON.stringify(answer.body)).toBe(201)
        const one = { id: answer.body.data.id, isPaid: false }
        placed.push(one)
        onAnswer()
        if (count % 2 === 1) continue
        const paid = await send(server, 'PATCH', `/api/orders/${one.id}/status`, {
          status: 'confirmed',
        }).catch(() => null)
        if (paid === null) return
        expect(paid.status, JSON.stringify(paid.body)).toBe(200)
        one.isPaid = true
        onAnswer()
      }
    }
    await Promise.all(Array.from({ length: callers }, caller))
  }

  async function expectWhole(placed: readonly Placed[]) {
    const db = await school.open()
    const rows = await db.read
      .selectFrom('shop_order')
      .innerJoin('money_state', 'subject_id', 'shop_order.id')
      .select(['shop_order.id', 'status', 'payment_status', 'total_in_paise', 'paid_in_paise', 'hold_until'])
      .execute()
    const byId = new Map(rows.map((row) => [row.id, row]))
    expect(placed.filter(({ id }) => !byId.has(id))).toEqual([])
    expect(placed.filter(({ id, isPaid }) => isPaid && byId.get(id)?.payment_status !== 'paid')).toEqual([])
    for (const { status, payment_status, paid_in_paise, total_in_paise, hold_until } of rows) {
      const isPaid = payment_status === 'paid'
      expect([status, Number(paid_in_paise)]).toEqual(
        isPaid ? ['confirmed', Number(total_in_paise)] : ['pending', 0],
      )
      expect(hold_until === null).toBe(isPaid)
    }
    const { taken, slots, holding } = await heldCounts({ db })
    expect(slots).toEqual(holding)
    for (const productId of productIds) {
      const { quantity } = await db.read
        .selectFrom('product')
        .select('quantity')
        .where('id', '=', productId)
        .executeTakeFirstOrThrow()
      expect(quantity + (taken.get(productId) ?? 0)).toBe(stock)
    }
    await db.close()
  }

  test(`${rounds} rounds: nothing acknowledged is lost, what is unpaid is held, and the counts agree`, {
    timeout: rounds * 30_000,
  }, async () => {
    const placed: Placed[] = []
    for (let round = 0; round < rounds; round++) {
      const server = await startServer(school.env)
      const until = 25 + ((round * 37) % 120)
      let answers = 0
      await orderUntilGone(server, placed, () => {
        if (++answers === until) server.kill('SIGKILL')
      })
      expect((await server.exited).signal).toBe('SIGKILL')
      await expectWhole(placed)
    }
    // Who closed the browser finds the order as it was left, and pays it.
    const server = await startServer(school.env)
    const open = placed.find(({ isPaid }) => !isPaid) as Placed
    const paid = await send(server, 'PATCH', `/api/orders/${open.id}/status`, { status: 'confirmed' })
    expect(paid.status).toBe(200)
    await expectWhole([{ ...open, isPaid: true }])
    server.kill('SIGTERM')
    await server.exited
  })
})
