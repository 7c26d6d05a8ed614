import { type Kysely, PostgresAdapter, sql } from 'kysely'

/**
 * What came for a seat or an order stands in its own row too: lists, their filters and their totals read it there, and
 * need not add up the ledger for each row. The ledger stays the truth; triggers keep the copy.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of ['seat', 'shop_order']) {
    for (const column of ['paid_in_paise', 'waits_in_paise', 'refunded_in_paise']) {
      await db.schema
        .alterTable(table)
        .addColumn(column, 'bigint', (c) => c.notNull().defaultTo(0))
        .execute()
    }
    await copyMoney(db, table)
  }
  // Who has a seat and has not paid all of it.
  await sql`create index seat_rest on seat (created_at, id)
    where status = 'confirmed' and paid_in_paise < amount_in_paise`.execute(db)
  await keepMoney(db)
}

async function copyMoney(db: Kysely<unknown>, table: string): Promise<void> {
  const sum = (sign: string, when: string) => `coalesce((
    select ${sign}sum(allocation.amount_in_paise) from allocation join receipt on receipt.id = allocation.receipt_id
    where allocation.subject_id = ${table}.id and allocation.subject ${table === 'seat' ? 'in' : 'not in'} ('enrolment', 'event-booking')
      and ${when}), 0)`
  await sql
    .raw(
      `update ${table} set paid_in_paise = ${sum('', `purpose = 'pays'`)}, waits_in_paise = ${sum('', `purpose = 'waits'`)},
        refunded_in_paise = ${sum('-', `receipt.kind = 'refund'`)}
       where exists (select 1 from allocation where allocation.subject_id = ${table}.id)`,
    )
    .execute(db)
}

type Row = 'old' | 'new'

async function keepMoney(db: Kysely<unknown>): Promise<void> {
  const change = (row: Row) => {
    const [sign, back] = row === 'new' ? ['+', '-'] : ['-', '+']
    const set = `paid_in_paise = paid_in_paise ${sign} case when ${row}.purpose = 'pays' then ${row}.amount_in_paise else 0 end,
      waits_in_paise = waits_in_paise ${sign} case when ${row}.purpose = 'waits' then ${row}.amount_in_paise else 0 end,
      refunded_in_paise = refunded_in_paise ${back} case when exists (
        select 1 from receipt where receipt.id = ${row}.receipt_id and receipt.kind = 'refund'
      ) then ${row}.amount_in_paise else 0 end`
    return `update seat set ${set} where id = ${row}.subject_id and ${row}.subject in ('enrolment', 'event-booking');
      update shop_order set ${set} where id = ${row}.subject_id and ${row}.subject = 'order';`
  }
  if (db.getExecutor().adapter instanceof PostgresAdapter) {
    await sql
      .raw(
        `create function keep_money() returns trigger language plpgsql as $$ begin
          if tg_op <> 'INSERT' then ${change('old')} end if;
          if tg_op <> 'DELETE' then ${change('new')} end if;
          return null;
        end $$`,
      )
      .execute(db)
    await sql`create trigger keep_money after insert or delete or update on allocation
      for each row execute function keep_money()`.execute(db)
    return
  }
  for (const [event, rows] of [
    ['insert', ['new']],
    ['delete', ['old']],
    ['update', ['old', 'new']],
  ] as const) {
    await sql
      .raw(
        `create trigger keep_money_${event} after ${event} on allocation begin ${rows.map(change).join(' ')} end`,
      )
      .execute(db)
  }
}
