import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import { expect, test } from 'vitest'
import { migrate } from '../../server/db/migrate.ts'
import { migrations } from '../../server/db/migrations/index.ts'
import { emptyDatabase } from '../harness/app.ts'
import { onEachDatabase } from '../harness/on-each-engine.ts'

type Row = Record<string, unknown>
type Rows = Record<string, Row[]>
type AnyDatabase = Kysely<Record<string, Row>>

/**
 * What the tables of one time say, each by one query: what must agree to the paisa and to the piece, before and after all
 * later migrations. The rows of a table may move elsewhere; these must not change.
 */
type Figures = Record<string, RawBuilder<unknown>>

/** Of the store as it began. No later migration has moved its tables yet. */
const ofTheStore: Figures = {
  seats: sql`
    select kind, id, status, owes_in_paise as owes, money_state.paid_in_paise as paid, is_claimed as claimed,
      unseated_in_paise as unseated,
      coalesce((
        select -sum(allocation.amount_in_paise)
        from allocation join receipt on receipt.id = allocation.receipt_id and receipt.kind = 'refund'
        where allocation.subject_id = seat.id
      ), 0) as refunded
    from seat join money_state on subject = kind and subject_id = id`,
  orders: sql`
    select id, payment_status, total_in_paise, money_state.paid_in_paise as paid, due_in_paise as due
    from shop_order join money_state on subject = 'order' and subject_id = id`,
  lines: sql`
    select line.id, status, subject, subject_id, bank_match.receipt_id as money
    from statement_line as line left join bank_match on line_id = line.id
    left join allocation on allocation.id = bank_match.receipt_id
    where line.reference is not null`,
  batches: sql`select id, taken from batch`,
  days: sql`select figure, day, sum(amount) as amount from running_total group by figure, day having sum(amount) <> 0`,
  sums: sql`
    select id, subtotal_in_paise, delivery_charge_in_paise, discount_in_paise, fee_discount_in_paise, total_in_paise,
      (select sum(total_in_paise) from shop_order_item where order_id = id) as items,
      (select sum(discount_in_paise) from shop_order_item where order_id = id) as shares
    from shop_order`,
  waits: sql`
    select subject, subject_id, unseated_in_paise, state from money_state where state in ('attention', 'checking')`,
  stock: sql`
    select product.id, product.quantity, coalesce(sum(taken), 0) as taken
    from product left join shop_order_item on product_id = product.id group by product.id, product.quantity`,
  slots: sql`
    select slot_day.slot_id, day, taken,
      (select count(*) from shop_order
        where shop_order.slot_id = slot_day.slot_id and delivery_day = day and holds_slot = 1) as held
    from slot_day`,
  coupons: sql`
    select code, uses,
      (select count(*) from coupon_use where coupon_id = coupon.id and given_back_at is null) as held,
      (select coalesce(sum(discount_in_paise), 0) from coupon_use where coupon_id = coupon.id) as discount
    from coupon`,
  histories: sql`
    select order_id, order_version, from_status, to_status, at, undone_at, effects_done_at from shop_order_change`,
  carts: sql`
    select cart_id, product_id, size_id, answer, quantity, price_seen_in_paise, user_id
    from cart_line join cart on cart.id = cart_id`,
}

