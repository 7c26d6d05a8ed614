import { type Kysely, sql } from 'kysely'
import { createIndexes, createUniqueIndexes, isPostgres, run } from './baseline/columns.ts'

/**
 * Renames the table `seat` to `registration`, which now contains requests, holds and seats. `seat` becomes a view of
 * the seats. The rows of `asked_seat` and `silent_hold` are copied into `registration`, with the kind `seat-hold`. On
 * PostgreSQL a server of the previous version may still run, so both tables stay, and triggers keep them and
 * `registration` equal.
 */
export async function joinHolds(db: Kysely<any>): Promise<void> {
  await (isPostgres(db) ? widenOnPostgres(db) : rebuildOnSqlite(db))
  await run(db, 'drop index seat_unproved')
  await createIndexes(db, {
    // Few seats are held without a proved address. Each new hold counts them by this index.
    seat_unproved: `registration (batch_id) where proved_at is null and status in ('held', 'pending', 'confirmed')`,
    // Housekeeping uses this index to find holds that have ended. SQLite would prepare each statement that binds a kind
    // again if the condition named `kind` alone.
    seat_begun: `registration (created_at) where coalesce(kind, '') = 'seat-hold'`,
  })
  await createUniqueIndexes(db, {
    // A dialog that is opened a second time finds the same hold. After a hold was given back, another hold may take its
    // place.
    seat_held_once: `registration (course_id, email, hold_transaction_id) where status = 'held'`,
  })
  await copy(db)
  await (isPostgres(db) ? keepAlike(db) : dropCopied(db))
}

/** PostgreSQL finds a check by its name. In SQLite the text of the table is changed. */
const checks = [
  {
    name: 'seat_kind_check',
    column: 'kind',
    from: `in ('enrolment', 'event-booking')`,
    to: `in ('enrolment', 'event-booking', 'seat-hold')`,
  },
  {
    name: 'seat_status_check',
    column: 'status',
    from: `in ('pending', 'confirmed', 'expired', 'cancelled')`,
    to: `in ('asked', 'held', 'pending', 'confirmed', 'expired', 'cancelled')
      and (status not in ('asked', 'held') or kind = 'seat-hold')`,
  },
]

const added = [
  // The number that the row counts in `batch.taken`: 1 for a seat, and the number of kept seats for a hold.
  'seats integer default 1 check (seats >= 1)',
  // The kind and the body of the request as JSON. The link in the e-mail sends this request again.
  'asked text',
  // The hold's reference, which the browser chose.
  'hold_transaction_id text',
  // The hold as JSON, as the dialog received it; null until the hold has become a seat.
  'held text',
  // The id of the row that replaced this row.
  'became_id text',
]

const ofSeat = `id, kind, reference, course_id, batch_id, name, email, phone, mailbox, question, staff_note, group_id,
  group_place, is_named, payment_method, transaction_id, coupon_code, discount_in_paise, amount_in_paise, paid_in_paise,
  waits_in_paise, refunded_in_paise, status, proof_turn, proved_at, hold_until, confirmed_at, created_at`

const createView = (db: Kysely<any>) =>
  run(db, `create view seat as select ${ofSeat} from registration where kind <> 'seat-hold'`)

async function widenOnPostgres(db: Kysely<any>): Promise<void> {
  const { rows: views } = await sql<{ said: string }>`
    select pg_get_viewdef('money_state'::regclass) as said`.execute(db)
  await run(db, 'drop view money_state')
  await run(db, 'alter table seat rename to registration')
  for (const { name, column, to } of checks) {
    await run(
      db,
      `alter table registration drop constraint ${name}, add constraint ${name} check (${column} ${to})`,
    )
  }
  for (const column of added) await run(db, `alter table registration add column ${column}`)
  // Housekeeping may delete a row before the copy that refers to it.
  await run(db, 'alter table silent_hold drop constraint silent_hold_seat_id_fkey')
  // A server of the previous version writes no number of seats. A trigger recognises its rows by the missing number.
  await run(db, 'alter table registration alter column seats drop default')
  await createView(db)
  await run(db, `create view money_state as ${views[0]?.said}`)
  const { rows } = await sql<{ prosrc: string }>`select prosrc from pg_proc
    where proname = 'keep_money' and pronamespace = current_schema()::regnamespace`.execute(db)
  const body = changed(rows[0]?.prosrc ?? '', 'update seat set', 'update registration set')
  await run(db, `create or replace function keep_money() returns trigger language plpgsql as $$${body}$$`)
}

