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

const maybe = 'If you already have a seat with these details, we’ve e-mailed you the link to it.'
const start = '2026-03-02T06:30:00.000Z'
const hours = (count: number) => count * 60 * 60_000
const person = { email: 'meena@mail.example', phone: '9876543210' }

onEachEngine('the limits on what one person may hold', (app, engine) => {
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
  const refusalOf = ({ status, body }: { status: number; body: any }) => [status, body.code, body.error]
  const tokenOf = (id: string) => createSignedLinks(authSecret(app.deps.config)).sign('seat-proof', id)
  const press = (token: string) => app.http('POST', '/api/proofs', { body: { token } })
  const seatOf = (id: string) =>
    app.db.read.selectFrom('seat').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

  describe('one hold for each person and batch', () => {
    test.each([
      ['the same e-mail and phone', {}],
      ['the same e-mail', { phone: '9000000001' }],
      ['the same phone', { email: 'other@mail.example' }],
      ['another spelling of the mailbox', { email: 'Meena+2@Mail.example', phone: '9000000002' }],
    ])(
      'a second enrolment with %s is refused without details, and the link is mailed again once',
      async (_, changes) => {
        const course = await addCourse(app)
        const { id } = await enrol(app, course.id, person)
        for (let count = 0; count < 3; count++) {
          const answer = await post(enrolmentBody(course.id, { ...person, ...changes }))
          expect(refusalOf(answer)).toEqual([409, 'already_enrolled', maybe])
          expect(answer.body.details).toBeUndefined()
        }
        const letters = (await messagesAbout(app, id)).filter((one) =>
          one.startsWith('enrolment-received email'),
        )
        expect(letters).toEqual(Array(2).fill('enrolment-received email meena@mail.example'))
        expect(await seatCounts(app, course.id)).toMatchObject({ taken: 1, live: 1 })
      },
    )

    test('a full batch or a wrong code is reported first, so the response does not reveal who holds a seat', async () => {
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

    test('the refusal is the same for a dialog hold, a seat, a free seat and too many unpaid seats', async () => {
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
      const bodies = answers.map(({ status, body: { requestId: _, ...body } }) =>
        JSON.stringify([status, body]),
      )
      expect([...new Set(bodies)]).toHaveLength(1)
      expect(refusalOf(answers[0] as never)).toEqual([409, 'already_enrolled', maybe])
    })

    test('a browser that holds a seat gets that seat’s reference when a second seat is refused', async () => {
      const course = await addCourse(app)
      const { id, reference } = await enrol(app, course.id, person)
      const answer = await post(enrolmentBody(course.id, { ...person, knownHolds: ['unknown', id] }))
      expect(refusalOf(answer)).toEqual([
        409,
        'already_enrolled',
        `You already have a seat (${reference}). Pay for it, or add a person.`,
      ])
      expect(answer.body.details).toEqual({ id, kind: 'enrolment', reference, isDue: true, canAdd: true })
      expect((await post(enrolmentBody(course.id, { knownHolds: Array(21).fill('x') }))).status).toBe(400)
    })

    test('a dialog hold becomes the enrolment of the same browser, and the dialog finds that enrolment', async () => {
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

    test('a dialog hold is completed in another person’s name only if that person may hold a seat', async () => {
      const course = await addCourse(app)
      await enrol(app, course.id, person)
      const { id } = await hold(app, course.id)
      const as = (changes: object) =>
        app.http('POST', '/api/events_enrollments', {
          body: bookingBody(course.id, { holdId: id, ...changes }),
        })
      expect(refusalOf(await as(person))).toEqual([409, 'already_enrolled', maybe])
      expect((await app.http('GET', `/api/seat-holds/${id}`)).body.state).toBe('live')
      expect((await as({ email: 'uma@mail.example' })).status).toBe(201)
      expect(await seatCounts(app, course.id)).toMatchObject({ taken: 2, live: 2 })
    })

    test('a person whose seat is paid or expired may take another seat of the batch', async () => {
      const course = await addCourse(app)
      const { id } = await enrol(app, course.id, person)
      await confirm(app, id)
      await enrol(app, course.id, person)
      app.deps.clock.advance(hours(2))
      await expireHeldSeats(app.app.services.registrationDeps)
      await enrol(app, course.id, person)
    })

    test('a stranger’s hold does not block a proved person, but the proved person’s own hold does', async () => {
      const course = await addCourse(app)
      const mine = { email: user.email, phone: '9000000003' }
      await enrol(app, course.id, mine)
      const first = await post(enrolmentBody(course.id, mine), user.token)
      expect([first.status, first.body.data?.proved]).toEqual([201, true])
      const second = await post(enrolmentBody(course.id, mine), user.token)
      expect(refusalOf(second)).toEqual([
        409,
        'already_enrolled',
        `You already have a seat (${first.body.data.reference}). Pay for it, or add a person.`,
      ])
      // The friend's address is unproved, although the caller is signed in.
      const other = await post(enrolmentBody(course.id, { email: 'friend@mail.example' }), user.token)
      expect(other.body.data.proved).toBe(false)
    })

    test('a hundred requests at once that share a phone or a mailbox get two seats at most', async () => {
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
      // All requests with the shared phone count as one person, and so do all requests with the shared mailbox.
      expect(await seatCounts(app, course.id)).toMatchObject({ taken: countsByStatus(answers)[201] })
      expect(countsByStatus(answers)[201]).toBeLessThanOrEqual(2)
    })
  })

  describe('the limit of three unpaid seats for an unproved person', () => {
    const coursesOf = async (count: number) => {
      const made: string[] = []
      for (let n = 0; n < count; n++) made.push((await addCourse(app, { capacity: 100 })).id)
      return made
    }

    test('a fourth unpaid seat is refused until one of the three is proved, paid or expired', async () => {
      const ids = await coursesOf(6)
      const held: string[] = []
      for (const id of ids.slice(0, 3)) held.push((await enrol(app, id, person)).id)
      const ask = (n: number, changes = {}) =>
        post(enrolmentBody(ids[n] as string, { ...person, ...changes }))
      expect(refusalOf(await ask(3))).toEqual([409, 'already_enrolled', maybe])
      const known = await ask(3, { knownHolds: [held[1]] })
      // The refusal names only the seat that this browser knows.
      expect(known.body.details).toEqual({
        toPay: [{ id: held[1], kind: 'enrolment', reference: expect.stringMatching(/^MAL-/) }],
      })
      expect(refusalOf(known)).toEqual([
        409,
        'already_enrolled',
        'You already hold 3 unpaid seats or orders. Pay for one, or open the link in one of our e-mails, and try again.',
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

    if (engine === 'sqlite')
      test('forty enrolments of one person at once in forty courses hold three seats', async () => {
        expect(await race([app])).toEqual({ 201: 3, 409: 37 })
      })
    else {
      test('forty enrolments of one person at once through two servers hold three seats', async () => {
        const second = await startApp({ sharing: app })
        try {
          expect(await race([app, second])).toEqual({ 201: 3, 409: 37 })
        } finally {
          await second.stop()
        }
      })

      // SQLite would hide the missing lock, because it allows only one writer at a time.
      test('control: without the lock on the person, one person gets more than three seats', async () => {
        vi.spyOn(holders, 'lockPeople').mockResolvedValue()
        expect((await race([app]))[201]).toBeGreaterThan(3)
      })
    }
  })

  describe('the time at which a seat’s hold ends', () => {
    const until = (clock: string) => `${clock}:00.000Z`
    test.each<[string, object, string | null, string]>([
      ['for two hours for an unproved person', {}, null, until('2026-03-02T08:30')],
      ['for holdHours for a proved person', {}, 'user', until('2026-03-04T06:30')],
      [
        'until the batch begins for an unproved person',
        { startTime: '13:00', nextbatch: '2026-03-02' },
        null,
        until('2026-03-02T07:30'),
      ],
      [
        'until the batch begins for a proved person',
        { startTime: '10:00', nextbatch: '2026-03-03' },
        'user',
        until('2026-03-03T04:30'),
      ],
      [
        'until the end of the day of a batch without a time',
        { nextbatch: '2026-03-03' },
        'user',
        until('2026-03-03T18:30'),
      ],
    ])('a seat is held %s, then it expires with one letter', async (_, batch, who, end) => {
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

    test('clicking the link in the e-mail holds the seat for holdHours, and a second click adds nothing', async () => {
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

    test('clicking the link in the e-mail after the hold has ended does not bring the seat back', async () => {
      const course = await addCourse(app)
      const { id } = await enrol(app, course.id, person)
      app.deps.clock.advance(hours(2))
      await expireHeldSeats(app.app.services.registrationDeps)
      expect((await press(tokenOf(id))).status).toBe(200)
      expect((await seatOf(id)).status).toBe('expired')
      expect(await seatCounts(app, course.id)).toMatchObject({ taken: 0, live: 0 })
    })

    test('a forged link, or a link for something else, does not prove a seat', async () => {
      const course = await addCourse(app)
      const { id } = await enrol(app, course.id, person)
      const links = createSignedLinks(authSecret(app.deps.config))
      for (const token of [links.sign('gift', id), `${id}.${'x'.repeat(32)}`, tokenOf('unknown')]) {
        expect((await press(token)).status).toBe(404)
      }
      expect((await press('x')).status).toBe(400)
      expect((await seatOf(id)).proved_at).toBeNull()
    })

    test('the e-mail about a held seat has the end of the hold, with and without a click on its link', async () => {
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

  test('a payment proves the seat’s e-mail address', async () => {
    const course = await addCourse(app)
    const { id } = await enrol(app, course.id, person)
    await confirm(app, id)
    expect((await seatOf(id)).proved_at).toBe(start)
  })

  test('housekeeping deletes the lock row of a person a day after the request', async () => {
    const course = await addCourse(app, { nextbatch: '2026-04-12' })
    await enrol(app, course.id, person)
    app.deps.clock.advance(hours(24))
    await app.app.services.housekeeping.keepHouse()
    const kept = await app.db.read.selectFrom('hold_person').select('key').execute()
    expect(kept).toEqual([])
  })
})

onEachEngine(
  'the limit of ten unproved holds a day for one network',
  { env: { RATE_LIMIT_FACTOR: '1', TRUST_PROXY: 'loopback' } },
  (app) => {
    const { owner } = callers(app, 'owner')
    const from = (address: string) => ({ 'x-forwarded-for': address })
    const ask = (id: string, address: string, token: string | null = null) =>
      app.http('POST', '/api/enrollments', { body: enrolmentBody(id), headers: from(address), token })

    test('an eleventh hold in a day from one IPv6 /64 network must be confirmed by e-mail, and staff are exempt', async () => {
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
      ['was given back counts again for its network', true],
      ['expired does not count again for its network on the same day', false],
    ])('a dialog hold that %s when it is completed', async (_, isGivenBack) => {
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

    test('a network at its limit gets the refusal of a full batch or a wrong code, like other networks', async () => {
      app.deps.clock.set(start)
      const address = '203.0.113.10'
      const http = (path: string, body: object) => app.http('POST', path, { body, headers: from(address) })
      const roomy = await addCourse(app, { capacity: 100 })
      const full = await addCourse(app, { capacity: 1 })
      for (const { id } of [roomy, full]) await http('/api/enrollments', enrolmentBody(id, person))
      for (let n = 0; n < 8; n++) await ask(roomy.id, address)
      expect((await ask(roomy.id, address)).body.data.confirmFirst).toBe(true)
      const couponCode = 'NOSUCHCODE'
      for (const who of [person, { email: 'stranger@mail.example', phone: '9111111111' }]) {
        const answers = [
          await http('/api/enrollments', enrolmentBody(full.id, who)),
          await http('/api/seat-holds', holdBody(full.id, who)),
          await http('/api/events_enrollments', bookingBody(full.id, { ...who, transactionId: 'T-spent' })),
          await http('/api/enrollments', enrolmentBody(roomy.id, { ...who, couponCode })),
        ]
        expect(answers.map(({ body: { code } }) => code)).toEqual([
          'batch_full',
          'batch_full',
          'batch_full',
          'coupon_invalid',
        ])
      }
      expect(await seatCounts(app, full.id)).toMatchObject({ taken: 1, live: 1 })
    })

    test('twenty enrolments at once from one network hold ten seats', async () => {
      const course = await addCourse(app, { capacity: 100 })
      const answers = await Promise.all(Array.from({ length: 20 }, () => ask(course.id, '203.0.113.7')))
      expect(countsByStatus(answers)).toEqual({ 201: 20 })
      expect(answers.filter(({ body }) => body.data.confirmFirst)).toHaveLength(10)
      expect(await seatCounts(app, course.id)).toMatchObject({ taken: 10, live: 10 })
    })
  },
)
