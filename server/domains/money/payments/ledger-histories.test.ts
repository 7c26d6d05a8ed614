import fc from 'fast-check'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { DomainError } from '../../../../contract/errors.ts'
import { bankNumberOf } from '../../../../contract/money/bank-numbers.ts'
import { statusUndoMs } from '../../../../contract/orders/order-facts.ts'
import { listLimitMax } from '../../../../contract/primitives.ts'
import { enrolmentBody as enrolmentSchema } from '../../../../contract/registrations/enrolments.ts'
import { eventBookingBody } from '../../../../contract/registrations/event-bookings.ts'
import { emptyTables } from '../../../../tests/harness/app.ts'
import { ledgerTables } from '../../../../tests/harness/ledger.ts'
import { onEachEngine } from '../../../../tests/harness/on-each-engine.ts'
import { placeOrder } from '../../../../tests/harness/orders.ts'
import { addCourse, bookingBody, enrolmentBody, stranger } from '../../../../tests/harness/seats.ts'
import { storeSettings } from '../../../../tests/harness/settings.ts'
import type { SeatKind } from '../../../db/schema.ts'
import { setSeatPrice } from '../../registrations/desk/seat-desk.ts'
import { enrol, viewSeats } from '../../registrations/enrolments.service.ts'
import { book } from '../../registrations/event-bookings.service.ts'
import { cancelOwnSeats } from '../../registrations/seats/cancel-own.ts'
import { cancelSeat, expireHeldSeats } from '../../registrations/seats/seat-ends.ts'
import { getGroup } from '../../registrations/seats/seat-groups.ts'
import { moveSeat } from '../../registrations/seats/seat-moves.ts'
import { type MoneyState } from './payments.repository.ts'
import { createPaymentsService } from './payments.service.ts'

const historiesAsked = process.env['MALAR_SEAT_HISTORIES']
const hour = 60 * 60_000
const terms = { holdHours: 48 }
const staff = { userId: 'staff', email: 'staff@malar.example' }

const seatStep = <Name extends string>(name: Name) => fc.record({ do: fc.constant(name), seat: fc.nat(30) })
const step = fc.oneof(
  { weight: 4, arbitrary: fc.constant({ do: 'enrol' as const }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('book' as const), transaction: fc.nat(5) }) },
  { weight: 1, arbitrary: fc.constant({ do: 'order' as const }) },
  { weight: 2, arbitrary: seatStep('pay' as const) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('staff-pay' as const),
      seat: fc.nat(30),
      paise: fc.option(fc.constantFrom(77_700, 1_172_300, 1_250_001), { nil: undefined }),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('receive' as const),
      seat: fc.nat(30),
      paise: fc.constantFrom(1_250_000, 1_249_999, 1_250_001, 1, 400_000),
      line: fc.nat(12),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('receive-for-order' as const),
      order: fc.nat(5),
      line: fc.nat(12),
    }),
  },
  // Staff take the money of an order, cancel the order, refund a part, and set the order to confirmed again.
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constantFrom(
        'pay-order' as const,
        'cancel-order' as const,
        'refund-order' as const,
        'confirm-order' as const,
      ),
      order: fc.nat(3),
      paise: fc.constantFrom(10_000, 30_000, 62_000),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('move' as const),
      seat: fc.nat(30),
      price: fc.constantFrom(undefined, 'kept' as const, 'new' as const),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('pay-together' as const), seat: fc.nat(30), other: fc.nat(30) }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('statement' as const),
      file: fc.constantFrom('a.csv', 'b.csv'),
      overlap: fc.constantFrom('same' as const, 'other' as const),
      rows: fc.array(
        fc.record({
          // Many lines contain the payer's account number, and a bank number may be repeated.
          reference: fc.constantFrom('TRANSFER FROM 4897694162092', '', '632155123461', '632155123462'),
          description: fc.constantFrom('BY TRANSFER', 'UPI-CHITRA-919841000003@YBL'),
          amount: fc.constantFrom('12500.00', '777.00'),
          balance: fc.option(fc.constantFrom('1000.00', '2000.00'), { nil: undefined }),
        }),
        { minLength: 1, maxLength: 4 },
      ),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({ do: fc.constant('match' as const), seat: fc.nat(30), line: fc.nat(12) }),
  },
  { weight: 3, arbitrary: seatStep('cancel' as const) },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('cancel-own' as const),
      seat: fc.nat(30),
      share: fc.constantFrom(0, 33, 50, 100),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('refund' as const),
      seat: fc.nat(30),
      paise: fc.option(fc.constantFrom(77_700, 1_000), { nil: undefined }),
      keepsRest: fc.boolean(),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('price' as const),
      seat: fc.nat(30),
      price: fc.constantFrom(0, 77_700, 1_250_000, 1_500_000),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('split' as const), seat: fc.nat(30), other: fc.nat(30) }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('reverse' as const), receipt: fc.nat(30) }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('wait' as const), hours: fc.integer({ min: 6, max: 60 }) }),
  },
)
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never

