import type { Kysely } from 'kysely'
import { isPostgres, key, required, run } from './columns.ts'

/** Creates the counts of people who have an enrolment, and of bookings. Triggers update these counts. */
export async function createSeatCounts(db: Kysely<any>): Promise<void> {
  // A row is a person with active enrolments, and their number.
  await db.schema
    .createTable('enrolled_person')
    .addColumn('key', 'text', key)
    .addColumn('seats', 'bigint', required)
    .execute()

  // A row is a part of a figure: `people` with an active enrolment, or active `bookings`. Add up the slots to get the
  // figure.
  await db.schema
    .createTable('seat_count')
    .addColumn('figure', 'text', required)
    .addColumn('slot', 'integer', required)
    .addColumn('entries', 'bigint', required)
    .addPrimaryKeyConstraint('seat_count_slot', ['figure', 'slot'])
    .execute()

  await (isPostgres(db) ? keepOnPostgres(db) : keepOnSqlite(db))
  await countSeats(db)
}

type Row = 'old' | 'new' | 'r'

const isActive = (row: Row) => `${row}.status in ('pending', 'confirmed')`
const isEnrolled = (row: Row) => `(${row}.kind = 'enrolment' and ${isActive(row)})`
const isBooked = (row: Row) => `(${row}.kind = 'event-booking' and ${isActive(row)})`
/** A person is identified by the e-mail address, or by the phone number if there is no address. */
const keyOf = (row: Row) => `case when ${row}.email = '' then ${row}.phone else ${row}.email end`

/** Calculates all counts again, also for a table that was filled without the triggers. */
export async function countSeats(db: Kysely<any>): Promise<void> {
  await run(db, 'delete from enrolled_person')
  await run(
    db,
    `insert into enrolled_person (key, seats) select ${keyOf('r')}, count(*) from seat as r where ${isEnrolled('r')} group by 1`,
  )
  // People are inserted first. SQLite's triggers count them too, so `seat_count` is emptied afterwards.
  await run(db, 'delete from seat_count')
  await run(
    db,
    `insert into seat_count (figure, slot, entries)
     select 'people', 0, count(*) from enrolled_person union all select 'bookings', 0, count(*) from seat as r where ${isBooked('r')}`,
  )
}

async function keepOnSqlite(db: Kysely<any>): Promise<void> {
  const add = (figure: string, by: number) =>
    `insert into seat_count (figure, slot, entries) values ('${figure}', 0, ${by})
     on conflict (figure, slot) do update set entries = seat_count.entries + excluded.entries;`
  const trigger = (name: string, event: string, text: string) =>
    run(db, `create trigger ${name} after ${event} begin ${text} end`)
  await trigger('count_people_insert', 'insert on enrolled_person', add('people', 1))
  await trigger('count_people_delete', 'delete on enrolled_person', add('people', -1))
  const came = `insert into enrolled_person (key, seats) values (${keyOf('new')}, 1)
    on conflict (key) do update set seats = enrolled_person.seats + 1;`
  const went = `update enrolled_person set seats = seats - 1 where key = ${keyOf('old')};
    delete from enrolled_person where key = ${keyOf('old')} and seats = 0;`
  const isSame = `${keyOf('old')} = ${keyOf('new')}`
  for (const { name, columns, counts, stays, texts } of [
    {
      name: 'count_enrolled',
      columns: 'kind, status, email, phone',
      counts: isEnrolled,
      stays: `${isEnrolled('old')} and ${isEnrolled('new')} and ${isSame}`,
      texts: { came, went },
    },
    {
      name: 'count_booked',
      columns: 'kind, status',
      counts: isBooked,
      stays: `${isBooked('old')} and ${isBooked('new')}`,
      texts: { came: add('bookings', 1), went: add('bookings', -1) },
    },
  ]) {
    const update = `update of ${columns} on seat`
    await trigger(`${name}_insert`, `insert on seat when ${counts('new')}`, texts.came)
    await trigger(`${name}_delete`, `delete on seat when ${counts('old')}`, texts.went)
    await trigger(`${name}_update_from`, `${update} when ${counts('old')} and not (${stays})`, texts.went)
    await trigger(`${name}_update_to`, `${update} when ${counts('new')} and not (${stays})`, texts.came)
  }
}

