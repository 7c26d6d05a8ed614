import type { Kysely } from 'kysely'
import { isPostgres, key, required, run } from './baseline/columns.ts'

const ofSeat = `id, kind, reference, course_id, batch_id, name, email, phone, mailbox, question, staff_note, group_id,
  group_place, is_named, payment_method, transaction_id, coupon_code, discount_in_paise, amount_in_paise, paid_in_paise,
  waits_in_paise, refunded_in_paise, status, proof_turn, proved_at, hold_until, confirmed_at, created_at, cancel_hours,
  cancel_share, terms_hash`

/**
 * A seat and an order name the text of the terms that was accepted with them. Each text is stored once, by its hash.
 * Seats and orders from before name none.
 */
export async function keepAcceptedTexts(db: Kysely<any>): Promise<void> {
  await db.schema
    .createTable('accepted_text')
    .addColumn('hash', 'text', key)
    .addColumn('kind', 'text', required)
    .addColumn('title', 'text', required)
    .addColumn('blocks', 'text', required)
    .addColumn('at', 'text', required)
    .execute()
  for (const table of ['registration', 'shop_order']) {
    await run(db, `alter table ${table} add column terms_hash text references accepted_text (hash)`)
    await run(db, `create index ${table}_terms on ${table} (terms_hash)`)
  }
  // SQLite cannot replace a view, and PostgreSQL cannot drop one that another view reads.
  if (!isPostgres(db)) await run(db, 'drop view seat')
  const made = isPostgres(db) ? 'create or replace view' : 'create view'
  await run(db, `${made} seat as select ${ofSeat} from registration where kind <> 'seat-hold'`)
}
