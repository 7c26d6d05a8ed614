import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { emptyTables, testNow } from '../../../../tests/harness/app.ts'
import { type SignedIn, signedIn } from '../../../../tests/harness/callers.ts'
import { ledgerTables } from '../../../../tests/harness/ledger.ts'
import { newestLetterTo } from '../../../../tests/harness/letters.ts'
import { onSqlite } from '../../../../tests/harness/on-each-engine.ts'
import { placeOrder } from '../../../../tests/harness/orders.ts'
import { addCourse, enrol } from '../../../../tests/harness/seats.ts'
import { authSecret } from '../../../platform/secret.ts'
import { createSignedLinks } from '../../../platform/signed-links.ts'
import { expireHeldSeats } from '../../registrations/seats/seat-ends.ts'

const upi = { env: { PAYMENT_PROVIDER: 'upi', SCHOOL_UPI_ID: 'poonga@bank' } }
const deadLink = 'This link no longer works. Use the link in our latest e-mail.'

onSqlite('the link to a receipt', upi, (app) => {
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

  const as = (method: string, path: string, body?: object) =>
    app.http(method, path, { token: staff.token, ...(body && { body }) })
  const look = (token: string) => app.http('GET', `/api/receipt/${token}`)
  const seat = async (changes: object = {}) =>
    enrol(app, (await addCourse(app, { price: 150_000, title: 'Moss and fern' })).id, { ...changes })
  /** Pays a second later than before, so that the letter of this payment is the newest. */
  const pay = async (id: string, body: object = {}) => {
    app.deps.clock.advance(1000)
    return as('POST', `/api/admin/enrollments/${id}/payment`, { method: 'cash', ...body })
  }
  const tokensFor = async (email: string) => {
    const { text } = await newestLetterTo(app, email)
    return [...text.matchAll(/\/receipt\/(\S+)/g)].map(([, token]) => token ?? '')
  }
  const tokenFor = async (email = 'meena@mail.example') => {
    const tokens = await tokensFor(email)
    expect(tokens).toHaveLength(1)
    return tokens[0] ?? ''
  }
  const receiptOf = async (id: string, kind = 'enrolment') =>
    (await as('GET', `/api/admin/money/of/${kind}/${id}`)).body.data.entries[0].id as string

  test('a forged, truncated or foreign link to a receipt shows nothing', async () => {
    const { id } = await seat()
    await pay(id)
    const token = await tokenFor()
    const named = token.split('.')[0] ?? ''
    const links = createSignedLinks(authSecret(app.deps.config))
    const foreign = [
      `${named}.${'x'.repeat(32)}`,
      links.sign('gift', named),
      createSignedLinks('another secret, long enough for this').sign('receipt', named),
      links.sign('receipt', id),
      links.sign('receipt', await receiptOf(id)),
    ]
    for (const one of foreign) {
      const { status, body } = await look(one)
      expect([one, status, body.error]).toEqual([one, 404, deadLink])
    }
    for (const cut of [named, token.slice(0, -1), `${token}a`, 'nonsense']) {
      const { status, text } = await look(cut)
      expect([cut, status]).toEqual([cut, 404])
      expect(text).not.toContain('Meena')
    }
    expect((await look(token)).status).toBe(200)
  })

  test('a receipt’s page shows only what the receipt says, and its address has no personal data', async () => {
    const { id, reference } = await seat()
    await pay(id, { method: 'upi', reference: 'UTR-7', note: 'Her brother brought it' })
    const token = await tokenFor()
    const { status, body, headers } = await look(token)
    expect([status, headers.get('cache-control')]).toEqual([200, 'no-store'])
    expect(body).toEqual({
      number: expect.stringMatching(/^R-2026-\d{4}$/),
      day: '2026-03-02',
      name: 'Meena Krishnan',
      title: 'Moss and fern',
      reference,
      amount: '1500.00',
      rest: '0.00',
      method: 'UPI',
      isVoid: false,
    })
    for (const word of ['Meena', 'mail.example', '9876543210', reference, body.number, id])
      expect(token).not.toContain(word)
  })

  test('each e-mail about a part payment has the link to the receipt of that part', async () => {
    const { id } = await seat()
    await pay(id, { amount: '777', acceptDifference: true })
    const first = await tokenFor()
    expect((await look(first)).body).toMatchObject({ amount: '777.00', rest: '723.00' })
    await pay(id, { method: 'upi' })
    const second = await tokenFor()
    expect((await look(second)).body).toMatchObject({ amount: '723.00', rest: '0.00', method: 'UPI' })
    // The older letter's link still works, and shows the sum that is due now.
    expect((await look(first)).body).toMatchObject({ amount: '777.00', rest: '0.00', method: 'Cash' })
  })

  test('the e-mail about a payment after the end of the hold has the link to its receipt', async () => {
    const { id } = await seat()
    await app.db.transaction((tx) =>
      tx.updateTable('registration').set({ hold_until: testNow }).where('id', '=', id).execute(),
    )
    app.deps.clock.advance(60_000)
    await expireHeldSeats(app.app.services.registrationDeps)
    expect((await pay(id)).status).toBe(200)
    expect((await newestLetterTo(app, 'meena@mail.example')).subject).toContain('confirmed')
    expect((await look(await tokenFor())).body).toMatchObject({ amount: '1500.00' })
  })

  test('the e-mail about a paid order has the link to its receipt', async () => {
    const id = await placeOrder(app, [{ productId: null, quantity: 1, priceInRupees: 880 }])
    app.deps.clock.advance(1000)
    await as('POST', `/api/admin/orders/${id}/payment`, { method: 'cash' })
    const { email, number } = await app.db.read
      .selectFrom('shop_order')
      .select(['email', 'number'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    expect((await look(await tokenFor(email))).body).toMatchObject({
      title: 'Order',
      reference: number,
      amount: '1000.00',
      method: 'Cash',
    })
  })

  test('a receipt’s page says that it is void after a reversal, and the mailed receipt links to the same page', async () => {
    const { id } = await seat()
    await pay(id)
    const [token, receipt] = [await tokenFor(), await receiptOf(id)]
    await as('POST', `/api/admin/money/receipts/${receipt}/reverse`, { reason: 'Meant for Devi' })
    const { body, text } = await look(token)
    expect(body).toMatchObject({ isVoid: true, amount: '1500.00', rest: '1500.00' })
    expect(text).not.toContain('Devi')
    app.deps.clock.advance(1000)
    const mailed = await as('POST', `/api/admin/money/receipts/${receipt}/letter`, {
      kind: 'enrolment',
      subject: id,
    })
    expect(mailed.status).toBe(200)
    expect((await look(await tokenFor())).body).toEqual(body)
    // The letter about a later payment links to the later receipt, not to the reversed receipt.
    await pay(id, { method: 'upi' })
    expect((await look(await tokenFor())).body).toMatchObject({ isVoid: false, method: 'UPI' })
  })

  describe('the receipt of one payment for several people', () => {
    test('each person’s link shows only that person’s part of a shared payment', async () => {
      const one = await seat({ email: 'one@mail.example', fullName: 'Anbu Selvan', phone: '9876500011' })
      const two = await seat({ email: 'two@mail.example', fullName: 'Banu Devi', phone: '9876500012' })
      app.deps.clock.advance(1000)
      const shared = await as('POST', '/api/admin/money/split', {
        entered: { amount: '2100', method: 'upi', reference: 'UTR-3' },
        parts: [
          { kind: 'enrolment', id: one.id, amount: '1500' },
          { kind: 'enrolment', id: two.id, amount: '600' },
        ],
      })
      expect(shared.status).toBe(200)
      const [first, second] = [
        await look(await tokenFor('one@mail.example')),
        await look(await tokenFor('two@mail.example')),
      ]
      expect(first.body).toMatchObject({ name: 'Anbu Selvan', amount: '1500.00', rest: '0.00' })
      expect(second.body).toMatchObject({ name: 'Banu Devi', amount: '600.00', rest: '900.00' })
      expect(second.body.number).toBe(first.body.number)
      expect(first.text).not.toContain('Banu')
      expect(first.text).not.toContain('2100')
    })

    test('one payer of several seats gets one receipt of the whole amount', async () => {
      const { id } = await seat({ others: [{ fullName: 'Arun Raj' }] })
      await pay(id)
      expect((await look(await tokenFor())).body).toMatchObject({ amount: '3000.00', name: 'Meena Krishnan' })
    })
  })
})
