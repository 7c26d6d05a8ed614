import { readdirSync } from 'node:fs'
import path from 'node:path'
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { graphemesIn } from '../../../contract/graphemes.ts'
import { type Message, messageStates } from '../../../contract/messages/messages.ts'
import { cardMessageMax, orderStatuses } from '../../../contract/orders/order-facts.ts'
import { deliveryWays } from '../../../contract/store/delivery-facts.ts'
import type { Product } from '../../../contract/store/products.ts'
import type { Recipe } from '../../../contract/store/recipes.ts'
import { startApp, type TestApp } from '../../../tests/harness/app.ts'
import { signedIn } from '../../../tests/harness/callers.ts'
import { onEachEngine } from '../../../tests/harness/on-each-engine.ts'
import { addDays, addMs } from '../../platform/clock.ts'
import { sendDueMessages } from '../../platform/outbox-worker.ts'
import type { Schema } from '../schema.ts'
import { demonstrationSetting, sitePictureSettings } from '../settings.ts'
import { decorateIfBare, seedIfEmpty } from './at-start.ts'
import settings from './data/settings.json' with { type: 'json' }
import { seedDemo } from './seed.ts'

const noPictures = { pictures: false }

onEachEngine('the demonstration school', { freshForEachTest: true, env: { DEMO: '1' } }, (app) => {
  const tables = [
    'course',
    'batch',
    'seat',
    'receipt',
    'allocation',
    'waiting_list_entry',
    'instructor',
    'office_hours',
    'impact',
    'event_price',
    'student_feedback',
    'status_feedback',
    'product',
    'journal_post',
    'journal_tag',
    'shop_order',
    'shop_order_item',
    'delivery_zone',
    'delivery_slot',
    'delivery_day',
    'slot_day',
    'coupon',
    'coupon_use',
    'flower',
    'recipe',
    'recipe_stem',
    'newsletter_subscriber',
    'contact',
    'picture',
    'setting',
  ] as const satisfies (keyof Schema)[]
  const countRows = async () =>
    Object.fromEntries(
      await Promise.all(
        tables.map(async (table) => {
          const { count } = await app.db.read
            .selectFrom(table)
            .select((eb) => eb.fn.countAll<number>().as('count'))
            .executeTakeFirstOrThrow()
          return [table, Number(count)] as const
        }),
      ),
    ) as Record<(typeof tables)[number], number>
  const nothing = Object.fromEntries(tables.map((table) => [table, 0]))

  test('the demonstration school is not added to a database with real data', async () => {
    const now = app.deps.clock.now()
    const realRows = [
      () =>
        app.db.write
          .insertInto('contact')
          .values({ id: 'c', name: 'A', email: 'a@b.example', phone: '1', created_at: now }),
      () =>
        app.db.write.insertInto('setting').values({ name: 'school.name', value: 'Ours', updated_at: now }),
      () =>
        app.db.write
          .insertInto('impact')
          .values({ id: 'i', slot: 1, title: 'T', value: 'V', created_at: now }),
    ]
    for (const insert of realRows) {
      await insert().execute()
      const before = await countRows()
      expect(await seedDemo(app.deps, noPictures)).toBe(false)
      await seedIfEmpty(app.deps, noPictures)
      expect(await countRows()).toEqual(before)
      for (const table of ['contact', 'setting', 'impact'] as const)
        await app.db.write.deleteFrom(table).execute()
    }
    expect(await seedDemo(app.deps, noPictures)).toBe(true)
  })

  test('the demonstration school is not added if DEMO=0', async () => {
    await seedIfEmpty({ ...app.deps, config: { ...app.deps.config, fillsDemo: false } }, noPictures)
    expect(await countRows()).toEqual(nothing)
  })

  test('the demonstration school is added once even if four servers start at the same moment', async () => {
    const outcomes = await Promise.all(Array.from({ length: 4 }, () => seedDemo(app.deps, noPictures)))
    expect(outcomes.filter(Boolean)).toHaveLength(1)
    const before = await countRows()
    expect(before).toMatchObject({
      course: 12,
      instructor: 7,
      impact: 4,
      event_price: 4,
      student_feedback: 9,
      product: 22,
      shop_order: 112,
      delivery_zone: 3,
      delivery_slot: 5,
      delivery_day: 2,
      coupon: 5,
    })
    app.deps.clock.advance(40 * 24 * 60 * 60_000)
    await seedIfEmpty(app.deps, noPictures)
    expect(await countRows()).toEqual(before)
  })

  test('when adding the demonstration school fails, no part of it stays in the database', async () => {
    let made = 0
    const ids = {
      ...app.deps.ids,
      // Two seats cannot have the same reference. Orders are written before seats, so the first references go to
      // orders.
      reference: () => (++made < 200 ? app.deps.ids.reference('MAL') : 'MAL-SAME-SAME'),
    }
    await expect(seedDemo({ ...app.deps, ids }, noPictures)).rejects.toThrow(/unique/i)
    expect(await countRows()).toEqual(nothing)
  })
})

