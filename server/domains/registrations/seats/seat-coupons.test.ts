import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { startApp, type TestApp, testNow } from '../../../../tests/harness/app.ts'
import { type ProvedCaller, provedCallers } from '../../../../tests/harness/callers.ts'
import { callers, onEachEngine, partOnSqlite } from '../../../../tests/harness/on-each-engine.ts'
import { countsByStatus } from '../../../../tests/harness/race.ts'
import {
  addCourse,
  book,
  bookingBody,
  confirm,
  enrol,
  enrolmentBody,
} from '../../../../tests/harness/seats.ts'
import { usesOf } from '../../../../tests/harness/store.ts'
import { dbFault } from '../../../db/errors.ts'
import type { Tx } from '../../../db/schema.ts'
import { addMs } from '../../../platform/clock.ts'
import * as coupons from '../../money/coupons/coupons.repository.ts'
import { cancelSeat, expireHeldSeats } from './seat-ends.ts'

/** `MALAR_LAST_SEAT_ROUNDS=20` runs each race 20 times. */
const rounds = Number(process.env['MALAR_LAST_SEAT_ROUNDS'] ?? 1)
const racing = 200
const holdMs = 48 * 60 * 60_000
const generic = 'This code can’t be used with this order.'

onEachEngine('coupon codes on seats', (app, engine) => {
  const { staff } = callers(app, 'staff')
  let turn = 0
  let couponCode: string
  beforeEach(() => {
    couponCode = `SEAT${++turn}`
    app.deps.clock.set(testNow)
  })
  afterEach(() => {
    vi.restoreAllMocks()
  })

  const add = async (terms: object = {}): Promise<{ id: string; code: string }> => {
    const { status, body, text } = await app.http('POST', '/api/admin/coupons', {
      token: staff.token,
      body: { code: couponCode, kind: 'percent', percent: 10, ...terms },
    })
    if (status !== 201) throw new Error(text)
    return body.data
  }
  const couponAt = async (id: string, rest = '') =>
    (await app.http('GET', `/api/admin/coupons/${id}${rest}`, { token: staff.token })).body.data
  const givenBackAt = async (id: string) =>
    (
      await app.db.read
        .selectFrom('coupon_use')
        .select('given_back_at')
        .where('coupon_id', '=', id)
        .orderBy('used_at')
        .executeTakeFirstOrThrow()
    ).given_back_at
  const ask = (courseId: string, changes: object = {}) =>
    app.http('POST', '/api/enrollments', { body: enrolmentBody(courseId, { couponCode, ...changes }) })
  const seatAt = async (id: string) => (await app.http('GET', `/api/enrollments/${id}`)).body
  const expire = () => {
    app.deps.clock.set(addMs(testNow, holdMs))
    return expireHeldSeats(app.app.services.registrationDeps)
  }
  const cancel = (id: string, kind: 'enrolment' | 'event-booking' = 'enrolment') =>
    app.db.transaction((tx) => cancelSeat(app.app.services.registrationDeps, tx, kind, id))

  partOnSqlite(engine, 'a coupon code that is refused', () => {
    test.each([
      ['is unknown', null, 'We don’t know this code, or it’s no longer offered. Check the spelling.'],
      ['is for the store only', { scope: 'store' }, 'This code is for our flower store only.'],
      [
        'has ended',
        { endsOn: '2026-03-01' },
        'This code was valid until Sunday 1 March 2026. Use another code, or continue without one.',
      ],
      ['is for another course', { scope: 'courses' }, generic],
    ])(
      'an enrolment or booking with a coupon code that %s is refused, and the course counts no seat',
      async (_, terms, sentence) => {
        const course = await addCourse(app, { capacity: 1 })
        const others =
          terms && 'scope' in terms && terms.scope === 'courses' ? [(await addCourse(app)).id] : []
        if (terms !== null) await add({ ...terms, scopeItems: others })
        for (const answer of [
          await ask(course.id),
          await app.http('POST', '/api/events_enrollments', { body: bookingBody(course.id, { couponCode }) }),
        ]) {
          expect([answer.status, answer.body.code, answer.body.error]).toEqual([
            409,
            'coupon_invalid',
            sentence,
          ])
        }
        expect(
          (await app.http('GET', '/api/courses')).body.find((one: any) => one.id === course.id),
        ).toMatchObject({
          enrolled: 0,
        })
      },
    )

    test.each([
      ['once per customer, from the same e-mail', { usesEach: 1 }, { phone: '9000000001' }],
      ['once per customer, from the same phone', { usesEach: 1 }, { email: 'other@mail.example' }],
      [
        'once per customer, from another spelling of the mailbox',
        { usesEach: 1 },
        { email: 'meena+2@mail.example', phone: '9000000001' },
      ],
      ['for the first seat only', { firstOnly: true }, { phone: '9000000001' }],
    ])(
      'a second use of a coupon code valid %s is refused without naming the reason',
      async (_, terms, changes) => {
        const course = await addCourse(app)
        const person = { email: `meena${turn}@mail.example`, phone: `98765${10000 + turn}` }
        const { id } = await add(terms)
        expect((await ask(course.id, person)).status).toBe(201)
        const again = { ...person, ...changes }
        if (again.email?.includes('+')) again.email = person.email.replace('@', '+2@')
        const other = await addCourse(app)
        const answer = await ask(other.id, again)
        expect([answer.status, answer.body.code, answer.body.error]).toEqual([409, 'coupon_invalid', generic])
        expect(await usesOf(app, id)).toBe(1)
        expect(
          (await ask(course.id, { email: `new${turn}@mail.example`, phone: `91000${10000 + turn}` })).status,
        ).toBe(201)
      },
    )
  })

  test('a percentage coupon reduces what a seat owes, and the payment page shows price, discount and amount due', async () => {
    const course = await addCourse(app, { price: 1_250_050 })
    const { id } = await add({ percent: 15 })
    const seat = await enrol(app, course.id, { couponCode: couponCode.toLowerCase() })
    // 15 % of 1,250,050 paise are 187,507.5, which is rounded up.
    expect(seat).toMatchObject({ amount: '10625.42', status: 'pending' })
    expect(await seatAt(seat.id)).toMatchObject({
      coupon: { code: couponCode, price: '12500.50', discount: '1875.08' },
      amount: '10625.42',
    })
    expect(await couponAt(id, '/uses')).toEqual([
      expect.objectContaining({
        kind: 'enrolment',
        reference: seat.reference,
        name: 'Meena Krishnan',
        discount: 1875.08,
        givenBackAt: null,
      }),
    ])
    expect((await confirm(app, seat.id)).status).toBe(200)
    const { paid_in_paise, state } = await app.db.read
      .selectFrom('money_state')
      .selectAll()
      .where('subject_id', '=', seat.id)
      .executeTakeFirstOrThrow()
    expect([paid_in_paise, state]).toEqual([1_062_542, 'paid'])
  })

  test('a seat without a coupon code has its full price and no discount', async () => {
    const course = await addCourse(app)
    const seat = await enrol(app, course.id, { couponCode: ' ' })
    const shown = await seatAt(seat.id)
    expect([shown.amount, 'coupon' in shown]).toEqual(['12500.00', false])
  })

  test('a coupon code for 100 % confirms the seat immediately', async () => {
    const course = await addCourse(app)
    await add({ percent: 100 })
    const seat = await enrol(app, course.id, { couponCode })
    expect(seat).toMatchObject({ amount: '0.00', status: 'confirmed', holdUntil: null })
    const { data } = (
      await app.http('POST', '/api/events_enrollments', { body: bookingBody(course.id, { couponCode }) })
    ).body
    expect(data).toMatchObject({ amount: '0.00', status: 'confirmed' })
    const letters = await app.db.read
      .selectFrom('outbox')
      .select('template')
      .where('cause', 'like', `%${seat.id}%`)
      .where('channel', '=', 'email')
      .execute()
    expect(letters.map(({ template }) => template)).toContain('enrolment-confirmed')
    expect(
      await app.db.read.selectFrom('money_state').select('state').where('subject_id', '=', seat.id).execute(),
    ).toEqual([{ state: 'paid' }])
  })

  test('a booking that is sent twice uses its coupon code once', async () => {
    const course = await addCourse(app)
    const { id } = await add({ usesMax: 1 })
    const first = await book(app, course.id, { couponCode })
    expect(await book(app, course.id, { couponCode })).toEqual(first)
    expect(await usesOf(app, id)).toBe(1)
  })

  partOnSqlite(engine, 'the use of a coupon code by a seat', () => {
    const usedUp = async (courseId: string) =>
      (await ask(courseId, { email: 'last@mail.example', phone: '9111111111' })).status

    test('the use of a coupon code is given back once, when the seat expires or is cancelled', async () => {
      const course = await addCourse(app)
      const { id } = await add({ usesMax: 1 })
      const seat = await enrol(app, course.id, { couponCode })
      expect(await usedUp(course.id)).toBe(409)
      await expire()
      expect(await usesOf(app, id)).toBe(0)
      expect(await givenBackAt(id)).toBe(addMs(testNow, holdMs))
      await cancel(seat.id)
      expect(await usesOf(app, id)).toBe(0)
      const second = await book(app, course.id, { couponCode })
      expect(await usesOf(app, id)).toBe(1)
      await cancel(second.id, 'event-booking')
      await cancel(second.id, 'event-booking')
      expect(await usesOf(app, id)).toBe(0)
    })

    test('late money for an expired seat uses the coupon code again', async () => {
      const course = await addCourse(app)
      const { id } = await add({ usesMax: 1 })
      const seat = await enrol(app, course.id, { couponCode })
      await expire()
      expect((await confirm(app, seat.id)).status).toBe(200)
      expect(await usesOf(app, id)).toBe(1)
      expect(await seatAt(seat.id)).toMatchObject({ status: 'confirmed', amount: '11250.00' })
      expect(await givenBackAt(id)).toBeNull()
    })

    test('late money pays the agreed price, although another seat has taken the last use of the coupon code', async () => {
      const course = await addCourse(app)
      const { id } = await add({ usesMax: 1 })
      const seat = await enrol(app, course.id, { couponCode })
      await expire()
      expect(await usedUp(course.id)).toBe(201)
      expect((await confirm(app, seat.id)).status).toBe(200)
      expect(await seatAt(seat.id)).toMatchObject({ status: 'confirmed', amount: '11250.00' })
      expect(await usesOf(app, id)).toBe(1)
    })

    test('a moved seat keeps its discount, and its coupon code still counts one use', async () => {
      const course = await addCourse(app)
      const { id } = await add({ usesMax: 1 })
      const seat = await enrol(app, course.id, { couponCode })
      const batches = async () =>
        app.db.read
          .selectFrom('batch')
          .select('id')
          .where('course_id', '=', course.id)
          .orderBy('starts_on')
          .execute()
      await app.http('POST', '/api/admin/batches', {
        token: staff.token,
        body: { courseId: course.id, day: '2026-05-01' },
      })
      const [from, to] = (await batches()).map((batch) => batch.id)
      const moved = await app.http('POST', `/api/admin/seats/enrolment/${seat.id}/move`, {
        token: staff.token,
        body: { from, to },
      })
      expect(moved.status, moved.text).toBe(200)
      expect([await usesOf(app, id), (await seatAt(seat.id)).amount]).toEqual([1, '11250.00'])
    })
  })

  describe('the last use of a coupon code', () => {
    let proved: ProvedCaller[]
    beforeAll(async () => {
      proved = await provedCallers(app, racing)
    })

    /**
     * Returns the number of callers per status. 200 callers call the apps in turn, by both endpoints, for seats in many
     * courses: the lock of a single batch would queue the callers before they reach the coupon. All have proved
     * addresses, unless a test names the people, because strangers together get only their share.
     */
    async function race(apps: TestApp[], terms: object = {}, [first, second]: object[] = []) {
      const courses: string[] = []
      for (let n = 0; n < 8; n++) courses.push((await addCourse(app, { capacity: 100 })).id)
      couponCode = `RACE${++turn}`
      const coupon = await add({ usesMax: 1, ...terms })
      const answers = await Promise.all(
        proved.map(({ email, token }, n) => {
          const at = apps[n % apps.length] as TestApp
          const courseId = courses[n % courses.length] as string
          return n % 4 < 2
            ? at.http('POST', '/api/events_enrollments', {
                body: bookingBody(courseId, { email, transactionId: `TXN${n}`, couponCode, ...first }),
                token,
              })
            : at.http('POST', '/api/enrollments', {
                body: enrolmentBody(courseId, { email, couponCode, ...second }),
                token,
              })
        }),
      )
      const seats = await app.db.read
        .selectFrom('seat')
        .select('id')
        .where('course_id', 'in', courses)
        .execute()
      return { statuses: countsByStatus(answers), seats: seats.length, uses: await usesOf(app, coupon.id) }
    }

    const oneGetsIt = async (apps: TestApp[]) => {
      for (let round = 0; round < rounds; round++) {
        expect(await race(apps)).toEqual({ statuses: { 201: 1, 409: racing - 1 }, seats: 1, uses: 1 })
      }
    }

    if (engine === 'sqlite')
      test('one of 200 callers at once gets the only use of a coupon code, and no other seat is sold', async () => {
        await oneGetsIt([app])
      })

    test('seven of 200 callers at once get the seven uses of a coupon code', async () => {
      for (let round = 0; round < rounds; round++) {
        const { statuses, uses } = await race([app], { usesMax: 7 })
        expect([statuses, uses]).toEqual([{ 201: 7, 409: racing - 7 }, 7])
      }
    })

    test('200 requests at once of two customers use a coupon code once per customer', async () => {
      const { statuses, uses } = await race([app], { usesMax: null, usesEach: 1 }, [
        { email: 'arun@mail.example' },
        { email: 'meena@mail.example' },
      ])
      // The requests come from two people: each of them uses one endpoint.
      expect([statuses, uses]).toEqual([{ 201: 2, 409: racing - 2 }, 2])
    })

    // SQLite serves only one process, with one writer at a time.
    const onPostgres = (name: string, body: () => Promise<void>) => {
      if (engine === 'postgres') test(name, body)
    }

    onPostgres(
      'one of 200 callers through two servers at once gets the only use of a coupon code, and no other seat is sold',
      async () => {
        const second = await startApp({ sharing: app })
        try {
          await oneGetsIt([app, second])
        } finally {
          await second.stop()
        }
      },
    )

    test('control: if the update of a coupon’s uses does not check the limit, a CHECK of the database refuses the update', async () => {
      vi.spyOn(coupons, 'takeUse').mockImplementation((tx: Tx, code) =>
        tx
          .updateTable('coupon')
          .set((eb) => ({ uses: eb('uses', '+', 1) }))
          .where('code', '=', code)
          .returningAll()
          .executeTakeFirst()
          .catch((error: unknown) => {
            expect(dbFault(error)).toEqual({ fault: 'check', constraint: 'coupon_uses' })
            throw error
          }),
      )
      expect((await race([app])).statuses).toEqual({ 201: 1, 500: racing - 1 })
    })

    onPostgres(
      'control: reading a coupon’s uses before writing them gives the last use to several callers',
      async () => {
        const second = Promise.withResolvers<void>()
        let readers = 0
        vi.spyOn(coupons, 'takeUse').mockImplementation(async (tx: Tx, code) => {
          const coupon = await tx
            .selectFrom('coupon')
            .selectAll()
            .where('code', '=', code)
            .executeTakeFirstOrThrow()
          // Both requests read before one of them writes.
          if (++readers === 2) second.resolve()
          await second.promise
          if (coupon.uses >= (coupon.uses_max ?? 0)) return undefined
          await tx
            .updateTable('coupon')
            .set({ uses: coupon.uses + 1 })
            .where('code', '=', code)
            .execute()
          return coupon
        })
        expect((await race([app])).statuses[201]).toBeGreaterThan(1)
      },
    )
  })
})