/**
 * Each statement notes its changes of the counts in a setting of its transaction. The trigger at the very end of the
 * transaction counts all of them at once, with people in a fixed order. So two transactions never wait for each other
 * in a deadlock, and a transaction waits for another one only during its commit.
 */
async function keepOnPostgres(db: Kysely<any>): Promise<void> {
  const keyOfEnrolled = `case when ${isBooked('r')} then null else ${keyOf('r')} end`
  const change = (rows: string, by: number) =>
    `select ${keyOfEnrolled} as key, ${by} as seats from ${rows} as r where ${isEnrolled('r')} or ${isBooked('r')}`
  const note = (changes: string) =>
    `select string_agg(json_build_array(key, seats)::text, ',') into noted
     from (select key, sum(seats) as seats from (${changes}) as each group by key having sum(seats) <> 0) as sums;`
  await run(
    db,
    `create function note_seat_counts() returns trigger language plpgsql as $$
    declare noted text;
    begin
      if tg_op = 'INSERT' then ${note(change('new_seats', 1))}
      elsif tg_op = 'DELETE' then ${note(change('old_seats', -1))}
      else ${note(`${change('new_seats', 1)} union all ${change('old_seats', -1)}`)}
      end if;
      if noted is not null then
        perform set_config('malar.seats', concat_ws(',', nullif(current_setting('malar.seats', true), ''), noted), true);
      end if;
      return null;
    end $$`,
  )
  for (const [event, tables] of [
    ['insert', 'new table as new_seats'],
    ['delete', 'old table as old_seats'],
    ['update', 'old table as old_seats new table as new_seats'],
  ]) {
    await run(
      db,
      `create trigger note_seat_counts_${event} after ${event} on seat referencing ${tables}
        for each statement execute function note_seat_counts()`,
    )
  }
  // Connections write to different slots of the counts, as in `list_total`.
  await run(
    db,
    `create function settle_seat_counts() returns trigger language plpgsql as $$
    declare
      noted text := current_setting('malar.seats', true);
      people bigint;
      bookings bigint;
      has_gone boolean;
    begin
      if coalesce(noted, '') = '' then return null; end if;
      perform set_config('malar.seats', '', true);
      with changed as (
        select one ->> 0 as key, sum((one ->> 1)::bigint) as seats
        from jsonb_array_elements(('[' || noted || ']')::jsonb) as one group by 1 having sum((one ->> 1)::bigint) <> 0
      ), kept as (
        insert into enrolled_person (key, seats) select key, seats from changed where key is not null order by key collate "C"
        on conflict (key) do update set seats = enrolled_person.seats + excluded.seats returning key, seats
      )
      select count(*) filter (where kept.seats > 0) - count(*) filter (where kept.seats > changed.seats),
        coalesce(sum(changed.seats) filter (where changed.key is null), 0), coalesce(bool_or(kept.seats = 0), false)
      into people, bookings, has_gone from changed left join kept on kept.key = changed.key;
      if has_gone then
        delete from enrolled_person where seats = 0
          and key in (select one ->> 0 from jsonb_array_elements(('[' || noted || ']')::jsonb) as one);
      end if;
      insert into seat_count (figure, slot, entries)
      select figure, pg_backend_pid() % 16, entries
      from (values ('bookings', bookings), ('people', people)) as sums (figure, entries) where entries <> 0
      on conflict (figure, slot) do update set entries = seat_count.entries + excluded.entries;
      return null;
    end $$`,
  )
  // The name sorts before the names of the triggers of `list_total`, and both kinds fire for the same changes. So each
  // transaction locks people first and sums second.
  for (const [table, columns] of [
    [
      'seat',
      'kind, status, email, phone, amount_in_paise, paid_in_paise, waits_in_paise, refunded_in_paise, created_at',
    ],
    ['shop_order', 'status, payment_status, way, total_in_paise, paid_in_paise, waits_in_paise, created_at'],
  ]) {
    await run(
      db,
      `create constraint trigger settle_seat_counts after insert or delete or update of ${columns} on ${table}
        deferrable initially deferred for each row execute function settle_seat_counts()`,
    )
  }
}
