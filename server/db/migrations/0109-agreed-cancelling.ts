import type { Kysely } from 'kysely'
import { isPostgres, run } from './baseline/columns.ts'

const columns = [
  'cancel_hours integer check (cancel_hours >= 0)',
  'cancel_share integer check (cancel_share between 0 and 100)',
]

const ofSeat = `id, kind, reference, course_id, batch_id, name, email, phone, mailbox, question, staff_note, group_id,
  group_place, is_named, payment_method, transaction_id, coupon_code, discount_in_paise, amount_in_paise, paid_in_paise,
  waits_in_paise, refunded_in_paise, status, proof_turn, proved_at, hold_until, confirmed_at, created_at, cancel_hours,
  cancel_share`

/**
 * A seat keeps the rule for cancelling it that its payer agreed to. Seats from before keep none, so the school's present
 * rule is theirs.
 */
export async function keepCancelRules(db: Kysely<any>): Promise<void> {
  for (const column of columns) await run(db, `alter table registration add column ${column}`)
  // SQLite cannot replace a view, and PostgreSQL cannot drop one that another view reads.
  if (!isPostgres(db)) await run(db, 'drop view seat')
  const made = isPostgres(db) ? 'create or replace view' : 'create view'
  await run(db, `${made} seat as select ${ofSeat} from registration where kind <> 'seat-hold'`)
}
