import { type Kysely, sql } from 'kysely'
import { sumUpLists } from '../server/db/migrations/baseline/list-totals.ts'
import { countSeats } from '../server/db/migrations/baseline/seat-counts.ts'
import { type Database, openDatabase } from '../server/db/open.ts'
import type { Schema } from '../server/db/schema.ts'
import { addDays, systemClock } from '../server/platform/clock.ts'
import { log } from './measure.ts'
import type { Where } from './school.ts'

const days = 700
const seatsOfABatch = 20
const rowsAStatement = 10_000
const firstNames =
  'Priya Lakshmi Nivedita Aarthi Kavitha Meena Divya Anitha Revathi Sangeetha Deepa Uma மலர் கவிதா Charanya Janani Swetha Fathima Mary Gayathri Radha Sudha Vani Ishwarya Nandini Padma Rekha Shalini Thenmozhi Yamini'.split(
    ' ',
  )
const lastNames =
  'Raman Krishnan Subramanian Iyer Anand Balakrishnan Varadarajan Lakshmanan Hariharan Natarajan Srinivasan Murugan Selvam Joseph Thomas Rao Reddy Pillai Menon Nair Chandran Mohan Prakash Sekar Velu Kannan Ganesan Arumugam Perumal இராமன் Devi'.split(
    ' ',
  )
export const rareName = 'Xanthippe'
export const newestPastBatch = 'bench-0'

/** The SQL of each column's value. The SQL may use `n`, `day` (and its number `d`), `first_name` and `last_name`. */
type Columns = Record<string, string>
/** Copies the row that `sample` selects, once for each number `n` that `where` allows, and changes `columns`. */
type Copy = (table: keyof Schema, sample: string, columns: Columns, where?: string) => Promise<void>

/** Fills a school that was started once with enrolments, bookings, orders and e-mails, spread over two years. */
export async function fillWithRows(where: Where, wanted: number): Promise<void> {
  await using database = await openDatabase(where)
  const { write: db, engine } = database
  const run = async (text: string) => (await sql.raw<Record<string, unknown>>(text).execute(db)).rows
  const copy: Copy = async (table, sample, columns, where = '1 = 1') => {
    log(`Rows of ${table}`)
    const [row] = await run(`${sample} limit 1`)
    if (row === undefined) throw new Error(`the demonstration school has nothing for: ${sample}`)
    const values = Object.entries(row).map(([name, value]) => columns[name] ?? literal(value))
    // A trigger that increases a total for each row is slow on PostgreSQL, so `countUp` computes the totals once.
    if (engine === 'postgres') await run(`alter table ${table} disable trigger user`)
    // The rows are inserted by several statements, because each statement has a time limit.
    for (let from = 0; from < wanted; from += rowsAStatement) {
      await run(
        `insert into ${table} (${Object.keys(row)}) select ${values} from bench_n
         join bench_day on bench_day.d = n * ${days} / ${wanted}
         join bench_first on bench_first.f = n % ${firstNames.length}
         join bench_last on bench_last.l = (n / 7) % ${lastNames.length}
         where ${where} and n >= ${from} and n < ${from + rowsAStatement} order by n`,
      )
    }
    if (engine === 'postgres') await run(`alter table ${table} enable trigger user`)
  }
  const courses = await run('select id from course where deleted_at is null order by id')
  const courseIds = courses.map(({ id }) => String(id))
  await prepareNumbers(run, wanted, courseIds)
  await fillBatches(copy, courses.length, wanted)
  await fillLedger(copy, wanted)
  await fillSeats(copy, courses.length, wanted)
  await fillOrders(copy, wanted)
  await fillLetters(copy, wanted)
  await run(
    `insert into claim (id, subject, subject_id, provider, provider_id, amount_in_paise, claimed_at)
     select 'open-' || id, kind, coalesce(group_id, id), 'upi', 'open-' || id, amount_in_paise, created_at from seat
     where id like 'bench-%' and status = 'pending' and paid_in_paise = 0 and group_place = 0 and length(reference) % 2 = 0
     limit 600`,
  )
  for (const name of ['n', 'day', 'first', 'last', 'course']) await run(`drop table bench_${name}`)
  if (engine === 'postgres') await countUp(db, run)
}

const id = `'bench-' || n`
const at = `day || 'T' || (10 + n % 12) || ':' || (10 + n % 50) || ':' || (10 + n % 49) || '.000Z'`
const courseOf = (number: string, courses: number) =>
  `(select course from bench_course where c = (${number}) % ${courses})`

