import { type Kysely, sql } from 'kysely'
import { sumUpLists } from '../server/db/migrations/baseline/list-totals.ts'
import { countSeats } from '../server/db/migrations/baseline/seat-counts.ts'
import type { Database } from '../server/db/open.ts'
import type { Schema } from '../server/db/schema.ts'
import { addDays, systemClock } from '../server/platform/clock.ts'

const days = 700
const seatsOfABatch = 20
const rowsAStatement = 50_000
const firstNames =
  'Priya Lakshmi Nivedita Aarthi Kavitha Meena Divya Anitha Revathi Sangeetha Deepa Uma மலர் கவிதா Charanya Janani Swetha Fathima Mary Gayathri Radha Sudha Vani Ishwarya Nandini Padma Rekha Shalini Thenmozhi Yamini'.split(
    ' ',
  )
const lastNames =
  'Raman Krishnan Subramanian Iyer Anand Balakrishnan Varadarajan Lakshmanan Hariharan Natarajan Srinivasan Murugan Selvam Joseph Thomas Rao Reddy Pillai Menon Nair Chandran Mohan Prakash Sekar Velu Kannan Ganesan Arumugam Perumal இராமன் Devi'.split(
    ' ',
  )
export const rareName = 'Xanthippe'

type Row = Record<string, unknown>
/** SQL over `n`, `day` (with its `d`), `first_name` and `last_name`, instead of the sample's value. */
type Columns = Record<string, string>

