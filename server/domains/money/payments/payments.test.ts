import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { emptyTables, testNow } from '../../../../tests/harness/app.ts'
import { ledgerTables } from '../../../../tests/harness/ledger.ts'
import { onEachEngine } from '../../../../tests/harness/on-each-engine.ts'
import { addCourse, book, enrol } from '../../../../tests/harness/seats.ts'
import type { Tx } from '../../../db/schema.ts'
import { type Subject } from './payments.repository.ts'
import {
  createPaymentsService,
  enteredMoney,
  isLineKey,
  isUnseen,
  lineKeyOf,
  type PaymentsService,
} from './payments.service.ts'

onEachEngine('the ledger', (app) => {
  let payments: PaymentsService
  let seat: Subject
  let other: Subject
  let second: Subject
  beforeAll(async () => {
    payments = createPaymentsService(app.deps, app.app.services.school, app.app.services.officeHours)
    const course = await addCourse(app, { capacity: 5 })
    seat = { kind: 'enrolment', id: (await enrol(app, course.id)).id }
    other = { kind: 'event-booking', id: (await book(app, course.id)).id }
    second = { kind: 'enrolment', id: (await enrol(app, course.id)).id }
  })
  beforeEach(() => emptyTables(app, ledgerTables))

  const inTx = <T>(work: (tx: Tx) => Promise<T>) => app.db.transaction(work)
  const upi = (providerId: string | null) => ({ provider: 'upi' as const, providerId })
  const staff = (providerId: string | null) => ({ provider: 'staff' as const, providerId })
  const part = (subject: Subject, amountInPaise: number, isLive = true) => ({
    ...subject,
    reference: 'MAL-1',
    amountInPaise,
    isLive,
  })
  type Money = Parameters<PaymentsService['settle']>[1]
  const settle = (money: Money, ...parts: [ReturnType<typeof part>, ...ReturnType<typeof part>[]]) =>
    inTx((tx) => payments.settle(tx, money, parts))
  const stateOf = async (subject: Subject) => {
    const { paid_in_paise, unseated_in_paise } = await payments.moneyOf(app.db.read, subject)
    return { paid: paid_in_paise, waits: unseated_in_paise }
  }
  const note = { note: 'A mistake', recordedBy: 'staff' }
  const allocations = () => app.db.read.selectFrom('allocation').selectAll().execute()

  test('money pays for an existing seat, and waits for staff if there is no seat', async () => {
    await settle(upi('a'), part(seat, 500))
    await settle(upi('b'), part(other, 300, false))
    expect(await stateOf(seat)).toEqual({ paid: 500, waits: 0 })
    expect(await stateOf(other)).toEqual({ paid: 0, waits: 300 })
  })

  test('one receipt pays several seats, and the same money is not recorded a second time', async () => {
    const id = await settle(upi('a'), part(seat, 500), part(other, 300, false))
    expect([await stateOf(seat), await stateOf(other)]).toEqual([
      { paid: 500, waits: 0 },
      { paid: 0, waits: 300 },
    ])
    const receipt = await app.db.read
      .selectFrom('receipt')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    expect(receipt).toMatchObject({ kind: 'received', amount_in_paise: 800, reference: 'MAL-1' })
    // The same money is recognised when it comes again.
    expect(await settle(upi('a'), part(seat, 500), part(other, 300))).toBe(id)
    expect([await stateOf(seat), await stateOf(other)]).toEqual([
      { paid: 500, waits: 0 },
      { paid: 300, waits: 0 },
    ])
  })

  test('money with an already recorded provider’s id is not recorded twice, but turns waiting money into paid', async () => {
    const id = await settle(upi('a'), part(seat, 500, false))
    expect(await settle(upi('a'), part(seat, 500, false))).toBe(id)
    expect(await stateOf(seat)).toEqual({ paid: 0, waits: 500 })
    expect(await settle(upi('a'), part(seat, 500))).toBe(id)
    expect(await stateOf(seat)).toEqual({ paid: 500, waits: 0 })
    // Another provider may use the same id. Money without an id is always new money.
    await settle(staff('a'), part(seat, 1))
    await settle(staff(null), part(seat, 1))
    await settle(staff(null), part(seat, 1))
    expect(await stateOf(seat)).toEqual({ paid: 503, waits: 0 })
  })

  test('a provider’s id that is recorded for another seat is refused, and nothing is written', async () => {
    await settle(upi('a'), part(seat, 500))
    const others = [other, second, { ...seat, kind: 'event-booking' as const }]
    for (const parts of others.map((subject) => [part(subject, 500)] as const)) {
      await expect(settle(upi('a'), ...parts)).rejects.toMatchObject({
        code: 'conflict',
        options: { fields: { reference: 'Already recorded for another payment' } },
      })
    }
    await expect(settle(upi('a'), part(seat, 500), part(other, 1))).rejects.toThrow()
    for (const subject of [other, second]) expect(await stateOf(subject)).toEqual({ paid: 0, waits: 0 })
  })

  test('fifty settlements at once with the same payment id make one receipt', async () => {
    const ids = await Promise.all(
      Array.from({ length: 50 }, () => settle(upi('a'), part(seat, 500)).catch(() => null)),
    )
    expect(new Set(ids.filter((id) => id !== null)).size).toBe(1)
    expect(await stateOf(seat)).toEqual({ paid: 500, waits: 0 })
  })

  test('the money of a seat can be set to waiting and back to paying, and repeating either changes nothing', async () => {
    expect(await inTx((tx) => payments.unseatMoney(tx, seat))).toBe(false)
    await inTx((tx) => payments.seatMoney(tx, seat))
    expect(await allocations()).toHaveLength(0)
    await settle(upi('a'), part(seat, 500))
    await inTx((tx) => payments.seatMoney(tx, seat))
    expect(await allocations()).toHaveLength(1)
    expect(await inTx((tx) => payments.unseatMoney(tx, seat))).toBe(true)
    expect(await stateOf(seat)).toEqual({ paid: 0, waits: 500 })
    const before = (await allocations()).length
    // The call returns true for money that waits already, and does not move it again.
    expect(await inTx((tx) => payments.unseatMoney(tx, seat))).toBe(true)
    expect(await allocations()).toHaveLength(before)
    await inTx((tx) => payments.seatMoney(tx, seat))
    expect(await stateOf(seat)).toEqual({ paid: 500, waits: 0 })
  })

  test('a refund returns money that waits, and never money that pays for a seat', async () => {
    const refund = () => inTx((tx) => payments.refund(tx, seat, note))
    expect(await refund()).toBe(0)
    await settle(upi('a'), part(seat, 500))
    expect(await refund()).toBe(0)
    await settle(upi('b'), part(seat, 300, false))
    expect(await refund()).toBe(300)
    expect(await stateOf(seat)).toEqual({ paid: 500, waits: 0 })
    expect(await refund()).toBe(0)
    const entries = await app.db.read.selectFrom('receipt').selectAll().where('kind', '=', 'refund').execute()
    expect(entries).toMatchObject([{ amount_in_paise: -300, note: 'A mistake', recorded_by: 'staff' }])
    expect(await allocations()).toHaveLength(3)
  })

  test('a refund frees a reference that staff typed unless its receipt still pays something, but never a provider’s id', async () => {
    await settle(upi('a'), part(seat, 500, false))
    await settle(staff('bank-1'), part(seat, 300, false))
    await inTx((tx) => payments.refund(tx, seat, note))
    await settle(staff('bank-1'), part(other, 300))
    await expect(settle(upi('a'), part(other, 500))).rejects.toMatchObject({ code: 'conflict' })

    // One part of the receipt still pays.
    await settle(staff('bank-2'), part(seat, 300), part(seat, 200, false))
    await inTx((tx) => payments.refund(tx, seat, note))
    expect(await stateOf(seat)).toEqual({ paid: 300, waits: 0 })
    await expect(settle(staff('bank-2'), part(other, 300))).rejects.toMatchObject({ code: 'conflict' })
  })

  test('a reversal takes back all that is left of a receipt, and frees its id', async () => {
    const id = await settle(upi('a'), part(seat, 500), part(other, 300, false))
    await inTx((tx) => payments.refund(tx, other, note))
    const before = await allocations()
    await inTx((tx) => payments.reverse(tx, id, note))
    expect([await stateOf(seat), await stateOf(other)]).toEqual([
      { paid: 0, waits: 0 },
      { paid: 0, waits: 0 },
    ])
    const [reversal] = await app.db.read
      .selectFrom('receipt')
      .selectAll()
      .where('kind', '=', 'reversal')
      .execute()
    expect(reversal).toMatchObject({ amount_in_paise: -500, receipt_id: id, note: 'A mistake' })
    expect(await allocations()).toHaveLength(before.length + 1)
    await settle(upi('a'), part(other, 500))
    expect(await stateOf(other)).toEqual({ paid: 500, waits: 0 })
  })

  test('only a receipt of incoming money can be reversed', async () => {
    const reverse = (id: string) => inTx((tx) => payments.reverse(tx, id, note))
    await expect(reverse('nothing')).rejects.toMatchObject({ code: 'not_found' })
    await reverse(await settle(upi('a'), part(seat, 500)))
    const { id } = await app.db.read
      .selectFrom('receipt')
      .select('id')
      .where('kind', '=', 'reversal')
      .executeTakeFirstOrThrow()
    await expect(reverse(id)).rejects.toMatchObject({ code: 'not_found' })
  })

  test('a bank reference is added to a payment once, and is refused if it belongs to another payment', async () => {
    await settle(staff(null), part(seat, 500))
    await settle(staff('bank-1'), part(other, 300))
    const add = (reference: string) =>
      inTx(async (tx) => {
        await payments.recognise(tx, { ...seat, reference: 'SEAT' }, { reference, amountInPaise: 500 })
        return (await payments.listArrived(tx, seat.kind, [seat.id])).map((row) => [
          row.providerIds,
          isUnseen(row),
        ])
      })
    expect((await payments.listArrived(app.db.read, seat.kind, [seat.id])).map(isUnseen)).toEqual([true])
    await expect(add('bank-1')).rejects.toMatchObject({ code: 'conflict' })
    expect(await add('bank-2')).toEqual([[['bank-2'], false]])
    expect(await add('bank-2')).toEqual([[['bank-2'], false]])
    expect(isUnseen({ provider: 'upi', providerIds: [] })).toBe(false)
  })

  test('a payment claim is recorded once, and its seat counts as claimed', async () => {
    const claim = () =>
      inTx((tx) => payments.recordClaim(tx, seat, { reference: 'TXN1', amountInPaise: 500 }))
    await claim()
    await claim()
    const claims = await app.db.read.selectFrom('claim').selectAll().execute()
    expect(claims).toMatchObject([{ subject_id: seat.id, provider_id: 'TXN1', amount_in_paise: 500 }])
    expect((await payments.moneyOf(app.db.read, seat)).is_claimed).toBe(1)
  })

  test('the state of the money is given for each requested seat, and an unknown seat has no state', async () => {
    await settle(upi('a'), part(seat, 12_500_00))
    const { state } = await payments.moneyOf(app.db.read, seat)
    expect(await payments.states(app.db.read, 'enrolment', [seat, { id: 'nothing' }])).toEqual(
      new Map([[seat.id, state]]),
    )
    expect(await payments.states(app.db.read, 'enrolment', [])).toEqual(new Map())
    await expect(payments.moneyOf(app.db.read, { ...seat, id: 'nothing' })).rejects.toThrow('not there')
  })

  test('debts are listed in the same sequence as the requested seats', async () => {
    await settle(upi('a'), part(seat, 500))
    await settle(upi('b'), part(second, 700))
    const asked = [second, seat].map((one) => ({ ...one, reference: one.id }))
    const debts = await payments.debtsOf(app.db.read, 'enrolment', asked)
    expect(debts.map(({ id, paysInPaise }) => [id, paysInPaise])).toEqual([
      [second.id, 700],
      [seat.id, 500],
    ])
    await expect(
      payments.debtsOf(app.db.read, 'enrolment', [{ id: 'nothing', reference: '' }]),
    ).rejects.toThrow('not there')
  })

  test('the number of a receipt appears in e-mails, and a receipt of zero rupees has no number', async () => {
    const id = await settle(upi('a'), part(seat, 500))
    const free = await settle(upi('b'), part(second, 0))
    const numbers = await app.db.read.selectFrom('receipt').select(['id', 'number']).execute()
    const numberOf = (id: string) => numbers.find((row) => row.id === id)?.number
    expect([numberOf(id), numberOf(free)]).toEqual([expect.stringMatching(/\d/), null])
    const refs = await payments.receiptRefs(app.db.read, 'enrolment', [seat])
    expect(refs.map(({ number }) => number)).toEqual([numberOf(id)])
  })

  test.each([
    ['no day', undefined, '2026-03-02T05:00:00.000Z', '2026-03-02T05:00:00.000Z'],
    ['a day that is over', '2026-03-01', '2026-03-02T05:00:00.000Z', '2026-03-01T06:30:00.000Z'],
    ['today’s date before noon', '2026-03-02', '2026-03-02T05:00:00.000Z', '2026-03-02T05:00:00.000Z'],
    ['today’s date after noon', '2026-03-02', '2026-03-02T09:00:00.000Z', '2026-03-02T06:30:00.000Z'],
  ])('money that staff enter with %s is recorded at the right instant', async (_, day, now, expected) => {
    app.deps.clock.set(now)
    try {
      const id = await settle({ ...staff(null), day }, part(seat, 500))
      const row = app.db.read.selectFrom('receipt').select('happened_at').where('id', '=', id)
      expect((await row.executeTakeFirstOrThrow()).happened_at).toBe(expected)
    } finally {
      app.deps.clock.set(testNow)
    }
  })
})

