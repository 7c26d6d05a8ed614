import { type SqlBool, sql } from 'kysely'
import { hasRight } from '../../../contract/rights.ts'
import type { Letters } from './letter-kinds.ts'

/**
 * The rows of the outbox that somebody of this role may read (decision 0110). Notices to the school and receipts are about
 * seats and about orders: of these the cause says which.
 */
export function readableBy(letters: Pick<Letters, 'closedTo'>, role: string) {
  const closed = letters.closedTo(role)
  const ofKinds = closed.length === 0 ? sql`1 = 1` : sql`template not in (${sql.join(closed)})`
  const ofOrders = hasRight(role, 'orders') ? sql`1 = 1` : sql`cause not like 'order:%'`
  return sql<SqlBool>`(${ofKinds} and ${ofOrders})`
}