/** Fills a started school with so many enrolments and bookings, orders and letters, spread over two years. */
export async function fillWithRows(
  { write: db, engine }: Database,
  wanted: number,
  log: (text: string) => void,
): Promise<void> {
  const run = (text: string) => sql.raw(text).execute(db)
  const sampleOf = async (text: string): Promise<Row> => {
    const { rows } = await sql.raw<Row>(`${text} limit 1`).execute(db)
    if (rows[0] === undefined) throw new Error(`the demonstration school has nothing for: ${text}`)
    return rows[0]
  }
  const copy = async (table: keyof Schema, sample: Row, columns: Columns, where = '1 = 1') => {
    log(`Rows of ${table}`)
    const names = Object.keys(sample)
    const values = names.map((name) => columns[name] ?? literal(sample[name]))
    // On PostgreSQL a total that one statement counts up a thousand times slows itself down: see `countUp`.
    if (engine === 'postgres') await run(`alter table ${table} disable trigger user`)
    // Rows go in by parts, because a statement has its time limit.
    for (let from = 0; from < wanted; from += rowsAStatement) {
      await run(
        `insert into ${table} (${names}) select ${values} from bench_n join bench_day on bench_day.d = n * ${days} / ${wanted}
         join bench_first on bench_first.f = n % ${firstNames.length}
         join bench_last on bench_last.l = (n / 7) % ${lastNames.length}
         where ${where} and n >= ${from} and n < ${from + rowsAStatement} order by n`,
      )
    }
    if (engine === 'postgres') await run(`alter table ${table} enable trigger user`)
  }
  const batches = Math.ceil(wanted / seatsOfABatch)
  await prepareNumbers(run, wanted)
  const courses = await sql<{
    id: string
  }>`select id from course where deleted_at is null order by id`.execute(db)
  await run('create table bench_course (c integer primary key, course text)')
  for (const [c, { id }] of courses.rows.entries())
    await run(`insert into bench_course values (${c}, '${id}')`)
  const course = `(select course from bench_course where c = (n / ${seatsOfABatch}) % ${courses.rows.length})`
  const courseOfBatch = `(select course from bench_course where c = n % ${courses.rows.length})`
  const at = `day || 'T' || (10 + n % 12) || ':' || (10 + n % 50) || ':' || (10 + n % 49) || '.000Z'`

  const batch = await sampleOf('select * from batch where starts_on is not null')
  const open = { deleted_at: null, cancelled_at: null, visible_from: null }
  await copy(
    'batch',
    { ...batch, ...open, capacity: seatsOfABatch, taken: seatsOfABatch },
    { id: `'bench-' || n`, course_id: courseOfBatch, starts_on: dayOfBatch(courses.rows.length) },
    `n < ${batches}`,
  )
  const meeting = await sampleOf('select * from meeting')
  await copy(
    'meeting',
    meeting,
    { id: `'bench-' || n`, batch_id: `'bench-' || n`, held_on: dayOfBatch(courses.rows.length) },
    `n < ${batches}`,
  )
  await fillLedger(copy, sampleOf, at, wanted)

  const seat = await sampleOf(`select * from seat where kind = 'enrolment' and status = 'confirmed'`)
  await copy('registration', seat, {
    ...person,
    ...seatMoney(wanted),
    id: `'bench-' || n`,
    kind: kindOfSeat,
    reference: `'BENCH-' || n`,
    course_id: course,
    batch_id: `'bench-' || (n / ${seatsOfABatch})`,
    transaction_id: `case when n % 4 = 3 then 'bench-' || n end`,
    payment_method: `case when n % 4 <> 3 then 'UPI' end`,
    group_id: `case when n % 100 in (10, 11) then 'bench-' || (n - n % 100 + 10) end`,
    group_place: 'case when n % 100 = 11 then 1 else 0 end',
    created_at: at,
    confirmed_at: `case when ${isPaid(wanted)} then ${at} end`,
    mailbox: person.email,
  })
  const order = await sampleOf(`select * from shop_order where status = 'completed'`)
  await copy('shop_order', order, {
    ...person,
    ...orderMoney(wanted, at),
    id: `'bench-' || n`,
    number: `'BENCH-' || n`,
    gift_id: `'bench-' || n`,
    customer_name: person.name,
    recipient_name: `case when n % 3 = 0 then last_name || ' ' || first_name end`,
    delivery_day: 'day',
    window_from: at,
    window_to: at,
    way: `case when n % 50 = 0 then 'express' when n % 5 = 0 then 'pickup' else 'standard' end`,
    created_at: at,
    mailbox: person.email,
  })
  const item = await sampleOf('select * from shop_order_item')
  await copy('shop_order_item', item, { order_id: `'bench-' || n`, position: '0', taken: '0' })
  await fillLetters(copy, sampleOf, at, wanted)
  await run(
    `insert into claim (id, subject, subject_id, provider, provider_id, amount_in_paise, claimed_at)
     select 'open-' || id, kind, coalesce(group_id, id), 'upi', 'open-' || id, amount_in_paise, created_at from seat
     where id like 'bench-%' and status = 'pending' and paid_in_paise = 0 and group_place = 0 and length(reference) % 2 = 0
     limit 600`,
  )
  for (const name of ['n', 'day', 'first', 'last', 'course']) await run(`drop table bench_${name}`)
  if (engine === 'postgres') await countUp(db, run)
}

const person = {
  name: `first_name || ' ' || last_name || case when n % 100000 = 77 then ' ${rareName}' else '' end`,
  email: `'guest.' || (n % 700000) || '@post.example'`,
  phone: `cast(6000000000 + n % 700000 as text)`,
}

const dayOfBatch = (courses: number) => `(select day from bench_day where d = -1 - n / ${courses})`

const kindOfSeat = `case when n % 4 = 3 then 'event-booking' else 'enrolment' end`
const price = '480000'
const isPending = (wanted: number) => `(n >= ${wanted} - ${wanted} / 250 and n % 2 = 0)`
/** A tenth of the others ended without money; one in a thousand is paid in part, one in a thousand was sent back. */
const isPaid = (wanted: number) => `(not ${isPending(wanted)} and n % 1000 >= 120)`
const isPart = 'n % 1000 = 500'
const waitsForStaff = 'n % 10000 = 300'