async function fillBatches(copy: Copy, courses: number, wanted: number): Promise<void> {
  const where = `n < ${Math.ceil(wanted / seatsOfABatch)}`
  const day = `(select day from bench_day where d = -1 - n / ${courses})`
  const seats = { capacity: String(seatsOfABatch), taken: String(seatsOfABatch) }
  const open = { deleted_at: 'null', cancelled_at: 'null', visible_from: 'null' }
  const batch = { id, ...open, ...seats, course_id: courseOf('n', courses), starts_on: day }
  await copy('batch', 'select * from batch where starts_on is not null', batch, where)
  await copy('meeting', 'select * from meeting', { id, batch_id: id, held_on: day }, where)
}

async function fillSeats(copy: Copy, courses: number, wanted: number): Promise<void> {
  await copy('registration', `select * from seat where kind = 'enrolment' and status = 'confirmed'`, {
    ...person,
    status: `case when ${isPending(wanted)} then 'pending' when ${waitsForStaff} then 'cancelled'
      when ${isPaid(wanted)} then 'confirmed' when n % 1000 < 80 then 'expired' else 'cancelled' end`,
    hold_until: holdUntil(wanted),
    amount_in_paise: price,
    paid_in_paise: `case when ${waitsForStaff} or not ${isPaid(wanted)} then 0 when ${isPart} then 100000 else ${price} end`,
    waits_in_paise: `case when ${waitsForStaff} and ${isPaid(wanted)} then ${price} else 0 end`,
    refunded_in_paise: '0',
    id,
    kind: kindOfSeat,
    reference: `'BENCH-' || n`,
    course_id: courseOf(`n / ${seatsOfABatch}`, courses),
    batch_id: `'bench-' || (n / ${seatsOfABatch})`,
    transaction_id: `case when n % 4 = 3 then 'bench-' || n end`,
    payment_method: `case when n % 4 <> 3 then 'UPI' end`,
    group_id: `case when n % 100 in (10, 11) then 'bench-' || (n - n % 100 + 10) end`,
    group_place: 'case when n % 100 = 11 then 1 else 0 end',
    created_at: at,
    confirmed_at: `case when ${isPaid(wanted)} then ${at} end`,
  })
}

async function fillOrders(copy: Copy, wanted: number): Promise<void> {
  await copy('shop_order', `select * from shop_order where status = 'completed'`, {
    ...person,
    status: `case when ${isPending(wanted)} then 'pending' when ${isPaid(wanted)} then 'completed' else 'cancelled' end`,
    ended_by: `case when ${isPaid(wanted)} or ${isPending(wanted)} then null when n % 2 = 0 then 'hold' else 'staff' end`,
    paid_at: `case when ${isPaid(wanted)} then ${at} end`,
    payment_status: `case when ${isPaid(wanted)} then 'paid' else 'pending' end`,
    hold_until: holdUntil(wanted),
    total_in_paise: price,
    subtotal_in_paise: price,
    delivery_charge_in_paise: '0',
    discount_in_paise: '0',
    paid_in_paise: `case when ${isPaid(wanted)} then ${price} else 0 end`,
    waits_in_paise: '0',
    holds_slot: '0',
    id,
    number: `'BENCH-' || n`,
    gift_id: id,
    customer_name: person.name,
    recipient_name: `case when n % 3 = 0 then last_name || ' ' || first_name end`,
    delivery_day: 'day',
    window_from: at,
    window_to: at,
    way: `case when n % 50 = 0 then 'express' when n % 5 = 0 then 'pickup' else 'standard' end`,
    created_at: at,
  })
  const item = { order_id: id, position: '0', taken: '0' }
  await copy('shop_order_item', 'select * from shop_order_item', item)
}

const email = `'guest.' || (n % 700000) || '@post.example'`
const person = {
  name: `first_name || ' ' || last_name || case when n % 100000 = 77 then ' ${rareName}' else '' end`,
  email,
  phone: `cast(6000000000 + n % 700000 as text)`,
  mailbox: email,
}

const kindOfSeat = `case when n % 4 = 3 then 'event-booking' else 'enrolment' end`
const price = '480000'
const isPending = (wanted: number) => `(n >= ${wanted} - ${wanted} / 250 and n % 2 = 0)`
/** Most rows that are not pending are paid. Twelve in a hundred ended unpaid; a few seats are paid in part. */
const isPaid = (wanted: number) => `(not ${isPending(wanted)} and n % 1000 >= 120)`
const isPart = 'n % 1000 = 500'
const waitsForStaff = 'n % 10000 = 300'
const holdUntil = (wanted: number) => `case when ${isPending(wanted)} then '2099-01-01T00:00:00.000Z' end`

