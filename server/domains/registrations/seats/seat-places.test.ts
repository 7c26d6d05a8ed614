import { beforeAll, expect, test } from 'vitest'
import { signedIn } from '../../../../tests/harness/callers.ts'
import { newestLetterTo } from '../../../../tests/harness/letters.ts'
import { onEachEngine } from '../../../../tests/harness/on-each-engine.ts'
import {
  addCourse,
  addUndatedCourse,
  bookingBody,
  confirm,
  enrol,
  enrolmentBody,
  messagesAbout,
  seatCounts,
} from '../../../../tests/harness/seats.ts'
import { expireHeldSeats } from './seat-ends.ts'
import { moveSeat } from './seat-moves.ts'

const hour = 60 * 60_000

onEachEngine('reserved places in a class without a date', (app) => {
  let token: string
  beforeAll(async () => {
    token = (await signedIn(app, 'owner')).token
  })

  const view = async (id: string) => (await app.http('GET', `/api/enrollments/${id}`)).body
  const release = (id: string) => app.http('POST', `/api/enrollments/${id}/release`)
  const date = async (courseId: string, nextbatch: string) => {
    const answer = await app.http('PUT', `/api/admin/AdminClasses/${courseId}`, {
      token,
      body: { nextbatch },
    })
    expect(answer.status, answer.text).toBe(200)
  }

  test('a reserved place asks for no money, accepts none and does not expire', async () => {
    const course = await addUndatedCourse(app)
    const place = await enrol(app, course.id)
    expect(place).toMatchObject({ status: 'pending', holdUntil: null })
    expect(await messagesAbout(app, place.id)).toEqual(
      expect.arrayContaining(['place-reserved email meena@mail.example']),
    )
    const { text } = await newestLetterTo(app, 'meena@mail.example')
    expect(text).toContain('There’s nothing to pay now.')
    expect(text).toContain('Fee, due once there’s a date: ₹12,500')
    expect(text).toContain(`/payment?enrollment=${place.id}`)
    expect(text).not.toMatch(/held|hold your seat/i)
    expect(await view(place.id)).toMatchObject({
      status: 'pending',
      batch: 'Coming soon',
      holdUntil: null,
      payment: { upi: null, checking: false },
    })
    const paid = await confirm(app, place.id)
    expect([paid.status, paid.body.error]).toEqual([
      409,
      'This course has no date yet, so there’s nothing to pay. We’ll write to you as soon as there is one.',
    ])
    app.deps.clock.advance(1000 * hour)
    expect(await expireHeldSeats(app.app.services.registrationDeps)).toBe(0)
    expect(await seatCounts(app, course.id)).toMatchObject({ taken: 1, live: 1 })
    token = (await signedIn(app, 'owner')).token
    app.deps.clock.set('2026-03-02T06:30:00.000Z')
  })

  test('a reserved place gets a hold when staff move it to a dated batch, and loses the hold when staff move it back', async () => {
    // The batch began two hours ago.
    const course = await addCourse(app, { nextbatch: '2026-03-02', startTime: '10:00' })
    const { id: running } = await app.db.read
      .selectFrom('batch')
      .select('id')
      .where('course_id', '=', course.id)
      .executeTakeFirstOrThrow()
    const { id } = await enrol(app, course.id)
    const seat = () =>
      app.db.read
        .selectFrom('seat')
        .select(['batch_id', 'hold_until'])
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
    const { batch_id: undated } = await seat()
    expect(undated).not.toBe(running)
    const move = (from: string, to: string) =>
      app.db.transaction((tx) =>
        moveSeat(
          app.app.services.registrationDeps,
          tx,
          'enrolment',
          id,
          { from, to },
          { holdHours: 48 },
          null,
        ),
      )
    await move(undated, running)
    expect(await seat()).toEqual({ batch_id: running, hold_until: '2026-03-02T18:30:00.000Z' })
    const newestText = async () => (await newestLetterTo(app, 'meena@mail.example')).text
    expect(await newestText()).toMatch(
      /We’ll hold your seat until 3 March 2026 at 12:00 am\. It’s confirmed once we receive your payment\.[^]*\/payment\?enrollment=/,
    )
    await move(running, undated)
    expect(await seat()).toEqual({ batch_id: undated, hold_until: null })
    expect(await newestText()).toMatch(/The date isn’t set yet\.[^]*There’s nothing to pay now\./)
  })

  test('people with a reserved place get an e-mail and holdHours of time to pay when their class gets its date', async () => {
    const course = await addUndatedCourse(app)
    const [first, second] = [
      await enrol(app, course.id),
      await enrol(app, course.id, { email: 'uma@mail.example', phone: '9876543211' }),
    ]
    const paidAtTheCounter = await enrol(app, course.id, { email: 'zara@mail.example', phone: '9876543212' })
    await confirm(app, paidAtTheCounter.id, token)
    app.deps.clock.advance(1000)
    await date(course.id, '2026-03-20')
    for (const { id } of [first, second]) {
      expect(await view(id)).toMatchObject({
        batch: '2026-03-20',
        status: 'pending',
        holdUntil: '2026-03-04T06:30:01.000Z',
      })
      expect((await messagesAbout(app, `${id}:dated`)).length).toBe(2)
    }
    const letter = await newestLetterTo(app, 'uma@mail.example')
    expect(letter.subject).toBe('Bridal Bouquets now has a date')
    expect(letter.text).toContain(`/payment?enrollment=${second?.id}`)
    // The payer's letter has the new date and does not ask for money.
    expect(await messagesAbout(app, `${paidAtTheCounter.id}:dated`)).toEqual([])
    expect((await newestLetterTo(app, 'zara@mail.example')).subject).toBe('Bridal Bouquets has a date')
    app.deps.clock.advance(48 * hour)
    expect(await expireHeldSeats(app.app.services.registrationDeps)).toBe(2)
    expect(await seatCounts(app, course.id)).toMatchObject({ taken: 1, live: 1 })
    token = (await signedIn(app, 'owner')).token
    app.deps.clock.set('2026-03-02T06:30:00.000Z')
  })

  test('reserved places move into the first batch that staff add, and are held until its start at the latest', async () => {
    const course = await addUndatedCourse(app)
    const { id } = await enrol(app, course.id)
    const body = { courseId: course.id, day: '2026-03-03', time: '10:00', capacity: 5 }
    const added = await app.http('POST', '/api/admin/batches', { token, body })
    expect([added.status, added.body.data]).toMatchObject([201, { day: '2026-03-03', taken: 1 }])
    expect(await view(id)).toMatchObject({ batch: '2026-03-03', holdUntil: '2026-03-03T04:30:00.000Z' })
    const small = await addUndatedCourse(app)
    for (const n of [0, 1])
      await enrol(app, small.id, { email: `n${n}@mail.example`, phone: `987654322${n}` })
    const refused = await app.http('POST', '/api/admin/batches', {
      token,
      body: { ...body, courseId: small.id, capacity: 1 },
    })
    expect([refused.status, refused.body.fields?.capacity]).toEqual([
      400,
      '2 seats are already taken. Enter a capacity of 2 or more.',
    ])
  })

  test('a reserved place is released once, and a paid place cannot be released', async () => {
    const course = await addUndatedCourse(app)
    const place = await enrol(app, course.id)
    const answers = await Promise.all([release(place.id), release(place.id), release(place.id)])
    expect(answers.map(({ status, body }) => [status, body.data?.status])).toEqual(
      Array(3).fill([200, 'cancelled']),
    )
    expect((await messagesAbout(app, `${place.id}:let-go`)).length).toBe(2)
    expect(await seatCounts(app, course.id)).toMatchObject({ taken: 0, live: 0 })
    const paid = await enrol(app, course.id, enrolmentBody(course.id))
    await confirm(app, paid.id, token)
    const kept = await release(paid.id)
    expect([kept.status, kept.body.error]).toEqual([
      409,
      'This seat is paid for, or its payment is being checked. Please call us to cancel it.',
    ])
    expect((await release('nobody-knows-it')).status).toBe(404)
  })

  test('an unpaid booking is released once, and a free booking cannot be released', async () => {
    const course = await addCourse(app, { capacity: 1 })
    const book = async (courseId: string) => {
      const body = bookingBody(courseId, { transactionId: `let-go-${courseId.slice(0, 8)}` })
      return (await app.http('POST', '/api/events_enrollments', { body })).body.data
    }
    const { id } = await book(course.id)
    const answers = await Promise.all([release(id), release(id), release(id)])
    expect(answers.map(({ status, body }) => [status, body.data?.status])).toEqual(
      Array(3).fill([200, 'cancelled']),
    )
    expect(await messagesAbout(app, `event-booking:${id}:let-go`)).toHaveLength(2)
    expect(await seatCounts(app, course.id)).toMatchObject({ taken: 0, live: 0 })
    const free = await release((await book((await addCourse(app, { price: 0 })).id)).id)
    expect([free.status, free.body.code]).toEqual([409, 'conflict'])
  })

  test('a class with reserved places cannot be deleted', async () => {
    const course = await addUndatedCourse(app)
    await enrol(app, course.id)
    const answer = await app.http('DELETE', `/api/admin/AdminClasses/${course.id}`, { token })
    expect([answer.status, answer.body.error]).toEqual([
      409,
      '1 person has reserved a place in this class and is waiting for a date. Cancel the place first, so that the person is told.',
    ])
  })
})
