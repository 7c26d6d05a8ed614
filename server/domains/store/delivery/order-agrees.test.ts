import { beforeAll, expect, test } from 'vitest'
import type { DeliveryDayOptions } from '../../../../contract/store/delivery.ts'
import { addSlot, addZone } from '../../../../tests/harness/delivery.ts'
import { onSqlite } from '../../../../tests/harness/on-each-engine.ts'
import { addProduct } from '../../../../tests/harness/orders.ts'
import { orderBody } from '../../../../tests/harness/store.ts'

onSqlite('an order and the delivery options of its cart', (app) => {
  let mandap: string
  let lamp: string

  beforeAll(async () => {
    await addZone(app, { pincodes: '["600004"]', free_from_in_paise: 100_000 })
    await addSlot(app, { closes_at: '12:00' })
    await addSlot(app, { name: 'Express', way: 'express', starts_at: '16:00', capacity: 1 })
    const overnight = { starts_at: '23:00', ends_at: '00:30', closes_on: 'day-before' as const }
    await addSlot(app, { name: 'Midnight', way: 'midnight', ...overnight })
    await addSlot(app, { name: 'Studio', way: 'pickup', starts_at: '10:00', ends_at: '17:00' })
    mandap = await addProduct(app, 500, 'Mandap')
    lamp = await addProduct(app, 500, 'Lamp')
    await app.db.transaction(async (tx) => {
      const product = (id: string) => tx.updateTable('product').where('id', '=', id)
      await product(mandap).set({ lead_days: 1, price_in_paise: 150_000 }).execute()
      await product(lamp).set({ ways: '["standard","midnight","pickup"]' }).execute()
      const hours = { open_time: '10:00', close_time: '18:00', version: 1 }
      const holiday = { id: 'thursday', office_day: 'Thursday', is_holiday: 1 as const, ...hours }
      await tx.insertInto('office_hours').values(holiday).execute()
      const closed = { id: 'pongal', day: '2026-03-04', closed_for: 'Pongal', capacity: null }
      await tx
        .insertInto('delivery_day')
        .values({ ...closed, created_at: app.deps.clock.now() })
        .execute()
    })
  })

  let people = 0
  const closed = ['placed', 'slot_closed']
  test.each([
    ['600004', 'lamp', [...closed, 'undeliverable']],
    ['600004', 'mandap', closed],
    // The orders of the first round took the last place of each express slot.
    ['600004', 'mandap', [...closed, 'slot_full']],
    ['641001', 'mandap', [...closed, 'undeliverable']],
  ])(
    'to the pincode %s an order of a %s costs the offered fee, or is refused with the reason of its option',
    async (pincode, what, expected) => {
      const line = { productId: what === 'lamp' ? lamp : mandap, quantity: 1 }
      const added = await app.http('POST', '/api/cart/items', { body: line })
      const headers = { 'Cart-Token': added.body.data.token as string }
      const query = `pincode=${pincode}&from=2026-03-01&days=6`
      const list = async (more: string) =>
        (await app.http('GET', `/api/delivery-options?${query}${more}`, { headers })).body.days
      const days: DeliveryDayOptions[] = await list('')
      // A product has the same options as a cart with this product alone.
      expect(await list(`&product=${line.productId}`)).toEqual(days)
      const codes = new Set<string>()
      for (const { day, options } of days) {
        for (const { slotId, fee, reason } of options) {
          const email = `${people++}@mail.example`
          const body = orderBody({ day, slotId, pincode, lines: [line], email })
          const answer = await app.http('POST', '/api/orders', { body })
          codes.add(answer.body.code ?? 'placed')
          if (reason !== null) {
            expect([answer.status, answer.body.error]).toEqual([409, reason])
            continue
          }
          expect(answer.status, answer.text).toBe(201)
          const { body: order } = await app.http('GET', `/api/orders/${answer.body.data.id}`)
          expect(order.deliverycharge).toBe(fee)
        }
      }
      expect([...codes].sort()).toEqual([...expected].sort())
    },
  )
})
