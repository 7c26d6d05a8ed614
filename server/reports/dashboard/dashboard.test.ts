import { type KyselyPlugin, type RootOperationNode, sql, type Updateable } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import type { EndpointResponse } from '../../../contract/endpoint.ts'
import type { getDaySheet } from '../../../contract/registrations/rosters.ts'
import { startApp, testNow } from '../../../tests/harness/app.ts'
import { signedIn } from '../../../tests/harness/callers.ts'
import { orderFor } from '../../../tests/harness/florist.ts'
import { onEachEngine } from '../../../tests/harness/on-each-engine.ts'
import type { Schema } from '../../db/schema.ts'
import { seedDemo } from '../../db/seed/seed.ts'
import { writeSetting } from '../../db/settings.ts'
import { addDays } from '../../platform/clock.ts'
import { percentChange } from './change-label.ts'
import { createDashboardReport } from './dashboard.report.ts'

const paths = [
  '/api/getDashboardData',
  '/api/landing/contacts',
  '/api/admin/morning',
  '/api/admin/attention',
  '/api/admin/visitors',
  '/api/admin/subscribers',
]
const exactly = {
  grand_total_orders: '+18%',
  total_orders: '+12%',
  total_unique_enrollments: '+7%',
  total_completed_batches: '+23%',
  avg_feedback_rating: '+0.2',
  total_products: '+5%',
}

type DaySheet = EndpointResponse<typeof getDaySheet>['data']