/** The same, with concerns, store credit, fees for another try, saved recipients and yearly reminders. */
const ofAfterDelivery: Figures = {
  ...ofTheStore,
  concerns: sql`
    select enquiry.id, order_id, number, concern, answered_at,
      (select count(*) from enquiry_picture join picture on base = picture_base where enquiry_id = enquiry.id) as pictures
    from enquiry join shop_order on shop_order.id = order_id`,
  credits: sql`
    select credit_order_id, credit_kind, coupon.id, email, amount_in_paise, ends_on, is_active, uses,
      (select coalesce(sum(discount_in_paise), 0) from coupon_use
        where coupon_id = coupon.id and given_back_at is null) as used,
      (select count(*) from coupon_use where coupon_id = coupon.id and settled_at is not null) as settled,
      (select count(*) from coupon_use where coupon_id = coupon.id and given_back_at is not null) as given_back
    from coupon join shop_order on shop_order.id = credit_order_id`,
  creditSums: sql`
    select credit_kind as kind, uses, count(*) as codes, sum(amount_in_paise) as paise
    from coupon where credit_kind is not null group by credit_kind, uses`,
  charges: sql`
    select order_charge.id, order_charge.order_id, status, amount_in_paise, state, owes_in_paise, paid_in_paise,
      due_in_paise, unseated_in_paise, is_claimed,
      (select coalesce(-sum(allocation.amount_in_paise), 0)
        from allocation join receipt on receipt.id = allocation.receipt_id and receipt.kind = 'refund'
        where subject = 'order-charge' and subject_id = order_charge.id) as refunded
    from order_charge join money_state on money_state.subject = 'order-charge' and money_state.subject_id = order_charge.id`,
  money: sql`
    select subject, purpose, kind, count(*) as parts, sum(allocation.amount_in_paise) as paise
    from allocation join receipt on receipt.id = allocation.receipt_id group by subject, purpose, kind`,
  recipients: sql`
    select saved_recipient.id, "user".email, label, saved_recipient.name, pincode
    from saved_recipient join "user" on "user".id = user_id`,
  reminders: sql`
    select order_id, number, email, delivery_day, occasion_on, due_at
    from yearly_reminder join shop_order on shop_order.id = order_id`,
  counts: sql`
    select 'concerns' as what, count(*) as count from enquiry where order_id is not null
    union all select 'pictures of concerns', count(*) from enquiry_picture
    union all select 'recipients', count(*) from saved_recipient
    union all select 'reminders', count(*) from yearly_reminder
    union all select 'reminders that were told once', count(*) from yearly_reminder where occasion_on >= '2028'`,
}

/** The same, with batches that are sold by their dates, groups, holds, and seats that were asked for. */
const ofSchoolDays: Figures = {
  ...ofAfterDelivery,
  dates: sql`
    select batch.id, starts_on, starts_at, ends_on, capacity, taken, price_in_paise, is_closed, joins_late, visible_from,
      cancelled_at, room.name as room,
      (select count(*) from meeting where batch_id = batch.id and cancelled_at is null) as meetings,
      (select count(*) from meeting where batch_id = batch.id and cancelled_at is not null) as gone,
      (select coalesce(sum(sequence), 0) from meeting where batch_id = batch.id) as sequences
    from batch left join room on room.id = room_id`,
  groups: sql`
    select group_id, count(*) as seats, sum(is_named) as named, sum(seat.amount_in_paise) as paise, min(status) as first,
      max(status) as last, sum(money_state.paid_in_paise) as paid
    from seat join money_state on subject = kind and subject_id = seat.id where group_id is not null group by group_id`,
  holds: sql`select id, reference, state, seats, amount_in_paise, hold_until, seat_id from silent_hold`,
  asked: sql`select id, kind, reference, amount_in_paise, ends_at from asked_seat`,
  waiting: sql`select id, status, place, offer_until, proved_at from waiting_list_entry`,
}

/** Today's tables. A migration that moves something changes its query here, and leaves that of the kept file. */
const today: Figures = ofSchoolDays

