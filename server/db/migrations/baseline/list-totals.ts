import type { Kysely } from 'kysely'
import { createIndexes, isPostgres, required, run } from './columns.ts'

/**
 * Stores the sums of the lists of seats and orders by school day and state. Triggers update the sums, so that no list
 * adds up rows.
 */
export async function createListTotals(db: Kysely<any>): Promise<void> {
  // A row is a sum for a list, a day and a state. A seat's state is its payment state without claims (`seatState`). An
  // order's state consists of its status, its payment status and its way of delivery. Add up the slots to get the sum
  // of a day.
  await db.schema
    .createTable('list_total')
    .addColumn('list', 'text', required)
    .addColumn('day', 'text', required)
    .addColumn('state', 'text', required)
    .addColumn('slot', 'integer', required)
    .addColumn('entries', 'bigint', required)
    .addColumn('amount_in_paise', 'bigint', required)
    .addColumn('paid_in_paise', 'bigint', required)
    .addColumn('due_in_paise', 'bigint', required)
    .addPrimaryKeyConstraint('list_total_day', ['list', 'day', 'state', 'slot'])
    .execute()
  for (const summed of [seats, orders]) await keepSums(db, summed)

  // Queries for payments contain the same expression, so that the database uses this index.
  await createIndexes(db, { seat_state: `seat ((${seatState()}), created_at, id)` })
}

/** A row of a table: `old` and `new` in a trigger, and `r` in a query. */
type Row = 'old' | 'new' | 'r'

/** The SQL expressions by which a list is added up. */
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

/** The payment state of a seat while nobody reports a payment. */
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

const paid = (row: Row) => `${row}.paid_in_paise + ${row}.waits_in_paise`

const sums = ['entries', 'amount_in_paise', 'paid_in_paise', 'due_in_paise']
const names = ['list', 'day', 'state', 'slot', ...sums].join(', ')

/** Kolkata has had the same UTC offset since 1945. */
const schoolDayOf = (db: Kysely<any>, row: Row) =>
  isPostgres(db)
    ? `to_char(${row}.created_at::timestamptz at time zone 'Asia/Kolkata', 'YYYY-MM-DD')`
    : `date(${row}.created_at, '+330 minutes')`

/**
 * PostgreSQL writes the sums at the very end of a transaction, so that other transactions wait as briefly as possible.
 */
async function keepSums(
  db: Kysely<any>,
  { table, columns, list, state, amount, due }: Summed,
): Promise<void> {
  // Writers of the same day would wait for each other on PostgreSQL, so connections write to different slots.
  const slot = isPostgres(db) ? 'pg_backend_pid() % 16' : '0'
  const add = (row: Row) => {
    const sign = row === 'old' ? '-' : ''
    return `insert into list_total (${names}) values (${list(row)}, ${schoolDayOf(db, row)}, ${state(row)}, ${slot},
        ${sign}1, ${sign}(${amount(row)}), ${sign}(${paid(row)}), ${sign}(${due(row)}))
      on conflict (list, day, state, slot) do update set
        ${sums.map((name) => `${name} = list_total.${name} + excluded.${name}`)};`
  }
  const isSame = columns.map((name) => `old.${name} = new.${name}`).join(' and ')
  const isChanged = `not coalesce(${isSame}, false)`
  if (isPostgres(db)) {
    await run(
      db,
      `create function sum_up_${table}() returns trigger language plpgsql as $$ begin
        if tg_op = 'UPDATE' then if not (${isChanged}) then return null; end if; end if;
        if tg_op <> 'INSERT' then ${add('old')} end if;
        if tg_op <> 'DELETE' then ${add('new')} end if;
        return null;
      end $$`,
    )
    await run(
      db,
      `create constraint trigger sum_up_${table} after insert or delete or update of ${columns.join(', ')} on ${table}
        deferrable initially deferred for each row execute function sum_up_${table}()`,
    )
    return
  }
  await run(db, `create trigger sum_up_${table}_insert after insert on ${table} begin ${add('new')} end`)
  await run(db, `create trigger sum_up_${table}_delete after delete on ${table} begin ${add('old')} end`)
  await run(
    db,
    `create trigger sum_up_${table}_update after update of ${columns.join(', ')} on ${table} when ${isChanged}
      begin ${add('old')} ${add('new')} end`,
  )
}

/** Calculates all sums again, for tables that were filled without the triggers. */
export async function sumUpLists(db: Kysely<any>): Promise<void> {
  await run(db, 'delete from list_total')
  for (const { table, list, state, amount, due } of [seats, orders]) {
    const values = [list('r'), schoolDayOf(db, 'r'), state('r')]
    await run(
      db,
      `insert into list_total (${names})
       select ${values.join(', ')}, 0, count(*), sum(${amount('r')}), sum(${paid('r')}), sum(${due('r')})
       from ${table} as r group by 1, 2, 3`,
    )
  }
}
