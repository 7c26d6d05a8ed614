import { type Selectable, type SqlBool, sql } from 'kysely'
import type { CouponsQuery } from '../../../contract/coupons.ts'
import type { PayableKind } from '../../../contract/money.ts'
import { listLimitMax } from '../../../contract/primitives.ts'
import { moveCounter } from '../../db/counter.ts'
import { changesRow } from '../../db/guards.ts'
import type { Queryable } from '../../db/open.ts'
import { isFlag, type PageList, readPage } from '../../db/page.ts'
import type { Schema, Tx } from '../../db/schema.ts'

export type CouponRow = Selectable<Schema['coupon']>

/** An order or a seat. */
export interface Subject {
  kind: PayableKind
  id: string
}

const couponList: PageList<CouponsQuery> = {
  sorts: {
    newest: ['desc', 'coupon.created_at'],
    oldest: ['asc', 'coupon.created_at'],
    code: ['asc', 'coupon.code'],
    uses: ['asc', 'coupon.uses', 'integer'],
    ends: ['asc', "coalesce(coupon.ends_on, '')"],
  },
  tie: ['coupon.id'],
  words: ['coupon.code', "coalesce(coupon.series, '')", "coalesce(coupon.note, '')"],
  filters: { active: isFlag('coupon.is_active'), kind: 'coupon.kind', series: 'coupon.series' },
}

function livingCoupons(db: Queryable) {
  return db.selectFrom('coupon').selectAll().where('deleted_at', 'is', null)
}

export function listCouponPage(db: Queryable, query: CouponsQuery) {
  return readPage(livingCoupons(db), couponList, query)
}

export function findByCode(db: Queryable, code: string): Promise<CouponRow | undefined> {
  return livingCoupons(db).where('code', '=', code).executeTakeFirst()
}

export async function isCodeTaken(db: Queryable, code: string, exceptId = ''): Promise<boolean> {
  const row = await livingCoupons(db).where('code', '=', code).where('id', '<>', exceptId).executeTakeFirst()
  return row !== undefined
}

/** The ids of those that were inserted: a code stays that of the coupon that has it and is not in the bin. */
export async function insertCoupons(tx: Tx, rows: readonly CouponRow[]): Promise<string[]> {
  const inserted = await tx
    .insertInto('coupon')
    .values(rows)
    .onConflict((conflict) => conflict.column('code').where('deleted_at', 'is', null).doNothing())
    .returning('id')
    .execute()
  return inserted.map(({ id }) => id)
}

/** Counts a use, and locks the coupon until the transaction ends. Undefined where none is left, or it is not offered. */
export function takeUse(tx: Tx, code: string): Promise<CouponRow | undefined> {
  return moveCounter(tx, 'coupon', 'uses', 1, { max: sql.ref('uses_max') })
    .where('code', '=', code)
    .where('is_active', '=', 1)
    .where('deleted_at', 'is', null)
    .returningAll()
    .executeTakeFirst()
}

/** Counts a use again that was given back; whether it is offered any more makes no difference. */
export function takeUseAgain(tx: Tx, id: string): Promise<CouponRow | undefined> {
  return moveCounter(tx, 'coupon', 'uses', 1, { max: sql.ref('uses_max') })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()
}

export async function returnUse(tx: Tx, id: string): Promise<void> {
  if (!(await changesRow(moveCounter(tx, 'coupon', 'uses', -1, { min: 0 }).where('id', '=', id)))) {
    throw new Error('a use of a coupon was to be given back that nobody had')
  }
}

/** The use that was given back here; undefined if there is none, or it was given back before. */
export function giveBack(
  tx: Tx,
  { kind, id }: Subject,
  now: string,
): Promise<{ coupon_id: string } | undefined> {
  return tx
    .updateTable('coupon_use')
    .set({ given_back_at: now })
    .where('subject_id', '=', id)
    .where('subject', '=', kind)
    .where('given_back_at', 'is', null)
    .returning('coupon_id')
    .executeTakeFirst()
}

export function findUse(db: Queryable, { kind, id }: Subject) {
  return db
    .selectFrom('coupon_use')
    .selectAll()
    .where('subject_id', '=', id)
    .where('subject', '=', kind)
    .executeTakeFirst()
}

export async function holdUseAgain(tx: Tx, id: string): Promise<void> {
  await tx.updateTable('coupon_use').set({ given_back_at: null }).where('id', '=', id).execute()
}

/** A customer, by keyed hashes of address and phone. */
export interface CustomerKeys {
  email: string | null
  phone: string | null
}

export async function countUsesOf(db: Queryable, couponId: string, of: CustomerKeys): Promise<number> {
  const { count } = await db
    .selectFrom('coupon_use')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('coupon_id', '=', couponId)
    .where('given_back_at', 'is', null)
    .where((eb) => eb.or([eb('email_key', '=', of.email), eb('phone_key', '=', of.phone)]))
    .executeTakeFirstOrThrow()
  return count
}

/** Whether an order, or a seat, of this customer stands besides this one. Needs an address or a phone. */
export async function hasBoughtBefore(
  db: Queryable,
  { kind, id }: Subject,
  { email, phones }: { email: string | null; phones: readonly string[] },
): Promise<boolean> {
  const isTheirs = sql.join<SqlBool>(
    [
      ...(email === null ? [] : [sql<SqlBool>`email = ${email}`]),
      ...phones.map((phone) => sql<SqlBool>`phone = ${phone}`),
    ],
    sql` or `,
  )
  const found =
    kind === 'order'
      ? await db
          .selectFrom('shop_order')
          .select('id')
          .where(sql<SqlBool>`(${isTheirs})`)
          .where('status', '<>', 'cancelled')
          .where('id', '<>', id)
          .limit(1)
          .executeTakeFirst()
      : await db
          .selectFrom('seat')
          .select('id')
          .where(sql<SqlBool>`(${isTheirs})`)
          .where('status', 'in', ['pending', 'confirmed'])
          .where('id', '<>', id)
          .limit(1)
          .executeTakeFirst()
  return found !== undefined
}

/** With whose order or seat it was. */
export function listUses(db: Queryable, couponId: string) {
  return db
    .selectFrom('coupon_use')
    .leftJoin('seat', 'seat.id', 'coupon_use.subject_id')
    .leftJoin('shop_order', 'shop_order.id', 'coupon_use.subject_id')
    .select([
      'coupon_use.id',
      'coupon_use.subject',
      'coupon_use.discount_in_paise',
      'coupon_use.used_at',
      'coupon_use.given_back_at',
      'seat.reference',
      'seat.name as seat_name',
      'shop_order.number',
      'shop_order.customer_name',
    ])
    .where('coupon_use.coupon_id', '=', couponId)
    .orderBy('coupon_use.used_at', 'desc')
    .orderBy('coupon_use.id', 'desc')
    .limit(listLimitMax)
    .execute()
}
