import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { testNow } from '../../../tests/harness/app.ts'
import { signedIn } from '../../../tests/harness/callers.ts'
import { orderFor } from '../../../tests/harness/florist.ts'
import { paymentsOf } from '../../../tests/harness/ledger.ts'
import { newestLetterTo, waitFor } from '../../../tests/harness/letters.ts'
import { onEachEngine } from '../../../tests/harness/on-each-engine.ts'
import { placeOrder } from '../../../tests/harness/orders.ts'
import { addCourse, book, confirm, enrol, messagesAbout, proveAll } from '../../../tests/harness/seats.ts'
import { expireHeldSeats } from '../../domains/registrations/seats/seat-ends.ts'

onEachEngine('rosters', (app) => {
  let token: string
  let staffEmail: string
  beforeAll(async () => {})
  beforeEach(async () => {
    app.deps.clock.set(testNow)
    await signIn()
  })

  /** A session expires when the clock moves far enough, so each call signs in again. */
  async function signIn() {
    const staff = await signedIn(app, 'staff')
    token = staff.token
    staffEmail = staff.email
  }
  const get = (at: string) => app.http('GET', at, { token })
  const post = (at: string, body?: unknown) => app.http('POST', at, { token, body })
  const seatAt = (id: string, kind = 'enrolment') => `/api/admin/seats/${kind}/${id}`
  const batchesOf = async (courseId: string) =>
    (await get(`/api/admin/batches?course=${courseId}`)).body.data as {
      id: string
      day: string
      taken: number
    }[]
  const rosterOf = async (batchId: string) => (await get(`/api/admin/batches/${batchId}/roster`)).body.data
  const takenOf = async (courseId: string) =>
    Object.fromEntries((await batchesOf(courseId)).map(({ day, taken }) => [day, taken]))
  const auditOf = (id: string) =>
    app.db.read
      .selectFrom('audit_entry')
      .select(['actor_email', 'changes'])
      .where('record_id', '=', id)
      .execute()

  async function twoBatches(capacity = 1) {
    const course = await addCourse(app, { capacity })
    const added = await post('/api/admin/batches', {
      courseId: course.id,
      day: '2026-04-02',
      time: '10:30',
      capacity,
    })
    expect(added.status, added.text).toBe(201)
    const [later, first] = await batchesOf(course.id)
    return { course, first: first?.id ?? '', later: later?.id ?? '' }
  }

  test('a class has at most one batch on a day, even if five people add one simultaneously', async () => {
    const course = await addCourse(app)
    const add = (day: string, more: object = {}) =>
      post('/api/admin/batches', { courseId: course.id, day, ...more })
    expect((await add('2026-03-12')).body.fields.day).toContain('already has a batch')
    expect((await add('2026-02-30')).status).toBe(400)
    expect((await add('2026-04-01', { capacity: 0 })).status).toBe(400)
    expect((await post('/api/admin/batches', { courseId: 'unknown', day: '2026-04-01' })).status).toBe(404)
    const answers = await Promise.all(Array.from({ length: 5 }, () => add('2026-04-01')))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 400, 400, 400, 400])
    expect((await add('2026-03-02', { capacity: null })).body.data).toMatchObject({
      day: '2026-03-02',
      capacity: null,
      taken: 0,
      isOver: false,
    })
    expect((await batchesOf(course.id)).map(({ day }) => day)).toEqual([
      '2026-04-01',
      '2026-03-12',
      '2026-03-02',
    ])
    // The class shows the earliest batch that is still to come.
    expect((await app.http('GET', `/api/courses/${course.slug}`)).body.nextbatch).toBe('2026-03-02')
  })

  test('a roster lists everybody with a seat and the waiting list, with cancelled seats last', async () => {
    const course = await addCourse(app, { capacity: 4 })
    const withQuestion = await enrol(app, course.id, { fullName: 'Zara', questions: 'Is there parking?' })
    const gone = await enrol(app, course.id, { fullName: 'Anand' })
    await book(app, course.id)
    await enrol(app, course.id, { fullName: 'Devi' })
    const stranger = {
      fullName: 'Uma',
      phone: '9876543210',
      courseId: course.id,
      email: 'asked@mail.example',
    }
    await app.http('POST', '/api/waiting-list', { body: stranger })
    for (const email of ['uma@mail.example', 'veena@mail.example']) await waitFor(app, course.id, email)
    await post(`${seatAt(gone.id)}/cancel`)
    const [batch] = await batchesOf(course.id)
    const roster = await rosterOf(batch?.id ?? '')
    expect(roster.batch).toMatchObject({
      courseTitle: 'Bridal Bouquets',
      day: '2026-03-12',
      capacity: 4,
      taken: 4,
    })
    expect(
      roster.seats.map(({ name, kind, status }: Record<string, string>) => [name, kind, status]),
    ).toEqual([
      ['Arun Raj', 'event-booking', 'pending'],
      ['Devi', 'enrolment', 'pending'],
      ['Zara', 'enrolment', 'pending'],
      ['Anand', 'enrolment', 'cancelled'],
    ])
    expect(roster.seats[2]).toMatchObject({
      id: withQuestion.id,
      question: 'Is there parking?',
      note: null,
      payment: 'due',
      amount: '12500.00',
      holdUntil: withQuestion.holdUntil,
    })
    expect(roster.waiting).toMatchObject([
      { email: 'uma@mail.example', offerUntil: '2026-03-03T06:30:00.000Z', confirmed: true },
      { email: 'veena@mail.example', offerUntil: null, confirmed: true },
      { email: 'asked@mail.example', offerUntil: null, confirmed: false },
    ])
    expect((await get('/api/admin/batches/unknown/roster')).status).toBe(404)
  })

  test('a day sheet lists its day’s batches by hour, and names the nearest earlier and later days with batches', async () => {
    const noon = await addCourse(app, { nextbatch: '2026-05-10', startTime: '12:00', title: 'Noon' })
    await addCourse(app, { nextbatch: '2026-05-10', startTime: '09:00', title: 'Morning' })
    await addCourse(app, { nextbatch: '2026-05-08' })
    await addCourse(app, { nextbatch: '2026-05-20' })
    await enrol(app, noon.id)
    const { data } = (await get('/api/admin/day-sheet?day=2026-05-10')).body
    expect(data).toMatchObject({ day: '2026-05-10', previousDay: '2026-05-08', nextDay: '2026-05-20' })
    expect(data.rosters.map(({ batch }: any) => batch.courseTitle)).toEqual(['Morning', 'Noon'])
    expect(data.rosters[1].seats).toHaveLength(1)
    expect((await get('/api/admin/day-sheet')).body.data.day).toBe('2026-03-02')
    expect((await get('/api/admin/day-sheet?day=2026-13-01')).status).toBe(400)
  })

  test('the day sheet shows the next day from six in the evening on', async () => {
    for (const [now, day] of [
      ['2026-03-02T12:29:59.000Z', '2026-03-02'],
      ['2026-03-02T12:30:00.000Z', '2026-03-03'],
      ['2026-03-02T18:30:00.000Z', '2026-03-03'],
    ] as const) {
      app.deps.clock.set(now)
      expect((await get('/api/admin/day-sheet')).body.data.day).toBe(day)
    }
  })

  test('a day sheet also lists sessions of running batches, deliveries with the sum due, and closed hours', async () => {
    const course = await addCourse(app, { nextbatch: '2026-06-01', title: 'Garlands' })
    const [batch] = await batchesOf(course.id)
    const meetings = ['2026-06-01', '2026-06-04'].map((day) => ({ day, from: '10:00', to: '12:00' }))
    await app.http('PUT', `/api/admin/batches/${batch?.id}/meetings`, { token, body: { meetings } })
    const goods = [{ productId: null, quantity: 2 }]
    const paid = await orderFor(app, '2026-06-04', goods)
    await orderFor(app, '2026-06-04', goods, { status: 'cancelled' })
    await orderFor(app, '2026-06-06', goods)
    const unpaid = await placeOrder(app, goods)
    await app.db.write
      .updateTable('shop_order')
      .set({ delivery_day: '2026-06-04' })
      .where('id', '=', unpaid)
      .execute()
    await post('/api/admin/closed-days', {
      day: '2026-06-04',
      closedFor: 'Fair',
      from: '14:00',
      until: '18:00',
    })
    const { data } = (await get('/api/admin/day-sheet?day=2026-06-04')).body
    expect(data).toMatchObject({
      previousDay: '2026-06-01',
      nextDay: '2026-06-06',
      closing: { closedFor: 'Fair', from: '14:00', until: '18:00' },
      rosters: [
        { batch: { courseTitle: 'Garlands', day: '2026-06-01' }, sessions: [{ from: '10:00', to: '12:00' }] },
      ],
    })
    const brought = Object.fromEntries(data.deliveries.map((one: { id: string }) => [one.id, one]))
    expect(brought).toEqual({
      [paid]: expect.objectContaining({
        slot: 'Morning',
        recipientName: 'Uma Sundaram',
        phone: '9876500001',
        place: '14, Kutchery Road, Mylapore',
        what: '2 × Rose box',
        due: 0,
      }),
      [unpaid]: expect.objectContaining({ slot: null, recipientName: 'Kayal Devi', due: 1120 }),
    })
  })

  describe('moving a seat to another batch', () => {
    test('a moved seat takes a place in the new batch and frees its old place; an e-mail and the audit log say so', async () => {
      const { course, first, later } = await twoBatches()
      const seat = await enrol(app, course.id)
      await confirm(app, seat.id)
      const { data } = (await get(seatAt(seat.id))).body
      expect(data).toMatchObject({ seat: { id: seat.id, payment: 'paid' }, batch: { id: first } })
      expect(data.targets.map(({ id }: { id: string }) => id)).toEqual([later])
      app.deps.clock.advance(1000)
      expect((await post(`${seatAt(seat.id)}/move`, { from: first, to: later })).body.data.status).toBe(
        'confirmed',
      )
      expect(await takenOf(course.id)).toEqual({ '2026-03-12': 0, '2026-04-02': 1 })
      const { subject, text } = await newestLetterTo(app, 'meena@mail.example')
      expect(subject).toBe('Your seat in Bridal Bouquets has moved to another batch')
      expect(text).toContain('Previous batch: Thursday 12 March 2026')
      expect(text).toContain('New batch: Thursday 2 April 2026, 10:30 am')
      expect(await auditOf(seat.id)).toMatchObject([
        { actor_email: staffEmail, changes: expect.stringContaining('2026-04-02') },
      ])
      // A repeated move changes nothing.
      expect((await post(`${seatAt(seat.id)}/move`, { from: first, to: later })).status).toBe(200)
      expect(await messagesAbout(app, `${seat.id}:moved`)).toHaveLength(2)
    })

    test('moving a seat to a full or past batch or to another class, or from a stale page, is refused', async () => {
      const { course, first, later } = await twoBatches()
      const seat = await enrol(app, course.id)
      const other = await twoBatches()
      const refusals: [string, string, string, number][] = [
        [first, other.later, 'conflict', 409],
        [later, first, '', 200],
        [other.first, later, 'conflict', 409],
        [first, 'unknown', 'conflict', 409],
      ]
      for (const [from, to, code, status] of refusals) {
        const answer = await post(`${seatAt(seat.id)}/move`, { from, to })
        expect([answer.status, answer.body.code ?? '']).toEqual([status, code])
      }
      const blocker = await enrol(app, course.id, { batchId: first }).catch(() => null)
      expect(blocker).toBeNull()
      await app.db.write.updateTable('batch').set({ taken: 1 }).where('id', '=', later).execute()
      const full = await post(`${seatAt(seat.id)}/move`, { from: first, to: later })
      expect([full.status, full.body.code]).toEqual([409, 'batch_full'])
      await app.db.write.updateTable('batch').set({ taken: 0 }).where('id', '=', later).execute()
      app.deps.clock.set('2026-04-03T06:30:00.000Z')
      await signIn()
      const past = await post(`${seatAt(seat.id)}/move`, { from: first, to: later })
      expect([past.status, past.body.code]).toEqual([409, 'conflict'])
      expect(await takenOf(course.id)).toEqual({ '2026-03-12': 1, '2026-04-02': 0 })
    })

    test('seats that are moved between batches simultaneously neither deadlock nor overfill a batch', async () => {
      const { course, first, later } = await twoBatches(6)
      const seats = []
      for (let n = 0; n < 6; n++) {
        seats.push(await enrol(app, course.id))
        await proveAll(app)
      }
      await Promise.all(
        seats.slice(0, 3).map(({ id }) => post(`${seatAt(id)}/move`, { from: first, to: later })),
      )
      const answers = await Promise.all([
        ...seats.slice(0, 3).map(({ id }) => post(`${seatAt(id)}/move`, { from: later, to: first })),
        ...seats.slice(3).map(({ id }) => post(`${seatAt(id)}/move`, { from: first, to: later })),
      ])
      expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(200))
      expect(await takenOf(course.id)).toEqual({ '2026-03-12': 3, '2026-04-02': 3 })
      const one = await twoBatches(1)
      await app.app.services.courses.updateClass(one.course.id, { capacity: 5 }, null)
      const rivals = []
      for (let n = 0; n < 5; n++) {
        rivals.push(await enrol(app, one.course.id))
        await proveAll(app)
      }
      const race = await Promise.all(
        rivals.map(({ id }) => post(`${seatAt(id)}/move`, { from: one.first, to: one.later })),
      )
      expect(race.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409])
      expect(await takenOf(one.course.id)).toEqual({ '2026-03-12': 4, '2026-04-02': 1 })
    })

    test('the place that a moved seat leaves is offered to the waiting list', async () => {
      const { course, first, later } = await twoBatches()
      const seat = await enrol(app, course.id)
      const email = 'next@mail.example'
      const link = await waitFor(app, course.id, email, { batchId: first })
      await post(`${seatAt(seat.id)}/move`, { from: first, to: later })
      expect((await app.http('GET', `/api/waiting-list/${link}`)).body.state).toBe('offered')
      expect(await takenOf(course.id)).toEqual({ '2026-03-12': 1, '2026-04-02': 1 })
    })

    test('a seat whose payment arrived too late can be moved to another batch', async () => {
      const { course, first, later } = await twoBatches()
      const seat = await enrol(app, course.id)
      app.deps.clock.advance(48 * 60 * 60_000)
      await signIn()
      await expireHeldSeats(app.app.services.registrationDeps)
      const unpaid = await post(`${seatAt(seat.id)}/move`, { from: first, to: later })
      expect(unpaid.body.error).toContain('nothing was paid')
      await enrol(app, course.id)
      expect(
        (await post(`/api/admin/enrollments/${seat.id}/payment`, { method: 'upi', reference: `B${seat.id}` }))
          .status,
      ).toBe(409)
      const moved = await post(`${seatAt(seat.id)}/move`, { from: first, to: later })
      expect(moved.body.data).toEqual({ id: seat.id, status: 'confirmed' })
      expect((await paymentsOf(app, seat.id)).map(({ status }) => status)).toEqual(['settled'])
      expect(await messagesAbout(app, `${seat.id}:confirmed`)).toHaveLength(2)
      expect(await takenOf(course.id)).toEqual({ '2026-03-12': 1, '2026-04-02': 1 })
    })
  })

  test('cancelling a seat frees its place once, sends an e-mail and leaves the payment for staff to decide', async () => {
    const course = await addCourse(app, { capacity: 2 })
    const paid = await enrol(app, course.id, { email: 'paid@mail.example' })
    await confirm(app, paid.id)
    const held = await enrol(app, course.id, { email: 'held@mail.example' })
    app.deps.clock.advance(1000)
    const answers = await Promise.all(Array.from({ length: 6 }, () => post(`${seatAt(paid.id)}/cancel`)))
    for (const { status, body } of answers) expect([status, body.data.status]).toEqual([200, 'cancelled'])
    await post(`${seatAt(held.id)}/cancel`)
    expect(await takenOf(course.id)).toEqual({ '2026-03-12': 0 })
    expect((await paymentsOf(app, paid.id)).map(({ status }) => status)).toEqual(['attention'])
    expect((await newestLetterTo(app, 'paid@mail.example')).text).toContain('We have your payment')
    expect((await newestLetterTo(app, 'held@mail.example')).text).toContain('There’s nothing to pay.')
    expect(await messagesAbout(app, `${paid.id}:cancelled`)).toHaveLength(2)
    expect(await auditOf(paid.id)).toMatchObject([{ actor_email: staffEmail }])
    // A payment does not restore a cancelled seat.
    expect((await post(`/api/admin/enrollments/${paid.id}/payment`, { method: 'cash' })).status).toBe(409)
    expect((await post(`${seatAt(held.id)}/letters`)).body.error).toContain('no e-mail')
  })

  test('staff cannot overwrite a seat’s note if they have not seen its current text', async () => {
    const course = await addCourse(app)
    const seat = await enrol(app, course.id)
    const write = (note: string, before: string | null) =>
      app.http('PUT', `${seatAt(seat.id)}/note`, { token, body: { note, before } })
    expect((await write('x'.repeat(1001), null)).status).toBe(400)
    expect((await write('Brings her own scissors', null)).body.data.note).toBe('Brings her own scissors')
    const stale = await write('Left-handed', null)
    expect([stale.status, stale.body.details]).toEqual([409, { note: 'Brings her own scissors' }])
    expect((await get(seatAt(seat.id))).body.data.seat.note).toBe('Brings her own scissors')
    expect((await write('', 'Brings her own scissors')).body.data.note).toBeNull()
    expect(await auditOf(seat.id)).toHaveLength(2)
    // The student never sees the note.
    await write('secret', null)
    expect((await app.http('GET', `/api/enrollments/${seat.id}`)).text).not.toContain('secret')
  })

  test('staff can send the e-mails of a seat again, with the present state of the seat', async () => {
    const course = await addCourse(app)
    const seat = await enrol(app, course.id, { email: 'again@mail.example' })
    expect((await post(`${seatAt(seat.id)}/letters`)).body.data.count).toBe(2)
    await confirm(app, seat.id)
    expect((await post(`${seatAt(seat.id)}/letters`)).body.data.count).toBe(2)
    const about = await messagesAbout(app, seat.id)
    expect(about.filter((line) => line === 'enrolment-received email again@mail.example')).toHaveLength(2)
    expect(about.filter((line) => line === 'enrolment-confirmed email again@mail.example')).toHaveLength(2)
    expect((await post(`${seatAt('unknown')}/letters`)).status).toBe(404)
    expect((await post('/api/admin/seats/else/x/letters')).status).toBe(404)
  })
})
