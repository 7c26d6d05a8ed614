import { sql } from 'kysely'
import { orderLinesMax } from '../../../../contract/orders/store-orders.ts'
import { cartQuantityMax } from '../../../../contract/store/cart-facts.ts'
import { withRowLock } from '../../../db/guards.ts'
import { type At, prepare, prepareInsert } from '../../../db/prepared.ts'
import type { SeatKind, Tx } from '../../../db/schema.ts'

export interface Held {
  kind: SeatKind | 'seat-hold' | 'order'
  id: string
  reference: string
  course_id: string | null
  batch_id: string | null
  email: string | null
  mailbox: string | null
  transaction_id: string | null
  proved_at: string | null
  /** 1 if the seat or order costs nothing, or the seat's batch has no date yet. */
  owes_nothing: number
  /** 1 for a confirmed seat that costs something. A paid seat counts towards no limit. */
  is_paid: number
  /** 1 if the payer has reported a payment. */
  is_claimed: number
  /** The number of seats, or of items in an order. */
  pieces: number
}

export async function lockPeople(tx: Tx, keys: readonly string[], day: string) {
  // The keys are sorted, so that two people who share a phone or a mailbox do not deadlock.
  const rows = [...new Set(keys)].sort().map((key) => ({ key, day }))
  await upsertPeople(tx, rows)
}

const upsertPeople = prepareInsert('hold_person', (insert) =>
  insert.onConflict((conflict) =>
    conflict.column('key').doUpdateSet((eb) => ({ day: eb.ref('excluded.day') })),
  ),
)

interface Person {
  phone: string
  mailbox: string
  now: string
  today: string
}

const columns =
  'reference, course_id, batch_id, email, mailbox, coalesce(transaction_id, hold_transaction_id) as transaction_id, proved_at'

// `coalesce` keeps the planner from using the index of all pending seats, so that it uses the indexes on phone and
// mailbox.
const held = prepare((db, at: At<Person>) => {
  const parts = (['phone', 'mailbox'] as const).map((name) => {
    const by = sql`${sql.ref(name)} = ${at(name)}`
    return sql`
      select kind, coalesce(group_id, id) as id, ${sql.raw(columns)},
        case when status = 'confirmed' or hold_until is null then 1 else 0 end as owes_nothing,
        case when status = 'confirmed' and amount_in_paise > 0 then 1 else 0 end as is_paid,
        case when exists (select 1 from claim where claim.is_open = 1 and claim.subject = seat.kind
          and claim.subject_id = coalesce(seat.group_id, seat.id)) then 1 else 0 end as is_claimed,
        seats as pieces, seat.id as row_id, group_place from registration as seat
        where ${by} and (coalesce(status, '') = 'pending'
          or coalesce(status, '') = 'held' and hold_until > ${at('now')}
          or coalesce(status, '') = 'confirmed' and exists (select 1 from batch where batch.id = seat.batch_id
            and coalesce(batch.ends_on, batch.starts_on, ${at('today')}) >= ${at('today')}))
      union all select 'order', id, number, null, null, null, mailbox, null, proved_at,
          case when total_in_paise = 0 then 1 else 0 end, 0, 0,
          (select coalesce(sum(quantity), 0) from shop_order_item where order_id = shop_order.id), id, 0
        from shop_order
        where ${by} and (coalesce(status, '') = 'pending' and hold_until is not null
          or coalesce(status, '') = 'confirmed' and total_in_paise = 0
            and coalesce(delivery_day, ${at('today')}) >= ${at('today')})`
  })
  // `group_place` is above 0 only for the seats of a payer's guests. A group counts once.
  const all = sql<Held & { row_id: string; group_place: number }>`${sql.join(parts, sql` union all `)}`
  return { compile: () => all.compile(db) }
})

export async function listHeld(tx: Tx, person: Person) {
  const { rows } = await held(tx, person)
  // A row may be found twice: by its phone and by its mailbox.
  const found = [...new Map(rows.map((row) => [row.row_id, row])).values()]
  const groups = Map.groupBy(found, ({ id }) => id)
  return [...groups.values()].map((members) => {
    // The payer's seat represents the group; if it was cancelled, the next seat does.
    const [lead] = members.toSorted((a, b) => a.group_place - b.group_place)
    const { row_id: _1, group_place: _2, ...row } = lead as (typeof members)[number]
    return { ...row, pieces: members.reduce((sum, { pieces }) => sum + Number(pieces), 0) }
  })
}

/** Locks the row of a hold. Returns its number of seats; 0 if the hold has ended since it was listed. */
export async function lockHeldSeats(tx: Tx, id: string, now: string) {
  const kept = await tx
    .selectFrom('registration')
    .select(['seats', 'status', 'hold_until'])
    .where('id', '=', id)
    .$call(withRowLock(tx))
    .executeTakeFirst()
  return kept?.status === 'held' && (kept.hold_until ?? '') > now ? kept.seats : 0
}

export async function isVerified(tx: Tx, userId: string, email: string) {
  const found = await tx
    .selectFrom('user')
    .select('id')
    .where('id', '=', userId)
    .where('email', '=', email)
    .where('emailVerified', '=', 1)
    .executeTakeFirst()
  return found !== undefined
}

interface Quota {
  network: string
  day: string
  max: number
  pieces: number
}

