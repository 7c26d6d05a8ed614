import { describe, expect, test } from 'vitest'
import { schoolDayOf } from '../../../contract/school-day.ts'
import { fixedClock } from '../../../tests/harness/fixed-clock.ts'
import { addDays, addMs } from '../../platform/clock.ts'
import { randomIds as ids } from '../../platform/ids.ts'
import { rowsOf } from './demo.ts'
import { demoOf } from './seed.ts'

/** A school may be seeded at any hour: around midnight, before dawn, at the turn of the year, before a closed day. */
const seededAt = [
  '2026-03-02T06:30:00.000Z',
  '2026-03-02T18:29:00.000Z',
  '2026-03-02T18:31:00.000Z',
  '2026-03-02T22:00:00.000Z',
  '2026-12-31T18:31:00.000Z',
  '2027-01-13T12:00:00.000Z',
  '2027-04-13T23:00:00.000Z',
  '2028-02-29T03:00:00.000Z',
]

const demoAt = (now: string) =>
  demoOf({ clock: fixedClock(now), ids, config: { holdHours: 2, offerHours: 24 } })

describe.each(seededAt)('the demonstration school seeded at %s', (now) => {
  const demo = demoAt(now)
  const { today } = demo
  const orders = rowsOf(demo, 'shop_order').filter(({ slot_id }) => slot_id)
  const trail = [...rowsOf(demo, 'order_attempt'), ...rowsOf(demo, 'order_photograph')]

  test('the steps of each demonstration order are in sequence, after the order was placed and not in the future', () => {
    for (const order of orders) {
      const changes = rowsOf(demo, 'shop_order_change').filter(({ order_id }) => order_id === order.id)
      const at = changes.map((change) => change.at)
      expect(at).toEqual(at.toSorted())
      for (const instant of at) expect(instant > order.created_at && instant <= now).toBe(true)
      expect(order.created_at < now && addMs(order.created_at, 30 * 24 * 60 * 60_000) > now).toBe(true)
      const own = trail.filter(({ order_id }) => order_id === order.id)
      for (const { at: when } of own) expect(when > order.created_at && when <= now).toBe(true)
      if (order.hold_until) expect(order.hold_until > now).toBe(true)
    }
  })

  test('each demonstration order is for a day for which its products could be ordered', () => {
    for (const order of orders) {
      const items = rowsOf(demo, 'shop_order_item').filter(({ order_id }) => order_id === order.id)
      for (const { product_id } of items) {
        const product = rowsOf(demo, 'product').find(({ id }) => id === product_id)
        expect(product, product_id ?? '').toBeDefined()
        const ordered = schoolDayOf(Date.parse(order.created_at))
        const first = addDays(ordered, product?.lead_days ?? 0)
        expect(String(order.delivery_day) >= first, product_id ?? '').toBe(true)
        if (product?.ways) expect(JSON.parse(product.ways)).toContain(order.way)
      }
    }
  })

  test('the demonstration school is closed on two days of the coming year, and has no order for these days', () => {
    const closed = rowsOf(demo, 'delivery_day')
    expect(closed.map(({ closed_for }) => closed_for)).toEqual(['Pongal', 'Tamil New Year'])
    const brought = orders.map(({ delivery_day }) => delivery_day)
    for (const { day } of closed) {
      expect(day > today && Date.parse(day) < Date.parse(today) + 380 * 24 * 60 * 60_000).toBe(true)
      expect(brought).not.toContain(day)
    }
  })
})

test('no pincode is in two delivery zones of the demonstration school', () => {
  const zones = rowsOf(demoAt('2026-03-02T06:30:00.000Z'), 'delivery_zone')
  const all = zones.flatMap(({ pincodes }) => JSON.parse(pincodes) as string[])
  expect(zones).toHaveLength(3)
  expect(all.filter((pincode) => !/^600\d{3}$/.test(pincode))).toEqual([])
  expect(new Set(all)).toHaveLength(all.length)
})
