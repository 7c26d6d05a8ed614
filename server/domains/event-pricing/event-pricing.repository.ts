import type { Queryable } from '../../db/open.ts'

export type EventPriceRow = Awaited<ReturnType<typeof listEventPrices>>[number]

export function listEventPrices(db: Queryable) {
  return db
    .selectFrom('event_price')
    .select(['slot_key', 'label', 'price'])
    .orderBy('position')
    .orderBy('slot_key')
    .execute()
}