/** Before the ledger of 0026, and seats of one table. */
const beforeTheLedger: Figures = {
  seats: sql`
    with seat as (
      select 'enrolment' as kind, id, status, amount_in_paise from enrolment
      union all select 'event-booking', id, status, amount_in_paise from event_booking
    ), money as (
      select subject, subject_id, status, sum(amount_in_paise) as paise from payment
      group by subject, subject_id, status
      union all
      select subject, subject_id, 'refunded', sum(amount_in_paise) from refund group by subject, subject_id
    )
    select kind, id, seat.status, amount_in_paise as owes,
      coalesce(sum(case when money.status = 'settled' then paise end), 0) as paid,
      coalesce(max(case when money.status = 'claimed' then 1 end), 0) as claimed,
      coalesce(sum(case when money.status = 'attention' then paise end), 0) as unseated,
      coalesce(sum(case when money.status = 'refunded' then paise end), 0) as refunded
    from seat left join money on money.subject = seat.kind and money.subject_id = seat.id
    group by kind, id, seat.status, amount_in_paise`,
  orders: sql`
    select id, payment_status, total_in_paise,
      case when payment_status = 'paid' then total_in_paise else 0 end as paid,
      case when payment_status in ('paid', 'refunded') then 0 else total_in_paise end as due
    from shop_order`,
  lines: sql`
    select line.id, line.status, line.subject, line.subject_id,
      coalesce(payment.id, refund.id, shop_order.id, (
        select other.id from payment as other
        where other.subject = line.subject and other.subject_id = line.subject_id and other.status <> 'claimed'
        order by other.amount_in_paise <> line.amount_in_paise, other.settled_at, other.id limit 1
      )) as money
    from statement_line as line
    left join payment on payment.subject_id = line.subject_id and payment.provider_reference = line.reference
    left join refund on refund.subject_id = line.subject_id and refund.provider_reference = line.reference
    left join shop_order on shop_order.id = line.subject_id and line.subject = 'order'
    where line.reference is not null`,
  batches: sql`select id, taken from batch`,
  days: sql`select figure, day, sum(amount) as amount from running_total group by figure, day having sum(amount) <> 0`,
}

/** Tables whose rows stand elsewhere now, with the query that reads them from today's tables. */
type Moved = Record<string, RawBuilder<Row>>

/** Tables whose content a later migration changes on purpose, with what a row becomes. */
type Changed = Record<string, (row: Row) => Row>

const shared = sql.raw(
  'id, reference, course_id, batch_id, email, phone, amount_in_paise, status, hold_until, confirmed_at, staff_note, created_at',
)
const ledgerMoved: Moved = {
  enrolment: sql`
    select ${shared}, name as full_name, question as questions, payment_method from seat where kind = 'enrolment'`,
  event_booking: sql`
    select ${shared}, name, question as special_requirements, transaction_id from seat where kind = 'event-booking'`,
  payment: sql`
    select receipt.id, subject, subject_id, receipt.provider, allocation.amount_in_paise,
      case when purpose = 'pays' then 'settled' else 'attention' end as status,
      case when receipt.provider = 'staff' then coalesce(provider_id, reference) else provider_id end as provider_reference,
      note, recorded_by, happened_at as settled_at
    from receipt join allocation on allocation.receipt_id = receipt.id
    where kind = 'received' and subject <> 'order'
      and not exists (select 1 from receipt as back where back.receipt_id = receipt.id)
    union all
    select id, subject, subject_id, provider, amount_in_paise, 'claimed', provider_id, null, null, null from claim`,
  statement_line: sql`
    select line.id, file_name, booked_on, description, reference, line.amount_in_paise, status, subject,
      subject_id, note, decided_by, decided_at, created_at
    from statement_line as line left join bank_match on line_id = line.id
    left join allocation on allocation.id = bank_match.receipt_id`,
  refund: sql`
    select receipt.id, subject, subject_id, receipt.provider, receipt.provider_id as provider_reference,
      receipt.amount_in_paise, receipt.happened_at as settled_at, back.note, back.happened_at as refunded_at,
      back.recorded_by
    from receipt join allocation on allocation.receipt_id = receipt.id
    join receipt as back on back.receipt_id = receipt.id and back.kind = 'refund'
    where subject <> 'order'`,
}

const ledgerChanged: Changed = {
  event_booking: ({ first_name, last_name, ...row }) => ({ ...row, name: `${first_name} ${last_name}` }),
  // The claim now says when somebody began to pay; a receipt has only the day on which money arrived.
  payment: ({ created_at: _, ...row }) => row,
}

/** Who was staff is a manager; lines of statements are recognised by marks that are made anew. */
const laterChanged: Changed = {
  statement_line: ({ fingerprint: _, ...row }) => row,
  user: ({ role, ...row }) => ({ ...row, role: role === 'staff' ? 'manager' : role }),
  invitation: ({ role, ...row }) => ({ ...row, role: role === 'staff' ? 'manager' : role }),
}

