import { sql } from 'kysely'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import * as batches from '../../server/domains/catalogue/courses/batches.repository.ts'
import { expireHeldSeats } from '../../server/domains/registrations/seats/seat-ends.ts'
import * as products from '../../server/domains/store/products/products.repository.ts'
import { signedIn } from '../harness/callers.ts'
import { lettersTo, linkTokenFor, newestLetterTo } from '../harness/letters.ts'
import { onEachEngine } from '../harness/on-each-engine.ts'
import { countsByStatus } from '../harness/race.ts'
import { addCourse, enrol, enrolmentBody, seatCounts } from '../harness/seats.ts'
import { storeSettings } from '../harness/settings.ts'
import { addDeliveryPlan, orderBody, stockOf } from '../harness/store.ts'

onEachEngine('records that are taken off the site while they are sold', (app, engine) => {
  let token: string
  let pickup: string
  const staff = (method: string, at: string, body?: object) =>
    app.http(method, at, { token, ...(body && { body }) })
  const putClass = async (id: string, body: object) =>
    expect((await staff('PUT', `/api/admin/AdminClasses/${id}`, body)).status).toBe(200)
  const addProduct = async (more: object = {}) => {
    const body = { name: 'Zephyrine bowl', description: 'A bowl.', price: 700, stockquantity: 5, ...more }
    return (await staff('POST', '/api/admin/products', body)).body
  }
  const order = (productId: string, more: object = {}) =>
    app.http('POST', '/api/orders', {
      body: orderBody({
        day: '2026-03-04',
        slotId: pickup,
        lines: [{ productId, quantity: 1 }],
        ...more,
      }),
    })

  beforeAll(async () => {
    token = (await signedIn(app, 'owner')).token
    pickup = (await addDeliveryPlan(app)).pickup
  })
  afterEach(() => {
    vi.restoreAllMocks()
  })

  const person = { fullName: 'Waits', phone: '9876543217' }
  async function wait(courseId: string, email: string) {
    const body = { courseId, email, ...person }
    expect((await app.http('POST', '/api/waiting-list', { body })).status).toBe(201)
  }
  const prove = async (email: string) =>
    app.http('POST', '/api/proofs', { body: { kind: 'waiting-list', token: await linkTokenFor(app, email) } })
  async function placeOf(email: string) {
    const entries = app.db.read.selectFrom('waiting_list_entry').select(['status', 'proved_at'])
    const { status, proved_at } = await entries.where('email', '=', email).executeTakeFirstOrThrow()
    return [status, proved_at !== null]
  }

  test('a change that takes a course off the site and adds seats offers nobody a seat', async () => {
    const course = await addCourse(app, { capacity: 1 })
    await enrol(app, course.id)
    const email = `larger.${engine}@mail.example`
    await wait(course.id, email)
    expect((await prove(email)).status).toBe(200)
    await putClass(course.id, { isOnSite: false, capacity: 2 })
    expect(await placeOf(email)).toEqual(['waiting', true])
    expect((await lettersTo(app, email)).map(({ template }) => template)).not.toContain('waiting-list-offer')
    const path = `/api/waiting-list/${await linkTokenFor(app, email)}/seat`
    expect((await app.http('POST', path, { body: { batch: '2026-03-12' } })).status).toBe(409)
    expect((await seatCounts(app, course.id)).taken).toBe(1)
  })

  test('a change that puts a course on the site and adds seats offers each free seat once', async () => {
    const course = await addCourse(app, { capacity: 1 })
    await enrol(app, course.id)
    const emails = [1, 2, 3].map((n) => `again${n}.${engine}@mail.example`)
    for (const email of emails) {
      await wait(course.id, email)
      await prove(email)
    }
    await putClass(course.id, { isOnSite: false })
    await putClass(course.id, { isOnSite: true, capacity: 3 })
    const places = await Promise.all(emails.map(placeOf))
    expect(places.map(([status]) => status)).toEqual(['offered', 'offered', 'waiting'])
    expect((await seatCounts(app, course.id)).taken).toBe(3)
  })

  test('a place that is confirmed while its course is off the site is kept, and offered a seat later', async () => {
    const course = await addCourse(app, { capacity: 1 })
    const { id } = await enrol(app, course.id)
    const email = `kept.${engine}@mail.example`
    await wait(course.id, email)
    await putClass(course.id, { isOnSite: false })
    await staff('POST', `/api/admin/seats/enrolment/${id}/cancel`)
    expect((await prove(email)).status).toBe(200)
    expect(await placeOf(email)).toEqual(['waiting', true])
    await putClass(course.id, { isOnSite: true })
    expect(await placeOf(email)).toEqual(['offered', true])
  })

  test('a place that is confirmed while its batch is closed is kept', async () => {
    const course = await addCourse(app, { capacity: 1 })
    await enrol(app, course.id)
    const email = `closed.${engine}@mail.example`
    await wait(course.id, email)
    const [batch] = (await staff('GET', `/api/admin/batches?course=${course.id}`)).body.data
    expect((await staff('PUT', `/api/admin/batches/${batch.id}`, { isClosed: true })).status).toBe(200)
    await prove(email)
    expect(await placeOf(email)).toEqual(['waiting', true])
  })

  test('a seat is refused if the course goes off the site after the sale read it', async () => {
    const course = await addCourse(app)
    const { takeSeats } = batches
    vi.spyOn(batches, 'takeSeats').mockImplementation(async (db, ...more) => {
      await db.updateTable('course').set({ is_on_site: 0 }).where('id', '=', course.id).execute()
      return takeSeats(db, ...more)
    })
    const body = enrolmentBody(course.id, { email: `late.${engine}@mail.example` })
    expect((await app.http('POST', '/api/enrollments', { body })).status).toBe(404)
    expect(await seatCounts(app, course.id)).toMatchObject({ taken: 0, live: 0 })
  })

  test.each<[string, 'course' | 'batch', object, number]>([
    ['its course goes off the site', 'course', { is_on_site: 0 }, 404],
    ['its course is deleted', 'course', { deleted_at: '2026-03-02T00:00:00.000Z' }, 404],
    ['it is closed', 'batch', { is_closed: 1 }, 409],
    ['it is cancelled', 'batch', { cancelled_at: '2026-03-02T00:00:00.000Z' }, 409],
  ])('nobody joins the list of a batch if %s after the call read it', async (_, table, gone, status) => {
    const course = await addCourse(app, { capacity: 1 })
    await enrol(app, course.id)
    const { courses } = app.app.services.registrationDeps
    const { lockBatch } = courses
    vi.spyOn(courses, 'lockBatch').mockImplementationOnce(async (tx, ...more) => {
      await tx
        .updateTable(table)
        .set(gone as never)
        .where(table === 'course' ? 'id' : 'course_id', '=', course.id)
        .execute()
      return lockBatch(tx, ...more)
    })
    const body = { courseId: course.id, email: `instant.${engine}@mail.example`, ...person }
    const answer = await app.http('POST', '/api/waiting-list', { body })
    expect(answer.status, answer.text).toBe(status)
    const entries = app.db.read.selectFrom('waiting_list_entry').select('id')
    expect(await entries.where('email', '=', body.email).execute()).toEqual([])
  })

  test('of twelve who join a list in the instant in which the course goes off the site, each joins before or not at all', async () => {
    const course = await addCourse(app, { capacity: 1 })
    await enrol(app, course.id)
    const [off, ...answers] = await Promise.all([
      staff('PUT', `/api/admin/AdminClasses/${course.id}`, { isOnSite: false }),
      ...Array.from({ length: 12 }, (_, n) =>
        app.http('POST', '/api/waiting-list', {
          body: { courseId: course.id, email: `instant${n}.${engine}@mail.example`, ...person },
        }),
      ),
    ])
    expect(off.status).toBe(200)
    const { 201: joined = 0, 404: refused = 0 } = countsByStatus(answers)
    expect(joined + refused).toBe(12)
    const last = { courseId: course.id, email: `after.${engine}@mail.example`, ...person }
    expect((await app.http('POST', '/api/waiting-list', { body: last })).status).toBe(404)
  })

  test('stock is refused if the product goes off the site, out of sale or into the bin after the sale read it', async () => {
    const { takeStock } = products
    for (const gone of [{ is_on_site: 0 }, { is_offered: 0 }, { deleted_at: '2026-03-02T00:00:00.000Z' }]) {
      const { id } = await addProduct()
      vi.spyOn(products, 'takeStock').mockImplementationOnce(async (tx, ...more) => {
        await tx
          .updateTable('product')
          .set(gone as never)
          .where('id', '=', id)
          .execute()
        return takeStock(tx, ...more)
      })
      const answer = await order(id)
      expect([answer.status, answer.body.code], JSON.stringify(gone)).toEqual([409, 'out_of_stock'])
      expect(await stockOf(app, id)).toBe(5)
    }
  })

  test('a confirmed order takes no stock of a product that goes off the site after its price was read', async () => {
    await storeSettings(app, { confirmFirst: 'true' })
    const { id } = await addProduct()
    const email = `asked.${engine}@mail.example`
    await order(id, { email })
    await storeSettings(app, { confirmFirst: 'false' })
    const proof = /#proof=(\S+)/.exec((await newestLetterTo(app, email)).text)?.[1]
    const { takeStock } = products
    vi.spyOn(products, 'takeStock').mockImplementationOnce(async (tx, ...more) => {
      await tx.updateTable('product').set({ is_on_site: 0 }).where('id', '=', id).execute()
      return takeStock(tx, ...more)
    })
    const answer = await app.http('POST', '/api/proofs', { body: { kind: 'order', token: proof } })
    expect([answer.status, answer.body.code]).toEqual([409, 'conflict'])
    expect(await stockOf(app, id)).toBe(5)
  })

  // SQLite has one writer at a time, so no sale waits there for a change that is not committed.
  if (engine === 'postgres') {
    test('a sale that waits until its record is off the site is refused', async () => {
      const course = await addCourse(app)
      const { id } = await addProduct()
      const email = `queue.${engine}@mail.example`
      const body = enrolmentBody(course.id, { email })
      for (const [sell, status] of [
        [() => app.http('POST', '/api/enrollments', { body }), 404],
        [() => order(id, { email }), 409],
      ] as const) {
        let sale: ReturnType<typeof sell> | undefined
        await app.db.transaction(async (tx) => {
          await batches.lockBatches(tx, course.id)
          const [table, of] = status === 404 ? (['course', course.id] as const) : (['product', id] as const)
          await tx.updateTable(table).set({ is_on_site: 0 }).where('id', '=', of).execute()
          sale ??= sell()
          await vi.waitFor(async () => {
            const { rows } = await sql`select pid from pg_stat_activity
            where datname = current_database() and wait_event_type = 'Lock'`.execute(tx)
            expect(rows).toHaveLength(1)
          }, 5000)
        })
        expect((await sale)?.status).toBe(status)
      }
      expect([(await seatCounts(app, course.id)).taken, await stockOf(app, id)]).toEqual([0, 5])
    })
  }

  test('each of many simultaneous sales succeeds before its record goes off the site, or is refused', async () => {
    const course = await addCourse(app, { capacity: 50 })
    const { id } = await addProduct({ stockquantity: 50 })
    const many = Array.from({ length: 12 }, (_, n) => `many${n}.${engine}@mail.example`)
    const seats = many.map((email) =>
      app.http('POST', '/api/enrollments', { body: enrolmentBody(course.id, { email }) }),
    )
    const orders = many.map((email) => order(id, { email }))
    await Promise.all([
      ...seats,
      ...orders,
      putClass(course.id, { isOnSite: false }),
      staff('PUT', `/api/admin/products/${id}`, { isOnSite: false }),
    ])
    const [enrolled, ordered] = [
      countsByStatus(await Promise.all(seats)),
      countsByStatus(await Promise.all(orders)),
    ]
    const { taken, live } = await seatCounts(app, course.id)
    expect([taken, live]).toEqual([enrolled[201] ?? 0, enrolled[201] ?? 0])
    expect(await stockOf(app, id)).toBe(50 - (ordered[201] ?? 0))
    expect((enrolled[201] ?? 0) + (enrolled[404] ?? 0)).toBe(many.length)
    expect((ordered[201] ?? 0) + (ordered[409] ?? 0)).toBe(many.length)
  })

  test('an order of a product that is off the site is refused like an order of an unknown product', async () => {
    const { id } = await addProduct({ isOnSite: false })
    const [hidden, unknown] = [await order(id), await order('unknown-id')]
    const said = ({ status, body: { requestId: _, ...body } }: typeof hidden) => ({ status, ...body })
    expect(said(hidden)).toEqual(said(unknown))
    expect(hidden.body.error).toBe('An item in your order is no longer offered. Check your cart.')
  })

  test('an expired seat and an ended place lead to no page of a course that is off the site', async () => {
    const course = await addCourse(app, { capacity: 1 })
    const { id } = await enrol(app, course.id)
    const email = `left.${engine}@mail.example`
    await wait(course.id, email)
    await prove(email)
    await putClass(course.id, { isOnSite: false })
    const path = `/api/waiting-list/${await linkTokenFor(app, email)}`
    const left = await app.http('DELETE', path)
    expect(left.body.data).toMatchObject({ state: 'left', courseSlug: null })
    app.deps.clock.advance(24 * 60 * 60_000)
    token = (await signedIn(app, 'owner')).token
    await expireHeldSeats(app.app.services.registrationDeps)
    const ended = async () => (await app.http('GET', `/api/enrollments/${id}`)).body.ended
    expect(await ended()).toMatchObject({ courseId: null })
    await putClass(course.id, { isOnSite: true })
    expect(await ended()).toMatchObject({ courseId: course.id })
    expect((await app.http('GET', path)).body.courseSlug).toBe(course.slug)
  })

  test('the favourites take no id of a record that is off the site, and keep the ids that they have', async () => {
    const hidden = await addProduct({ isOnSite: false })
    const kept = await addProduct()
    const user = (await signedIn(app, 'user')).token
    const add = async (body: object) =>
      (await app.http('POST', '/api/favorites', { token: user, body })).body.data
    await add({ productIds: [kept.id] })
    await staff('PUT', `/api/admin/products/${kept.id}`, { isOnSite: false })
    expect(await add({ productIds: [hidden.id, 'unknown-id'] })).toEqual([kept.id])
  })
})
