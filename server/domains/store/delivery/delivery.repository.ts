import { type Expression, sql } from 'kysely'
import { deliveryWays } from '../../../../contract/store/delivery-facts.ts'
import { moveCounter } from '../../../db/counter.ts'
import { type At, prepare } from '../../../db/prepared.ts'
import type { Queryable, Tx } from '../../../db/schema.ts'
import type { Slot, Zone } from './delivery-rules.ts'

const selectZones = prepare((db) =>
  db
    .selectFrom('delivery_zone')
    .select([
      'id',
      'name',
      'pincodes',
      'standard_fee_in_paise',
      'express_fee_in_paise',
      'midnight_fee_in_paise',
      'free_from_in_paise',
    ])
    .where('deleted_at', 'is', null),
)

export async function listZones(db: Queryable) {
  return (await selectZones(db, null)).rows.map(
    (row): Zone => ({
      id: row.id,
      name: row.name,
      pincodes: JSON.parse(row.pincodes),
      fees: {
        standard: row.standard_fee_in_paise,
        express: row.express_fee_in_paise,
        midnight: row.midnight_fee_in_paise,
      },
      freeFrom: row.free_from_in_paise,
    }),
  )
}

const slotColumns = [
  'id',
  'name',
  'way',
  'starts_at as from',
  'ends_at as to',
  'fee_in_paise as fee',
  'capacity',
  'closes_on as closesOn',
  'closes_at as closesAt',
] as const

/** Finds a slot with `taken`, the number of its orders on this day. Returns undefined for a deleted slot. */
export async function findSlot(db: Queryable, slotId: string, day: string) {
  const [row] = (await selectSlot(db, { slotId, day })).rows
  return row && { ...row, taken: row.taken ?? 0 }
}

const selectSlot = prepare((db, at: At<{ slotId: string; day: string }>) =>
  db
    .selectFrom('delivery_slot')
    .leftJoin('slot_day', (join) =>
      join.onRef('slot_day.slot_id', '=', 'delivery_slot.id').on('slot_day.day', '=', at('day')),
    )
    .select([...slotColumns, 'taken'])
    .where('id', '=', at('slotId'))
    .where('deleted_at', 'is', null),
)

export async function listSlots(db: Queryable): Promise<Slot[]> {
  const rows = await db
    .selectFrom('delivery_slot')
    .select(slotColumns)
    .where('deleted_at', 'is', null)
    .orderBy('starts_at')
    .orderBy('ends_at')
    .orderBy('id')
    .execute()
  return rows.sort((a, b) => deliveryWays.indexOf(a.way) - deliveryWays.indexOf(b.way))
}

export async function listDays(db: Queryable, from: string) {
  return (await selectDays(db, from)).rows
}

const selectDays = prepare((db, at: At<string>) =>
  db
    .selectFrom('delivery_day')
    .select(['day', 'closed_for as closedFor', 'closed_from as from', 'closed_until as until', 'capacity'])
    .where('day', '>=', at()),
)

/** Returns a function that gives the number of orders of a slot on a day from `from` to `to`, both included. */
export async function listTaken(db: Queryable, from: string, to: string) {
  const rows = await db
    .selectFrom('slot_day')
    .selectAll()
    .where('day', '>=', from)
    .where('day', '<=', to)
    .execute()
  const taken = new Map(rows.map((row) => [`${row.day} ${row.slot_id}`, row.taken]))
  return (day: string, slotId: string) => taken.get(`${day} ${slotId}`) ?? 0
}

/**
 * True if a slot's deadline is later than the time `after` and not later than `until`, for example `14:59` and `15:00`.
 */
export async function hasClosing(db: Queryable, after: string, until: string): Promise<boolean> {
  const closing = db
    .selectFrom('delivery_slot')
    .select('id')
    .where('deleted_at', 'is', null)
    .where('closes_at', '>', after)
    .where('closes_at', '<=', until)
  return (await closing.limit(1).executeTakeFirst()) !== undefined
}

/**
 * Takes a place in a slot if the slot's capacity allows it. Returns null if no place is left, or the slot's row is
 * gone.
 */
export async function takePlace(tx: Tx, slotId: string, day: string) {
  const take = async () => {
    const [row] = (await takeOne(tx, { slotId, day })).rows
    return row ? { isLast: row.is_full === 1 } : null
  }
  const taken = await take()
  if (taken) return taken
  // The slot is full, or has no row for this day yet because no order has taken a place.
  const slot = tx.selectFrom('delivery_slot').where('id', '=', slotId)
  await tx
    .insertInto('slot_day')
    .columns(['slot_id', 'day', 'taken'])
    .expression(slot.select(['id', sql<string>`${day}`.as('day'), sql<number>`0`.as('taken')]))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return take()
}

const takeOne = prepare((db, at: At<{ slotId: string; day: string }>) => {
  const max = capacityOf(at('slotId'), at('day'))
  return moveCounter(db, 'slot_day', 'taken', 1, { max })
    .where('slot_id', '=', at('slotId'))
    .where('day', '=', at('day'))
    .returning(sql<number>`case when taken >= ${max} then 1 else 0 end`.as('is_full'))
})

/**
 * Gives a place back, and returns true if the slot was full before. A CHECK constraint refuses to give back a place
 * that no order took.
 */
export async function returnPlace(tx: Tx, slotId: string, day: string): Promise<boolean> {
  const max = capacityOf(sql.val(slotId), sql.val(day))
  const row = await moveCounter(tx, 'slot_day', 'taken', -1)
    .where('slot_id', '=', slotId)
    .where('day', '=', day)
    .returning(sql<number>`case when taken + 1 >= ${max} then 1 else 0 end`.as('was_full'))
    .executeTakeFirst()
  return row?.was_full === 1
}

function capacityOf(slotId: Expression<string>, day: Expression<string>) {
  return sql<number | null>`coalesce(
    (select capacity from delivery_day where day = ${day}),
    (select capacity from delivery_slot where id = ${slotId})
  )`
}
