import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { migrate } from '../../server/db/migrate.ts'
import { migrations } from '../../server/db/migrations/index.ts'
import type { Database } from '../../server/db/open.ts'
import { readPublishedPages } from '../../server/db/page-versions.ts'
import { demonstrationSetting, readSettings, writeSetting } from '../../server/db/settings.ts'
import { authSecret } from '../../server/platform/secret.ts'
import { createSignedLinks } from '../../server/platform/signed-links.ts'
import { availableEngines, type Engine, freshDatabase, startApp } from '../harness/app.ts'
import { keptDatabases, openKept } from '../harness/kept-database.ts'
import { onEachDatabase } from '../harness/on-each-engine.ts'
import { schemaOf } from '../harness/schema-of.ts'
import { bookingBody, seatCounts } from '../harness/seats.ts'

type Row = Record<string, unknown>
type AnyDatabase = Kysely<Record<string, Row>>

/** Figures that are equal before and after all later migrations, even if the migrations move rows to other tables. */
type Figures = Record<string, RawBuilder<unknown>>

/** A request whose link was not opened, for a batch that still exists. */
const isOpenAsk = sql`pressed_at is null and batch_id in (select id from batch)`

const figures: Figures = {
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
    select order_charge.id, order_charge.order_id, status, amount_in_paise, state, owes_in_paise, money_state.paid_in_paise,
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
  asked: sql`select id, reference, amount_in_paise, ends_at from asked_seat where ${isOpenAsk}`,
  pressedAsks: sql`
    select id, kind from asked_seat
    where pressed_at is not null and (id in (select id from seat) or id in (select id from silent_hold))`,
  waiting: sql`select id, status, place, offer_until, proved_at from waiting_list_entry`,
}

/**
 * The same figures in the tables since 1.0.0. A migration that moves rows adds its own query, and leaves these queries
 * unchanged.
 */
const today: Figures = {
  ...figures,
  pressedAsks: sql`
    select id, case when asked like '{"kind":"enrolment"%' then 'enrolment' when asked like '{"kind":"seat-hold"%' then 'seat-hold'
      else 'event-booking' end as kind
    from registration where asked is not null and status <> 'asked'`,
  holds: sql`
    select id, reference, seats, amount_in_paise, hold_until, became_id as seat_id, case
      when became_id is not null then 'completed' when status = 'held' then 'live' when status = 'expired' then 'ended'
      else 'released' end as state
    from registration where kind = 'seat-hold' and status <> 'asked'`,
  asked: sql`
    select id, reference, amount_in_paise * seats as amount_in_paise, hold_until as ends_at from registration where status = 'asked'`,
  charges: sql`
    select order_charge.id, order_id, status, amount_in_paise, state, owes_in_paise, order_charge.paid_in_paise, due_in_paise,
      waits_in_paise as unseated_in_paise, is_claimed, refunded_in_paise as refunded
    from order_charge join money_state on money_state.subject = 'order-charge' and money_state.subject_id = order_charge.id`,
}

const keptSums = sql`
  select list, cast(sum(entries) as bigint) as entries, cast(sum(amount_in_paise) as bigint) as amount, cast(sum(paid_in_paise) as bigint) as paid
  from list_total group by list order by list`
const sumsOfRows = sql`
  select kind as list, count(*) as entries, cast(sum(case when status in ('pending', 'confirmed') then amount_in_paise else 0 end) as bigint) as amount,
    cast(sum(paid_in_paise + waits_in_paise) as bigint) as paid
  from registration group by kind
  union all select 'order', count(*), cast(sum(case when status <> 'cancelled' then total_in_paise else 0 end) as bigint),
    cast(sum(paid_in_paise + waits_in_paise) as bigint)
  from shop_order order by list`
const keptCounts = sql`
  select figure, cast(sum(entries) as bigint) as entries from seat_count group by figure having sum(entries) <> 0
  union all select key, seats from enrolled_person order by figure`
const countsOfRows = sql`
  with enrolled as (
    select case when email = '' then phone else email end as person from seat
    where kind = 'enrolment' and status in ('pending', 'confirmed')
  )
  select 'people' as figure, count(distinct person) as entries from enrolled
  union all select 'bookings', count(*) from seat where kind = 'event-booking' and status in ('pending', 'confirmed')
  union all select person, count(*) from enrolled group by person order by figure`

/** Reads the expected number of rows of each table, and the expected sum of each column of money. */
const keptBy = (version: string) =>
  JSON.parse(readFileSync(`tests/kept/${version}/figures.json`, 'utf8')) as Record<
    string,
    Record<string, Record<string, number>>
  >

