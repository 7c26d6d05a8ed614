import type { Insertable } from 'kysely'
import type { Schema, Tx } from '../../server/db/schema.ts'
import type { DeliveryService } from '../../server/domains/store/delivery/delivery.service.ts'
import type { TestApp } from './app.ts'

let made = 0

export function slotRow(row: Partial<Insertable<Schema['delivery_slot']>> = {}) {
  return {
    id: `slot-${++made}`,
    name: 'Afternoon',
    way: 'standard' as const,
    starts_at: '13:00',
    ends_at: '18:00',
    fee_in_paise: 0,
    capacity: null,
    closes_on: 'same-day' as const,
    closes_at: '15:00',
    created_at: '2026-01-01T00:00:00.000Z',
    deleted_at: null,
    ...row,
  }
}

export function zoneRow(row: Partial<Insertable<Schema['delivery_zone']>> = {}) {
  return {
    id: `zone-${++made}`,
    name: 'Chennai',
    pincodes: '["600"]',
    standard_fee_in_paise: 9900,
    express_fee_in_paise: 19900,
    midnight_fee_in_paise: 29900,
    free_from_in_paise: null,
    created_at: '2026-01-01T00:00:00.000Z',
    deleted_at: null,
    ...row,
  }
}

/** Adds a delivery slot in the afternoon, unlimited by default, and returns its id. */
export async function addSlot(app: TestApp, row: Parameters<typeof slotRow>[0] = {}): Promise<string> {
  const slot = slotRow(row)
  await app.db.transaction((tx) => tx.insertInto('delivery_slot').values(slot).execute())
  return slot.id
}

/** Adds a delivery zone, by default of all pincodes that begin with 600, and returns its id. */
export async function addZone(app: TestApp, row: Parameters<typeof zoneRow>[0] = {}): Promise<string> {
  const zone = zoneRow(row)
  await app.db.transaction((tx) => tx.insertInto('delivery_zone').values(zone).execute())
  return zone.id
}

/** Counts the orders that hold a slot on a day. */
export async function placesTaken(app: TestApp, slotId: string, day: string): Promise<number> {
  const row = await app.db.read
    .selectFrom('slot_day')
    .select('taken')
    .where('slot_id', '=', slotId)
    .where('day', '=', day)
    .executeTakeFirst()
  return row?.taken ?? 0
}

/** Takes a place in a delivery slot as an order does. */
export async function takeSlot(app: TestApp, tx: Tx, order: Parameters<DeliveryService['judgeSlot']>[1]) {
  const { delivery } = app.app.services
  const slot = await delivery.judgeSlot(tx, order, { deliveryDaysAhead: 60, makingHours: 3 })
  await delivery.takePlace(tx, order)
  return slot
}