/** SQLite can change a check only by building the table again (https://sqlite.org/lang_altertable.html#otheralter). */
async function rebuildOnSqlite(db: Kysely<any>): Promise<void> {
  const made = await sql<{ type: string; name: string; sql: string }>`
    select type, name, sql from sqlite_master
    where sql is not null and (tbl_name = 'seat' or name in ('money_state', 'keep_money_insert', 'keep_money_delete', 'keep_money_update'))`.execute(
    db,
  )
  const table = made.rows.find(({ name }) => name === 'seat')?.sql ?? ''
  let text = changed(table, /^create table "?seat"?/i, 'create table "registration"')
  text = changed(text, 'references "seat"', 'references "registration"')
  for (const { from, to } of checks) text = changed(text, from, to)
  await run(db, text)
  await run(db, 'insert into registration select * from seat')
  await run(db, 'drop view money_state')
  await run(db, 'drop table seat')
  for (const column of added) await run(db, `alter table registration add column ${column}`)
  await createView(db)
  for (const { type, name, sql: before } of made.rows) {
    if (name === 'seat') continue
    if (type === 'view') await run(db, before)
    else if (name.startsWith('keep_money')) {
      await run(db, `drop trigger ${name}`)
      await run(db, changed(before, /update seat set/g, 'update registration set'))
    } else {
      const after = changed(before, / on "?seat"?(?=\s|\()/, ' on registration')
      const isSearched = name === 'search_seat_insert'
      // The search index contains only seats.
      await run(
        db,
        isSearched ? changed(after, 'on registration begin', `on registration ${isPlaced} begin`) : after,
      )
    }
  }
  await run(
    db,
    `create trigger search_seat_placed after update of kind on registration ${isPlaced} begin
      insert into search_entry (kind, subject_id, waits) values ('seat', new.id, 1)
      on conflict (kind, subject_id) do update set waits = 2;
    end`,
  )
}

const isPlaced = `when new.kind <> 'seat-hold'`

function changed(text: string, from: string | RegExp, to: string): string {
  const after = typeof from === 'string' ? text.replaceAll(from, to) : text.replace(from, to)
  if (after === text) throw new Error(`"${from}" is not in: ${text}`)
  return after
}

/** The columns of a hold that have the same name in both tables. */
const shared = [
  'id',
  'reference',
  'course_id',
  'batch_id',
  'name',
  'email',
  'phone',
  'mailbox',
  'amount_in_paise',
  'seats',
  'proved_at',
  'hold_until',
  'created_at',
]

/** Converts a row of `silent_hold` into a row of `registration`, column by column. */
const heldAs = (row: string) => ({
  ...Object.fromEntries(shared.map((column) => [column, `${row}.${column}`])),
  kind: `'seat-hold'`,
  status: `case ${row}.state when 'live' then 'held' when 'ended' then 'expired' else 'cancelled' end`,
  hold_transaction_id: `${row}.transaction_id`,
  became_id: `${row}.seat_id`,
})

/**
 * Converts a row of `asked_seat` into a row of `registration`. The price of an `asked_seat` is the price of all its
 * seats together.
 */
function askedAs(db: Kysely<any>, row: string) {
  const names = ['id', 'reference', 'course_id', 'batch_id', 'name', 'email', 'phone']
  const [seats, others] = isPostgres(db)
    ? [`(${row}.body::jsonb ->> 'seats')::integer`, `jsonb_array_length(${row}.body::jsonb -> 'others')`]
    : [`json_extract(${row}.body, '$.seats')`, `json_array_length(${row}.body, '$.others')`]
  const count = `coalesce(${seats}, 1 + ${others}, 1)`
  return {
    ...Object.fromEntries(names.map((column) => [column, `${row}.${column}`])),
    kind: `'seat-hold'`,
    status: `'asked'`,
    amount_in_paise: `${row}.amount_in_paise / ${count}`,
    seats: count,
    hold_transaction_id: `${row}.transaction_id`,
    hold_until: `${row}.ends_at`,
    asked: askOf(row),
    created_at: `${row}.created_at`,
  }
}

const askOf = (row: string) => `'{"kind":"' || ${row}.kind || '","body":' || ${row}.body || '}'`

const insertOf = (values: Record<string, string>) =>
  `insert into registration (${Object.keys(values).join(', ')}) select ${Object.values(values).join(', ')}`

async function copy(db: Kysely<any>): Promise<void> {
  await run(db, `${insertOf(heldAs('silent_hold'))} from silent_hold`)
  // A request whose batch was deleted can hold nothing.
  await run(
    db,
    `delete from asked_seat where not exists (select 1 from batch where batch.id = asked_seat.batch_id)`,
  )
  await run(db, `${insertOf(askedAs(db, 'asked_seat'))} from asked_seat where pressed_at is null`)
  // A request whose link was opened is now a hold or a seat with the same id, so its link leads to that row.
  const ofAsk = (said: string) =>
    `(select ${said} from asked_seat where asked_seat.id = registration.id and pressed_at is not null)`
  await run(
    db,
    `update registration set asked = case kind when 'seat-hold' then ${ofAsk(askOf('asked_seat'))}
        else ${ofAsk(`'{"kind":"' || asked_seat.kind || '"}'`)} end
      where exists ${ofAsk('1')}`,
  )
}

async function dropCopied(db: Kysely<any>): Promise<void> {
  await run(db, 'drop table silent_hold')
  await run(db, 'drop table asked_seat')
}

const copiedInsert = (values: Record<string, string>, updated: readonly string[]) =>
  `${insertOf(values)} on conflict (id) do update set
    ${updated.map((column) => `${column} = excluded.${column}`).join(', ')} where registration.kind = 'seat-hold';`

/**
 * Removes the personal data of a request whose link was opened, because the row of its seat contains them. A second use
 * of the link needs only the course.
 */
const pressed = (courseId: string) =>
  `name = '', email = '', phone = '', transaction_id = null, body = '{"eventId":"' || ${courseId} || '"}'`

/**
 * Copies rows in both directions, so that servers of both versions find each other's holds. A trigger copies only rows
 * that a server wrote, and no rows that another trigger wrote.
 */
async function keepAlike(db: Kysely<any>): Promise<void> {
  await run(
    db,
    `update asked_seat set ${pressed('course_id')} where exists (select 1 from seat where seat.id = asked_seat.id)`,
  )
  // A request without a row became neither a hold nor a seat, and its link led to nothing.
  await run(
    db,
    `delete from asked_seat where not exists (select 1 from registration where registration.id = asked_seat.id)`,
  )
  const toRow = [...shared.slice(4), 'kind', 'status', 'hold_transaction_id', 'became_id']
  const copied = shared.map((column) =>
    column === 'mailbox' ? `coalesce(new.mailbox, '')` : `new.${column}`,
  )
  const functions = {
    hold_to_registration: `begin
      if tg_op = 'DELETE' then delete from registration where id = old.id and kind = 'seat-hold';
      else ${copiedInsert(heldAs('new'), toRow)} end if; return null;
    end`,
    ask_to_registration: `begin
      if tg_op = 'DELETE' then delete from registration where id = old.id and status = 'asked';
      else ${copiedInsert(askedAs(db, 'new'), ['hold_until'])} end if; return null;
    end`,
    // A server of the previous version writes the requested seat with the id of the request.
    seat_for_ask: `declare said text; begin
      delete from registration where id = new.id and kind = 'seat-hold' returning asked into said;
      if said is not null then
        new.asked := regexp_replace(said, '^({"kind":"[a-z-]+").*$', '\\1}');
        update asked_seat set ${pressed('new.course_id')} where id = new.id;
      end if;
      new.seats := 1; return new;
    end`,
    registration_to_hold: `begin
      if tg_op = 'DELETE' then
        delete from silent_hold where id = old.id; delete from asked_seat where id = old.id;
      elsif new.status = 'asked' then
        if new.asked is null then delete from asked_seat where id = new.id; end if;
        insert into asked_seat (id, kind, reference, course_id, batch_id, starts_on, name, email, phone, transaction_id,
          amount_in_paise, body, ends_at, created_at)
        select new.id, said[1], new.reference, new.course_id, new.batch_id, batch.starts_on, new.name, new.email, new.phone,
          new.hold_transaction_id, new.amount_in_paise * new.seats, said[2], new.hold_until, new.created_at
        from batch, regexp_match(new.asked, '^{"kind":"(.*?)","body":(.*)}$') as said
        where batch.id = new.batch_id and said is not null
        on conflict (id) do update set ends_at = excluded.ends_at, body = excluded.body;
      elsif new.kind <> 'seat-hold' then
        update asked_seat set pressed_at = coalesce(pressed_at, new.created_at), ${pressed('new.course_id')}
          where id = new.id;
        delete from silent_hold where id = new.id;
      else
        update asked_seat set pressed_at = new.created_at where id = new.id and pressed_at is null;
        insert into silent_hold (${shared.join(', ')}, transaction_id, seat_id, state)
        select ${copied.join(', ')}, new.hold_transaction_id, new.became_id, case
          when new.became_id is not null then 'completed' when new.status = 'held' then 'live'
          when new.status = 'expired' then 'ended' else 'released' end
        where new.hold_transaction_id is not null
        on conflict (id) do update set ${['state', 'seat_id', 'seats', 'proved_at', 'hold_until']
          .map((column) => `${column} = excluded.${column}`)
          .join(', ')};
      end if;
      return null;
    end`,
  }
  for (const [name, body] of Object.entries(functions)) {
    await run(db, `create function ${name}() returns trigger language plpgsql as $$ ${body} $$`)
  }
  const fromServer = 'pg_trigger_depth() = 0'
  for (const [name, event, condition] of [
    ['hold_to_registration', 'after insert or update or delete on silent_hold', fromServer],
    ['ask_to_registration', 'after insert or delete on asked_seat', fromServer],
    ['seat_for_ask', 'before insert on registration', 'new.seats is null'],
  ]) {
    await run(
      db,
      `create trigger ${name} ${event} for each row when (${condition}) execute function ${name}()`,
    )
  }
  for (const [event, row] of [
    ['insert', 'new'],
    ['update', 'old'],
    ['delete', 'old'],
  ]) {
    await run(
      db,
      `create trigger registration_to_hold_${event} after ${event} on registration for each row
        when (${row}.kind = 'seat-hold' and ${fromServer}) execute function registration_to_hold()`,
    )
  }
}
