import { beforeAll, beforeEach, expect, test } from 'vitest'
import type { MatchOutcome, StatementLine } from '../../../../contract/money/money.ts'
import type { Morning } from '../../../../contract/system/dashboard.ts'
import { emptyTables, testNow } from '../../../../tests/harness/app.ts'
import { type SignedIn, signedIn } from '../../../../tests/harness/callers.ts'
import { ledgerTables, paymentsOf, refundsOf } from '../../../../tests/harness/ledger.ts'
import { onEachEngine } from '../../../../tests/harness/on-each-engine.ts'
import { placeOrder } from '../../../../tests/harness/orders.ts'
import { addCourse, book, enrol, messagesAbout, seatCounts } from '../../../../tests/harness/seats.ts'
import { cancelSeat, expireHeldSeats } from '../../registrations/seats/seat-ends.ts'

onEachEngine('the money desk', { env: { PAYMENT_PROVIDER: 'upi', SCHOOL_UPI_ID: 'poonga@bank' } }, (app) => {
  let staff: SignedIn
  let user: SignedIn
  beforeAll(async () => {
    user = await signedIn(app, 'user')
  })
  beforeEach(async () => {
    app.deps.clock.set(testNow)
    staff = await signedIn(app, 'staff')
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

  const as = (method: string, path: string, body?: object, token = staff.token) =>
    app.http(method, path, { token, ...(body && { body }) })
  const row = (changes: object = {}) => ({
    day: '2026-03-02',
    description: 'UPI/CR/607212345678/SOMEBODY',
    reference: '607212345678',
    amount: '12500.00',
    ...changes,
  })
  const bring = async (...rows: object[]) =>
    (await as('POST', '/api/admin/money/statements', { fileName: 'march.csv', rows })).body.data
  const lines = async (query = '?status=all'): Promise<StatementLine[]> =>
    (await as('GET', `/api/admin/money/lines${query}`)).body.data
  const confirm = async (...matches: object[]): Promise<MatchOutcome[]> =>
    (await as('POST', '/api/admin/money/confirm', { matches })).body.data
  const seat = async (changes: object = {}, course: Parameters<typeof addCourse>[1] = {}) => {
    const { id: courseId } = await addCourse(app, course)
    return { courseId, ...(await enrol(app, courseId, { ...changes })) }
  }
  const statusOf = async (id: string) =>
    (await app.db.read.selectFrom('seat').select('status').where('id', '=', id).executeTakeFirstOrThrow())
      .status
  const expire = async () => {
    app.deps.clock.advance(49 * 60 * 60_000)
    await expireHeldSeats(app.app.services.registrationDeps)
    staff = await signedIn(app, 'staff')
  }

  test.each([
    ['GET', '/api/admin/money/lines'],
    ['GET', '/api/admin/money/waiting'],
    ['GET', '/api/admin/money/to-give-back'],
    ['GET', '/api/admin/money/to-give-back-totals'],
    ['POST', '/api/admin/money/statements'],
    ['POST', '/api/admin/money/confirm'],
    ['POST', '/api/admin/money/refund'],
    ['POST', '/api/admin/money/lines/x/close'],
  ])('%s %s is for staff only', async (method, path) => {
    const body = method === 'GET' ? {} : { body: { fileName: 'x', rows: [row()] } }
    expect((await app.http(method, path, body)).status).toBe(401)
    expect((await app.http(method, path, { ...body, token: user.token })).status).toBe(403)
    expect(await lines()).toEqual([])
  })

  test.each([
    [{ day: '2026-02-30' }, 'That date doesn’t exist. Enter another date.'],
    [{ amount: '-5.00' }, 'Enter an amount with two decimals, such as 12500.00'],
    [{ amount: '5' }, 'Enter an amount with two decimals, such as 12500.00'],
    [{ description: 'x'.repeat(501) }, 'Use at most 500 characters'],
    [{ balance: '12500' }, 'Enter a balance with two decimals, such as 112500.00'],
    [{ reference: '6.32155E+11' }, expect.stringMatching(/^A spreadsheet shortened .* as CSV/)],
    [{ reference: "'6E+11" }, expect.stringMatching(/^A spreadsheet shortened .* as CSV/)],
  ])('a bank statement is refused with all its rows if one row has %j', async (changes, sentence) => {
    const answer = await as('POST', '/api/admin/money/statements', {
      fileName: 'march.csv',
      rows: [row(), row(changes)],
    })
    expect(answer.status).toBe(400)
    expect(answer.body.error).toEqual(sentence)
    expect(await lines()).toEqual([])
  })

  test('an empty bank statement is refused', async () => {
    const answer = await as('POST', '/api/admin/money/statements', { fileName: 'march.csv', rows: [] })
    expect(answer.body.error).toBe('This statement has no incoming payments. Choose another file.')
  })

  test('importing the same statement twice adds nothing, and two equal payments on a day count as two', async () => {
    const cash = row({ description: 'BY CASH', reference: '' })
    const file = [row(), cash, cash, row({ reference: '999999999999' })]
    expect(await bring(...file)).toEqual({ added: 4, known: 0 })
    expect(await bring(...file)).toEqual({ added: 0, known: 4 })
    // A later statement that overlaps the first statement.
    expect(await bring(row({ day: '2026-03-05', reference: '123456789012' }), ...file)).toEqual({
      added: 1,
      known: 4,
    })
    expect(await lines()).toHaveLength(5)
  })

  test('twenty imports of the same statement at once add its line once', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => bring(row())))
    expect(answers.map(({ added }) => added).reduce((sum, added) => sum + added, 0)).toBe(1)
    expect(await lines()).toHaveLength(1)
  })

  const from = async (fileName: string, rows: object[], overlap?: 'same' | 'other') =>
    (await as('POST', '/api/admin/money/statements', { fileName, rows, ...(overlap && { overlap }) })).body
  const cash = (changes: object = {}) => row({ description: 'BY CASH', reference: '', ...changes })

  test('statement lines of the same day are told apart by their description, bank number and balance', async () => {
    const from489 = { reference: 'TRANSFER FROM 4897694162092' }
    const file = [
      row({ ...from489, description: 'BY TRANSFER-UPI/CR/606112345671/CHITRA' }),
      row({ ...from489, description: 'BY TRANSFER-UPI/CR/606112345672/REVATHI' }),
      row({ ...from489, description: 'BY TRANSFER', balance: '125000.00' }),
      row({ ...from489, description: 'BY TRANSFER', balance: '137500.00' }),
      row({ reference: '606112345673', description: 'UPI-CHITRA', balance: '150000.00' }),
      // The same bank number on another line.
      row({ reference: '606112345673', description: 'UPI-CHITRA', balance: '162500.00' }),
    ]
    expect((await from('a.csv', file)).data).toEqual({ added: 6, known: 0 })
    // Another file may hold the same lines in another order, or only some of these lines.
    expect((await from('b.csv', file.toReversed().slice(1))).data).toEqual({ added: 0, known: 5 })
    expect((await from('a.csv', file)).data).toEqual({ added: 0, known: 6 })
    expect(await lines()).toHaveLength(6)
  })

  test('an overlap of two statements needs one decision by staff, and no line is lost', async () => {
    await from('a.csv', [cash(), cash(), cash({ day: '2026-03-01' })])
    const second = [cash(), row()]
    const asked = await as('POST', '/api/admin/money/statements', { fileName: 'b.csv', rows: second })
    expect([asked.status, asked.body.error]).toEqual([
      409,
      '1 payment looks like one in a.csv. Is it the same payment?',
    ])
    expect(asked.body.details.alike).toEqual([
      { day: '2026-03-02', amount: '12500.00', description: 'BY CASH' },
    ])
    expect(await lines()).toHaveLength(3)
    expect((await from('b.csv', second, 'same')).data).toEqual({ added: 1, known: 1 })
    expect((await from('b.csv', second)).data).toEqual({ added: 0, known: 2 })
    expect((await from('a.csv', [cash(), cash(), cash({ day: '2026-03-01' })])).data).toEqual({
      added: 0,
      known: 3,
    })
    // Staff say that these are other payments.
    const third = [cash(), cash({ day: '2026-03-01' })]
    const both = await from('c.csv', third)
    expect(both.error).toBe('2 payments look like payments in a.csv. Are they the same payments?')
    expect((await from('c.csv', third, 'other')).data).toEqual({ added: 2, known: 0 })
    expect((await from('c.csv', third)).data).toEqual({ added: 0, known: 2 })
    expect(await lines()).toHaveLength(6)
  })

  test('one of two overlapping statements imported at once needs a decision, and no line is stored twice', async () => {
    const files = [
      ['a.csv', cash({ balance: '12500.00' })],
      ['b.csv', cash()],
    ] as const
    const answers = await Promise.all(
      files.map(([fileName, one]) => as('POST', '/api/admin/money/statements', { fileName, rows: [one] })),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(await lines()).toHaveLength(1)
  })

  test.each([
    ['description', cash(), cash()],
    ['bank number', row(), row({ description: 'UPI-MEENA' })],
    ['balance', cash({ balance: '1.00' }), cash({ balance: '1.00', description: 'CASH DEPOSIT' })],
    ['description, when only one file has balances', cash({ balance: '1.00' }), cash()],
  ])('a statement line of another file with the same %s needs a decision by staff', async (_, one, other) => {
    await from('a.csv', [one])
    expect((await from('b.csv', [other])).code).toBe('conflict')
    expect((await from('b.csv', [other], 'same')).data).toEqual({ added: 0, known: 1 })
    expect(await lines()).toHaveLength(1)
  })

  test.each([
    ['another balance', cash({ balance: '1.00' }), cash({ balance: '2.00' })],
    ['another bank number', row(), row({ reference: '999999999999' })],
    ['another description and no bank number', cash(), cash({ description: 'CASH DEPOSIT' })],
    ['another amount', row(), row({ amount: '12499.99' })],
  ])(
    'a statement line of another file with %s is a new payment, and needs no decision',
    async (_, one, other) => {
      await from('a.csv', [one])
      expect((await from('b.csv', [other])).data).toEqual({ added: 1, known: 0 })
      expect(await lines()).toHaveLength(2)
    },
  )

  test('a statement that has the name of an earlier file but fewer lines needs a decision by staff', async () => {
    await from('statement.csv', [cash(), cash({ description: 'CASH DEPOSIT' })])
    expect((await from('statement.csv', [cash()])).code).toBe('conflict')
    expect(await lines()).toHaveLength(2)
  })

  test('a balance that a later file gives for a known line is stored, so the line needs no second decision', async () => {
    await from('a.csv', [cash()])
    const withBalance = [cash({ balance: '5000.00' })]
    await from('b.csv', withBalance, 'same')
    expect((await from('c.csv', withBalance)).data).toEqual({ added: 0, known: 1 })
    expect((await from('c.csv', [cash({ balance: '6000.00' })])).data).toEqual({ added: 1, known: 0 })
  })

  test.each([
    [
      'the payer’s account as their reference',
      { reference: 'TRANSFER FROM 4897694162092', description: 'BY TRANSFER' },
    ],
    [
      'a phone number as their only number',
      { reference: '919841000003', description: 'UPI-CHITRA-919841000003@YBL' },
    ],
    ['no reference', { reference: '', description: 'BY CASH' }],
  ])('two students’ payments are both recorded although their statement lines have %s', async (_, same) => {
    const [first, second] = [await seat(), await seat({ email: 'uma@mail.example', phone: '9000000001' })]
    for (const { id, reference } of [first, second]) {
      await from(`${id}.csv`, [row({ ...same, description: `${same.description} ${reference}` })])
      const [line] = await lines('?status=open')
      expect(line?.suggestion).toMatchObject({ confidence: 'certain', action: 'settle', target: { id } })
      expect(await confirm({ line: line?.id, kind: 'enrolment', id })).toMatchObject([{ outcome: 'settled' }])
      expect(await paymentsOf(app, id)).toHaveLength(1)
    }
  })

  test('the payments of a seat name the UPI id that paid, to staff who may read bank statements', async () => {
    const { id, reference } = await seat()
    const trailFor = async (token?: string) =>
      (await as('GET', `/api/admin/money/of/enrolment/${id}`, undefined, token)).body.data.payerUpiId
    expect(await trailFor()).toBeNull()
    await bring(row({ description: `UPI/606112345671/${reference}/chitra.r@okicici/HDFC BANK` }))
    const [line] = await lines('?status=open')
    expect(await trailFor()).toBeNull()
    await confirm({ line: line?.id, kind: 'enrolment', id })
    expect(await trailFor()).toBe('chitra.r@okicici')
    expect(await trailFor((await signedIn(app, 'front-desk')).token)).toBeNull()
  })

  test('a reference that staff type is stored as a note, unless the reference is a bank number', async () => {
    const seats = [await seat(), await seat({ email: 'uma@mail.example', phone: '9000000001' })]
    for (const { id } of seats) {
      const body = { method: 'upi', reference: 'GPay', note: 'Her brother’s phone' }
      expect((await as('POST', `/api/admin/enrollments/${id}/payment`, body)).status).toBe(200)
      const trail = await as('GET', `/api/admin/money/of/enrolment/${id}`)
      expect(trail.body.data.entries).toMatchObject([{ reference: null, note: 'GPay · Her brother’s phone' }])
    }
    // The statement then shows the money that staff marked as paid. The line names the booking's reference.
    await bring(row({ description: `UPI/606112345671/${seats[1]?.reference}`, reference: '' }))
    const [line] = await lines('?status=open')
    expect(line?.suggestion).toMatchObject({ action: 'recorded', target: { id: seats[1]?.id } })
    const third = await seat({ email: 'asha@mail.example', phone: '9000000002' })
    const number = { method: 'upi', reference: 'UTR 6321 5512 3461' }
    expect((await as('POST', `/api/admin/enrollments/${third.id}/payment`, number)).status).toBe(200)
    expect(await paymentsOf(app, third.id)).toMatchObject([{ provider_reference: '632155123461' }])
    const fourth = await seat({ email: 'bala@mail.example', phone: '9000000003' })
    expect((await as('POST', `/api/admin/enrollments/${fourth.id}/payment`, number)).status).toBe(409)
  })

  test('in a statement line, a booking reference outranks a bank number that is recorded for another payer', async () => {
    const [first, second] = [await seat(), await seat({ email: 'uma@mail.example', phone: '9000000001' })]
    await as('POST', `/api/admin/enrollments/${first.id}/payment`, {
      method: 'upi',
      reference: '607212345678',
    })
    await bring(row({ description: `UPI-UMA-${second.reference}` }))
    const [line] = await lines()
    expect(line?.suggestion).toMatchObject({
      confidence: 'unclear',
      target: { id: second.id },
      why: [`reference ${second.reference}`, `bank reference recorded for ${first.reference}`],
    })
  })

  test('a statement line with a seat’s reference and exact amount is a certain match, and confirming it settles the seat', async () => {
    const { id, reference } = await seat()
    await bring(row({ description: `UPI-MEENA-${reference.replaceAll('-', '')}-HDFC` }))
    const [line] = await lines('?status=open')
    expect(line?.suggestion).toMatchObject({
      confidence: 'certain',
      action: 'settle',
      target: { kind: 'enrolment', id, due: '12500.00', payment: 'due' },
    })
    expect(await confirm({ line: line?.id, kind: 'enrolment', id })).toEqual([
      { line: line?.id, outcome: 'settled', sentence: null },
    ])
    expect(await statusOf(id)).toBe('confirmed')
    expect(await messagesAbout(app, id)).toContain('enrolment-confirmed email meena@mail.example')
    expect(await paymentsOf(app, id)).toMatchObject([
      {
        status: 'settled',
        provider: 'staff',
        provider_reference: '607212345678',
        amount_in_paise: 1_250_000,
      },
    ])
    expect(await lines('?status=open')).toEqual([])
    expect(await lines('?status=matched')).toMatchObject([
      { target: { id, payment: 'paid' }, decidedBy: staff.email },
    ])
    const { body } = await as('GET', `/api/admin/audit?kind=enrolment&record=${id}`)
    expect(body.data[0]).toMatchObject({
      who: { email: staff.email },
      changes: [
        { field: 'status', from: 'pending', to: 'confirmed' },
        { field: 'paid', to: '12500.00, Bank transfer, 607212345678' },
      ],
    })
  })

  test('a statement line is matched with an event booking by the transaction id of the booking’s QR code', async () => {
    const { id: courseId } = await addCourse(app)
    const { id } = await book(app, courseId)
    await bring(row({ description: 'UPI TXN1772433000000 roses' }))
    const [line] = await lines()
    expect(line?.suggestion).toMatchObject({
      confidence: 'certain',
      target: { kind: 'event-booking', id },
    })
  })

  test('an unpaid order is suggested for a statement line with its amount and payer, and is paid once', async () => {
    const id = await placeOrder(app, [{ productId: null, quantity: 1, priceInRupees: 880 }])
    await bring(row({ amount: '1000.00', description: 'KAYAL DEVI 9876543210' }))
    const [line] = await lines()
    expect(line?.suggestion).toMatchObject({ confidence: 'likely', target: { kind: 'order', id } })
    expect(await confirm({ line: line?.id, kind: 'order', id })).toMatchObject([{ outcome: 'settled' }])
    const order = await as('GET', `/api/admin/orders/${id}`)
    expect(order.body.data.paymentstatus).toBe('paid')
    await bring(row({ amount: '1000.00', reference: '222222222222' }))
    const [second] = await lines('?status=open')
    expect(await confirm({ line: second?.id, kind: 'order', id })).toMatchObject([
      { outcome: 'refused', sentence: expect.stringContaining('already paid') },
    ])
  })

  test('fifty confirmations at once settle a seat once', async () => {
    const { id, reference } = await seat()
    await bring(row({ description: reference }), row({ description: reference, reference: '222222222222' }))
    const [one, two] = await lines()
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, at) =>
        confirm({ line: (at % 2 ? one : two)?.id, kind: 'enrolment', id }),
      ),
    )
    const settled = answers.flat().filter(({ outcome }) => outcome === 'settled')
    expect(settled).toHaveLength(1)
    expect(await paymentsOf(app, id)).toHaveLength(1)
    expect(await lines('?status=open')).toHaveLength(1)
    expect(await lines('?status=open')).toMatchObject([{ suggestion: { action: 'double' } }])
  })

  test('a statement line that is confirmed for two seats settles only the first seat', async () => {
    const [first, second] = [await seat(), await seat({ email: 'uma@mail.example', phone: '9000000001' })]
    await bring(row())
    const [line] = await lines()
    const outcomes = await confirm(
      { line: line?.id, kind: 'enrolment', id: first.id },
      { line: line?.id, kind: 'enrolment', id: second.id },
    )
    expect(outcomes.map(({ outcome }) => outcome)).toEqual(['settled', 'refused'])
    expect(await statusOf(second.id)).toBe('pending')
  })

  test('staff must accept a statement line whose amount differs from what is due, and the rest stays due', async () => {
    const { id } = await seat()
    await bring(row({ amount: '12000.00' }))
    const [line] = await lines()
    expect(await confirm({ line: line?.id, kind: 'enrolment', id })).toMatchObject([
      { outcome: 'refused', sentence: '₹12,000 was received, but ₹12,500 is due.' },
    ])
    expect(await statusOf(id)).toBe('pending')
    expect(await confirm({ line: line?.id, kind: 'enrolment', id, acceptDifference: true })).toMatchObject([
      { outcome: 'settled' },
    ])
    // The rest is still due, and may come later.
    await bring(row({ amount: '500.00', reference: '222222222222' }))
    const [rest] = await lines('?status=open')
    expect(await confirm({ line: rest?.id, kind: 'enrolment', id })).toMatchObject([{ outcome: 'settled' }])
    expect((await paymentsOf(app, id)).map((payment) => Number(payment.amount_in_paise)).sort()).toEqual([
      1_200_000, 50_000,
    ])
  })

  test('a statement line for a seat that staff marked as paid adds no second payment', async () => {
    const typed = await seat()
    await as('POST', `/api/admin/enrollments/${typed.id}/payment`, {
      method: 'upi',
      reference: '6072 1234 5678',
    })
    const blind = await seat({ email: 'uma@mail.example', phone: '9000000001' })
    await as('POST', `/api/admin/enrollments/${blind.id}/payment`, { method: 'cash' })
    await bring(
      row({ reference: '6072 1234 5678' }),
      row({ reference: '333333333333', description: blind.reference }),
    )
    const found = await lines()
    expect(found.map(({ suggestion }) => [suggestion?.confidence, suggestion?.action]).sort()).toEqual([
      ['certain', 'recorded'],
      ['likely', 'recorded'],
    ])
    const outcomes = await confirm(
      ...found.map(({ id, suggestion }) => ({ line: id, kind: 'enrolment', id: suggestion?.target.id })),
    )
    expect(outcomes.map(({ outcome }) => outcome)).toEqual(['recorded', 'recorded'])
    for (const { id } of [typed, blind]) expect(await paymentsOf(app, id)).toHaveLength(1)
  })

  test.each([
    ['with the bank’s reference', { typed: '6072 1234 5678', line: '6072 1234 5678', confidence: 'certain' }],
    ['without a reference', { typed: undefined, line: undefined, confidence: 'likely' }],
    ['with the order’s own number', { typed: 'own', line: undefined, confidence: 'likely' }],
  ])(
    'a statement line for an order that staff marked as paid %s adds no second payment',
    async (_, { typed, line, confidence }) => {
      const id = await placeOrder(app, [{ productId: null, quantity: 1, priceInRupees: 880 }])
      const { ordernumber: number } = (await as('GET', `/api/admin/orders/${id}`)).body.data
      const reference = typed === 'own' ? number : typed
      const marked = await as('POST', `/api/admin/orders/${id}/payment`, {
        method: 'upi',
        ...(reference && { reference }),
      })
      expect(marked.status).toBe(200)
      const description = line === undefined ? `UPI/${number}` : 'UPI/SOMEBODY'
      await bring(row({ amount: '1000.00', description, reference: line ?? '607212345678' }))
      const [found] = await lines()
      expect(found?.suggestion).toMatchObject({
        confidence,
        action: 'recorded',
        target: { kind: 'order', id, payment: 'paid' },
      })
      const match = { line: found?.id, kind: 'order', id }
      const twice = [await confirm(match), await confirm(match)]
      expect(twice.flat().map(({ outcome }) => outcome)).toEqual(['recorded', 'recorded'])
      expect(await paymentsOf(app, id)).toHaveLength(1)
      expect(await lines('?status=matched')).toMatchObject([{ target: { id, payment: 'paid' } }])
      // A second line for the order is a double payment.
      await bring(row({ amount: '1000.00', description: `UPI/${number}`, reference: '222222222222' }))
      const [second] = await lines('?status=open')
      expect(second?.suggestion).toMatchObject({ action: 'double', target: { id } })
      expect(await confirm({ line: second?.id, kind: 'order', id })).toMatchObject([{ outcome: 'refused' }])
    },
  )

  test('late money takes the seat again while the course has room', async () => {
    const { id, courseId, reference } = await seat()
    await expire()
    expect(await statusOf(id)).toBe('expired')
    await bring(row({ day: '2026-03-04', description: reference }))
    const [line] = await lines()
    expect(line?.suggestion).toMatchObject({ confidence: 'certain', target: { status: 'expired' } })
    expect(await confirm({ line: line?.id, kind: 'enrolment', id })).toMatchObject([{ outcome: 'settled' }])
    expect(await statusOf(id)).toBe('confirmed')
    expect(await seatCounts(app, courseId)).toMatchObject({ taken: 1, live: 1 })
  })

  test('late money without a free seat is recorded, and is listed as a task until staff refund the money', async () => {
    const { id, courseId, reference } = await seat({}, { capacity: 1 })
    await expire()
    await enrol(app, courseId, { email: 'quick@mail.example', phone: '9000000002' })
    await bring(row({ day: '2026-03-04', description: reference }))
    const [line] = await lines()
    expect(await confirm({ line: line?.id, kind: 'enrolment', id })).toMatchObject([
      { outcome: 'attention', sentence: expect.stringContaining('no seats left') },
    ])
    const waiting = async () => (await as('GET', '/api/admin/money/to-give-back')).body.data
    expect(await waiting()).toMatchObject([{ id, payment: 'attention', waits: '12500.00', due: '0.00' }])
    expect((await as('POST', '/api/admin/money/refund', { kind: 'enrolment', id, note: '' })).status).toBe(
      400,
    )
    const refund = { kind: 'enrolment', id, method: 'upi', note: 'Sent back by UPI, 5 March' }
    expect((await as('POST', '/api/admin/money/refund', refund)).status).toBe(200)
    expect((await as('POST', '/api/admin/money/refund', refund)).status).toBe(409)
    expect(await paymentsOf(app, id)).toEqual([])
    expect(await refundsOf(app, id)).toMatchObject([
      { amount_in_paise: 1_250_000, provider_reference: '607212345678', note: refund.note },
    ])
    expect(await waiting()).toEqual([])
  })

  test('money that waits for a refund is not listed as an awaited payment, and is suggested for no statement line', async () => {
    const read = async (path: string) => (await as('GET', `/api/admin/${path}`)).body.data
    const idsOf = async (path: string) =>
      (await read(path)).map(({ id }: { id: string }) => id as string).toSorted()
    const pay = (path: string, body: object) =>
      as('POST', `/api/admin/${path}/payment`, { method: 'cash', ...body })
    const [cancelled, beyond, part] = [
      await seat(),
      await seat({ email: 'uma@mail.example', phone: '9000000001' }),
      await seat({ email: 'zara@mail.example', phone: '9000000002' }),
    ]
    await pay(`enrollments/${cancelled.id}`, {})
    await app.db.transaction((tx) =>
      cancelSeat(app.app.services.registrationDeps, tx, 'enrolment', cancelled.id),
    )
    await pay(`enrollments/${beyond.id}`, {})
    await as('PUT', `/api/admin/seats/enrolment/${beyond.id}/price`, { price: '12000', reason: 'A friend' })
    await pay(`enrollments/${part.id}`, { amount: '500', acceptDifference: true })
    const order = await placeOrder(app, [{ productId: null, quantity: 1 }], {
      isPaid: true,
      status: 'confirmed',
    })
    await app.app.services.orders.setStatus(order, { status: 'cancelled' }, null)
    app.deps.clock.advance(60_000)
    await app.app.services.orders.runDueEffects()

    const back = [cancelled.id, beyond.id, order].toSorted()
    expect(await idsOf('money/to-give-back')).toEqual(back)
    expect(await read('money/to-give-back-totals')).toEqual({ count: 3, waits: '13620.00' })
    expect(await idsOf('money/to-give-back?kind=order')).toEqual([order])
    expect(await idsOf(`money/to-give-back?q=${cancelled.reference}`)).toEqual([cancelled.id])
    expect(await read(`money/to-give-back-totals?q=${cancelled.reference}`)).toEqual({
      count: 1,
      waits: '12500.00',
    })
    const { count, first }: NonNullable<Morning['toGiveBack']> = (await read('morning')).toGiveBack
    expect([count, Object.fromEntries(first.map(({ id, amount }) => [id, amount]))]).toEqual([
      3,
      { [cancelled.id]: 12_500, [beyond.id]: 500, [order]: 620 },
    ])
    // Payments to give back are not awaited, and they are suggested for no statement line.
    expect(await idsOf('money/waiting')).toEqual([part.id])
    expect(await read('money/waiting-totals')).toEqual({
      count: 1,
      amount: '12500.00',
      paid: '500.00',
      due: '12000.00',
    })
    for (const { reference } of [cancelled, beyond])
      expect(await idsOf(`money/waiting?q=${reference}`)).toEqual([])
    await bring(row({ description: 'NEFT SOMEBODY' }))
    const [line] = await lines('?status=open')
    expect(line?.suggestion?.target.id ?? null).toBeNull()
  })

  test('the remaining seats of a group still await payment, and a cancelled seat’s money waits for a refund', async () => {
    const { id: courseId } = await addCourse(app)
    const { id } = await enrol(app, courseId, { others: [{ fullName: 'Uma' }] })
    await as('POST', `/api/admin/enrollments/${id}/payment`, {
      method: 'cash',
      amount: '12500',
      acceptDifference: true,
    })
    await app.db.transaction((tx) => cancelSeat(app.app.services.registrationDeps, tx, 'enrolment', id))
    const read = async (path: string) => (await as('GET', `/api/admin/money/${path}`)).body.data
    expect(await read('waiting')).toMatchObject([{ id, due: '12500.00', payment: 'due' }])
    expect(await read('to-give-back')).toMatchObject([{ id, waits: '12500.00' }])
  })

  test('cancelling a paid seat lowers the revenue once, and the refund does not lower it again', async () => {
    const report = app.app.services.dashboard
    const thisWeek = async () => (await report.morning('owner')).weeks?.at(-1)?.amount ?? 0
    const money = async () => [(await report.stats()).grand_total_orders, await thisWeek()]
    const [total = 0, week = 0] = await money()
    const { id, reference } = await seat()
    await bring(row({ description: reference }))
    const [line] = await lines()
    expect(await confirm({ line: line?.id, kind: 'enrolment', id })).toMatchObject([{ outcome: 'settled' }])
    expect(await money()).toEqual([total + 12_500, week + 12_500])
    await app.db.transaction((tx) => cancelSeat(app.app.services.registrationDeps, tx, 'enrolment', id))
    expect(await money()).toEqual([total, week])
    const refund = { kind: 'enrolment', id, method: 'upi', note: 'Sent back by UPI' }
    expect((await as('POST', '/api/admin/money/refund', refund)).status).toBe(200)
    expect(await money()).toEqual([total, week])
  })

  test('money for a cancelled seat is refused, and its statement line stays open', async () => {
    const { id } = await seat()
    await app.db.transaction((tx) => cancelSeat(app.app.services.registrationDeps, tx, 'enrolment', id))
    await bring(row())
    const [line] = await lines()
    expect(await confirm({ line: line?.id, kind: 'enrolment', id })).toMatchObject([
      { outcome: 'refused', sentence: expect.stringContaining('was cancelled') },
    ])
    expect(await lines('?status=open')).toHaveLength(1)
  })

  test('a statement line that matches nothing can be closed with a note, and reopened', async () => {
    await bring(row({ description: 'INTEREST' }))
    const [line] = await lines()
    const path = `/api/admin/money/lines/${line?.id}`
    expect((await as('POST', `${path}/close`, { outcome: 'ignored', note: ' ' })).status).toBe(400)
    expect(
      (await as('POST', `${path}/close`, { outcome: 'ignored', note: 'Interest' })).body.data,
    ).toMatchObject({
      status: 'ignored',
      note: 'Interest',
      decidedBy: staff.email,
    })
    expect((await as('POST', `${path}/close`, { outcome: 'refunded', note: 'x' })).status).toBe(409)
    const { id } = await seat()
    expect(await confirm({ line: line?.id, kind: 'enrolment', id })).toMatchObject([{ outcome: 'refused' }])
    expect((await as('POST', `${path}/reopen`)).body.data).toMatchObject({ status: 'open' })
    expect((await as('POST', '/api/admin/money/lines/unknown/reopen')).status).toBe(404)
  })

  test('awaited payments can be paged, searched and filtered; a search also finds seats whose hold has ended', async () => {
    const first = await seat()
    app.deps.clock.advance(1000)
    await seat({ email: 'uma@mail.example', phone: '9000000001', fullName: 'Uma Devi' })
    app.deps.clock.advance(1000)
    await placeOrder(app, [{ productId: null, quantity: 1 }])
    await placeOrder(app, [{ productId: null, quantity: 1 }], { isPaid: true })
    const get = async (query: string) => as('GET', `/api/admin/money/waiting?${query}`)
    const whole = (await get('')).body.data
    expect(whole.map(({ name, kind }: { name: string; kind: string }) => [name, kind])).toEqual([
      ['Meena Krishnan', 'enrolment'],
      ['Uma Devi', 'enrolment'],
      ['Kayal Devi', 'order'],
    ])
    const paged = []
    let next: string | undefined = ''
    while (next !== undefined) {
      const page = await get(`limit=1${next}`)
      paged.push(...page.body.data)
      const cursor = /cursor=([^>&]+)/.exec(page.headers.get('link') ?? '')?.[1]
      next = cursor && `&cursor=${cursor}`
    }
    expect(paged).toEqual(whole)
    expect((await get('q=UMA%20D')).body.data).toHaveLength(1)
    expect((await get('kind=order')).body.data).toHaveLength(1)
    await expire()
    // Money may come late, so a search finds seats whose hold has ended.
    expect((await get('kind=enrolment')).body.data).toEqual([])
    expect((await get(`q=${first.reference}`)).body.data).toMatchObject([{ id: first.id, status: 'expired' }])
  })

  test('the list begins with the hold that ends first, then has what has been due for longest', async () => {
    const holdTo = (id: string, hold_until: string | null, status: 'pending' | 'confirmed' = 'pending') =>
      app.db.write.updateTable('registration').set({ hold_until, status }).where('id', '=', id).execute()
    const seatOf = async (fullName: string) => {
      app.deps.clock.advance(1000)
      return (await seat({ fullName, email: `${fullName}@mail.example` })).id
    }
    const order = await placeOrder(app, [{ productId: null, quantity: 1 }])
    const [later, unheld, sooner, part] = [
      await seatOf('Later'),
      await seatOf('Unheld'),
      await seatOf('Sooner'),
      await seatOf('Part'),
    ]
    await holdTo(later, '2026-03-04T06:30:00.000Z')
    await holdTo(unheld, null)
    await holdTo(sooner, '2026-03-03T06:30:00.000Z')
    // The hold of a confirmed seat is over, so it has no place in the order.
    await holdTo(part, '2026-03-01T06:30:00.000Z', 'confirmed')
    const orderHold = { hold_until: '2026-03-03T12:00:00.000Z', status: 'pending' } as const
    await app.db.write.updateTable('shop_order').set(orderHold).where('id', '=', order).execute()
    const ids: string[] = []
    let next: string | undefined = ''
    while (next !== undefined) {
      const page = await as('GET', `/api/admin/money/waiting?limit=2${next}`)
      ids.push(...page.body.data.map(({ id }: { id: string }) => id))
      const cursor = /cursor=([^>&]+)/.exec(page.headers.get('link') ?? '')?.[1]
      next = cursor && `&cursor=${cursor}`
    }
    expect(ids).toEqual([sooner, order, later, unheld, part])
  })

  test('a search finds each payer once; payers whose hold has ended are found, but not counted in the totals', async () => {
    const read = async (path: string, query = '') =>
      (await as('GET', `/api/admin/money/${path}?${query}`)).body.data
    const found = async (query = '') => (await read('waiting', query)).map(({ id }: { id: string }) => id)
    const change = (id: string, changes: object) =>
      app.db.write.updateTable('registration').set(changes).where('id', '=', id).execute()
    const guestOf = async (courseId: string) => {
      app.deps.clock.advance(1000)
      return enrol(app, courseId, { email: `guest-${app.deps.ids.id()}@mail.example` })
    }
    const [many, one] = [await addCourse(app), await addCourse(app, { capacity: 1 })]
    const [expired, payer, guest] = [await guestOf(many.id), await guestOf(many.id), await guestOf(many.id)]
    const waits = await guestOf(one.id)
    await change(payer.id, { status: 'cancelled', group_id: payer.id })
    await change(guest.id, { status: 'expired', group_id: payer.id, group_place: 1 })
    await change(expired.id, { status: 'expired' })
    // Money came after the hold had ended, when no seat was free.
    await bring(row())
    const [line] = await lines()
    await expire()
    const open = await guestOf(one.id)
    await confirm({ line: line?.id, kind: 'enrolment', id: waits.id })
    const order = await placeOrder(app, [{ productId: null, quantity: 1 }], { status: 'cancelled' })
    await app.db.write.updateTable('shop_order').set({ ended_by: 'hold' }).where('id', '=', order).execute()

    expect(await found()).toEqual([open.id])
    expect(await found('q=guest-')).toEqual([open.id, expired.id, payer.id])
    expect((await read('to-give-back', 'q=guest-')).map(({ id }: { id: string }) => id)).toEqual([waits.id])
    expect(await found('q=guest-&limit=1')).toEqual([open.id])
    expect(await found('q=kayal')).toEqual([order])
    expect(await found('q=guest-&kind=event-booking')).toEqual([])
    const sums = { count: 1, due: '12500.00' }
    expect(await read('waiting-totals')).toMatchObject(sums)
    expect(await read('waiting-totals', 'q=guest-')).toMatchObject(sums)
    expect(await read('waiting-totals', 'q=kayal')).toMatchObject({ count: 0, due: '0.00' })
  })

  test('a payer whose payment is awaited for several reasons is listed and counted once, in every search', async () => {
    const read = async (path: string, query = '') =>
      (await as('GET', `/api/admin/money/${path}?${query}`)).body.data
    const change = (id: string, changes: object) =>
      app.db.write.updateTable('registration').set(changes).where('id', '=', id).execute()
    const { id: courseId } = await addCourse(app)
    const seatOf = async (changes: object = { status: 'pending' }) => {
      app.deps.clock.advance(1000)
      const taken = await enrol(app, courseId, { email: `guest-${app.deps.ids.id()}@mail.example` })
      await change(taken.id, changes)
      return taken
    }
    const claim = ({ id: subject_id }: { id: string }) =>
      app.db.write
        .insertInto('claim')
        .values({
          id: app.deps.ids.id(),
          subject: 'enrolment',
          subject_id,
          provider: 'upi',
          provider_id: app.deps.ids.id(),
          amount_in_paise: 1,
          claimed_at: app.deps.clock.now(),
          is_open: 1,
        })
        .execute()
    const [pending, claimed, owing] = [await seatOf(), await seatOf(), await seatOf({ status: 'confirmed' })]
    const cancelled = await seatOf({ status: 'cancelled' })
    const payer = await seatOf()
    await change(payer.id, { group_id: payer.id })
    const guests = [
      await seatOf({ group_id: payer.id, group_place: 1 }),
      await seatOf({ status: 'confirmed', group_id: payer.id, group_place: 2 }),
    ]
    const payerOfOthers = await seatOf({ status: 'cancelled' })
    await change(payerOfOthers.id, { group_id: payerOfOthers.id })
    await seatOf({ status: 'confirmed', group_id: payerOfOthers.id, group_place: 1 })
    for (const one of [claimed, cancelled, payer]) await claim(one)

    const all = [pending, claimed, payer, owing, cancelled, payerOfOthers].map(({ id }) => id)
    for (const query of ['', 'q=gu', 'q=guest-', 'kind=enrolment', 'kind=enrolment&q=gu'])
      expect(
        (await read('waiting', query)).map(({ id }: { id: string }) => id),
        query,
      ).toEqual(all)
    expect(await read('waiting', 'kind=event-booking&q=gu')).toEqual([])
    for (const query of ['', 'q=gu', 'q=guest-', 'kind=enrolment'])
      expect(await read('waiting-totals', query), query).toMatchObject({ count: all.length })
    const { classEnrollments } = (await as('GET', '/api/getEventClassEnrollments?payment=checking')).body
    expect(classEnrollments.map(({ id }: { id: string }) => id)).toEqual(
      [claimed, cancelled, payer, ...guests].map(({ id }) => id).toReversed(),
    )
  })
})
