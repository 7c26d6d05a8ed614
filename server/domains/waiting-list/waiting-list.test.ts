import { describe, expect, test } from 'vitest'
import { testNow } from '../../../tests/harness/app.ts'
import { linkTokenFor, newestLetterTo } from '../../../tests/harness/letters.ts'
import { onEachEngine } from '../../../tests/harness/on-each-engine.ts'
import {
  addCourse,
  bookingBody,
  confirm,
  enrol,
  enrolmentBody,
  messagesAbout,
  seatCounts,
} from '../../../tests/harness/seats.ts'

onEachEngine('the waiting list (S2)', (app) => {
  const join = (courseId: string, changes: object = {}) =>
    app.http('POST', '/api/waiting-list', {
      body: { fullName: 'Meena', email: 'meena@mail.example', phone: '9876543210', courseId, ...changes },
    })

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

  test.each([
    ['fullName', '', 'Full name is required'],
    ['email', undefined, 'Email is required'],
    ['email', 'meena', 'Please enter a valid email address'],
    ['phone', undefined, 'Phone number is required'],
    ['phone', '12', 'Please enter a valid 10-digit Indian mobile number (starting with 6-9)'],
  ])('%s %j: %s', async (field, value, sentence) => {
    const course = await fullCourse()
    const answer = await join(course.id, { [field]: value })
    expect([answer.status, answer.body.fields]).toEqual([400, { [field]: sentence }])
    expect(await waiting(course.id)).toEqual([])
  })

  test('nobody waits for an unknown course, nor where there are seats', async () => {
    expect((await join('unknown')).status).toBe(404)
    for (const capacity of [2, null]) {
      const course = await addCourse(app, { capacity })
      await enrol(app, course.id)
      const answer = await join(course.id)
      expect([answer.status, answer.body.error]).toEqual([
        409,
        'There are still seats in this batch. You can enrol right away.',
      ])
      expect(await waiting(course.id)).toEqual([])
    }
  })

  test('an address waits once, and learns its place again', async () => {
    const course = await fullCourse()
    const answers = await Promise.all(Array.from({ length: 10 }, () => join(course.id)))
    answers.push(await join(course.id, { email: 'MEENA@mail.example', fullName: 'Somebody' }))
    for (const { status, body } of answers) {
      expect([status, body]).toEqual([
        201,
        { success: true, data: { courseTitle: 'Bridal Bouquets', batch: '2026-03-12', position: 1 } },
      ])
    }
    expect((await join(course.id, { email: 'new@mail.example' })).body.data.position).toBe(2)
    const entries = await waiting(course.id)
    expect(entries.map(({ email, full_name }) => [email, full_name]).sort()).toEqual([
      ['meena@mail.example', 'Meena'],
      ['new@mail.example', 'Meena'],
    ])
    const messages = await app.db.read
      .selectFrom('outbox')
      .select('recipient')
      .where('template', '=', 'waiting-list-joined')
      .where(
        'cause',
        'in',
        entries.map(({ id }) => `waiting-list:${id}:joined`),
      )
      .execute()
    expect(messages).toHaveLength(2)
    expect((await newestLetterTo(app, 'new@mail.example')).text).toContain(
      'You are number 2 on its waiting list',
    )
  })

  test('many who join at once have a place each', async () => {
    const course = await fullCourse()
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, n) => join(course.id, { email: `many${n}@mail.example` })),
    )
    expect(answers.map(({ body }) => body.data.position).sort((a, b) => a - b)).toEqual(
      Array.from({ length: 12 }, (_, n) => n + 1),
    )
  })

  describe('an offer', () => {
    const day = 24 * 60 * 60_000
    const statusOf = async (email: string) =>
      (
        await app.db.read
          .selectFrom('waiting_list_entry')
          .select(['status', 'offer_until'])
          .where('email', '=', email)
          .executeTakeFirstOrThrow()
      ).status
    const place = (token: string) => app.http('GET', `/api/waiting-list/${token}`)
    const take = (token: string, batch: string = '2026-03-12') =>
      app.http('POST', `/api/waiting-list/${token}/seat`, { body: { batch } })
    const leave = (token: string) => app.http('DELETE', `/api/waiting-list/${token}`)
    const cancel = (id: string) =>
      app.db.transaction((tx) => app.app.services.seats.cancel(tx, 'enrolment', id))
    const expireOffers = () => app.app.services.waitingList.expireOffers()
    let people = 0

    /** A full course with one seat, who has it, and who waits, each with the token of their letter. */
    async function list(length = 2, changes: Parameters<typeof addCourse>[1] = {}) {
      const course = await addCourse(app, { capacity: 1, ...changes })
      const seat = await enrol(app, course.id)
      const waiting: { email: string; token: string }[] = []
      for (let n = 0; n < length; n++) {
        const email = `waiting${people++}@mail.example`
        expect((await join(course.id, { email })).status).toBe(201)
        waiting.push({ email, token: await linkTokenFor(app, email) })
      }
      return { course, seat, waiting: waiting as [(typeof waiting)[0], ...typeof waiting] }
    }

    test('goes to the first alone, in the transaction that freed the seat; nobody else gets the seat', async () => {
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

    test('becomes an enrolment for that seat, once, however often it is asked for', async () => {
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
      // Leaving a list that one is no longer on changes nothing.
      expect((await leave(token)).body.data.state).toBe('taken')
      expect(await seatCounts(app, course.id)).toMatchObject({ taken: 1, live: 1 })
    })

    test('is not taken by an old day of its batch (M3)', async () => {
      const { seat, waiting } = await list(1)
      await cancel(seat.id)
      const answer = await take(waiting[0].token, '2026-03-11')
      expect([answer.status, answer.body.code]).toEqual([409, 'batch_changed'])
      expect(await statusOf(waiting[0].email)).toBe('offered')
    })

    test('lapses when its time is up, and passes to the next; then the seat is everybody’s', async () => {
      const { course, seat, waiting } = await list()
      const [first, second] = waiting as unknown as [(typeof waiting)[0], (typeof waiting)[0]]
      await cancel(seat.id)
      app.deps.clock.advance(day - 1)
      await expireOffers()
      expect(await statusOf(first.email)).toBe('offered')
      app.deps.clock.advance(1)
      // Said kindly even before anybody has noticed.
      expect((await place(first.token)).body.state).toBe('lapsed')
      expect((await take(first.token)).body.error).toMatch(/^This offer ended on .+ went to the next person/)
      const [once, twice] = await Promise.all([expireOffers(), expireOffers()])
      const ended = await app.db.read
        .selectFrom('waiting_list_entry')
        .select('id')
        .where('status', '=', 'lapsed')
        .execute()
      expect(once + twice).toBe(ended.length)
      expect([await statusOf(first.email), await statusOf(second.email)]).toEqual(['lapsed', 'offered'])
      expect((await newestLetterTo(app, first.email)).subject).toContain('has gone to the next person')
      expect(await seatCounts(app, course.id)).toEqual({ taken: 1, live: 1, capacity: 1 })
      app.deps.clock.advance(day)
      await expireOffers()
      expect(await seatCounts(app, course.id)).toEqual({ taken: 0, live: 0, capacity: 1 })
      await enrol(app, course.id)
      app.deps.clock.set(testNow)
    })

    test('is let go by its link, and passes to the next; the used link says so and changes nothing', async () => {
      const { course, seat, waiting } = await list()
      const [first, second] = waiting as unknown as [(typeof waiting)[0], (typeof waiting)[0]]
      await cancel(seat.id)
      const answers = await Promise.all([leave(first.token), leave(first.token), leave(first.token)])
      for (const { status, body } of answers) expect([status, body.data.state]).toEqual([200, 'left'])
      expect(await statusOf(second.email)).toBe('offered')
      expect((await take(first.token)).body.error).toContain('You have left this list')
      await leave(second.token)
      expect(await seatCounts(app, course.id)).toEqual({ taken: 0, live: 0, capacity: 1 })
    })

    test('who left or let it lapse may join again, at the end, and the old link leads nowhere', async () => {
      const { course, waiting } = await list()
      const [first] = waiting
      await leave(first.token)
      app.deps.clock.advance(1000)
      const again = await join(course.id, { email: first.email })
      expect(again.body.data.position).toBe(2)
      expect((await place(first.token)).status).toBe(404)
      expect((await place(await linkTokenFor(app, first.email))).body.position).toBe(2)
    })

    test('comes of an ended hold, a larger batch and an unlimited one', async () => {
      const { course, waiting } = await list(4)
      const statuses = () => Promise.all(waiting.map(({ email }) => statusOf(email)))
      app.deps.clock.advance(2 * day)
      await app.app.services.seats.expireHolds()
      expect(await statuses()).toEqual(['offered', 'waiting', 'waiting', 'waiting'])
      await app.app.services.courses.updateClass(course.id, { capacity: 2 }, null)
      expect(await statuses()).toEqual(['offered', 'offered', 'waiting', 'waiting'])
      await app.app.services.courses.updateClass(course.id, { capacity: null }, null)
      expect(await statuses()).toEqual(['offered', 'offered', 'offered', 'offered'])
      expect(await seatCounts(app, course.id)).toMatchObject({ taken: 4, live: 4 })
      app.deps.clock.set(testNow)
    })

    test('is not made for a batch that is over, nor for a class that is gone; and ends with the batch’s day', async () => {
      const { course, seat, waiting } = await list(1)
      // Ten in the evening of the batch's own day.
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

    test('many seats freed and many who leave at once: every free seat is offered or free, none twice', async () => {
      const course = await addCourse(app, { capacity: 5 })
      const seats = []
      for (let n = 0; n < 5; n++) seats.push(await enrol(app, course.id))
      const tokens: string[] = []
      for (let n = 0; n < 8; n++) {
        const email = `rush${n}@mail.example`
        await join(course.id, { email })
        tokens.push(await linkTokenFor(app, email))
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

    test.each(['nonsense', 'aaaaaaaaaaaaaaaaaaaaaa.aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa'])(
      'the link %s leads nowhere',
      async (token) => {
        for (const answer of [await place(token), await take(token), await leave(token)]) {
          expect([answer.status, answer.body.code]).toEqual([404, 'not_found'])
        }
      },
    )
  })
})
