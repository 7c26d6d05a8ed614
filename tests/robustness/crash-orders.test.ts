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
const couponCode = 'CRASH'

class ServerGone extends Error {}

/** One press of Pay: the order of a cart, with its idempotency key in `headers`. */
interface Checkout {
  headers: Record<string, string>
  body: { email: string }
  /** The id of the order in the server's answer; null if the server was killed before its answer. */
  id: string | null
  /** True if the server has answered that the order is paid. */
  isPaid: boolean
}

describe.each(await availableEngines())(
  'a server that is killed during a checkout, or between an order and its payment, on %s',
  (engine) => {
    let school: School
    let productIds: string[]
    let slotId: string
    beforeAll(async () => {
      school = await makeSchool(engine, [], {
        fill: async (app) => {
          productIds = [await addProduct(app, stock, 'Roses'), await addProduct(app, stock, 'Lilies')]
          slotId = (await addDeliveryPlan(app)).afternoon
          await app.db.transaction((tx) =>
            app.app.services.coupons.add(tx, { code: couponCode, kind: 'percent', percent: 10 }, null),
          )
        },
      })
    })
    afterAll(() => school.remove())

    async function send(
      server: ServerProcess,
      method: string,
      path: string,
      { body, headers = {} }: { body?: unknown; headers?: Record<string, string> },
    ) {
      try {
        const response = await fetch(`${server.url}${path}`, {
          method,
          headers: { 'idempotency-key': randomUUID(), 'content-type': 'application/json', ...headers },
          ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        })
        return { status: response.status, body: await response.json() }
      } catch (cause) {
        throw new ServerGone(path, { cause })
      }
    }

    const order = (server: ServerProcess, { body, headers }: Checkout) =>
      send(server, 'POST', '/api/orders', { body, headers })

    /** Fills carts, orders them, and pays every second order, until the server is gone. */
    async function buyUntilGone(server: ServerProcess, checkouts: Checkout[], onSent: () => void) {
      const day = addDays(systemClock.today(), 3)
      const buyOne = async (count: number) => {
        let token = ''
        for (const productId of productIds) {
          const added = await send(server, 'POST', '/api/cart/items', {
            body: { productId, quantity: 1 + (count % 3) },
            headers: token === '' ? {} : { 'cart-token': token },
          })
          token ||= added.body.data.token
        }
        const email = `${randomUUID()}@mail.example`
        const checkout: Checkout = {
          headers: { 'idempotency-key': randomUUID(), 'cart-token': token },
          body: orderBody({ day, slotId, couponCode, email }) as unknown as { email: string },
          id: null,
          isPaid: false,
        }
        checkouts.push(checkout)
        const answering = order(server, checkout)
        onSent()
        const answer = await answering
        expect(answer.status, JSON.stringify(answer.body)).toBe(201)
        checkout.id = answer.body.data.id
        if (count % 2 === 1) return
        const paid = await send(server, 'PATCH', `/api/orders/${checkout.id}/status`, {
          body: { status: 'confirmed' },
        })
        expect(paid.status, JSON.stringify(paid.body)).toBe(200)
        checkout.isPaid = true
      }
      const caller = async () => {
        for (let count = 0; ; count++) {
          try {
            await buyOne(count)
          } catch (error) {
            if (error instanceof ServerGone) return
            throw error
          }
        }
      }
      await Promise.all(Array.from({ length: callers }, caller))
    }

    /**
     * Repeats each order call that got no answer: either the cart is unchanged, or the order exists. The repeat makes
     * one order.
     */
    async function pressAgain(server: ServerProcess, checkouts: readonly Checkout[]) {
      for (const checkout of checkouts) {
        if (checkout.id !== null) continue
        const { email } = checkout.body
        const db = await school.open()
        const ordersOf = () =>
          db.read.selectFrom('shop_order').select('id').where('email', '=', email).execute()
        const before = await ordersOf()
        const cart = await send(server, 'GET', '/api/cart', { headers: checkout.headers })
        expect(cart.body.data.lines).toHaveLength(before.length === 1 ? 0 : productIds.length)
        const answer = await order(server, checkout)
        expect(answer.status, JSON.stringify(answer.body)).toBe(201)
        checkout.id = answer.body.data.id
        expect(await ordersOf()).toEqual([{ id: checkout.id }])
        await db.close()
      }
    }

    async function expectWhole(checkouts: readonly Checkout[]) {
      const db = await school.open()
      const rows = await db.read
        .selectFrom('shop_order')
        .innerJoin('money_state', 'subject_id', 'shop_order.id')
        .select([
          'shop_order.id',
          'status',
          'payment_status',
          'total_in_paise',
          'money_state.paid_in_paise',
          'hold_until',
        ])
        .execute()
      const byId = new Map(rows.map((row) => [row.id, row]))
      const answered = checkouts.flatMap(({ id, isPaid }) => (id === null ? [] : [{ id, isPaid }]))
      expect(answered.filter(({ id }) => !byId.has(id))).toEqual([])
      expect(answered.filter(({ id, isPaid }) => isPaid && byId.get(id)?.payment_status !== 'paid')).toEqual(
        [],
      )
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
      const uses = await db.read.selectFrom('coupon_use').select('subject_id').execute()
      expect(uses.map((use) => use.subject_id).sort()).toEqual([...byId.keys()].sort())
      expect(await db.read.selectFrom('coupon').select('uses').execute()).toEqual([{ uses: uses.length }])
      await db.close()
    }

    test('after a restart each acknowledged order is stored, unpaid orders hold their stock, and all counts agree', {
      timeout: rounds * 30_000,
    }, async () => {
      const checkouts: Checkout[] = []
      let unanswered = 0
      let server = await startServer(school.env)
      for (let round = 0; round < rounds; round++) {
        const until = 15 + ((round * 37) % 60)
        let sent = 0
        const killed = server
        await buyUntilGone(killed, checkouts, () => {
          if (++sent === until) setTimeout(() => killed.kill('SIGKILL'), round % 5)
        })
        expect((await killed.exited).signal).toBe('SIGKILL')
        await expectWhole(checkouts)
        unanswered += checkouts.filter(({ id }) => id === null).length
        const answered = checkouts.findLast(({ id }) => id !== null) as Checkout
        server = await startServer(school.env)
        await pressAgain(server, checkouts)
        // Another process of the server gives the same answer to the same idempotency key.
        expect((await order(server, answered)).body.data.id).toBe(answered.id)
      }
      // The kill interrupted some checkouts, and some calls between an order and its payment.
      expect(unanswered).toBeGreaterThan(0)
      // A buyer who closed the browser finds the order unchanged, and pays it.
      const open = checkouts.find(({ isPaid }) => !isPaid) as Checkout
      const paid = await send(server, 'PATCH', `/api/orders/${open.id}/status`, {
        body: { status: 'confirmed' },
      })
      expect(paid.status).toBe(200)
      open.isPaid = true
      await expectWhole(checkouts)
      server.kill('SIGINT')
      await server.exited
    })
  },
)
