import fc from 'fast-check'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type OrderStatus, orderStatuses, statusUndoMs } from '../../../contract/orders/order-facts.ts'
import { emptyTables, startApp, testNow } from '../../../tests/harness/app.ts'
import { signedIn } from '../../../tests/harness/callers.ts'
import { onEachEngine, partOnSqlite } from '../../../tests/harness/on-each-engine.ts'
import { addProduct, placeOrder } from '../../../tests/harness/orders.ts'
import { stockOf } from '../../../tests/harness/store.ts'
import { startOrderEffects } from '../loops.ts'

/** The fields that an order lacks if it was placed before the store existed. */
const nothingOfTheStore = {
  corrected: null,
  address: null,
  area: null,
  callsBuyer: false,
  cardMessage: null,
  couponCode: null,
  day: null,
  endedBy: null,
  hidesSender: false,
  holdUntil: null,
  landmark: null,
  pincode: null,
  state: null,
  recipientName: null,
  recipientPhone: null,
  slot: null,
  substitution: null,
  way: null,
  zone: null,
}

onEachEngine('orders in the back office', (app, engine) => {
  let staff: { token: string; email: string }
  let user: string

  beforeAll(async () => {
    staff = await signedIn(app, 'staff')
    user = (await signedIn(app, 'user')).token
  })
  beforeEach(async () => {
    app.deps.clock.set(testNow)
    await emptyTables(app, [
      'shop_order_change',
      'shop_order_item',
      'shop_order',
      'product',
      'outbox',
      'audit_entry',
    ])
  })

  const orders = () => app.app.services.orders
  const get = async (id: string) =>
    (await app.http('GET', `/api/admin/orders/${id}`, { token: staff.token })).body.data
  const put = (id: string, body: object, token: string | null = staff.token) =>
    app.http('PUT', `/api/admin/orders/${id}/status`, { token, body })
  const set = async (id: string, status: OrderStatus) => {
    const answer = await put(id, { status })
    expect(answer.status, answer.text).toBe(200)
    return answer.body.data
  }
  const undo = (id: string, change: string, token: string | null = staff.token) =>
    app.http('POST', `/api/admin/orders/${id}/status/undo`, { token, body: { change } })
  const takenBy = async (id: string) =>
    (
      await app.db.read
        .selectFrom('shop_order_item')
        .select('taken')
        .where('order_id', '=', id)
        .orderBy('position')
        .execute()
    ).map(({ taken }) => taken)
  const messages = async () =>
    (
      await app.db.read
        .selectFrom('outbox')
        .select(['channel', 'recipient', 'data'])
        .orderBy('created_at')
        .orderBy('channel')
        .execute()
    ).map(({ channel, recipient, data }) => [channel, recipient, JSON.parse(data).notice])
  /** Lets the ten seconds for an undo pass, and runs the effects. */
  async function settle(): Promise<number> {
    app.deps.clock.advance(statusUndoMs)
    return orders().runDueEffects()
  }

  partOnSqlite(engine, 'a refused request', () => {
    test('only staff can read orders, change their status and undo a change', async () => {
      const id = await placeOrder(app, [{ productId: null, quantity: 1 }])
      const { change } = await set(id, 'confirmed')
      const before = await get(id)
      for (const [token, status] of [
        [null, 401],
        [user, 403],
      ] as const) {
        expect((await put(id, { status: 'cancelled' }, token)).status).toBe(status)
        expect((await undo(id, change.id, token)).status).toBe(status)
        expect((await app.http('GET', '/api/admin/orders', { token })).status).toBe(status)
        expect((await app.http('GET', `/api/admin/orders/${id}`, { token })).status).toBe(status)
      }
      expect(await get(id)).toEqual(before)
    })

    test('an unknown status and an unknown order are refused', async () => {
      const id = await placeOrder(app, [{ productId: null, quantity: 1 }])
      for (const status of ['lost', '', null, undefined, 'Pending']) {
        const { status: code, body } = await put(id, { status })
        expect(code).toBe(400)
        expect(body.fields).toEqual({ status: 'Choose a status' })
      }
      expect((await put('nothing', { status: 'shipped' })).status).toBe(404)
      expect((await app.http('GET', '/api/admin/orders/nothing', { token: staff.token })).status).toBe(404)
    })

    test('a change of status from a list that is out of date is refused as a conflict', async () => {
      const id = await placeOrder(app, [{ productId: null, quantity: 1 }])
      const { version } = await get(id)
      await set(id, 'cancelled')
      const late = await put(id, { status: 'shipped', version })
      expect([late.status, late.body.code]).toEqual([409, 'conflict'])
      expect((await get(id)).status).toBe('cancelled')
    })

    test('an undo is refused after ten seconds, after another change, and for another order’s change', async () => {
      const id = await placeOrder(app, [{ productId: null, quantity: 1 }])
      const other = await placeOrder(app, [{ productId: null, quantity: 1 }])
      const first = (await set(id, 'confirmed')).change
      expect((await undo(other, first.id)).status).toBe(404)
      app.deps.clock.advance(1000)
      await set(id, 'processing')
      expect((await undo(id, first.id)).body.code).toBe('conflict')
      expect((await get(id)).status).toBe('processing')

      const last = (await set(id, 'shipped')).change
      app.deps.clock.advance(statusUndoMs)
      const late = await undo(id, last.id)
      expect([late.status, late.body.message]).toEqual([
        409,
        'It’s too late to undo this. Choose the right status instead.',
      ])
      expect((await get(id)).status).toBe('shipped')
    })

    test.each(['?limit=0', '?sort=colour', '?status=lost', '?from=yesterday', '?cursor=nonsense'])(
      'the list of orders refuses the query %s',
      async (query) => {
        const answer = await app.http('GET', `/api/admin/orders${query}`, { token: staff.token })
        expect(answer.status).toBe(400)
      },
    )
  })

  describe('the list of orders', () => {
    test('the list shows an order with each of its fields', async () => {
      const rose = await addProduct(app, 10)
      const id = await placeOrder(
        app,
        [
          { productId: rose, quantity: 2 },
          { productId: null, quantity: 1, name: 'A card', priceInRupees: 49.5 },
        ],
        { isPaid: true },
      )
      const { body, status } = await app.http('GET', '/api/admin/orders', { token: staff.token })
      expect(status).toBe(200)
      expect(body).toEqual([
        {
          ...nothingOfTheStore,
          askedUntil: null,
          id,
          ordernumber: expect.stringMatching(/^MAL-/),
          customername: 'Kayal Devi',
          email: 'kayal@malar.example',
          phone: '9876543210',
          deliveryaddress: '14, Kutchery Road, Mylapore, Chennai 600004',
          status: 'pending',
          createdat: testNow,
          items: [
            {
              productId: rose,
              productName: 'Rose box',
              quantity: 2,
              unitPrice: 500,
              totalPrice: 1000,
              missing: 0,
              size: null,
              answer: null,
              picture: null,
            },
            {
              productId: null,
              productName: 'A card',
              quantity: 1,
              unitPrice: 49.5,
              totalPrice: 49.5,
              missing: 0,
              size: null,
              answer: null,
              picture: null,
            },
          ],
          subtotal: 1049.5,
          deliverycharge: 120,
          discountamount: 0,
          total: 1169.5,
          due: 0,
          paymentmethod: 'UPI',
          isReported: false,
          paymentstatus: 'paid',
          occasion: 'Birthday',
          requirements: null,
          change: null,
          version: 1,
        },
      ])
    })

    test('the list of orders has pages without gaps or repeats, and can be sorted, searched and filtered', async () => {
      for (const [customer, quantity, status] of [
        ['Meena', 3, 'pending'],
        ['anand', 1, 'shipped'],
        ['Zara', 1, 'pending'],
        ['Kavya 100%_', 9, 'cancelled'],
      ] as const) {
        await placeOrder(app, [{ productId: null, quantity }], {
          customer,
          status,
          isPaid: customer === 'Zara',
        })
        app.deps.clock.advance(60 * 60_000)
      }
      const walk = async (query: string) => {
        const names: string[] = []
        let next: string | null = `/api/admin/orders?limit=2${query}`
        while (next !== null) {
          const answer: Awaited<ReturnType<typeof app.http>> = await app.http('GET', next, {
            token: staff.token,
          })
          expect(answer.body.length).toBeLessThanOrEqual(2)
          names.push(...answer.body.map((one: { customername: string }) => one.customername))
          next = /^<([^>]+)>; rel="next"$/.exec(answer.headers.get('link') ?? '')?.[1] ?? null
        }
        return names
      }
      expect(await walk('')).toEqual(['Kavya 100%_', 'Zara', 'anand', 'Meena'])
      expect(await walk('&sort=oldest')).toEqual(['Meena', 'anand', 'Zara', 'Kavya 100%_'])
      expect(await walk('&sort=customer')).toEqual(['anand', 'Kavya 100%_', 'Meena', 'Zara'])
      expect((await walk('&sort=total')).slice(2)).toEqual(['Meena', 'Kavya 100%_'])
      expect((await walk('&sort=-total')).slice(0, 2)).toEqual(['Kavya 100%_', 'Meena'])
      expect(await walk('&status=pending')).toEqual(['Zara', 'Meena'])
      expect(await walk('&payment=paid')).toEqual(['Zara'])
      // The search ignores case. No order's number contains these four letters by chance.
      expect(await walk('&q=MEEN')).toEqual(['Meena'])
      expect(await walk('&q=100%25_')).toEqual(['Kavya 100%_'])
      // All orders were placed on 2 March in the school's time zone, and none on other days.
      expect(await walk('&from=2026-03-02&to=2026-03-02')).toHaveLength(4)
      expect(await walk('&from=2026-03-03')).toEqual([])
      expect(await walk('&to=2026-03-01')).toEqual([])
      const [{ ordernumber }] = (await app.http('GET', '/api/admin/orders', { token: staff.token })).body
      expect(await walk(`&q=${ordernumber.toLowerCase()}`)).toEqual(['Kavya 100%_'])
    })

    test('the list of orders filters by the date in the school’s time zone, not in UTC', async () => {
      app.deps.clock.set('2026-03-02T18:30:00.000Z')
      await placeOrder(app, [{ productId: null, quantity: 1 }])
      const count = async (query: string) =>
        (await app.http('GET', `/api/admin/orders?${query}`, { token: staff.token })).body.length
      expect(await count('from=2026-03-02&to=2026-03-02')).toBe(0)
      expect(await count('from=2026-03-03&to=2026-03-03')).toBe(1)
    })
  })

  describe('changing an order’s status', () => {
    test('any status can follow any other status, with an entry in the order’s history and in the audit log', async () => {
      for (const from of orderStatuses) {
        for (const to of orderStatuses) {
          const id = await placeOrder(app, [{ productId: null, quantity: 1 }], { status: from })
          const order = await set(id, to)
          expect(order.status).toBe(to)
          const { history } = await get(id)
          expect(history).toHaveLength(from === to ? 0 : 1)
        }
      }
      const id = await placeOrder(app, [{ productId: null, quantity: 1 }])
      await set(id, 'delivered')
      app.deps.clock.advance(1000)
      await set(id, 'pending')
      expect((await get(id)).history).toMatchObject([
        { from: 'delivered', to: 'pending', by: staff.email, isUndone: false },
        { from: 'pending', to: 'delivered', by: staff.email, isUndone: false, at: testNow },
      ])
      const trail = await app.db.read
        .selectFrom('audit_entry')
        .select('changes')
        .where('record_id', '=', id)
        .orderBy('at')
        .execute()
      expect(trail.map(({ changes }) => JSON.parse(changes))).toEqual([
        [{ field: 'status', from: 'pending', to: 'delivered' }],
        [{ field: 'status', from: 'delivered', to: 'pending' }],
      ])
    })

    test('a change of status can be undone once within ten seconds, and then has no effects', async () => {
      const rose = await addProduct(app, 10)
      const id = await placeOrder(app, [{ productId: rose, quantity: 4 }])
      const { change } = await set(id, 'cancelled')
      expect(change).toMatchObject({
        from: 'pending',
        to: 'cancelled',
        undoUntil: '2026-03-02T06:30:10.000Z',
      })
      app.deps.clock.advance(statusUndoMs - 1)
      expect(await orders().runDueEffects()).toBe(0)
      const answers = await Promise.all([1, 2, 3].map(() => undo(id, change.id)))
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
      expect(await get(id)).toMatchObject({
        status: 'pending',
        change: null,
        version: 3,
        history: [{ isUndone: true }],
      })
      expect(await settle()).toBe(0)
      expect([await stockOf(app, rose), await takenBy(id), await messages()]).toEqual([6, [4], []])
    })

    test('the effects of a cancellation run once, after the time to undo it is over', async () => {
      const rose = await addProduct(app, 10)
      const lily = await addProduct(app, 5, 'Lily vase')
      const id = await placeOrder(
        app,
        [
          { productId: rose, quantity: 4 },
          { productId: lily, quantity: 1, name: 'Lily vase' },
          { productId: null, quantity: 1, name: 'A card' },
        ],
        { isPaid: true },
      )
      await set(id, 'cancelled')
      expect([await stockOf(app, rose), await messages()]).toEqual([6, []])
      expect(await settle()).toBe(1)
      expect([await stockOf(app, rose), await stockOf(app, lily), await takenBy(id)]).toEqual([
        10,
        5,
        [0, 0, 0],
      ])
      expect(await messages()).toEqual([
        ['chat', '9876543210', 'cancelled'],
        ['email', 'kayal@malar.example', 'cancelled'],
      ])
      expect(await settle()).toBe(0)
      expect([await stockOf(app, rose), (await messages()).length]).toEqual([10, 2])
    })

    test('a reopened order takes its goods from stock again', async () => {
      const rose = await addProduct(app, 10)
      const id = await placeOrder(app, [{ productId: rose, quantity: 4 }])
      await set(id, 'cancelled')
      await settle()
      await set(id, 'confirmed')
      expect((await get(id)).items[0].missing).toBe(0)
      await settle()
      expect([await stockOf(app, rose), await takenBy(id)]).toEqual([6, [4]])
      expect((await messages()).map(([, , notice]) => notice)).toEqual([
        'cancelled',
        'cancelled',
        'reopened',
        'reopened',
      ])
    })

    test('a reopened order takes the stock that is left and says what is missing; a later change takes the rest', async () => {
      const rose = await addProduct(app, 4)
      const id = await placeOrder(app, [{ productId: rose, quantity: 4 }])
      await set(id, 'cancelled')
      await settle()
      await placeOrder(app, [{ productId: rose, quantity: 3 }])
      await set(id, 'processing')
      await settle()
      expect([await stockOf(app, rose), await takenBy(id), (await get(id)).items[0].missing]).toEqual([
        0,
        [1],
        3,
      ])
      // A second cancellation gives back exactly the stock that the order had.
      await set(id, 'cancelled')
      await settle()
      expect([await stockOf(app, rose), (await get(id)).items[0].missing]).toEqual([1, 0])
      await set(id, 'confirmed')
      await settle()
      await app.db.transaction((tx) => app.app.services.products.returnStock(tx, rose, 5))
      await set(id, 'processing')
      await settle()
      expect([await stockOf(app, rose), await takenBy(id), (await get(id)).items[0].missing]).toEqual([
        2,
        [4],
        0,
      ])
    })

    test('the customer gets no e-mail about a cancellation that staff correct within ten seconds', async () => {
      const rose = await addProduct(app, 10)
      const id = await placeOrder(app, [{ productId: rose, quantity: 4 }])
      await set(id, 'cancelled')
      app.deps.clock.advance(statusUndoMs - 1000)
      await set(id, 'confirmed')
      // The effects of the first change are due, and wait for the second change.
      app.deps.clock.advance(1000)
      expect(await orders().runDueEffects()).toBe(0)
      expect(await messages()).toEqual([])
      await settle()
      await settle()
      expect((await messages()).map(([, , notice]) => notice)).toEqual(['confirmed', 'confirmed'])
      expect([await stockOf(app, rose), await takenBy(id)]).toEqual([6, [4]])
      const shipped = await placeOrder(app, [{ productId: null, quantity: 1 }], { status: 'shipped' })
      for (const status of ['cancelled', 'shipped'] as const) await set(shipped, status)
      await settle()
      await settle()
      expect(await messages()).toHaveLength(2)
      expect(
        await app.db.read
          .selectFrom('shop_order_change')
          .select('id')
          .where('effects_done_at', 'is', null)
          .execute(),
      ).toEqual([])
    })

    test('when the second change of status is undone, the effects of the first change run', async () => {
      const id = await placeOrder(app, [{ productId: null, quantity: 1 }])
      await set(id, 'confirmed')
      app.deps.clock.advance(statusUndoMs - 1000)
      const { change } = await set(id, 'shipped')
      app.deps.clock.advance(2000)
      expect(await orders().runDueEffects()).toBe(0)
      await undo(id, change.id)
      expect(await orders().runDueEffects()).toBe(1)
      expect((await messages()).map(([, , notice]) => notice)).toEqual(['confirmed', 'confirmed'])
    })

    test('two processes that look for due effects at the same time run the effects of each change of status once', async () => {
      const rose = await addProduct(app, 50)
      const made = await Promise.all(
        Array.from({ length: 10 }, () => placeOrder(app, [{ productId: rose, quantity: 2 }])),
      )
      for (const id of made) await set(id, 'cancelled')
      app.deps.clock.advance(statusUndoMs)
      const second = await startApp({ engine, sharing: app })
      try {
        const counts = await Promise.all(
          [app, second, app, second].map((one) => one.app.services.orders.runDueEffects()),
        )
        expect(counts.reduce((sum, count) => sum + count, 0)).toBe(10)
      } finally {
        await second.stop()
      }
      expect(await stockOf(app, rose)).toBe(50)
      expect(await messages()).toHaveLength(20)
    })

    test('effects of a change of status that fail half way change nothing, and run again in the next round', async () => {
      const rose = await addProduct(app, 10)
      const id = await placeOrder(app, [{ productId: rose, quantity: 4 }])
      await set(id, 'cancelled')
      app.deps.clock.advance(statusUndoMs)
      const { outbox } = app.deps
      const { tell } = outbox
      outbox.tell = () => Promise.reject(new Error('the disk is full'))
      try {
        await expect(orders().runDueEffects()).rejects.toThrow('the disk is full')
      } finally {
        outbox.tell = tell
      }
      expect([await stockOf(app, rose), await messages()]).toEqual([6, []])
      expect(await orders().runDueEffects()).toBe(1)
      expect([await stockOf(app, rose), (await messages()).length]).toEqual([10, 2])
    })

    test('50 changes of status at once make one history without gaps, and only the last change has effects', async () => {
      const rose = await addProduct(app, 100)
      const id = await placeOrder(app, [{ productId: rose, quantity: 4 }])
      await Promise.all(
        Array.from({ length: 50 }, (_, at) => put(id, { status: orderStatuses[at % orderStatuses.length] })),
      )
      const { history, status, version } = await get(id)
      expect(version).toBe(1 + history.length)
      const steps = history.toReversed()
      expect(steps[0].from).toBe('pending')
      for (const [at, step] of steps.entries()) expect(step.from).toBe(steps[at - 1]?.to ?? 'pending')
      expect(steps.at(-1).to).toBe(status)
      await settle()
      await settle()
      expect(await stockOf(app, rose)).toBe(status === 'cancelled' ? 100 : 96)
      expect((await messages()).length).toBeLessThanOrEqual(2)
    })

    test('the worker runs due effects by itself, and ends when it is stopped', async () => {
      const id = await placeOrder(app, [{ productId: null, quantity: 1 }])
      await set(id, 'shipped')
      app.deps.clock.advance(statusUndoMs)
      const ran = Promise.withResolvers<void>()
      const { stop } = startOrderEffects({
        log: app.deps.log,
        everyMs: 5,
        orders: {
          async runDueEffects() {
            const count = await orders().runDueEffects()
            if (count > 0) ran.resolve()
            return count
          },
        },
      })
      await ran.promise
      await stop()
      expect(await messages()).toHaveLength(2)
    })
  })

  test('whatever staff change and undo, the stock left and the stock that orders took add up to the initial stock', async () => {
    const step = fc.oneof(
      { weight: 5, arbitrary: fc.record({ order: fc.nat(2), to: fc.constantFrom(...orderStatuses) }) },
      { weight: 2, arbitrary: fc.constant('undo' as const) },
      { weight: 3, arbitrary: fc.constantFrom(1_000, 6_000, 11_000) },
    )
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 14 }), async (steps) => {
        const rose = await addProduct(app, 9)
        const made = [
          await placeOrder(app, [{ productId: rose, quantity: 4 }]),
          await placeOrder(app, [{ productId: rose, quantity: 3 }]),
          await placeOrder(app, [{ productId: rose, quantity: 5 }], { status: 'cancelled' }),
        ]
        let last: { order: string; change: string } | null = null
        for (const one of steps) {
          if (one === 'undo') {
            if (last)
              await orders()
                .undoStatus(last.order, last.change, null)
                .catch(() => {})
          } else if (typeof one === 'number') {
            app.deps.clock.advance(one)
            await orders().runDueEffects()
          } else {
            const order = made[one.order] as string
            const { change } = await orders().setStatus(order, { status: one.to }, null)
            if (change) last = { order, change: change.id }
          }
          const held = (await Promise.all(made.map(takenBy))).flat()
          expect((await stockOf(app, rose)) + held.reduce((sum, taken) => sum + taken, 0)).toBe(9)
        }
        await settle()
        await settle()
        for (const id of made) {
          const { status, items } = await get(id)
          const [taken] = await takenBy(id)
          expect(taken).toBe(status === 'cancelled' ? 0 : items[0].quantity - items[0].missing)
        }
      }),
      { numRuns: engine === 'sqlite' ? 60 : 20 },
    )
  })
})
