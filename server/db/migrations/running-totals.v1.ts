// Part of released migrations, so never edited: one that needs other triggers brings a v2 beside this file.
import { type Kysely, PostgresAdapter, type RawBuilder, sql } from 'kysely'

/** A row of a table as a trigger knows it: before or after the change. */
type Row = 'old' | 'new'

/** What a figure is the running total of: of every row that `when` holds for, `amount` on the day of `at`. */
export interface TrackedFigure {
  figure: string
  table: string
  /** Columns that the figure depends on: a change of others does not concern it. */
  columns: readonly string[]
  /** An instant or a school day; null for nothing to count. */
  at: string
  atIs: 'instant' | 'day'
  /** A column, or 1 to count rows. */
  amount: string
  /** SQL over the row's columns, written as `row.status`. */
  when: string
}

const isPostgres = (db: Kysely<unknown>) => db.getExecutor().adapter instanceof PostgresAdapter

/** The school day of an instant in SQL. Kolkata has had one offset since 1945. */
function dayOf(db: Kysely<unknown>, instant: string): string {
  return isPostgres(db)
    ? `to_char((${instant})::timestamptz at time zone 'Asia/Kolkata', 'YYYY-MM-DD')`
    : `date(${instant}, '+330 minutes')`
}

/**
 * Keeps `running_total` true from within the database, whoever writes: triggers add each row's amount on its day, and
 * take it away again. Reading a total then costs what its days cost, however many rows are behind it (quality P9).
 * A migration that builds one of the tables anew calls it again for that table.
 */
export async function trackFigure(db: Kysely<unknown>, tracked: TrackedFigure): Promise<void> {
  const { figure, table, columns, atIs, amount } = tracked
  const condition = (row: string) =>
    `(${tracked.when.replaceAll('row.', `${row}.`)}) and ${row}.${tracked.at} is not null`
  const day = (row: string) => (atIs === 'day' ? `${row}.${tracked.at}` : dayOf(db, `${row}.${tracked.at}`))
  const value = (row: string) => (amount === '1' ? '1' : `${row}.${amount}`)
  // Writers of one day would wait for each other on PostgreSQL: each connection has a row of its own.
  const slot = isPostgres(db) ? 'pg_backend_pid() % 16' : '0'
  const add = (row: Row) =>
    `insert into running_total (figure, day, slot, amount)
     values ('${figure}', ${day(row)}, ${slot}, ${row === 'old' ? '-' : ''}${value(row)})
     on conflict (figure, day, slot) do update set amount = running_total.amount + excluded.amount;`
  await trigger(db, { name: `total_${figure}_${table}`, table, columns, condition, run: add })
  await sql
    .raw(
      `insert into running_total (figure, day, slot, amount)
       select '${figure}', ${day('r')}, 0, sum(${value('r')}) from ${table} as r where ${condition('r')}
       group by ${day('r')}
       on conflict (figure, day, slot) do update set amount = running_total.amount + excluded.amount`,
    )
    .execute(db)
}

/**
 * Keeps `student_seats` true: one row for each address that has a confirmed seat in `table`, since the day of the
 * first of them.
 */
export async function trackStudents(db: Kysely<unknown>, table: string): Promise<void> {
  const condition = (row: string) => `${row}.status = 'confirmed'`
  const day = (row: string) => dayOf(db, `coalesce(${row}.confirmed_at, ${row}.created_at)`)
  const earlier = `case when excluded.first_day < student_seats.first_day
    then excluded.first_day else student_seats.first_day end`
  const run = (row: Row) =>
    row === 'new'
      ? `insert into student_seats (email, seats, first_day) values (new.email, 1, ${day('new')})
         on conflict (email) do update set seats = student_seats.seats + 1, first_day = ${earlier};`
      : `update student_seats set seats = seats - 1 where email = old.email;
         delete from student_seats where email = old.email and seats = 0;`
  await trigger(db, {
    name: `students_${table}`,
    table,
    columns: ['status', 'email', 'confirmed_at'],
    condition,
    run,
  })
  await sql
    .raw(
      `insert into student_seats (email, seats, first_day)
       select r.email, count(*), min(${day('r')}) from ${table} as r where ${condition('r')} group by r.email
       on conflict (email) do update set seats = student_seats.seats + excluded.seats, first_day = ${earlier}`,
    )
    .execute(db)
}

interface Trigger {
  name: string
  table: string
  columns: readonly string[]
  condition: (row: Row) => string
  /** Statements, each with its semicolon, for a row that came (`new`) or went (`old`). */
  run: (row: Row) => string
}

async function trigger(
  db: Kysely<unknown>,
  { name, table, columns, condition, run }: Trigger,
): Promise<void> {
  const execute = (text: string): Promise<unknown> => (sql.raw(text) as RawBuilder<unknown>).execute(db)
  if (isPostgres(db)) {
    await execute(`
      create function ${name}() returns trigger language plpgsql as $$ begin
        if tg_op <> 'INSERT' then if ${condition('old')} then ${run('old')} end if; end if;
        if tg_op <> 'DELETE' then if ${condition('new')} then ${run('new')} end if; end if;
        return null;
      end $$`)
    await execute(
      `create trigger ${name} after insert or delete or update of ${columns.join(', ')} on ${table}
       for each row execute function ${name}()`,
    )
    return
  }
  const events = [
    ['insert', 'insert', 'new'],
    ['delete', 'delete', 'old'],
    ['update_from', `update of ${columns.join(', ')}`, 'old'],
    ['update_to', `update of ${columns.join(', ')}`, 'new'],
  ] as const
  for (const [suffix, event, row] of events) {
    await execute(
      `create trigger ${name}_${suffix} after ${event} on ${table} when ${condition(row)} begin ${run(row)} end`,
    )
  }
}
