import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { startApp, type TestApp } from '../../../../tests/harness/app.ts'
import { callers, onEachEngine } from '../../../../tests/harness/on-each-engine.ts'
import { countsByStatus } from '../../../../tests/harness/race.ts'
import {
  addCourse,
  bookingBody,
  confirm,
  enrol,
  enrolmentBody,
  hold,
  holdBody,
  messagesAbout,
  seatCounts,
} from '../../../../tests/harness/seats.ts'
import { authSecret } from '../../../platform/secret.ts'
import { createSignedLinks } from '../../../platform/signed-links.ts'
import { expireHeldSeats } from '../seats/seat-ends.ts'
import * as holders from './holders.repository.ts'

const maybe = 'If a seat is held with these details, its link was mailed.'
const start = '2026-03-02T06:30:00.000Z'
const hours = (count: number) => count * 60 * 60_000
const person = { email: 'meena@mail.example', phone: '9876543210' }

onEachEngine('who may hold how much', (app, engine) => {
  const { user } = callers(app, 'user')
  beforeAll(async () => {
    await app.db.write.updateTable('user').set({ emailVerified: 1 }).where('email', '=', user.email).execute()
  })
  beforeEach(() => {
    vi.restoreAllMocks()
    app.deps.clock.set(start)
  })
  const post = (body: unknown, token: string | null = null, at: TestApp = app) =>
    at.http('POST', '/api/enrollments', { body, token })
  const said = ({ status, body }: { status: number; body: any }) => [status, body.code, body.error]
  const tokenOf = (id: string) => createSignedLinks(authSecret(app.deps.config)).sign('seat-proof', id)
  const press = (token: string) => app.http('POST', '/api/proofs', { body: { token } })
  const seatOf = (id: string) =>
    app.db.read.selectFrom('seat').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

  describe('one live hold for each person and batch', () => {
    test.each([
      ['the same e-mail and phone', {}],
      ['the same e-mail', { phone: '9000000001' }],
      ['the same phone', { email: 'other@mail.example' }],
      ['another spelling of the mailbox', { email: 'Meena+2@Mail.example', phone: '9000000002' }],
    ])('%s: nobody learns whose it is, and the link is mailed again, once an hour', async (_, changes) => {
      const course = await addCourse(app)
      const { id } = await enrol(app, course.id, person)
      for (let count = 0; count < 3; count++) {
        const answer = await post(enrolmentBody(course.id, { ...person, ...changes }))
        expect(said(answer)).toEqual([409, 'already_enrolled', maybe])
        expect(answer.body.details).toBeUndefined()
      }
      const letters = (await messagesAbout(app, id)).filter((one) =>
        one.startsWith('enrolment-received email'),
      )
      expect(letters).toEqual(Array(2).fill('enrolment-received email meena@mail.example'))
      expect(await seatCounts(app, course.id)).toMatchObject({ taken: 1, live: 1 })
    })

    test('a full batch, a wrong code or a spent network is said first: who would get nothing anyway learns nothing of others', async () => {
      const course = await addCourse(app, { capacity: 1 })
      const roomy = await addCourse(app)
      for (const { id } of [course, roomy]) await enrol(app, id, person)
      const stranger = { email: 'stranger@mail.example', phone: '9111111111' }
      const couponCode = 'NOSUCHCODE'
      for (const who of [person, stranger]) {
        const booking = bookingBody(course.id, { ...who, transactionId: 'T-full' })
        const answers = [
          await post(enrolmentBody(course.id, who)),
          await app.http('POST', '/api/seat-holds', { body: holdBody(course.id, who) }),
          await app.http('POST', '/api/events_enrollments', { body: booking }),
          await post(enrolmentBody(roomy.id, { ...who, couponCode })),
        ]
        expect(answers.map(({ body: { code } }) => code)).toEqual([
          'batch_full',
          'batch_full',
          'batch_full',
          'coupon_invalid',
        ])
      }
      expect(await seatCounts(app, course.id)).toMatchObject({ taken: 1, live: 1 })
    })

    test('the answer is the same for a silent hold, a seat, a free one, and many unpaid ones', async () => {
      const free = await addCourse(app, { price: 0 })
      const booked = await addCourse(app)
      const many: string[] = []
      for (let count = 0; count < 4; count++) many.push((await addCourse(app)).id)
      await enrol(app, free.id, person)
      await hold(app, booked.id, person)
      for (const id of many.slice(0, 2)) await enrol(app, id, person)
      const answers = [
        await post(enrolmentBody(free.id, person)),
        await post(enrolmentBody(booked.id, person)),
        await post(enrolmentBody(many[0] as string, person)),
        await post(enrolmentBody(many[3] as string, person)),
        await app.http('POST', '/api/seat-holds', { body: holdBody(many[1] as string, person) }),
        await app.http('POST', '/api/events_enrollments', { body: bookingBody(many[1] as string, person) }),
      ]
      const told = answers.map(({ status, body: { requestId: _, ...body } }) =>
        JSON.stringify([status, body]),
      )
      expect([...new Set(told)]).toHaveLength(1)
      expect(said(answers[0] as never)).toEqual([409, 'already_enrolled', maybe])
    })

    test('the browser that holds it reads so, with its reference', async () => {
      const course = await addCourse(app)
      const { id, reference } = await enrol(app, course.id, person)
      const answer = await post(enrolmentBody(course.id, { ...person, knownHolds: ['unknown', id] }))
      expect(said(answer)).toEqual([
        409,
        'already_enrolled',
        `You hold a seat already (${reference}): pay for it, or add a person.`,
      ])
      expect(answer.body.details).toEqual({ id, kind: 'enrolment', reference, isDue: true, canAdd: true })
      expect((await post(enrolmentBody(course.id, { knownHolds: Array(21).fill('x') }))).status).toBe(400)
    })

    test('a silent hold of the same browser becomes the seat, and is found again by its dialog', async () => {
      const course = await addCourse(app, { capacity: 1 })
      const { id } = await hold(app, course.id, person)
      const again = await hold(app, course.id, { ...person, transactionId: 'T2', knownHolds: [id] })
      expect(again.id).toBe(id)
      const seat = await enrol(app, course.id, { ...person, knownHolds: [id] })
      expect((await app.http('GET', `/api/seat-holds/${id}`)).body).toMatchObject({
        state: 'completed',
        bookingId: seat.id,
      })
      expect(await seatCounts(app, course.id)).toEqual({ taken: 1, live: 1, capacity: 1 })
    })

    test('a hold is completed as somebody else only if that person may hold it', async () => {
      const course = await addCourse(app)
      await enrol(app, course.id, person)
      const { id } = await hold(app, course.id)
      const as = (changes: object) =>
        app.http('POST', '/api/events_enrollments', {
          body: bookingBody(course.id, { holdId: id, ...changes }),
        })
      expect(said(await as(person))).toEqual([409, 'already_enrolled', maybe])
      expect((await app.http('GET', `/api/seat-holds/${id}`)).body.state).toBe('live')
      expect((await as({ email: 'uma@mail.example' })).status).toBe(201)
      expect(await seatCounts(app, course.id)).toMatchObject({ taken: 2, live: 2 })
    })

    test('whoever paid, or whose hold ended, may take another', async () => {
      const course = await addCourse(app)
      const { id } = await enrol(app, course.id, person)
      await confirm(app, id)
      await enrol(app, course.id, person)
      app.deps.clock.advance(hours(2))
      await expireHeldSeats(app.app.services.registrationDeps)
      await enrol(app, course.id, person)
    })

    test('a stranger’s hold never blocks who is proved; their own does', async () => {
      const course = await addCourse(app)
      const mine = { email: user.email, phone: '9000000003' }
      await enrol(app, course.id, mine)
      const first = await post(enrolmentBody(course.id, mine), user.token)
      expect([first.status, first.body.data?.proved]).toEqual([201, true])
      const second = await post(enrolmentBody(course.id, mine), user.token)
      expect(said(second)).toEqual([
        409,
        'already_enrolled',
        `You hold a seat already (${first.body.data.reference}): pay for it, or add a person.`,
      ])
      // Signed in, for somebody else: that person has proved nothing.
      const other = await post(enrolmentBody(course.id, { email: 'friend@mail.example' }), user.token)
      expect(other.body.data.proved).toBe(false)
    })

    test('100 at once as one person: one seat', async () => {
      const course = await addCourse(app, { capacity: 100 })
      const answers = await Promise.all(
        Array.from({ length: 100 }, (_, n) =>
          n % 3 === 0
            ? app.http('POST', '/api/seat-holds', {
                body: holdBody(course.id, { ...person, transactionId: `T${n}` }),
              })
            : n % 3 === 1
              ? app.http('POST', '/api/events_enrollments', {
                  body: bookingBody(course.id, { ...person, phone: `90000000${n}`, transactionId: `T${n}` }),
                })
              : post(enrolmentBody(course.id, { ...person, email: `m${n}@mail.example` })),
        ),
      )
      // Those who share the phone and those who share the mailbox are one person each, or all one.
      expect(await seatCounts(app, course.id)).toMatchObject({ taken: countsByStatus(answers)[201] })
      expect(countsByStatus(answers)[201]).toBeLessThanOrEqual(2)
    })
  })

  describe('three unpaid in all until proved', () => {
    const coursesOf = async (count: number) => {
      const made: string[] = []
      for (let n = 0; n < count; n++) made.push((await addCourse(app, { capacity: 100 })).id)
      return made
    }

    test('the fourth is refused; a press, a payment or an end makes room', async () => {
      const ids = await coursesOf(6)
      const held: string[] = []
      for (const id of ids.slice(0, 3)) held.push((await enrol(app, id, person)).id)
      const ask = (n: number, changes = {}) =>
        post(enrolmentBody(ids[n] as string, { ...person, ...changes }))
      expect(said(await ask(3))).toEqual([409, 'already_enrolled', maybe])
      const known = await ask(3, { knownHolds: [held[1]] })
      // Of the three it names the one that this browser knows.
      expect(known.body.details).toEqual({
        toPay: [{ id: held[1], kind: 'enrolment', reference: expect.stringMatching(/^MAL-/) }],
      })
      expect(said(known)).toEqual([
        409,
        'already_enrolled',
        'You hold 3 unpaid seats or orders already. Please pay for one, or open the link in one of its letters, and try again.',
      ])
      await press(tokenOf(held[0] as string))
      expect((await ask(3)).status).toBe(201)
      expect((await ask(4)).status).toBe(409)
      await confirm(app, held[1] as string)
      expect((await ask(4)).status).toBe(201)
      expect((await ask(5)).status).toBe(409)
      app.deps.clock.advance(hours(2))
      await expireHeldSeats(app.app.services.registrationDeps)
      expect((await ask(5)).status).toBe(201)
    })

    const race = async (apps: TestApp[]) => {
      const ids = await coursesOf(40)
      const answers = await Promise.all(
        ids.map((id, n) => post(enrolmentBody(id, person), null, apps[n % apps.length])),
      )
      return countsByStatus(answers)
    }

    test('40 at once in 40 courses: three', async () => {
      expect(await race([app])).toEqual({ 201: 3, 409: 37 })
    })

    if (engine === 'postgres') {
      test('through two servers on one database: three', async () => {
        const second = await startApp({ sharing: app })
        try {
          expect(await race([app, second])).toEqual({ 201: 3, 409: 37 })
        } finally {
          await second.stop()
        }
      })

      // One writer at a time hides the mistake on SQLite.
      test('control: with nobody’s turn kept, more get one', async () => {
        vi.spyOn(holders, 'lockPeople').mockResolvedValue()
        expect((await race([app]))[201]).toBeGreaterThan(3)
      })
    }
  })

  describe('how long a seat is held', () => {
    const until = (clock: string) => `${clock}:00.000Z`
    test.each<[string, object, string | null, string]>([
      ['a person not yet proved: 2 h', {}, null, until('2026-03-02T08:30')],
      ['a proved person: holdHours', {}, 'user', until('2026-03-04T06:30')],
      [
        'not proved, the batch begins before',
        { startTime: '13:00', nextbatch: '2026-03-02' },
        null,
        until('2026-03-02T07:30'),
      ],
      [
        'proved, the batch begins before',
        { startTime: '10:00', nextbatch: '2026-03-03' },
        'user',
        until('2026-03-03T04:30'),
      ],
      [
        'proved, a batch without a time begins with the end of its day',
        { nextbatch: '2026-03-03' },
        'user',
        until('2026-03-03T18:30'),
      ],
    ])('%s', async (_, batch, who, end) => {
      const course = await addCourse(app, batch)
      const mine = who === null ? {} : { email: user.email }
      const answer = await post(enrolmentBody(course.id, mine), who && user.token)
      expect(answer.body.data.holdUntil).toBe(end)
      const ends = () => expireHeldSeats(app.app.services.registrationDeps)
      app.deps.clock.set(end)
      app.deps.clock.advance(-1)
      await ends()
      expect((await seatOf(answer.body.data.id)).status).toBe('pending')
      app.deps.clock.advance(1)
      await Promise.all([ends(), ends(), ends()])
      expect((await seatOf(answer.body.data.id)).status).toBe('expired')
      expect(await seatCounts(app, course.id)).toMatchObject({ taken: 0, live: 0 })
      const ended = (await messagesAbout(app, answer.body.data.id)).filter((one) =>
        one.startsWith('hold-expired e'),
      )
      expect(ended).toHaveLength(1)
    })

    test('a press on the letter’s link holds it holdHours from its beginning; a repeat adds nothing', async () => {
      const course = await addCourse(app)
      const { id } = await enrol(app, course.id, person)
      app.deps.clock.advance(hours(1))
      for (let count = 0; count < 2; count++) {
        const answer = await press(tokenOf(id))
        expect([answer.status, answer.body]).toEqual([
          200,
          { success: true, data: { kind: 'enrolment', id, holdUntil: until('2026-03-04T06:30') } },
        ])
        app.deps.clock.advance(hours(1))
      }
      expect((await seatOf(id)).proved_at).toBe('2026-03-02T07:30:00.000Z')
      expect((await app.http('GET', `/api/enrollments/${id}`)).body).toMatchObject({
        status: 'pending',
        proved: true,
        holdUntil: until('2026-03-04T06:30'),
      })
    })

    test('a press after the hold has ended brings no seat back', async () => {
      const course = await addCourse(app)
      const { id } = await enrol(app, course.id, person)
      app.deps.clock.advance(hours(2))
      await expireHeldSeats(app.app.services.registrationDeps)
      expect((await press(tokenOf(id))).status).toBe(200)
      expect((await seatOf(id)).status).toBe('expired')
      expect(await seatCounts(app, course.id)).toMatchObject({ taken: 0, live: 0 })
    })

    test('no other link proves it', async () => {
      const course = await addCourse(app)
      const { id } = await enrol(app, course.id, person)
      const links = createSignedLinks(authSecret(app.deps.config))
      for (const token of [links.sign('gift', id), `${id}.${'x'.repeat(32)}`, tokenOf('unknown')]) {
        expect((await press(token)).status).toBe(404)
      }
      expect((await press('x')).status).toBe(400)
      expect((await seatOf(id)).proved_at).toBeNull()
    })

    test('the letter knows until when, and until when a press keeps the seat', async () => {
      const course = await addCourse(app)
      const { id } = await enrol(app, course.id, person)
      const row = await app.db.read
        .selectFrom('outbox')
        .selectAll()
        .where('cause', '=', `enrolment:${id}:received:email`)
        .executeTakeFirstOrThrow()
      expect(JSON.parse(row.data)).toMatchObject({
        holdUntil: until('2026-03-02T08:30'),
        provedUntil: until('2026-03-04T06:30'),
      })
    })
  })

  test('money that arrived proves', async () => {
    const course = await addCourse(app)
    const { id } = await enrol(app, course.id, person)
    await confirm(app, id)
    expect((await seatOf(id)).proved_at).toBe(start)
  })

  test('nothing of a person’s turn is kept the day after', async () => {
    const course = await addCourse(app, { nextbatch: '2026-04-12' })
    await enrol(app, course.id, person)
    app.deps.clock.advance(hours(24))
    await app.app.services.housekeeping.keepHouse()
    const kept = await app.db.read.selectFrom('hold_person').select('key').execute()
    expect(kept).toEqual([])
  })
})

