import type { Kysely } from 'kysely'
import { isPostgres, key, required, run } from './columns.ts'

/**
 * Totals of the dashboard, kept true from within the database, whoever writes: triggers add each row's amount on its day, and
 * take it away again. A total costs what its days cost, however many rows are behind it.
 */
export async function createRunningTotals(db: Kysely<any>): Promise<void> {
  const { schema } = db

  // A row is a figure of a school day. The amount of a day is the sum of its slots.
  await schema
    .createTable('running_total')
    .addColumn('figure', 'text', required)
    .addColumn('day', 'text', required)
    .addColumn('slot', 'integer', required)
    .addColumn('amount', 'bigint', required)
    .addPrimaryKeyConstraint('running_total_day', ['figure', 'day', 'slot'])
    .execute()

  // A row is an address with a confirmed seat: how many, and the school day of the first.
  await schema
    .createTable('student_seats')
    .addColumn('email', 'text', key)
    .addColumn('seats', 'integer', required)
    .addColumn('first_day', 'text', required)
    .execute()

  await trackStudents(db)
  for (const figure of figures) await trackFigure(db, figure)
}

/** A row of a table as a trigger knows it: before or after the change. */
type Row = 'old' | 'new'

/** A figure adds up, of every row that `when` holds for, the `amount` on the day of `at`. */
interface Figure {
  figure: string
  table: string
  /** A change of other columns does not concern the figure. */
  columns: readonly string[]
  /** An instant or a school day; null for nothing to count. */
  at: string
  atIs: 'instant' | 'day'
  /** A column, or 1 to count rows. */
  amount: string
  /** SQL over the row's columns, written as `row.status`. */
  when: string
}

/** Every row counts on the day on which it was made. */
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
    // Revenue is what pays a seat, an order or a fee, on the day from which it does.
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
    // An order whose hold ended unpaid is none in the figures.
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

/** The school day of an instant in SQL. Kolkata has had one offset since 1945. */
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
  // Writers of one day would wait for each other on PostgreSQL: each connection has a row of its own.
  const slot = isPostgres(db) ? 'pg_backend_pid() % 16' : '0'
  const add = (row: Row) =>
    `insert into running_total (figure, day, slot, amount)
     values ('${figure}', ${day(row)}, ${slot}, ${row === 'old' ? '-' : ''}${value(row)})
     on conflict (figure, day, slot) do update set amount = running_total.amount + excluded.amount;`
  await createTriggers(db, { name: `total_${figure}_${table}`, table, columns, condition, change: add })
}

/** Triggers keep `student_seats`: one row for each address that has a confirmed seat. */
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
  /** Statements, each with its semicolon, for a row that came (`new`) or went (`old`). */
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
