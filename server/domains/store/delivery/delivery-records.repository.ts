import type { Selectable } from 'kysely'
import type { QueryOf } from '../../../../contract/endpoint.ts'
import type { slotRecords, zoneRecords } from '../../../../contract/store/delivery-records.ts'
import type { Queryable } from '../../../db/open.ts'
import { type PageList, readPage } from '../../../db/page.ts'
import type { Schema } from '../../../db/schema.ts'

export type ZoneRow = Selectable<Schema['delivery_zone']>
export type SlotRow = Selectable<Schema['delivery_slot']>

// A school has some dozens of these, so their sorts need no indexes.

type ZonesQuery = QueryOf<typeof zoneRecords.list>
const zoneList: PageList<ZonesQuery> = {
  sorts: { name: ['asc', 'lower(delivery_zone.name)'] },
  tie: ['delivery_zone.id'],
  words: ['delivery_zone.name', 'delivery_zone.pincodes'],
}

export function listZonePage(db: Queryable, query: ZonesQuery) {
  return readPage(livingZones(db), zoneList, query)
}

export function livingZones(db: Queryable) {
  return db.selectFrom('delivery_zone').selectAll().where('deleted_at', 'is', null)
}

type SlotsQuery = QueryOf<typeof slotRecords.list>
const slotList: PageList<SlotsQuery> = {
  sorts: { from: ['asc', 'delivery_slot.starts_at'], name: ['asc', 'lower(delivery_slot.name)'] },
  tie: ['delivery_slot.id'],
  words: ['delivery_slot.name', 'delivery_slot.way'],
  filters: { way: 'delivery_slot.way' },
}

export function listSlotPage(db: Queryable, query: SlotsQuery) {
  return readPage(livingSlots(db), slotList, query)
}

export function livingSlots(db: Queryable) {
  return db.selectFrom('delivery_slot').selectAll().where('deleted_at', 'is', null)
}
