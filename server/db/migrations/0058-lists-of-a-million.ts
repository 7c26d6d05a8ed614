import { type Kysely, sql } from 'kysely'
import { isPostgres, keepListSums, type Row, seatState } from './list-sums.v1.ts'

/**
 * What lists of a million rows need: whether a claim is still open, an index of what the money of a seat reads as, and the
 * sums of the lists by day and state. Triggers keep all of it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await keepOpenClaims(db)
  // As `seatState` in the repository of payments: a query finds the index by the same words.
  await sql.raw(`create index seat_state on seat ((${seatState()}), created_at, id)`).execute(db)
  await db.schema
    .createIndex('shop_order_way')
    .on('shop_order')
    .columns(['way', 'created_at', 'id'])
    .execute()
  // Each begins with a column that its condition names: without statistics SQLite takes another index of that column before it.
  await sql`create index seat_owing on seat (status, created_at, id)
    where status = 'confirmed' and paid_in_paise < amount_in_paise`.execute(db)
  await sql`drop index seat_rest`.execute(db)
  await sql`create index shop_order_unpaid on shop_order (payment_status, created_at, id)
    where payment_status in ('pending', 'failed') and status <> 'cancelled'`.execute(db)
  await sql`create index shop_order_late on shop_order (created_at, id) where ended_by = 'hold'`.execute(db)
  await db.schema
    .createTable('list_total')
    .addColumn('list', 'text', (c) => c.notNull())
    .addColumn('day', 'text', (c) => c.notNull())
    .addColumn('state', 'text', (c) => c.notNull())
    .addColumn('slot', 'integer', (c) => c.notNull())
    .addColumn('entries', 'bigint', (c) => c.notNull())
    .addColumn('amount_in_paise', 'bigint', (c) => c.notNull())
    .addColumn('paid_in_paise', 'bigint', (c) => c.notNull())
    .addColumn('due_in_paise', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('list_total_day', ['list', 'day', 'state', 'slot'])
    .execute()
  await keepListSums(db)
}

async function keepOpenClaims(db: Kysely<unknown>): Promise<void> {
  const run = (text: string) => sql.raw(text).execute(db)
  await db.schema
    .alterTable('claim')
    .addColumn('is_open', 'integer', (c) => c.notNull().defaultTo(1))
    .execute()
  await run(
    'update claim set is_open = 0 where exists (select 1 from receipt where receipt.claim_id = claim.id)',
  )
  await run('create index claim_open on claim (subject_id) where is_open = 1')
  const isAnswered = (row: Row) => `update claim set is_open = case when exists (
      select 1 from receipt where receipt.claim_id = claim.id) then 0 else 1 end where id = ${row}.claim_id;`
  if (isPostgres(db)) {
    await run(`create function keep_open_claims() returns trigger language plpgsql as $$ begin
      if tg_op <> 'INSERT' then if old.claim_id is not null then ${isAnswered('old')} end if; end if;
      if tg_op <> 'DELETE' then if new.claim_id is not null then ${isAnswered('new')} end if; end if;
      return null;
    end $$`)
    await run(`create trigger keep_open_claims after insert or delete or update of claim_id on receipt
      for each row execute function keep_open_claims()`)
    return
  }
  for (const [name, event, row] of [
    ['insert', 'insert', 'new'],
    ['delete', 'delete', 'old'],
    ['update_from', 'update of claim_id', 'old'],
    ['update_to', 'update of claim_id', 'new'],
  ] as const) {
    await run(`create trigger keep_open_claims_${name} after ${event} on receipt when ${row}.claim_id is not null
      begin ${isAnswered(row)} end`)
  }
}
