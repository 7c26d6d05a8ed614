import { beforeEach, describe, expect, test } from 'vitest'
import { paymentsOf } from '../../../../tests/harness/ledger.ts'
import { onEachEngine } from '../../../../tests/harness/on-each-engine.ts'
import {
  addCourse,
  book,
  bookingBody,
  confirm,
  enrol,
  enrolmentBody,
  hold,
  holdBody,
  phoneOf,
  seatCounts,
} from '../../../../tests/harness/seats.ts'
import { cancelSeat, expireHeldSeats } from '../seats/seat-ends.ts'
import { expireSilentHolds } from './seat-holds.service.ts'

const minute = 60_000
const start = '2026-03-02T06:30:00.000Z'
const staff = { userId: 'staff', email: 'staff@malar.example' }
const maybe = 'If you already have a seat with these details, we’ve e-mailed you the link to it.'
const five = Array.from({ length: 5 }, () => ({}))
const personOf = (name: string) => {
  const email = `${name}@mail.example`
  return { email, phone: phoneOf(email) }
}
const person = personOf('arun')

onEachEngine(
  'the conditions under which a dialog hold becomes a booking',
  { env: { PAYMENT_PROVIDER: 'upi' } },
  (app) => {
    beforeEach(async () => {
      app.deps.clock.set('2027-01-01T00:00:00.000Z')
      await endHolds()
      app.deps.clock.set(start)
    })
    const services = () => app.app.services
    const endHolds = async () =>
      (await expireSilentHolds(services().registrationDeps)) +
      (await expireHeldSeats(services().registrationDeps))
    const takeHold = (body: unknown) => app.http('POST', '/api/seat-holds', { body })
    const look = async (id: string) => (await app.http('GET', `/api/seat-holds/${id}`)).body
    const giveBack = (id: string) => app.http('DELETE', `/api/seat-holds/${id}`)
    const complete = (courseId: string, holdId: string, changes = {}) =>
      app.http('POST', '/api/events_enrollments', {
        body: bookingBody(courseId, { ...person, holdId, ...changes }),
      })
    const refusalOf = ({ status, body }: { status: number; body: any }) => [status, body.code, body.error]
    const batchesOf = (courseId: string) =>
      app.db.read
        .selectFrom('batch')
        .select(['id', 'taken'])
        .where('course_id', '=', courseId)
        .orderBy('starts_on')
        .execute()
    const batchOf = async (courseId: string) => (await batchesOf(courseId))[0]?.id as string
    const addBatch = (courseId: string, day: string, capacity = 5) =>
      app.db.transaction((tx) =>
        services().courses.addBatch(tx, { courseId, day, time: '10:00', capacity }, null),
      )
    /** The two ways in which a hold ends unused: its browser gives it back, or its time is up. */
    const goBack: [name: string, goBack: (id: string) => Promise<unknown>][] = [
      ['given back', giveBack],
      [
        'ended by the expiry loop',
        async () => {
          app.deps.clock.advance(15 * minute)
          await endHolds()
        },
      ],
    ]
    const over: (typeof goBack)[number] = [
      'over, before the expiry loop has run',
      async () => app.deps.clock.advance(15 * minute),
    ]

    describe.each([...goBack, over])('a late booking with a hold that is %s', (_, end) => {
      test('a late booking costs the current price, and its payment claim is for the price that was shown', async () => {
        const course = await addCourse(app, { price: 10_000 })
        const { id, reference } = await hold(app, course.id, person)
        await end(id)
        await services().courses.updateClass(course.id, { price: 900_000 }, null)
        const answer = await complete(course.id, id, { others: five })
        expect([answer.status, answer.body.data]).toMatchObject([201, { amount: '54000.00', reference }])
        // The payer's UPI code showed one seat at the old price.
        const [claim] = await paymentsOf(app, answer.body.data.id)
        expect(claim).toMatchObject({ status: 'claimed', amount_in_paise: 10_000 })
        expect(await seatCounts(app, course.id)).toMatchObject({ taken: 6, live: 6 })
      })

      test('a late booking in a batch that has been closed gets no seat, and its payment claim waits for staff', async () => {
        const course = await addCourse(app)
        const { id } = await hold(app, course.id, person)
        await end(id)
        await services().courses.updateBatch(await batchOf(course.id), { isClosed: true }, staff)
        const answer = await complete(course.id, id)
        expect([answer.status, answer.body.code]).toEqual([409, 'batch_full'])
        expect(await paymentsOf(app, (await look(id)).bookingId)).toMatchObject([{ status: 'claimed' }])
        expect(await seatCounts(app, course.id)).toMatchObject({ taken: 0, live: 0 })
      })
    })

    describe.each(goBack)('the limits for a hold that is %s', (_, end) => {
      test('one of four ended holds of a person is completed in a batch, and the others are refused', async () => {
        const course = await addCourse(app)
        const ids: string[] = []
        for (let n = 0; n < 4; n++) {
          const { id } = await hold(app, course.id, { ...person, transactionId: `T${n}` })
          await end(id)
          ids.push(id)
        }
        const answers = []
        for (const [n, id] of ids.entries())
          answers.push(await complete(course.id, id, { transactionId: `B${n}` }))
        expect(answers.map(({ status }) => status)).toEqual([201, 409, 409, 409])
        expect(refusalOf(answers[1] as never)).toEqual([409, 'already_enrolled', maybe])
        expect(await seatCounts(app, course.id)).toMatchObject({ taken: 1, live: 1 })
      })

      test('an ended hold is not completed if the same person has a seat in the batch', async () => {
        const course = await addCourse(app)
        const { id } = await hold(app, course.id, person)
        await end(id)
        const seat = await enrol(app, course.id, person)
        expect(refusalOf(await complete(course.id, id))).toEqual([409, 'already_enrolled', maybe])
        expect(refusalOf(await complete(course.id, id, { knownHolds: [seat.id] }))).toEqual([
          409,
          'already_enrolled',
          `You already have a seat (${seat.reference}). Pay for it, or add a person.`,
        ])
        expect(await seatCounts(app, course.id)).toMatchObject({ taken: 1, live: 1 })
      })

      test('an ended hold cannot be completed as a person’s fourth unpaid seat', async () => {
        const course = await addCourse(app)
        const others = [await addCourse(app), await addCourse(app), await addCourse(app)]
        const { id } = await hold(app, course.id, person)
        await end(id)
        for (const other of others) await enrol(app, other.id, person)
        expect(refusalOf(await complete(course.id, id))).toEqual([409, 'already_enrolled', maybe])
        expect(await seatCounts(app, course.id)).toMatchObject({ taken: 0, live: 0 })
      })

      test('completing an ended hold books the newer hold of the same browser', async () => {
        const course = await addCourse(app, { capacity: 1 })
        const first = await hold(app, course.id, { ...person, transactionId: 'T1' })
        await end(first.id)
        const second = await hold(app, course.id, { ...person, transactionId: 'T2' })
        const changes = { transactionId: 'T1', knownHolds: [first.id, second.id] }
        const answer = await complete(course.id, first.id, changes)
        expect([answer.status, answer.body.data?.reference]).toEqual([201, second.reference])
        expect((await complete(course.id, first.id, changes)).text).toBe(answer.text)
        expect(await seatCounts(app, course.id)).toMatchObject({ taken: 1, live: 1 })
      })

      test('twelve requests at once that complete ended holds of one person take one seat', async () => {
        const course = await addCourse(app)
        const ids: string[] = []
        for (let n = 0; n < 4; n++) {
          const { id } = await hold(app, course.id, { ...person, transactionId: `T${n}` })
          await end(id)
          ids.push(id)
        }
        const answers = await Promise.all(
          [...ids, ...ids, ...ids].map((id, n) => complete(course.id, id, { transactionId: `B${n}` })),
        )
        const statuses = answers.map(({ status }) => status)
        expect([...new Set(statuses)].sort()).toEqual([201, 409])
        expect(await seatCounts(app, course.id)).toMatchObject({ taken: 1, live: 1 })
      })
    })

    describe('holds in a batch that has begun', () => {
      const begins = '2026-03-02T04:30:00.000Z'
      const addBegun = async () => {
        app.deps.clock.set('2026-03-02T04:20:00.000Z')
        return addCourse(app, { nextbatch: '2026-03-02', startTime: '10:00' })
      }
      const begin = () => app.deps.clock.set('2026-03-02T04:30:00.300Z')

      test('a hold is not completed after the batch has begun, and its payment claim waits for staff', async () => {
        const course = await addBegun()
        const alone = await hold(app, course.id, person)
        const group = await hold(app, course.id, personOf('group'))
        expect(alone.until).toBe(begins)
        begin()
        const answers = [
          await complete(course.id, alone.id),
          await complete(course.id, group.id, { ...personOf('group'), others: five }),
        ]
        expect(answers.map(({ status, body }) => [status, body.code])).toEqual([
          [409, 'batch_full'],
          [409, 'batch_full'],
        ])
        expect(await paymentsOf(app, (await look(alone.id)).bookingId)).toMatchObject([{ status: 'claimed' }])
        expect(await seatCounts(app, course.id)).toMatchObject({ taken: 0, live: 0 })
      })

      test('a hold is neither changed nor repeated after the batch has begun', async () => {
        const course = await addBegun()
        const { id } = await hold(app, course.id, person)
        begin()
        const named = { ...person, batchId: await batchOf(course.id), knownHolds: [id] }
        const answers = [
          await takeHold(holdBody(course.id, { ...named, seats: 1 })),
          await takeHold(holdBody(course.id, { ...named, seats: 6 })),
          await takeHold(holdBody(course.id, { ...named, transactionId: 'T2' })),
          await app.http('POST', '/api/enrollments', { body: enrolmentBody(course.id, named) }),
        ]
        for (const { status, body } of answers) expect([status, body.code]).toEqual([409, 'batch_changed'])
        await endHolds()
        expect(await seatCounts(app, course.id)).toMatchObject({ taken: 0, live: 0 })
      })

      test('a payment claim after the batch has begun is recorded and does not extend the hold', async () => {
        const course = await addBegun()
        const { id } = await enrol(app, course.id, person)
        begin()
        expect((await confirm(app, id)).status).toBe(402)
        expect(await paymentsOf(app, id)).toMatchObject([{ status: 'claimed' }])
        expect((await app.http('GET', `/api/enrollments/${id}`)).body).toMatchObject({ holdUntil: begins })
        expect(await endHolds()).toBe(1)
        expect((await app.http('GET', `/api/enrollments/${id}`)).body).toMatchObject({
          status: 'expired',
          payment: { checking: true },
        })
        expect(await seatCounts(app, course.id)).toMatchObject({ taken: 0, live: 0 })
      })

      test('a batch that can be joined late keeps its holds until its last day is over', async () => {
        const course = await addBegun()
        await services().courses.updateBatch(await batchOf(course.id), { joinsLate: true }, staff)
        begin()
        const { id, until } = await hold(app, course.id, person)
        expect(until).toBe('2026-03-02T04:45:00.300Z')
        const answer = await complete(course.id, id)
        expect([answer.status, answer.body.data.holdUntil]).toEqual([201, '2026-03-02T18:30:00.000Z'])
      })
    })

    describe('a booking of more seats than its hold has', () => {
      test('a hold in a closed batch does not grow, and its own seat can still be booked', async () => {
        const course = await addCourse(app)
        const { id } = await hold(app, course.id, person)
        const batchId = await batchOf(course.id)
        await services().courses.updateBatch(batchId, { isClosed: true }, staff)
        const body = holdBody(course.id, { ...person, seats: 6 })
        const sentence =
          'Enrolment for the batch on Thursday 12 March 2026 is closed. No other batch is open right now. Please call us to hear about the next one.'
        expect(refusalOf(await takeHold(body))).toEqual([409, 'batch_changed', sentence])
        expect(refusalOf(await complete(course.id, id, { others: five }))).toEqual([
          409,
          'batch_changed',
          sentence,
        ])
        expect(await look(id)).toMatchObject({ state: 'live', seats: 1 })
        expect((await takeHold({ ...body, seats: 1 })).body.data.id).toBe(id)
        expect((await complete(course.id, id)).status).toBe(201)
        expect(await seatCounts(app, course.id)).toMatchObject({ taken: 1, live: 1 })
      })

      test('a hold does not grow after a change of price, and its own seat is booked at the old price', async () => {
        const course = await addCourse(app, { price: 10_000 })
        const { id } = await hold(app, course.id, person)
        await services().courses.updateClass(course.id, { price: 900_000 }, null)
        const changed = 'This batch has just changed. Check its date and price, and confirm again.'
        const more = await takeHold(holdBody(course.id, { ...person, seats: 6 }))
        expect(refusalOf(more)).toEqual([409, 'batch_changed', changed])
        expect(refusalOf(await complete(course.id, id, { others: five }))).toEqual([
          409,
          'batch_changed',
          changed,
        ])
        expect((await complete(course.id, id)).body.data.amount).toBe('100.00')
        expect(await seatCounts(app, course.id)).toMatchObject({ taken: 1, live: 1 })
      })
    })

    describe('a hold requested in another batch', () => {
      test('holding a seat in another batch of the course gives the first hold back', async () => {
        const course = await addCourse(app)
        const second = await addBatch(course.id, '2026-03-19', 1)
        const before = await hold(app, course.id, person)
        const after = await hold(app, course.id, { ...person, batchId: second.id })
        expect(after).toMatchObject({ batchId: second.id, batch: '2026-03-19', state: 'live' })
        expect(after.id).not.toBe(before.id)
        expect(await look(before.id)).toMatchObject({ state: 'released' })
        expect((await batchesOf(course.id)).map(({ taken }) => Number(taken))).toEqual([0, 1])
        expect((await hold(app, course.id, { ...person, batchId: second.id })).id).toBe(after.id)
        expect((await hold(app, course.id, person)).id).toBe(after.id)
      })

      test('a hold stays in its batch when the other batch is full', async () => {
        const course = await addCourse(app)
        const second = await addBatch(course.id, '2026-03-19', 1)
        await enrol(app, course.id, { ...personOf('first'), batchId: second.id })
        const { id } = await hold(app, course.id, person)
        const answer = await takeHold(holdBody(course.id, { ...person, batchId: second.id }))
        expect([answer.status, answer.body.code]).toEqual([409, 'batch_full'])
        expect(await look(id)).toMatchObject({ state: 'live' })
      })

      test('24 requests at once of six people who change between two batches hold six seats', async () => {
        const course = await addCourse(app)
        const second = await addBatch(course.id, '2026-03-19', 20)
        const ids = [await batchOf(course.id), second.id]
        const answers = await Promise.all(
          Array.from({ length: 24 }, (_, n) =>
            takeHold(holdBody(course.id, { ...personOf(`p${n % 6}`), batchId: ids[Math.floor(n / 6) % 2] })),
          ),
        )
        expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]))
        expect(await seatCounts(app, course.id)).toMatchObject({ taken: 6, live: 6 })
      })

      test('a booking in another batch neither completes the dialog hold nor counts as a repeat of the first booking', async () => {
        const course = await addCourse(app)
        const { id: batchId } = await addBatch(course.id, '2026-03-19')
        const elsewhere = 'Your seat is in the batch on Thursday 12 March 2026. Choose your batch again.'
        const { id } = await hold(app, course.id, person)
        for (let count = 0; count < 2; count++) {
          expect(refusalOf(await complete(course.id, id, { batchId }))).toEqual([
            409,
            'batch_changed',
            elsewhere,
          ])
          await giveBack(id)
        }
        await book(app, course.id, { ...person, transactionId: 'T1' })
        const body = bookingBody(course.id, { ...person, transactionId: 'T1', batchId })
        expect(refusalOf(await app.http('POST', '/api/events_enrollments', { body }))).toEqual([
          409,
          'batch_changed',
          elsewhere,
        ])
        expect((await batchesOf(course.id)).map(({ taken }) => Number(taken))).toEqual([1, 0])
      })
    })

    describe('requests with the same transaction id', () => {
      const send = (courseId: string, changes: object) => ({
        booking: () =>
          app.http('POST', '/api/events_enrollments', {
            body: bookingBody(courseId, { ...person, transactionId: 'T1', ...changes }),
          }),
        hold: () => takeHold(holdBody(courseId, { ...person, transactionId: 'T1', ...changes })),
      })

      test.each(['booking', 'hold'] as const)(
        'a %s with the same transaction id and another spelling of the mailbox is refused',
        async (what) => {
          const course = await addCourse(app)
          const answers = []
          for (const email of [person.email, 'arun+1@mail.example', 'arun+2@mail.example'])
            answers.push(await send(course.id, { email })[what]())
          expect(answers.map(({ status }) => status)).toEqual([201, 409, 409])
          expect(refusalOf(answers[1] as never)).toEqual([409, 'already_enrolled', maybe])
          expect(await seatCounts(app, course.id)).toMatchObject({ taken: 1, live: 1 })
        },
      )

      test.each(['booking', 'hold'] as const)(
        'a %s with the same transaction id in a fourth course is refused',
        async (what) => {
          const all = []
          for (let count = 0; count < 4; count++) all.push(await addCourse(app))
          const statuses = []
          for (const { id } of all) statuses.push((await send(id, {})[what]()).status)
          expect(statuses).toEqual([201, 201, 201, 409])
        },
      )

      test('a fourth unpaid hold in another batch is refused, also with the transaction id of a booking', async () => {
        const course = await addCourse(app)
        const { id: batchId } = await addBatch(course.id, '2026-03-19')
        const others = [await addCourse(app), await addCourse(app)]
        expect((await send(course.id, {}).booking()).status).toBe(201)
        for (const { id } of others) expect((await send(id, {}).booking()).status).toBe(201)
        expect(refusalOf(await send(course.id, { batchId }).hold())).toEqual([409, 'already_enrolled', maybe])
      })

      test('a person with three unpaid holds may still move a hold to another batch', async () => {
        const all = [await addCourse(app), await addCourse(app), await addCourse(app)]
        const { id: batchId } = await addBatch(all[0]?.id as string, '2026-03-19')
        for (const { id } of all) expect((await send(id, {}).hold()).status).toBe(201)
        const answer = await send(all[0]?.id as string, { batchId }).hold()
        expect([answer.status, answer.body.data?.batchId]).toEqual([201, batchId])
      })
    })

    test('a repeated request does not revive a cancelled booking, and the refusal says that it was cancelled', async () => {
      const course = await addCourse(app)
      const { id: holdId } = await hold(app, course.id, { ...person, transactionId: 'T1' })
      const { id } = (await complete(course.id, holdId, { transactionId: 'T1' })).body.data
      await app.db.transaction((tx) => cancelSeat(services().registrationDeps, tx, 'event-booking', id))
      for (const changes of [
        { transactionId: 'T1' },
        { transactionId: 'T2' },
        { holdId: undefined, transactionId: 'T1' },
      ]) {
        expect(refusalOf(await complete(course.id, holdId, changes))).toEqual([
          409,
          'conflict',
          'This booking was cancelled. Contact us if you have questions.',
        ])
      }
      expect(await seatCounts(app, course.id)).toMatchObject({ taken: 0, live: 0 })
    })
  },
)

onEachEngine('a dialog hold with the simulated payment provider', (app) => {
  test('a booking after the batch has begun is refused with an error message, and no booking is made', async () => {
    app.deps.clock.set('2026-03-02T04:20:00.000Z')
    const course = await addCourse(app, { nextbatch: '2026-03-02', startTime: '10:00' })
    const { id: holdId } = await hold(app, course.id)
    app.deps.clock.set('2026-03-02T04:30:00.300Z')
    const answer = await app.http('POST', '/api/events_enrollments', {
      body: bookingBody(course.id, { holdId }),
    })
    expect([answer.status, answer.body.error]).toEqual([
      409,
      'The batch on Monday 2 March 2026 has begun. No other batch is open right now. Please call us to hear about the next one.',
    ])
    expect((await app.http('GET', `/api/seat-holds/${holdId}`)).body).toMatchObject({ bookingId: null })
  })
})
