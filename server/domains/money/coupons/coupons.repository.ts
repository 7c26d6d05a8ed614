import { type Selectable, type SelectQueryBuilder, type SqlBool, sql } from 'kysely'
import type { CreditKind, DiscountedKind } from '../../../../contract/money/coupon-facts.ts'
import type { CouponsQuery } from '../../../../contract/money/coupons.ts'
import { listLimitMax } from '../../../../contract/primitives.ts'
import { moveCounter } from '../../../db/counter.ts'
import { changesRow } from '../../../db/guards.ts'
import { countValues, isFlag, type PageList, readPage } from '../../../db/page.ts'
import type { Queryable, Schema, Tx } from '../../../db/schema.ts'

export type CouponRow = Selectable<Schema['coupon']>

export interface Subject {
  kind: DiscountedKind
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

export function livingCoupons(db: Queryable) {
  return db.selectFrom('coupon').selectAll().where('deleted_at', 'is', null)
}

export const countCoupons = (db: Queryable) =>
  countValues(db, livingCoupons(db), couponList, 'active', ['yes', 'no'])

export function listCouponPage(db: Queryable, query: CouponsQuery) {
  return readPage(livingCoupons(db), couponList, query)
}

/** Finds a coupon, also a deleted one, because an order may have used it. */
export function getCoupon(db: Queryable, id: string) {
  return db.selectFrom('coupon').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
}

export function listCredits(db: Queryable, orderId: string) {
  return livingCoupons(db)
    .where('credit_order_id', '=', orderId)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute()
}

/** Adds up the credits that staff gave for an order, in paise. A deleted credit counts if it was used. */
export async function sumOfGiven(db: Queryable, orderId: string): Promise<number> {
  const { sum } = await db
    .selectFrom('coupon')
    .select((eb) => eb.fn.sum<number | null>('amount_in_paise').as('sum'))
    .where('credit_order_id', '=', orderId)
    .where('credit_kind', '=', 'given')
    .where((eb) => eb.or([eb('deleted_at', 'is', null), eb('uses', '>', 0)]))
    .executeTakeFirstOrThrow()
  return sum ?? 0
}

/** Adds up the store credit that the order used and that was not given back, in paise. */
export async function sumOfUsed(db: Queryable, orderId: string): Promise<number> {
  const { sum } = await db
    .selectFrom('coupon_use')
    .innerJoin('coupon', 'coupon.id', 'coupon_use.coupon_id')
    .select((eb) => eb.fn.sum<number | null>('discount_in_paise').as('sum'))
    .where('coupon_use.subject', '=', 'order')
    .where('coupon_use.subject_id', '=', orderId)
    .where('coupon_use.given_back_at', 'is', null)
    .where('coupon.credit_order_id', 'is not', null)
    .executeTakeFirstOrThrow()
  return sum ?? 0
}

/** Locks the credits that were given for an order, including deleted credits, so that nobody uses or changes them. */
export function lockGiven(tx: Tx, orderId: string) {
  return tx
    .updateTable('coupon')
    .set((eb) => ({ id: eb.ref('id') }))
    .where('credit_order_id', '=', orderId)
    .where('credit_kind', '=', 'given')
    .returningAll()
    .execute()
}

/** Selects the unused credits of a kind, including deleted credits. */
export function unusedCredits(db: Queryable, kind: CreditKind) {
  return db.selectFrom('coupon').selectAll().where('credit_kind', '=', kind).where('uses', '=', 0)
}

export async function isCodeTaken(db: Queryable, code: string, exceptId = ''): Promise<boolean> {
  const row = await livingCoupons(db).where('code', '=', code).where('id', '<>', exceptId).executeTakeFirst()
  return row !== undefined
}

export async function listTakenCodes(db: Queryable, codes: readonly string[]) {
  if (codes.length === 0) return []
  const rows = await livingCoupons(db).where('code', 'in', codes).execute()
  return rows.map(({ code }) => code)
}

/** Returns the inserted ids. A row is skipped if a coupon that is not deleted has its code. */
export async function insertCoupons(tx: Tx, rows: readonly CouponRow[]) {
  const inserted = await tx
    .insertInto('coupon')
    .values(rows)
    .onConflict((conflict) => conflict.column('code').where('deleted_at', 'is', null).doNothing())
    .returning('id')
    .execute()
  return inserted.map(({ id }) => id)
}

/**
 * Counts a use, and locks the coupon until the transaction ends. Undefined if no use is left, or the coupon is inactive
 * or deleted.
 */
export function takeUse(tx: Tx, code: string) {
  return moveCounter(tx, 'coupon', 'uses', 1, { max: sql.ref('uses_max') })
    .where('code', '=', code)
    .where('is_active', '=', 1)
    .where('deleted_at', 'is', null)
    .returningAll()
    .executeTakeFirst()
}

/**
 * Counts a returned use again, even if the coupon is no longer offered. A deleted store credit stays deleted, since
 * staff may have replaced it.
 */
export function takeUseAgain(tx: Tx, id: string) {
  return moveCounter(tx, 'coupon', 'uses', 1, { max: sql.ref('uses_max') })
    .where('id', '=', id)
    .where((eb) => eb.or([eb('deleted_at', 'is', null), eb('credit_kind', 'is', null)]))
    .returningAll()
    .executeTakeFirst()
}

export async function returnUse(tx: Tx, id: string) {
  if (!(await changesRow(moveCounter(tx, 'coupon', 'uses', -1, { min: 0 }).where('id', '=', id)))) {
    throw new Error('a coupon use was returned that had not been taken')
  }
}

export function giveBack(tx: Tx, { kind, id }: Subject, now: string) {
  return tx
    .updateTable('coupon_use')
    .set({ given_back_at: now })
    .where('subject_id', '=', id)
    .where('subject', '=', kind)
    .where('given_back_at', 'is', null)
    .returning(['coupon_id', 'discount_in_paise', 'settled_at'])
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
      ? db.selectFrom('shop_order').where('status', '<>', 'cancelled')
      : db
          .selectFrom('seat')
          .where('status', 'in', ['pending', 'confirmed'])
          // Other seats of the same group do not count as an earlier purchase.
          .where((eb) => eb.or([eb('group_id', 'is', null), eb('group_id', '<>', id)]))
  const others = found as SelectQueryBuilder<Schema, 'shop_order' | 'seat', object>
  const other = others.select('id').where(sql<SqlBool>`(${isTheirs})`).where('id', '<>', id).limit(1)
  return (await other.executeTakeFirst()) !== undefined
}

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
