import type { Kysely } from 'kysely'
import { isPostgres, run } from './baseline/columns.ts'

const ofSeat = `id, kind, reference, course_id, batch_id, name, email, phone, mailbox, question, staff_note, group_id,
  group_place, is_named, payment_method, transaction_id, coupon_code, discount_in_paise, amount_in_paise, paid_in_paise,
  waits_in_paise, refunded_in_paise, status, proof_turn, proved_at, hold_until, confirmed_at, created_at, cancel_hours,
  cancel_share, terms_hash, refunded_before_in_paise`

/** A seat that its payer cancelled keeps the sum that was refunded for it before, which the rule does not divide. */
export async function keepEarlierRefunds(db: Kysely<any>): Promise<void> {
  await run(
    db,
    `alter table registration add column refunded_before_in_paise bigint not null default 0
      check (refunded_before_in_paise >= 0)`,
  )
  // SQLite cannot replace a view, and PostgreSQL cannot drop one that another view reads.
  if (!isPostgres(db)) await run(db, 'drop view seat')
  const made = isPostgres(db) ? 'create or replace view' : 'create view'
  await run(db, `${made} seat as select ${ofSeat} from registration where kind <> 'seat-hold'`)
}