const toPaise = (rupees: string) => Math.round(Number(rupees) * 100)

const hasEnded = ({ status }: { status: string }) => status === 'cancelled' || status === 'expired'

/** The state that lists show for a state of the ledger; `refunded` is the sum that went back. */
function readAs(status: string, state: MoneyState | undefined, refunded: number): string | undefined {
  if (state === undefined || state.state === 'attention' || state.state === 'checking') return state?.state
  const { paid_in_paise: paid, owes_in_paise: owes } = state
  const isOver = hasEnded({ status })
  if (refunded > 0 && paid === 0 && (owes === 0 || isOver)) return 'refunded'
  if (refunded > 0 && (paid >= owes || isOver)) return 'part-refunded'
  if (isOver && paid === 0) return status
  if (paid >= owes || isOver) return 'paid'
  return paid > 0 ? 'part' : 'due'
}

onEachEngine('random histories of money', (app, engine) => {
  const histories = Number(historiesAsked ?? (engine === 'sqlite' ? 60 : 10))
  /** Ended seats whose money the school keeps, apart from the part that was refunded. */
  const kept = new Set<string>()
  /**
   * The payments in the imported bank files, by amount. `most` is the largest number of payments of the amount in one
   * file. `apart` holds the payments that differ in bank number or balance.
   */
  const brought = new Map<number, { most: number; apart: Set<string> }>()
  /** Reads the rows of the ledger. The tests compare the stored sums with these rows. */
  async function ledger() {
    const { read } = app.db
    return {
      receipts: await read.selectFrom('receipt').selectAll().execute(),
      allocations: await read.selectFrom('allocation').selectAll().execute(),
      claims: await read.selectFrom('claim').selectAll().execute(),
    }
  }

  async function revenueByDay() {
    const days = await app.db.read
      .selectFrom('running_total')
      .select((eb) => ['day', eb.fn.sum<number>('amount').as('paise')])
      .where('figure', '=', 'revenue')
      .groupBy('day')
      .execute()
    return new Map(days.filter(({ paise }) => paise !== 0).map(({ day, paise }) => [day, paise]))
  }

  const sumOf = (rows: readonly { amount_in_paise: number }[]) =>
    rows.reduce((sum, { amount_in_paise }) => sum + amount_in_paise, 0)

  /** Compares receipts, allocations, the view, the lists, the dashboard and the money desk to the paisa. */
  async function compare() {
    const { receipts, allocations } = await ledger()
    for (const { id, amount_in_paise } of receipts) {
      const parts = allocations.filter(({ receipt_id }) => receipt_id === id)
      // Money changes its purpose by two allocations that add up to zero.
      expect([id, sumOf(parts)]).toEqual([id, amount_in_paise])
    }
    const states = await app.db.read.selectFrom('money_state').selectAll().execute()
    const stateOf = new Map(states.map((state) => [`${state.subject} ${state.subject_id}`, state]))
    for (const state of states) {
      const own = allocations.filter(
        ({ subject, subject_id }) => subject === state.subject && subject_id === state.subject_id,
      )
      const [paid, waits] = (['pays', 'waits'] as const).map((one) =>
        sumOf(own.filter(({ purpose }) => purpose === one)),
      )
      expect([state.paid_in_paise, state.unseated_in_paise]).toEqual([paid, waits])
      expect(Math.min(paid ?? 0, waits ?? 0)).toBeGreaterThanOrEqual(0)
    }
    const paid = states.reduce((sum, { paid_in_paise }) => sum + paid_in_paise, 0)
    const unseated = states.reduce((sum, { unseated_in_paise }) => sum + unseated_in_paise, 0)
    expect(sumOf(receipts)).toBe(paid + unseated)

    const refunds = receipts.filter(({ kind }) => kind === 'refund').map(({ id }) => id)
    const refundedOf = (id: string) =>
      -sumOf(allocations.filter((one) => one.subject_id === id && refunds.includes(one.receipt_id)))
    const { services } = app.app
    expect(Math.round((await services.dashboard.stats()).grand_total_orders * 100)).toBe(paid)
    expect([...(await revenueByDay()).values()].reduce((sum, paise) => sum + paise, 0)).toBe(paid)

    const listed = await services.registrations.list({ limit: listLimitMax })
    const lists = {
      enrolment: listed.classEnrollments,
      'event-booking': listed.eventClassEnrollments,
    }
    for (const kind of ['enrolment', 'event-booking'] as const) {
      for (const seat of lists[kind]) {
        const state = stateOf.get(`${kind} ${seat.id}`)
        expect([seat.id, seat.payment]).toEqual([seat.id, readAs(seat.status, state, refundedOf(seat.id))])
        expect([seat.payment, toPaise(seat.due)]).toEqual([state?.payment, state?.rest_in_paise])
        const here = Number(state?.paid_in_paise) + Number(state?.unseated_in_paise)
        expect([seat.id, toPaise(seat.paid)]).toEqual([seat.id, here])
        expect([seat.id, toPaise(seat.due)]).toEqual([seat.id, hasEnded(seat) ? 0 : state?.due_in_paise])
        // Money waits for staff only if its seat has ended, or if it is more than the price.
        const { paid_in_paise: pays = 0, unseated_in_paise: waits = 0, owes_in_paise: owes = 0 } = state ?? {}
        if (!hasEnded(seat)) expect([seat.id, waits === 0 || pays >= owes]).toEqual([seat.id, true])
        else if (!kept.has(seat.id)) expect([seat.status, pays]).toEqual([seat.status, 0])
      }
    }
    const { events, classes } = await services.registrations.sumUp({})
    for (const [totals, seats] of [
      [events, lists['event-booking']],
      [classes, lists.enrolment],
    ] as const) {
      const sum = (of: 'paid' | 'due') => seats.reduce((all, seat) => all + toPaise(seat[of]), 0)
      expect([totals.count, toPaise(totals.paid ?? ''), toPaise(totals.due ?? '')]).toEqual([
        seats.length,
        sum('paid'),
        sum('due'),
      ])
    }
    const { rows: falselyKept } = await sql`select claim.id from claim
      where is_open <> case when exists (select 1 from receipt where receipt.claim_id = claim.id) then 0 else 1 end`.execute(
      app.db.read,
    )
    expect(falselyKept).toEqual([])
    const { rows } = await services.moneyDesk.listWaiting({ limit: listLimitMax })
    for (const row of rows) {
      const state = stateOf.get(`${row.kind} ${row.id}`)
      const reads = readAs(row.status, state, refundedOf(row.id))
      expect([row.due, row.payment]).toEqual([((state?.due_in_paise ?? 0) / 100).toFixed(2), reads])
    }
    const waiting = new Set(rows.map(({ id }) => id))
    // Payments to give back are in a list of their own.
    const back = await services.moneyDesk.listToGiveBack({ limit: listLimitMax })
    const owed = states.filter(({ unseated_in_paise }) => unseated_in_paise > 0)
    expect(new Map(back.rows.map(({ id, waits }) => [id, toPaise(waits)]))).toEqual(
      new Map(owed.map(({ subject_id, unseated_in_paise }) => [subject_id, unseated_in_paise])),
    )
    for (const { subject_id } of owed) expect(waiting).not.toContain(subject_id)
    const sums = await services.moneyDesk.sumToGiveBack({})
    expect([sums.count, toPaise(sums.waits)]).toEqual([owed.length, unseated])
    const awaited = await services.moneyDesk.sumWaiting({})
    const held = rows.reduce(
      (sum, { kind, id }) => sum + Number(stateOf.get(`${kind} ${id}`)?.paid_in_paise),
      0,
    )
    expect(toPaise(awaited.paid ?? '')).toBe(held)
    await compareOrders(stateOf)
    // A seat that is not paid in full is among the awaited payments.
    for (const seat of [...lists.enrolment, ...lists['event-booking']]) {
      if (seat.status === 'confirmed' && toPaise(seat.due) > 0) expect(waiting).toContain(seat.id)
    }
  }

  /** An order is paid if the ledger has its price: the total, or a smaller sum that staff accepted instead. */
  async function compareOrders(stateOf: ReadonlyMap<string, MoneyState>) {
    const orders = await app.db.read.selectFrom('shop_order').selectAll().execute()
    let due = 0
    for (const { id, status, payment_status, total_in_paise, accepted_in_paise } of orders) {
      const state = stateOf.get(`order ${id}`)
      const here = Number(state?.paid_in_paise) + Number(state?.unseated_in_paise)
      const price = Number(accepted_in_paise ?? total_in_paise)
      if (status === 'cancelled') continue
      expect([id, payment_status === 'paid']).toEqual([id, here >= price])
      if (payment_status === 'pending') due += price - here
      expect([id, state?.due_in_paise]).toEqual([id, payment_status === 'pending' ? price - here : 0])
    }
    const sums = await app.app.services.orders.sumOrders({})
    expect(toPaise(sums.due ?? '')).toBe(due)
  }

  /** No payment of a statement is lost, and only an equal bank number makes two lines one payment. */
  async function compareLines() {
    const { read } = app.db
    const lines = await read.selectFrom('statement_line').selectAll().execute()
    for (const [paise, { most, apart }] of brought) {
      const found = lines.filter((line) => line.amount_in_paise === paise).length
      expect([paise, found >= Math.max(most, apart.size)]).toEqual([paise, true])
    }
    const matches = await read
      .selectFrom('bank_match')
      .selectAll()
      .where('receipt_id', 'not in', (eb) =>
        eb
          .selectFrom('receipt')
          .select('receipt_id')
          .where('kind', '=', 'reversal')
          .$castTo<{ receipt_id: string }>(),
      )
      .execute()
    for (const together of Map.groupBy(matches, ({ receipt_id }) => receipt_id).values()) {
      const numbers = together.map(({ line_id }) => {
        const line = lines.find(({ id }) => id === line_id)
        return (line && bankNumberOf(line)) ?? line_id
      })
      expect(new Set(numbers).size).toBe(1)
    }
    const matched = lines.filter(({ status }) => status === 'matched').map(({ id }) => id)
    expect(new Set(matches.map(({ line_id }) => line_id))).toEqual(new Set(matched))
  }

  async function clear() {
    kept.clear()
    brought.clear()
    await emptyTables(app, [
      ...ledgerTables,
      'statement_line',
      'registration',
      'shop_order_change',
      'shop_order_item',
      'shop_order',
    ])
    await app.db.write.updateTable('batch').set({ taken: 0 }).execute()
  }

  async function live(steps: Step[]) {
    await clear()
    const { moneyDesk, orders, payables, registrationDeps, school, settlement } = app.app.services
    const payments = createPaymentsService(app.deps, school, app.app.services.officeHours)
    const course = await addCourse(app, { capacity: 3, nextbatch: '2999-01-01' })
    const dearer = { courseId: course.id, day: '2999-02-01', time: null, capacity: 2, price: 1_500_000 }
    const other = await app.db.transaction((tx) => app.app.services.courses.addBatch(tx, dearer, null))
    let people = 0
    const person = () => {
      people++
      return { email: `p${people}@mail.example`, phone: String(6_000_000_000 + people) }
    }
    const known: { kind: SeatKind; id: string }[] = []
    const knownOrders: string[] = []
    const seatAt = (index: number) => known[index % known.length]
    const money = (line: number, amountInPaise: number) => ({
      reference: `LINE-${line}`,
      amountInPaise,
      acceptDifference: true,
    })

    async function take(one: Step): Promise<unknown> {
      if (one.do === 'enrol') {
        const body = enrolmentSchema.parse(enrolmentBody(course.id, person()))
        const { id } = await app.db.transaction((tx) => enrol(registrationDeps, tx, body, terms, stranger))
        return known.push({ kind: 'enrolment', id })
      }
      if (one.do === 'book') {
        const n = one.transaction
        const booked = {
          transactionId: `T${n}`,
          email: `t${n}@mail.example`,
          phone: String(7_000_000_000 + n),
        }
        const body = eventBookingBody.parse(bookingBody(course.id, booked))
        const { id } = await app.db.transaction((tx) => book(registrationDeps, tx, body, terms, stranger))
        return known.some((seat) => seat.id === id) || known.push({ kind: 'event-booking', id })
      }
      if (one.do === 'order')
        return knownOrders.push(await placeOrder(app, [{ productId: null, quantity: 1 }]))
      if (one.do === 'wait') {
        app.deps.clock.advance(one.hours * hour)
        return expireHeldSeats(registrationDeps)
      }
      if (one.do === 'receive-for-order') {
        const order = knownOrders[one.order % knownOrders.length]
        return (
          order &&
          app.db.transaction((tx) =>
            settlement.receive(tx, payables.order, order, money(one.line, 62_000), staff),
          )
        )
      }
      if ('paise' in one && 'order' in one) {
        const order = knownOrders[one.order % knownOrders.length]
        if (order === undefined) return
        if (one.do === 'pay-order')
          return settlement.markPaid(
            payables.order,
            order,
            { amount: one.paise, method: 'cash', acceptDifference: true },
            staff,
          )
        if (one.do === 'refund-order') {
          const sent = { amount: one.paise, note: 'Sent back' }
          return app.db.transaction((tx) => settlement.refund(tx, payables.order, order, sent, staff))
        }
        const status = one.do === 'cancel-order' ? 'cancelled' : 'confirmed'
        await orders.setStatus(order, { status }, staff)
        app.deps.clock.advance(statusUndoMs)
        return orders.runDueEffects()
      }
      if (one.do === 'statement') {
        const { file: fileName, overlap } = one
        const rows = one.rows.map((row) => ({ ...row, day: '2026-03-02' }))
        await app.db.transaction((tx) => moneyDesk.importRows(tx, { fileName, rows, overlap }, staff))
        for (const [amount, ofSum] of Map.groupBy(rows, ({ amount }) => amount)) {
          const before = brought.get(toPaise(amount))
          const apart = ofSum.flatMap(({ balance, ...row }) =>
            balance && bankNumberOf(row) ? `${bankNumberOf(row)} ${balance}` : [],
          )
          brought.set(toPaise(amount), {
            most: Math.max(ofSum.length, before?.most ?? 0),
            apart: new Set([...(before?.apart ?? []), ...apart]),
          })
        }
        return
      }
      if (one.do === 'reverse') {
        const { receipts } = await ledger()
        const live = receipts.filter(({ kind }) => kind === 'received')
        const receipt = live[one.receipt % live.length]
        return (
          receipt &&
          app.db.transaction((tx) =>
            moneyDesk.reverse(tx, receipt.id, { reason: 'Entered twice', tell: true }, staff),
          )
        )
      }
      const seat = seatAt(one.seat)
      if (!seat) return
      const { kind, id } = seat
      switch (one.do) {
        case 'pay': {
          const claim = await settlement.claim(payables[kind], id, terms)
          return app.db.transaction((tx) => settlement.finalise(tx, payables[kind], id, claim))
        }
        case 'staff-pay':
          return settlement.markPaid(
            payables[kind],
            id,
            { amount: one.paise, method: 'cash', acceptDifference: true },
            staff,
          )
        case 'receive':
          return app.db.transaction((tx) =>
            settlement.receive(tx, payables[kind], id, money(one.line, one.paise), staff),
          )
        case 'price':
          return app.db.transaction((tx) =>
            setSeatPrice(
              registrationDeps,
              tx,
              kind,
              id,
              { price: one.price, reason: 'A friend of the house' },
              staff,
            ),
          )
        case 'split': {
          const other = seatAt(one.other) ?? seat
          const parts = [seat, other].map((part, at) => ({ ...part, amount: 1_000 + at }))
          return app.db.transaction((tx) =>
            moneyDesk.split(tx, { entered: { amount: 2_001, method: 'upi' }, parts }, staff),
          )
        }
        case 'move': {
          const { batch_id: from } = await getGroup(app.db.read, id, kind)
          const { id: first } = await app.db.read
            .selectFrom('batch')
            .select('id')
            .where('course_id', '=', course.id)
            .where('id', '!=', other.id)
            .executeTakeFirstOrThrow()
          const way = { from, to: from === other.id ? first : other.id, price: one.price }
          return app.db.transaction((tx) => moveSeat(registrationDeps, tx, kind, id, way, terms, null))
        }
        case 'match': {
          const lines = await app.db.read.selectFrom('statement_line').select('id').orderBy('id').execute()
          const line = lines[one.line % lines.length]?.id
          return line && moneyDesk.confirm([{ line, kind, id, acceptDifference: true }], staff)
        }
        case 'cancel':
          return app.db.transaction((tx) => cancelSeat(registrationDeps, tx, kind, id))
        case 'cancel-own': {
          const settings = { canCancelSeats: 'true', cancelHours: '24', cancelShare: String(one.share) }
          await storeSettings(app, settings)
          const { cancelling } = await viewSeats(registrationDeps, id, await school.current())
          const shown = cancelling?.seats.find((row) => row.id === id)
          if (!shown) return
          const ended = await app.db.transaction(async (tx) => {
            const key = registrationDeps.links.sign('seat-browser', (await getGroup(tx, id)).id)
            const body = { seats: [id], key, back: shown.back }
            return cancelOwnSeats(registrationDeps, tx, id, body, { phone: '', by: null })
          })
          // The rest of what was paid now pays for the payer's other seats.
          expect(toPaise(ended.back) + toPaise(ended.kept)).toBeLessThanOrEqual(toPaise(shown.paid))
          const { paid_in_paise, unseated_in_paise } = await payments.moneyOf(app.db.read, { kind, id })
          expect([unseated_in_paise, paid_in_paise]).toEqual([toPaise(ended.back), toPaise(ended.kept)])
          return toPaise(ended.kept) > 0 && kept.add(id)
        }
        case 'refund': {
          const { paise: amount, keepsRest } = one
          const owed = await payables[kind].owes(app.db.read, await payables[kind].find(app.db.read, id))
          const waits = owed.reduce((sum, { waitsInPaise }) => sum + Number(waitsInPaise), 0)
          await app.db.transaction((tx) =>
            settlement.refund(
              tx,
              payables[kind],
              id,
              { amount, waits, keepsRest, note: 'Sent back', method: 'upi' },
              staff,
            ),
          )
          return keepsRest && kept.add(id)
        }
        case 'pay-together': {
          // One transfer for two seats that are confirmed already.
          const parts = [seat, seatAt(one.other) ?? seat].map(async (part, at) => ({
            ...part,
            reference: 'MAL-TWO',
            amountInPaise: 5 + at,
            isLive: (await getGroup(app.db.read, part.id, part.kind)).status === 'confirmed',
          }))
          const [first, second] = await Promise.all(parts)
          if (!first?.isLive || !second?.isLive) return
          return app.db.transaction((tx) =>
            payments.settle(tx, { provider: 'staff', providerId: null }, [first, second]),
          )
        }
      }
    }

    const past = new Map<string, number>()
    let before: Awaited<ReturnType<typeof ledger>> = { receipts: [], allocations: [], claims: [] }
    for (const one of steps) {
      await take(one).catch((error: unknown) => {
        if (!(error instanceof DomainError)) throw error
      })
      await compare()
      await compareLines()
      // A row of the ledger never changes.
      const now = await ledger()
      for (const table of ['receipts', 'allocations', 'claims'] as const) {
        const rows = new Map(now[table].map((row) => [row.id, row]))
        for (const row of before[table]) expect(rows.get(row.id)).toEqual(row)
      }
      before = now
      // The revenue of a past day never changes.
      const revenue = await revenueByDay()
      for (const [day, paise] of past) expect([day, revenue.get(day) ?? 0]).toEqual([day, paise])
      for (const [day, paise] of revenue) if (day < app.deps.clock.today()) past.set(day, paise)
    }
  }

  test(
    'the ledger, its view, the lists, the dashboard and the money desk agree to the paisa',
    async () => {
      await fc.assert(fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 20, size: 'max' }), live), {
        numRuns: histories,
        seed: 20261122,
      })
    },
    30_000 + histories * 1_500,
  )

  describe('the comparison of the ledger with all totals', () => {
    beforeAll(async () => {
      await live([
        { do: 'enrol' },
        { do: 'staff-pay', seat: 0, paise: undefined },
        { do: 'enrol' },
        { do: 'staff-pay', seat: 1, paise: undefined },
        { do: 'cancel', seat: 1 },
      ])
      await compare()
    })

    test('the ledger comparison fails when the parts of a receipt add up to one paisa too much', async () => {
      const row = await app.db.read.selectFrom('allocation').selectAll().executeTakeFirstOrThrow()
      const set = (amount_in_paise: number) =>
        app.db.transaction(async (tx) => {
          await tx.updateTable('allocation').set({ amount_in_paise }).where('id', '=', row.id).execute()
        })
      await set(row.amount_in_paise + 1)
      await expect(compare()).rejects.toThrow()
      await set(row.amount_in_paise)
      await compare()
    })

    test('the ledger comparison fails when two lines without a bank number share a receipt, and when a line is lost', async () => {
      const [amount, day] = ['777.00', '2026-03-02']
      const row = { day, amount, reference: 'TRANSFER FROM 4897694162092', description: 'BY TRANSFER' }
      const { moneyDesk } = app.app.services
      await app.db.transaction((tx) =>
        moneyDesk.importRows(tx, { fileName: 'a.csv', rows: [row, row] }, staff),
      )
      brought.set(77_700, { most: 2, apart: new Set() })
      await compareLines()
      const receipt = await app.db.read.selectFrom('receipt').select('id').executeTakeFirstOrThrow()
      const lines = await app.db.read.selectFrom('statement_line').select('id').execute()
      for (const { id: line_id } of lines) {
        await app.db.transaction(async (tx) => {
          await tx
            .updateTable('statement_line')
            .set({ status: 'matched' })
            .where('id', '=', line_id)
            .execute()
          const match = { line_id, receipt_id: receipt.id, matched_at: app.deps.clock.now() }
          await tx.insertInto('bank_match').values(match).execute()
        })
      }
      await expect(compareLines()).rejects.toThrow()
      await emptyTables(app, ['bank_match', 'statement_line'])
      await expect(compareLines()).rejects.toThrow()
      brought.clear()
      await compareLines()
    })

    test('the ledger comparison fails when a total is one paisa less than what was paid', async () => {
      const change = (by: number) =>
        app.db.transaction(async (tx) => {
          await tx
            .insertInto('running_total')
            .values({ figure: 'revenue', day: '2026-03-02', slot: 77, amount: by })
            .execute()
        })
      await change(-1)
      await expect(compare()).rejects.toThrow()
      await app.db.transaction(async (tx) => {
        await tx.deleteFrom('running_total').where('slot', '=', 77).execute()
      })
      await compare()
    })

    test('the ledger comparison fails when the total of a list is one paisa more than its rows', async () => {
      const change = (by: number) =>
        app.db.transaction(async (tx) => {
          await tx
            .insertInto('list_total')
            .values({
              list: 'enrolment',
              day: '2026-03-02',
              state: 'paid',
              slot: 77,
              entries: 0,
              amount_in_paise: 0,
              paid_in_paise: by,
              due_in_paise: 0,
            })
            .execute()
        })
      await change(1)
      await expect(compare()).rejects.toThrow()
      await app.db.transaction(async (tx) => {
        await tx.deleteFrom('list_total').where('slot', '=', 77).execute()
      })
      await compare()
    })

    test('the ledger comparison fails when money of a cancelled seat still counts', async () => {
      const waits = await app.db.read
        .selectFrom('allocation')
        .selectAll()
        .where('purpose', '=', 'waits')
        .executeTakeFirstOrThrow()
      await app.db.transaction(async (tx) => {
        await tx.updateTable('allocation').set({ purpose: 'pays' }).where('id', '=', waits.id).execute()
      })
      await expect(compare()).rejects.toThrow()
    })
  })
})
