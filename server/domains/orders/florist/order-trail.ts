import { attemptWords } from '../../../../contract/orders/orders.en.ts'
import type { OrderTracking } from '../../../../contract/orders/store-orders.ts'
import type { Queryable } from '../../../db/schema.ts'
import { pictureColumns, pictureOf } from '../../../platform/pictures.ts'

export type AttemptRow = Awaited<ReturnType<typeof listAttempts>>[number]
export type PhotographRow = Awaited<ReturnType<typeof listPhotographs>>[number]

export function listAttempts(db: Queryable, orderIds: readonly string[]) {
  return db
    .selectFrom('order_attempt')
    .selectAll()
    .where('order_id', 'in', orderIds.length > 0 ? orderIds : [''])
    .orderBy('at', 'desc')
    .orderBy('id')
    .execute()
}

export function listPhotographs(db: Queryable, orderIds: readonly string[]) {
  return db
    .selectFrom('order_photograph')
    .innerJoin('picture', 'picture.base', 'order_photograph.picture_base')
    .select(['order_photograph.order_id', 'order_photograph.kind'])
    .select(pictureColumns)
    .where('order_photograph.order_id', 'in', orderIds.length > 0 ? orderIds : [''])
    .orderBy('order_photograph.kind', 'desc')
    .execute()
}

/** The team's notes mention neighbours and doors. Buyers pass the order's link on, so the notes are left out. */
export function presentAttempts(rows: readonly AttemptRow[]): OrderTracking['attempts'] {
  return rows.map(({ kind, at }) => ({ what: attemptWords[kind], at }))
}

export function presentPhotographs(rows: readonly PhotographRow[]): OrderTracking['photographs'] {
  return rows.flatMap((row) => {
    const picture = pictureOf(row)
    return picture ? [{ kind: row.kind, picture }] : []
  })
}
