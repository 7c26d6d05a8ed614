import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startApp, type TestApp, testNow } from '../../../../tests/harness/app.ts'
import { lettersTo, newestLetterTo } from '../../../../tests/harness/letters.ts'
import { callers, onEachEngine } from '../../../../tests/harness/on-each-engine.ts'
import { countsByStatus } from '../../../../tests/harness/race.ts'
import {
  addCourse,
  addUndatedCourse,
  bookingBody,
  confirm,
  enrol,
  enrolmentBody,
  holdBody,
  messagesAbout,
  seatCounts,
} from '../../../../tests/harness/seats.ts'
import { cancelSeat } from '../seats/seat-ends.ts'
import { expireSilentHolds } from './seat-holds.service.ts'

const hour = 60 * 60_000
const upi = { PAYMENT_PROVIDER: 'upi', SCHOOL_UPI_ID: 'malar.school@okbank' }

onEachEngine('seats with the setting "confirm by mail first"', { env: upi }, (app, engine) => {
  const { owner, user } = callers(app, 'owner', 'user')
  const setting = (confirmFirst: unknown) =>
    app.http('PUT', '/api/admin/school-settings', { body: { confirmFirst }, token: owner.token })
  beforeAll(async () => {
    await app.db.write.updateTable('user').set({ emailVerified: 1 }).where('email', '=', user.email).execute()
    expect((await setting(true)).status).toBe(200)
  })
  afterAll(() => setting(false))
  beforeEach(() => app.deps.clock.set(testNow))

  const ask = (courseId: string, changes: object = {}, token: string | null = null, at: TestApp = app) =>
    at.http('POST', '/api/enrollments', { body: enrolmentBody(courseId, { ...changes }), token })
  const hold = (courseId: string, changes: object = {}) =>
    app.http('POST', '/api/seat-holds', { body: holdBody(courseId, { ...changes }) })
  const holdOf = async (id: string) => (await app.http('GET', `/api/seat-holds/${id}`)).body
  async function tokenFor(email: string): Promise<string> {
    const { text } = await newestLetterTo(app, email)
    const [, token = ''] = /\/payment\?asked=1#proof=(\S+)/.exec(text) ?? []
    return token
  }
  const press = (token: string, more: object = {}, at: TestApp = app) =>
    at.http('POST', '/api/proofs', { body: { token, ...more } })
  const person = (n: number | string) => ({ email: `p${n}@mail.example` })

  test.each([
    ['a visitor without an account', null, 401],
    ['a user', 'user', 403],
  ])('%s may not change the setting confirmFirst', async (_, who, status) => {
    const token = who && user.token
    const answer = await app.http('PUT', '/api/admin/school-settings', {
      body: { confirmFirst: false },
      token,
    })
    expect(answer.status).toBe(status)
  })

  test('the setting confirmFirst is yes or no, and off by default', async () => {
    const answer = await setting('maybe')
    expect([answer.status, answer.body.fields]).toEqual([400, { confirmFirst: 'Choose yes or no' }])
    const fresh = await startApp({ env: upi })
    try {
      const course = await addCourse(fresh)
      expect((await enrol(fresh, course.id)).holdUntil).not.toBeNull()
    } finally {
      await fresh.stop()
    }
  })

  describe('an enrolment that must be confirmed by e-mail', () => {
    test('an unconfirmed enrolment holds no seat, and clicking the link in the e-mail holds only one seat', async () => {
      const course = await addCourse(app, { capacity: 1 })
      const answer = await ask(course.id, person('once'))
      expect([answer.status, answer.body.data]).toEqual([
        201,
        {
          id: expect.any(String),
          reference: expect.stringMatching(/^MAL-/),
          amount: '12500.00',
          status: 'pending',
          holdUntil: null,
          key: expect.any(String),
          proved: false,
          confirmFirst: true,
          room: null,
        },
      ])
      const { id, reference } = answer.body.data
      expect(await seatCounts(app, course.id)).toMatchObject({ taken: 0, live: 0 })
      expect((await app.http('GET', `/api/enrollments/${id}`)).status).toBe(404)
      expect(await messagesAbout(app, id)).toEqual(['seat-asked email ponce@mail.example'])
      const { subject, text } = await newestLetterTo(app, 'ponce@mail.example')
      expect(subject).toBe('Open the link to hold your seat in Bridal Bouquets')
      expect(text).toContain('we’ll hold your seat if there’s one left')
      const token = await tokenFor('ponce@mail.example')
      const pressed = await Promise.all([press(token), press(token), press(token)])
      pressed.push(await press(token))
      for (const { status, body } of pressed) {
        expect([status, body.data]).toEqual([
          200,
          { kind: 'enrolment', id, holdUntil: '2026-03-04T06:30:00.000Z' },
        ])
      }
      expect(await seatCounts(app, course.id)).toEqual({ taken: 1, live: 1, capacity: 1 })
      expect((await app.http('GET', `/api/enrollments/${id}`)).body).toMatchObject({
        reference,
        status: 'pending',
        proved: true,
      })
      expect((await messagesAbout(app, id)).filter((one) => one.includes('received email'))).toHaveLength(1)
    })

    test('an enrolment in a full batch, a closed batch or an unknown course is refused without sending an e-mail', async () => {
      const course = await addCourse(app, { capacity: 1 })
      await ask(course.id, person('first'))
      await press(await tokenFor('pfirst@mail.example'))
      const refused = await ask(course.id, person('refused'))
      expect([refused.status, refused.body.code]).toEqual([409, 'batch_full'])
      expect((await ask('unknown', person('refused'))).status).toBe(404)
      const shut = await addCourse(app)
      await app.db.write.updateTable('batch').set({ is_closed: 1 }).where('course_id', '=', shut.id).execute()
      const closed = await ask(shut.id, person('refused'))
      expect([closed.status, closed.body.code]).toEqual([409, 'batch_changed'])
      expect(await lettersTo(app, 'prefused@mail.example')).toEqual([])
    })

    test('an enrolment in a full batch is refused as full, also for the person who has the seat', async () => {
      const course = await addCourse(app, { capacity: 1 })
      await ask(course.id, person('sits'))
      await press(await tokenFor('psits@mail.example'))
      const answer = await ask(course.id, person('sits'))
      expect([answer.status, answer.body.code]).toEqual([409, 'batch_full'])
    })

    test('clicking the link in the e-mail is refused while the batch is full, and holds a seat when one is free', async () => {
      const course = await addCourse(app, { capacity: 1 })
      await ask(course.id, person('slow'))
      const slow = await tokenFor('pslow@mail.example')
      await ask(course.id, person('fast'))
      const fast = await press(await tokenFor('pfast@mail.example'))
      const late = await press(slow)
      expect([late.status, late.body.code, late.body.details]).toEqual([
        409,
        'batch_full',
        { courseId: course.id },
      ])
      const { id } = fast.body.data
      await app.db.transaction((tx) => cancelSeat(app.app.services.registrationDeps, tx, 'enrolment', id))
      expect((await press(slow)).status).toBe(200)
      expect(await seatCounts(app, course.id)).toMatchObject({ taken: 1, live: 1 })
    })

    test('the link to confirm a seat is valid only until the batch begins, if the batch begins within a day', async () => {
      // The batch begins at one in the afternoon, an hour from now.
      const course = await addCourse(app, { startTime: '13:00', nextbatch: '2026-03-02' })
      await ask(course.id, person('soon'))
      const token = await tokenFor('psoon@mail.example')
      app.deps.clock.advance(hour)
      expect((await press(token)).status).toBe(404)
      app.deps.clock.advance(-1)
      expect((await press(token)).status).toBe(200)
    })

    test('the link to confirm a seat is valid for a day', async () => {
      const course = await addCourse(app)
      await ask(course.id, person('day'))
      const token = await tokenFor('pday@mail.example')
      app.deps.clock.advance(24 * hour)
      const over = await press(token)
      expect([over.status, over.body.error]).toEqual([
        404,
        'This link has expired, or the request was cancelled. Choose a batch and ask again.',
      ])
      app.deps.clock.advance(-1)
      expect((await press(token)).status).toBe(200)
      expect((await press(`${'a'.repeat(22)}.${'b'.repeat(32)}`)).status).toBe(404)
    })

    test('an unconfirmed enrolment is deleted after a week, and a confirmed enrolment keeps no copy of the request', async () => {
      const course = await addCourse(app)
      await ask(course.id, person('kept'))
      await ask(course.id, person('left'))
      expect((await press(await tokenFor('pkept@mail.example'))).status).toBe(200)
      app.deps.clock.advance(7 * 24 * hour + 1)
      await app.app.services.housekeeping.keepHouse()
      const rows = app.db.read.selectFrom('registration').select(['email', 'kind', 'asked'])
      expect(await rows.where('course_id', '=', course.id).execute()).toEqual([
        { email: 'pkept@mail.example', kind: 'enrolment', asked: '{"kind":"enrolment"}' },
      ])
    })

    test('staff, and a visitor signed in with a verified address, hold a seat without confirming it by e-mail', async () => {
      const course = await addCourse(app)
      const mine = await ask(course.id, { email: user.email, phone: '9000000003' }, user.token)
      expect(mine.body.data).toMatchObject({ proved: true, holdUntil: '2026-03-04T06:30:00.000Z' })
      expect(mine.body.data.confirmFirst).toBeUndefined()
      expect((await ask(course.id, person('called'), owner.token)).body.data.holdUntil).not.toBeNull()
      const other = await ask(course.id, person('friend'), user.token)
      expect(other.body.data.confirmFirst).toBe(true)
    })

    test('one click on the link in the e-mail holds all seats of a group, for an enrolment and for a dialog hold', async () => {
      const course = await addCourse(app, { capacity: 2 })
      const three = { others: [{ fullName: 'Uma' }, {}] }
      expect((await ask(course.id, { ...person('group'), ...three })).body.code).toBe('batch_full')
      const asked = await ask(course.id, { ...person('group'), others: [{ fullName: 'Uma' }] })
      expect(asked.body.data).toMatchObject({ amount: '25000.00', confirmFirst: true })
      expect((await press(await tokenFor('pgroup@mail.example'))).status).toBe(200)
      expect(await seatCounts(app, course.id)).toEqual({ taken: 2, live: 2, capacity: 2 })
      const dialog = await addCourse(app, { capacity: 2 })
      expect((await hold(dialog.id, { ...person('pair'), seats: 2 })).body.data).toMatchObject({ seats: 2 })
      await press(await tokenFor('ppair@mail.example'), { completes: true })
      expect(await seatCounts(app, dialog.id)).toEqual({ taken: 2, live: 2, capacity: 2 })
    })

    test('a place without a date must be confirmed by e-mail too', async () => {
      const course = await addUndatedCourse(app)
      expect((await ask(course.id, person('undated'))).body.data.confirmFirst).toBe(true)
      const pressed = await press(await tokenFor('pundated@mail.example'))
      expect(pressed.body.data).toMatchObject({ kind: 'enrolment', holdUntil: null })
    })

    async function race(apps: readonly TestApp[]) {
      const course = await addCourse(app, { capacity: 1 })
      const tokens: string[] = []
      for (let n = 0; n < 200; n++) {
        const { email } = person(`${n}.${course.id}`)
        await ask(course.id, { email: email.toLowerCase() })
        tokens.push(await tokenFor(email.toLowerCase()))
      }
      const answers = await Promise.all(
        tokens.map((token, n) => press(token, {}, apps[n % apps.length] as TestApp)),
      )
      expect(await seatCounts(app, course.id)).toEqual({ taken: 1, live: 1, capacity: 1 })
      return countsByStatus(answers)
    }

    if (engine === 'sqlite')
      test('one of 200 people who click the links in their e-mails at once gets the last seat', async () => {
        expect(await race([app])).toEqual({ 200: 1, 409: 199 })
      })
    else {
      test('one of 200 people who click the links in their e-mails at once through two servers gets the last seat', async () => {
        const second = await startApp({ sharing: app, env: upi })
        try {
          expect(await race([app, second])).toEqual({ 200: 1, 409: 199 })
        } finally {
          await second.stop()
        }
      })
    }
  })

  describe('an event booking that must be confirmed by e-mail', () => {
    test('clicking the link in the e-mail holds the seat for 15 minutes, and the waiting dialog completes the booking', async () => {
      const course = await addCourse(app, { capacity: 1 })
      const asked = await hold(course.id, person('dialog'))
      expect(asked.status).toBe(201)
      const { id, reference } = asked.body.data
      expect(asked.body.data).toMatchObject({
        state: 'asked',
        secondsLeft: 0,
        bookingId: null,
        batch: '2026-03-12',
      })
      expect(await seatCounts(app, course.id)).toMatchObject({ taken: 0 })
      app.deps.clock.advance(hour)
      const pressed = await press(await tokenFor('pdialog@mail.example'))
      const until = '2026-03-02T07:45:00.000Z'
      expect(pressed.body.data).toEqual({ kind: 'seat-hold', id, holdUntil: until })
      expect(await holdOf(id)).toMatchObject({ state: 'live', reference, until, secondsLeft: 900 })
      const booked = await app.http('POST', '/api/events_enrollments', {
        body: bookingBody(course.id, { ...person('dialog'), holdId: id }),
      })
      expect(booked.body.data).toMatchObject({ reference, status: 'pending', proved: true })
      expect(await seatCounts(app, course.id)).toMatchObject({ taken: 1, live: 1 })
    })

    test('the link in the e-mail completes the booking once without the dialog, and makes no payment claim', async () => {
      const course = await addCourse(app)
      const { id, reference } = (await hold(course.id, person('elsewhere'))).body.data
      const token = await tokenFor('pelsewhere@mail.example')
      const answers = [
        await press(token),
        ...(await Promise.all([1, 2, 3].map(() => press(token, { completes: true })))),
      ]
      const [, booked] = answers
      expect(booked?.body.data).toMatchObject({
        kind: 'event-booking',
        holdUntil: '2026-03-04T06:30:00.000Z',
      })
      expect(new Set(answers.slice(1).map(({ text }) => text)).size).toBe(1)
      const view = (await app.http('GET', `/api/enrollments/${booked?.body.data.id}`)).body
      expect(view).toMatchObject({ reference, status: 'pending', payment: { checking: false } })
      expect(await holdOf(id)).toMatchObject({ state: 'completed', bookingId: booked?.body.data.id })
      expect(await seatCounts(app, course.id)).toMatchObject({ taken: 1, live: 1 })
      expect((await press(token)).body.data.id).toBe(booked?.body.data.id)
    })

    test('a late click on the link in the e-mail says that the hold is over, and completing the booking takes a seat again', async () => {
      const course = await addCourse(app, { capacity: 1 })
      const { id } = (await hold(course.id, person('minutes'))).body.data
      const token = await tokenFor('pminutes@mail.example')
      await press(token)
      app.deps.clock.advance(hour / 4)
      await expireSilentHolds(app.app.services.registrationDeps)
      expect((await press(token)).body.data).toEqual({ kind: 'seat-hold', id, holdUntil: null })
      expect(await seatCounts(app, course.id)).toMatchObject({ taken: 0 })
      expect((await press(token, { completes: true })).body.data.kind).toBe('event-booking')
      expect(await seatCounts(app, course.id)).toMatchObject({ taken: 1, live: 1 })
    })

    test('a cancelled dialog withdraws its request, and the link in the e-mail is no longer valid', async () => {
      const course = await addCourse(app)
      const { id } = (await hold(course.id, person('cancelled'))).body.data
      const token = await tokenFor('pcancelled@mail.example')
      const released = await app.http('DELETE', `/api/seat-holds/${id}`)
      expect([released.status, released.body.data.state]).toEqual([200, 'released'])
      expect((await press(token)).status).toBe(404)
      expect((await app.http('DELETE', `/api/seat-holds/${id}`)).status).toBe(404)
    })

    describe('a second request by a person whose hold was made by the link in an e-mail', () => {
      /** Sends both requests before the first link is clicked. That click holds the last seat. */
      async function askTwice(who: { email: string }, asks: (courseId: string) => ReturnType<typeof hold>) {
        const course = await addCourse(app, { capacity: 1 })
        const held = (await hold(course.id, who)).body.data
        const first = await tokenFor(who.email)
        app.deps.clock.advance(1_000)
        const { id } = (await asks(course.id)).body.data
        const token = await tokenFor(who.email)
        await press(first)
        return { courseId: course.id, held, id, token }
      }

      test('a second dialog of the same person continues with the first hold', async () => {
        const who = person('twodialogs')
        const { courseId, held, id, token } = await askTwice(who, (courseId) =>
          hold(courseId, { ...who, transactionId: 'OTHER' }),
        )
        expect((await press(token)).body.data).toMatchObject({
          kind: 'seat-hold',
          id,
          holdUntil: expect.any(String),
        })
        expect(await holdOf(id)).toMatchObject({ id: held.id, state: 'live', reference: held.reference })
        const booked = await press(token, { completes: true })
        expect(booked.body.data).toMatchObject({ kind: 'event-booking', id: held.id })
        expect((await press(token)).body.data).toEqual(booked.body.data)
        expect(await holdOf(id)).toMatchObject({ state: 'completed', bookingId: held.id })
        expect(await seatCounts(app, courseId)).toMatchObject({ taken: 1, live: 1 })
      })

      test('clicking the second dialog’s link changes the first hold to the second dialog’s number of seats', async () => {
        const who = person('morehere')
        const course = await addCourse(app, { capacity: 3 })
        const first = (await hold(course.id, who)).body.data
        const firstToken = await tokenFor(who.email)
        app.deps.clock.advance(1_000)
        const second = (await hold(course.id, { ...who, transactionId: 'OTHER', seats: 3 })).body.data
        const token = await tokenFor(who.email)
        await press(firstToken)
        const pressed = await press(token)
        expect([pressed.body.data, (await press(token)).body.data]).toEqual([
          { kind: 'seat-hold', id: second.id, holdUntil: expect.any(String) },
          pressed.body.data,
        ])
        expect(await holdOf(first.id)).toMatchObject({ state: 'live', seats: 3 })
        const released = await app.http('DELETE', `/api/seat-holds/${second.id}`)
        expect(released.body.data).toMatchObject({ id: first.id, state: 'live' })
        expect((await press(token, { completes: true })).body.data.kind).toBe('event-booking')
        expect(await seatCounts(app, course.id)).toMatchObject({ taken: 3, live: 3 })
      })

      test('the link of a second booking completes the first hold, and another click changes nothing', async () => {
        const who = person('alsobooks')
        const { courseId, held, token } = await askTwice(who, (courseId) => {
          const body = bookingBody(courseId, { ...who, transactionId: 'OTHER' })
          return app.http('POST', '/api/events_enrollments', { body })
        })
        const booked = await press(token)
        expect(booked.body.data).toMatchObject({ kind: 'event-booking', id: held.id })
        expect((await press(token)).body.data).toEqual(booked.body.data)
        expect(await seatCounts(app, courseId)).toMatchObject({ taken: 1, live: 1 })
      })

      test('the link of a later enrolment takes over the dialog’s hold, and the dialog shows the enrolment', async () => {
        const who = person('alsoenrols')
        const { courseId, held, id, token } = await askTwice(who, (courseId) => ask(courseId, who))
        expect((await press(token)).body.data).toMatchObject({ kind: 'enrolment', id })
        expect(await holdOf(held.id)).toMatchObject({ state: 'completed', bookingId: id })
        expect(await seatCounts(app, courseId)).toMatchObject({ taken: 1, live: 1 })
      })
    })

    test('a booking without a hold must be confirmed by e-mail too', async () => {
      const course = await addCourse(app)
      const body = bookingBody(course.id, { ...person('direct'), transactionId: 'TX1' })
      const asked = await app.http('POST', '/api/events_enrollments', { body })
      expect(asked.body.data).toMatchObject({ status: 'pending', holdUntil: null, confirmFirst: true })
      const unknown = await app.http('POST', '/api/events_enrollments', {
        body: { ...body, holdId: 'unknown' },
      })
      expect(unknown.body.data.confirmFirst).toBe(true)
      expect(await seatCounts(app, course.id)).toMatchObject({ taken: 0 })
      const pressed = await press(await tokenFor('pdirect@mail.example'))
      expect(pressed.body.data.kind).toBe('event-booking')
      expect(await seatCounts(app, course.id)).toMatchObject({ taken: 1, live: 1 })
    })
  })
})