function seatMoney(wanted: number): Columns {
  return {
    status: `case when ${isPending(wanted)} then 'pending' when ${waitsForStaff} then 'cancelled'
      when ${isPaid(wanted)} then 'confirmed' when n % 1000 < 80 then 'expired' else 'cancelled' end`,
    hold_until: `case when ${isPending(wanted)} then '2099-01-01T00:00:00.000Z' end`,
    amount_in_paise: price,
    paid_in_paise: `case when ${waitsForStaff} or not ${isPaid(wanted)} then 0 when ${isPart} then 100000 else ${price} end`,
    waits_in_paise: `case when ${waitsForStaff} and ${isPaid(wanted)} then ${price} else 0 end`,
    refunded_in_paise: '0',
  }
}

function orderMoney(wanted: number, at: string): Columns {
  return {
    status: `case when ${isPending(wanted)} then 'pending' when ${isPaid(wanted)} then 'completed' else 'cancelled' end`,
    ended_by: `case when ${isPaid(wanted)} or ${isPending(wanted)} then null when n % 2 = 0 then 'hold' else 'staff' end`,
    paid_at: `case when ${isPaid(wanted)} then ${at} end`,
    payment_status: `case when ${isPaid(wanted)} then 'paid' else 'pending' end`,
    hold_until: `case when ${isPending(wanted)} then '2099-01-01T00:00:00.000Z' end`,
    total_in_paise: price,
    subtotal_in_paise: price,
    delivery_charge_in_paise: '0',
    discount_in_paise: '0',
    paid_in_paise: `case when ${isPaid(wanted)} then ${price} else 0 end`,
    waits_in_paise: '0',
    holds_slot: '0',
  }
}

type Copy = (table: keyof Schema, sample: Row, columns: Columns, where?: string) => Promise<void>
type SampleOf = (text: string) => Promise<Row>

/** The ledger comes first: the rows that it pays for are inserted with copies of it. */
async function fillLedger(copy: Copy, sampleOf: SampleOf, at: string, wanted: number): Promise<void> {
  const paid = isPaid(wanted)
  const claim = await sampleOf('select * from claim')
  const receipt = await sampleOf(`select * from receipt where kind = 'received'`)
  const allocation = await sampleOf('select * from allocation')
  const ofSeats = { subject: kindOfSeat, subject_id: `'bench-' || n` }
  const isClaimed = `${paid} and n % 3 = 0`
  const id = `'bench-' || n`
  await copy('claim', claim, { ...ofSeats, id, provider_id: id, claimed_at: at }, isClaimed)
  const sum = `case when ${isPart} and not ${waitsForStaff} then 100000 else ${price} end`
  for (const [prefix, subject, amount] of [
    ['bench', kindOfSeat, sum],
    ['bench-o', `'order'`, price],
  ] as const) {
    const own = `'${prefix}-' || n`
    await copy(
      'receipt',
      { ...receipt, number: null, recorded_by: null },
      {
        id: own,
        provider_id: own,
        claim_id: prefix === 'bench' ? `case when n % 3 = 0 then 'bench-' || n end` : 'null',
        amount_in_paise: amount,
        happened_at: at,
        recorded_at: at,
      },
      paid,
    )
    const purpose = prefix === 'bench' ? `case when ${waitsForStaff} then 'waits' else 'pays' end` : `'pays'`
    await copy(
      'allocation',
      allocation,
      { id: own, receipt_id: own, subject, subject_id: id, purpose, amount_in_paise: amount, at },
      paid,
    )
  }
}

