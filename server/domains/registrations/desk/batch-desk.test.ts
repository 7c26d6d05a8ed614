import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { BatchWithSessions } from '../../../../contract/catalogue/batches.ts'
import { emptyTables, startApp, type TestApp, testNow } from '../../../../tests/harness/app.ts'
import { lettersTo, waitFor } from '../../../../tests/harness/letters.ts'
import { meetingOf } from '../../../../tests/harness/meeting.ts'
import { callers, onEachEngine, partOnSqlite } from '../../../../tests/harness/on-each-engine.ts'
import { countsByStatus } from '../../../../tests/harness/race.ts'
import { addCourse, addUndatedCourse, confirm, enrol, seatCounts } from '../../../../tests/harness/seats.ts'
import * as meetings from '../../catalogue/courses/meetings.repository.ts'
import { placeSeats } from '../seats/place-seats.ts'
import { cancelSeat } from '../seats/seat-ends.ts'

const whole = 'Enter a capacity of 1 or more'
const price = 'Enter a price of 0 or more, with at most 2 decimal places'
const seatOf = {
  fullName: 'Kavya',
  email: 'kavya@mail.example',
  phone: '9876543213',
  paymentMethod: 'UPI',
}
const noTime = 'Enter a time such as 10:30'
const noDay = 'That date doesn’t exist. Enter another date.'