onEachEngine('the data of the demonstration school', { env: { DEMO: '1' } }, (app) => {
  beforeAll(async () => {
    await seedDemo(app.deps, noPictures)
  })
  test('the taken count of each demonstration batch is exactly its live seats plus its open offers', async () => {
    const live = new Map<string, number>()
    const seats = await app.db.read.selectFrom('seat').select(['batch_id', 'status', 'hold_until']).execute()
    for (const { batch_id, status, hold_until } of seats) {
      if (status !== 'confirmed' && status !== 'pending') continue
      if (status === 'pending') expect(hold_until && hold_until > app.deps.clock.now()).toBe(true)
      live.set(batch_id, (live.get(batch_id) ?? 0) + 1)
    }
    const offers = await app.db.read
      .selectFrom('waiting_list_entry')
      .select(['batch_id', 'offer_until'])
      .where('status', '=', 'offered')
      .execute()
    expect(offers.length).toBeGreaterThan(0)
    for (const { batch_id, offer_until } of offers) {
      expect(offer_until !== null && offer_until > app.deps.clock.now()).toBe(true)
      live.set(batch_id, (live.get(batch_id) ?? 0) + 1)
    }
    const batches = await app.db.read.selectFrom('batch').select(['id', 'taken']).execute()
    for (const { id, taken } of batches) expect(taken).toBe(live.get(id) ?? 0)
    expect(live.size).toBe(batches.length)
  })

  test('nobody is both an instructor and a student in the demonstration and the built-in texts of pages', async () => {
    const teachers = await app.db.read.selectFrom('instructor').select(['name', 'email', 'phone']).execute()
    const named = (names: string[]) => names.map((name) => ({ name, email: null, phone: null }))
    const all = [...teachers, ...named(settings.fallbacks.instructors.map(({ name }) => name))]
    const seats = await app.db.read.selectFrom('seat').select(['name', 'email', 'phone']).execute()
    const waiting = await app.db.read
      .selectFrom('waiting_list_entry')
      .select(['full_name as name', 'email', 'phone'])
      .execute()
    const written = await app.db.read.selectFrom('student').select(['name', 'email', 'phone']).execute()
    const said = await app.db.read.selectFrom('student_feedback').select('student_name').execute()
    const speakers = [...said, ...settings.fallbacks.testimonials].map(({ student_name }) => student_name)
    const students = [...seats, ...waiting, ...written, ...named(speakers)]
    expect(Math.min(teachers.length, seats.length, waiting.length, speakers.length)).toBeGreaterThan(0)
    for (const mark of ['name', 'email', 'phone'] as const) {
      const taught = new Set(students.map((one) => one[mark]?.toLowerCase()))
      expect(
        all.filter((one) => one[mark] && taught.has(one[mark].toLowerCase())),
        mark,
      ).toEqual([])
    }
  })

  test('the demonstration has messages of every state, which staff can read and the outbox worker does not send', async () => {
    const { token } = await signedIn(app, 'staff')
    const { data } = (await app.http('GET', '/api/admin/messages', { token })).body
    expect([...new Set(data.map(({ state }: Message) => state))].sort()).toEqual([...messageStates].sort())
    for (const { id, state, error } of data as Message[]) {
      const preview = (await app.http('GET', `/api/admin/messages/${id}`, { token })).body.data
      expect(preview.text).toMatch(/^(Dear |Hello,)/)
      if (state === 'failed') expect(error).toBe('550 5.1.1 The mailbox does not exist')
    }
    const rows = await app.db.read.selectFrom('outbox').selectAll().orderBy('id').execute()
    const sent = await sendDueMessages({
      ...app.deps,
      clock: { ...app.deps.clock, now: () => '2036-01-01T00:00:00.000Z' },
      mail: { send: async () => 'memory' },
      chat: { send: async () => 'memory' },
      findSender: () => app.app.services.school.sender(),
    })
    expect(sent).toBe(0)
    expect(await app.db.read.selectFrom('outbox').selectAll().orderBy('id').execute()).toEqual(rows)
  })

  test('confirmed demonstration enrolments are paid, and pending ones are unpaid or their payment is being checked', async () => {
    const { rows, payments } = {
      rows: await app.db.read
        .selectFrom('seat')
        .select(['id', 'status'])
        .where('kind', '=', 'enrolment')
        .execute(),
      payments: await app.db.read.selectFrom('money_state').select(['subject_id', 'state']).execute(),
    }
    const stateOf = new Map(payments.map(({ subject_id, state }) => [subject_id, state]))
    const standings = new Set(rows.map(({ id, status }) => `${status} ${stateOf.get(id)}`))
    expect([...standings].sort()).toEqual([
      'cancelled due',
      'confirmed paid',
      'expired due',
      'pending checking',
      'pending due',
    ])
  })

  test('staff can read the payment and the refund of each demonstration buyer who got money back', async () => {
    const { token } = await signedIn(app, 'staff')
    const refunded = await app.db.read
      .selectFrom('allocation')
      .innerJoin('receipt', 'receipt.id', 'allocation.receipt_id')
      .select(['subject', 'subject_id'])
      .where('receipt.kind', '=', 'refund')
      .execute()
    expect(refunded.length).toBeGreaterThan(0)
    for (const { subject, subject_id } of refunded) {
      const { body } = await app.http('GET', `/api/admin/money/of/${subject}/${subject_id}`, { token })
      const kinds = body.data.entries.map(({ kind }: { kind: string }) => kind)
      expect(kinds).toEqual(['received', 'refund'])
    }
  })

  test('the demonstration shows courses of both kinds, among them one full course and one with two seats left', async () => {
    const today = app.deps.clock.today()
    const { body } = await app.http('GET', '/api/courses')
    const count = (category: string) =>
      body.filter((one: { category: string }) => one.category === category).length
    expect(count('Diploma Course')).toBeGreaterThanOrEqual(6)
    expect(count('Workshops')).toBeGreaterThanOrEqual(5)
    interface Shown {
      nextbatch: string
      spots_left: number | null
      capacity: number | null
      features: unknown[]
    }
    const shown = body as Shown[]
    const dated = shown.filter(({ nextbatch }) => nextbatch !== 'Coming soon')
    expect(dated).toHaveLength(shown.length - 1)
    for (const { nextbatch } of dated) {
      expect(nextbatch >= today && nextbatch <= addDays(today, 35), nextbatch).toBe(true)
      expect(new Date(`${nextbatch}T00:00:00Z`).getUTCDay(), 'the school is closed on Mondays').not.toBe(1)
    }
    expect(dated.filter(({ spots_left }) => spots_left === 0)).toHaveLength(1)
    expect(dated.filter(({ spots_left }) => spots_left === 2)).toHaveLength(1)
    expect(dated.filter(({ capacity }) => capacity === null)).toHaveLength(1)
    for (const { features } of shown) {
      expect(features.length).toBeGreaterThanOrEqual(6)
      expect(features.length).toBeLessThanOrEqual(10)
    }
    const past = await app.db.read.selectFrom('batch').select('id').where('starts_on', '<', today).execute()
    expect(past.length).toBeGreaterThan(5)
  })

  test('the number of orders in the demonstration grew by 12 % and that of products by 5 % in thirty days', async () => {
    const then = addMs(app.deps.clock.now(), -30 * 24 * 60 * 60_000)
    const grown = async (table: 'shop_order' | 'product') => {
      const rows = await app.db.read.selectFrom(table).select('created_at').execute()
      const before = rows.filter(({ created_at }) => created_at <= then).length
      return Math.round((rows.length / before - 1) * 100)
    }
    expect([await grown('shop_order'), await grown('product')]).toEqual([12, 5])
  })

  test('the demonstration has orders of every status, each with its items, its total and its history', async () => {
    const orders = await app.db.read.selectFrom('shop_order').selectAll().execute()
    expect([...new Set(orders.map(({ status }) => status))].sort()).toEqual([...orderStatuses].sort())
    const items = Map.groupBy(
      await app.db.read.selectFrom('shop_order_item').selectAll().execute(),
      ({ order_id }) => order_id,
    )
    const changes = Map.groupBy(
      await app.db.read.selectFrom('shop_order_change').selectAll().orderBy('order_version').execute(),
      ({ order_id }) => order_id,
    )
    const now = app.deps.clock.now()
    const createdAt = new Map(
      (await app.db.read.selectFrom('product').select(['id', 'created_at']).execute()).map((one) => [
        one.id,
        one.created_at,
      ]),
    )
    for (const order of orders) {
      const own = items.get(order.id) ?? []
      expect(own.length).toBeGreaterThan(0)
      expect(own.reduce((sum, item) => sum + item.total_in_paise, 0)).toBe(order.subtotal_in_paise)
      for (const item of own) {
        expect(item.taken).toBe(order.status === 'cancelled' ? 0 : item.quantity)
        expect((createdAt.get(item.product_id ?? '') ?? now) < order.created_at).toBe(true)
      }
      const steps = changes.get(order.id) ?? []
      expect(steps.at(-1)?.to_status ?? 'pending').toBe(order.status)
      expect(steps.every(({ at }) => at > order.created_at && at <= now)).toBe(true)
      expect(order.version).toBe(1 + steps.length)
    }
    // No effect is due, so nobody gets an e-mail.
    expect(await app.app.services.orders.runDueEffects()).toBe(0)
  })

  test('the demonstration store has six categories and three extras, and each product has its own picture', async () => {
    const { body } = await app.http('GET', '/api/products')
    const sold = body as Product[]
    expect(new Set(sold.flatMap(({ category }) => category))).toHaveLength(6)
    expect(sold.filter(({ isAddon }) => isAddon)).toHaveLength(3)
    const first = sold.map(({ pictures }) => pictures[0]?.picture.base)
    expect(new Set(first)).toHaveLength(sold.length)
    for (const { price, originalPrice, sizes } of sold) {
      const prices = sizes.map((size) => size.price)
      expect(prices).toEqual(prices.toSorted((a, b) => a - b))
      if (sizes.length > 0) expect(prices[0]).toBe(price)
      if (originalPrice !== null) expect(originalPrice).toBeGreaterThan(price)
    }
  })

  test('demonstration delivery slots count exactly their orders, and no order is for a closed day', async () => {
    const orders = await app.db.read
      .selectFrom('shop_order')
      .selectAll()
      .where('slot_id', 'is not', null)
      .execute()
    expect(orders).toHaveLength(12)
    expect(new Set(orders.map(({ way }) => way))).toEqual(new Set(deliveryWays))
    const tomorrow = addDays(app.deps.clock.today(), 1)
    expect(orders.filter(({ delivery_day }) => delivery_day === tomorrow)).toHaveLength(2)
    const holding = orders.filter(({ holds_slot }) => holds_slot === 1)
    expect(holding).toHaveLength(orders.filter(({ status }) => status !== 'cancelled').length)
    const taken = await app.db.read.selectFrom('slot_day').selectAll().execute()
    expect(new Map(taken.map((one) => [`${one.slot_id} ${one.day}`, one.taken]))).toEqual(
      new Map(
        [...Map.groupBy(holding, (one) => `${one.slot_id} ${one.delivery_day}`)].map(([key, same]) => [
          key,
          same.length,
        ]),
      ),
    )
    const closed = await app.db.read.selectFrom('delivery_day').select(['day', 'closed_for']).execute()
    for (const { day } of closed) expect(orders.map(({ delivery_day }) => delivery_day)).not.toContain(day)
    expect(
      orders.filter(({ status, hold_until }) => (status === 'pending') !== (hold_until !== null)),
    ).toEqual([])
    for (const { card_message } of orders)
      expect(graphemesIn(card_message ?? '')).toBeLessThanOrEqual(cardMessageMax)
  })

  test('demonstration coupons count exactly the orders that used them, and a discount is divided among an order’s items', async () => {
    const coupons = await app.db.read.selectFrom('coupon').select(['id', 'code', 'uses']).execute()
    const orders = await app.db.read
      .selectFrom('shop_order')
      .selectAll()
      .where('coupon_code', 'is not', null)
      .execute()
    expect(orders.length).toBeGreaterThan(0)
    const uses = await app.db.read.selectFrom('coupon_use').selectAll().execute()
    for (const { id, code, uses: counted } of coupons) {
      const named = orders.filter(({ coupon_code }) => coupon_code === code)
      expect(counted).toBe(named.length)
      expect(uses.flatMap((one) => (one.coupon_id === id ? one.subject_id : [])).sort()).toEqual(
        named.map((order) => order.id).sort(),
      )
    }
    for (const order of orders) {
      const { shares } = await app.db.read
        .selectFrom('shop_order_item')
        .select((eb) => eb.fn.sum<number>('discount_in_paise').as('shares'))
        .where('order_id', '=', order.id)
        .executeTakeFirstOrThrow()
      expect(Number(shares) + order.fee_discount_in_paise).toBe(order.discount_in_paise)
      expect(order.subtotal_in_paise + order.delivery_charge_in_paise - order.discount_in_paise).toBe(
        order.total_in_paise,
      )
    }
  })

  test('each demonstration product except the extras has a recipe for each size and a price above its costs', async () => {
    const { token } = await signedIn(app, 'staff')
    const recipes: Recipe[] = []
    for (let next: string | null = '/api/admin/recipes'; next !== null; ) {
      const answer: Awaited<ReturnType<typeof app.http>> = await app.http('GET', next, { token })
      recipes.push(...answer.body.data)
      next = /<([^>]+)>; rel="next"/.exec(answer.headers.get('link') ?? '')?.[1] ?? null
    }
    expect(recipes).not.toHaveLength(0)
    const { body } = await app.http('GET', '/api/products')
    const made = (body as Product[]).filter(({ isAddon }) => !isAddon)
    for (const { id, name, sizes } of made) {
      const subjects = sizes.length > 0 ? sizes.map((size) => `product:${id}:${size.id}`) : [`product:${id}`]
      for (const subject of subjects) {
        const recipe = recipes.find((one) => one.subject === subject)
        expect(recipe !== undefined && recipe.margin > 0, `${name} ${JSON.stringify(recipe)}`).toBe(true)
      }
    }
    expect((body as Product[]).find(({ slug }) => slug === 'red-roses')?.inside).toContain('24 red roses')
  })

  test('the demonstration has instructors, office hours, impact numbers, hall prices and testimonials', async () => {
    const dataOf = async (at: string) => (await app.http('GET', at)).body.data
    expect(await dataOf('/api/instructors')).toHaveLength(6)
    expect(await dataOf('/api/impacts')).toHaveLength(4)
    expect(Object.keys(await dataOf('/api/admin/event-pricing'))).toHaveLength(4)
    expect(await dataOf('/api/testimonials')).toHaveLength(9)
    expect(await dataOf('/api/office-timing')).toHaveLength(7)
  })

  test('demonstration courses and reviews name only existing people and courses, with e-mail addresses in .example', async () => {
    const names = async (table: 'course' | 'instructor', column: 'title' | 'name') =>
      (
        await app.db.read
          .selectFrom(table as 'course')
          .select(column as 'title')
          .execute()
      ).map((row) => (row as unknown as Record<string, string>)[column])
    const instructors = await names('instructor', 'name')
    const courses = await names('course', 'title')
    for (const { instructor } of await app.db.read.selectFrom('course').select('instructor').execute()) {
      expect(instructors).toContain(instructor)
    }
    const praised = await app.db.read.selectFrom('student_feedback').select('course_name').execute()
    for (const { course_name } of praised) expect(courses).toContain(course_name)
    for (const table of ['seat', 'contact', 'newsletter_subscriber', 'instructor'] as const) {
      const rows = await app.db.read.selectFrom(table).select('email').execute()
      for (const { email } of rows) expect(email).toMatch(/\.example$/)
    }
  })
})

