import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { emptyTables, testNow } from '../../../../tests/harness/app.ts'
import { type SignedIn, signedIn } from '../../../../tests/harness/callers.ts'
import { ledgerTables, paymentsOf, refundsOf } from '../../../../tests/harness/ledger.ts'
import { newestLetterTo } from '../../../../tests/harness/letters.ts'
import { onEachEngine, partOnSqlite } from '../../../../tests/harness/on-each-engine.ts'
import { placeOrder } from '../../../../tests/harness/orders.ts'
import { addCourse, enrol, messagesAbout } from '../../../../tests/harness/seats.ts'
import { cancelSeat, expireHeldSeats } from '../../registrations/seats/seat-ends.ts'

const upi = { env: { PAYMENT_PROVIDER: 'upi', SCHOOL_UPI_ID: 'poonga@bank' } }

onEachEngine('corrections of payments', upi, (app, engine) => {
  let staff: SignedIn
  beforeAll(async () => {
    staff = await signedIn(app, 'staff')
  })
  beforeEach(async () => {
    app.deps.clock.set(testNow)
    await emptyTables(app, [
      ...ledgerTables,
      'statement_line',
      'registration',
      'outbox',
      'shop_order_change',
      'shop_order_item',
      'shop_order',
    ])
  })

  const as = (method: string, path: string, body?: object, token: string | null = staff.token) =>
    app.http(method, path, { token, ...(body && { body }) })
  const seat = async (price = 150_000) => enrol(app, (await addCourse(app, { price })).id)
  const pay = async (id: string, body: object = {}) => {
    const answer = await as('POST', `/api/admin/enrollments/${id}/payment`, { method: 'cash', ...body })
    expect(answer.body).toMatchObject({ success: true })
    return receiptOf(id)
  }
  const trail = async (id: string, kind = 'enrolment') =>
    (await as('GET', `/api/admin/money/of/${kind}/${id}`)).body.data
  const receiptOf = async (id: string, kind = 'enrolment') =>
    (await trail(id, kind)).entries.findLast((entry: { kind: string }) => entry.kind === 'received')
      .id as string
  const reverse = (receipt: string, body: object = { reason: 'Meant for Meena Ravi' }) =>
    as('POST', `/api/admin/money/receipts/${receipt}/reverse`, body)
  const refund = (id: string, body: object = {}) =>
    as('POST', '/api/admin/money/refund', {
      kind: 'enrolment',
      id,
      method: 'upi',
      note: 'She came to half of it',
      ...body,
    })
  const cancel = (id: string) =>
    app.db.transaction((tx) => cancelSeat(app.app.services.registrationDeps, tx, 'enrolment', id))
  const listed = async (id: string) =>
    (await as('GET', '/api/getEventClassEnrollments')).body.classEnrollments.find(
      (one: { id: string }) => one.id === id,
    )

  describe('a payment that was entered by mistake', () => {
    test('only staff can reverse a payment, and only with a reason', async () => {
      const { id } = await seat()
      const receipt = await pay(id)
      const user = await signedIn(app, 'user')
      const path = `/api/admin/money/receipts/${receipt}/reverse`
      expect((await as('POST', path, { reason: 'x' }, null)).status).toBe(401)
      expect((await as('POST', path, { reason: 'x' }, user.token)).status).toBe(403)
      const refused = await reverse(receipt, { reason: ' ' })
      expect([refused.status, refused.body.fields.reason]).toEqual([400, 'Say why this payment is reversed'])
      expect((await reverse('unknown')).status).toBe(404)
      expect(await listed(id)).toMatchObject({ payment: 'paid', due: '0.00' })
    })

    test('a seat whose payment is reversed stays confirmed and owes again, and an e-mail is sent only if staff ask for it', async () => {
      const { id } = await seat()
      const receipt = await pay(id, { reference: '700000000001', method: 'upi' })
      const told = (await messagesAbout(app, id)).length
      expect((await reverse(receipt)).body).toEqual({ success: true, data: { id: receipt } })
      expect(await listed(id)).toMatchObject({ status: 'confirmed', payment: 'due', due: '1500.00' })
      expect((await as('GET', '/api/admin/money/waiting')).body.data).toMatchObject([{ id, due: '1500.00' }])
      expect(await messagesAbout(app, id)).toHaveLength(told)
      expect((await trail(id)).entries).toMatchObject([
        { kind: 'received', amount: '1500.00', left: '0.00', method: 'upi', reference: '700000000001' },
        { kind: 'reversal', amount: '-1500.00', receipt, note: 'Meant for Meena Ravi', by: staff.email },
      ])
      // The reference can then be used for the right seat.
      const other = await seat()
      await pay(other.id, { reference: '700000000001' })
      const audit = await as('GET', `/api/admin/audit?kind=enrolment&record=${id}`)
      expect(JSON.stringify(audit.body.data)).toContain('Meant for Meena Ravi')
    })

    test.each([0, 1])(
      'after one of two payments is reversed, the other payment counts in full towards the new price (row %i)',
      async (n) => {
        const { id } = await seat()
        const receipts: string[] = []
        for (const reference of ['700000000001', '700000000002']) {
          receipts.push(await pay(id, { amount: '1250', acceptDifference: true, reference }))
          app.deps.clock.advance(1000)
        }
        const reason = 'A friend of the house'
        await as('PUT', `/api/admin/seats/enrolment/${id}/price`, { price: '1500', reason })
        expect(await listed(id)).toMatchObject({ payment: 'attention', paid: '2500.00' })
        await reverse(receipts[n] ?? '')
        expect(await listed(id)).toMatchObject({ payment: 'part', paid: '1250.00', due: '250.00' })
      },
    )

    test('the e-mail about a reversed payment says what is still to be paid, and not why it was reversed', async () => {
      const { id } = await seat()
      const receipt = await pay(id)
      app.deps.clock.advance(1000)
      await reverse(receipt, { reason: 'Two of one name', tell: true })
      const { text } = await newestLetterTo(app, 'meena@mail.example')
      expect(text).toContain('We recorded by mistake that we’d received ₹1,500')
      expect(text).toContain('₹1,500 is still due')
      expect(text).not.toContain('Two of one name')
    })

    test('the e-mail about a reversed payment of a cancelled seat asks for no money', async () => {
      const { id } = await seat()
      const receipt = await pay(id)
      await cancel(id)
      app.deps.clock.advance(1000)
      await reverse(receipt, { reason: 'Meant for Meena Ravi', tell: true })
      const { text } = await newestLetterTo(app, 'meena@mail.example')
      expect(text).toContain('We recorded by mistake that we’d received ₹1,500')
      expect(text).toContain('There’s nothing to pay.')
    })

    test('ten reversals of one payment at once reverse it once', async () => {
      const { id } = await seat()
      const receipt = await pay(id)
      const answers = await Promise.all(Array.from({ length: 10 }, () => reverse(receipt)))
      expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(409)])
      expect(answers.find(({ status }) => status === 409)?.body.error).toContain('already been reversed')
      expect(await listed(id)).toMatchObject({ due: '1500.00', paid: '0.00' })
    })

    test('a reversal reopens the payment’s statement line, which can then be matched with another seat', async () => {
      const [mistaken, right] = [await seat(), await seat()]
      const row = { day: '2026-03-02', description: 'UPI', reference: '607212345678', amount: '1500.00' }
      await as('POST', '/api/admin/money/statements', { fileName: 'march.csv', rows: [row] })
      const lines = async () => (await as('GET', '/api/admin/money/lines?status=all')).body.data
      const [{ id: line }] = await lines()
      const confirm = (id: string) =>
        as('POST', '/api/admin/money/confirm', { matches: [{ line, kind: 'enrolment', id }] })
      await confirm(mistaken.id)
      const [matched] = await lines()
      expect(matched).toMatchObject({ status: 'matched', receipt: await receiptOf(mistaken.id) })
      expect((await reverse(matched.receipt)).status).toBe(200)
      expect(await lines()).toMatchObject([{ status: 'open', receipt: null, target: null }])
      expect((await confirm(right.id)).body.data).toMatchObject([{ outcome: 'settled' }])
      expect(await lines()).toMatchObject([{ status: 'matched', target: { id: right.id } }])
      expect(await paymentsOf(app, mistaken.id)).toEqual([])
    })

    test('an order whose payment is reversed awaits payment again', async () => {
      const id = await placeOrder(app, [{ productId: null, quantity: 1 }])
      await as('POST', `/api/admin/orders/${id}/payment`, { method: 'cash' })
      expect((await reverse(await receiptOf(id, 'order'))).status).toBe(200)
      expect((await as('GET', `/api/admin/orders/${id}`)).body.data).toMatchObject({
        paymentstatus: 'pending',
      })
      expect((await as('POST', `/api/admin/orders/${id}/payment`, { method: 'upi' })).status).toBe(200)
    })
  })

  describe('a refund', () => {
    test('a refund needs a method and a reason, and is never more than was paid', async () => {
      const { id } = await seat()
      await pay(id)
      for (const [body, field, sentence] of [
        [{ method: undefined }, 'method', 'Choose how it was refunded'],
        [{ note: '' }, 'note', 'Enter a note'],
        [{ amount: '0' }, 'amount', 'Enter the amount refunded, such as 500 or 777.50'],
      ] as const) {
        const answer = await refund(id, { amount: '10', ...body })
        expect([answer.status, answer.body.fields[field]]).toEqual([400, sentence])
      }
      const tooMuch = await refund(id, { amount: '1500.01' })
      expect([tooMuch.status, tooMuch.body.error]).toEqual([409, 'You can refund at most ₹1,500.'])
      // A refund without an amount refunds money that waits, and no money of a live seat waits.
      expect((await refund(id)).status).toBe(409)
      await cancel(id)
      expect((await refund(id, { amount: '1500.01' })).status).toBe(409)
      expect(await refundsOf(app, id)).toEqual([])
    })

    test('a partial refund of a confirmed seat lowers the price of the seat', async () => {
      const { id } = await seat()
      await pay(id)
      app.deps.clock.advance(1000)
      expect((await refund(id, { amount: '500' })).status).toBe(200)
      expect(await listed(id)).toMatchObject({
        status: 'confirmed',
        payment: 'part-refunded',
        amount: '1000.00',
        paid: '1000.00',
        due: '0.00',
      })
      const { text } = await newestLetterTo(app, 'meena@mail.example')
      expect(text).toContain('We’ve refunded ₹500 (UPI).')
      expect((await refund(id, { amount: '1000', tell: false })).body).toMatchObject({ success: true })
      expect(await listed(id)).toMatchObject({ status: 'confirmed', payment: 'refunded', amount: '0.00' })
    })

    test('a refund that exceeds the overpaid amount lowers the price by the difference', async () => {
      const { id } = await seat()
      await pay(id, { amount: '1700', acceptDifference: true })
      await refund(id, { amount: '300' })
      expect(await listed(id)).toMatchObject({ amount: '1400.00', paid: '1400.00', due: '0.00' })
    })

    test('after a partial refund of a cancelled seat the rest waits for a refund, or stays with the school', async () => {
      const [first, second] = [await seat(), await seat()]
      for (const { id } of [first, second]) {
        await pay(id)
        await cancel(id)
      }
      await refund(first.id, { amount: '1000' })
      expect(await listed(first.id)).toMatchObject({ payment: 'attention', paid: '500.00', due: '0.00' })
      await refund(first.id)
      expect(await listed(first.id)).toMatchObject({ payment: 'refunded', paid: '0.00' })
      await refund(second.id, { amount: '1000', waits: '1500', keepsRest: true })
      expect(await listed(second.id)).toMatchObject({ payment: 'part-refunded', paid: '500.00', due: '0.00' })
      expect((await as('GET', '/api/admin/money/waiting')).body.data).toEqual([])
    })

    test('ten refunds of the same money at once make one refund', async () => {
      const { id } = await seat()
      await pay(id)
      await cancel(id)
      const answers = await Promise.all(Array.from({ length: 10 }, () => refund(id)))
      expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(409)])
    })
  })

  describe('a changed price for one student', () => {
    const price = (id: string, body: object) =>
      as('PUT', `/api/admin/seats/enrolment/${id}/price`, { reason: 'A friend of the house', ...body })

    test('a change of price needs a reason, a seat that has not ended, and the price that the seat has now', async () => {
      const { id } = await seat()
      const refused = await price(id, { price: '1000', reason: '' })
      expect([refused.status, refused.body.fields.reason]).toEqual([400, 'Enter a reason'])
      expect((await price(id, { price: '-1' })).status).toBe(400)
      expect((await price(id, { price: '1000', before: '1400' })).status).toBe(409)
      await cancel(id)
      expect((await price(id, { price: '1000' })).body.error).toContain('no longer held')
      expect(await listed(id)).toMatchObject({ amount: '1500.00' })
    })

    test('a new price before or after a part payment changes what is due, and overpaid money waits for staff', async () => {
      const { id } = await seat()
      expect((await price(id, { price: '1200', before: '1500' })).status).toBe(200)
      expect(await listed(id)).toMatchObject({ status: 'pending', amount: '1200.00', due: '1200.00' })
      await pay(id, { amount: '777', acceptDifference: true })
      await price(id, { price: '1000' })
      expect(await listed(id)).toMatchObject({ status: 'confirmed', payment: 'part', due: '223.00' })
      await price(id, { price: '700' })
      expect(await listed(id)).toMatchObject({ payment: 'attention', paid: '777.00', due: '0.00' })
      await refund(id)
      expect(await listed(id)).toMatchObject({ payment: 'part-refunded', amount: '700.00', paid: '700.00' })
      const audit = await as('GET', `/api/admin/audit?kind=enrolment&record=${id}`)
      expect(JSON.stringify(audit.body.data)).toContain('A friend of the house')
    })

    test('after a price of zero all the money that was paid waits for a refund', async () => {
      const { id } = await seat()
      await pay(id)
      await price(id, { price: '0' })
      const back = (await as('GET', '/api/admin/money/to-give-back')).body.data
      expect(back.map((row: { id: string; waits: string }) => [row.id, row.waits])).toEqual([[id, '1500.00']])
      await refund(id)
      expect((await as('GET', '/api/admin/money/to-give-back')).body.data).toEqual([])
    })

    test('a price of zero confirms a held seat', async () => {
      const { id } = await seat()
      expect((await price(id, { price: '0' })).body.data).toEqual({ id, status: 'confirmed' })
    })
  })

  describe('one transfer for several seats and orders', () => {
    const split = (body: object) => as('POST', '/api/admin/money/split', body)
    const entered = { amount: '3100', method: 'upi', reference: '700000000003' }
    const of = (id: string, amount: string, kind = 'enrolment') => ({ kind, id, amount })

    test('a shared transfer is refused as a whole if its parts do not add up to its amount, or one part is not acceptable', async () => {
      const [one, two, gone] = [await seat(), await seat(), await seat()]
      const short = await split({ entered, parts: [of(one.id, '1500'), of(two.id, '1500')] })
      expect([short.status, short.body.fields.parts]).toEqual([
        400,
        'The parts add up to ₹3,000, but we received ₹3,100.',
      ])
      expect((await split({ entered, parts: [of(one.id, '1500'), of(two.id, '1600')] })).status).toBe(409)
      await cancel(gone.id)
      expect((await split({ entered, parts: [of(one.id, '1500'), of(gone.id, '1600')] })).status).toBe(409)
      const twice = [of(one.id, '1500'), of(one.id, '1600')]
      expect((await split({ entered, parts: twice })).body.fields.parts).toBe(
        'Choose each enrolment, booking or order only once',
      )
      expect((await split({ parts: [of(one.id, '1500'), of(two.id, '1500')] })).status).toBe(400)
      for (const { id } of [one, two]) expect(await paymentsOf(app, id)).toEqual([])
    })

    test('a shared transfer pays seats of different people and an order by one receipt, which is reversed as a whole', async () => {
      const [one, two] = [await seat(), await seat()]
      const order = await placeOrder(app, [{ productId: null, quantity: 1, priceInRupees: 880 }])
      const parts = [of(one.id, '1500'), of(two.id, '600'), of(order, '1000', 'order')]
      const answer = await split({ entered, parts })
      expect(answer.body).toMatchObject({ success: true, data: { waiting: 0 } })
      expect(await listed(one.id)).toMatchObject({ payment: 'paid', paid: '1500.00' })
      expect(await listed(two.id)).toMatchObject({ payment: 'part', due: '900.00' })
      expect((await as('GET', `/api/admin/orders/${order}`)).body.data.paymentstatus).toBe('paid')
      expect((await trail(two.id)).entries).toMatchObject([{ amount: '600.00', total: '3100.00' }])
      // A reversal counts for all parts.
      await reverse(answer.body.data.receipt)
      expect(await listed(one.id)).toMatchObject({ due: '1500.00' })
      expect(await listed(two.id)).toMatchObject({ due: '1500.00' })
    })

    test('a shared transfer cannot have two parts for seats that one payer booked together', async () => {
      const course = await addCourse(app, { price: 150_000 })
      await enrol(app, course.id, { others: [{ fullName: 'Arun Raj' }] })
      const [payer, guest] = await app.db.read
        .selectFrom('seat')
        .select('id')
        .orderBy('group_place')
        .execute()
      const refused = await split({
        entered: { ...entered, amount: '3000' },
        parts: [of(payer?.id ?? '', '1500'), of(guest?.id ?? '', '1500')],
      })
      expect([refused.status, refused.body.fields.parts]).toEqual([
        400,
        'Seats booked together count as one part of the payment. Choose only one of these seats.',
      ])
      expect(await paymentsOf(app, payer?.id ?? '')).toEqual([])
    })

    test('a shared transfer with a reference that is recorded already is refused, and sends no e-mail', async () => {
      const [one, two] = [await seat(), await seat()]
      const shared = (rupees: number) =>
        split({
          entered: { ...entered, reference: '700000000009', amount: String(2 * rupees) },
          parts: [of(one.id, String(rupees)), of(two.id, String(rupees))],
        })
      await shared(400)
      const told = await messagesAbout(app, one.id)
      for (const rupees of [300, 400]) {
        const refused = await shared(rupees)
        expect([refused.status, refused.body.fields.reference]).toEqual([
          409,
          'A payment with this reference is already recorded. Check the reference, or leave it blank.',
        ])
      }
      expect(await listed(one.id)).toMatchObject({ paid: '400.00' })
      expect(await messagesAbout(app, one.id)).toEqual(told)
    })

    test('ten requests at once that divide a statement line settle the line once', async () => {
      const [one, two] = [await seat(), await seat()]
      const row = { day: '2026-03-02', description: 'UPI', reference: '607212345678', amount: '3000.00' }
      await as('POST', '/api/admin/money/statements', { fileName: 'march.csv', rows: [row] })
      const lines = async () => (await as('GET', '/api/admin/money/lines?status=all')).body.data
      const [{ id: line }] = await lines()
      const parts = [of(one.id, '1500'), of(two.id, '1500')]
      const answers = await Promise.all(Array.from({ length: 10 }, () => split({ line, parts })))
      expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(409)])
      expect(await lines()).toMatchObject([{ status: 'matched' }])
      for (const { id } of [one, two]) expect(await paymentsOf(app, id)).toHaveLength(1)
    })
  })

  partOnSqlite(engine, 'a request of the money desk that is repeated with its key', () => {
    /** Sends the same call with the same key twice at once, and once more afterwards. */
    async function thrice(method: string, path: string, body: object) {
      const headers = { 'idempotency-key': app.deps.ids.id() }
      const call = () => app.http(method, path, { token: staff.token, headers, body })
      const answers = [...(await Promise.all([call(), call()])), await call()]
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
      expect(answers[2]?.body).toEqual(answers[0]?.body)
    }

    test('a repeated partial refund is made once', async () => {
      const { id } = await seat()
      await pay(id)
      const body = { kind: 'enrolment', id, method: 'upi', note: 'Half of it', amount: '500' }
      await thrice('POST', '/api/admin/money/refund', body)
      expect(await listed(id)).toMatchObject({ amount: '1000.00', paid: '1000.00' })
    })

    test('a repeated shared transfer is recorded once', async () => {
      const [one, two] = [await seat(), await seat()]
      await thrice('POST', '/api/admin/money/split', {
        entered: { method: 'bank', amount: '1000' },
        parts: [one, two].map(({ id }) => ({ kind: 'enrolment', id, amount: '500' })),
      })
      for (const { id } of [one, two]) expect(await listed(id)).toMatchObject({ paid: '500.00' })
    })

    test('a repeated reversal is made once, and a repeated receipt is mailed once', async () => {
      const { id } = await seat()
      const receipt = await pay(id)
      const letter = { kind: 'enrolment', subject: id }
      await thrice('POST', `/api/admin/money/receipts/${receipt}/letter`, letter)
      const letters = app.db.read.selectFrom('outbox').select('id').where('cause', 'like', 'receipt:%')
      expect(await letters.execute()).toHaveLength(1)
      await thrice('POST', `/api/admin/money/receipts/${receipt}/reverse`, { reason: 'Not hers' })
      expect(await listed(id)).toMatchObject({ payment: 'due', due: '1500.00' })
    })
  })

  partOnSqlite(engine, 'a second part payment', () => {
    test('a second part payment with the reference of an earlier part payment is refused', async () => {
      const { id } = await seat()
      await pay(id, { amount: '500', reference: '700000000008', acceptDifference: true })
      const path = `/api/admin/enrollments/${id}/payment`
      for (const body of [
        { amount: '1000', due: '1000' },
        {},
        { amount: '500', due: '1000', acceptDifference: true },
      ]) {
        const refused = await as('POST', path, { method: 'cash', reference: '700000000008', ...body })
        expect([refused.status, refused.body.fields?.reference]).toEqual([
          409,
          'A payment with this reference is already recorded. Check the reference, or leave it blank.',
        ])
      }
      // A page that still shows the sum due before this payment sends the same part again.
      await pay(id, { amount: '500', reference: '700000000008', due: '1500', acceptDifference: true })
      expect(await listed(id)).toMatchObject({ paid: '500.00', due: '1000.00' })
    })
  })

  test('the front desk can neither read the payments of orders nor mail their receipts', async () => {
    const { token } = await signedIn(app, 'front-desk')
    const order = await placeOrder(app, [{ productId: null, quantity: 1, priceInRupees: 880 }])
    await as('POST', `/api/admin/orders/${order}/payment`, { method: 'cash' })
    const receipt = await receiptOf(order, 'order')
    const letter = `/api/admin/money/receipts/${receipt}/letter`
    for (const kind of ['order', 'order-charge']) {
      expect((await as('GET', `/api/admin/money/of/${kind}/${order}`, undefined, token)).status).toBe(403)
      expect((await as('POST', letter, { kind, subject: order }, token)).status).toBe(403)
    }
    const { id } = await seat()
    await pay(id)
    expect((await as('GET', `/api/admin/money/of/enrolment/${id}`, undefined, token)).status).toBe(200)
  })

  describe('a receipt', () => {
    const numbers = async () =>
      (
        await app.db.read.selectFrom('receipt').select('number').where('number', 'is not', null).execute()
      ).map(({ number }) => Number(number?.slice(-4)))

    test('receipts are numbered without gaps within a year, also when they are recorded at the same moment', async () => {
      const seats = []
      for (let count = 0; count < 10; count++) seats.push(await seat())
      // Payments with a reference that is recorded already are refused and take no number.
      const answers = await Promise.all(
        seats.map(({ id }, n) =>
          as('POST', `/api/admin/enrollments/${id}/payment`, {
            method: 'cash',
            reference: n % 2 === 0 ? `70000000000${n}` : '700000000000',
          }),
        ),
      )
      const recorded = answers.filter(({ status }) => status === 200).length
      expect(recorded).toBeGreaterThanOrEqual(5)
      const found = (await numbers()).sort((a, b) => a - b)
      expect(found).toHaveLength(recorded)
      expect((found.at(-1) ?? 0) - (found[0] ?? 0)).toBe(recorded - 1)
      app.deps.clock.set('2026-12-31T18:30:00.000Z')
      staff = await signedIn(app, 'staff')
      const next = await seat()
      await pay(next.id)
      expect((await trail(next.id)).entries).toMatchObject([{ number: 'R-2027-0001' }])
      app.deps.clock.set(testNow)
      staff = await signedIn(app, 'staff')
    })

    test('a mailed receipt has its amount in words and what is still due; after a reversal it says that it is void', async () => {
      const { id } = await seat()
      const receipt = await pay(id, { amount: '777', acceptDifference: true })
      const mail = (of = receipt) =>
        as('POST', `/api/admin/money/receipts/${of}/letter`, { kind: 'enrolment', subject: id })
      expect((await mail('unknown')).status).toBe(404)
      app.deps.clock.advance(1000)
      expect((await mail()).status).toBe(200)
      const { subject, text } = await newestLetterTo(app, 'meena@mail.example')
      expect(subject).toMatch(/^Receipt R-2026-\d{4} from /)
      expect(text).toContain('In words: Rupees seven hundred seventy-seven only')
      expect(text).toContain('Paid by: Cash')
      expect(text).toContain('Due: ₹723')
      await reverse(receipt)
      app.deps.clock.advance(1000)
      await mail()
      expect((await newestLetterTo(app, 'meena@mail.example')).text).toContain('is void')
    })

    test('the receipt of a cancelled seat asks for no more money', async () => {
      const { id } = await seat()
      const receipt = await pay(id)
      await cancel(id)
      await refund(id)
      app.deps.clock.advance(1000)
      const letter = `/api/admin/money/receipts/${receipt}/letter`
      expect((await as('POST', letter, { kind: 'enrolment', subject: id })).status).toBe(200)
      const { subject, text } = await newestLetterTo(app, 'meena@mail.example')
      expect(subject).toMatch(/^Receipt R-2026-/)
      expect(text).not.toContain('Due: ')
    })
  })

  describe('totals over a list', () => {
    const totals = async (query = '') =>
      (await as('GET', `/api/admin/registrations/totals${query}`)).body.data.classes
    const waiting = async (query = '') =>
      (await as('GET', `/api/admin/money/waiting-totals${query}`)).body.data

    test('the totals of seats and of awaited payments follow the filters and the search', async () => {
      const [paid, part, due, gone] = [await seat(), await seat(), await seat(), await seat()]
      await pay(paid.id)
      await pay(part.id, { amount: '777', acceptDifference: true })
      await cancel(gone.id)
      const sums = (count: number, amount: string, came: string, due: string) => ({
        count,
        amount,
        paid: came,
        due,
      })
      expect(await totals()).toEqual(sums(4, '4500.00', '2277.00', '2223.00'))
      expect(await totals('?payment=part')).toEqual(sums(1, '1500.00', '777.00', '723.00'))
      expect(await totals('?payment=cancelled')).toEqual(sums(1, '0.00', '0.00', '0.00'))
      expect(await totals(`?q=${due.reference}`)).toEqual(sums(1, '1500.00', '0.00', '1500.00'))
      expect(await totals('?from=2026-03-02&to=2026-03-02')).toMatchObject({ count: 4 })
      expect(await totals('?to=2026-03-01')).toEqual(sums(0, '0.00', '0.00', '0.00'))
      expect(await waiting()).toEqual(sums(2, '3000.00', '777.00', '2223.00'))
      expect(await waiting('?kind=order')).toMatchObject({ count: 0 })
      await cancel(paid.id)
      expect(await waiting()).toEqual(sums(2, '3000.00', '777.00', '2223.00'))
      const back = await as('GET', '/api/admin/money/to-give-back-totals')
      expect(back.body.data).toEqual({ count: 1, waits: '1500.00' })
      // A seat that is paid in part counts as due.
      expect(await totals('?payment=due')).toEqual(sums(2, '3000.00', '777.00', '2223.00'))
      expect(await totals(`?payment=due&q=${part.reference}`)).toEqual(sums(1, '1500.00', '777.00', '723.00'))
      const { classEnrollments } = (await as('GET', '/api/getEventClassEnrollments?payment=due&limit=1')).body
      expect(classEnrollments).toHaveLength(1)
      const found = (await as('GET', '/api/getEventClassEnrollments?payment=due')).body.classEnrollments
      expect(found.map(({ id }: { id: string }) => id).toSorted()).toEqual([part.id, due.id].toSorted())
    })

    test('the totals of orders are their prices, what was paid and what is due', async () => {
      const [one] = [
        await placeOrder(app, [{ productId: null, quantity: 1, priceInRupees: 880 }]),
        await placeOrder(app, [{ productId: null, quantity: 1, priceInRupees: 880 }]),
      ]
      await as('POST', `/api/admin/orders/${one}/payment`, { method: 'cash' })
      const sums = async (query: string) => (await as('GET', `/api/admin/orders-totals${query}`)).body.data
      expect(await sums('')).toEqual({ count: 2, amount: '2000.00', paid: '1000.00', due: '1000.00' })
      expect(await sums('?payment=pending')).toMatchObject({ count: 1, due: '1000.00' })
    })

    test('only staff can read the totals over a list', async () => {
      const user = await signedIn(app, 'user')
      for (const path of ['registrations/totals', 'orders-totals', 'money/waiting-totals']) {
        expect((await as('GET', `/api/admin/${path}`, undefined, null)).status).toBe(401)
        expect((await as('GET', `/api/admin/${path}`, undefined, user.token)).status).toBe(403)
      }
    })
  })

  test('a cancelled or expired seat never owes money', async () => {
    const [cancelled, expired] = [await seat(), await seat()]
    await cancel(cancelled.id)
    app.deps.clock.advance(49 * 60 * 60_000)
    await expireHeldSeats(app.app.services.registrationDeps)
    staff = await signedIn(app, 'staff')
    expect(await listed(cancelled.id)).toMatchObject({ payment: 'cancelled', due: '0.00' })
    expect(await listed(expired.id)).toMatchObject({ payment: 'expired', due: '0.00' })
    const found = await as('GET', `/api/admin/money/waiting?q=${expired.reference}`)
    expect(found.body, found.text).toMatchObject({ data: [{ id: expired.id, payment: 'expired' }] })
  })
})
