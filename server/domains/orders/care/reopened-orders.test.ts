import { beforeEach, expect, test } from 'vitest'
import { type OrderStatus, statusUndoMs } from '../../../../contract/orders/order-facts.ts'
import { emptyTables, testNow } from '../../../../tests/harness/app.ts'
import { lastConfirmed } from '../../../../tests/harness/callers.ts'
import { ledgerTables } from '../../../../tests/harness/ledger.ts'
import { newestLetterTo } from '../../../../tests/harness/letters.ts'
import { callers, onEachEngine, partOnSqlite } from '../../../../tests/harness/on-each-engine.ts'
import { addProduct, placeOrder } from '../../../../tests/harness/orders.ts'

const by = { userId: 'staff', email: 'staff@malar.example' }
const upi = { PAYMENT_PROVIDER: 'upi', SCHOOL_UPI_ID: 'malar.school@okbank' }

onEachEngine('a reopened order', { env: upi }, (app, engine) => {
  const { staff, user } = callers(app, 'staff', 'user')
  let id: string
  beforeEach(async () => {
    app.deps.clock.set(testNow)
    await emptyTables(app, [
      ...ledgerTables,
      'outbox',
      'order_charge',
      'order_attempt',
      'shop_order_change',
      'shop_order_item',
      'shop_order',
    ])
    // The order is ₹1,000 for flowers and ₹120 for the delivery.
    id = await placeOrder(app, [{ productId: null, quantity: 2 }], { status: 'confirmed' })
  })

  const set = async (status: OrderStatus) => {
    await app.app.services.orders.setStatus(id, { status }, null)
    app.deps.clock.advance(statusUndoMs)
    await app.app.services.orders.runDueEffects()
  }
  const post = async (path: string, body: object, token: string | null = staff.token) => {
    await lastConfirmed(app, staff, 0)
    return app.http('POST', `/api/admin/${path}`, { token, body })
  }
  const pay = (amount: string, acceptDifference = false, token: string | null = staff.token) =>
    post(`orders/${id}/payment`, { amount, method: 'cash', acceptDifference }, token)
  const sendBack = async (amount?: string) => {
    const sent = { kind: 'order', id, method: 'upi', note: 'As agreed', ...(amount && { amount }) }
    const answer = await post('money/refund', sent)
    expect(answer.status, answer.text).toBe(200)
  }
  const orderOf = async () =>
    (await app.http('GET', `/api/admin/orders/${id}`, { token: staff.token })).body.data
  const totals = async (path: string) =>
    (await app.http('GET', `/api/admin/${path}`, { token: staff.token })).body.data

  test.each<[string, OrderStatus, () => Promise<unknown>]>([
    ['confirmed by a payment that staff enter', 'pending', () => pay('1120')],
    ['paid after staff changed the status again', 'processing', () => pay('1120')],
    ['confirmed by staff without a payment', 'pending', () => set('confirmed')],
  ])(
    'an order reopened and confirmed within ten seconds takes its stock again, and its fee counts as paid: %s',
    async (_, first, confirm) => {
      const productId = await addProduct(app, 5)
      id = await placeOrder(app, [{ productId, quantity: 2 }], { status: 'shipped' })
      const { orders } = app.app.services
      const held = () =>
        app.db.read
          .selectFrom('product')
          .innerJoin('shop_order_item as item', 'item.product_id', 'product.id')
          .select(['product.quantity', 'item.taken'])
          .where('product.id', '=', productId)
          .execute()
      await app.db.transaction((tx) =>
        orders.press(tx, id, { kind: 'not-reached', at: app.deps.clock.now() }, null, by),
      )
      await post(`orders/${id}/charges`, { amount: '80' })
      const [fee] = (await orderOf()).charges
      await post(`order-charges/${fee.id}/payment`, { method: 'cash' })
      await set('cancelled')
      expect(await held()).toEqual([{ quantity: 5, taken: 0 }])

      await orders.setStatus(id, { status: 'pending' }, null)
      if (first !== 'pending') await orders.setStatus(id, { status: first }, null)
      await confirm()
      app.deps.clock.advance(statusUndoMs)
      await orders.runDueEffects()
      expect(await held()).toEqual([{ quantity: 3, taken: 2 }])
      const { status, charges } = await orderOf()
      expect([status, charges.map((one: { status: string }) => one.status)]).toEqual([
        first === 'pending' ? 'confirmed' : first,
        ['paid'],
      ])
      const [pays] = await app.db.read
        .selectFrom('order_charge')
        .select(['paid_in_paise', 'waits_in_paise'])
        .where('order_id', '=', id)
        .execute()
      expect(pays).toEqual({ paid_in_paise: 8000, waits_in_paise: 0 })
    },
  )

  test('the rest that a reopened order owes is recorded as paid once, even when ten requests record it at once', async () => {
    await pay('1120')
    await set('cancelled')
    await sendBack('400')
    await set('confirmed')
    const answers = await Promise.all(Array.from({ length: 10 }, () => pay('400')))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(await totals('orders-totals')).toMatchObject({ paid: '1120.00', due: '0.00' })
  })

  partOnSqlite(engine, 'what a reopened order owes', () => {
    test('only staff can record the rest that a reopened order owes, and must accept an amount that differs', async () => {
      await pay('1120')
      await set('cancelled')
      await sendBack('400')
      await set('confirmed')
      expect((await pay('400', false, null)).status).toBe(401)
      expect((await pay('400', false, user.token)).status).toBe(403)
      const answer = await pay('1120')
      expect([answer.status, answer.body.error]).toEqual([409, '₹1,120 was received, but ₹400 is due.'])
      expect(await orderOf()).toMatchObject({ paymentstatus: 'pending', due: 400 })
    })

    test('a reopened order owes the part that was refunded, in every list and e-mail, until the part is paid again', async () => {
      await pay('1120')
      await set('cancelled')
      await sendBack('400')
      await set('confirmed')
      expect(await orderOf()).toMatchObject({
        status: 'confirmed',
        paymentstatus: 'pending',
        total: 1120,
        due: 400,
      })
      const letter = await newestLetterTo(app, 'kayal@malar.example')
      expect(letter.text).toContain('₹400 is still due.')
      expect(letter.text).toContain(`/payment?order=${id}`)
      const page = (await app.http('GET', `/api/orders/${id}`)).body
      expect(page).toMatchObject({ due: 400, came: 720, paymentstatus: 'pending' })
      expect(page.payment.upi.uri).toContain('am=400.00')
      expect(await totals('orders-totals')).toMatchObject({
        amount: '1120.00',
        paid: '720.00',
        due: '400.00',
      })
      expect(await totals('orders-totals?q=kayal')).toMatchObject({ paid: '720.00', due: '400.00' })
      expect(await totals('money/waiting-totals')).toMatchObject({ count: 1, paid: '720.00', due: '400.00' })
      const waiting = (await app.http('GET', '/api/admin/money/waiting', { token: staff.token })).body.data
      expect(waiting).toMatchObject([{ id, due: '400.00', payment: 'part' }])

      expect((await pay('400')).status).toBe(200)
      expect(await orderOf()).toMatchObject({ paymentstatus: 'paid', due: 0 })
      expect(await totals('orders-totals')).toMatchObject({ paid: '1120.00', due: '0.00' })
    })

    test('a bank statement line settles the rest that a reopened order owes', async () => {
      await pay('1120')
      await set('cancelled')
      await sendBack('400')
      await set('confirmed')
      const { ordernumber } = await orderOf()
      const row = {
        day: '2026-03-02',
        description: `UPI ${ordernumber}`,
        reference: '607212345678',
        amount: '400.00',
      }
      await post('money/statements', { fileName: 'march.csv', rows: [row] })
      const [line] = (await app.http('GET', '/api/admin/money/lines', { token: staff.token })).body.data
      expect(line.suggestion).toMatchObject({
        confidence: 'certain',
        action: 'settle',
        target: { id, due: '400.00' },
      })
      await post('money/confirm', { matches: [{ line: line.id, kind: 'order', id }] })
      expect(await orderOf()).toMatchObject({ paymentstatus: 'paid', due: 0 })
    })

    test('after a second cancellation an e-mail promises the rest of a partly refunded order, and staff can refund it', async () => {
      await pay('1120')
      await set('cancelled')
      await sendBack('400')
      await set('confirmed')
      await set('cancelled')
      const letter = await newestLetterTo(app, 'kayal@malar.example')
      expect(letter.text).toContain('We’ll refund you the way you paid')
      await sendBack('720')
      expect(await orderOf()).toMatchObject({ paymentstatus: 'refunded', due: 0 })
    })

    test('a reopened order that was refunded in full owes its full price', async () => {
      await pay('1120')
      await set('cancelled')
      await sendBack()
      await set('confirmed')
      expect(await orderOf()).toMatchObject({ paymentstatus: 'pending', due: 1120 })
    })

    test('a reopened order without a refund is paid, even if staff had accepted a smaller amount', async () => {
      await pay('1000', true)
      await set('cancelled')
      await set('confirmed')
      expect(await orderOf()).toMatchObject({ paymentstatus: 'paid', due: 0 })
      expect((await newestLetterTo(app, 'kayal@malar.example')).text).toContain(
        'You don’t need to do anything.',
      )
    })

    test('a smaller amount that staff accepted stays the price of the reopened order after a part was refunded', async () => {
      await pay('1000', true)
      await set('cancelled')
      await sendBack('300')
      await set('confirmed')
      expect(await orderOf()).toMatchObject({ paymentstatus: 'pending', due: 300 })
      await pay('300')
      expect(await orderOf()).toMatchObject({ paymentstatus: 'paid', due: 0 })
    })

    test('reversing a payment of a reopened order makes its amount due again', async () => {
      await pay('1120')
      await set('cancelled')
      await sendBack('400')
      await set('confirmed')
      await pay('400')
      const { entries } = (await app.http('GET', `/api/admin/money/of/order/${id}`, { token: staff.token }))
        .body.data
      const last = entries.findLast(({ kind }: { kind: string }) => kind === 'received')
      expect((await post(`money/receipts/${last.id}/reverse`, { reason: 'Twice' })).status).toBe(200)
      expect(await orderOf()).toMatchObject({ paymentstatus: 'pending', due: 400 })
    })

    test('after a smaller payment that nobody accepted is reversed, the reopened order owes its full price', async () => {
      await set('cancelled')
      expect((await pay('300', true)).status).toBe(409)
      const { entries } = (await app.http('GET', `/api/admin/money/of/order/${id}`, { token: staff.token }))
        .body.data
      expect((await post(`money/receipts/${entries[0].id}/reverse`, { reason: 'Not theirs' })).status).toBe(
        200,
      )
      await set('confirmed')
      expect(await orderOf()).toMatchObject({ paymentstatus: 'pending', due: 1120 })
    })

    test('the bank reference of the first payment cannot pay the rest of a reopened order', async () => {
      const entered = { amount: '1120', method: 'bank', reference: '607212345670' }
      expect((await post(`orders/${id}/payment`, entered)).status).toBe(200)
      await set('cancelled')
      await sendBack('400')
      await set('confirmed')
      const again = await post(`orders/${id}/payment`, { ...entered, amount: '400' })
      expect(again.status).toBe(409)
      expect(again.body.error).toBe(
        'A payment with this reference is already recorded. Check the reference, or leave it blank.',
      )
      expect(await orderOf()).toMatchObject({ paymentstatus: 'pending', due: 400 })
    })

    test('the buyer of a reopened order can report its rest as paid, and the school gets a notice', async () => {
      const press = async () =>
        (await app.http('PATCH', `/api/orders/${id}/status`, { body: { status: 'confirmed' } })).body.code
      expect(await press()).toBe('payment_pending')
      await pay('1120')
      await set('cancelled')
      await sendBack('400')
      await set('confirmed')
      for (const _ of [1, 2]) expect(await press()).toBe('payment_pending')
      const told = await app.db.read
        .selectFrom('outbox')
        .select('cause')
        .where('cause', 'like', '%claimed%')
        .execute()
      expect(told).toHaveLength(2)
      await pay('400')
      expect(await press()).toBeUndefined()
    })

    test('the buyer of a partly paid order whose hold ended can still report the rest as paid', async () => {
      await pay('1120')
      await set('cancelled')
      await sendBack('400')
      await set('confirmed')
      // The order waits for its money again, as after a change by staff.
      const held = { status: 'pending', hold_until: app.deps.clock.now() } as const
      await app.db.write.updateTable('shop_order').set(held).where('id', '=', id).execute()
      expect(await app.app.services.orders.expireHolds()).toBe(1)
      const press = () => app.http('PATCH', `/api/orders/${id}/status`, { body: { status: 'confirmed' } })
      for (const _ of [1, 2]) expect((await press()).body.code).toBe('payment_pending')
      const claims = await app.db.read.selectFrom('claim').select('amount_in_paise').execute()
      expect(claims).toEqual([{ amount_in_paise: 40_000 }])
    })
  })
})