/** Figures of a file as numbers. While no migration follows the file, before and after are one, and only these can fail. */
type Totals = Record<string, Row[]>

const creditsOf = (kind: string, uses: number, codes: number, paise: number) => ({ kind, uses, codes, paise })
const moneyOf = (subject: string, purpose: string, kind: string, parts: number, paise: number) => ({
  subject,
  purpose,
  kind,
  parts,
  paise,
})
const totalsAfterDelivery: Totals = {
  creditSums: [
    creditsOf('given', 0, 4, 52_000),
    creditsOf('given', 1, 8, 285_000),
    creditsOf('rest', 0, 2, 45_000),
    creditsOf('rest', 1, 1, 18_000),
    creditsOf('returned', 0, 1, 30_000),
    creditsOf('returned', 1, 2, 37_000),
  ],
  money: [
    moneyOf('enrolment', 'pays', 'received', 254, 501_650_000),
    moneyOf('enrolment', 'waits', 'received', 2, 9_600_000),
    moneyOf('enrolment', 'waits', 'refund', 1, -4_800_000),
    moneyOf('event-booking', 'pays', 'received', 44, 86_830_000),
    moneyOf('order-charge', 'pays', 'received', 8, 31_550),
    moneyOf('order-charge', 'waits', 'received', 3, 25_500),
    moneyOf('order-charge', 'waits', 'refund', 1, -8_500),
    moneyOf('order', 'pays', 'received', 168, 238_649_000),
    moneyOf('order', 'pays', 'refund', 10, -28_604_000),
    moneyOf('order', 'waits', 'received', 9, 563_000),
    moneyOf('order', 'waits', 'refund', 2, -116_000),
  ],
  counts: [
    { what: 'concerns', count: 5 },
    { what: 'pictures of concerns', count: 4 },
    { what: 'recipients', count: 5 },
    { what: 'reminders', count: 7 },
    { what: 'reminders that were told once', count: 1 },
  ],
}

/** A school with every kind of row of its day; its last migration, and the tables in which rows stand. */
const kept: {
  file: string
  last: string
  figures: Figures
  totals?: Totals
  moved: Moved
  changed: Changed
}[] = [
  {
    file: 'tests/kept/2026-11-22.json.gz',
    last: '0020-email-change',
    figures: beforeTheLedger,
    moved: ledgerMoved,
    changed: ledgerChanged,
  },
  {
    file: 'tests/kept/2026-11-23.json.gz',
    last: '0025-private-pictures',
    figures: beforeTheLedger,
    moved: ledgerMoved,
    changed: ledgerChanged,
  },
  {
    file: 'tests/kept/2026-11-23-store.json.gz',
    last: '0040-gifts',
    figures: ofTheStore,
    moved: {},
    changed: {},
  },
  {
    file: 'tests/kept/2026-11-23-after-delivery.json.gz',
    last: '0042-recipients-and-reminders',
    figures: ofAfterDelivery,
    totals: totalsAfterDelivery,
    moved: {},
    changed: {},
  },
  {
    file: 'tests/kept/2026-11-23-school-days.json.gz',
    last: '0046-asked-seats',
    figures: ofSchoolDays,
    moved: {},
    changed: {},
  },
]

const keptSums = sql`
  select list, cast(sum(entries) as bigint) as entries, cast(sum(amount_in_paise) as bigint) as amount, cast(sum(paid_in_paise) as bigint) as paid
  from list_total group by list order by list`
const sumsOfRows = sql`
  select kind as list, count(*) as entries, cast(sum(case when status in ('pending', 'confirmed') then amount_in_paise else 0 end) as bigint) as amount,
    cast(sum(paid_in_paise + waits_in_paise) as bigint) as paid
  from seat group by kind
  union all select 'order', count(*), cast(sum(case when status <> 'cancelled' then total_in_paise else 0 end) as bigint),
    cast(sum(paid_in_paise + waits_in_paise) as bigint)
  from shop_order order by list`
const keptCounts = sql`
  select figure, entries from seat_count union all select key, seats from enrolled_person order by figure`