/** Counts `pieces` towards the network's limit for the day; false if they would exceed `max`. */
export async function takeQuota(tx: Tx, quota: Quota) {
  return quota.pieces <= quota.max && (await countPieces(tx, quota)).numAffectedRows === 1n
}

// One statement checks the limit and inserts or updates the row, since most networks have no row yet on that day.
const countPieces = prepare((db, at: At<Quota>) =>
  db
    .insertInto('hold_quota')
    .values({ network: at('network'), day: at('day'), taken: at('pieces') })
    .onConflict((conflict) =>
      conflict
        .columns(['network', 'day'])
        .doUpdateSet((eb) => ({ taken: eb('hold_quota.taken', '+', eb.ref('excluded.taken')) }))
        .where((eb) => eb(eb('hold_quota.taken', '+', eb.ref('excluded.taken')), '<=', at('max'))),
    ),
)

/** The free part of a limited resource, and the part that people with unproved addresses hold. */
export interface Share {
  free: number
  unproved: number
}

export interface LimitedItems {
  batchId?: string | null
  productIds?: readonly string[]
  slot?: { slotId: string; day: string }
  /** A coupon's code as it is stored. */
  coupon?: string | null
}

/**
 * The number of items that is assumed for an order older than the column `pieces`: the most that the contract allows.
 */
const orderPiecesMax = orderLinesMax * cartQuantityMax

/**
 * Lists how much of the batch, the products, the delivery slot and the coupon is free, and how much people with
 * unproved addresses hold. The caller has already written its own rows. Those writes lock all four rows, so nobody else
 * takes more meanwhile. The lines of orders are counted only if all unproved orders together have more items than
 * `percent` of the smallest stock.
 */
export async function listShares(tx: Tx, items: LimitedItems, percent: number): Promise<Share[]> {
  const { batchId, productIds = [], slot, coupon } = items
  const shape = [batchId ? 1 : 0, productIds.length, slot ? 1 : 0, coupon ? 1 : 0].join()
  if (shape === '0,0,0,0') return []
  const list = sharesOfShape.get(shape) ?? prepareShares(items)
  sharesOfShape.set(shape, list)
  const { rows } = await list(tx, { ...items, percent })
  return rows.map(({ free, unproved }) => ({ free: Number(free), unproved: Number(unproved) }))
}

type Shared = LimitedItems & { percent: number }

const sharesOfShape = new Map<string, ReturnType<typeof prepareShares>>()

const prepareShares = ({ batchId, productIds = [], slot, coupon }: LimitedItems) =>
  prepare((db, at: At<Shared>) => {
    const products = sql.join(productIds.map((_, n) => at(({ productIds }) => productIds?.[n])))
    const parts = [
      batchId &&
        sql`select capacity - taken as free,
        (select coalesce(sum(seats), 0) from registration as seat where batch_id = batch.id and ${isUnproved('seat')}) as unproved
      from batch where id = ${at('batchId')} and capacity is not null`,
      productIds.length > 0 &&
        sql`select quantity as free, coalesce(held.taken, 0) as unproved from product
        left join (select product_id, sum(taken) as taken
          from (select id from shop_order where ${isUnproved('shop_order')} and
            (select sum(coalesce(pieces, ${sql.lit(orderPiecesMax)})) from shop_order where ${isUnproved('shop_order')}) * 100
            > (select cast(min(quantity) as bigint) from product where id in (${products})) * ${at('percent')}
          ) as unproved_order
            cross join shop_order_item
          where order_id = unproved_order.id group by product_id) as held on held.product_id = product.id
        where product.id in (${products})`,
      slot &&
        sql`select coalesce(delivery_day.capacity, delivery_slot.capacity) - slot_day.taken as free,
        (select count(*) from shop_order where slot_id = slot_day.slot_id and delivery_day = slot_day.day
          and holds_slot = 1 and ${isUnproved('shop_order')}) as unproved
      from slot_day inner join delivery_slot on delivery_slot.id = slot_day.slot_id
        left join delivery_day on delivery_day.day = slot_day.day
      where slot_day.slot_id = ${at(({ slot }) => slot?.slotId)} and slot_day.day = ${at(({ slot }) => slot?.day)}
        and coalesce(delivery_day.capacity, delivery_slot.capacity) is not null`,
      coupon &&
        sql`select uses_max - uses as free,
        (select count(*) from shop_order where coupon_code = coupon.code and ${isUnproved('shop_order')})
        + (select count(distinct coalesce(group_id, id)) from seat
            where coupon_code = coupon.code and ${isUnproved('seat')}) as unproved
      from coupon where code = ${at('coupon')} and uses_max is not null`,
    ].filter((part) => typeof part === 'object' && part !== null)
    const all = sql<Share>`${sql.join(parts, sql` union all `)}`
    return { compile: () => all.compile(db) }
  })

/**
 * Makes the condition for rows of people with an unproved address. The condition has the form of the conditions in the
 * partial indexes, so that the database uses these indexes. A paid row does not match, because money proves its payer.
 */
function isUnproved(table: 'seat' | 'shop_order') {
  const [price, open] =
    table === 'seat'
      ? [sql.ref('seat.amount_in_paise'), sql`'held', 'pending'`]
      : [sql.ref('shop_order.total_in_paise'), sql`'pending'`]
  const status = sql.ref(`${table}.status`)
  return sql`(${status} in (${open}) or ${price} = 0) and ${sql.ref(`${table}.proved_at`)} is null
    and ${status} in (${open}, 'confirmed')`
}
