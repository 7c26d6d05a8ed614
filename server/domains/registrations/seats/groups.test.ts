import { beforeEach, describe, expect, test } from 'vitest'
import { emptyTables, startApp, testNow } from '../../../../tests/harness/app.ts'
import { ledgerTables, paymentsOf, refundsOf } from '../../../../tests/harness/ledger.ts'
import { lettersTo } from '../../../../tests/harness/letters.ts'
import { callers, onEachEngine, partOnSqlite } from '../../../../tests/harness/on-each-engine.ts'
import { countsByStatus } from '../../../../tests/harness/race.ts'
import {
  addCourse,
  addUndatedCourse,
  bookingBody,
  confirm,
  enrolmentBody,
  hold,
  seatCounts,
} from '../../../../tests/harness/seats.ts'
import { expireSilentHolds } from '../holds/seat-holds.service.ts'
import { expireHeldSeats } from './seat-ends.ts'

const hour = 60 * 60_000
const payer = { email: 'meena@mail.example', phone: '9876543210' }
const named = [{ fullName: 'Arun Raj' }, {}]

onEachEngine('a group of seats under one payer', { env: { PAYMENT_PROVIDER: 'upi' } }, (app, engine) => {
  const { staff } = callers(app, 'staff')
  beforeEach(async () => {
    app.deps.clock.set(testNow)
    await emptyTables(app, [
      ...ledgerTables,
      'statement_line',
      'coupon_use',
      'registration',
      'outbox',
      'hold_quota',
    ])
  })

  const ask = (courseId: string, changes: object = {}) =>
    app.http('POST', '/api/enrollments', { body: { ...enrolmentBody(courseId, payer), ...changes } })
  async function group(courseId: string, changes: object = {}) {
    const { status, body, text } = await ask(courseId, { others: named, ...changes })
    expect(status, text).toBe(201)
    return body.data as {
      id: string
      amount: string
      status: string
      reference: string
      group: { seats: number; references: string[] }
    }
  }
  const view = async (id: string) => (await app.http('GET', `/api/enrollments/${id}`)).body
  const name = (id: string, names: object[]) =>
    app.http('PUT', `/api/enrollments/${id}/names`, { body: { names } })
  const rows = () => app.db.read.selectFrom('seat').selectAll().orderBy('group_place').execute()
  const statuses = async () => (await rows()).map(({ status }) => status)
  const asStaff = (method: string, path: string, body?: object) =>
    app.http(method, `/api/admin${path}`, { token: staff.token, ...(body && { body }) })
  const cancel = (id: string) => asStaff('POST', `/seats/enrolment/${id}/cancel`)
  /**
   * Returns the kinds of letters in alphabetical order, because all letters have the same time while the clock stands
   * still.
   */
  const kindsTo = async (email: string) =>
    (await lettersTo(app, email)).map(({ template }) => template).sort()
  const expireHolds = () => expireHeldSeats(app.app.services.registrationDeps)

  partOnSqlite(engine, 'groups of seats that are refused', () => {
    test.each<[string, object, number, string]>([
      ['a text in place of the list of other people', { others: 'two' }, 400, 'validation_failed'],
      ['a name that is too long', { others: [{ fullName: 'x'.repeat(121) }] }, 400, 'validation_failed'],
      [
        'more people than the setting can ever allow',
        { others: Array.from({ length: 20 }, () => ({})) },
        400,
        'validation_failed',
      ],
      [
        'more people than the school’s setting allows',
        { others: Array.from({ length: 6 }, () => ({})) },
        409,
        'limit_reached',
      ],
    ])('an enrolment with %s is refused, and no seat is taken', async (_, changes, status, code) => {
      const course = await addCourse(app)
      const answer = await ask(course.id, changes)
      expect([answer.status, answer.body.code]).toEqual([status, code])
      expect(await rows()).toEqual([])
    })

    test.each<[string, unknown, Record<string, string>]>([
      ['a number', -1, { others: 'Send the other people as a list, with a name for each' }],
      ['null', null, { others: 'Send the other people as a list, with a name for each' }],
      ['a text', 'two', { others: 'Send the other people as a list, with a name for each' }],
      ['a list of numbers', [1], { 'others.0': 'Send the other people as a list, with a name for each' }],
      ['a name that is a number', [{ fullName: 5 }], { 'others.0.fullName': 'Enter a name' }],
      [
        'a name of two lines',
        [{ fullName: 'a\nBcc: x' }],
        { 'others.0.fullName': 'Write this on one line, without hidden characters' },
      ],
      ['an invisible name', [{ fullName: '\u202e\u2066' }], { 'others.0.fullName': 'Enter a name' }],
    ])(
      'an enrolment with %s as the list of other people is refused with a plain sentence beside the field',
      async (_, others, fields) => {
        const answer = await ask((await addCourse(app)).id, { others })
        expect([answer.status, answer.body.fields]).toEqual([400, fields])
        expect(await rows()).toEqual([])
      },
    )

    test('the setting groupMax limits the seats of one enrolment, and the refusal names the limit', async () => {
      const course = await addCourse(app)
      const seven = { others: Array.from({ length: 6 }, () => ({})) }
      expect((await ask(course.id, seven)).body.error).toBe(
        'You can take at most 6 seats at a time. If more of you are coming, please call us.',
      )
      const set = (groupMax: number) => asStaff('PUT', '/school-settings', { groupMax })
      expect((await set(7)).status).toBe(200)
      expect((await app.http('GET', '/api/school')).body.groupMax).toBe(7)
      expect((await ask(course.id, seven)).status).toBe(201)
      await set(6)
    })

    test.each([
      [3, 'Only 3 seats are left in this batch. Ask for 3 or fewer, or choose another batch.'],
      [1, 'Only 1 seat is left in this batch. Ask for 1, or choose another batch.'],
      [0, 'The last seat in this batch has just been taken. You can join the waiting list.'],
    ])(
      'a group larger than the %i seats left in the batch is refused and takes no seat',
      async (left, sentence) => {
        const course = await addCourse(app, { capacity: 4 })
        const { id } = await group(course.id, {
          others: Array.from({ length: 3 }, () => ({})),
          email: 'uma@mail.example',
          phone: '9876500011',
        })
        const seats = await rows()
        for (const seat of seats.slice(0, left)) await cancel(seat.id)
        expect((await view(id)).status).toBe(left === 4 ? 'cancelled' : 'pending')
        const before = await seatCounts(app, course.id)
        const answer = await ask(course.id, { others: [{}, {}, {}] })
        expect([answer.status, answer.body.code, answer.body.error]).toEqual([409, 'batch_full', sentence])
        expect(await seatCounts(app, course.id)).toEqual(before)
      },
    )

    test('naming a guest is refused for another payer’s seat, with an empty name, and after the batch has begun', async () => {
      const course = await addCourse(app)
      const { id } = await group(course.id)
      const other = await group(course.id, { email: 'uma@mail.example', phone: '9876500011' })
      expect((await name('nobody', [])).status).toBe(404)
      const foreign = await name(id, [{ id: other.id, fullName: 'Mine' }])
      expect([foreign.status, foreign.body.fields]).toEqual([
        400,
        { 'names.0.fullName': 'This isn’t one of your seats.' },
      ])
      const empty = await name(id, [{ id, fullName: '  ' }])
      expect([empty.status, empty.body.fields]).toEqual([400, { 'names.0.fullName': 'Enter a name' }])
      const [, , third] = await rows()
      await confirm(app, id, staff.token)
      app.deps.clock.set('2026-03-13T06:00:00.000Z')
      const late = await name(id, [{ id: third?.id, fullName: 'Late' }])
      expect([late.status, late.body.error]).toEqual([
        409,
        'This batch has already begun. When you’re at the school, tell us who is coming.',
      ])
      expect((await view(id)).group.canName).toBe(false)
    })
  })

  test('a group of two or six people has one amount to pay, one reference and one e-mail', async () => {
    const course = await addCourse(app)
    for (const [count, email] of [
      [2, 'uma@mail.example'],
      [6, 'ravi@mail.example'],
    ] as const) {
      const others = Array.from({ length: count - 1 }, () => ({}))
      const taken = await group(course.id, { others, email, phone: `98765000${count}0` })
      expect(taken.group.seats).toBe(count)
      expect(new Set(taken.group.references).size).toBe(count)
      expect(taken.group.references[0]).toBe(taken.reference)
      expect(taken.amount).toBe(`${12500 * count}.00`)
      expect(await view(taken.id)).toMatchObject({ amount: taken.amount, reference: taken.reference })
      expect(await kindsTo(email)).toEqual(['enrolment-received'])
    }
    expect(await seatCounts(app, course.id)).toMatchObject({ taken: 8, live: 8 })
  })

  test('the payer’s page lists the guests and those without a name, and the payer can name them later', async () => {
    const course = await addCourse(app)
    const { id } = await group(course.id)
    const seen = await view(id)
    expect(seen.group).toEqual({
      count: 3,
      canName: true,
      seats: [
        { name: 'Meena Krishnan', place: 0 },
        { name: 'Arun Raj', place: 1 },
        { name: null, place: 2 },
      ].map(({ name }) => ({
        id: expect.any(String),
        reference: expect.stringMatching(/^MAL-/),
        name,
        price: '12500.00',
        status: 'pending',
      })),
    })
    const third = seen.group.seats[2]
    // Staff see "Guest of …" until the guest has a name.
    expect((await rows())[2]).toMatchObject({ name: 'Guest of Meena Krishnan', is_named: 0 })
    const answer = await name(id, [{ id: third.id, fullName: ' Kavitha S ' }])
    expect([answer.status, answer.body.data.seats[2]]).toEqual([200, { id: third.id, name: 'Kavitha S' }])
    expect((await view(id)).group.seats[2].name).toBe('Kavitha S')
    // Any seat of the group leads to the same page.
    expect(await view(third.id)).toEqual(await view(id))
  })

  test('the group’s e-mail names the guests to a proved address only, and the number of seats to every address', async () => {
    const course = await addCourse(app)
    const { id } = await group(course.id)
    const [letter] = await lettersTo(app, payer.email)
    const sender = await app.app.services.school.sender()
    const render = (hasTypedWords: boolean) =>
      app.deps.letters.render(letter?.template ?? '', letter?.data ?? {}, sender, { hasTypedWords })
    const proved = render(true)
    expect(proved.subject).toBe('We’re holding your 3 seats in Bridal Bouquets')
    expect(proved.text).toContain('Seats: 3: Meena Krishnan, Arun Raj, name to be added')
    expect(proved.text).toContain('₹37,500')
    expect(proved.text).toContain(`/payment?enrollment=${id}`)
    expect(proved.text).toContain('You can add your guests’ names from the same link until the batch begins.')
    const unproved = render(false)
    expect(unproved.text).toContain('Seats: 3')
    expect(unproved.text).not.toContain('Arun')
  })

  test('a group counts as one unpaid hold of its payer, and each of its seats counts towards the limit of its network', async () => {
    const first = await addCourse(app)
    const second = await addCourse(app)
    const third = await addCourse(app)
    const fourth = await addCourse(app)
    await group(first.id)
    expect((await ask(first.id)).body.code).toBe('already_enrolled')
    await app.db.write.updateTable('registration').set({ proved_at: null }).execute()
    await group(second.id)
    await app.db.write.updateTable('registration').set({ proved_at: null }).execute()
    await group(third.id)
    await app.db.write.updateTable('registration').set({ proved_at: null }).execute()
    expect((await ask(fourth.id)).status).toBe(409)
    const quota = await app.db.read.selectFrom('hold_quota').select('taken').execute()
    expect(quota).toEqual([{ taken: 9 }])
  })

  describe('adding people to a held seat', () => {
    const add = (id: string, others: unknown = [{ fullName: 'Arun Raj' }]) =>
      app.http('POST', `/api/enrollments/${id}/others`, { body: { others } })
    const alone = (courseId: string, changes: object = {}) =>
      group(courseId, { others: undefined, ...changes })
    const batchOf = async (courseId: string) =>
      (
        await app.db.read
          .selectFrom('batch')
          .select('id')
          .where('course_id', '=', courseId)
          .executeTakeFirstOrThrow()
      ).id
    const update = async (courseId: string, changes: object) =>
      app.app.services.courses.updateBatch(await batchOf(courseId), changes, {
        userId: 'staff',
        email: 'staff@malar.example',
      })
    const paid =
      'This seat is paid for, or its payment is being checked. Book a separate seat for anyone else who is coming.'

    test.each<[string, (id: string, courseId: string) => Promise<unknown>, string, string]>([
      ['with a payment claim', (id) => confirm(app, id), 'conflict', paid],
      [
        'that is paid',
        (id) => asStaff('POST', `/enrollments/${id}/payment`, { method: 'upi' }),
        'conflict',
        paid,
      ],
      [
        'that is paid in part',
        (id) =>
          asStaff('POST', `/enrollments/${id}/payment`, {
            method: 'cash',
            amount: 500,
            acceptDifference: true,
          }),
        'conflict',
        paid,
      ],
      [
        'that was cancelled',
        cancel,
        'conflict',
        'This seat is no longer held, so you can’t add anyone to it.',
      ],
      [
        'whose hold is over, before the loop has run',
        async () => app.deps.clock.advance(2 * hour),
        'conflict',
        'This seat is no longer held, so you can’t add anyone to it.',
      ],
      [
        'in a closed batch',
        (_, courseId) => update(courseId, { isClosed: true }),
        'batch_changed',
        'Enrolment for the batch on Thursday 12 March 2026 is closed. No other batch is open right now. Please call us to hear about the next one.',
      ],
      [
        'in a full batch',
        (_, courseId) => update(courseId, { capacity: 1 }),
        'batch_full',
        'The last seat in this batch has just been taken. You can join the waiting list.',
      ],
    ])('nobody can be added to a seat %s', async (_, happens, code, sentence) => {
      const course = await addCourse(app)
      const { id } = await alone(course.id)
      await happens(id, course.id)
      const before = await seatCounts(app, course.id)
      const answer = await add(id)
      expect([answer.status, answer.body.code, answer.body.error]).toEqual([409, code, sentence])
      expect((await view(id)).addable).toBeUndefined()
      expect(await rows()).toHaveLength(1)
      expect(await seatCounts(app, course.id)).toEqual(before)
    })

    test('adding nobody, making a group of more than six, or adding to an unknown or unconfirmed seat is refused', async () => {
      const course = await addCourse(app)
      const { id } = await alone(course.id)
      expect((await add('nobody')).status).toBe(404)
      expect((await add(id, [])).body.fields).toEqual({
        others: 'Send the other people as a list, with a name for each',
      })
      expect((await add(id, null)).status).toBe(400)
      const six = await add(
        id,
        Array.from({ length: 6 }, () => ({})),
      )
      expect([six.status, six.body.code, six.body.error]).toEqual([
        409,
        'limit_reached',
        'You can take at most 6 seats at a time. If more of you are coming, please call us.',
      ])
      await asStaff('PUT', '/school-settings', { confirmFirst: true })
      const first = await add(id)
      await asStaff('PUT', '/school-settings', { confirmFirst: false })
      expect([first.status, first.body.error]).toEqual([
        409,
        'Open the link in our e-mail first. Then you can add a person.',
      ])
      expect(await rows()).toHaveLength(1)
    })

    test('added people share the seat’s amount, link, reference and hold, and a new e-mail says so', async () => {
      const course = await addCourse(app)
      const { id, reference } = await alone(course.id)
      expect((await view(id)).addable).toEqual({ seats: 5, price: '12500.00' })
      app.deps.clock.advance(hour)
      const one = await add(id)
      expect([one.status, one.body.data]).toMatchObject([
        201,
        { id, reference, amount: '25000.00', status: 'pending', group: { seats: 2 } },
      ])
      expect((await add(id, [{}])).status).toBe(201)
      const seen = await view(id)
      expect(seen).toMatchObject({ id, reference, amount: '37500.00', addable: { seats: 3 } })
      expect(seen.group).toMatchObject({ count: 3, canName: true })
      expect(seen.group.seats.map(({ name }: { name: string }) => name)).toEqual([
        'Meena Krishnan',
        'Arun Raj',
        null,
      ])
      expect(new Set((await rows()).map(({ hold_until }) => hold_until)).size).toBe(1)
      expect(await seatCounts(app, course.id)).toMatchObject({ taken: 3, live: 3 })
      const letters = await app.db.read
        .selectFrom('outbox')
        .select(['status', 'data'])
        .where('recipient', '=', payer.email)
        .where('channel', '=', 'email')
        .execute()
      const seatsIn = (data: string) => (JSON.parse(data) as { seats?: number }).seats ?? 1
      // The third letter of an hour to an unproved address waits for staff.
      expect(letters.map(({ status, data }) => [seatsIn(data), status]).sort()).toEqual([
        [1, 'withdrawn'],
        [2, 'withdrawn'],
        [3, 'held'],
      ])
      // A payment claim extends the hold of all seats alike, and they expire together.
      await confirm(app, id)
      expect(new Set((await rows()).map(({ hold_until }) => hold_until))).toEqual(
        new Set(['2026-03-03T07:30:00.000Z']),
      )
      app.deps.clock.advance(48 * hour)
      expect(await expireHolds()).toBe(1)
      expect(await seatCounts(app, course.id)).toMatchObject({ taken: 0, live: 0 })
    })

    test('an added person pays the current price, and the first seat keeps its price and its coupon', async () => {
      const course = await addCourse(app)
      const coupon = { code: 'ALONE', kind: 'rupees', amount: 100, scope: 'all', isActive: true }
      expect((await asStaff('POST', '/coupons', coupon)).status).toBe(201)
      const { id } = await alone(course.id, { couponCode: 'ALONE' })
      await app.app.services.courses.updateClass(course.id, { price: 1_300_000 }, null)
      expect((await view(id)).addable).toEqual({ seats: 5, price: '13000.00' })
      expect((await add(id)).body.data.amount).toBe('25400.00')
      expect(
        (await rows()).map(({ amount_in_paise, discount_in_paise }) => [
          Number(amount_in_paise),
          Number(discount_in_paise),
        ]),
      ).toEqual([
        [1_240_000, 10_000],
        [1_300_000, 0],
      ])
    })

    test('people can be added to a free seat while the course is free, and to a place without a date', async () => {
      const free = await addCourse(app, { price: 0 })
      const seat = await alone(free.id)
      expect((await add(seat.id)).body.data).toMatchObject({ status: 'confirmed', amount: '0.00' })
      expect((await rows()).map(({ confirmed_at }) => confirmed_at !== null)).toEqual([true, true])
      await app.app.services.courses.updateClass(free.id, { price: 100 }, null)
      expect((await view(seat.id)).addable).toBeUndefined()
      expect((await add(seat.id)).body.error).toBe(paid)
      const undated = await addUndatedCourse(app)
      const place = await alone(undated.id, { email: 'uma@mail.example', phone: '9876500011' })
      expect((await add(place.id)).body.data).toMatchObject({ status: 'pending', holdUntil: null })
      expect(await seatCounts(app, undated.id)).toMatchObject({ taken: 2, live: 2 })
    })

    test('twelve requests at once that each add one person make a group of six', async () => {
      const course = await addCourse(app)
      const { id } = await alone(course.id)
      const answers = await Promise.all(Array.from({ length: 12 }, () => add(id)))
      expect(countsByStatus(answers)).toEqual({ 201: 5, 409: 7 })
      expect(await seatCounts(app, course.id)).toMatchObject({ taken: 6, live: 6 })
      expect((await rows()).map(({ group_place }) => group_place)).toEqual([0, 1, 2, 3, 4, 5])
    })

    test('a payment claim made while a person is added covers that person’s seat, or the person is refused', async () => {
      const course = await addCourse(app, { capacity: 100 })
      for (let turn = 0; turn < 8; turn++) {
        const email = `p${turn}@mail.example`
        const { id } = await alone(course.id, { email, phone: `98765100${10 + turn}` })
        const [word, added] = await Promise.all([confirm(app, id), add(id)])
        expect([word.status, added.status === 201 || added.status === 409]).toEqual([402, true])
        const claim = await app.db.read
          .selectFrom('claim')
          .select('amount_in_paise')
          .where('subject_id', '=', id)
          .executeTakeFirstOrThrow()
        const sum = Number((await view(id)).amount)
        expect([Number(claim.amount_in_paise) / 100, sum]).toEqual([
          sum,
          added.status === 201 ? 25_000 : 12_500,
        ])
      }
    })
  })

  test('all seats of a group expire together, with one e-mail', async () => {
    const course = await addCourse(app)
    await group(course.id)
    app.deps.clock.advance(2 * hour)
    expect(await expireHolds()).toBe(1)
    expect(await statuses()).toEqual(['expired', 'expired', 'expired'])
    expect(await seatCounts(app, course.id)).toMatchObject({ taken: 0, live: 0 })
    expect(await kindsTo(payer.email)).toEqual(['enrolment-received', 'hold-expired'])
    expect(await expireHolds()).toBe(0)
  })

  partOnSqlite(engine, 'the money of a group', () => {
    const markPaid = (id: string, body: object = {}) =>
      asStaff('POST', `/enrollments/${id}/payment`, { method: 'upi', ...body })
    const paidOf = async () => {
      const all = await rows()
      return Promise.all(
        all.map(async ({ id }) =>
          (await paymentsOf(app, id)).map(({ status, amount_in_paise: paise }) => [status, Number(paise)]),
        ),
      )
    }
    const receipts = async () =>
      (await app.db.read.selectFrom('receipt').selectAll().orderBy('recorded_at').execute()).map(
        ({ kind, amount_in_paise, reference }) => [kind, Number(amount_in_paise), reference],
      )

    test('one receipt pays all seats of a group and confirms them with one e-mail', async () => {
      const course = await addCourse(app)
      const { id, reference } = await group(course.id)
      expect((await markPaid(id)).status).toBe(200)
      expect(await receipts()).toEqual([['received', 3_750_000, reference]])
      expect(await paidOf()).toEqual([
        [['settled', 1_250_000]],
        [['settled', 1_250_000]],
        [['settled', 1_250_000]],
      ])
      expect(await statuses()).toEqual(['confirmed', 'confirmed', 'confirmed'])
      expect(await kindsTo(payer.email)).toEqual(['enrolment-confirmed', 'enrolment-received'])
      expect((await markPaid(id)).status).toBe(200)
      expect(await receipts()).toHaveLength(1)
    })

    test('the payer’s claim covers all seats of a group, and the payment closes the claim', async () => {
      const course = await addCourse(app)
      const { id } = await group(course.id)
      expect((await confirm(app, id)).body.code).toBe('payment_pending')
      const claims = await app.db.read.selectFrom('claim').select(['subject_id', 'amount_in_paise']).execute()
      expect(claims).toEqual([{ subject_id: id, amount_in_paise: 3_750_000 }])
      const listed = await app.http('GET', '/api/getEventClassEnrollments', { token: staff.token })
      expect(listed.body.classEnrollments.map((row: { payment: string }) => row.payment)).toEqual([
        'checking',
        'checking',
        'checking',
      ])
      const held = (await rows()).map(({ hold_until }) => hold_until)
      // A claim holds for a day, because the school has no office hours.
      expect(new Set(held)).toEqual(new Set(['2026-03-03T06:30:00.000Z']))
      await markPaid(id)
      const states = await app.db.read.selectFrom('money_state').select(['state', 'is_claimed']).execute()
      expect(states).toEqual([1, 2, 3].map(() => ({ state: 'paid', is_claimed: 0 })))
    })

    test('cancelling one seat of an unpaid group reduces the amount due', async () => {
      const course = await addCourse(app)
      const { id } = await group(course.id)
      const [, second] = await rows()
      expect((await cancel(second?.id ?? '')).status).toBe(200)
      expect(await view(id)).toMatchObject({ amount: '25000.00', status: 'pending' })
      expect(await seatCounts(app, course.id)).toMatchObject({ taken: 2, live: 2 })
      await markPaid(id)
      expect(await paidOf()).toEqual([[['settled', 1_250_000]], [], [['settled', 1_250_000]]])
      expect(await kindsTo(payer.email)).toEqual([
        'enrolment-confirmed',
        'enrolment-received',
        'seat-cancelled',
      ])
    })

    test('the money for one cancelled seat of a paid group waits until staff refund that money, which they can do once', async () => {
      const course = await addCourse(app)
      const { id } = await group(course.id)
      await markPaid(id, { reference: '700000000009' })
      const [, second] = await rows()
      await cancel(second?.id ?? '')
      expect(await paidOf()).toEqual([
        [['settled', 1_250_000]],
        [['attention', 1_250_000]],
        [['settled', 1_250_000]],
      ])
      const waiting = (await asStaff('GET', '/money/to-give-back')).body.data
      expect(waiting).toMatchObject([
        { id, payment: 'attention', seats: 2, status: 'confirmed', waits: '12500.00' },
      ])
      const refund = { kind: 'enrolment', id, method: 'upi', note: 'Sent back by UPI' }
      expect((await asStaff('POST', '/money/refund', refund)).status).toBe(200)
      expect(
        (await refundsOf(app, second?.id ?? '')).map(({ amount_in_paise }) => Number(amount_in_paise)),
      ).toEqual([1_250_000])
      // The school still has the rest of the money, so the bank's reference is kept.
      expect(await app.db.read.selectFrom('receipt_key').select('provider_id').execute()).toEqual([
        { provider_id: '700000000009' },
      ])
      expect((await asStaff('POST', '/money/refund', refund)).status).toBe(409)
    })

    test('cancelling the payer’s own seat keeps the group’s other seats, under the same link', async () => {
      const course = await addCourse(app)
      const { id } = await group(course.id)
      await confirm(app, id)
      await cancel(id)
      expect(await view(id)).toMatchObject({
        amount: '25000.00',
        status: 'pending',
        payment: { checking: true },
      })
      expect((await asStaff('GET', '/money/waiting')).body.data).toMatchObject([
        { id, amount: '25000.00', status: 'pending', payment: 'checking' },
      ])
      await markPaid(id)
      expect(await statuses()).toEqual(['cancelled', 'confirmed', 'confirmed'])
      expect(await view(id)).toMatchObject({ status: 'confirmed', payment: { checking: false } })
    })

    test('a bank statement line is matched with the amount that the group owes', async () => {
      const course = await addCourse(app)
      const { id, reference } = await group(course.id)
      const row = { day: '2026-03-02', description: `UPI/${reference}/MEENA`, reference: '607212345678' }
      await asStaff('POST', '/money/statements', {
        fileName: 'march.csv',
        rows: [{ ...row, amount: '37500.00' }],
      })
      const [line] = (await asStaff('GET', '/money/lines')).body.data
      expect(line.suggestion).toMatchObject({
        confidence: 'certain',
        action: 'settle',
        target: { id, amount: '37500.00', due: '37500.00', seats: 3 },
      })
      const matches = [{ line: line.id, kind: 'enrolment', id }]
      const outcomes = (await asStaff('POST', '/money/confirm', { matches })).body.data
      expect(outcomes).toMatchObject([{ outcome: 'settled' }])
      expect(await statuses()).toEqual(['confirmed', 'confirmed', 'confirmed'])
      expect((await asStaff('GET', '/money/lines?status=all')).body.data[0].target).toMatchObject({ id })
      expect((await asStaff('POST', '/money/confirm', { matches })).body.data).toMatchObject([
        { outcome: 'recorded' },
      ])
    })

    test('a part payment pays the seats of a group one after the other, and the rest stays due', async () => {
      const course = await addCourse(app)
      const { id } = await group(course.id)
      const rowsOf = [{ day: '2026-03-02', description: 'MEENA', reference: 'PART1', amount: '20000.00' }]
      await asStaff('POST', '/money/statements', { fileName: 'march.csv', rows: rowsOf })
      const [line] = (await asStaff('GET', '/money/lines')).body.data
      const matches = [{ line: line.id, kind: 'enrolment', id, acceptDifference: true }]
      await asStaff('POST', '/money/confirm', { matches })
      expect(await paidOf()).toEqual([[['settled', 1_250_000]], [['settled', 750_000]], []])
      expect((await asStaff('GET', '/money/waiting')).body.data).toMatchObject([
        { id, payment: 'part', amount: '37500.00', due: '17500.00', status: 'confirmed' },
      ])
    })

    test.each([
      [3, 'confirmed', 'settled'],
      [2, 'expired', 'attention'],
    ])(
      'late money for three expired seats, with %i seats free, takes them all or waits for staff',
      async (free, status, money) => {
        const course = await addCourse(app, { capacity: 3 })
        const { id } = await group(course.id)
        app.deps.clock.advance(2 * hour)
        await expireHolds()
        if (free === 2) {
          await ask(course.id, { email: 'uma@mail.example', phone: '9876500011' })
        }
        expect((await markPaid(id)).status).toBe(free === 3 ? 200 : 409)
        const own = (await rows()).filter(({ group_id }) => group_id === id)
        expect(own.map((seat) => seat.status)).toEqual([status, status, status])
        for (const seat of own) {
          expect((await paymentsOf(app, seat.id)).map((row) => row.status)).toEqual([money])
        }
        expect(await seatCounts(app, course.id)).toMatchObject({ taken: free === 3 ? 3 : 1 })
      },
    )

    test('a group uses a coupon code once, and the discount is divided among the seats to the last paisa', async () => {
      const course = await addCourse(app)
      const coupon = { code: 'TEN', kind: 'rupees', amount: 100, scope: 'all', isActive: true }
      expect((await asStaff('POST', '/coupons', coupon)).status).toBe(201)
      const quote = await app.http('POST', '/api/coupons/validate', {
        body: { code: 'TEN', courseId: course.id, seats: 3 },
      })
      expect(quote.body.data).toMatchObject({ price: 37500, discount: 100, toPay: 37400 })
      const tooMany = await app.http('POST', '/api/coupons/validate', {
        body: { code: 'TEN', courseId: course.id, seats: 7 },
      })
      expect([tooMany.status, tooMany.body.code, tooMany.body.error]).toEqual([
        409,
        'limit_reached',
        'You can take at most 6 seats at a time. If more of you are coming, please call us.',
      ])
      const { id, amount } = await group(course.id, { couponCode: 'TEN' })
      expect(amount).toBe('37400.00')
      const discounts = (await rows()).map(({ discount_in_paise }) => Number(discount_in_paise))
      expect(discounts).toEqual([3334, 3333, 3333])
      expect((await view(id)).coupon).toEqual({ code: 'TEN', price: '37500.00', discount: '100.00' })
      const uses = async () =>
        Number(
          (
            await app.db.read
              .selectFrom('coupon')
              .select('uses')
              .where('code', '=', 'TEN')
              .executeTakeFirstOrThrow()
          ).uses,
        )
      expect(await uses()).toBe(1)
      for (const [n, seat] of (await rows()).entries()) {
        await cancel(seat.id)
        expect(await uses()).toBe(n === 2 ? 0 : 1)
      }
    })
  })

  test('lists and rosters show staff which seats belong together and who pays', async () => {
    const course = await addCourse(app)
    await ask(course.id, { fullName: 'Lata B', email: 'lata@mail.example', phone: '9876500012' })
    const { id, reference } = await group(course.id)
    const together = { id, payer: 'Meena Krishnan', reference, seats: 3 }
    const listed = await app.http('GET', '/api/getEventClassEnrollments', { token: staff.token })
    const byName = (rows: { name: string }[]) => rows.toSorted((a, b) => (a.name < b.name ? -1 : 1))
    expect(byName(listed.body.classEnrollments)).toMatchObject([
      { name: 'Arun Raj', group: { ...together, isPayer: false } },
      { name: 'Guest of Meena Krishnan', group: { ...together, isPayer: false } },
      { name: 'Lata B', group: null },
      { name: 'Meena Krishnan', group: { ...together, isPayer: true } },
    ])
    const [seat] = await rows()
    const roster = (await asStaff('GET', `/batches/${seat?.batch_id}/roster`)).body.data
    expect(roster.seats.map(({ name }: { name: string }) => name)).toEqual([
      'Lata B',
      'Meena Krishnan',
      'Arun Raj',
      'Guest of Meena Krishnan',
    ])
    // Seats with one address are listed as one student, with the payer's name.
    const students = await app.http('GET', '/api/getStudents', { token: staff.token })
    expect(JSON.stringify(students.body)).toContain('"Meena Krishnan"')
    expect(JSON.stringify(students.body)).not.toContain('Guest of')
  })

  test('a group in a free course is confirmed immediately', async () => {
    const course = await addCourse(app, { price: 0 })
    const taken = await group(course.id)
    expect(taken).toMatchObject({ status: 'confirmed', amount: '0.00', group: { seats: 3 } })
    expect(await kindsTo(payer.email)).toEqual(['enrolment-confirmed'])
  })

  test('a group in a class without a date gets one e-mail once the date is set, and one release cancels all its seats', async () => {
    const course = await addUndatedCourse(app)
    const { id } = await group(course.id)
    expect(await kindsTo(payer.email)).toEqual(['place-reserved'])
    const added = await asStaff('POST', '/batches', { courseId: course.id, day: '2026-04-12' })
    expect(added.status, added.text).toBe(201)
    expect(await kindsTo(payer.email)).toEqual(['date-fixed', 'place-reserved'])
    expect((await app.http('POST', `/api/enrollments/${id}/release`)).status).toBe(200)
    expect(await statuses()).toEqual(['cancelled', 'cancelled', 'cancelled'])
    expect(await seatCounts(app, course.id)).toMatchObject({ taken: 0, live: 0 })
    expect(await kindsTo(payer.email)).toEqual(['date-fixed', 'place-reserved', 'seat-let-go'])
  })

  test('a cancelled batch cancels all seats of a group with one e-mail', async () => {
    const course = await addCourse(app)
    await group(course.id)
    const [seat] = await rows()
    const cancelled = await asStaff('POST', `/batches/${seat?.batch_id}/cancel`, {
      reason: 'The room is flooded.',
    })
    expect(cancelled.status, cancelled.text).toBe(200)
    expect(await statuses()).toEqual(['cancelled', 'cancelled', 'cancelled'])
    expect(await kindsTo(payer.email)).toEqual(['batch-cancelled', 'enrolment-received'])
  })

  partOnSqlite(engine, 'the booking dialog’s hold of a group', () => {
    test('a dialog hold has as many seats as the visitor wants, changes with that number, and expires as a whole', async () => {
      const course = await addCourse(app, { capacity: 4 })
      const held = await hold(app, course.id, { seats: 3 })
      expect(held).toMatchObject({ seats: 3, amount: '37500.00' })
      expect(await seatCounts(app, course.id)).toMatchObject({ taken: 3 })
      expect(await hold(app, course.id, { seats: 4 })).toMatchObject({ id: held.id, seats: 4 })
      const more = await app.http('POST', '/api/seat-holds', {
        body: { ...bookingBody(course.id), seats: 5, knownHolds: [held.id] },
      })
      expect(more.body.error).toBe(
        'Only 4 seats are left in this batch. Ask for 4 or fewer, or choose another batch.',
      )
      expect(await hold(app, course.id, { seats: 2 })).toMatchObject({ id: held.id, seats: 2 })
      expect(await seatCounts(app, course.id)).toMatchObject({ taken: 2 })
      app.deps.clock.advance(15 * 60_000)
      await expireSilentHolds(app.app.services.registrationDeps)
      expect(await seatCounts(app, course.id)).toMatchObject({ taken: 0, live: 0 })
    })

    test('completing a dialog hold of several seats makes a group with the names of the booking', async () => {
      const course = await addCourse(app, { capacity: 3 })
      const held = await hold(app, course.id, { seats: 3 })
      const body = { ...bookingBody(course.id), holdId: held.id, others: named }
      const answer = await app.http('POST', '/api/events_enrollments', { body })
      expect(answer.status, answer.text).toBe(201)
      expect(answer.body.data).toMatchObject({
        reference: held.reference,
        amount: '37500.00',
        group: { seats: 3 },
      })
      expect((await rows()).map((row) => row.name)).toEqual(['Arun Raj', 'Arun Raj', 'Guest of Arun Raj'])
      expect(await seatCounts(app, course.id)).toMatchObject({ taken: 3, live: 3 })
      // A repeated request returns the same booking.
      const again = await app.http('POST', '/api/events_enrollments', { body })
      expect(again.body.data.id).toBe(answer.body.data.id)
      expect(await rows()).toHaveLength(3)
    })

    test.each([
      [3, 2],
      [2, 3],
    ])('a hold of %i seats that is booked for %i people becomes a group of that many', async (kept, come) => {
      const course = await addCourse(app, { capacity: 3 })
      const held = await hold(app, course.id, { seats: kept })
      const others = Array.from({ length: come - 1 }, () => ({}))
      const body = { ...bookingBody(course.id), holdId: held.id, others }
      const answer = await app.http('POST', '/api/events_enrollments', { body })
      expect([answer.status, answer.body.data.group]).toMatchObject([201, { seats: come }])
      expect(await seatCounts(app, course.id)).toMatchObject({ taken: come, live: come })
    })

    test('a late booking of a group takes all its seats again, or none when the batch has too few left', async () => {
      const lateBooking = async (isOneTaken: boolean) => {
        const { id } = await addCourse(app, { capacity: 3 })
        const held = await hold(app, id, { seats: 3 })
        app.deps.clock.advance(15 * 60_000)
        await expireSilentHolds(app.app.services.registrationDeps)
        if (isOneTaken) await ask(id)
        const body = { ...bookingBody(id), holdId: held.id, others: named }
        return { course: { id }, answer: await app.http('POST', '/api/events_enrollments', { body }) }
      }
      const again = await lateBooking(false)
      expect([again.answer.status, again.answer.body.data?.group]).toMatchObject([201, { seats: 3 }])
      expect(await statuses()).toEqual(['pending', 'pending', 'pending'])
      expect(await seatCounts(app, again.course.id)).toMatchObject({ taken: 3, live: 3 })

      await emptyTables(app, [...ledgerTables, 'registration', 'hold_quota'])
      const { course, answer } = await lateBooking(true)
      expect([answer.status, answer.body.code]).toEqual([409, 'batch_full'])
      const own = (await rows()).filter(({ kind }) => kind === 'event-booking')
      expect(own.map(({ status }) => status)).toEqual(['expired', 'expired', 'expired'])
      expect(await seatCounts(app, course.id)).toMatchObject({ taken: 1 })
    })
  })

  describe('groups that are requested at the same time', () => {
    test('one of 200 callers who ask at once for two of the last three seats gets them', async () => {
      const course = await addCourse(app, { capacity: 3 })
      const second = engine === 'postgres' ? await startApp({ sharing: app }) : null
      const apps = second ? [app, second] : [app]
      const answers = await Promise.all(
        Array.from({ length: 200 }, (_, n) =>
          (apps[n % apps.length] ?? app).http('POST', '/api/enrollments', {
            body: enrolmentBody(course.id, { email: `p${n}@mail.example`, others: [{}] }),
          }),
        ),
      )
      await second?.stop()
      expect(countsByStatus(answers)).toEqual({ 201: 1, 409: 199 })
      expect(await seatCounts(app, course.id)).toMatchObject({ taken: 2, live: 2 })
    })
  })
})
