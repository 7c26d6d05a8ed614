import fc from 'fast-check'
import { expect, test } from 'vitest'
import { DomainError } from '../../../contract/errors.ts'
import { orderStatuses, statusUndoMs } from '../../../contract/order-facts.ts'
import { placeOrderBody } from '../../../contract/store-orders.ts'
import { onEachEngine } from '../../../tests/harness/on-each-engine.ts'
import { addProduct } from '../../../tests/harness/orders.ts'
import { addDeliveryPlan, heldCounts, orderBody } from '../../../tests/harness/store.ts'
import { addDays } from '../../platform/clock.ts'

/** R3 in full: `MALAR_SEAT_HISTORIES=2000`, as for seats. */
const historiesAsked = process.env['MALAR_SEAT_HISTORIES']
const minute = 60_000
const staff = { userId: 'staff', email: 'staff@malar.example' }
const email = 'meena@mail.example'

const ofOrder = <const Do extends string>(name: Do) => fc.record({ do: fc.constant(name), order: fc.nat(12) })

const step = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('place' as const),
      roses: fc.integer({ min: 1, max: 3 }),
      lilies: fc.nat(2),
    }),
  },
  { weight: 4, arbitrary: ofOrder('pay') },
  { weight: 2, arbitrary: ofOrder('staff-pay') },
  { weight: 2, arbitrary: ofOrder('cancel') },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('set' as const),
      order: fc.nat(12),
      status: fc.constantFrom(...orderStatuses),
    }),
  },
  { weight: 2, arbitrary: ofOrder('undo') },
  { weight: 2, arbitrary: ofOrder('refund') },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('wait' as const), minutes: fc.constantFrom(1, 20, 40) }),
  },
  { weight: 3, arbitrary: fc.constant({ do: 'expire' as const }) },
)
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never

onEachEngine('any history of orders (R3)', (app, engine) => {
  const histories = Number(historiesAsked ?? (engine === 'sqlite' ? 60 : 25))

  /** Takes the steps, several at a time as `together` says, and counts what is held after each round. */
  async function live(together: number, steps: Step[]) {
    const { orders } = app.app.services
    const stock = { roses: 6, lilies: 4 }
    const productIds = {
      roses: await addProduct(app, stock.roses, 'Roses'),
      lilies: await addProduct(app, stock.lilies, 'Lilies'),
    }
    const slots = await addDeliveryPlan(app, { capacity: 3 })
    const known: string[] = []

    async function take(one: Step): Promise<void> {
      const id = 'order' in one ? known[one.order % Math.max(1, known.length)] : undefined
      if ('order' in one && id === undefined) return
      switch (one.do) {
        case 'place': {
          const lines = [
            { productId: productIds.roses, quantity: one.roses },
            ...(one.lilies > 0 ? [{ productId: productIds.lilies, quantity: one.lilies }] : []),
          ]
          // The clock moves on, so the day does too.
          const day = addDays(app.deps.clock.today(), 3)
          const body = placeOrderBody.parse(orderBody({ day, slotId: slots.afternoon, lines }))
          const row = await app.db.transaction((tx) =>
            orders.place(tx, body, { userId: null, cartToken: null }, { holdHours: 48 }),
          )
          known.push(row.id)
          return
        }
        case 'pay': {
          const claim = await orders.claimPayment(id as string)
          await app.db.transaction((tx) => orders.finalise(tx, id as string, claim))
          return
        }
        case 'staff-pay':
          await orders.markPaid(id as string, {}, staff)
          return
        case 'cancel':
          await app.db.transaction((tx) => orders.cancel(tx, id as string, email))
          return
        case 'set':
          await orders.setStatus(id as string, { status: one.status }, staff)
          return
        case 'undo': {
          const { change } = await orders.getOrder(id as string)
          if (change !== null) await orders.undoStatus(id as string, change.id, staff)
          return
        }
        case 'refund':
          await app.db.transaction((tx) => orders.refund(tx, id as string, 'sent back', staff))
          return
        case 'wait':
          return app.deps.clock.advance(one.minutes * minute)
        case 'expire':
          await orders.expireHolds()
          await orders.runDueEffects()
      }
    }

    /** Stock, slots and the ledger say what the orders say. */
    async function look() {
      const { taken, slots: counted, holding } = await heldCounts(app)
      for (const name of ['roses', 'lilies'] as const) {
        const { quantity } = await app.db.read
          .selectFrom('product')
          .select('quantity')
          .where('id', '=', productIds[name])
          .executeTakeFirstOrThrow()
        expect(quantity + (taken.get(productIds[name]) ?? 0)).toBe(stock[name])
      }
      expect(counted).toEqual(holding)
      for (const [key, count] of Object.entries(counted)) {
        if (key.startsWith(slots.afternoon)) expect(count).toBeLessThanOrEqual(3)
      }
      await lookAtMoney()
    }

    async function lookAtMoney() {
      const rows = await app.db.read
        .selectFrom('shop_order')
        .innerJoin('money_state', 'money_state.subject_id', 'shop_order.id')
        .select([
          'payment_status',
          'total_in_paise',
          'paid_in_paise',
          'unseated_in_paise',
          'money_state.state',
        ])
        .where('money_state.subject', '=', 'order')
        .where('shop_order.id', 'in', known.length > 0 ? known : [''])
        .execute()
      for (const row of rows) {
        const here = Number(row.paid_in_paise) + Number(row.unseated_in_paise)
        // Money came once or not at all, and is here unless it went back.
        expect([0, Number(row.total_in_paise)]).toContain(here)
        if (row.payment_status === 'paid') expect(here).toBe(Number(row.total_in_paise))
        if (row.payment_status === 'refunded') expect(here).toBe(0)
        if (Number(row.unseated_in_paise) > 0) expect(row.state).toBe('attention')
      }
    }

    for (let at = 0; at < steps.length; at += together) {
      const round = steps.slice(at, at + together).map((one) =>
        take(one).catch((error: unknown) => {
          if (!(error instanceof DomainError)) throw error
        }),
      )
      await Promise.all(round)
      await look()
    }

    // In the end nothing that is cancelled holds anything.
    app.deps.clock.advance(statusUndoMs)
    await orders.runDueEffects()
    await look()
    const kept = await app.db.read
      .selectFrom('shop_order')
      .innerJoin('shop_order_item', 'order_id', 'shop_order.id')
      .innerJoin('money_state', 'subject_id', 'shop_order.id')
      .select('shop_order.id')
      .where('shop_order.status', '=', 'cancelled')
      .where((eb) => eb.or([eb('taken', '>', 0), eb('holds_slot', '=', 1), eb('paid_in_paise', '>', 0)]))
      .execute()
    expect(kept).toEqual([])
  }

  test(
    'stock, slots and money are what the orders say, after every step',
    async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.constantFrom(1, 1, 3, 6),
          fc.array(step, { minLength: 1, maxLength: 25, size: 'max' }),
          live,
        ),
        { numRuns: histories, seed: 20260304 },
      )
    },
    20_000 + histories * 400,
  )
})