onEachEngine('batches in the back office', (app, engine) => {
  const { staff, user } = callers(app, 'staff', 'user')
  beforeEach(async () => {
    app.deps.clock.set(testNow)
    await emptyTables(
      app,
      ['waiting_list_entry', 'registration', 'meeting', 'batch', 'course', 'room', 'outbox', 'audit_entry'],
      'courses',
    )
    await emptyTables(app, ['delivery_day', 'office_hours'])
  })

  const as = (method: string, path = '', body?: object, at: TestApp = app) =>
    at.http(method, `/api/admin/batches${path}`, { token: staff.token, ...(body && { body }) })
  const batchOf = async (courseId: string): Promise<BatchWithSessions> => {
    const { body } = await as('GET', `?course=${courseId}`)
    return (await as('GET', `/${body.data[0].id}`)).body.data
  }
  const addRoom = async (name: string, address?: string) =>
    (await app.http('POST', '/api/admin/rooms', { token: staff.token, body: { name, address } })).body.data
      .id as string
  const addInstructor = async (name: string) => {
    const body = { name, email: `${name.toLowerCase().replaceAll(' ', '.')}@malar.example` }
    const answer = await app.http('POST', '/api/admin/instructors', { token: staff.token, body })
    return answer.body.data.id as string
  }
  const ok = async (answer: ReturnType<typeof as>) => {
    const { status, text, body } = await answer
    expect([200, 201], text).toContain(status)
    return body.data
  }
  /** Returns the only letter of this template to this address. */
  const letterOf = async (email: string, template: string) => {
    const found = (await lettersTo(app, email)).filter((letter) => letter.template === template)
    expect(found).toHaveLength(1)
    const sender = await app.app.services.school.sender()
    const data = found[0]?.data ?? {}
    return { data, text: app.deps.letters.render(template, data, sender, { hasTypedWords: true }).text }
  }
  const wait = (courseId: string, email: string) => waitFor(app, courseId, email)
  const at = (day: string, from = '10:00', to = '12:00', more: object = {}) => ({ day, from, to, ...more })

  test('visitors and users who are not staff may neither read nor change batches', async () => {
    const { id: courseId } = await addCourse(app)
    const { id } = await batchOf(courseId)
    for (const [token, status] of [
      [null, 401],
      [user.token, 403],
    ] as const) {
      for (const [method, path, body] of [
        ['GET', `?course=${courseId}`],
        ['POST', '', { courseId, day: '2026-04-01' }],
        ['GET', `/${id}`],
        ['PUT', `/${id}`, { isClosed: true }],
        ['DELETE', `/${id}`],
        ['POST', `/${id}/cancel`, { reason: 'Rain' }],
        ['PUT', `/${id}/meetings`, { meetings: [] }],
      ] as const) {
        const answer = await app.http(method, `/api/admin/batches${path}`, { token, ...(body && { body }) })
        expect(answer.status).toBe(status)
      }
    }
    expect(await batchOf(courseId)).toMatchObject({ isClosed: false, version: 1, state: 'open' })
  })

  test.each([
    [{ day: '2026-02-30' }, { day: noDay }],
    [{ time: '25:00' }, { time: noTime }],
    [{ capacity: 0 }, { capacity: whole }],
    [{ capacity: 1.5 }, { capacity: whole }],
    [{ capacity: 10_001 }, { capacity: 'Enter a capacity of at most 10,000' }],
    [{ price: -1 }, { price }],
    [{ visibleFrom: '2026-02-30' }, { visibleFrom: noDay }],
    [{ roomId: 'nowhere' }, { roomId: 'That room no longer exists. Choose another one.' }],
    [
      { instructorId: 'nobody' },
      { instructorId: 'That instructor is no longer on the list. Choose another one.' },
    ],
  ])('a batch with %j is refused with a sentence beside the field', async (patch, fields) => {
    const { id: courseId } = await addCourse(app)
    const batch = await batchOf(courseId)
    const changed = await as('PUT', `/${batch.id}`, patch)
    expect([changed.status, changed.body.fields]).toEqual([400, fields])
    const added = await as('POST', '', { courseId, day: '2026-05-01', ...patch })
    expect([added.status, added.body.fields]).toEqual([400, fields])
    expect(await batchOf(courseId)).toEqual(batch)
  })

  test('a change of a batch is shown on the site and in the audit log, and a form with an old version is refused', async () => {
    const { id: courseId, slug } = await addCourse(app, { instructor: 'Anu' })
    const { id } = await batchOf(courseId)
    const [roomId, instructorId] = [await addRoom('Jasmine Studio'), await addInstructor('Kamala Venkatesan')]
    const patch = { roomId, instructorId, price: '9500.50', isClosed: true, joinsLate: true, version: 1 }
    expect(await ok(as('PUT', `/${id}`, patch))).toMatchObject({
      ...patch,
      room: 'Jasmine Studio',
      instructor: 'Kamala Venkatesan',
      price: 9500.5,
      state: 'closed',
      version: 2,
    })
    expect((await app.http('GET', `/api/courses/${slug}`)).body.batches).toMatchObject([
      { state: 'closed', price: '9500.50', room: 'Jasmine Studio', instructor: 'Kamala Venkatesan' },
    ])
    expect((await as('PUT', `/${id}`, { isClosed: false, version: 1 })).status).toBe(409)
    await ok(as('PUT', `/${id}`, { visibleFrom: '2026-03-05' }))
    expect((await app.http('GET', `/api/courses/${slug}`)).body.batches).toEqual([])
    expect((await app.http('GET', `/calendar/${id}.ics`)).status).toBe(404)
    const log = await app.db.read
      .selectFrom('audit_entry')
      .select(['title', 'changes'])
      .where('record_id', '=', courseId)
      .execute()
    expect(log.map(({ title }) => title)).toContain('Bridal Bouquets, Thursday 12 March 2026')
    expect(log.some(({ changes }) => changes.includes('Jasmine Studio'))).toBe(true)
  })

  test('moving a batch sends an e-mail to its students, and a larger capacity offers a seat to the waiting list', async () => {
    const { id: courseId } = await addCourse(app, { capacity: 1, startTime: '10:00' })
    await enrol(app, courseId)
    await wait(courseId, 'uma@mail.example')
    const { id } = await batchOf(courseId)
    await ok(as('POST', '', { courseId, day: '2026-04-01' }))
    expect((await as('PUT', `/${id}`, { day: '2026-04-01' })).body.fields.day).toContain(
      'already has a batch',
    )
    expect((await as('PUT', `/${id}`, { day: '2026-03-01' })).body.fields.day).toContain(
      'Students have seats',
    )
    await ok(as('PUT', `/${id}`, { day: '2026-03-13', time: '11:00' }))
    expect((await letterOf('meena@mail.example', 'batch-moved')).text).toMatch(
      /Before: .*12 March.*\n.*Now: .*13 March/,
    )
    await ok(as('PUT', `/${id}`, { capacity: 2 }))
    await letterOf('uma@mail.example', 'waiting-list-offer')
    const small = await as('PUT', `/${id}`, { capacity: 1 })
    expect([small.status, small.body.fields.capacity]).toEqual([
      400,
      '2 seats are already taken. Enter a capacity of 2 or more.',
    ])
  })

  test('staff may enter a past batch, and nobody can enrol in it', async () => {
    const { id: courseId } = await addCourse(app)
    const past = await ok(as('POST', '', { courseId, day: '2020-05-04' }))
    expect(past).toMatchObject({ day: '2020-05-04', isOver: true, state: 'over' })
    const { status } = await app.http('POST', '/api/enrollments', {
      body: { ...seatOf, courseId, batchId: past.id },
    })
    expect(status).toBe(409)
  })

  test('the student of a batch gets one e-mail when staff give the batch a room', async () => {
    const { id: courseId } = await addCourse(app)
    await enrol(app, courseId)
    const { id } = await batchOf(courseId)
    await ok(as('PUT', `/${id}`, { roomId: await addRoom('Rose Studio') }))
    expect(await letterOf('meena@mail.example', 'sessions-changed')).toMatchObject({
      data: { changes: [{ was: 'No room yet', now: 'Rose Studio' }] },
    })
  })

  test('the e-mails about a seat name the batch’s room with its address, and its sessions', async () => {
    const course = await addCourse(app)
    const { id } = await batchOf(course.id)
    const roomId = await addRoom('Luz Hall', '12, Luz\nChennai 600 005')
    await ok(as('PUT', `/${id}`, { roomId }))
    const studio = await addRoom('Rose Studio')
    const meetings = [
      at('2026-03-12'),
      at('2026-03-17', '14:00', '16:00', { roomId: studio, topic: 'Wiring' }),
    ]
    await ok(as('PUT', `/${id}/meetings`, { meetings }))

    const seat = await enrol(app, course.id)
    expect(seat).toMatchObject({ room: { name: 'Luz Hall', address: '12, Luz\nChennai 600 005' } })
    const where = 'Where: Luz Hall, 12, Luz, Chennai 600 005\n'
    expect((await letterOf('meena@mail.example', 'enrolment-received')).text).toContain(where)
    await confirm(app, seat.id, staff.token)
    const { text } = await letterOf('meena@mail.example', 'enrolment-confirmed')
    expect(text).toContain(where)
    expect(text).toContain(
      'Session 1: Thursday 12 March 2026, 10:00 am to 12:00 pm\nSession 2: Tuesday 17 March 2026, 2:00 pm to 4:00 pm, Rose Studio, Wiring\n',
    )
    await ok(as('PUT', `/${id}`, { day: '2026-03-13' }))
    const moved = (await letterOf('meena@mail.example', 'batch-moved')).text
    expect(moved).toContain(where)
    expect(moved).toContain('Session 2: Wednesday 18 March 2026, 2:00 pm')

    const other = await ok(as('POST', '', { courseId: course.id, day: '2026-04-01' }))
    const way = { from: id, to: other.id }
    const move = await app.http('POST', `/api/admin/seats/enrolment/${seat.id}/move`, {
      token: staff.token,
      body: way,
    })
    expect(move.status, move.text).toBe(200)
    expect((await letterOf('meena@mail.example', 'seat-moved')).text).toContain('Where: Malar')
    const { body } = await app.http('GET', `/api/courses/${course.slug}`)
    const shown = { room: 'Luz Hall, 12, Luz, Chennai 600 005', roomAddress: '12, Luz\nChennai 600 005' }
    expect(body.batches[0]).toMatchObject({
      ...shown,
      meetings: [{ room: shown.room }, { room: 'Rose Studio' }],
    })
    expect(body.batches[1]).toMatchObject({ room: null, roomAddress: null })
  })

  partOnSqlite(engine, 'deleting a batch', () => {
    test('deleting a batch with seats or reserved places is refused, and the refusal counts the seats', async () => {
      const dated = await addCourse(app)
      await enrol(app, dated.id)
      await enrol(app, dated.id, { email: 'uma@mail.example', phone: '9876543211' })
      const answer = await as('DELETE', `/${(await batchOf(dated.id)).id}`)
      expect([answer.status, answer.body.error]).toEqual([
        409,
        'This batch has 2 seats taken, so you can’t delete it. Move the students, or cancel the batch.',
      ])
      const undated = await addUndatedCourse(app)
      await enrol(app, undated.id)
      const places = await as('DELETE', `/${(await batchOf(undated.id)).id}`)
      expect([places.status, places.body.error]).toEqual([
        409,
        'People have reserved places in this class and are waiting for a date. Give the batch a date, or cancel their places first.',
      ])
    })

    test('a booking in a batch that is deleted at the same moment is refused as full', async () => {
      const { id: courseId } = await addCourse(app)
      const spare = await ok(as('POST', '', { courseId, day: '2026-04-01' }))
      const batch = await app.db.read
        .selectFrom('batch')
        .selectAll()
        .where('id', '=', spare.id)
        .executeTakeFirstOrThrow()
      await ok(as('DELETE', `/${spare.id}`))
      const person = { name: 'Uma', email: 'uma@mail.example', phone: '9876543211' }
      const seat = {
        ...person,
        kind: 'event-booking',
        transaction_id: 'TXN1',
        batch,
        provedAt: null,
      } as const
      const course = { id: courseId, priceInPaise: 100 }
      const begun = app.db.transaction((tx) =>
        placeSeats(app.app.services.registrationDeps, tx, course, { holdHours: 48 }, seat),
      )
      await expect(begun).rejects.toMatchObject({ code: 'batch_full' })
    })

    test('a deleted batch without a date is used again for the next reserved place, with the default capacity', async () => {
      const { id: courseId } = await addUndatedCourse(app)
      const { id } = await enrol(app, courseId)
      await app.db.transaction((tx) => cancelSeat(app.app.services.registrationDeps, tx, 'enrolment', id))
      const batch = await batchOf(courseId)
      await ok(as('PUT', `/${batch.id}`, { capacity: 3 }))
      await ok(as('DELETE', `/${batch.id}`))
      await enrol(app, courseId, { email: 'uma@mail.example', phone: '9876543211' })
      const rows = await app.db.read
        .selectFrom('batch')
        .select(['id', 'starts_on', 'deleted_at', 'taken', 'capacity'])
        .execute()
      expect(rows).toEqual([{ id: batch.id, starts_on: null, deleted_at: null, taken: 1, capacity: 20 }])
    })

    test('a deleted batch that once had seats stays in the database, and is used again when staff add a batch on its day', async () => {
      const { id: courseId } = await addCourse(app)
      const { id } = await batchOf(courseId)
      const spare = await ok(as('POST', '', { courseId, day: '2026-04-01' }))
      await ok(as('DELETE', `/${spare.id}`))
      const seat = await enrol(app, courseId)
      await app.db.transaction((tx) =>
        cancelSeat(app.app.services.registrationDeps, tx, 'enrolment', seat.id),
      )
      await ok(as('DELETE', `/${id}`))
      const rows = await app.db.read.selectFrom('batch').select(['id', 'deleted_at']).execute()
      expect(rows).toEqual([{ id, deleted_at: testNow }])
      expect((await as('GET', `?course=${courseId}`)).body.data).toEqual([])
      expect((await as('GET', `/${id}`)).status).toBe(404)
      // Moving another batch to that day is refused with its own error message.
      const other = await ok(as('POST', '', { courseId, day: '2026-04-02' }))
      expect((await as('PUT', `/${other.id}`, { day: '2026-03-12' })).body.fields.day).toContain(
        'seats on record',
      )
      const back = await ok(as('POST', '', { courseId, day: '2026-03-12', capacity: 7 }))
      expect(back).toMatchObject({ id, capacity: 7, taken: 0, state: 'open' })
      await enrol(app, courseId, { batchId: id, email: 'uma@mail.example', phone: '9876543211' })
    })
  })

  partOnSqlite(engine, 'cancelling a batch', () => {
    test('cancelling a batch needs a reason, and is refused for a batch without a date or a batch that is over', async () => {
      const { id: courseId } = await addCourse(app)
      const { id } = await batchOf(courseId)
      expect((await as('POST', `/${id}/cancel`, { reason: ' ' })).body.fields.reason).toContain(
        'Enter a reason',
      )
      const undated = await addUndatedCourse(app)
      await enrol(app, undated.id)
      const places = await as('POST', `/${(await batchOf(undated.id)).id}/cancel`, { reason: 'Rain' })
      expect([places.status, places.body.error]).toEqual([409, expect.stringContaining('no date yet')])
      const past = await addCourse(app, { nextbatch: '2026-03-01' })
      const over = await as('POST', `/${(await batchOf(past.id)).id}/cancel`, { reason: 'Rain' })
      expect([over.status, over.body.error]).toEqual([409, 'This batch is over.'])
    })

    test('cancelling a batch sends the reason to its students and waiting list, and paid money waits for staff', async () => {
      const { id: courseId } = await addCourse(app, { capacity: 3 })
      const paid = await enrol(app, courseId)
      await confirm(app, paid.id, staff.token)
      await enrol(app, courseId, { email: 'devi@mail.example', phone: '9876543211' })
      const third = await enrol(app, courseId, { email: 'gone@mail.example', phone: '9876543212' })
      await wait(courseId, 'offered@mail.example')
      await wait(courseId, 'waiting@mail.example')
      const asked = { fullName: 'Zara', phone: '9876543219', email: 'asked@mail.example', courseId }
      expect((await app.http('POST', '/api/waiting-list', { body: asked })).status).toBe(201)
      await app.db.transaction((tx) =>
        cancelSeat(app.app.services.registrationDeps, tx, 'enrolment', third.id),
      )
      const { id } = await batchOf(courseId)
      await ok(as('PUT', `/${id}/meetings`, { meetings: [at('2026-03-12'), at('2026-03-13')] }))
      const reason = 'Our teacher has fallen ill.'
      expect(await ok(as('POST', `/${id}/cancel`, { reason }))).toEqual({
        id,
        moved: 0,
        left: [],
        seats: 2,
        waiting: 2,
        paid: 1,
        paidAmount: 12_500,
      })
      expect(await seatCounts(app, courseId)).toMatchObject({ taken: 0, live: 0 })
      for (const [email, template] of [
        ['meena@mail.example', 'batch-cancelled'],
        ['devi@mail.example', 'batch-cancelled'],
        ['offered@mail.example', 'waiting-list-ended'],
        ['waiting@mail.example', 'waiting-list-ended'],
      ] as const) {
        const letter = await letterOf(email, template)
        expect([letter.data['reason'], letter.text]).toEqual([reason, expect.stringContaining(reason)])
      }
      const chats = await app.db.read
        .selectFrom('outbox')
        .select('template')
        .where('channel', '=', 'chat')
        .where('template', 'in', ['batch-cancelled', 'waiting-list-ended'])
        .execute()
      expect(chats).toHaveLength(4)
      const seat = await app.http('GET', `/api/admin/seats/enrolment/${paid.id}`, { token: staff.token })
      expect(seat.body.data.seat).toMatchObject({ status: 'cancelled', payment: 'attention' })
      expect(await batchOf(courseId)).toMatchObject({ state: 'cancelled', meetings: [] })
      const late = await app.http('POST', '/api/enrollments', {
        body: { ...seatOf, courseId, batchId: id },
      })
      expect([late.status, late.body.code]).toEqual([409, 'batch_changed'])
      // A second cancellation changes nothing, and a cancelled batch cannot be changed.
      expect(await ok(as('POST', `/${id}/cancel`, { reason }))).toEqual({
        id,
        moved: 0,
        left: [],
        seats: 0,
        waiting: 0,
        paid: 0,
        paidAmount: 0,
      })
      expect((await as('PUT', `/${id}`, { isClosed: true })).body.error).toContain('is cancelled')
      const calendar = await app.http('GET', `/calendar/${id}.ics`)
      expect(calendar.text.match(/STATUS:CANCELLED/g)).toHaveLength(2)
      const sheet = await app.http('GET', '/api/admin/day-sheet?day=2026-03-12', { token: staff.token })
      expect(sheet.body.data.rosters).toEqual([])
      // Adding a batch on the same day restores the cancelled batch without its former students.
      expect(await ok(as('POST', '', { courseId, day: '2026-03-12' }))).toMatchObject({ id, taken: 0 })
      expect(await lettersTo(app, 'waiting@mail.example')).toHaveLength(3)
      // An unconfirmed place gets no letter, because its owner may never have asked.
      expect((await lettersTo(app, 'asked@mail.example')).map(({ template }) => template)).toEqual([
        'waiting-list-confirm',
      ])
    })

    test('a paid seat of a cancelled batch is confirmed when staff move it, with one e-mail about the move', async () => {
      const { id: courseId } = await addCourse(app)
      const seat = await enrol(app, courseId)
      const unpaid = await enrol(app, courseId, { email: 'devi@mail.example', phone: '9876543211' })
      await confirm(app, seat.id, staff.token)
      const { id } = await batchOf(courseId)
      const other = await ok(as('POST', '', { courseId, day: '2026-04-01' }))
      await ok(as('POST', `/${id}/cancel`, { reason: 'Rain' }))
      const move = (seatId: string) =>
        app.http('POST', `/api/admin/seats/enrolment/${seatId}/move`, {
          token: staff.token,
          body: { from: id, to: other.id },
        })
      expect((await move(unpaid.id)).status).toBe(409)
      const moved = await move(seat.id)
      expect(moved.status, moved.text).toBe(200)
      const now = await app.http('GET', `/api/admin/seats/enrolment/${seat.id}`, { token: staff.token })
      expect(now.body.data).toMatchObject({
        seat: { status: 'confirmed', payment: 'paid' },
        batch: { id: other.id, taken: 1 },
      })
      expect(await seatCounts(app, courseId)).toMatchObject({ taken: 1, live: 1 })
      await letterOf('meena@mail.example', 'enrolment-confirmed')
      expect((await letterOf('meena@mail.example', 'seat-moved')).text).toContain('1 April 2026')
    })

    test('cancelling a batch moves as many seats as the other batch can take, confirmed seats first, and names the rest', async () => {
      const { id: courseId } = await addCourse(app)
      const unpaid = await enrol(app, courseId, { email: 'devi@mail.example', phone: '9876543211' })
      const paid = await enrol(app, courseId, { email: 'meena@mail.example', phone: '9876543210' })
      await confirm(app, paid.id, staff.token)
      const { id } = await batchOf(courseId)
      const other = await ok(as('POST', '', { courseId, day: '2026-04-01', capacity: 1 }))
      const elsewhere = await batchOf((await addCourse(app)).id)
      for (const moveTo of [id, elsewhere.id, 'unknown']) {
        const refused = await as('POST', `/${id}/cancel`, { reason: 'Rain', moveTo })
        expect([refused.status, Object.keys(refused.body.fields)]).toEqual([409, ['moveTo']])
      }
      expect(await seatCounts(app, courseId)).toMatchObject({ taken: 2, live: 2 })
      const reason = 'Our teacher has fallen ill.'
      const left = [{ name: 'Meena Krishnan', reference: unpaid.reference }]
      expect(await ok(as('POST', `/${id}/cancel`, { reason, moveTo: other.id }))).toEqual({
        id,
        moved: 1,
        left,
        seats: 1,
        waiting: 0,
        paid: 0,
        paidAmount: 0,
      })
      const { data } = (
        await app.http('GET', `/api/admin/seats/enrolment/${paid.id}`, { token: staff.token })
      ).body
      expect(data).toMatchObject({
        seat: { status: 'confirmed', payment: 'paid' },
        batch: { id: other.id, taken: 1 },
      })
      const templatesTo = async (email: string) =>
        (await lettersTo(app, email))
          .filter(({ template }) => ['seat-moved', 'batch-cancelled'].includes(template))
          .map(({ template }) => template)
      expect([await templatesTo('meena@mail.example'), await templatesTo('devi@mail.example')]).toEqual([
        ['seat-moved'],
        ['batch-cancelled'],
      ])
      const letter = (await letterOf('meena@mail.example', 'seat-moved')).text
      expect(letter).toContain(`has been cancelled. ${reason}`)
      expect(letter).toContain('1 April 2026')
      expect(await seatCounts(app, courseId)).toMatchObject({ taken: 1, live: 1 })
    })

    test('no seat remains in a batch that is cancelled while people enrol and pay', async () => {
      const { id: courseId } = await addCourse(app, { capacity: null })
      const seats = await Promise.all(
        [1, 2, 3].map((n) => enrol(app, courseId, { email: `s${n}@mail.example`, phone: `987654320${n}` })),
      )
      const { id } = await batchOf(courseId)
      const statuses = await Promise.all([
        ...seats.map(({ id }) => confirm(app, id, staff.token)),
        as('POST', `/${id}/cancel`, { reason: 'Rain' }),
        ...[4, 5, 6].map((n) =>
          app.http('POST', '/api/enrollments', {
            body: {
              fullName: 'Kavya',
              email: `s${n}@mail.example`,
              phone: `987654320${n}`,
              paymentMethod: 'UPI',
              courseId,
              batchId: id,
            },
          }),
        ),
      ])
      expect(countsByStatus(statuses)[500]).toBeUndefined()
      expect(await seatCounts(app, courseId)).toMatchObject({ taken: 0, live: 0 })
    })
  })

  test('the first date of a class becomes the date of its reserved places, and their holds begin at that moment', async () => {
    const { id: courseId } = await addUndatedCourse(app)
    await enrol(app, courseId)
    const undated = await batchOf(courseId)
    const held = () =>
      app.db.read.selectFrom('seat').select('hold_until').where('batch_id', '=', undated.id).execute()
    expect(await held()).toEqual([{ hold_until: null }])
    const added = await ok(as('POST', '', { courseId, day: '2026-04-10', time: '10:00', capacity: 12 }))
    expect(added).toMatchObject({ id: undated.id, day: '2026-04-10', capacity: 12, taken: 1 })
    expect([await held(), await seatCounts(app, courseId)]).toEqual([
      [{ hold_until: expect.any(String) }],
      { taken: 1, live: 1, capacity: 12 },
    ])
  })

  describe('sessions of a batch', () => {
    test.each([
      [[at('2026-02-30')], { 'meetings.0.day': noDay }],
      [[at('2026-03-12', '1000')], { 'meetings.0.from': noTime }],
      [[at('2026-03-12', '12:00', '12:00')], { 'meetings.0.to': 'Enter an end time after the start time' }],
      [
        [at('2026-03-12', '10:00', '12:00', { topic: 'x'.repeat(121) })],
        { 'meetings.0.topic': 'Use at most 120 characters' },
      ],
      [
        [at('2026-03-12'), at('2026-03-12', '11:59', '13:00')],
        { 'meetings.1.from': 'Two sessions of this batch are at the same time. Change one of them.' },
      ],
      [
        [at('2026-03-12', '10:00', '12:00', { roomId: 'nowhere' })],
        { 'meetings.0.roomId': 'That room no longer exists. Choose another one.' },
      ],
      [Array.from({ length: 201 }, () => at('2026-03-12')), { meetings: 'Add at most 200 sessions' }],
    ])(
      'sessions with an invalid field are refused with a sentence beside the field (case %#)',
      async (meetings, fields) => {
        const { id } = await batchOf((await addCourse(app)).id)
        const answer = await as('PUT', `/${id}/meetings`, { meetings })
        expect([answer.status, answer.body.fields]).toEqual([400, fields])
      },
    )

    test('a batch begins with its first session and ends with its last, and moving the batch moves all sessions', async () => {
      const { id: courseId, slug } = await addCourse(app)
      const { id } = await batchOf(courseId)
      const meetings = [at('2026-03-24'), at('2026-03-17', '09:00', '11:00'), at('2026-03-19')]
      const planned = await ok(as('PUT', `/${id}/meetings`, { meetings, version: 1 }))
      expect(planned).toMatchObject({ day: '2026-03-17', time: '09:00', endsOn: '2026-03-24', version: 2 })
      expect((await as('PUT', `/${id}/meetings`, { meetings: [], version: 1 })).status).toBe(409)
      expect((await as('PUT', `/${id}`, { time: '08:00' })).body.fields.time).toContain(
        'The start time of this batch is the time of its first session',
      )
      const moved = await ok(as('PUT', `/${id}`, { day: '2026-03-18' }))
      expect(moved.meetings.map(({ day }: { day: string }) => day)).toEqual([
        '2026-03-18',
        '2026-03-20',
        '2026-03-25',
      ])
      expect(moved.endsOn).toBe('2026-03-25')
      // The class form moves the sessions too.
      const put = await app.http('PUT', `/api/admin/AdminClasses/${courseId}`, {
        token: staff.token,
        body: { nextbatch: '2026-03-17' },
      })
      expect(put.status, put.text).toBe(200)
      expect((await app.http('GET', `/api/courses/${slug}`)).body.batches[0].meetings).toMatchObject([
        { day: '2026-03-17', from: '09:00', to: '11:00' },
        { day: '2026-03-19' },
        { day: '2026-03-24' },
      ])
    })

    test('a session on a closed day is refused with a message that names the day, unless staff say that the batch meets anyway', async () => {
      const days = { day: '2026-03-19', closedFor: 'Ugadi' }
      await ok(app.http('POST', '/api/admin/delivery-days', { token: staff.token, body: days }))
      const hours = { id: 'sunday', office_day: 'Sunday', open_time: '', close_time: '' }
      await app.db.write
        .insertInto('office_hours')
        .values({ ...hours, is_holiday: 1 })
        .execute()
      const { id: courseId } = await addCourse(app)
      const { id } = await batchOf(courseId)
      const [open, ugadi, sunday] = [at('2026-03-12'), at('2026-03-19'), at('2026-03-22')]
      const refused = await as('PUT', `/${id}/meetings`, { meetings: [open, ugadi, sunday] })
      expect([refused.status, refused.body.error, refused.body.fields, refused.body.details]).toEqual([
        400,
        'The school is closed on Thursday 19 March 2026 (Ugadi) and Sunday 22 March 2026. Choose another day, or confirm that the batch meets anyway.',
        {
          'meetings.1.day': 'The school is closed on this day for Ugadi',
          'meetings.2.day': 'The school is closed on this day',
        },
        { closedDays: ['2026-03-19', '2026-03-22'] },
      ])
      expect((await batchOf(courseId)).meetings).toEqual([])
      const { meetings } = await ok(
        as('PUT', `/${id}/meetings`, { meetings: [open, ugadi], meetsAnyway: true }),
      )
      // A session that staff have allowed on a closed day stays; a session on another closed day is refused again.
      await ok(as('PUT', `/${id}/meetings`, { meetings: [meetings[0], { ...meetings[1], topic: 'Torans' }] }))
      const again = await as('PUT', `/${id}/meetings`, { meetings: [{ ...meetings[0], day: '2026-03-22' }] })
      expect(Object.keys(again.body.fields)).toEqual(['meetings.0.day'])
    })

    test('saving changed sessions sends one e-mail with old and new times, and keeps a removed session as cancelled', async () => {
      const { id: courseId } = await addCourse(app)
      await enrol(app, courseId)
      const { id } = await batchOf(courseId)
      const roomId = await addRoom('Jasmine Studio')
      const first = await ok(
        as('PUT', `/${id}/meetings`, { meetings: [at('2026-03-12'), at('2026-03-13'), at('2026-03-14')] }),
      )
      const [a, b] = first.meetings
      await ok(as('PUT', `/${id}/meetings`, { meetings: first.meetings }))
      const changed = { ...b, from: '11:00', roomId, topic: 'Wiring' }
      await ok(as('PUT', `/${id}/meetings`, { meetings: [a, changed, at('2026-03-20')] }))
      const letters = (await lettersTo(app, 'meena@mail.example')).filter(
        ({ template }) => template === 'sessions-changed',
      )
      expect(letters).toHaveLength(2)
      expect(letters.map(({ data }) => (data['changes'] as object[]).length).sort()).toEqual([3, 3])
      const changes = letters.map(({ data }) => data['changes'])
      expect(changes).toContainEqual([
        { was: 'Saturday 14 March 2026, 10:00 am to 12:00 pm', now: null },
        {
          was: 'Friday 13 March 2026, 10:00 am to 12:00 pm',
          now: 'Friday 13 March 2026, 11:00 am to 12:00 pm, Jasmine Studio, Wiring',
        },
        { was: null, now: 'Friday 20 March 2026, 10:00 am to 12:00 pm' },
      ])
      const rows = await app.db.read
        .selectFrom('meeting')
        .select(['held_on', 'sequence', 'cancelled_at'])
        .orderBy('held_on')
        .execute()
      expect(rows).toEqual([
        { held_on: '2026-03-12', sequence: 0, cancelled_at: null },
        { held_on: '2026-03-13', sequence: 1, cancelled_at: null },
        { held_on: '2026-03-14', sequence: 1, cancelled_at: testNow },
        { held_on: '2026-03-20', sequence: 0, cancelled_at: null },
      ])
    })

    test.each(['roomId', 'instructorId'] as const)(
      'two sessions at one time with the same %s are refused, and the refusal names the other session',
      async (what) => {
        const [one, other] = [await addCourse(app, { title: 'Garlands' }), await addCourse(app)]
        const taken =
          what === 'roomId'
            ? await addRoom('Jasmine Studio')
            : await addInstructor(`Anu ${engine} ${Math.random()}`)
        const [first, second] = [await batchOf(one.id), await batchOf(other.id)]
        await ok(as('PUT', `/${first.id}`, { [what]: taken }))
        await ok(as('PUT', `/${first.id}/meetings`, { meetings: [at('2026-03-12')] }))
        const own = { [what]: taken }
        const clash = await as('PUT', `/${second.id}/meetings`, {
          meetings: [at('2026-03-11'), at('2026-03-12', '11:30', '13:00', own)],
        })
        expect([clash.status, clash.body.fields[`meetings.1.${what}`]]).toEqual([
          400,
          expect.stringMatching(
            /(is taken by|teaches) “Garlands” on .*12 March 2026, 10:00 am to 12:00 pm\./,
          ),
        ])
        // Sessions one after the other do not clash. Sessions on another day and cancelled sessions do not clash
        // either.
        await ok(as('PUT', `/${second.id}/meetings`, { meetings: [at('2026-03-12', '12:00', '13:00', own)] }))
        expect(
          (await as('PUT', `/${first.id}/meetings`, { meetings: [at('2026-03-12', '12:30', '14:00')] }))
            .status,
        ).toBe(400)
        await ok(as('PUT', `/${second.id}/meetings`, { meetings: [at('2026-03-13', '10:00', '12:00', own)] }))
        // A move of the batch or a new room of the batch is refused too.
        expect((await as('PUT', `/${second.id}`, { day: '2026-03-12' })).body.fields.day).toContain(
          'Garlands',
        )
        await ok(as('PUT', `/${second.id}/meetings`, { meetings: [at('2026-03-12')] }))
        expect((await as('PUT', `/${second.id}`, own)).body.fields[what]).toContain('Garlands')
        await ok(as('PUT', `/${first.id}/meetings`, { meetings: [] }))
        await ok(as('PUT', `/${second.id}`, own))
      },
    )

    /** Two classes request the same room for the same hours at once. */
    async function race(servers: readonly TestApp[]) {
      const roomId = await addRoom(`Studio ${Math.random()}`)
      const ids: string[] = []
      for (const title of ['Garlands', 'Bouquets']) {
        ids.push((await batchOf((await addCourse(app, { title })).id)).id)
      }
      const answers = await Promise.all(
        ids.map((id, n) =>
          as(
            'PUT',
            `/${id}/meetings`,
            { meetings: [at('2026-03-12', '10:00', '12:00', { roomId })] },
            servers[n % servers.length],
          ),
        ),
      )
      return countsByStatus(answers)
    }

    test('one of two classes that simultaneously request one room for the same hours gets the room', async () => {
      for (let round = 0; round < 3; round++) expect(await race([app])).toEqual({ 200: 1, 400: 1 })
    })

    if (engine === 'postgres') {
      test('one of two classes that simultaneously request one room from two servers gets the room', async () => {
        const second = await startApp({ sharing: app })
        try {
          for (let round = 0; round < 3; round++)
            expect(await race([app, second])).toEqual({ 200: 1, 400: 1 })
        } finally {
          await second.stop()
        }
      })

      // SQLite would hide the missing lock, because it allows only one writer at a time.
      test('control: without the lock on the room, both classes get the room', async () => {
        const bothHaveLooked = meetingOf(2)
        const { listOthersOn } = meetings
        vi.spyOn(meetings, 'listOthersOn').mockImplementation(async (tx, ...asked) => {
          const others = await listOthersOn(tx, ...asked)
          await bothHaveLooked()
          return others
        })
        vi.spyOn(meetings, 'lockPlaces').mockImplementation(async (tx, roomIds) => {
          const rows = await tx.selectFrom('room').selectAll().where('id', 'in', roomIds).execute()
          return {
            rooms: new Map(rows.map(({ id, name }) => [id, { name, isGone: false }])),
            instructors: new Map(),
          }
        })
        try {
          expect(await race([app])).toEqual({ 200: 2 })
        } finally {
          vi.restoreAllMocks()
        }
      })
    }
  })

  test('the calendar file has an event with its room for each session, and the day sheet shows each session', async () => {
    const { id: courseId } = await addCourse(app, { instructor: 'Anu' })
    const { id } = await batchOf(courseId)
    const room = { name: 'Rose Studio', address: '12, Luz\nChennai' }
    const answer = await app.http('POST', '/api/admin/rooms', { token: staff.token, body: room })
    const meetings = [
      at('2026-03-12'),
      at('2026-03-17', '14:00', '16:00', { roomId: answer.body.data.id, topic: 'Wiring' }),
    ]
    const planned = await ok(as('PUT', `/${id}/meetings`, { meetings }))
    await ok(as('PUT', `/${id}`, { roomId: await addRoom('Jasmine Studio') }))
    const { text } = await app.http('GET', `/calendar/${id}.ics`)
    const events = text.replaceAll('\r\n ', '').split('BEGIN:VEVENT').slice(1)
    expect(events).toHaveLength(2)
    expect(events[1]).toContain(`UID:${planned.meetings[1].id}@malar`)
    expect(events[1]).toContain('DTSTART;TZID=Asia/Kolkata:20260317T140000')
    expect(events[1]).toContain('DTEND;TZID=Asia/Kolkata:20260317T160000')
    expect(events[1]).toContain('LOCATION:Rose Studio\\, 12\\, Luz\\, Chennai')
    expect(events[0]).toMatch(/LOCATION:Jasmine Studio\\, Malar/)
    const sheet = async (day: string) =>
      (await app.http('GET', `/api/admin/day-sheet?day=${day}`, { token: staff.token })).body.data
    expect(await sheet('2026-03-17')).toMatchObject({
      rosters: [
        {
          batch: { id },
          sessions: [{ from: '14:00', to: '16:00', room: 'Rose Studio', instructor: 'Anu', topic: 'Wiring' }],
        },
      ],
      previousDay: '2026-03-12',
      nextDay: null,
    })
    expect((await sheet('2026-03-13')).rosters).toEqual([])
    await ok(as('PUT', `/${id}/meetings`, { meetings: [planned.meetings[0]] }))
    const later = (await app.http('GET', `/calendar/${id}.ics`)).text
    expect(later).toContain('STATUS:CANCELLED')
    expect((await sheet('2026-03-17')).rosters).toEqual([])
  })
})