/** Fills the ledger before the rows that it pays for, because those rows contain copies of its figures. */
async function fillLedger(copy: Copy, wanted: number): Promise<void> {
  const paid = isPaid(wanted)
  const seat = { subject: kindOfSeat, subject_id: id }
  const claim = { ...seat, id, provider_id: id, claimed_at: at }
  await copy('claim', 'select * from claim', claim, `${paid} and n % 3 = 0`)
  const sum = `case when ${isPart} and not ${waitsForStaff} then 100000 else ${price} end`
  const seatClaim = `case when n % 3 = 0 then ${id} end`
  const seatPurpose = `case when ${waitsForStaff} then 'waits' else 'pays' end`
  for (const [own, subject, claim_id, amount_in_paise, purpose] of [
    [id, kindOfSeat, seatClaim, sum, seatPurpose],
    [`'bench-o-' || n`, `'order'`, 'null', price, `'pays'`],
  ] as const) {
    const times = { happened_at: at, recorded_at: at }
    const none = { number: 'null', recorded_by: 'null' }
    const receipt = { ...none, ...times, id: own, provider_id: own, claim_id, amount_in_paise }
    await copy('receipt', `select * from receipt where kind = 'received'`, receipt, paid)
    const allocation = { id: own, receipt_id: own, subject, subject_id: id, purpose, amount_in_paise, at }
    await copy('allocation', 'select * from allocation', allocation, paid)
  }
}

async function fillLetters(copy: Copy, wanted: number): Promise<void> {
  await copy('outbox', `select * from outbox where template = 'enrolment-confirmed'`, {
    id,
    cause: id,
    about: `'enrolment:bench-' || n`,
    channel: `case when n % 3 = 0 then 'chat' else 'email' end`,
    recipient: `case when n % 3 = 0 then ${person.phone} else ${person.email} end`,
    data: `'{"name":"' || ${person.name} || '","courseTitle":"Diploma in Floral Design","batch":{"day":"' || day || '","time":"10:00"},"reference":"BENCH-' || n || '","amountInPaise":480000}'`,
    // Most messages are sent; each of the other states has a few.
    status: `case when n % 3 = 0 and n > ${wanted} - ${wanted} / 100 then 'by-hand'
      when n % 2000 = 1 then 'dead' when n % 5000 = 2 then 'held' when n % 3000 = 3 then 'withdrawn' else 'sent' end`,
    next_attempt_at: at,
    created_at: at,
    sent_at: at,
  })
}

/** Computes the totals that the disabled triggers would have counted, and vacuums. Only PostgreSQL needs this. */
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
  const lasting = `shop_order where id like 'bench-%' and ended_by is distinct from 'hold'`
  const payments = `allocation where id like 'bench-%' and purpose = 'pays'`
  for (const [figure, day, amount, from] of [
    ['orders', dayOf('created_at'), 'count(*)', lasting],
    ['revenue', dayOf('at'), 'sum(amount_in_paise)', payments],
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

/** Makes the tables `bench_…`, from which the rows are made: numbers, days, names and courses. */
async function prepareNumbers(
  run: (text: string) => Promise<unknown>,
  wanted: number,
  courses: readonly string[],
): Promise<void> {
  await run('create table bench_n (n integer primary key)')
  await run(
    `insert into bench_n with recursive numbers (n) as (select 0 union all select n + 1 from numbers where n + 1 < ${wanted}) select n from numbers`,
  )
  const first = addDays(systemClock.today(), -days)
  // The batches need many earlier days too, because a class has at most one batch on a day.
  const daysBefore = 8 * days
  const calendar = Array.from({ length: daysBefore + days }, (_, at) => addDays(first, at - daysBefore))
  for (const [name, key, column, from, values] of [
    ['day', 'd', 'day', -daysBefore, calendar],
    ['first', 'f', 'first_name', 0, firstNames],
    ['last', 'l', 'last_name', 0, lastNames],
    ['course', 'c', 'course', 0, courses],
  ] as const) {
    await run(`create table bench_${name} (${key} integer primary key, ${column} text)`)
    await run(`insert into bench_${name} values ${values.map((value, at) => `(${from + at}, '${value}')`)}`)
  }
}

function literal(value: unknown): string {
  if (value === null || value === undefined) return 'null'
  return typeof value === 'number' || typeof value === 'bigint'
    ? String(value)
    : `'${String(value).replaceAll("'", "''")}'`
}
