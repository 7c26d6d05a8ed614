import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { emptyTables, testNow } from '../../../../tests/harness/app.ts'
import { ledgerTables, paymentsOf, refundsOf } from '../../../../tests/harness/ledger.ts'
import { onEachEngine, partOnSqlite } from '../../../../tests/harness/on-each-engine.ts'
import { addCourse, enrol } from '../../../../tests/harness/seats.ts'
import type { SeatKind, Tx } from '../../../db/schema.ts'
import {
  createPaymentsService,
  type Entered,
  type PaymentsService,
} from '../../money/payments/payments.service.ts'
import {
  type Claim,
  createSettlement,
  type SettlementService,
} from '../../money/payments/settlement.service.ts'
import type { RegistrationDeps } from '../registrations.deps.ts'
import { cancelSeat, expireHeldSeats } from './seat-ends.ts'
import { seatPayable } from './seat-payable.ts'

const terms = { holdHours: 48 }
const hour = 60 * 60_000
const price = 1_250_000
const staff = { userId: 'staff', email: 'staff@malar.example' }

onEachEngine('money for seats', (app, engine) => {
  /** These dependencies use the simulator, which proves at once that money came. */
  let registrationDeps: RegistrationDeps
  let settlement: SettlementService
  /** These dependencies use UPI, where only the payer claims that money came. */
  let upi: { payments: PaymentsService; registrationDeps: RegistrationDeps; settlement: SettlementService }
  beforeAll(() => {
    const { school, officeHours } = app.app.services
    const paidBy = (paymentProvider: 'simulator' | 'upi') => {
      const deps = { ...app.deps, config: { ...app.deps.config, paymentProvider } }
      const payments = createPaymentsService(deps, school, officeHours)
      const settlement = createSettlement(deps, payments)
      const registrationDeps = { ...app.app.services.registrationDeps, ...deps, payments, settlement }
      return { payments, registrationDeps, settlement }
    }
    ;({ registrationDeps, settlement } = paidBy('simulator'))
    upi = paidBy('upi')
  })
  beforeEach(async () => {
    app.deps.clock.set(testNow)
    await emptyTables(app, [...ledgerTables, 'outbox', 'registration'])
  })

  const inTx = <T>(work: (tx: Tx) => Promise<T>) => app.db.transaction(work)
  const finalise = (id: string, claim: Claim | null) =>
    inTx((tx) => settlement.finalise(tx, seatPayable(registrationDeps, 'enrolment'), id, claim))
  /** The student presses Pay Now. */
  const pay = async (id: string) =>
    finalise(id, await settlement.claim(seatPayable(registrationDeps, 'enrolment'), id, terms))
  const markPaid = (id: string, paid: Entered = {}) =>
    settlement.markPaid(seatPayable(registrationDeps, 'enrolment'), id, paid, staff)
  const receive = (
    id: string,
    money: { reference?: string; amountInPaise?: number; acceptDifference?: boolean } = {},
  ) => {
    const came = { reference: '700000000001', amountInPaise: price, acceptDifference: false, ...money }
    return inTx((tx) => settlement.receive(tx, seatPayable(registrationDeps, 'enrolment'), id, came, staff))
  }
  const refund = (id: string) =>
    inTx((tx) =>
      settlement.refund(
        tx,
        seatPayable(registrationDeps, 'enrolment'),
        id,
        { note: 'Sent back by UPI' },
        staff,
      ),
    )
  const cancel = (id: string) => inTx((tx) => cancelSeat(registrationDeps, tx, 'enrolment', id))

  async function held(course: Parameters<typeof addCourse>[1] = {}) {
    const { id: courseId } = await addCourse(app, course)
    return { courseId, ...(await enrol(app, courseId)) }
  }
  async function endHolds(hours = 48) {
    app.deps.clock.advance(hours * hour)
    await expireHeldSeats(registrationDeps)
  }
  /** Makes a seat whose hold has ended, and a rival who has taken the only seat since. */
  async function lostSeat() {
    const seat = await held({ capacity: 1 })
    await endHolds()
    const rival = await enrol(app, seat.courseId, { email: 'uma@mail.example' })
    return { ...seat, rivalId: rival.id }
  }

  const rowOf = (id: string) =>
    app.db.read
      .selectFrom('seat')
      .select(['status', 'hold_until', 'confirmed_at'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
  const statusOf = async (id: string) => (await rowOf(id)).status
  const moneyOf = async (id: string) =>
    (await paymentsOf(app, id)).map(({ status, amount_in_paise: paise, provider_reference: reference }) => ({
      status,
      paise: Number(paise),
      reference,
    }))
  const settled = (reference: string, paise = price) => ({ status: 'settled', paise, reference })
  const waiting = (reference: string, paise = price) => ({ status: 'attention', paise, reference })
  /** The titles of the school's notices about a seat. */
  async function noticesOf(id: string) {
    const rows = await app.db.read
      .selectFrom('outbox')
      .select('data')
      .where('template', '=', 'school-notice')
      .where('cause', 'like', `%${id}%`)
      .execute()
    return rows.map(({ data }) => JSON.parse(data).title).sort()
  }
  /** The texts of a kind of letter about a seat, the oldest first. */
  async function textsOf(id: string, template: string) {
    const sender = await app.app.services.school.sender()
    const rows = await app.db.read
      .selectFrom('outbox')
      .select('data')
      .where('template', '=', template)
      .where('channel', '=', 'email')
      .where('cause', 'like', `%${id}%`)
      .orderBy('created_at')
      .execute()
    return rows.map(
      ({ data }) => app.deps.letters.render(template, JSON.parse(data), sender, { hasTypedWords: true }).text,
    )
  }
  /** Returns the new values that the audit log has for one field of a seat, by default for the money paid. */
  async function loggedOf(id: string, field = 'paid'): Promise<string[]> {
    const rows = await app.db.read
      .selectFrom('audit_entry')
      .select('changes')
      .where('record_id', '=', id)
      .orderBy('at')
      .execute()
    return rows
      .flatMap(({ changes }) => JSON.parse(changes))
      .filter((change) => change.field === field)
      .map(({ to }) => to)
  }

  partOnSqlite(engine, 'money for seats that is refused', () => {
    test.each<[string, (kind: SeatKind, id: string) => Promise<unknown>]>([
      ['a payment claim', (kind, id) => settlement.claim(seatPayable(registrationDeps, kind), id, terms)],
      [
        'a confirmation',
        (kind, id) => inTx((tx) => settlement.finalise(tx, seatPayable(registrationDeps, kind), id, null)),
      ],
      [
        'a payment that staff enter',
        (kind, id) => settlement.markPaid(seatPayable(registrationDeps, kind), id, {}, staff),
      ],
      [
        'a bank line',
        (kind, id) => {
          const money = { reference: '700000000001', amountInPaise: price, acceptDifference: true }
          return inTx((tx) => settlement.receive(tx, seatPayable(registrationDeps, kind), id, money, staff))
        },
      ],
      [
        'a refund',
        (kind, id) =>
          inTx((tx) =>
            settlement.refund(tx, seatPayable(registrationDeps, kind), id, { note: 'Sent back' }, staff),
          ),
      ],
    ])(
      '%s is refused for an unknown seat, and for an enrolment that is named as a booking',
      async (_, ask) => {
        const { id } = await held()
        await expect(ask('enrolment', 'unknown')).rejects.toMatchObject({
          code: 'not_found',
          message: 'We couldn’t find this enrolment.',
        })
        await expect(ask('event-booking', id)).rejects.toMatchObject({
          code: 'not_found',
          message: 'We couldn’t find this booking.',
        })
        expect([await statusOf(id), await moneyOf(id)]).toEqual(['pending', []])
      },
    )

    test('money for a cancelled seat is refused from every source, and no payment provider is called', async () => {
      const { id } = await held()
      await cancel(id)
      const cancelled = {
        code: 'conflict',
        message: 'This enrolment was cancelled. Contact us if you have questions.',
      }
      expect(await settlement.claim(seatPayable(registrationDeps, 'enrolment'), id, terms)).toBeNull()
      await expect(
        finalise(id, { outcome: 'settled', reference: 'SIM-1', by: 'simulator' }),
      ).rejects.toMatchObject(cancelled)
      await expect(markPaid(id)).rejects.toMatchObject(cancelled)
      await expect(receive(id)).rejects.toMatchObject({
        code: 'conflict',
        message:
          'This enrolment was cancelled. Match the payment with another enrolment, booking or order, or refund it and record the refund.',
      })
      expect([await statusOf(id), await moneyOf(id)]).toEqual(['cancelled', []])
    })

    test('confirming a seat for which no money came fails, or stays pending when the student claims to have paid', async () => {
      const { id, reference } = await held()
      const failed = { code: 'payment_failed', options: { details: { reference } } }
      await expect(finalise(id, null)).rejects.toMatchObject(failed)
      await expect(finalise(id, { outcome: 'unpaid', by: 'simulator' })).rejects.toMatchObject(failed)
      const claim = await upi.settlement.claim(seatPayable(upi.registrationDeps, 'enrolment'), id, terms)
      await expect(finalise(id, claim)).rejects.toMatchObject({
        code: 'payment_pending',
        options: { details: { reference } },
      })
      expect(await statusOf(id)).toBe('pending')
    })

    test('an amount that differs from what is due is refused until staff accept the difference', async () => {
      const { id } = await held()
      for (const [amountInPaise, message] of [
        [1_200_000, '₹12,000 was received, but ₹12,500 is due.'],
        [1_300_000, '₹13,000 was received, but ₹12,500 is due.'],
      ] as const) {
        await expect(receive(id, { amountInPaise })).rejects.toMatchObject({
          code: 'amount_differs',
          message,
        })
      }
      expect([await statusOf(id), await moneyOf(id)]).toEqual(['pending', []])
      expect(await receive(id, { amountInPaise: 1_200_000, acceptDifference: true })).toMatchObject({
        outcome: 'settled',
      })
      expect([await statusOf(id), await moneyOf(id)]).toEqual([
        'confirmed',
        [settled('700000000001', 1_200_000)],
      ])
    })

    test('a second payment of a seat is refused, even if staff would accept a different amount', async () => {
      const second = {
        code: 'conflict',
        message:
          'This enrolment is already paid. If this is a second payment, refund it and record the refund.',
      }
      const paid = await held()
      await receive(paid.id)
      const unseated = await lostSeat()
      await receive(unseated.id, { reference: '700000000002' })
      for (const { id } of [paid, unseated]) {
        const before = await moneyOf(id)
        for (const amountInPaise of [price, 1]) {
          const money = { reference: '700000000003', amountInPaise, acceptDifference: true }
          await expect(receive(id, money)).rejects.toMatchObject(second)
        }
        expect(await moneyOf(id)).toEqual(before)
      }
    })

    test('staff who mark a paid seat as paid may repeat a recorded bank reference, but not enter a different reference', async () => {
      const { id } = await held()
      await receive(id, { amountInPaise: 1_000_000, acceptDifference: true })
      app.deps.clock.advance(hour)
      await receive(id, { reference: '700000000002', amountInPaise: 250_000 })
      await expect(markPaid(id, { reference: '700000000003' })).rejects.toMatchObject({
        code: 'conflict',
        message: 'A payment for this seat is already recorded. Its reference is 700000000001.',
      })
      // Each recorded reference may be given again.
      for (const reference of ['700000000001', '700000000002']) await markPaid(id, { reference })
      expect(await moneyOf(id)).toEqual([
        settled('700000000001', 1_000_000),
        settled('700000000002', 250_000),
      ])
    })
  })

  describe('money for a confirmed seat', () => {
    test('a second payment by the student or by staff leaves a confirmed seat as it is', async () => {
      const { id, reference } = await held()
      await pay(id)
      const before = await rowOf(id)
      expect(before).toEqual({ status: 'confirmed', hold_until: null, confirmed_at: testNow })
      app.deps.clock.advance(hour)
      expect(await settlement.claim(seatPayable(registrationDeps, 'enrolment'), id, terms)).toBeNull()
      expect(await pay(id)).toMatchObject({ status: 'confirmed' })
      expect(await markPaid(id)).toMatchObject({ status: 'confirmed' })
      expect(await rowOf(id)).toEqual(before)
      expect(await moneyOf(id)).toEqual([settled(`SIM-${reference}`)])
      expect(await loggedOf(id)).toEqual([])
    })

    test('a seat confirmed by a part of its price stays confirmed while the rest is due and when more arrives', async () => {
      const { id } = await held()
      await receive(id, { amountInPaise: 1_200_000, acceptDifference: true })
      const before = await rowOf(id)
      app.deps.clock.advance(hour)
      expect(await pay(id)).toMatchObject({ status: 'confirmed' })
      expect(await receive(id, { reference: '700000000002', amountInPaise: 50_000 })).toMatchObject({
        outcome: 'settled',
      })
      expect(await rowOf(id)).toEqual(before)
      expect(await moneyOf(id)).toEqual([settled('700000000001', 1_200_000), settled('700000000002', 50_000)])
    })

    test('the e-mails of a partly paid seat say what arrived and what is left, until the rest is paid', async () => {
      const { id } = await held({ price: 150_000 })
      await markPaid(id, { amount: 77_700, method: 'cash', day: '2026-03-01', acceptDifference: true })
      expect([await statusOf(id), await moneyOf(id)]).toMatchObject([
        'confirmed',
        [{ status: 'settled', paise: 77_700 }],
      ])
      const [confirmed] = await textsOf(id, 'enrolment-confirmed')
      expect(confirmed).toContain('We’ve received ₹777 of ₹1,500, and your seat')
      expect(confirmed).toContain('Due: ₹723')
      const view = await app.http('GET', `/api/enrollments/${id}`)
      expect(view.body.rest).toEqual({ came: '777.00', due: '723.00' })
      // A repeat is not recorded, because the sum that is due differs from the sum that staff saw.
      const again = { amount: 77_700, due: 150_000, method: 'cash' as const, acceptDifference: true }
      await expect(markPaid(id, again)).rejects.toMatchObject({ code: 'amount_differs' })
      await expect(markPaid(id, { amount: 10_000, method: 'cash' })).rejects.toMatchObject({
        code: 'amount_differs',
        message: '₹100 was received, but ₹723 is due.',
      })
      app.deps.clock.advance(hour)
      await markPaid(id, { method: 'upi', reference: 'UTR-723' })
      expect((await moneyOf(id)).map(({ paise }) => paise)).toEqual([77_700, 72_300])
      const [came] = await textsOf(id, 'seat-money-came')
      expect(came).toContain('₹723 for your seat')
      expect(came).toContain('You’ve now paid in full.')
      expect((await app.http('GET', `/api/enrollments/${id}`)).body).not.toHaveProperty('rest')
      const receipts = await app.db.read
        .selectFrom('receipt')
        .select(['method', 'happened_at'])
        .orderBy('recorded_at')
        .execute()
      expect(receipts).toEqual([
        { method: 'cash', happened_at: '2026-03-01T06:30:00.000Z' },
        { method: 'upi', happened_at: app.deps.clock.now() },
      ])
      expect(await loggedOf(id)).toEqual(['777.00, Cash, marked by hand', '723.00, UPI, UTR-723'])
    })

    test('ten requests at once that enter the same part payment record it once', async () => {
      const { id } = await held({ price: 150_000 })
      const part = { amount: 77_700, due: 150_000, method: 'cash' as const, acceptDifference: true }
      const tries = await Promise.allSettled(Array.from({ length: 10 }, () => markPaid(id, part)))
      expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
      expect((await moneyOf(id)).map(({ paise }) => paise)).toEqual([77_700])
    })

    test('a bank line with the rest of the price is not mistaken for the part that staff entered before', async () => {
      const { id, reference } = await held({ price: 150_000 })
      await markPaid(id, { amount: 77_700, method: 'cash', acceptDifference: true })
      expect(await receive(id, { reference, amountInPaise: 72_300 })).toMatchObject({ outcome: 'settled' })
      expect((await moneyOf(id)).map(({ paise }) => paise).sort()).toEqual([72_300, 77_700])
    })

    test('a part payment without a seat waits, and pays together with the rest once a seat is free', async () => {
      const { id, rivalId } = await lostSeat()
      const part = { amount: 77_700, method: 'upi' as const, acceptDifference: true }
      await expect(markPaid(id, part)).rejects.toMatchObject({ code: 'batch_full' })
      await cancel(rivalId)
      app.deps.clock.advance(hour)
      await markPaid(id, { method: 'cash' })
      expect([await statusOf(id), (await moneyOf(id)).map(({ status }) => status)]).toEqual([
        'confirmed',
        ['settled', 'settled'],
      ])
    })

    test('a free seat takes no money when staff mark it as paid', async () => {
      const { id } = await held({ price: 0 })
      expect(await settlement.claim(seatPayable(registrationDeps, 'enrolment'), id, terms)).toBeNull()
      expect(await markPaid(id)).toMatchObject({ status: 'confirmed' })
      expect([await moneyOf(id), await loggedOf(id)]).toEqual([[], []])
    })
  })

  test('a seat that owes nothing is confirmed without calling the payment provider', async () => {
    const { id } = await held()
    await inTx((tx) =>
      tx.updateTable('registration').set({ amount_in_paise: 0 }).where('id', '=', id).execute(),
    )
    expect(await settlement.claim(seatPayable(registrationDeps, 'enrolment'), id, terms)).toBeNull()
    expect(await finalise(id, null)).toMatchObject({ status: 'confirmed' })
    expect([await statusOf(id), await moneyOf(id)]).toEqual(['confirmed', []])
  })

  describe('a payment after the hold has expired', () => {
    test('a late payment takes a seat again until the batch begins', async () => {
      const today = await held({ nextbatch: '2026-03-04' })
      const bank = await held({ nextbatch: '2026-03-04' })
      await endHolds()
      expect(app.deps.clock.today()).toBe('2026-03-04')
      expect(await statusOf(today.id)).toBe('expired')
      expect(await pay(today.id)).toMatchObject({ status: 'confirmed' })
      expect(await receive(bank.id)).toMatchObject({ outcome: 'settled' })
    })

    test('a late payment is refused once the batch has begun, and money from the bank waits for staff', async () => {
      const { id, reference } = await held({ nextbatch: '2026-03-03' })
      await endHolds()
      await expect(pay(id)).rejects.toMatchObject({
        code: 'batch_full',
        message:
          'The hold on your seat has ended, and there are no seats left. You weren’t charged. Choose another batch.',
      })
      expect(await moneyOf(id)).toEqual([])
      expect(await receive(id)).toMatchObject({ outcome: 'attention' })
      expect([await statusOf(id), await moneyOf(id)]).toEqual(['expired', [waiting('700000000001')]])
      await expect(pay(id)).rejects.toMatchObject({
        code: 'batch_full',
        message: expect.stringContaining('Your payment arrived after the hold on your seat ended'),
        options: { details: { reference } },
      })
      expect(await noticesOf(id)).toEqual([
        'New enrolment in Bridal Bouquets',
        'Payment received for Bridal Bouquets, but there’s no seat',
      ])
    })

    test('a late payment takes a seat in a batch that can be joined late until the batch’s last day is over', async () => {
      const day = { nextbatch: '2026-03-03' }
      const [student, bank, share, late] = [
        await held(day),
        await held(day),
        await held(day),
        await held(day),
      ]
      const runsUntil = (ends_on: string) =>
        inTx((tx) => tx.updateTable('batch').set({ joins_late: 1, ends_on }).execute())
      await endHolds()
      await runsUntil('2026-04-30')
      expect(await statusOf(student.id)).toBe('expired')
      expect(await pay(student.id)).toMatchObject({ status: 'confirmed' })
      expect(await receive(bank.id)).toMatchObject({ outcome: 'settled' })
      await inTx(async (tx) => {
        const taken = await settlement.takeShare(
          tx,
          seatPayable(registrationDeps, 'enrolment'),
          share.id,
          100_000,
          staff,
        )
        expect(taken.isSeated).toBe(true)
      })
      await runsUntil('2026-03-03')
      await expect(pay(late.id)).rejects.toMatchObject({ code: 'batch_full' })
      expect(await receive(late.id, { reference: '700000000002' })).toMatchObject({ outcome: 'attention' })
    })

    test('a late payment that staff enter takes a seat also in a batch that has begun', async () => {
      const { id, reference } = await held({ nextbatch: '2026-03-03' })
      await endHolds()
      expect(await statusOf(id)).toBe('expired')
      expect(await markPaid(id)).toMatchObject({ status: 'confirmed' })
      expect([await statusOf(id), await moneyOf(id)]).toEqual(['confirmed', [settled(reference)]])
    })

    test('a payment is late once the batch has begun, even within holdHours', async () => {
      const made = [await held({ nextbatch: '2026-03-03' }), await held({ nextbatch: '2026-03-03' })]
      const [student, bank] = made.map(({ id }) => id) as [string, string]
      await endHolds(47)
      expect(app.deps.clock.today()).toBe('2026-03-04')
      await expect(pay(student)).rejects.toMatchObject({ code: 'batch_full' })
      expect(await receive(bank)).toMatchObject({ outcome: 'attention' })
    })

    test('a late payment that finds no free seat is recorded once, and takes a seat as soon as one is free', async () => {
      const { id, reference, rivalId } = await lostSeat()
      for (let count = 0; count < 2; count++) {
        await expect(markPaid(id)).rejects.toMatchObject({
          code: 'batch_full',
          message:
            'The payment is recorded, but there are no seats left. Offer another batch or refund the payment.',
          options: { details: { reference } },
        })
      }
      expect([await statusOf(id), await moneyOf(id)]).toEqual(['expired', [waiting(reference)]])
      expect(await noticesOf(id)).toEqual([
        'New enrolment in Bridal Bouquets',
        'Payment received for Bridal Bouquets, but there’s no seat',
      ])
      await cancel(rivalId)
      expect(await markPaid(id)).toMatchObject({ status: 'confirmed', hold_until: null })
      expect([await statusOf(id), await moneyOf(id)]).toEqual(['confirmed', [settled(reference)]])
    })

    test('a student whose late payment waits takes a freed seat without paying twice', async () => {
      const { id, rivalId } = await lostSeat()
      await receive(id)
      await expect(pay(id)).rejects.toMatchObject({ code: 'batch_full' })
      await cancel(rivalId)
      expect(await pay(id)).toMatchObject({ status: 'confirmed', hold_until: null })
      expect([await statusOf(id), await moneyOf(id)]).toEqual(['confirmed', [settled('700000000001')]])
    })
  })

  describe('a payment claim by UPI', () => {
    const claim = (id: string) =>
      upi.settlement.claim(seatPayable(upi.registrationDeps, 'enrolment'), id, terms)

    test('twenty payment claims at once are recorded as one, with one notice to the school', async () => {
      const { id, reference } = await held()
      const claims = await Promise.all(Array.from({ length: 20 }, () => claim(id)))
      expect(claims).toEqual(Array(20).fill({ outcome: 'claimed', by: 'upi' }))
      expect(await moneyOf(id)).toEqual([{ status: 'claimed', paise: price, reference }])
      const notices = await textsOf(id, 'school-notice')
      expect(notices.join()).toContain(
        `says they’ve paid ₹12,500 by UPI, with the reference ${reference}. Look for the payment in your UPI account.`,
      )
      expect(await noticesOf(id)).toEqual([
        'Check a payment for Bridal Bouquets',
        'New enrolment in Bridal Bouquets',
      ])
    })

    test('a payment claim creates no task for staff when the money has arrived already and waits for a seat', async () => {
      const { id } = await lostSeat()
      await receive(id)
      expect(await claim(id)).toEqual({ outcome: 'claimed', by: 'upi' })
      expect(await moneyOf(id)).toEqual([waiting('700000000001')])
      expect(await noticesOf(id)).toEqual([
        'New enrolment in Bridal Bouquets',
        'Payment received for Bridal Bouquets, but there’s no seat',
      ])
    })

    test('a payment claim creates no task for staff when they record the money at the same moment', async () => {
      const { id } = await held()
      vi.spyOn(await upi.payments.providerIn(app.db.read), 'confirm').mockImplementationOnce(async () => {
        await markPaid(id, { reference: '700000000001' })
        return { outcome: 'claimed' }
      })
      await claim(id)
      expect(await moneyOf(id)).toEqual([settled('700000000001')])
      expect(await noticesOf(id)).toEqual(['New enrolment in Bridal Bouquets'])
    })
  })

  describe('staff who mark a seat as paid', () => {
    test.each<[Parameters<typeof markPaid>[1] & object, string]>([
      [{}, '12500.00, marked by hand'],
      [{ reference: '700000000001', note: 'Seen on the statement' }, '12500.00, 700000000001'],
      [{ reference: 'GPay', note: 'Seen on the statement' }, '12500.00, GPay'],
      [{ reference: '+91 98410 00003' }, '12500.00, +91 98410 00003'],
    ])(
      'twenty requests at once that mark a seat as paid record one payment and one log entry: %j',
      async (paid, logged) => {
        const { id, reference } = await held()
        const isNumber = paid.reference === '700000000001'
        const marked = await Promise.all(Array.from({ length: 20 }, () => markPaid(id, paid)))
        expect(marked.map(({ status }) => status)).toEqual(Array(20).fill('confirmed'))
        expect(await moneyOf(id)).toEqual([settled(isNumber ? (paid.reference ?? '') : reference)])
        const note = [isNumber ? '' : paid.reference, paid.note].filter(Boolean).join(' · ') || null
        expect(await paymentsOf(app, id)).toMatchObject([{ note, recorded_by: staff.userId }])
        expect(await loggedOf(id)).toEqual([logged])
        expect(await loggedOf(id, 'status')).toEqual(['confirmed'])
        expect(await noticesOf(id)).toEqual(['New enrolment in Bridal Bouquets'])
      },
    )
  })

  partOnSqlite(engine, 'lines of the bank’s statement for a seat', () => {
    test('a bank line is not counted twice if staff typed its reference in another spelling', async () => {
      const { id } = await held()
      await markPaid(id, { reference: 'utr axis cn01-2345 6789' })
      for (const reference of ['AXISCN0123456789', 'axiscn0123456789']) {
        expect(await receive(id, { reference })).toMatchObject({ outcome: 'recorded' })
      }
      expect(await moneyOf(id)).toEqual([settled('AXISCN0123456789')])
    })

    test('a bank line whose reference differs only in its letters is a different payment', async () => {
      const { id } = await held()
      await markPaid(id, { reference: 'AXISCN0123456789' })
      await expect(receive(id, { reference: 'HDFCCN0123456789' })).rejects.toMatchObject({ code: 'conflict' })
    })

    test('a bank line with the same amount counts as the payment that staff entered, also while it waits for a seat', async () => {
      const paid = await held()
      await markPaid(paid.id)
      const named = await held()
      await markPaid(named.id, { reference: named.reference })
      const unseated = await lostSeat()
      await expect(markPaid(unseated.id)).rejects.toMatchObject({ code: 'batch_full' })
      for (const [index, { id, reference }] of [paid, named, unseated].entries()) {
        const before = await moneyOf(id)
        expect(before).toMatchObject([{ reference }])
        expect(await receive(id, { reference: `70000000000${index}` })).toMatchObject({ outcome: 'recorded' })
        expect(await moneyOf(id)).toEqual(before)
        // The same statement is imported again.
        expect(await receive(id, { reference: `70000000000${index}` })).toMatchObject({ outcome: 'recorded' })
      }
    })

    test('a bank line that names the seat counts as the payment that staff entered, whatever the amount', async () => {
      const { id, reference } = await held()
      await markPaid(id)
      const named = reference.replaceAll('-', '').toLowerCase()
      expect(await receive(id, { reference: named, amountInPaise: 1_200_000 })).toMatchObject({
        outcome: 'recorded',
      })
      expect(await moneyOf(id)).toEqual([settled(reference)])
    })

    test('a bank line with a different amount that does not name the seat is refused as a second payment', async () => {
      const { id, reference } = await held()
      await markPaid(id)
      const money = { amountInPaise: 1_200_000, acceptDifference: true }
      await expect(receive(id, money)).rejects.toMatchObject({ code: 'conflict' })
      expect(await moneyOf(id)).toEqual([settled(reference)])
    })

    test('the audit log names the amount and the reference of a bank line that pays a seat', async () => {
      const { id } = await held()
      expect(await receive(id)).toMatchObject({ outcome: 'settled' })
      expect(await loggedOf(id)).toEqual(['12500.00, Bank transfer, 700000000001'])
      expect(await noticesOf(id)).toEqual(['New enrolment in Bridal Bouquets'])
    })
  })

  test('a payment by the student, by staff and from the bank at the same moment pays the seat once', async () => {
    for (let round = 0; round < 10; round++) {
      const { id } = await held()
      const reference = `70000000000${round}`
      const outcomes = await Promise.allSettled([
        pay(id),
        markPaid(id, { reference }),
        receive(id, { reference }),
      ])
      expect(outcomes.some(({ status }) => status === 'fulfilled')).toBe(true)
      expect([await statusOf(id), await moneyOf(id)]).toMatchObject([
        'confirmed',
        [{ status: 'settled', paise: price }],
      ])
    }
  })

  test('ten requests at once to refund waiting money make one refund, and money that pays a seat is not refunded', async () => {
    const nothing = {
      code: 'conflict',
      message: 'This payment has already been refunded, or now counts towards a seat. Refresh the list.',
    }
    const paid = await held()
    await expect(refund(paid.id)).rejects.toMatchObject(nothing)
    await pay(paid.id)
    await expect(refund(paid.id)).rejects.toMatchObject(nothing)

    const { id } = await lostSeat()
    await receive(id)
    const outcomes = await Promise.allSettled(Array.from({ length: 10 }, () => refund(id)))
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const outcome of outcomes) {
      if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject(nothing)
    }
    expect(await moneyOf(id)).toEqual([])
    expect(await refundsOf(app, id)).toEqual([
      { amount_in_paise: price, provider_reference: '700000000001', note: 'Sent back by UPI' },
    ])
    expect(await loggedOf(id, 'payment')).toEqual(['refunded'])
  })
})
