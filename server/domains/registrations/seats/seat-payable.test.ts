import { beforeEach, describe, expect, test } from 'vitest'
import { emptyTables, testNow } from '../../../../tests/harness/app.ts'
import { ledgerTables, paymentsOf, sumsOf } from '../../../../tests/harness/ledger.ts'
import { onSqlite } from '../../../../tests/harness/on-each-engine.ts'
import { addCourse, addUndatedCourse, enrol } from '../../../../tests/harness/seats.ts'
import type { Tx } from '../../../db/schema.ts'
import type { Entered } from '../../money/payments/payments.service.ts'
import { addSeat, repeatSeatLetters, setSeatPrice } from '../desk/seat-desk.ts'
import { cancelSeat, expireHeldSeats } from './seat-ends.ts'
import { moveSeat } from './seat-moves.ts'
import { seatPayable } from './seat-payable.ts'

const terms = { holdHours: 48 }
const hour = 60 * 60_000
const price = 1_250_000
const staff = { userId: 'staff', email: 'staff@malar.example', role: 'owner' }
const student = 'meena@mail.example'

onSqlite('money that a seat takes, keeps or gives back', (app) => {
  beforeEach(async () => {
    app.deps.clock.set(testNow)
    await emptyTables(app, [...ledgerTables, 'outbox', 'letter_count', 'registration', 'audit_entry'])
  })

  const deps = () => app.app.services.registrationDeps
  const settlement = () => deps().settlement
  const payable = () => seatPayable(deps(), 'enrolment')
  const inTx = <T>(work: (tx: Tx) => Promise<T>) => app.db.transaction(work)

  /** The student presses Pay Now. */
  async function pay(id: string) {
    const claim = await settlement().claim(payable(), id, terms)
    return inTx((tx) => settlement().finalise(tx, payable(), id, claim))
  }
  const markPaid = (id: string, entered: Entered = {}) => settlement().markPaid(payable(), id, entered, staff)
  let lines = 0
  /** Records the money as a line of the bank's statement. */
  const receive = (id: string, amountInPaise = price) => {
    const seen = { reference: `7000000${10_000 + lines++}`, amountInPaise, acceptDifference: true }
    return inTx((tx) => settlement().receive(tx, payable(), id, seen, staff))
  }
  const refund = (id: string, sent: { amount?: number; tell?: boolean } = {}) =>
    inTx((tx) => settlement().refund(tx, payable(), id, { note: 'Sent back by UPI', ...sent }, staff))
  const reverse = (receiptId: string, tell = false) => {
    const mistake = { reason: 'Meant for Meena Ravi', tell }
    return inTx((tx) => settlement().reverse(tx, app.app.services.payables, receiptId, mistake, staff))
  }
  const setPrice = (id: string, priceInPaise: number) => {
    const change = { price: priceInPaise, reason: 'A friend of the house' }
    return inTx((tx) => setSeatPrice(deps(), tx, 'enrolment', id, change, staff))
  }
  const cancel = (id: string) => inTx((tx) => cancelSeat(deps(), tx, 'enrolment', id))
  const move = (id: string, from: string, to: string) =>
    inTx((tx) => moveSeat(deps(), tx, 'enrolment', id, { from, to, price: 'new' }, terms, staff))

  async function held(course: Parameters<typeof addCourse>[1] = {}) {
    const { id: courseId } = await addCourse(app, course)
    return { courseId, ...(await enrol(app, courseId)) }
  }
  /** Enrols one payer with two seats. */
  async function heldByTwo(course: Parameters<typeof addCourse>[1] = {}) {
    const { id: courseId } = await addCourse(app, course)
    const { id } = await enrol(app, courseId, { others: [{ fullName: 'Arun Raj' }] })
    const [own, guest] = await app.db.read
      .selectFrom('seat')
      .select(['id', 'batch_id'])
      .where('group_id', '=', id)
      .orderBy('group_place')
      .execute()
    if (!own || !guest) throw new Error('not two seats')
    return { courseId, id, guestId: guest.id, batchId: own.batch_id }
  }
  async function addBatch(courseId: string, day: string, more: { price_in_paise?: number } = {}) {
    const { id } = await inTx((tx) =>
      app.app.services.courses.addBatch(tx, { courseId, day, time: '10:00', capacity: 20 }, null),
    )
    await inTx((tx) =>
      tx
        .updateTable('batch')
        .set({ price_in_paise: price, ...more })
        .where('id', '=', id)
        .execute(),
    )
    return id
  }
  const changeBatch = (courseId: string, changes: { ends_on: string; joins_late: 0 | 1 }) =>
    inTx((tx) => tx.updateTable('batch').set(changes).where('course_id', '=', courseId).execute())
  async function endHolds() {
    app.deps.clock.advance(72 * hour)
    await expireHeldSeats(deps())
  }
  /** A seat whose hold has ended, in a batch that somebody else has filled since. */
  async function lostSeat() {
    const seat = await held({ capacity: 1 })
    await endHolds()
    await enrol(app, seat.courseId, { email: 'uma@mail.example' })
    return seat
  }

  const statusOf = async (id: string) => {
    const row = app.db.read.selectFrom('seat').select('status').where('id', '=', id)
    return (await row.executeTakeFirstOrThrow()).status
  }
  const sums = (id: string) => sumsOf(app.db.read, id)
  /** Lists the letters of a kind to the student, with their state and whether they may contain typed words. */
  const letters = (template: string) =>
    app.db.read
      .selectFrom('outbox')
      .select(['status', 'has_typed_words'])
      .where('template', '=', template)
      .where('recipient', '=', student)
      .where('channel', '=', 'email')
      .execute()
  const logged = (id: string) =>
    app.db.read.selectFrom('audit_entry').select('changes').where('record_id', '=', id).execute()

  describe('a cancelled seat in a group', () => {
    test('a payment after one seat of a booking was cancelled goes to the other seat, even the part above its price', async () => {
      const { id, guestId } = await heldByTwo()
      await cancel(id)
      expect(await receive(id, price + 50_000)).toMatchObject({ outcome: 'settled' })
      expect([await sums(id), await sums(guestId)]).toEqual([
        { pays: 0, waits: 0 },
        { pays: price + 50_000, waits: 0 },
      ])
      expect([await statusOf(id), await statusOf(guestId)]).toEqual(['cancelled', 'confirmed'])
    })

    test('a cancelled seat’s payment waits for a refund, and the rest pays the other seat', async () => {
      const { id, guestId } = await heldByTwo()
      await markPaid(id, { amount: price, acceptDifference: true })
      await cancel(id)
      await markPaid(id, { reference: '700000000001' })
      expect([await sums(id), await sums(guestId)]).toEqual([
        { pays: 0, waits: price },
        { pays: price, waits: 0 },
      ])
    })
  })

  describe('a payment for a place without a date', () => {
    test('a payment for a place without a date is refused, because nothing is due yet', async () => {
      const { id } = await enrol(app, (await addUndatedCourse(app)).id)
      await expect(pay(id)).rejects.toMatchObject({
        code: 'conflict',
        message:
          'This course has no date yet, so there’s nothing to pay. We’ll write to you as soon as there is one.',
      })
      expect([await statusOf(id), await paymentsOf(app, id)]).toEqual(['pending', []])
    })

    test('a payer confirms a place without a date once its price is zero', async () => {
      const { id } = await enrol(app, (await addUndatedCourse(app)).id)
      await setPrice(id, 0)
      expect(await statusOf(id)).toBe('pending')
      expect(await pay(id)).toMatchObject({ status: 'confirmed' })
    })
  })

  test('a payer who pays the rest of a price pays for the payer’s own seat, although the guest’s seat is lost', async () => {
    const { courseId, id, guestId, batchId } = await heldByTwo({ capacity: 2 })
    await endHolds()
    await enrol(app, courseId, { email: 'uma@mail.example', others: [{}] })
    expect(await receive(id, 2 * price)).toMatchObject({ outcome: 'attention' })
    await move(id, batchId, await addBatch(courseId, '2026-04-01', { price_in_paise: price + 50_000 }))
    expect([await statusOf(id), await statusOf(guestId)]).toEqual(['confirmed', 'expired'])
    expect(await receive(id, 50_000)).toMatchObject({ outcome: 'settled' })
    expect(await sums(id)).toEqual({ pays: price + 50_000, waits: 0 })
    // The guest has no seat, so the guest's money still waits, and staff can give a seat for it.
    expect(await sums(guestId)).toEqual({ pays: 0, waits: price })
    const guest = { kind: 'enrolment', id: guestId } as const
    expect((await deps().payments.moneyOf(app.db.read, guest)).state).toBe('attention')
    await move(guestId, batchId, await addBatch(courseId, '2026-04-08'))
    expect(await statusOf(guestId)).toBe('confirmed')
    expect(await sums(guestId)).toEqual({ pays: price, waits: 0 })
  })

  test('a guest whose seat is lost owes nothing as long as the payer has a seat', async () => {
    const { courseId, id, guestId, batchId } = await heldByTwo({ capacity: 2 })
    await endHolds()
    await enrol(app, courseId, { email: 'uma@mail.example', others: [{}] })
    expect(await receive(id, price)).toMatchObject({ outcome: 'attention' })
    await move(id, batchId, await addBatch(courseId, '2026-04-01'))
    expect([await statusOf(id), await statusOf(guestId)]).toEqual(['confirmed', 'expired'])
    const page = (await app.http('GET', `/api/enrollments/${id}`)).body
    expect([page.status, page.rest]).toEqual(['confirmed', undefined])
    await inTx((tx) => repeatSeatLetters(deps(), tx, 'enrolment', id, staff))
    const seats = await app.app.services.registrations.list({ limit: 10 })
    const dues = seats.classEnrollments.filter((seat) => seat.group?.id === id).map((seat) => seat.group?.due)
    expect(dues).toEqual(['0.00', '0.00'])
    const letterRows = app.db.read
      .selectFrom('outbox')
      .select('data')
      .where('template', '=', 'enrolment-confirmed')
      .where('recipient', '=', student)
    const facts = (await letterRows.execute()).map(({ data }) => JSON.parse(String(data)))
    expect(facts.length).toBeGreaterThan(1)
    for (const one of facts)
      expect([one.seats, one.guests.length, one.restInPaise]).toEqual([1, 1, undefined])
    const { rows } = await app.app.services.moneyDesk.listWaiting({ q: 'Meena', limit: 10 })
    expect(rows.filter((row) => row.id === id)).toEqual([])
  })

  test('the payer’s page asks only for the rest of the payer’s own seat when the guest’s seat is lost', async () => {
    const { courseId, id, batchId } = await heldByTwo({ capacity: 2 })
    await endHolds()
    await enrol(app, courseId, { email: 'uma@mail.example', others: [{}] })
    expect(await receive(id, 40_000)).toMatchObject({ outcome: 'attention' })
    await move(id, batchId, await addBatch(courseId, '2026-04-01'))
    const page = (await app.http('GET', `/api/enrollments/${id}`)).body
    expect(page.rest).toEqual({ came: '400.00', due: '12100.00' })
    expect(page.group.count).toBe(1)
  })

  describe('the audit log of a seat’s payments', () => {
    test('a payment by the payer is not in the audit log', async () => {
      const { id } = await held()
      expect(await pay(id)).toMatchObject({ status: 'confirmed' })
      expect(await sums(id)).toEqual({ pays: price, waits: 0 })
      expect(await logged(id)).toEqual([])
    })

    test('a payment that staff mark twice is in the audit log once and sends one e-mail', async () => {
      const { id } = await held()
      for (let count = 0; count < 2; count++) await markPaid(id)
      expect(await logged(id)).toHaveLength(1)
      expect([await letters('enrolment-confirmed'), await letters('seat-money-came')]).toMatchObject([
        [{ status: 'queued' }],
        [],
      ])
    })
  })

  describe('refunds of a seat', () => {
    test('a refund sends an e-mail to the student unless staff say otherwise', async () => {
      const { id } = await held()
      await markPaid(id)
      await refund(id, { amount: 10_000, tell: false })
      expect(await letters('seat-refunded')).toEqual([])
      await refund(id, { amount: 10_000, tell: true })
      await refund(id, { amount: 10_000 })
      expect(await letters('seat-refunded')).toHaveLength(2)
      expect(await sums(id)).toEqual({ pays: price - 30_000, waits: 0 })
    })

    test('each of eleven refunds sends an e-mail, also to an unproved address', async () => {
      const { id } = await lostSeat()
      await receive(id)
      for (let count = 0; count < 11; count++) await refund(id, { amount: 10_000 })
      expect(await letters('seat-refunded')).toEqual(Array(11).fill({ status: 'queued', has_typed_words: 0 }))
    })
  })

  describe('receipts that were entered by mistake', () => {
    test('reversing a receipt leaves the price paid by the other receipts, and the surplus waits', async () => {
      const { id } = await held()
      const { receiptId } = await receive(id, 400_000)
      for (const amount of [400_000, 450_000]) {
        app.deps.clock.advance(1000)
        await receive(id, amount)
      }
      await setPrice(id, 500_000)
      expect(await sums(id)).toEqual({ pays: 500_000, waits: 750_000 })
      await reverse(receiptId)
      expect(await sums(id)).toEqual({ pays: 500_000, waits: 350_000 })
    })

    test('each of eleven reversed receipts sends an e-mail, also to an unproved address', async () => {
      const { id } = await lostSeat()
      for (let count = 0; count < 11; count++) await reverse((await receive(id)).receiptId, true)
      expect(await letters('seat-money-mistaken')).toEqual(
        Array(11).fill({ status: 'queued', has_typed_words: 0 }),
      )
    })
  })

  describe('money for a seat in a batch that has begun', () => {
    test('late money waits for staff when nobody can join the running batch any more', async () => {
      const { courseId, id } = await held({ nextbatch: '2026-03-03' })
      await changeBatch(courseId, { ends_on: '2026-04-30', joins_late: 0 })
      await endHolds()
      expect(await receive(id)).toMatchObject({ outcome: 'attention' })
      expect([await statusOf(id), await sums(id)]).toEqual(['expired', { pays: 0, waits: price }])
    })

    test('money for a group waits for staff when one of its two batches has begun', async () => {
      const { courseId, id, guestId, batchId } = await heldByTwo({ nextbatch: '2026-03-03' })
      await move(guestId, batchId, await addBatch(courseId, '2026-04-01'))
      await endHolds()
      expect([await statusOf(id), await statusOf(guestId)]).toEqual(['expired', 'expired'])
      expect(await receive(id, 2 * price)).toMatchObject({ outcome: 'attention' })
      expect([await sums(id), await sums(guestId)]).toEqual(Array(2).fill({ pays: 0, waits: price }))
    })

    test('money pays a seat that staff hold in a running batch', async () => {
      const { courseId, batchId } = await heldByTwo({ nextbatch: '2026-03-03' })
      await changeBatch(courseId, { ends_on: '2026-04-30', joins_late: 0 })
      await endHolds()
      const person = { name: 'Uma Raman', email: 'uma@mail.example', phone: '9876500011' }
      const body = { ...person, batchId, payment: 'later' as const, letter: false }
      const { id, status } = await inTx((tx) => addSeat(deps(), tx, body, staff))
      expect(status).toBe('pending')
      expect(await receive(id)).toMatchObject({ outcome: 'settled' })
      expect([await statusOf(id), await sums(id)]).toEqual(['confirmed', { pays: price, waits: 0 }])
    })
  })
})
