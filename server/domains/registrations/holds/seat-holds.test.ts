import { beforeEach, describe, expect, test } from 'vitest'
import { signedIn } from '../../../../tests/harness/callers.ts'
import { paymentsOf } from '../../../../tests/harness/ledger.ts'
import { newestLetterTo } from '../../../../tests/harness/letters.ts'
import { onEachEngine, onSqlite, partOnSqlite } from '../../../../tests/harness/on-each-engine.ts'
import {
  addCourse,
  addUndatedCourse,
  bookingBody,
  enrol,
  hold,
  holdBody,
  messagesAbout,
  seatCounts,
} from '../../../../tests/harness/seats.ts'
import { cancelSeat } from '../seats/seat-ends.ts'
import { moveSeat } from '../seats/seat-moves.ts'
import { expireSilentHolds } from './seat-holds.service.ts'

const minute = 60_000
const start = '2026-03-02T06:30:00.000Z'
const rest = 'If you’ve paid, your money is safe. We’ll look for it under'
const gone = `The hold on your seat has ended, and someone else took the last seat. ${rest}`

onEachEngine('the holds of the booking dialog', { env: { PAYMENT_PROVIDER: 'upi' } }, (app, engine) => {
  // Each test begins without a live hold.
  beforeEach(async () => {
    app.deps.clock.set('2027-01-01T00:00:00.000Z')
    await endHolds()
    app.deps.clock.set(start)
  })
  const post = (body: unknown) => app.http('POST', '/api/seat-holds', { body })
  const look = async (id: string) => (await app.http('GET', `/api/seat-holds/${id}`)).body
  const giveBack = (id: string) => app.http('DELETE', `/api/seat-holds/${id}`)
  const complete = (courseId: string, holdId: string, changes = {}) =>
    app.http('POST', '/api/events_enrollments', { body: bookingBody(courseId, { holdId, ...changes }) })
  const endHolds = () => expireSilentHolds(app.app.services.registrationDeps)
  const messages = () => app.db.read.selectFrom('outbox').select('cause').execute()

  partOnSqlite(engine, 'dialog holds that are refused', () => {
    test.each([
      ['firstName', ' ', 'First name is required'],
      ['lastName', undefined, 'Last name is required'],
      ['email', 'arun@mail', 'Please enter a valid email address'],
      ['phone', '1234567890', 'Please enter a valid 10-digit WhatsApp number (starting with 6-9)'],
    ])('a dialog hold with the field %s as %j is refused: "%s"', async (field, value, sentence) => {
      const course = await addCourse(app)
      const answer = await post(holdBody(course.id, { [field]: value }))
      expect([answer.status, answer.body.fields]).toEqual([400, { [field]: sentence }])
      expect(await seatCounts(app, course.id)).toMatchObject({ taken: 0, live: 0 })
    })

    test('a dialog hold is refused for an event that is unknown, over, undated or full, and for an unknown batch', async () => {
      expect((await post(holdBody('unknown'))).status).toBe(404)
      const over = await addCourse(app, { nextbatch: '2026-03-01' })
      const undated = await addUndatedCourse(app)
      for (const { id } of [over, undated]) expect((await post(holdBody(id))).status).toBe(409)
      const full = await addCourse(app, { capacity: 1 })
      await enrol(app, full.id)
      const answer = await post(holdBody(full.id))
      expect([answer.status, answer.body.code]).toEqual([409, 'batch_full'])
      const course = await addCourse(app)
      expect((await post(holdBody(course.id, { batchId: 'another' }))).status).toBe(409)
    })

    test('a request for an unknown dialog hold is answered with 404', async () => {
      expect((await app.http('GET', '/api/seat-holds/unknown')).status).toBe(404)
      const answer = await giveBack('unknown')
      expect([answer.status, answer.body.error]).toEqual([
        404,
        'This seat is no longer held. Choose it again.',
      ])
    })
  })

  test('thirty equal requests at once from the dialog’s second step make one hold', async () => {
    const course = await addCourse(app, { capacity: 5 })
    const answers = await Promise.all(Array.from({ length: 30 }, () => post(holdBody(course.id))))
    answers.push(await post(holdBody(course.id, { email: 'ARUN@mail.example' })))
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1)
    expect(await seatCounts(app, course.id)).toMatchObject({ taken: 1, live: 1 })
  })

  describe('a dialog hold that was completed into a booking', () => {
    test('a completed hold shows what it held, also after its booking is moved and cancelled', async () => {
      const course = await addCourse(app, { capacity: 5 })
      const held = await hold(app, course.id, { seats: 2 })
      const { id } = held
      expect((await complete(course.id, id)).status).toBe(201)
      const { now: _1, secondsLeft: _2, ...shown } = held
      const completed = { ...shown, state: 'completed', bookingId: id, secondsLeft: 0 }
      expect(await look(id)).toMatchObject(completed)
      expect((await giveBack(id)).body.data).toMatchObject(completed)
      const { services } = app.app
      const batch = { courseId: course.id, day: '2026-03-20', time: null, capacity: 5 }
      const to = await app.db.transaction((tx) => services.courses.addBatch(tx, batch, null))
      await app.db.transaction(async (tx) => {
        const { registrationDeps } = services
        const way = { from: held.batchId, to: to.id }
        await moveSeat(registrationDeps, tx, 'event-booking', id, way, { holdHours: 48 }, null)
        await cancelSeat(registrationDeps, tx, 'event-booking', id)
      })
      expect(await look(id)).toMatchObject(completed)
    })

    test('a repeated request finds its booking after staff moved the booking to another batch', async () => {
      const course = await addCourse(app, { capacity: 5 })
      const held = await hold(app, course.id)
      const named = { batchId: held.batchId }
      const first = await complete(course.id, held.id, named)
      const batch = { courseId: course.id, day: '2026-03-20', time: null, capacity: 5 }
      await app.db.transaction(async (tx) => {
        const { courses, registrationDeps } = app.app.services
        const { id: to } = await courses.addBatch(tx, batch, null)
        const way = { from: held.batchId, to }
        await moveSeat(registrationDeps, tx, 'event-booking', held.id, way, { holdHours: 48 }, null)
      })
      const again = await complete(course.id, held.id, named)
      expect([again.status, again.body.data.id]).toEqual([201, first.body.data.id])
    })

    test('staff who send a booking with and without its hold at once make one booking', async () => {
      const { token } = await signedIn(app, 'owner')
      const course = await addCourse(app)
      const { id } = await hold(app, course.id)
      const answers = await Promise.all(
        Array.from({ length: 8 }, (_, n) => {
          const body = bookingBody(course.id, n % 2 ? { holdId: id } : {})
          return app.http('POST', '/api/events_enrollments', { body, token })
        }),
      )
      expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201))
      expect(new Set(answers.map(({ body }) => body.data.id)).size).toBe(1)
    })
  })

  test('completing, giving back and ending one hold at the same moment make one booking', async () => {
    for (let round = 0; round < 3; round++) {
      const course = await addCourse(app, { capacity: 1 })
      const { id } = await hold(app, course.id)
      app.deps.clock.advance(15 * minute)
      const answers = await Promise.all([
        ...Array.from({ length: 6 }, () => complete(course.id, id)),
        giveBack(id),
        endHolds().then(() => ({ status: 200, body: {} })),
        giveBack(id),
      ])
      expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201, 201, 200, 200, 200])
      expect(new Set(answers.slice(0, 6).map(({ body }) => body.data.id)).size).toBe(1)
      expect(await seatCounts(app, course.id)).toEqual({ taken: 1, live: 1, capacity: 1 })
    }
  })

  partOnSqlite(engine, 'dialog holds one at a time', () => {
    test('opening step 2 of the booking dialog holds a seat for 15 minutes, returns the seconds left and sends no e-mail', async () => {
      const course = await addCourse(app, { capacity: 1 })
      const before = await messages()
      const held = await hold(app, course.id)
      expect(held).toEqual({
        id: expect.stringMatching(/^[\w-]{22}$/),
        reference: expect.stringMatching(/^MAL-/),
        state: 'live',
        until: '2026-03-02T06:45:00.000Z',
        now: start,
        secondsLeft: 900,
        eventId: course.id,
        batchId: expect.any(String),
        batch: '2026-03-12',
        seats: 1,
        amount: '12500.00',
        bookingId: null,
      })
      expect(await seatCounts(app, course.id)).toEqual({ taken: 1, live: 1, capacity: 1 })
      expect(
        (await post(holdBody(course.id, { transactionId: 'OTHER', email: 'x@mail.example' }))).status,
      ).toBe(409)
      app.deps.clock.advance(4 * minute + 300)
      expect(await look(held.id)).toMatchObject({ state: 'live', secondsLeft: 659 })
      expect(JSON.stringify(await look(held.id))).not.toMatch(/arun|8765432109/i)
      expect(await messages()).toEqual(before)
    })

    test('a hold that became an enrolment blocks a second hold or booking of the same person', async () => {
      const course = await addCourse(app, { capacity: 9 })
      const { id } = await hold(app, course.id)
      const { email, phone } = bookingBody(course.id)
      await enrol(app, course.id, { email, phone, knownHolds: [id] })
      expect(await look(id)).toMatchObject({ state: 'completed', bookingId: id })
      expect((await post(holdBody(course.id, { seats: 2 }))).body.code).toBe('already_enrolled')
      const booked = await app.http('POST', '/api/events_enrollments', { body: bookingBody(course.id) })
      expect(booked.body.code).toBe('already_enrolled')
      expect(await seatCounts(app, course.id)).toMatchObject({ taken: 1, live: 1 })
    })

    test('giving a hold back frees the seat immediately, and a repeat changes nothing', async () => {
      const course = await addCourse(app, { capacity: 1 })
      const { id } = await hold(app, course.id)
      for (let count = 0; count < 3; count++) {
        const answer = await giveBack(id)
        expect([answer.status, answer.body.data.state, answer.body.data.secondsLeft]).toEqual([
          200,
          'released',
          0,
        ])
      }
      expect(await seatCounts(app, course.id)).toMatchObject({ taken: 0, live: 0 })
      expect((await hold(app, course.id)).id).not.toBe(id)
    })

    test('an expired hold ends exactly once', async () => {
      const course = await addCourse(app, { capacity: 1 })
      const { id } = await hold(app, course.id)
      app.deps.clock.advance(15 * minute - 1)
      expect(await endHolds()).toBe(0)
      app.deps.clock.advance(1)
      // The hold is over, but the expiry loop has not run yet.
      expect(await look(id)).toMatchObject({ state: 'ended', secondsLeft: 0 })
      const ended = await Promise.all([endHolds(), endHolds(), endHolds()])
      expect(ended.reduce((sum, count) => sum + count)).toBe(1)
      expect(await look(id)).toMatchObject({ state: 'ended', bookingId: null })
      expect((await giveBack(id)).body.data.state).toBe('ended')
      expect(await seatCounts(app, course.id)).toMatchObject({ taken: 0, live: 0 })
    })

    test.each([
      ['10:00', '2026-03-02T04:25:00.000Z', '2026-03-02T04:30:00.000Z'],
      [null, '2026-03-02T18:20:00.000Z', '2026-03-02T18:30:00.000Z'],
    ])(
      'no dialog hold outlasts the start of its batch: begins at %s, held at %s',
      async (startTime, now, until) => {
        app.deps.clock.set(now)
        const course = await addCourse(app, { nextbatch: '2026-03-02', startTime })
        expect((await hold(app, course.id)).until).toBe(until)
      },
    )

    test('completing a hold makes a pending booking with the hold’s reference, and takes no second seat', async () => {
      const course = await addCourse(app, { capacity: 1 })
      const { id, reference } = await hold(app, course.id)
      app.deps.clock.advance(14 * minute)
      const answers = [await complete(course.id, id), await complete(course.id, id)]
      answers.push(...(await Promise.all([complete(course.id, id), complete(course.id, id)])))
      expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1)
      expect(answers[0]?.body.data).toMatchObject({ reference, amount: '12500.00', status: 'pending' })
      const bookingId = answers[0]?.body.data.id
      expect(await look(id)).toMatchObject({ state: 'completed', bookingId, secondsLeft: 0 })
      expect((await giveBack(id)).body.data.state).toBe('completed')
      expect(await endHolds()).toBe(0)
      expect(await seatCounts(app, course.id)).toEqual({ taken: 1, live: 1, capacity: 1 })
      expect(await messagesAbout(app, bookingId)).toContain('booking-received email arun@mail.example')
      expect(await paymentsOf(app, bookingId)).toMatchObject([
        { status: 'claimed', provider_reference: null, amount_in_paise: 1_250_000 },
      ])
    })

    test('a booking whose payment is being checked cannot be released, and the refusal says to call', async () => {
      const course = await addCourse(app)
      const { id } = (await complete(course.id, (await hold(app, course.id)).id)).body.data
      const answer = await app.http('POST', `/api/enrollments/${id}/release`)
      expect([answer.status, answer.body.error]).toEqual([
        409,
        'This seat is paid for, or its payment is being checked. Please call us to cancel it.',
      ])
      expect(await seatCounts(app, course.id)).toMatchObject({ taken: 1, live: 1 })
    })

    test('a booking has the price of its hold', async () => {
      const course = await addCourse(app)
      const { id } = await hold(app, course.id)
      await app.app.services.courses.updateClass(course.id, { price: 2_000_000 }, null)
      expect((await complete(course.id, id)).body.data.amount).toBe('12500.00')
    })

    test.each(['given back', 'ended'])(
      'a late booking takes a seat again when its hold was %s',
      async (how) => {
        const course = await addCourse(app, { capacity: 1 })
        const { id, reference } = await hold(app, course.id)
        if (how === 'ended') {
          app.deps.clock.advance(20 * minute)
          await endHolds()
        } else await giveBack(id)
        const answer = await complete(course.id, id)
        expect([answer.status, answer.body.data?.status, answer.body.data?.reference]).toEqual([
          201,
          'pending',
          reference,
        ])
        expect(await seatCounts(app, course.id)).toEqual({ taken: 1, live: 1, capacity: 1 })
      },
    )

    test('a late booking without a seat left leaves its payment claim for staff', async () => {
      const course = await addCourse(app, { capacity: 1 })
      const { id, reference } = await hold(app, course.id)
      app.deps.clock.advance(15 * minute)
      await endHolds()
      await enrol(app, course.id)
      const answers = [await complete(course.id, id), await complete(course.id, id)]
      for (const { status, body } of answers) {
        expect([status, body.code, body.details.reference]).toEqual([409, 'batch_full', reference])
        expect(body.error).toBe(
          `${gone} ${reference}, and call you about another batch or a refund. If you haven’t paid, there’s nothing to pay.`,
        )
      }
      const bookingId = (await look(id)).bookingId as string
      expect(await paymentsOf(app, bookingId)).toMatchObject([
        { status: 'claimed', provider_reference: null, amount_in_paise: 1_250_000 },
      ])
      expect(await messagesAbout(app, bookingId)).toEqual([
        'school-notice email hello@malar.example',
        'seat-missing chat 8765432109',
        'seat-missing email arun@mail.example',
      ])
      expect(await seatCounts(app, course.id)).toEqual({ taken: 1, live: 1, capacity: 1 })
    })

    test('a late free booking without a seat left is refused without mentioning payment', async () => {
      const course = await addCourse(app, { capacity: 1, price: 0 })
      const { id } = await hold(app, course.id)
      app.deps.clock.advance(16 * minute)
      await endHolds()
      await enrol(app, course.id, { email: 'quicker@mail.example' })
      const { status, body } = await complete(course.id, id)
      expect([status, body.code]).toEqual([409, 'batch_full'])
      expect(body.error).not.toMatch(/paid|money|pay\b/)
      expect(body.details?.reference).toBeUndefined()
      expect(await seatCounts(app, course.id)).toEqual({ taken: 1, live: 1, capacity: 1 })
    })

    test.each([
      ['does not take place', 'cancelled', 'This batch was cancelled.'],
      ['has begun', 'running', 'The hold on your seat has ended, and the batch has begun.'],
    ])(
      'the answer to a booking whose batch %s says so, and does not ask for payment',
      async (_, batch, why) => {
        const course = await addCourse(app, { nextbatch: '2026-03-02', startTime: '12:05' })
        const email = `${batch}@mail.example`
        const { id, reference, batchId } = await hold(app, course.id, { email })
        if (batch === 'cancelled') {
          const { token } = await signedIn(app, 'owner')
          const body = { reason: 'The hall is closed.' }
          const cancelled = await app.http('POST', `/api/admin/batches/${batchId}/cancel`, { token, body })
          expect(cancelled.status, cancelled.text).toBe(200)
        } else {
          app.deps.clock.advance(5 * minute)
          await endHolds()
        }
        const answer = await complete(course.id, id, { email })
        expect([answer.status, answer.body.error]).toEqual([
          409,
          `${why} ${rest} ${reference}, and call you about another batch or a refund. If you haven’t paid, there’s nothing to pay.`,
        ])
        const view = (await app.http('GET', `/api/enrollments/${answer.body.details.id}`)).body
        expect(view).toMatchObject({
          status: 'expired',
          reported: false,
          payment: { provider: 'upi', checking: true, upi: null },
          ended: { at: null, courseId: course.id, batch },
        })
        const { text } = await newestLetterTo(app, email)
        expect(text).not.toContain('seat had been taken')
        expect(text).toContain(batch === 'running' ? 'the batch had begun' : 'this batch had been cancelled')
      },
    )

    test('a booking that names a hold in another course, or an unknown hold, takes a seat and leaves that hold unchanged', async () => {
      const course = await addCourse(app)
      const other = await addCourse(app)
      const { id } = await hold(app, other.id)
      expect((await complete(course.id, id)).status).toBe(201)
      expect(
        (await complete(course.id, 'unknown', { transactionId: 'T2', email: 'b@mail.example' })).status,
      ).toBe(201)
      expect(await seatCounts(app, course.id)).toMatchObject({ taken: 2, live: 2 })
      expect(await seatCounts(app, other.id)).toMatchObject({ taken: 1, live: 1 })
    })

    test('a class with a held seat cannot be deleted', async () => {
      const course = await addCourse(app)
      await hold(app, course.id)
      await expect(app.app.services.courses.deleteClass(course.id, null)).rejects.toThrow(
        'This class has 1 seat on hold for payment, so you can’t delete it yet.',
      )
    })

    test('a hold that was given back is deleted a week later', async () => {
      const course = await addCourse(app, { nextbatch: '2026-04-12' })
      const { id } = await hold(app, course.id)
      await giveBack(id)
      app.deps.clock.advance(8 * 24 * 60 * minute)
      expect(await app.app.services.housekeeping.keepHouse()).toMatchObject({ begun: expect.any(Number) })
      expect((await app.http('GET', `/api/seat-holds/${id}`)).status).toBe(404)
    })
  })
})

onSqlite('dialog holds with the simulated payment provider', (app) => {
  test('a late booking without a seat left is refused and leaves no booking', async () => {
    const course = await addCourse(app, { capacity: 1 })
    const { id } = await hold(app, course.id)
    await app.http('DELETE', `/api/seat-holds/${id}`)
    await enrol(app, course.id)
    const body = bookingBody(course.id, { holdId: id })
    const answer = await app.http('POST', '/api/events_enrollments', { body })
    expect([answer.status, answer.body.code]).toEqual([409, 'batch_full'])
    expect((await app.http('GET', `/api/seat-holds/${id}`)).body).toMatchObject({
      state: 'released',
      bookingId: null,
    })
    expect(
      await app.db.read
        .selectFrom('seat')
        .select('id')
        .where('transaction_id', '=', body.transactionId)
        .execute(),
    ).toEqual([])
  })
})