const schemasOfFresh = new Map<Engine, Promise<Awaited<ReturnType<typeof shapeOf>>>>()

/** The tables of a new database of this version. */
function freshShape(engine: Engine) {
  const shape = schemasOfFresh.get(engine) ?? readFreshShape(engine)
  schemasOfFresh.set(engine, shape)
  return shape
}

async function readFreshShape(engine: Engine) {
  const folder = mkdtempSync(path.join(tmpdir(), 'malar-fresh-'))
  const { db } = await freshDatabase(engine, folder)
  try {
    return await shapeOf(db)
  } finally {
    await db.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

const shapeOf = async (db: Database) => ({
  schema: await schemaOf(db),
  constraints: db.engine === 'postgres' ? await constraintsOf(db) : null,
})

for (const name of keptDatabases) {
  const [version = '', file] = name.split('/')
  describe.each(await availableEngines())(`the database ${file} of version ${version}, on %s`, (engine) => {
    let folder: string
    let db: Database
    let before: Record<string, string[]>
    const counts = keptBy(version)[`${file}.${engine === 'sqlite' ? 'db' : 'sql'}.br`] ?? {}
    let counted: typeof counts
    const read = () => db.read as unknown as AnyDatabase
    const saidBy = async (queries: Figures) => {
      const all: Record<string, string[]> = {}
      for (const [figure, query] of Object.entries(queries)) {
        const { rows } = await query.execute(read())
        all[figure] = rows.map((row) => comparable(row as Row)).sort()
      }
      return all
    }
    beforeAll(async () => {
      folder = mkdtempSync(path.join(tmpdir(), 'malar-kept-'))
      db = (await openKept(name)(engine, folder)).db
      counted = await countedIn(read(), Object.keys(counts))
      before = await saidBy(version === '0.9.0' ? figures : today)
      await migrate(db, migrations)
    })
    afterAll(async () => {
      await db?.close()
      rmSync(folder, { recursive: true, force: true })
    })

    test('migrating the database of an earlier version loses no row and no rupee', async () => {
      expect(Object.keys(counts).length).toBeGreaterThan(50)
      expect(counted).toEqual(counts)
      expect(await saidBy(today)).toEqual(before)
      expect((await keptSums.execute(read())).rows).toEqual((await sumsOfRows.execute(read())).rows)
      expect((await keptCounts.execute(read())).rows).toEqual((await countsOfRows.execute(read())).rows)
    })

    test('a school of an earlier version stays open with all its parts', async () => {
      const stored = await readSettings(db.read)
      const opened = stored.has(demonstrationSetting) ? undefined : 'true'
      for (const name of ['isOpen', 'hasHall', 'hasStore', 'hasJournal', 'hasPopup'])
        expect([name, stored.get(`school.${name}`)]).toEqual([name, opened])
    })

    test('its courses and products stay on the site', async () => {
      for (const table of ['course', 'product'] as const) {
        const rows = await db.read.selectFrom(table).select('is_on_site').distinct().execute()
        expect(rows.filter(({ is_on_site }) => is_on_site !== 1)).toEqual([])
      }
    })

    test('none of its requests for bouquets is marked as answered', async () => {
      const requests = db.read.selectFrom('custom_request').select('answered_at').distinct()
      const rows = await requests.execute()
      expect(rows.filter(({ answered_at }) => answered_at !== null)).toEqual([])
    })

    test('the migrated database of an earlier version has the same tables as a new database', async () => {
      expect(await shapeOf(db)).toEqual(await freshShape(engine))
      const names = sql`select name from kysely_migration order by name`
      expect((await names.execute(read())).rows).toEqual(
        Object.keys(migrations).map((one) => ({ name: one })),
      )
    })
  })
}

onEachDatabase('the database of a school of version 1.0.0', openKept('1.0.0/seats'), (opened) => {
  test('after the migration visitors can complete the seats that they had held or requested before it', async () => {
    await migrate(opened.db, migrations)
    const { where, folder } = opened
    const place = 'url' in where ? { databaseUrl: where.url } : { copyOf: folder }
    const app = await startApp({ ...place, now: '2026-03-05T06:30:01.000Z' })
    try {
      const begun = async (email: string) => {
        const rows = app.db.read.selectFrom('registration').selectAll().where('email', '=', email)
        const row = await rows.executeTakeFirstOrThrow()
        return { ...row, counts: () => seatCounts(app, row.course_id) }
      }
      const held = await begun('live@mail.example')
      expect(held).toMatchObject({ status: 'held', seats: 2 })
      const { taken } = await held.counts()
      const { email, hold_transaction_id: transactionId } = held
      const body = bookingBody(held.course_id, { email, transactionId, holdId: held.id })
      const booked = await app.http('POST', '/api/events_enrollments', { body })
      expect([booked.status, booked.body.data.id]).toEqual([201, held.id])
      expect(await held.counts()).toMatchObject({ taken, live: taken })

      const asked = await begun('asks@mail.example')
      expect(asked).toMatchObject({ status: 'asked', seats: 2 })
      const before = await asked.counts()
      const token = createSignedLinks(authSecret(app.deps.config)).sign('asked-seat', asked.id)
      const pressed = await app.http('POST', '/api/proofs', { body: { token } })
      expect(pressed.body.data).toMatchObject({ kind: 'enrolment', id: asked.id })
      expect(await asked.counts()).toMatchObject({ taken: before.taken + 2, live: before.live + 2 })
    } finally {
      await app.stop()
    }
  })
})

onEachDatabase('the pages of a database of version 1.0.0', openKept('1.0.0/seats'), ({ db }) => {
  const before = Object.fromEntries(Object.entries(migrations).filter(([name]) => name < '0106'))
  const settings = {
    'school.headline': 'Flowers of Madurai',
    'school.heroPictures': '["own","gone"]',
    'site-picture.hero': '["drawn"]',
    'site-picture.hall': '["hall"]',
    'site-picture.courses': 'no list',
  }
  const store = async (rows: Record<string, string>) => {
    for (const [name, value] of Object.entries(rows)) await writeSetting(db.write, name, value, '2026')
    const picture = { width: 40, height: 30, widths: '[40]', color: '#fff', created_at: '2026' }
    const pictures = ['own', 'drawn', 'hall'].map((base) => ({ base, ...picture, private_since: null }))
    await db.write.insertInto('picture').values(pictures).execute()
  }
  const versions = async () => {
    const rows = await db.read
      .selectFrom('page_version')
      .selectAll()
      .orderBy('page')
      .orderBy('number')
      .execute()
    return rows.map(({ page, number, content }) => [page, number, JSON.parse(content)])
  }
  const alt = 'Flowers arranged at our school'

  test('a school’s own headline and pictures become the first version of its home page', async () => {
    await migrate(db, before)
    await db.write.deleteFrom('setting').where('name', 'like', 'demonstration%').execute()
    await store(settings)
    await migrate(db, migrations)
    expect(await versions()).toEqual([
      ['home', 1, { homeHeadline: 'Flowers of Madurai', heroPictures: [{ id: 'own', alt }] }],
    ])
    expect(await db.read.selectFrom('page_picture').selectAll().execute()).toEqual([
      { page: 'home', number: 1, picture_base: 'own' },
    ])
    const stored = await readSettings(db.read)
    expect(stored.get('school.headline')).toBe('Flowers of Madurai')
    expect(stored.get('school.heroPictures')).toBe('["own","gone"]')
  })

  test('what the demonstration says becomes first versions, and what staff typed the second', async () => {
    await migrate(db, before)
    const texts = {
      homeLead: 'Learn',
      reasons: 'One\nBecause\nTwo\nAlso',
      hallPicture: 'The hall',
      privacyUpdated: 'December 2024',
    }
    await store({
      ...settings,
      'demonstration.texts': JSON.stringify(texts),
      'demonstration.copyrightYear': '2024',
    })
    await migrate(db, migrations)
    const home = { homeLead: 'Learn', heroPictures: [{ id: 'drawn', alt }] }
    expect(await versions()).toEqual([
      [
        'classes',
        1,
        {
          reasons: [
            { title: 'One', text: 'Because' },
            { title: 'Two', text: 'Also' },
          ],
        },
      ],
      ['footer', 1, { footerYear: 2024 }],
      [
        'hall',
        1,
        {
          hallPicture: [{ id: 'hall', alt: 'The hall' }],
          hallPictures: [{ id: 'hall', alt: '', isDecoration: true }],
        },
      ],
      ['home', 1, home],
      ['home', 2, { ...home, homeHeadline: 'Flowers of Madurai', heroPictures: [{ id: 'own', alt }] }],
    ])
  })

  const ownPicture = { heroPictures: [{ id: 'own', alt }] }
  const long = 'x'.repeat(81)
  test.each<[name: string, kept: Record<string, string>, home: object | null, read: object]>([
    ['that are no JSON', { 'demonstration.texts': '{', 'school.heroPictures': '[' }, null, {}],
    ['of another shape', { 'demonstration.texts': '7', 'school.heroPictures': '7' }, null, {}],
    ['that are null', { 'demonstration.texts': 'null', 'school.heroPictures': 'null' }, null, {}],
    ['with a list in place of texts', { 'demonstration.texts': '["a"]' }, null, {}],
    ['with texts that are no texts', { 'demonstration.texts': '{"homeLead":5,"reasons":["a"]}' }, null, {}],
    ['that are blank', { 'school.headline': ' ', 'school.heroPictures': '[]' }, null, {}],
    ['with an empty text', { 'demonstration.texts': '{"homeLead":"","reasons":""}' }, null, {}],
    ['with pictures that are no ids', { 'school.heroPictures': '[5,null,"gone"]' }, null, {}],
    ['with one picture among others', { 'school.heroPictures': '[5,"own","gone"]' }, ownPicture, ownPicture],
    ['with a picture twice', { 'school.heroPictures': '["own","own"]' }, null, ownPicture],
    ['with a headline that is too long', { 'school.headline': long }, { homeHeadline: long }, {}],
    [
      'with a year that is none',
      { 'demonstration.copyrightYear': 'soon', 'demonstration.texts': '{}' },
      null,
      {},
    ],
  ])('kept settings %s stop no migration and no page', async (_, kept, home, read) => {
    await migrate(db, before)
    await db.write.deleteFrom('setting').where('name', 'like', 'demonstration%').execute()
    await store(kept)
    await migrate(db, migrations)
    if (home !== null) expect(await versions()).toEqual([['home', 1, home]])
    expect((await readPublishedPages(db.read)).get('home')?.content ?? {}).toEqual(read)
  })
})

onEachDatabase('the database of an earlier version', openKept('0.9.0/2026-11-22'), ({ db }) => {
  const read = () => db.read as unknown as AnyDatabase
  const applied = async () => {
    const names = sql<{ name: string }>`select name from kysely_migration order by name`
    return (await names.execute(read())).rows.map(({ name }) => name)
  }

  test('a database of a version before 0.9.0 is refused, and nothing changes', async () => {
    await sql`delete from kysely_migration where name >= '0080'`.execute(db.write)
    const before = [await schemaOf(db), await applied(), await countedIn(read(), ['seat', 'receipt'])]
    await expect(migrate(db, migrations)).rejects.toThrow(
      /^The database was written by a version before 0\.9\.0\. Nothing was changed\. Start Malar 0\.9\.0 \(commit [0-9a-f]{8}\) on it once, then start this version\.$/,
    )
    expect([await schemaOf(db), await applied(), await countedIn(read(), ['seat', 'receipt'])]).toEqual(
      before,
    )
  })

  test('a database with an unknown migration after 0.9.0 is refused, and nothing changes', async () => {
    await sql`insert into kysely_migration values ('0083-own', '2026-11-28')`.execute(db.write)
    const before = [await schemaOf(db), await applied()]
    await expect(migrate(db, migrations)).rejects.toThrow('which doesn’t know the migration "0083-own"')
    expect([await schemaOf(db), await applied()]).toEqual(before)
  })

  test('a database of version 0.9.0 is migrated once by servers that start at the same moment', async () => {
    await Promise.all([migrate(db, migrations), migrate(db, migrations), migrate(db, migrations)])
    expect(await applied()).toEqual(Object.keys(migrations))
  })
})

/** Lists the names of the constraints, because a later migration refers to these names. */
async function constraintsOf({ read }: Database): Promise<unknown[]> {
  const names = sql`select conrelid::regclass::text as of, conname from pg_constraint
    where connamespace = current_schema()::regnamespace order by 1, 2`
  return (await names.execute(read)).rows
}

async function countedIn(db: AnyDatabase, tables: readonly string[]) {
  const columns = new Map((await db.introspection.getTables()).map((table) => [table.name, table.columns]))
  const all: Record<string, Record<string, number>> = {}
  for (const table of tables) {
    const paise = (columns.get(table) ?? []).filter(({ name }) => name.endsWith('_in_paise'))
    const sums = paise.map(
      ({ name }) => sql`cast(coalesce(sum(${sql.ref(name)}), 0) as bigint) as ${sql.ref(name)}`,
    )
    const query = sql<
      Record<string, unknown>
    >`select ${sql.join([sql`count(*) as rows`, ...sums])} from ${sql.table(table)}`
    const [found] = (await query.execute(db)).rows
    all[table] = Object.fromEntries(Object.entries(found ?? {}).map(([name, value]) => [name, Number(value)]))
  }
  return all
}

/**
 * Makes a text of a row that is equal for any order of the columns. All values become text, because PostgreSQL gives
 * bigints as text.
 */
function comparable(row: Row): string {
  const values = Object.entries(row).map(([name, value]) => [name, value === null ? null : String(value)])
  return JSON.stringify(values.sort(([a], [b]) => String(a).localeCompare(String(b))))
}
