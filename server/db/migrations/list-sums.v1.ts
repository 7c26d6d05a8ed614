import { type Kysely, PostgresAdapter, sql } from 'kysely'

/** A row of a table as a trigger knows it, or as a query names it. */
export type Row = 'old' | 'new' | 'r'

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

/** What the money of a seat reads as while nobody claims anything. */
export function seatState(row?: Row): string {
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

/** Keeps `list_total`: the sums of the lists of seats and orders by school day and state. */
export async function keepListSums(db: Kysely<unknown>): Promise<void> {
  await keepSums(db, seats)
  await keepSums(db, orders)
}

/** Counts all of it anew, for tables that were filled without their triggers. */
export async function sumUpLists(db: Kysely<unknown>): Promise<void> {
  await sql`delete from list_total`.execute(db)
  await addSums(db, seats)
  await addSums(db, orders)
}

export const isPostgres = (db: Kysely<unknown>) => db.getExecutor().adapter instanceof PostgresAdapter

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
