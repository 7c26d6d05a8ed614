import { attemptWords } from '../../../../contract/orders/order-facts.ts'
import type { OrderTracking } from '../../../../contract/orders/store-orders.ts'
import { pictureOf } from '../../../platform/pictures.ts'
import type { AttemptRow, PhotographRow } from './order-trail.repository.ts'

/** The team's notes are left out: they name neighbours and doors, and the order's link is passed on. */
export function presentAttempts(rows: readonly AttemptRow[]): OrderTracking['attempts'] {
  return rows.map(({ kind, at }) => ({ what: attemptWords[kind], at }))
}

export function presentPhotographs(rows: readonly PhotographRow[]): OrderTracking['photographs'] {
  return rows.flatMap((row) => {
    const picture = pictureOf(row)
    return picture ? [{ kind: row.kind, picture }] : []
  })
}
