import { describe, expect, test } from 'vitest'
import { testNow } from '../../../../tests/harness/app.ts'
import { lettersTo, linkTokenFor, newestLetterTo, waitFor } from '../../../../tests/harness/letters.ts'
import { callers, onEachEngine, partOnSqlite } from '../../../../tests/harness/on-each-engine.ts'
import {
  addCourse,
  bookingBody,
  confirm,
  enrol,
  enrolmentBody,
  messagesAbout,
  proveAll,
  seatCounts,
} from '../../../../tests/harness/seats.ts'
import { storeSettings } from '../../../../tests/harness/settings.ts'
import { cancelSeat, expireHeldSeats } from '../seats/seat-ends.ts'
import { expireOffers } from './waiting-list.service.ts'

onEachEngine('the waiting list', (app, engine) => {
  const { user, staff } = callers(app, 'user', 'staff')
  const join = (courseId: string, changes: object = {}, token: string | null = null) =>
    app.http('POST', '/api/waiting-list', {
      body: { fullName: 'Meena', email: 'meena@mail.example', phone: '9876543210', courseId, ...changes },
      token,
    })
  const press = (token: string) => app.http('POST', '/api/proofs', { body: { token } })
  const place = (token: string) => app.http('GET', `/api/waiting-list/${token}`)
  const leave = (token: string) => app.http('DELETE', `/api/waiting-list/${token}`)
  const cancel = (id: string) =>
    app.db.transaction((tx) => cancelSeat(app.app.services.registrationDeps, tx, 'enrolment', id))
  const wait = (courseId: string, email: string) => waitFor(app, courseId, email)

  async function fullCourse() {
    const course = await addCourse(app, { capacity: 1 })
    await enrol(app, course.id)
    return course
  }

  async function waiting(courseId: string) {
    return app.db.read
      .selectFrom('waiting_list_entry')
      .innerJoin('batch', 'batch.id', 'waiting_list_entry.batch_id')
      .select(['waiting_list_entry.id', 'full_name', 'email', 'phone'])
      .where('batch.course_id', '=', courseId)
      .execute()
  }

  async function statusOf(email: string, courseId?: string) {
    const { status } = await app.db.read
      .selectFrom('waiting_list_entry')
      .innerJoin('batch', 'batch.id', 'batch_id')
      .select('status')
      .where('email', '=', email)
      .$if(courseId !== undefined, (found) => found.where('course_id', '=', courseId as string))
      .executeTakeFirstOrThrow()
    return status
  }
  const seatOf = (courseId: string) =>
    app.db.read
      .selectFrom('seat')
      .select('id')
      .where('course_id', '=', courseId)
      .where('status', '=', 'pending')
      .executeTakeFirstOrThrow()

  test.each([
    ['fullName', '', 'Full name is required'],
    ['email', undefined, 'Email is required'],
    ['email', 'meena', 'Please enter a valid email address'],
    ['phone', undefined, 'Phone number is required'],
    ['phone', '12', 'Please enter a valid 10-digit Indian mobile number (starting with 6-9)'],
  ])('joining with the field %s as %j is refused: "%s"', async (field, value, sentence) => {
    const course = await fullCourse()
    const answer = await join(course.id, { [field]: value })
    expect([answer.status, answer.body.fields]).toEqual([400, { [field]: sentence }])
    expect(await waiting(course.id)).toEqual([])
  })

  test('joining the waiting list of an unknown course, or of a batch with free seats, is refused', async () => {
    expect((await join('unknown')).status).toBe(404)
    for (const capacity of [2, null]) {
      const course = await addCourse(app, { capacity })
      await enrol(app, course.id)
      const answer = await join(course.id)
      expect([answer.status, answer.body.error]).toEqual([
        409,
        'This batch still has seats. You can enrol right away.',
      ])
      expect(await waiting(course.id)).toEqual([])
    }
  })

  const answered = { courseTitle: 'Bridal Bouquets', batch: '2026-03-12' }

  test('an e-mail address is on the list once, and a visitor who has not proved it learns nothing about the list', async () => {
    const course = await fullCourse()
    const answers = await Promise.all(Array.from({ length: 10 }, () => join(course.id)))
    answers.push(await join(course.id, { email: 'MEENA@mail.example', fullName: 'Somebody' }))
    answers.push(await join(course.id, { email: 'new@mail.example' }))
    await press(await linkTokenFor(app, 'new@mail.example'))
    answers.push(await join(course.id, { email: 'new@mail.example', fullName: 'A stranger' }))
    await cancel((await seatOf(course.id)).id)
    expect(await statusOf('new@mail.example', course.id)).toBe('offered')
    answers.push(await join(course.id, { email: 'new@mail.example' }))
    for (const { status, body } of answers) {
      expect([status, body]).toEqual([201, { success: true, data: { ...answered, position: null } }])
    }
    const entries = await waiting(course.id)
    expect(entries.map(({ email, full_name }) => [email, full_name]).sort()).toEqual([
      ['meena@mail.example', 'Meena'],
      ['new@mail.example', 'Meena'],
    ])
  })

  test('all spellings of a mailbox count as one place on the list, and a mailbox with a seat cannot take an offered seat', async () => {
    const course = await fullCourse()
    const first = await join(course.id, { email: 'plus@mail.example' })
    for (const email of ['plus+1@mail.example', 'PLUS+2@mail.example']) {
      const again = await join(course.id, { email })
      expect([again.status, again.body]).toEqual([first.status, first.body])
    }
    expect((await waiting(course.id)).map(({ email }) => email)).toEqual(['plus@mail.example'])
    const token = await linkTokenFor(app, 'plus@mail.example')
    await press(token)
    const seat = await seatOf(course.id)
    await app.db.write.updateTable('batch').set({ capacity: 2 }).where('course_id', '=', course.id).execute()
    const own = await enrol(app, course.id, { email: 'plus+3@mail.example', phone: '9876599999' })
    await app.db.write
      .updateTable('registration')
      .set({ proved_at: testNow })
      .where('id', '=', own.id)
      .execute()
    await cancel(seat.id)
    expect(await statusOf('plus@mail.example', course.id)).toBe('offered')
    const taken = await app.http('POST', `/api/waiting-list/${token}/seat`, { body: { batch: '2026-03-12' } })
    expect([taken.status, taken.body.code]).toEqual([409, 'already_enrolled'])
    expect(taken.body.error).toContain(own.reference)
    expect(await statusOf('plus@mail.example', course.id)).toBe('offered')
  })

  test('joining the list again sends the e-mail again at most once an hour, and sends no chat message', async () => {
    const course = await fullCourse()
    for (let n = 0; n < 4; n++) await join(course.id, { email: 'hourly@mail.example' })
    const letters = async () => (await lettersTo(app, 'hourly@mail.example')).map(({ template }) => template)
    expect(await letters()).toEqual(Array(2).fill('waiting-list-confirm'))
    app.deps.clock.advance(60 * 60_000)
    await join(course.id, { email: 'hourly@mail.example' })
    expect(await letters()).toEqual(Array(3).fill('waiting-list-confirm'))
    await press(await linkTokenFor(app, 'hourly@mail.example'))
    await join(course.id, { email: 'hourly@mail.example' })
    expect((await letters()).slice(3)).toEqual(Array(2).fill('waiting-list-joined'))
    expect((await messagesAbout(app, 'waiting-list-confirm')).filter((one) => one.includes('chat'))).toEqual(
      [],
    )
    app.deps.clock.set(testNow)
  })

  describe('an unconfirmed place on the waiting list', () => {
    test('an unconfirmed place has no number and takes no seat; confirming the place puts it at the end of the list', async () => {
      const course = await fullCourse()
      await join(course.id, { email: 'early@mail.example' })
      const early = await linkTokenFor(app, 'early@mail.example')
      expect((await place(early)).body).toMatchObject({ state: 'unconfirmed', position: null })
      const other = await wait(course.id, 'late@mail.example')
      expect((await place(other)).body).toMatchObject({ state: 'waiting', position: 1 })
      expect(
        (await app.http('POST', `/api/waiting-list/${early}/seat`, { body: { batch: '2026-03-12' } })).body
          .error,
      ).toBe('Your place isn’t confirmed yet. Confirm it first.')
      // The clock moves, so that the two letters have different times and the newest letter is found.
      app.deps.clock.advance(1)
      for (let n = 0; n < 2; n++) {
        const answer = await press(early)
        expect([answer.status, answer.body.data]).toEqual([
          200,
          { kind: 'waiting-list', id: early.split('.')[0], holdUntil: null },
        ])
      }
      expect((await place(early)).body).toMatchObject({ state: 'waiting', position: 2 })
      expect((await newestLetterTo(app, 'early@mail.example')).text).toContain(
        'You’re number 2 on its waiting list',
      )
      app.deps.clock.set(testNow)
    })

    test('the e-mail of an unconfirmed place asks to confirm it by its link within seven days', async () => {
      const course = await fullCourse()
      await join(course.id, { email: 'letter@mail.example' })
      const { subject, text } = await newestLetterTo(app, 'letter@mail.example')
      expect(subject).toBe('Confirm your place on the waiting list for Bridal Bouquets')
      const token = await linkTokenFor(app, 'letter@mail.example')
      expect(text).toContain(`/waiting-list/${token}#proof=${token}`)
      expect(text).toContain('within 7 days')
      expect(text).not.toContain('You’re number')
    })

    test('a freed seat is not offered to an unconfirmed place; confirming the place brings the offer immediately', async () => {
      const course = await fullCourse()
      await join(course.id, { email: 'alone@mail.example' })
      const token = await linkTokenFor(app, 'alone@mail.example')
      await cancel((await seatOf(course.id)).id)
      expect(await seatCounts(app, course.id)).toMatchObject({ taken: 0 })
      expect((await press(token)).body.data.holdUntil).toBe('2026-03-03T06:30:00.000Z')
      expect((await place(token)).body.state).toBe('offered')
      expect(await seatCounts(app, course.id)).toMatchObject({ taken: 1, live: 1 })
    })

    test('confirming a place after leaving the list, or after the batch is over, has no effect', async () => {
      const course = await fullCourse()
      await join(course.id, { email: 'gone@mail.example' })
      const token = await linkTokenFor(app, 'gone@mail.example')
      expect((await leave(token)).body.data.state).toBe('left')
      expect((await press(token)).status).toBe(200)
      expect((await place(token)).body.state).toBe('left')
      await join(course.id, { email: 'over@mail.example' })
      const over = await linkTokenFor(app, 'over@mail.example')
      app.deps.clock.set('2026-03-12T18:30:00.000Z')
      expect((await press(over)).body.data.holdUntil).toBeNull()
      expect((await place(over)).body.state).toBe('over')
      expect(await lettersTo(app, 'over@mail.example')).toHaveLength(1)
      app.deps.clock.set(testNow)
    })

    test('ten places confirmed at once while a seat becomes free get one offer and nine different numbers', async () => {
      const course = await fullCourse()
      const tokens: string[] = []
      for (let n = 0; n < 10; n++) {
        const email = `press${n}.${course.id}@mail.example`.toLowerCase()
        await join(course.id, { email })
        tokens.push(await linkTokenFor(app, email))
      }
      const { id } = await seatOf(course.id)
      const answers = await Promise.all(
        [...tokens, ...tokens].map((token) => press(token)).concat(cancel(id) as never),
      )
      for (const { status } of answers.slice(0, 20)) expect(status).toBe(200)
      const places = await Promise.all(tokens.map(async (token) => (await place(token)).body))
      expect(places.filter(({ state }) => state === 'offered')).toHaveLength(1)
      expect(places.map(({ position }) => position).sort()).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, null].sort())
      expect(await seatCounts(app, course.id)).toEqual({ taken: 1, live: 1, capacity: 1 })
    })

    test('an unconfirmed place is deleted after a week, and a confirmed place stays', async () => {
      const course = await fullCourse()
      await join(course.id, { email: 'never@mail.example' })
      const kept = await wait(course.id, 'kept@mail.example')
      const { keepHouse } = app.app.services.housekeeping
      app.deps.clock.set('2026-03-09T06:30:00.000Z')
      await keepHouse()
      expect(await waiting(course.id)).toHaveLength(2)
      app.deps.clock.advance(1)
      await keepHouse()
      expect((await waiting(course.id)).map(({ email }) => email)).toEqual(['kept@mail.example'])
      expect((await place(kept)).body.position).toBe(1)
      app.deps.clock.set(testNow)
    })
  })

  test('a visitor signed in with the verified address, or added by staff, immediately gets a number on the list', async () => {
    const course = await fullCourse()
    await wait(course.id, 'before@mail.example')
    const mine = { email: user.email }
    expect((await join(course.id, mine, user.token)).body.data.position).toBeNull()
    await app.db.write.updateTable('user').set({ emailVerified: 1 }).where('email', '=', user.email).execute()
    expect((await join(course.id, mine)).body.data.position).toBeNull()
    expect((await join(course.id, mine, user.token)).body.data.position).toBe(2)
    expect((await join(course.id, mine, user.token)).body.data.position).toBe(2)
    expect(
      (await join(course.id, { email: 'friend@mail.example' }, user.token)).body.data.position,
    ).toBeNull()
    expect((await join(course.id, { email: 'called@mail.example' }, staff.token)).body.data.position).toBe(3)
  })

  test('twelve people who join the list at once get twelve different numbers', async () => {
    const course = await fullCourse()
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, n) => join(course.id, { email: `many${n}@mail.example` }, staff.token)),
    )
    expect(answers.map(({ body }) => body.data.position).sort((a, b) => a - b)).toEqual(
      Array.from({ length: 12 }, (_, n) => n + 1),
    )
  })

  partOnSqlite(engine, 'an offered seat', () => {
    const day = 24 * 60 * 60_000
    const take = (token: string, batch: string = '2026-03-12') =>
      app.http('POST', `/api/waiting-list/${token}/seat`, { body: { batch } })
    const endOffers = () => expireOffers(app.app.services.registrationDeps)
    let people = 0

    /** A course with one taken seat, and people on its waiting list, each with the token of their letter. */
    async function list(length = 2, changes: Parameters<typeof addCourse>[1] = {}) {
      const course = await addCourse(app, { capacity: 1, ...changes })
      const seat = await enrol(app, course.id)
      const waiting: { email: string; token: string }[] = []
      for (let n = 0; n < length; n++) {
        const email = `waiting${people++}@mail.example`
        waiting.push({ email, token: await wait(course.id, email) })
      }
      return { course, seat, waiting: waiting as [(typeof waiting)[0], ...typeof waiting] }
    }

    test('a freed seat is offered only to the first person on the list, and nobody else can take the seat', async () => {
      const { course, seat, waiting } = await list()
      const [first, second] = waiting
      expect((await place(first.token)).body).toEqual({
        state: 'waiting',
        courseTitle: 'Bridal Bouquets',
        courseSlug: course.slug,
        batch: '2026-03-12',
        amount: '12500.00',
        position: 1,
        offerUntil: null,
        enrolmentId: null,
      })
      expect((await take(first.token)).body.error).toContain('no free seat for you yet')
      await cancel(seat.id)
      expect(await seatCounts(app, course.id)).toEqual({ taken: 1, live: 1, capacity: 1 })
      const until = new Date(app.deps.clock.ms() + day).toISOString()
      expect((await place(first.token)).body).toMatchObject({
        state: 'offered',
        position: null,
        offerUntil: until,
      })
      expect((await place(second?.token ?? '')).body).toMatchObject({ state: 'waiting', position: 1 })
      const messages = await messagesAbout(app, 'offered')
      expect(messages.filter((message) => message.includes(first.email))).toEqual([
        `waiting-list-offer email ${first.email}`,
      ])
      expect(messages).toContain('waiting-list-offer chat 9876543210')
      for (const [at, body] of [
        ['/api/enrollments', enrolmentBody(course.id)],
        ['/api/events_enrollments', bookingBody(course.id)],
      ] as const) {
        expect((await app.http('POST', at, { body })).body.code).toBe('batch_full')
      }
      const shown = (await app.http('GET', `/api/courses/${course.slug}`)).body
      expect([shown.enrolled, shown.spots_left]).toEqual([1, 0])
    })

    test('taking an offered seat makes one enrolment, however often the link is used', async () => {
      const { course, seat, waiting } = await list(1)
      await cancel(seat.id)
      const [{ email, token }] = waiting
      const answers = await Promise.all(Array.from({ length: 8 }, () => take(token)))
      answers.push(await take(token))
      expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
      expect(answers[0]?.status).toBe(201)
      const receipt = answers[0]?.body.data
      expect(receipt).toMatchObject({ amount: '12500.00', status: 'pending' })
      expect(await seatCounts(app, course.id)).toEqual({ taken: 1, live: 1, capacity: 1 })
      expect((await place(token)).body).toMatchObject({ state: 'taken', enrolmentId: receipt.id })
      expect(await messagesAbout(app, receipt.id)).toEqual([
        'enrolment-received chat 9876543210',
        `enrolment-received email ${email}`,
        'school-notice email hello@malar.example',
      ])
      expect((await confirm(app, receipt.id)).status).toBe(200)
      // Leaving the list after taking the seat changes nothing.
      expect((await leave(token)).body.data.state).toBe('taken')
      expect(await seatCounts(app, course.id)).toMatchObject({ taken: 1, live: 1 })
    })

    test('taking an offered seat is refused if the request names a different date from the batch’s', async () => {
      const { seat, waiting } = await list(1)
      await cancel(seat.id)
      const answer = await take(waiting[0].token, '2026-03-11')
      expect([answer.status, answer.body.code]).toEqual([409, 'batch_changed'])
      expect(await statusOf(waiting[0].email)).toBe('offered')
    })

    test('an offered seat has the rule for cancelling beside it, and is not taken after the rule has changed', async () => {
      await storeSettings(app, { canCancelSeats: 'true', cancelHours: '48', cancelShare: '100' })
      const { seat, waiting } = await list(1)
      const [{ email, token }] = waiting
      expect((await place(token)).body.terms).toBeUndefined()
      await cancel(seat.id)
      const shown = (await place(token)).body.terms
      expect(shown.summary).toContain('until 2 days before')
      await storeSettings(app, { cancelHours: '240', cancelShare: '0' })
      const taking = (hash: string) =>
        app.http('POST', `/api/waiting-list/${token}/seat`, { body: { batch: '2026-03-12', terms: hash } })
      const refused = await taking(shown.hash)
      expect([refused.status, refused.body.message]).toEqual([
        409,
        'Our terms have changed. Please read them again.',
      ])
      expect(await statusOf(email)).toBe('offered')
      const now = (await place(token)).body.terms
      expect(now.summary).toContain('We don’t refund')
      expect((await taking(now.hash)).status).toBe(201)
    })

    test('an offer that lapses passes to the next person, and after the last person the seat is free for all', async () => {
      const { course, seat, waiting } = await list()
      const [first, second] = waiting as unknown as [(typeof waiting)[0], (typeof waiting)[0]]
      await cancel(seat.id)
      app.deps.clock.advance(day - 1)
      await endOffers()
      expect(await statusOf(first.email)).toBe('offered')
      app.deps.clock.advance(1)
      // The page says that the offer has lapsed even before the expiry loop has run.
      expect((await place(first.token)).body.state).toBe('lapsed')
      expect((await take(first.token)).body.error).toMatch(/^This offer ended on .+ went to the next person/)
      const [once, twice] = await Promise.all([endOffers(), endOffers()])
      const ended = await app.db.read
        .selectFrom('waiting_list_entry')
        .select('id')
        .where('status', '=', 'lapsed')
        .execute()
      expect(once + twice).toBe(ended.length)
      expect([await statusOf(first.email), await statusOf(second.email)]).toEqual(['lapsed', 'offered'])
      expect((await newestLetterTo(app, first.email)).subject).toContain('no longer holding a seat')
      expect(await seatCounts(app, course.id)).toEqual({ taken: 1, live: 1, capacity: 1 })
      app.deps.clock.advance(day)
      await endOffers()
      expect(await seatCounts(app, course.id)).toEqual({ taken: 0, live: 0, capacity: 1 })
      await enrol(app, course.id)
      app.deps.clock.set(testNow)
    })

    test('an offer declined by its link passes to the next person, and the used link changes nothing', async () => {
      const { course, seat, waiting } = await list()
      const [first, second] = waiting as unknown as [(typeof waiting)[0], (typeof waiting)[0]]
      await cancel(seat.id)
      const answers = await Promise.all([leave(first.token), leave(first.token), leave(first.token)])
      for (const { status, body } of answers) expect([status, body.data.state]).toEqual([200, 'left'])
      expect(await statusOf(second.email)).toBe('offered')
      expect((await take(first.token)).body.error).toContain('You’ve left this waiting list')
      await leave(second.token)
      expect(await seatCounts(app, course.id)).toEqual({ taken: 0, live: 0, capacity: 1 })
    })

    test('a person who left the list may join again at its end, and the old link is no longer valid', async () => {
      const { course, waiting } = await list()
      const [first] = waiting
      await leave(first.token)
      app.deps.clock.advance(1000)
      const again = await wait(course.id, first.email)
      expect((await place(first.token)).status).toBe(404)
      expect((await place(again)).body.position).toBe(2)
    })

    test('an expired hold, a larger capacity and an unlimited capacity each lead to offers', async () => {
      const { course, waiting } = await list(4)
      const statuses = () => Promise.all(waiting.map(({ email }) => statusOf(email)))
      app.deps.clock.advance(2 * day)
      await expireHeldSeats(app.app.services.registrationDeps)
      expect(await statuses()).toEqual(['offered', 'waiting', 'waiting', 'waiting'])
      await app.app.services.courses.updateClass(course.id, { capacity: 2 }, null)
      expect(await statuses()).toEqual(['offered', 'offered', 'waiting', 'waiting'])
      await app.app.services.courses.updateClass(course.id, { capacity: null }, null)
      expect(await statuses()).toEqual(['offered', 'offered', 'offered', 'offered'])
      expect(await seatCounts(app, course.id)).toMatchObject({ taken: 4, live: 4 })
      app.deps.clock.set(testNow)
    })

    test('no seat is offered in a batch that is over, and an offer ends with the batch’s day at the latest', async () => {
      const { course, seat, waiting } = await list(1)
      // The clock is set to ten in the evening of the batch's own day.
      app.deps.clock.set('2026-03-12T16:30:00.000Z')
      const late = await list(1)
      await cancel(late.seat.id)
      expect((await place(late.waiting[0].token)).body).toMatchObject({
        state: 'offered',
        offerUntil: '2026-03-12T18:30:00.000Z',
      })
      await expect(app.app.services.courses.deleteClass(late.course.id, null)).rejects.toMatchObject({
        code: 'in_use',
      })
      app.deps.clock.set('2026-03-12T18:30:00.000Z')
      await cancel(seat.id)
      expect(await statusOf(waiting[0].email)).toBe('waiting')
      expect((await place(waiting[0].token)).body.state).toBe('over')
      expect(await seatCounts(app, course.id)).toMatchObject({ taken: 0 })
      app.deps.clock.set(testNow)
    })

    test('confirming a place on the list of a deleted class brings no offer, and the place ends', async () => {
      const { course, seat } = await list(0)
      await join(course.id, { email: 'deleted@mail.example' })
      const token = await linkTokenFor(app, 'deleted@mail.example')
      await cancel(seat.id)
      await app.app.services.courses.deleteClass(course.id, null)
      expect((await press(token)).body.data.holdUntil).toBeNull()
      expect((await place(token)).body.state).toBe('over')
      expect((await take(token)).status).toBe(409)
      expect(await seatCounts(app, course.id)).toMatchObject({ taken: 0, live: 0 })
    })

    test.each(['nonsense', 'aaaaaaaaaaaaaaaaaaaaaa.aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa'])(
      'the waiting-list link %s is answered with 404',
      async (token) => {
        for (const answer of [await place(token), await take(token), await leave(token)]) {
          expect([answer.status, answer.body.code]).toEqual([404, 'not_found'])
        }
      },
    )
  })

  describe('offers while seats become free at once', () => {
    test('many cancellations, departures and enrolments at once offer or sell no seat twice', async () => {
      const course = await addCourse(app, { capacity: 5 })
      const seats = []
      for (let n = 0; n < 5; n++) {
        seats.push(await enrol(app, course.id))
        await proveAll(app)
      }
      const tokens: string[] = []
      for (let n = 0; n < 8; n++) {
        const email = `rush${n}@mail.example`
        tokens.push(await wait(course.id, email))
      }
      await Promise.all([
        ...seats.map(({ id }) => cancel(id)),
        ...tokens.slice(0, 5).map((token) => leave(token)),
        ...Array.from({ length: 5 }, () =>
          app.http('POST', '/api/enrollments', { body: enrolmentBody(course.id) }),
        ),
      ])
      const { taken, live } = await seatCounts(app, course.id)
      expect(taken).toBe(live)
      expect(taken).toBeLessThanOrEqual(5)
      const left = await app.db.read
        .selectFrom('waiting_list_entry')
        .innerJoin('batch', 'batch.id', 'batch_id')
        .select('status')
        .where('course_id', '=', course.id)
        .where('status', '=', 'waiting')
        .execute()
      if (left.length > 0) expect(taken).toBe(5)
    })
  })

  partOnSqlite(engine, 'unsent messages about a place on the waiting list', () => {
    const unsent = async (email: string) => {
      const places = await app.db.read
        .selectFrom('waiting_list_entry')
        .select('id')
        .where('email', '=', email)
        .execute()
      const abouts = places.map(({ id }) => `waiting-list:${id}`)
      const rows = await app.db.read
        .selectFrom('outbox')
        .select(['template', 'channel'])
        .where('status', 'in', ['queued', 'held', 'by-hand'])
        .where('about', 'in', abouts)
        .execute()
      return rows.map(({ template, channel }) => `${template} ${channel}`).sort()
    }
    const offer = ['waiting-list-offer chat', 'waiting-list-offer email']
    /** A course whose only seat is offered to this address; the offer's messages are not sent yet. */
    async function offered(email: string) {
      app.deps.clock.set(testNow)
      const course = await addCourse(app, { capacity: 1 })
      const { id } = await enrol(app, course.id)
      await wait(course.id, email)
      await cancel(id)
      expect(await statusOf(email, course.id)).toBe('offered')
      expect(await unsent(email)).toEqual(expect.arrayContaining(offer))
      return course
    }

    test('unsent messages about an offer are withdrawn when the offer lapses, and an e-mail says that it has lapsed', async () => {
      await offered('lapses@mail.example')
      app.deps.clock.advance(49 * 60 * 60_000)
      await expireOffers(app.app.services.registrationDeps)
      expect(await unsent('lapses@mail.example')).toEqual([
        'waiting-list-lapsed chat',
        'waiting-list-lapsed email',
      ])
      app.deps.clock.set(testNow)
    })

    test('unsent messages about an offer are withdrawn when the person takes the seat', async () => {
      await offered('takes@mail.example')
      const token = await linkTokenFor(app, 'takes@mail.example')
      const body = { batch: '2026-03-12' }
      expect((await app.http('POST', `/api/waiting-list/${token}/seat`, { body })).status).toBe(201)
      expect(await unsent('takes@mail.example')).toEqual([])
    })

    test('unsent messages about an offer are withdrawn when the person declines it or staff give the seat', async () => {
      await offered('leaves@mail.example')
      await leave(await linkTokenFor(app, 'leaves@mail.example'))
      expect(await unsent('leaves@mail.example')).toEqual([])

      const course = await offered('given@mail.example')
      const entry = await app.db.read
        .selectFrom('waiting_list_entry')
        .select(['id', 'batch_id'])
        .where('email', '=', 'given@mail.example')
        .executeTakeFirstOrThrow()
      const given = await app.http('POST', '/api/admin/enrollments', {
        token: staff.token,
        body: {
          name: 'Meena',
          email: 'given@mail.example',
          phone: '9876543210',
          batchId: entry.batch_id,
          waitingId: entry.id,
          payment: 'later',
          letter: false,
        },
      })
      expect([given.status, (await seatCounts(app, course.id)).taken]).toEqual([201, 1])
      expect(await unsent('given@mail.example')).toEqual([])
    })
  })
})
