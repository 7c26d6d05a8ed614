import { type Kysely, PostgresAdapter, sql } from 'kysely'

/** A row of a table as a trigger knows it, or as a query names it. */
type Row = 'old' | 'new' | 'r'

/** What a list is summed up by. */
interface Summed {
  table: string
  columns: readonly string[]
  list: (row: Row) => string
  state: (row: Row) => string
  amount: (row: Row) => string
  due: (row: Row) => string
}

const seats: Summed = {
  table: 'seat',
  columns: [
    'kind',
    'status',
    'amount_in_paise',
    'paid_in_paise',
    'waits_in_paise',
    'refunded_in_paise',
    'created_at',
  ],
  list: (row) => `${row}.kind`,
  state: seatState,
  amount: (row) =>
    `case when ${row}.status in ('pending', 'confirmed') then ${row}.amount_in_paise else 0 end`,
  due: (row) => `case
    when ${row}.status in ('pending', 'confirmed') and ${row}.waits_in_paise = 0 and ${row}.paid_in_paise < ${row}.amount_in_paise
    then ${row}.amount_in_paise - ${row}.paid_in_paise else 0 end`,
}

const orders: Summed = {
  table: 'shop_order',
  columns: [
    'status',
    'payment_status',
    'way',
    'total_in_paise',
    'paid_in_paise',
    'waits_in_paise',
    'created_at',
  ],
  list: () => `'order'`,
  state: (row) => `${row}.status || ' ' || ${row}.payment_status || ' ' || coalesce(${row}.way, '')`,
  amount: (row) => `case when ${row}.status <> 'cancelled' then ${row}.total_in_paise else 0 end`,
  due: (row) =>
    `case when ${row}.status <> 'cancelled' and ${row}.payment_status in ('pending', 'failed') then ${row}.total_in_paise else 0 end`,
}

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
  await keepSums(db, seats)
  await keepSums(db, orders)
}

/** What the money of a seat reads as while nobody claims anything. */
function seatState(row?: Row): string {
  const of = row === undefined ? '' : `${row}.`
  const hasEnded = `${of}status in ('expired', 'cancelled')`
  return `case
    when ${of}waits_in_paise > 0 then 'attention'
    when ${of}refunded_in_paise > 0 and ${of}paid_in_paise = 0 and (${of}amount_in_paise = 0 or ${hasEnded}) then 'refunded'
    when ${of}refunded_in_paise > 0 and (${of}paid_in_paise >= ${of}amount_in_paise or ${hasEnded}) then 'part-refunded'
    when ${hasEnded} and ${of}paid_in_paise = 0 then ${of}status
    when ${of}paid_in_paise >= ${of}amount_in_paise or ${hasEnded} then 'paid'
    when ${of}paid_in_paise > 0 then 'part'
    else 'due' end`
}

const isPostgres = (db: Kysely<unknown>) => db.getExecutor().adapter instanceof PostgresAdapter

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

const names = 'list, day, state, slot, entries, amount_in_paise, paid_in_paise, due_in_paise'

/** Kolkata has had one offset since 1945. */
const schoolDayOf = (db: Kysely<unknown>, row: Row) =>
  isPostgres(db)
    ? `to_char(${row}.created_at::timestamptz at time zone 'Asia/Kolkata', 'YYYY-MM-DD')`
    : `date(${row}.created_at, '+330 minutes')`

const paid = (row: Row) => `${row}.paid_in_paise + ${row}.waits_in_paise`

/** The sums of all rows that are there. */
async function addSums(db: Kysely<unknown>, { table, list, state, amount, due }: Summed): Promise<void> {
  const values = [list, (row: Row) => schoolDayOf(db, row), state].map((of) => of('r'))
  await sql
    .raw(
      `insert into list_total (${names})
       select ${values.join(', ')}, 0, count(*), sum(${amount('r')}), sum(${paid('r')}), sum(${due('r')})
       from ${table} as r group by 1, 2, 3`,
    )
    .execute(db)
}

/** For a bench that fills tables without their triggers. */
export async function sumUpAnew(db: Kysely<unknown>): Promise<void> {
  await sql`delete from list_total`.execute(db)
  for (const summed of [seats, orders]) await addSums(db, summed)
}

/** On PostgreSQL at the very end of a transaction, so that nobody waits for a sum while others work. */
async function keepSums(db: Kysely<unknown>, summed: Summed): Promise<void> {
  const { table, columns, list, state, amount, due } = summed
  const run = (text: string) => sql.raw(text).execute(db)
  const dayOf = (row: Row) => schoolDayOf(db, row)
  // Writers of one day would wait for each other on PostgreSQL: each connection has a row of its own.
  const slot = isPostgres(db) ? 'pg_backend_pid() % 16' : '0'
  await addSums(db, summed)
  const sums = ['entries', 'amount_in_paise', 'paid_in_paise', 'due_in_paise']
  const add = (row: Row) => {
    const sign = row === 'old' ? '-' : ''
    return `insert into list_total (${names}) values (${list(row)}, ${dayOf(row)}, ${state(row)}, ${slot},
        ${sign}1, ${sign}(${amount(row)}), ${sign}(${paid(row)}), ${sign}(${due(row)}))
      on conflict (list, day, state, slot) do update set
        ${sums.map((name) => `${name} = list_total.${name} + excluded.${name}`)};`
  }
  const isSame = columns.map((name) => `old.${name} = new.${name}`).join(' and ')
  const isChanged = `not coalesce(${isSame}, false)`
  if (isPostgres(db)) {
    await run(`create function sum_up_${table}() returns trigger language plpgsql as $$ begin
      if tg_op = 'UPDATE' then if not (${isChanged}) then return null; end if; end if;
      if tg_op <> 'INSERT' then ${add('old')} end if;
      if tg_op <> 'DELETE' then ${add('new')} end if;
      return null;
    end $$`)
    await run(`create constraint trigger sum_up_${table} after insert or delete or update of ${columns.join(', ')} on ${table}
      deferrable initially deferred for each row execute function sum_up_${table}()`)
    return
  }
  await run(`create trigger sum_up_${table}_insert after insert on ${table} begin ${add('new')} end`)
  await run(`create trigger sum_up_${table}_delete after delete on ${table} begin ${add('old')} end`)
  await run(`create trigger sum_up_${table}_update after update of ${columns.join(', ')} on ${table} when ${isChanged}
    begin ${add('old')} ${add('new')} end`)
}