describe('money that staff enter', () => {
  const by = { userId: 'staff', email: 'staff@malar.example' }
  const entered = (fields: object) => enteredMoney({ method: 'cash', ...fields }, 'MAL-1', by, '2026-03-02')

  test('staff can enter money received today, but not with tomorrow’s date', () => {
    expect(entered({ day: '2026-03-02' }).day).toBe('2026-03-02')
    expect(() => entered({ day: '2026-03-03' })).toThrow(
      expect.objectContaining({
        options: { fields: { day: 'This day is in the future. Choose today or an earlier day.' } },
      }),
    )
  })

  test.each([
    [
      'a bank number is kept as the provider’s id',
      '405112345678',
      { providerId: '405112345678', words: null },
    ],
    [
      'a reference in words is kept as a note',
      'paid at the door',
      { providerId: null, words: 'paid at the door' },
    ],
    ['the seat’s own reference is not kept', 'MAL-1', { providerId: null, words: null }],
  ])('when staff enter money, %s', (_, reference, expected) => {
    expect(entered({ reference })).toMatchObject(expected)
  })

  test('the key of a statement line without a bank number cannot be mistaken for a bank number', () => {
    expect([lineKeyOf('a'), '405112345678', 'a LINE-'].map(isLineKey)).toEqual([true, false, false])
  })
})
