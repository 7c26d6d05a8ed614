import { type SqlBool, sql } from 'kysely'
import { hasRight } from '../../../contract/rights.ts'
import type { Letters } from './letter-kinds.ts'

/** The rows that this role may read (decision 0110). A notice's or receipt's cause says if it is of seats or orders. */
export function readableBy(letters: Pick<Letters, 'closedTo'>, role: string) {
  const closed = letters.closedTo(role)
  const ofKinds = closed.length === 0 ? sql`1 = 1` : sql`template not in (${sql.join(closed)})`
  const ofOrders = hasRight(role, 'orders') ? sql`1 = 1` : sql`cause not like 'order:%'`
  return sql<SqlBool>`(${ofKinds} and ${ofOrders})`
}