const countsOfRows = sql`
  with enrolled as (
    select case when email = '' then phone else email end as person from seat
    where kind = 'enrolment' and status in ('pending', 'confirmed')
  )
  select 'people' as figure, count(distinct person) as entries from enrolled
  union all select 'bookings', count(*) from seat where kind = 'event-booking' and status in ('pending', 'confirmed')
  union all select person, count(*) from enrolled group by person order by figure`

const waitingForIndex = sql`select kind, count(*) as count from search_entry where waits = 1 group by kind order by kind`
const rowsToIndex = sql`select 'outbox' as kind, count(*) as count from outbox
  union all select 'seat', count(*) from seat union all select 'shop_order', count(*) from shop_order`

/** What staff typed in place of the bank's number stands for a sum no more (`0073-keys-of-receipts.ts`). */
const isOfStaff = (table: string, row: Row) => table === 'receipt_key' && row['provider'] === 'staff'

const writtenByTriggers = ['change', 'running_total', 'student_seats']

onEachDatabase('a kept database', emptyDatabase, ({ db }) => {
  test.each(kept)(
    '$file loses no row and no rupee on its way to today',
    async ({ file, last, figures, totals = {}, moved, changed }) => {
      const names = Object.keys(migrations)
      const thenNames = names.slice(0, names.indexOf(last) + 1)
      await migrate(db, Object.fromEntries(thenNames.map((name) => [name, migrations[name] as never])))
      const rows: Rows = JSON.parse(gunzipSync(readFileSync(file)).toString())
      await db.transaction(async (tx) => {
        for (const [table, its] of Object.entries(rows)) {
          for (let at = 0; at < its.length; at += 50) {
            await (tx as unknown as AnyDatabase)
              .insertInto(table)
              .values(its.slice(at, at + 50))
              .execute()
          }
        }
      })
      const read = db.read as unknown as AnyDatabase
      const saidBy = async (queries: Figures) => {
        const all: Record<string, string[]> = {}
        for (const name of Object.keys(figures)) {
          const { rows: found } = await (queries[name] as RawBuilder<unknown>).execute(read)
          all[name] = found.map((row) => comparable(row as Row)).sort()
        }
        return all
      }
      const before = await saidBy(figures)
      for (const [name, lines] of Object.entries(before))
        expect([name, lines.length > 3]).toEqual([name, true])

      const tables = await read.introspection.getTables()
      const lacking = tables.filter(({ name, isView }) => !isView && !rows[name]?.length)
      expect(lacking.map(({ name }) => name).sort()).toEqual(writtenByTriggers)

      await migrate(db, migrations)

      const after = await saidBy(today)
      expect(after).toEqual(before)
      for (const [name, lines] of Object.entries(totals)) {
        expect([name, after[name]]).toEqual([name, lines.map(comparable).sort()])
      }
      expect((await keptSums.execute(read)).rows).toEqual((await sumsOfRows.execute(read)).rows)
      expect((await keptCounts.execute(read)).rows).toEqual((await countsOfRows.execute(read)).rows)
      if (db.engine === 'sqlite') {
        expect((await waitingForIndex.execute(read)).rows).toEqual((await rowsToIndex.execute(read)).rows)
      }
      for (const [table, its] of Object.entries(rows)) {
        const change = changed[table] ?? laterChanged[table] ?? ((row: Row) => row)
        const stays = its.filter((row) => !isOfStaff(table, row)).map(change)
        const expected = stays.map(comparable)
        const columns = Object.keys(stays[0] ?? {})
        const found = moved[table]
          ? (await moved[table].execute(read)).rows
          : await read.selectFrom(table).select(columns).execute()
        const left = (found as Row[]).filter((row) => !isOfStaff(table, row))
        expect([table, left.map(comparable).sort()]).toEqual([table, expected.sort()])
      }
    },
  )
})

/** One text for a row, whatever order its columns come in; PostgreSQL gives its bigints as text. */
function comparable(row: Row): string {
  const values = Object.entries(row).map(([name, value]) => [name, value === null ? null : String(value)])
  return JSON.stringify(values.sort(([a], [b]) => String(a).localeCompare(String(b))))
}