onEachEngine('the dashboard', { env: { DEMO: '1' } }, (app, engine) => {
  let token: string
  beforeAll(async () => {
    await seedDemo(app.deps, { pictures: false })
    ;({ token } = await signedIn(app, 'staff'))
  })
  const get = async (path: string, as: string | null = token) => app.http('GET', path, { token: as })

  test.each(paths)('visitors and users may not read %s', async (path) => {
    expect((await get(path, null)).status).toBe(401)
    expect((await get(path, (await signedIn(app, 'user')).token)).status).toBe(403)
  })

  test.each(['florist', 'instructor'] as const)(
    'the role %s may read neither the morning report nor the numbers of the menu',
    async (role) => {
      const { token: theirs } = await signedIn(app, role)
      for (const path of ['/api/admin/morning', '/api/admin/attention'])
        expect((await get(path, theirs)).status, path).toBe(403)
    },
  )

  test('the dashboard of a new demonstration shows the specified percentages of change', async () => {
    const { status, body } = await get('/api/getDashboardData')
    expect(status).toBe(200)
    expect(body.data.changes).toEqual(exactly)
    expect(body.data).toMatchObject({
      total_orders: 112,
      total_completed_batches: 16,
      total_products: 22,
      max_feedback_rating: 5,
      avg_feedback_rating: 4.8,
      total_subscribers: 24,
    })
    expect(body.data.subscriber_emails).toHaveLength(20)
    const { rows } = await sql<{ paise: number }>`
      select sum(amount) as paise from running_total where figure = 'revenue'`.execute(app.db.read)
    expect(body.data.grand_total_orders).toBe(Number(rows[0]?.paise) / 100)
  })

  test('the report of contacts has at most the 20 newest of each list, with the totals', async () => {
    const { body } = await get('/api/landing/contacts')
    expect(body).toMatchObject({ success: true, total_contacts: 9, total_subscribers: 24 })
    expect(body.contacts).toHaveLength(9)
    expect(Object.keys(body.contacts[0]).sort()).toEqual(['created_at', 'email', 'id', 'name', 'phone'])
    expect(body.subscribers).toHaveLength(20)
    const days = body.subscribers.map((one: { created_at: string }) => one.created_at)
    expect(days).toEqual(days.toSorted().toReversed())
  })

  test.each(['/api/admin/visitors', '/api/admin/subscribers'])(
    '%s comes in pages and can be searched',
    async (path) => {
      const whole = (await get(path)).body.data as { email: string }[]
      const paged: unknown[] = []
      let next: string | null = `${path}?limit=4`
      while (next !== null) {
        const answer: Awaited<ReturnType<typeof get>> = await get(next)
        paged.push(...answer.body.data)
        const cursor: string | undefined = /cursor=([^>&]+)/.exec(answer.headers.get('link') ?? '')?.[1]
        next = cursor ? `${path}?limit=4&cursor=${cursor}` : null
      }
      expect(paged).toEqual(whole)
      const wanted = whole[3]?.email ?? ''
      expect((await get(`${path}?q=${wanted.toUpperCase()}`)).body.data).toEqual([whole[3]])
    },
  )

  test('the morning report has the week’s batches with unpaid sums, twelve weeks of revenue and the seats held today', async () => {
    const { data } = (await get('/api/admin/morning')).body
    expect(data.today).toBe('2026-03-02')
    for (const batch of data.batches) {
      expect(batch.day >= '2026-03-02' && batch.day <= '2026-03-08').toBe(true)
    }
    expect(data.batches[0]).toMatchObject({ taken: 10, capacity: 14, dueSeats: 1, dueAmount: 2400 })
    for (const { taken, capacity } of data.slowBatches) expect(taken * 2).toBeLessThan(capacity)
    expect(data.slowBatches.length).toBeGreaterThan(0)
    expect(data.weeks).toHaveLength(12)
    expect(data.weeks.at(-1).from).toBe('2026-03-02')
    expect(data.weeks[0].from).toBe('2025-12-15')
    const { rows } = await sql<{ sum: number }>`
      select coalesce(sum(amount), 0) as sum from running_total
      where figure = 'revenue' and day >= '2025-12-15'`.execute(app.db.read)
    expect(data.weeks.reduce((all: number, { amount }: { amount: number }) => all + amount * 100, 0)).toBe(
      rows[0]?.sum,
    )
    expect(data.holds.count).toBeGreaterThan(0)
    const ends = data.holds.first.map(({ holdUntil }: { holdUntil: string }) => holdUntil)
    expect(ends).toEqual(ends.toSorted())
    expect(ends.every((end: string) => end > testNow && end <= '2026-03-02T18:30:00.000Z')).toBe(true)
  })

  test('the dashboard counts a batch as completed from the day after its date, also in the count of thirty days ago', async () => {
    const { dashboard } = app.app.services
    const statsOn = async (day: string, days: number) => {
      app.deps.clock.set(`${addDays(day, days)}T06:30:00.000Z`)
      return dashboard.stats()
    }
    const { day } = (await dashboard.morning('owner')).batches[0] ?? { day: '' }
    const { count } = await app.db.read
      .selectFrom('batch')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('starts_on', '<', day)
      .executeTakeFirstOrThrow()
    try {
      const over: number[] = []
      for (const at of [-1, 0, 1, 2])
        over.push((await statsOn(day, at)).total_completed_batches - Number(count))
      expect(over[1]).toBe(0)
      expect(over[2]).toBeGreaterThan(0)
      for (const at of [-1, 0, 1, 2]) {
        const later = await statsOn(day, at + 30)
        const before = (over[at + 1] ?? 0) + Number(count)
        expect(later.changes.total_completed_batches).toBe(
          percentChange(later.total_completed_batches, before),
        )
      }
    } finally {
      app.deps.clock.set(testNow)
    }
  })

  test('the morning report sorts batches by day and hour, each with its own unpaid sums', async () => {
    const coming = await app.db.read
      .selectFrom('batch')
      .select(['id', 'starts_on', 'starts_at'])
      .where('starts_on', '>=', '2026-03-02')
      .orderBy('starts_on')
      .limit(3)
      .execute()
    const put = (id: string, changed: { starts_on: string | null; starts_at: string | null }) =>
      app.db.write.updateTable('batch').set(changed).where('id', '=', id).execute()
    for (const [at, starts_at] of ['18:00', null, '09:30'].entries())
      await put(coming[at]?.id ?? '', { starts_on: '2026-03-04', starts_at })
    const { batches } = await app.app.services.dashboard.morning('owner')
    expect(batches.map(({ time }) => time)).toEqual([null, '09:30', '18:00'])
    expect(new Set(batches.map(({ dueAmount }) => dueAmount)).size).toBeGreaterThan(1)
    for (const { id, dueSeats, dueAmount } of batches) {
      const own = await app.db.read
        .selectFrom('seat')
        .select((eb) => [
          eb.fn.countAll<number>().as('seats'),
          eb.fn.sum<number>('amount_in_paise').as('paise'),
        ])
        .where('batch_id', '=', id)
        .where('status', '=', 'pending')
        .where('amount_in_paise', '>', 0)
        .executeTakeFirstOrThrow()
      expect([dueSeats, dueAmount * 100]).toEqual([Number(own.seats), Number(own.paise ?? 0)])
    }
    for (const { id, ...before } of coming) await put(id, before)
  })

  test('each week of the morning report begins on a Monday, whatever day today is', async () => {
    const { dashboard } = app.app.services
    for (const day of ['03', '05', '08']) {
      app.deps.clock.set(`2026-03-${day}T06:30:00.000Z`)
      expect((await dashboard.morning('owner')).weeks?.at(-1)?.from).toBe('2026-03-02')
    }
    app.deps.clock.set('2026-03-09T06:30:00.000Z')
    expect((await dashboard.morning('owner')).weeks?.at(-1)?.from).toBe('2026-03-09')
    app.deps.clock.set(testNow)
  })

  test('the morning report lists a batch as slow if fewer than half of its seats are taken', async () => {
    const slow = async () => {
      const { data } = (await get('/api/admin/morning')).body
      return data.slowBatches.map(({ id }: { id: string }) => id) as string[]
    }
    const id = (await slow())[0] ?? ''
    const { taken, capacity } = await app.deps.db.read
      .selectFrom('batch')
      .select(['taken', 'capacity'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    const offer = (seats: number | null) =>
      app.deps.db.write.updateTable('batch').set({ capacity: seats }).where('id', '=', id).execute()
    await offer(taken * 2 + 1)
    expect(await slow()).toContain(id)
    await offer(taken * 2)
    expect(await slow()).not.toContain(id)
    await offer(null)
    expect(await slow()).not.toContain(id)
    await offer(capacity)
  })

  test('the morning report lists at most five slow batches', async () => {
    const all = await app.db.read.selectFrom('batch').select(['id', 'capacity']).execute()
    await app.db.write.updateTable('batch').set({ capacity: 1000 }).execute()
    expect((await get('/api/admin/morning')).body.data.slowBatches).toHaveLength(5)
    for (const { id, capacity } of all)
      await app.db.write.updateTable('batch').set({ capacity }).where('id', '=', id).execute()
  })

  test('the morning report lists the classes of the day sheet, and the orders of the florist’s list that are not done', async () => {
    const { held_on: day } = await app.db.read
      .selectFrom('meeting')
      .innerJoin('batch', 'batch.id', 'meeting.batch_id')
      .select('meeting.held_on')
      .where('meeting.cancelled_at', 'is', null)
      .where('batch.cancelled_at', 'is', null)
      .where('meeting.held_on', '>', '2026-03-02')
      .orderBy('meeting.held_on')
      .executeTakeFirstOrThrow()
    const waits = await orderFor(app, day, [{ productId: null, quantity: 2 }], { status: 'confirmed' })
    const ready = await orderFor(app, day, [{ productId: null, quantity: 1 }], { status: 'processing' })
    const out = await orderFor(app, day, [{ productId: null, quantity: 1 }], { status: 'shipped' })
    await orderFor(app, day, [{ productId: null, quantity: 1 }], { status: 'delivered' })
    await app.db.write.updateTable('shop_order').set({ ready_at: testNow }).where('id', '=', ready).execute()
    app.deps.clock.set(`${day}T06:30:00.000Z`)
    const { token: owner } = await signedIn(app, 'owner')
    const { classesToday, ordersToday } = (await get('/api/admin/morning', owner)).body.data
    const sheet = (await get(`/api/admin/day-sheet?day=${day}`, owner)).body.data
    expect(classesToday.length).toBeGreaterThan(0)
    expect(classesToday).toEqual(
      sheet.rosters.map(({ batch, sessions }: DaySheet['rosters'][number]) => ({
        id: batch.id,
        courseId: batch.courseId,
        courseTitle: batch.courseTitle,
        from: sessions[0]?.from ?? batch.time,
        to: sessions.at(-1)?.to ?? null,
        room: sessions[0]?.room ?? null,
        instructor: sessions[0]?.instructor ?? null,
        capacity: batch.capacity,
        taken: batch.taken,
      })),
    )
    const { orders } = (await get(`/api/admin/florist/day?day=${day}`, owner)).body.data
    const { first, ...counts } = ordersToday
    expect(counts.toMake + counts.ready + counts.onTheWay + counts.done).toBe(orders.length)
    expect(Math.min(counts.toMake, counts.ready, counts.onTheWay, counts.done)).toBeGreaterThan(0)
    expect(first.length).toBe(Math.min(5, orders.length - counts.done))
    const stateOf = (id: string) => first.find((one: { id: string }) => one.id === id)?.state
    expect([waits, ready, out].map(stateOf)).toEqual(['to-make', 'ready', 'on-the-way'])
    const { token: atDesk } = await signedIn(app, 'front-desk')
    const theirs = (await get('/api/admin/morning', atDesk)).body.data
    expect([theirs.ordersToday, theirs.classesToday]).toEqual([null, classesToday])
    app.deps.clock.set(testNow)
  })

  test('the morning report counts unanswered custom requests, and shows the newest', async () => {
    const { customRequests: before } = (await get('/api/admin/morning')).body.data
    const body = { comment: 'A toran of marigolds', name: 'Asha Iyer', email: 'asha@mail.example' }
    expect((await app.http('POST', '/api/custom-requests', { body })).status).toBe(201)
    const { data } = (await get('/api/admin/morning')).body
    expect(data.customRequests.count).toBe(before.count + 1)
    const [newest] = data.customRequests.first
    expect(newest).toMatchObject({ name: 'Asha Iyer', comment: body.comment })
    const { token: staff } = await signedIn(app, 'staff')
    const mark = (id: string, token: string) =>
      app.http('PUT', `/api/admin/custom-requests/${id}/answered`, { token, body: { answered: true } })
    expect((await mark(newest.id, staff)).status).toBe(200)
    expect((await get('/api/admin/morning')).body.data.customRequests).toEqual(before)
  })

  test('the morning report counts failed messages and unanswered enquiries, and shows the newest', async () => {
    const { enquiries, failedMessages } = (await get('/api/admin/morning')).body.data
    const body = {
      fullname: 'Asha Iyer',
      emailaddress: 'asha@mail.example',
      phoneno: '9876501234',
      enquiry: 'Venue',
    }
    expect((await app.http('POST', '/api/categoryuserdata', { body })).status).toBe(201)
    await app.db.transaction(async (tx) => {
      await tx.updateTable('outbox').set({ status: 'dead', last_error: 'No such mailbox' }).execute()
    })
    const { data } = (await get('/api/admin/morning')).body
    expect(data.enquiries.count).toBe(enquiries.count + 1)
    expect(data.enquiries.first[0]).toMatchObject({ name: 'Asha Iyer', enquiry: 'Venue' })
    expect(data.failedMessages.count).toBeGreaterThan(Math.max(5, failedMessages.count))
    expect(data.failedMessages.first).toHaveLength(5)
    expect(data.failedMessages.first[0].error).toBe('No such mailbox')
    const templates = app.db.read.selectFrom('outbox').select(['id', 'template'])
    for (const { id, canResend } of data.failedMessages.first) {
      const { template } = await templates.where('id', '=', id).executeTakeFirstOrThrow()
      expect(canResend).toBe(!app.deps.letters.isConfidential(template))
    }
  })

  test('the morning report lists reported payments to check, and not among the holds', async () => {
    const { morning, countAttention } = app.app.services.dashboard
    const before = await morning('owner')
    const counted = await countAttention('owner')
    const [held] = before.holds.first
    if (held === undefined) throw new Error('The demonstration has no hold')
    const order = await app.db.read
      .selectFrom('shop_order')
      .select(['id', 'number'])
      .where('payment_status', '=', 'pending')
      .where('status', '<>', 'cancelled')
      .executeTakeFirstOrThrow()
    const paid = await app.db.read
      .selectFrom('seat')
      .select(['id', 'kind'])
      .where('status', '=', 'confirmed')
      .whereRef('paid_in_paise', '>=', 'amount_in_paise')
      .where('group_id', 'is', null)
      .executeTakeFirstOrThrow()
    const fee = { id: 'fee-to-check', reference: 'MAL-FEE', amount_in_paise: 15_000, status: 'open' } as const
    await app.db.write
      .insertInto('order_charge')
      .values({ ...fee, order_id: order.id, created_at: testNow })
      .execute()
    const claimOf = (
      subject: 'enrolment' | 'event-booking' | 'order' | 'order-charge',
      subject_id: string,
      sum: number,
    ) => ({
      id: `claim-of-${subject_id}`,
      subject,
      subject_id,
      provider: 'upi',
      provider_id: `claim-of-${subject_id}`,
      amount_in_paise: sum,
      claimed_at: testNow,
    })
    const claims = [
      claimOf(held.kind, held.id, 240_000),
      claimOf('order', order.id, 112_050),
      claimOf(paid.kind, paid.id, 100),
      claimOf('order-charge', fee.id, 15_000),
    ]
    await app.db.transaction((tx) => tx.insertInto('claim').values(claims).execute())
    try {
      const { toCheck, holds } = await morning('owner')
      expect(toCheck.count).toBe(before.toCheck.count + 3)
      expect(toCheck.first).toContainEqual({
        kind: held.kind,
        id: held.id,
        reference: held.reference,
        name: held.name,
        title: held.courseTitle,
        amount: 2400,
        holdUntil: held.holdUntil,
      })
      expect(toCheck.first).toContainEqual(
        expect.objectContaining({ kind: 'order', reference: order.number, amount: 1120.5 }),
      )
      expect(toCheck.first).toContainEqual(
        expect.objectContaining({ kind: 'order-charge', id: fee.id, reference: order.number, amount: 150 }),
      )
      const listed = (await get(`/api/admin/orders?q=${order.number}`)).body
      expect(listed.find(({ id }: { id: string }) => id === order.id).isReported).toBe(true)
      expect(toCheck.first.map(({ id }) => id)).not.toContain(paid.id)
      expect(holds.count).toBe(before.holds.count - 1)
      expect(holds.first.map(({ id }) => id)).not.toContain(held.id)
      const now = await countAttention('owner')
      expect(now.seatPayments).toBe((counted.seatPayments ?? 0) + 1)
      expect(now.orderPayments).toBe((counted.orderPayments ?? 0) + 2)
      const atDesk = (await morning('front-desk')).toCheck.first
      expect(atDesk.map(({ id }) => id)).toContain(held.id)
      expect(atDesk.filter(({ kind }) => kind.startsWith('order'))).toEqual([])
    } finally {
      const ids = claims.map(({ id }) => id)
      await app.db.transaction((tx) => tx.deleteFrom('claim').where('id', 'in', ids).execute())
      await app.db.write.deleteFrom('order_charge').where('id', '=', fee.id).execute()
    }
  })

  test('the numbers of the menu are the counts of the morning report, and null for lists that the role may not see', async () => {
    const soldOut = { is_offered: 1, quantity: 0, is_on_site: 1 } as const
    await app.db.write
      .updateTable('product')
      .set(soldOut)
      .where('id', 'in', (products) => products.selectFrom('product').select('id').limit(2))
      .execute()
    for (const role of ['owner', 'manager', 'front-desk'] as const) {
      const { token: theirs } = await signedIn(app, role)
      const { data: counts } = (await get('/api/admin/attention', theirs)).body
      const { data: overview } = (await get('/api/admin/morning', theirs)).body
      const { seatPayments, orderPayments, refunds, ...others } = counts
      expect(seatPayments + (orderPayments ?? 0)).toBe(overview.toCheck.count)
      expect(refunds).toBe(overview.toGiveBack && overview.toGiveBack.count)
      for (const [name, count] of Object.entries(others))
        expect(count, name).toBe(overview[name] && overview[name].count)
      const isHidden = role === 'front-desk'
      expect([orderPayments, refunds, others.soldOut].map((count) => count === null)).toEqual(
        Array.from({ length: 3 }, () => isHidden),
      )
      expect(others.enquiries).toBeGreaterThan(0)
    }
  })

  test('a product is sold out if it is offered on the site, is used up, and the store is on', async () => {
    const { morning } = app.app.services.dashboard
    const sold = async () => (await morning('manager')).soldOut?.first.map(({ id }) => id) ?? []
    const { id } = await app.db.read.selectFrom('product').select('id').executeTakeFirstOrThrow()
    const is = {
      is_offered: 1,
      quantity: 0,
      is_on_site: 1,
      deleted_at: null,
      name: ' First by name',
    } as const
    const put = (changed: Updateable<Schema['product']>) =>
      app.db.write
        .updateTable('product')
        .set({ ...is, ...changed })
        .where('id', '=', id)
        .execute()
    await put({})
    expect(await sold()).toContain(id)
    for (const changed of [
      { is_offered: 0 },
      { quantity: 1 },
      { is_on_site: 0 },
      { deleted_at: testNow },
    ] as const) {
      await put(changed)
      expect(await sold(), JSON.stringify(changed)).not.toContain(id)
    }
    await put({})
    await app.db.transaction((tx) => writeSetting(tx, 'school.hasStore', 'false', testNow))
    expect((await morning('manager')).soldOut).toEqual({ count: 0, first: [] })
    await app.db.write.deleteFrom('setting').where('name', '=', 'school.hasStore').execute()
    await put({ quantity: 5 })
  })

  test('the morning report lists records whose names look the same, for staff who may see such records', async () => {
    const { alikeNames } = (await get('/api/admin/morning')).body.data
    expect(alikeNames).toEqual({ count: 0, first: [] })
    const room = { name: 'Rosé hall', created_at: '2026-03-02T06:30:00.000Z', address: null }
    await app.db.write
      .insertInto('room')
      .values([
        { ...room, id: 'r1' },
        { ...room, id: 'r2', name: 'Rose\u0301 hall' },
        { ...room, id: 'r3', name: 'Rosé hall', deleted_at: room.created_at },
        { ...room, id: 'r4', name: 'Lily hall' },
      ])
      .execute()
    const { morning } = app.app.services.dashboard
    expect((await morning('manager')).alikeNames).toEqual({
      count: 1,
      first: [{ kind: 'room', id: 'r1', name: 'Rosé hall', others: ['Rose\u0301 hall'] }],
    })
    expect((await morning('front-desk')).alikeNames.count).toBe(0)
    await app.db.write.deleteFrom('room').where('id', 'in', ['r1', 'r2', 'r3', 'r4']).execute()
  })

  // PostgreSQL plans by its statistics, and scans every table that has few rows.
  const onlyOnSqlite: typeof test | undefined = engine === 'sqlite' ? test : undefined
  onlyOnSqlite?.('no query of the dashboard scans a table that grows with the school', async () => {
    const queries: RootOperationNode[] = []
    const listening: KyselyPlugin = {
      transformQuery: ({ node }) => {
        queries.push(node)
        return node
      },
      transformResult: async ({ result }) => result,
    }
    const read = app.db.read.withPlugin(listening) as typeof app.db.read
    const report = createDashboardReport({ ...app.deps, db: { ...app.db, read } })
    await Promise.all([
      report.stats(),
      report.contacts('owner'),
      report.morning('owner'),
      report.countAttention('owner'),
      report.listVisitors({ limit: 50 }),
    ])
    expect(queries.length).toBeGreaterThan(12)
    for (const node of queries) {
      const compiled = app.db.read.getExecutor().compileQuery(node, { queryId: 'plan' } as never)
      const plan = await app.db.read.executeQuery<{ detail: string }>({
        ...compiled,
        sql: `explain query plan ${compiled.sql}`,
      })
      // The tables named below stay small, because a school offers only a few hundred things.
      const walks = plan.rows
        .map(({ detail }) => detail)
        // `part` is a page that is cut before it is merged with others.
        .filter((detail) =>
          /^SCAN (?!running_total|part$|setting$|office_hours|course|product|journal_post|flower|room)/.test(
            detail,
          ),
        )
        // A scan in the order of an index ends at its limit.
        .filter((detail) => !(detail.includes('USING INDEX') || detail.includes('USING COVERING INDEX')))
      expect(walks, compiled.sql).toEqual([])
    }
  })
})

describe('the percentages of change on the dashboard', () => {
  // Each day of a week, at noon and just before and after midnight in the school's time zone.
  test.each(
    Array.from({ length: 7 }, (_, day) =>
      ['06:30', '18:29', '18:31'].map((hour) => `2026-03-0${day + 2}T${hour}:00.000Z`),
    ).flat(),
  )('the dashboard of the demonstration shows the same percentages of change at %s', async (now) => {
    const app = await startApp({ env: { DEMO: '1' } })
    try {
      app.deps.clock.set(now)
      await seedDemo(app.deps, { pictures: false })
      expect((await app.app.services.dashboard.stats()).changes).toEqual(exactly)
    } finally {
      await app.stop()
    }
  })

  test('a school without history shows “No earlier data” for every change', async () => {
    const app = await startApp()
    try {
      const { changes, avg_feedback_rating } = await app.app.services.dashboard.stats()
      expect([...new Set(Object.values(changes))]).toEqual(['No earlier data'])
      expect(avg_feedback_rating).toBeNull()
    } finally {
      await app.stop()
    }
  })
})