onEachEngine(
  'a student with a paid seat who asks for another seat in the same batch',
  { env: upi },
  (app) => {
    const { owner, user } = callers(app, 'owner', 'user')
    beforeAll(async () => {
      await app.db.write
        .updateTable('user')
        .set({ emailVerified: 1 })
        .where('email', '=', user.email)
        .execute()
    })
    beforeEach(() => app.deps.clock.set(testNow))

    const ask = (courseId: string, changes: object = {}, token: string | null = null) =>
      app.http('POST', '/api/enrollments', { body: enrolmentBody(courseId, { ...changes }), token })
    const paid = async (changes: Record<string, unknown>) => {
      const course = await addCourse(app, { capacity: 5 })
      const { id } = await enrol(app, course.id, changes)
      expect((await confirm(app, id, owner.token)).status).toBe(200)
      return course
    }
    const press = async (email: string) => {
      const { text } = await newestLetterTo(app, email)
      const [, token] = /\/payment\?asked=again#proof=(\S+)/.exec(text) ?? []
      return app.http('POST', '/api/proofs', { body: { token } })
    }
    const meena = (n: number) => ({ email: `meena${n}@mail.example`, phone: `98765000${10 + n}` })

    test('an e-mail asks whether the second seat is for somebody else, and its link holds the seat', async () => {
      const course = await paid(meena(1))
      const answer = await ask(course.id, meena(1))
      expect(answer.body.data).toMatchObject({ status: 'pending', holdUntil: null, confirmFirst: true })
      expect(await seatCounts(app, course.id)).toMatchObject({ taken: 1 })
      const letter = await newestLetterTo(app, meena(1).email)
      expect(letter.subject).toBe('Would you like another seat in Bridal Bouquets?')
      expect(letter.text).toContain('If you’d like another one for someone else, open the link')
      const pressed = await press(meena(1).email)
      expect([pressed.status, pressed.body.data.kind]).toEqual([200, 'enrolment'])
      expect(await seatCounts(app, course.id)).toMatchObject({ taken: 2, live: 2 })
    })

    test('a second seat in the same batch must be confirmed by e-mail, even by a signed-in visitor or in the booking dialog', async () => {
      const course = await paid({ email: user.email, phone: '9000000077' })
      const mine = { email: user.email, phone: '9000000077' }
      expect((await ask(course.id, mine, user.token)).body.data.confirmFirst).toBe(true)
      const held = await app.http('POST', '/api/seat-holds', { body: holdBody(course.id, mine) })
      expect(held.body.data).toMatchObject({ state: 'asked' })
      const booked = bookingBody(course.id, { ...mine, transactionId: 'AGAIN1' })
      const booking = await app.http('POST', '/api/events_enrollments', { body: booked, token: user.token })
      expect(booking.body.data.confirmFirst).toBe(true)
      expect(await seatCounts(app, course.id)).toMatchObject({ taken: 1, live: 1 })
      const other = await addCourse(app)
      expect((await ask(other.id, mine, user.token)).body.data.confirmFirst).toBeUndefined()
    })

    test('a stranger with the phone number of a paid student must confirm by e-mail; a proved person need not', async () => {
      const course = await paid(meena(2))
      const { phone } = meena(2)
      expect((await ask(course.id, { email: 'other2@mail.example', phone })).body.data.confirmFirst).toBe(
        true,
      )
      // The letter does not say that the phone's owner has a seat, because the phone may be somebody else's.
      const letter = await newestLetterTo(app, 'other2@mail.example')
      expect(letter.subject).toBe('Open the link to hold your seat in Bridal Bouquets')
      expect(letter.text).not.toContain('confirmed')
      const proved = await ask(course.id, { email: user.email, phone }, user.token)
      expect(proved.body.data.confirmFirst).toBeUndefined()
    })

    test('staff enrol a paid student again without an e-mail, and a full batch refuses the student', async () => {
      const course = await paid(meena(3))
      expect((await ask(course.id, meena(3), owner.token)).body.data.confirmFirst).toBeUndefined()
      const full = await addCourse(app, { capacity: 1 })
      const { id } = await enrol(app, full.id, meena(4))
      await confirm(app, id, owner.token)
      expect((await ask(full.id, meena(4))).body.code).toBe('batch_full')
    })

    test('ten requests at once of a paid student for a second seat hold no seat', async () => {
      const course = await paid(meena(5))
      const answers = await Promise.all(Array.from({ length: 10 }, () => ask(course.id, meena(5))))
      expect(
        answers.every(({ body }) => body.data?.confirmFirst === true || body.code === 'limit_reached'),
      ).toBe(true)
      expect(await seatCounts(app, course.id)).toMatchObject({ taken: 1, live: 1 })
    })
  },
)
