import { type Selectable, sql } from 'kysely'
import { deliveryWays } from '../../../contract/delivery-facts.ts'
import { moveCounter } from '../../db/counter.ts'
import { changesRow } from '../../db/guards.ts'
import type { Queryable } from '../../db/open.ts'
import type { Schema, Tx } from '../../db/schema.ts'
import type { DeliveryDay, Slot, Zone } from './delivery-rules.ts'

export async function listZones(db: Queryable): Promise<Zone[]> {
  const rows = await db.selectFrom('delivery_zone').selectAll().where('deleted_at', 'is', null).execute()
  return rows.map(zoneFrom)
}

function zoneFrom(row: Selectable<Schema['delivery_zone']>): Zone {
  return {
    id: row.id,
    name: row.name,
    pincodes: JSON.parse(row.pincodes),
    fees: {
      standard: row.standard_fee_in_paise,
      express: row.express_fee_in_paise,
      midnight: row.midnight_fee_in_paise,
    },
    freeFrom: row.free_from_in_paise,
  }
}

/** Way by way, each in the order of its hours. */
export async function listSlots(db: Queryable): Promise<Slot[]> {
  const rows = await db
    .selectFrom('delivery_slot')
    .selectAll()
    .where('deleted_at', 'is', null)
    .orderBy('starts_at')
    .orderBy('ends_at')
    .orderBy('id')
    .execute()
  return rows.map(slotFrom).sort((a, b) => deliveryWays.indexOf(a.way) - deliveryWays.indexOf(b.way))
}

function slotFrom(row: Selectable<Schema['delivery_slot']>): Slot {
  return {
    id: row.id,
    name: row.name,
    way: row.way,
    from: row.starts_at,
    to: row.ends_at,
    fee: row.fee_in_paise,
    capacity: row.capacity,
    closes: { on: row.closes_on, at: row.closes_at },
  }
}

/** The days that differ, from this one on. */
export async function listDays(db: Queryable, from: string): Promise<DeliveryDay[]> {
  const days = db.selectFrom('delivery_day').select(['day', 'closed_for as closedFor', 'capacity'])
  return days.where('day', '>=', from).execute()
}

/** How many orders hold the slots of these days, both included. */
export async function listTaken(
  db: Queryable,
  from: string,
  to: string,
): Promise<(day: string, slotId: string) => number> {
  const rows = await db
    .selectFrom('slot_day')
    .selectAll()
    .where('day', '>=', from)
    .where('day', '<=', to)
    .execute()
  const taken = new Map(rows.map((row) => [`${row.day} ${row.slot_id}`, row.taken]))
  return (day, slotId) => taken.get(`${day} ${slotId}`) ?? 0
}

/**
 * How many orders hold this slot of this day. Nobody else takes or gives one back until the transaction ends. Null for a
 * slot that is not there, not even deleted.
 */
export async function lockTaken(tx: Tx, slotId: string, day: string): Promise<number | null> {
  const slot = tx.selectFrom('delivery_slot').where('id', '=', slotId)
  const row = await tx
    .insertInto('slot_day')
    .columns(['slot_id', 'day', 'taken'])
    .expression(slot.select(['id', sql<string>`${day}`.as('day'), sql<number>`0`.as('taken')]))
    .onConflict((conflict) =>
      conflict.columns(['slot_id', 'day']).doUpdateSet((eb) => ({ taken: eb.ref('slot_day.taken') })),
    )
    .returning('taken')
    .executeTakeFirst()
  return row?.taken ?? null
}

/**
 * Takes one of the slot's places, by the capacity that stands in the database now; false where none is left. The row is
 * locked by `lockTaken` before: an UPDATE that waited for it would go by a capacity from before the wait.
 */
export function takePlace(tx: Tx, slotId: string, day: string): Promise<boolean> {
  const max = sql<number | null>`coalesce(
    (select capacity from delivery_day where day = ${day}),
    (select capacity from delivery_slot where id = ${slotId})
  )`
  return changesRow(placesOf(tx, slotId, day, 1, max))
}

/** The CHECK refuses to give back what nobody holds. */
export async function returnPlace(tx: Tx, slotId: string, day: string): Promise<void> {
  await placesOf(tx, slotId, day, -1).execute()
}

function placesOf(
  tx: Tx,
  slotId: string,
  day: string,
  by: number,
  max?: ReturnType<typeof sql<number | null>>,
) {
  return moveCounter(tx, 'slot_day', 'taken', by, max && { max })
    .where('slot_id', '=', slotId)
    .where('day', '=', day)
}
