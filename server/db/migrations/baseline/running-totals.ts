import type { Kysely } from 'kysely'
import { isPostgres, key, required, run } from './columns.ts'

/**
 * Stores the totals of the dashboard. Triggers add each row's amount to its day, and subtract it again, whatever
 * program writes the row. A total adds up its days, so it costs the same however many rows there are.
 */
export async function createRunningTotals(db: Kysely<any>): Promise<void> {
  const { schema } = db

  // A row is a figure of a day in the school's time zone. Add up the slots to get the amount of a day.
  await schema
    .createTable('running_total')
    .addColumn('figure', 'text', required)
    .addColumn('day', 'text', required)
    .addColumn('slot', 'integer', required)
    .addColumn('amount', 'bigint', required)
    .addPrimaryKeyConstraint('running_total_day', ['figure', 'day', 'slot'])
    .execute()

  // A row is an e-mail address with confirmed seats: their number, and the day of the first seat in the school's time
  // zone.
  await schema
    .createTable('student_seats')
    .addColumn('email', 'text', key)
    .addColumn('seats', 'integer', required)
    .addColumn('first_day', 'text', required)
    .execute()

  await trackStudents(db)
  for (const figure of figures) await trackFigure(db, figure)
}

/** A row of a table in a trigger, before or after the change. */
type Row = 'old' | 'new'

/** A figure adds up the `amount` of every row that fulfils `when`, and counts it on the day of `at`. */
interface Figure {
  figure: string
  table: string
  /** A change of other columns does not change the figure. */
  columns: readonly string[]
  /** An instant or a day in the school's time zone. A row with null is not counted. */
  at: string
  atIs: 'instant' | 'day'
  /** A column, or 1 to count rows. */
  amount: string
  /** SQL over the row's columns, written as `row.status`. */
  when: string
}

/** Each row counts on the day on which it was created. */
const made = {
  columns: ['created_at'],
  at: 'created_at',
  atIs: 'instant',
  amount: '1',
  when: '1 = 1',
} as const

const feedback = {
  table: 'student_feedback',
  columns: ['created_at', 'deleted_at', 'rating'],
  when: 'row.deleted_at is null',
} as const

const figures: readonly Figure[] = [
  {
    ...made,
    figure: 'students',
    table: 'student_seats',
    columns: ['first_day'],
    at: 'first_day',
    atIs: 'day',
  },
  {
    // Revenue is the money that pays for a seat, an order or a fee. The money counts on the day on which it was
    // allocated.
    figure: 'revenue',
    table: 'allocation',
    columns: ['purpose', 'amount_in_paise', 'at'],
    at: 'at',
    atIs: 'instant',
    amount: 'amount_in_paise',
    when: `row.purpose = 'pays'`,
  },
  {
    ...made,
    // The figure leaves out orders whose hold ended without a payment.
    figure: 'orders',
    table: 'shop_order',
    columns: ['created_at', 'ended_by'],
    when: `coalesce(row.ended_by, '') <> 'hold'`,
  },
  { ...made, figure: 'batches', table: 'batch', columns: ['starts_on'], at: 'starts_on', atIs: 'day' },
  {
    ...made,
    figure: 'products',
    table: 'product',
    columns: ['created_at', 'deleted_at'],
    when: 'row.deleted_at is null',
  },
  { ...made, figure: 'visitors', table: 'contact' },
  { ...made, figure: 'subscribers', table: 'newsletter_subscriber' },
  { ...made, ...feedback, figure: 'ratings' },
  { ...made, ...feedback, figure: 'stars', amount: 'rating' },
]

/** Converts an instant to a day in the school's time zone, in SQL. Kolkata has had the same UTC offset since 1945. */
function dayOf(db: Kysely<any>, instant: string): string {
  return isPostgres(db)
    ? `to_char((${instant})::timestamptz at time zone 'Asia/Kolkata', 'YYYY-MM-DD')`
    : `date(${instant}, '+330 minutes')`
}

async function trackFigure(db: Kysely<any>, tracked: Figure): Promise<void> {
  const { figure, table, columns, at, atIs, amount, when } = tracked
  const condition = (row: Row) => `(${when.replaceAll('row.', `${row}.`)}) and ${row}.${at} is not null`
  const day = (row: Row) => (atIs === 'day' ? `${row}.${at}` : dayOf(db, `${row}.${at}`))
  const value = (row: Row) => (amount === '1' ? '1' : `${row}.${amount}`)
  // Writers of the same day would wait for each other on PostgreSQL, so connections write to different slots.
  const slot = isPostgres(db) ? 'pg_backend_pid() % 16' : '0'
  const add = (row: Row) =>
    `insert into running_total (figure, day, slot, amount)
     values ('${figure}', ${day(row)}, ${slot}, ${row === 'old' ? '-' : ''}${value(row)})
     on conflict (figure, day, slot) do update set amount = running_total.amount + excluded.amount;`
  await createTriggers(db, { name: `total_${figure}_${table}`, table, columns, condition, change: add })
}

/** Triggers update `student_seats`, which has one row for each e-mail address with a confirmed seat. */
async function trackStudents(db: Kysely<any>): Promise<void> {
  const day = dayOf(db, 'coalesce(new.confirmed_at, new.created_at)')
  const earlier = `case when excluded.first_day < student_seats.first_day
    then excluded.first_day else student_seats.first_day end`
  await createTriggers(db, {
    name: 'students_seat',
    table: 'seat',
    columns: ['status', 'email', 'confirmed_at'],
    condition: (row) => `${row}.status = 'confirmed'`,
    change: (row) =>
      row === 'new'
        ? `insert into student_seats (email, seats, first_day) values (new.email, 1, ${day})
           on conflict (email) do update set seats = student_seats.seats + 1, first_day = ${earlier};`
        : `update student_seats set seats = seats - 1 where email = old.email;
           delete from student_seats where email = old.email and seats = 0;`,
  })
}

interface Triggers {
  name: string
  table: string
  columns: readonly string[]
  condition: (row: Row) => string
  /** Statements, each with its semicolon, for a row that was added (`new`) or removed (`old`). */
  change: (row: Row) => string
}

async function createTriggers(
  db: Kysely<any>,
  { name, table, columns, condition, change }: Triggers,
): Promise<void> {
  if (isPostgres(db)) {
    await run(
      db,
      `create function ${name}() returns trigger language plpgsql as $$ begin
        if tg_op <> 'INSERT' then if ${condition('old')} then ${change('old')} end if; end if;
        if tg_op <> 'DELETE' then if ${condition('new')} then ${change('new')} end if; end if;
        return null;
      end $$`,
    )
    await run(
      db,
      `create trigger ${name} after insert or delete or update of ${columns.join(', ')} on ${table}
        for each row execute function ${name}()`,
    )
    return
  }
  for (const [suffix, event, row] of [
    ['insert', 'insert', 'new'],
    ['delete', 'delete', 'old'],
    ['update_from', `update of ${columns.join(', ')}`, 'old'],
    ['update_to', `update of ${columns.join(', ')}`, 'new'],
  ] as const) {
    await run(
      db,
      `create trigger ${name}_${suffix} after ${event} on ${table} when ${condition(row)} begin ${change(row)} end`,
    )
  }
}
