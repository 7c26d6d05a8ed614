import { type RawBuilder, sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { authSecret } from '../../server/platform/secret.ts'
import { createSignedLinks } from '../../server/platform/signed-links.ts'
import { testNow } from '../harness/app.ts'
import { callers, onEachEngine } from '../harness/on-each-engine.ts'
import { addCourse, book, bookingBody, enrol, enrolmentBody, hold, seatCounts } from '../harness/seats.ts'

/**
 * Servers of the version before write holds into `silent_hold` and requests into `asked_seat`, and know none in `seat`. The
 * statements here are theirs. Two versions run at once on PostgreSQL alone.
 */
onEachEngine('beside a server of the version before', (app, engine) => {
  if (engine === 'sqlite') {
    test('there is none, nor are its tables', async () => {
      const tables = (await app.db.read.introspection.getTables()).map(({ name }) => name)
      expect(tables.filter((name) => ['silent_hold', 'asked_seat'].includes(name))).toEqual([])
    })
    return
  }
  const { owner } = callers(app, 'owner')
  beforeEach(() => app.deps.clock.set(testNow))

  const run = (statement: RawBuilder<unknown>) => statement.execute(app.db.write)
  const one = async (query: RawBuilder<unknown>) =>
    ((await query.execute(app.db.read)).rows as Record<string, unknown>[])[0]
  const shownHold = (id: string) =>
    one(sql`select state, seats, seat_id, name from silent_hold where id = ${id}`)
  const shownAsk = (id: string) =>
    one(sql`select kind, pressed_at is not null as pressed, name from asked_seat where id = ${id}`)
  const view = async (id: string) => (await app.http('GET', `/api/seat-holds/${id}`)).body
  const placeOf = async (courseId: string) => {
    const query = sql`select id, id as batch_id from batch where course_id = ${courseId}`
    return String((await one(query))?.['id'])
  }
  const until = '2026-03-02T06:45:00.000Z'

  async function takeThere(courseId: string, { transaction = 'T1', seats = 1 } = {}) {
    const [id, reference] = [app.deps.ids.id(), app.deps.ids.reference()]
    const batchId = await placeOf(courseId)
    await run(sql`insert into silent_hold (id, reference, course_id, batch_id, name, email, phone, mailbox, transaction_id,
        seats, amount_in_paise, state, hold_until, created_at)
      values (${id}, ${reference}, ${courseId}, ${batchId}, 'Arun Raj', 'arun@mail.example', '8765432109', 'arun@mail.example',
        ${transaction}, ${seats}, 1250000, 'live', ${until}, ${testNow})`)
    await run(sql`update batch set taken = taken + ${seats} where id = ${batchId}`)
    return { id, reference, batchId }
  }

  /** Its booking has an id of its own. */
  async function completeThere(courseId: string, holdId: string) {
    const id = app.deps.ids.id()
    await run(sql`insert into seat (id, kind, reference, course_id, batch_id, name, email, phone, mailbox, transaction_id,
        amount_in_paise, status, hold_until, created_at, group_place, is_named)
      values (${id}, 'event-booking', ${app.deps.ids.reference()}, ${courseId}, ${await placeOf(courseId)}, 'Arun Raj',
        'arun@mail.example', '8765432109', 'arun@mail.example', 'T1', 1250000, 'pending', ${until}, ${testNow}, 0, 1)`)
    await run(sql`update silent_hold set state = 'completed', seat_id = ${id} where id = ${holdId}`)
    return id
  }

  describe('a hold of this one', () => {
    test('is found there, with its seats, and is over there when it is given back', async () => {
      const course = await addCourse(app)
      const { id } = await hold(app, course.id, { seats: 3 })
      expect(await shownHold(id)).toEqual({ state: 'live', seats: 3, seat_id: null, name: 'Arun Raj' })
      await app.http('DELETE', `/api/seat-holds/${id}`)
      expect(await shownHold(id)).toMatchObject({ state: 'released' })
    })

    test('goes there once it is a booking, which says alone whose it is', async () => {
      const course = await addCourse(app)
      const { id } = await hold(app, course.id)
      expect((await book(app, course.id, { holdId: id })).id).toBe(id)
      expect(await shownHold(id)).toBeUndefined()
    })

    test('that is completed there is completed here, and its seat counts once', async () => {
      const course = await addCourse(app)
      const { id } = await hold(app, course.id, { transactionId: 'T1', email: 'arun@mail.example' })
      const bookingId = await completeThere(course.id, id)
      expect(await view(id)).toMatchObject({ state: 'completed', bookingId })
      expect(await seatCounts(app, course.id)).toMatchObject({ taken: 1, live: 1 })
      const again = bookingBody(course.id, { holdId: id, transactionId: 'T1', email: 'arun@mail.example' })
      const answer = await app.http('POST', '/api/events_enrollments', { body: again })
      expect([answer.status, answer.body.data.id]).toEqual([201, bookingId])
    })

    test('that ended there is over here', async () => {
      const course = await addCourse(app)
      const { id } = await hold(app, course.id)
      await run(sql`update silent_hold set state = 'ended' where id = ${id} and state = 'live'`)
      expect(await view(id)).toMatchObject({ state: 'ended' })
    })
  })

  describe('a hold of that one', () => {
    test('is found here, keeps its seats, and becomes the booking', async () => {
      const course = await addCourse(app, { capacity: 2 })
      const { id, reference } = await takeThere(course.id, { seats: 2 })
      expect(await view(id)).toMatchObject({ state: 'live', reference, seats: 2, amount: '25000.00' })
      expect(await seatCounts(app, course.id)).toMatchObject({ taken: 2, live: 2 })
      const full = await app.http('POST', '/api/enrollments', { body: enrolmentBody(course.id) })
      expect(full.body.code).toBe('batch_full')
      const body = bookingBody(course.id, { holdId: id, transactionId: 'T1', email: 'arun@mail.example' })
      const booked = await app.http('POST', '/api/events_enrollments', { body })
      expect([booked.status, booked.body.data]).toEqual([201, expect.objectContaining({ id, reference })])
      expect(await shownHold(id)).toBeUndefined()
      expect(await seatCounts(app, course.id)).toMatchObject({ taken: 2, live: 2 })
    })

    test('is over here when its time is up there', async () => {
      const course = await addCourse(app)
      const { id, batchId } = await takeThere(course.id)
      await run(sql`update silent_hold set state = 'ended' where id = ${id} and state = 'live'`)
      await run(sql`update batch set taken = taken - 1 where id = ${batchId}`)
      expect(await view(id)).toMatchObject({ state: 'ended' })
      expect(await seatCounts(app, course.id)).toMatchObject({ taken: 0, live: 0 })
    })

    test('goes here when it goes there', async () => {
      const { id } = await takeThere((await addCourse(app)).id)
      await run(sql`delete from silent_hold where id = ${id}`)
      expect((await app.http('GET', `/api/seat-holds/${id}`)).status).toBe(404)
    })
  })

  describe('a seat that is asked for', () => {
    const links = () => createSignedLinks(authSecret(app.deps.config))
    const press = async (id: string) =>
      (await app.http('POST', '/api/proofs', { body: { token: links().sign('asked-seat', id) } })).body.data
    const confirmFirst = (value: boolean) =>
      app.http('PUT', '/api/admin/school-settings', { body: { confirmFirst: value }, token: owner.token })

    async function askHere(courseId: string) {
      await confirmFirst(true)
      const answer = await app.http('POST', '/api/enrollments', { body: enrolmentBody(courseId) })
      await confirmFirst(false)
      expect(answer.body.data.confirmFirst).toBe(true)
      return String(answer.body.data.id)
    }

    test('here is found there, and pressed there is the seat here', async () => {
      const course = await addCourse(app)
      const id = await askHere(course.id)
      expect(await shownAsk(id)).toEqual({ kind: 'enrolment', pressed: false, name: 'Meena Krishnan' })
      await run(sql`update asked_seat set pressed_at = ${testNow} where id = ${id}`)
      await run(sql`insert into seat (id, kind, reference, course_id, batch_id, name, email, phone, mailbox, amount_in_paise,
          status, hold_until, created_at, group_place, is_named)
        select id, 'enrolment', reference, course_id, batch_id, name, email, phone, email, amount_in_paise, 'pending',
          ${until}, ${testNow}, 0, 1 from asked_seat where id = ${id} on conflict do nothing`)
      expect(await one(sql`select kind, status, seats, asked from registration where id = ${id}`)).toEqual({
        kind: 'enrolment',
        status: 'pending',
        seats: 1,
        asked: '{"kind":"enrolment"}',
      })
      expect(await shownAsk(id)).toEqual({ kind: 'enrolment', pressed: true, name: '' })
      expect(await press(id)).toMatchObject({ kind: 'enrolment', id })
    })

    test('here and pressed here cannot be pressed there once more', async () => {
      const id = await askHere((await addCourse(app)).id)
      expect(await press(id)).toMatchObject({ kind: 'enrolment', id })
      expect(await shownAsk(id)).toEqual({ kind: 'enrolment', pressed: true, name: '' })
    })

    test('there is pressed here', async () => {
      const course = await addCourse(app)
      const [id, reference] = [app.deps.ids.id(), app.deps.ids.reference()]
      const sent = JSON.stringify(
        enrolmentBody(course.id, { others: [{}], batchId: await placeOf(course.id) }),
      )
      await run(sql`insert into asked_seat (id, kind, reference, course_id, batch_id, name, email, phone, amount_in_paise, body,
          ends_at, created_at)
        values (${id}, 'enrolment', ${reference}, ${course.id}, ${await placeOf(course.id)}, 'Meena Krishnan',
          'meena@mail.example', '9876543210', 2500000, ${sent}, '2026-03-03T06:30:00.000Z', ${testNow})`)
      expect(await press(id)).toMatchObject({ kind: 'enrolment', id })
      expect(await press(id)).toMatchObject({ kind: 'enrolment', id })
      expect(await seatCounts(app, course.id)).toMatchObject({ taken: 2, live: 2 })
      expect(await one(sql`select reference from seat where id = ${id}`)).toEqual({ reference })
    })
  })

  test('a seat that is written there counts as one here', async () => {
    const course = await addCourse(app)
    await enrol(app, course.id)
    const { id } = await takeThere(course.id)
    await completeThere(course.id, id)
    expect(await seatCounts(app, course.id)).toMatchObject({ taken: 2, live: 2 })
  })
})
