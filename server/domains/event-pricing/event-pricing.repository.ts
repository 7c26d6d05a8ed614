import type { Insertable, Selectable } from 'kysely'
import { insertUnlessThere } from '../../db/insert-unless-there.ts'
import type { Queryable } from '../../db/open.ts'
import { withRowLock } from '../../db/row-lock.ts'
import type { Schema, Tx } from '../../db/schema.ts'

export type EventPriceRow = Selectable<Schema['event_price']>

export function listEventPrices(db: Queryable): Promise<EventPriceRow[]> {
  return eventPrices(db).execute()
}

export function lockEventPrices(tx: Tx): Promise<EventPriceRow[]> {
  return eventPrices(tx).$call(withRowLock(tx)).execute()
}

function eventPrices(db: Queryable) {
  return db.selectFrom('event_price').selectAll().orderBy('position').orderBy('slot_key')
}

export async function putEventPrice(db: Queryable, row: Insertable<Schema['event_price']>): Promise<void> {
  const { slot_key: _, ...changes } = row
  await db
    .insertInto('event_price')
    .values(row)
    .onConflict((conflict) => conflict.column('slot_key').doUpdateSet(changes))
    .execute()
}

/** False where there is a row with that key. */
export function insertEventPrice(db: Queryable, row: Insertable<Schema['event_price']>): Promise<boolean> {
  return insertUnlessThere(db, 'event_price', row, 'slot_key')
}

export function deleteEventPrice(db: Queryable, key: string): Promise<EventPriceRow | undefined> {
  return db.deleteFrom('event_price').where('slot_key', '=', key).returningAll().executeTakeFirst()
}