async function fillLetters(copy: Copy, sampleOf: SampleOf, at: string, wanted: number): Promise<void> {
  const letter = await sampleOf(`select * from outbox where template = 'enrolment-confirmed'`)
  await copy('outbox', letter, {
    id: `'bench-' || n`,
    cause: `'bench-' || n`,
    about: `'enrolment:bench-' || n`,
    channel: `case when n % 3 = 0 then 'chat' else 'email' end`,
    recipient: `case when n % 3 = 0 then ${person.phone} else ${person.email} end`,
    data: `'{"name":"' || ${person.name} || '","courseTitle":"Diploma in Floral Design","batch":{"day":"' || day || '","time":"10:00"},"reference":"BENCH-' || n || '","amountInPaise":480000}'`,
    // Most were sent; a few hundred of each other state.
    status: `case when n % 3 = 0 and n > ${wanted} - ${wanted} / 100 then 'by-hand'
      when n % 2000 = 1 then 'dead' when n % 5000 = 2 then 'held' when n % 3000 = 3 then 'withdrawn' else 'sent' end`,
    next_attempt_at: at,
    created_at: at,
    sent_at: at,
  })
}

/** Does the triggers' counting and the engine's own housekeeping; an embedded database has none. */
async function countUp(db: Database['write'], run: (text: string) => Promise<unknown>): Promise<void> {
  const dayOf = (instant: string) =>
    `to_char(${instant}::timestamptz at time zone 'Asia/Kolkata', 'YYYY-MM-DD')`
  await run('alter table student_seats disable trigger user')
  await run(
    `insert into student_seats (email, seats, first_day)
     select email, count(*), min(${dayOf('coalesce(confirmed_at, created_at)')}) from seat
     where id like 'bench-%' and status = 'confirmed' group by email`,
  )
  await run('alter table student_seats enable trigger user')
  for (const [figure, day, amount, from] of [
    [
      'orders',
      dayOf('created_at'),
      'count(*)',
      `shop_order where id like 'bench-%' and ended_by is distinct from 'hold'`,
    ],
    [
      'revenue',
      dayOf('at'),
      'sum(amount_in_paise)',
      `allocation where id like 'bench-%' and purpose = 'pays'`,
    ],
    ['students', 'first_day', 'count(*)', `student_seats where email like 'guest.%'`],
    ['batches', 'starts_on', 'count(*)', `batch where id like 'bench-%'`],
  ]) {
    await run(
      `insert into running_total (figure, day, slot, amount) select '${figure}', ${day}, 0, ${amount} from ${from} group by 2
       on conflict (figure, day, slot) do update set amount = running_total.amount + excluded.amount`,
    )
  }
  await run(
    'update claim set is_open = 0 where is_open = 1 and id in (select claim_id from receipt where claim_id is not null)',
  )
  await sumUpLists(db as unknown as Kysely<unknown>)
  await countSeats(db as unknown as Kysely<unknown>)
  await run('vacuum analyze')
}

async function prepareNumbers(run: (text: string) => Promise<unknown>, wanted: number): Promise<void> {
  await run('create table bench_n (n integer primary key)')
  await run(
    `insert into bench_n with recursive numbers (n) as (select 0 union all select n + 1 from numbers where n + 1 < ${wanted}) select n from numbers`,
  )
  await run('create table bench_day (d integer primary key, day text)')
  const first = addDays(systemClock.today(), -days)
  // Batches lie before all of it, because no class has two of them on one day.
  const rows = Array.from({ length: 9 * days }, (_, at) => at - 8 * days).map(
    (d) => `(${d}, '${addDays(first, d)}')`,
  )
  await run(`insert into bench_day values ${rows}`)
  for (const [table, key, column, names] of [
    ['bench_first', 'f', 'first_name', firstNames],
    ['bench_last', 'l', 'last_name', lastNames],
  ] as const) {
    await run(`create table ${table} (${key} integer primary key, ${column} text)`)
    await run(`insert into ${table} values ${names.map((name, n) => `(${n}, '${name}')`)}`)
  }
}

function literal(value: unknown): string {
  if (value === null || value === undefined) return 'null'
  return typeof value === 'number' || typeof value === 'bigint'
    ? String(value)
    : `'${String(value).replaceAll("'", "''")}'`
}