onEachEngine(
  'ten unproved holds a day from one network',
  { env: { RATE_LIMIT_FACTOR: '1', TRUST_PROXY: 'loopback' } },
  (app) => {
    const { owner } = callers(app, 'owner')
    const from = (address: string) => ({ 'x-forwarded-for': address })
    const ask = (id: string, address: string, token: string | null = null) =>
      app.http('POST', '/api/enrollments', { body: enrolmentBody(id), headers: from(address), token })

    test('the eleventh is asked by mail first; silent holds count; a /64 is one network; staff and the next day are free', async () => {
      const course = await addCourse(app, { capacity: 100 })
      for (let n = 0; n < 9; n++) expect((await ask(course.id, `2001:db8:1:2::${n + 1}`)).status).toBe(201)
      const silent = holdBody(course.id)
      expect(
        (await app.http('POST', '/api/seat-holds', { body: silent, headers: from('2001:db8:1:2:ffff::1') }))
          .status,
      ).toBe(201)
      const answer = await ask(course.id, '2001:db8:1:2::77')
      expect([answer.status, answer.body.data]).toMatchObject([201, { confirmFirst: true, holdUntil: null }])
      expect(await seatCounts(app, course.id)).toMatchObject({ taken: 10, live: 10 })
      expect((await ask(course.id, '2001:db8:1:3::1')).status).toBe(201)
      expect((await ask(course.id, '2001:db8:1:2::77', owner.token)).status).toBe(201)
      const networks = await app.db.read.selectFrom('hold_quota').select('network').execute()
      expect(JSON.stringify(networks)).not.toContain('2001')
      app.deps.clock.advance(hours(24))
      expect((await ask(course.id, '2001:db8:1:2::77')).status).toBe(201)
    })

    test.each([
      ['given back counts again when it is completed', true],
      ['ended by itself was counted when it was taken, on that day', false],
    ])('a silent hold that is %s', async (_, isGivenBack) => {
      app.deps.clock.set(start)
      const course = await addCourse(app, { capacity: 100 })
      const headers = from(isGivenBack ? '203.0.113.8' : '203.0.113.9')
      const http: typeof app.http = (method, path, options) => app.http(method, path, { ...options, headers })
      const held = holdBody(course.id, { email: 'hold@mail.example' })
      const { id } = (await http('POST', '/api/seat-holds', { body: held })).body.data
      if (isGivenBack) await http('DELETE', `/api/seat-holds/${id}`)
      else app.deps.clock.advance(hours(1))
      for (let n = 0; n < 9; n++) await http('POST', '/api/enrollments', { body: enrolmentBody(course.id) })
      const body = bookingBody(course.id, { email: 'hold@mail.example', holdId: id })
      const answer = await http('POST', '/api/events_enrollments', { body })
      expect([answer.status, answer.body.data.confirmFirst]).toEqual([201, isGivenBack || undefined])
    })

    test('20 at once: ten', async () => {
      const course = await addCourse(app, { capacity: 100 })
      const answers = await Promise.all(Array.from({ length: 20 }, () => ask(course.id, '203.0.113.7')))
      expect(countsByStatus(answers)).toEqual({ 201: 20 })
      expect(answers.filter(({ body }) => body.data.confirmFirst)).toHaveLength(10)
      expect(await seatCounts(app, course.id)).toMatchObject({ taken: 10, live: 10 })
    })
  },
)