describe('the pictures of the demonstration school', () => {
  let app: TestApp
  beforeEach(async () => {
    app = await startApp({ env: { DEMO: '1' } })
  })
  afterEach(() => app.stop())

  test('each demonstration course, instructor and product and each page has its own pictures, which can be downloaded', async () => {
    await seedDemo(app.deps)
    const { heroPictures, ...others } = (await app.http('GET', '/api/fallbacks')).body.pictures
    expect(heroPictures).toHaveLength(4)
    const shown = [
      ...(await app.http('GET', '/api/courses')).body.map((one: { picture: unknown }) => one.picture),
      ...(await app.http('GET', '/api/instructors')).body.data.map(
        (one: { picture: unknown }) => one.picture,
      ),
      ...heroPictures,
      ...Object.values(others).flat(),
      ...(await app.http('GET', '/api/products')).body.flatMap((one: { pictures: { picture: unknown }[] }) =>
        one.pictures.map(({ picture }) => picture),
      ),
    ] as { base: string; widths: number[]; avifWidths: number[] }[]
    expect(new Set(shown.map(({ base }) => base)).size).toBe(56)
    // All files are in the uploads, where a backup finds them.
    const files = new Set(readdirSync(path.join(app.folder, 'uploads')))
    for (const { base, widths } of shown) {
      for (const width of widths) expect(files).toContain(`${base.replace('/uploads/', '')}-${width}.avif`)
    }
    // The other widths are copied into the uploads after the start.
    for (const { base, avifWidths } of shown.slice(0, 2)) {
      for (const width of avifWidths)
        expect((await app.http('GET', `${base}-${width}.avif`)).status).toBe(200)
    }
    expect(await app.app.services.housekeeping.widenPictures()).toBe(false)
    const later = new Set(readdirSync(path.join(app.folder, 'uploads')))
    for (const { base, avifWidths } of shown) {
      for (const width of avifWidths)
        expect(later).toContain(`${base.replace('/uploads/', '')}-${width}.avif`)
    }
    const [first] = shown
    for (const width of first?.widths ?? []) {
      for (const kind of ['avif', 'webp', 'jpg']) {
        const { status, headers } = await app.http('GET', `${first?.base}-${width}.${kind}`)
        expect([status, headers.get('content-type')]).toEqual([
          200,
          `image/${kind === 'jpg' ? 'jpeg' : kind}`,
        ])
      }
    }
    expect((await app.http('GET', `${first?.base}-7.webp`)).status).toBe(404)
  })

  test('a real school is seeded only with the pages’ pictures, once, and is not marked as a demonstration', async () => {
    const deps = { ...app.deps, config: { ...app.deps.config, fillsDemo: false } }
    await seedIfEmpty(deps)
    await decorateIfBare(deps)
    const readSettings = () =>
      app.db.read.selectFrom('setting').select(['name', 'value', 'updated_at']).orderBy('name').execute()
    const settings = await readSettings()
    expect(settings.map(({ name }) => name)).toEqual(Object.values(sitePictureSettings).sort())
    expect(settings.map(({ name }) => name)).not.toContain(demonstrationSetting)
    expect(await app.db.read.selectFrom('course').select('id').execute()).toEqual([])
    expect((await app.app.services.school.fallbacks()).pictures.heroPictures).toHaveLength(4)
    app.deps.clock.advance(60_000)
    await decorateIfBare(deps)
    expect(await readSettings()).toEqual(settings)
  })
})
