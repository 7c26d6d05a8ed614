import { beforeEach, describe, expect, test } from 'vitest'
import type { CouponInput } from '../../../../contract/money/coupons.ts'
import { testNow } from '../../../../tests/harness/app.ts'
import { callers, onEachEngine } from '../../../../tests/harness/on-each-engine.ts'
import { addProduct } from '../../../../tests/harness/orders.ts'
import { addDeliveryPlan, buyerOf, stockOf, usesOf } from '../../../../tests/harness/store.ts'
import { addMs } from '../../../platform/clock.ts'

const racing = 50
const minute = 60_000
const generic = 'This code can’t be used with this order.'

onEachEngine('a coupon on an order', (app) => {
  const { staff } = callers(app, 'staff')
  let turn = 0
  let couponCode: string
  let slots: Awaited<ReturnType<typeof addDeliveryPlan>>
  let roses: string
  let lilies: string
  beforeEach(async () => {
    couponCode = `ORDER${++turn}`
    app.deps.clock.set(testNow)
    slots = await addDeliveryPlan(app)
    roses = await addProduct(app, 5, 'Roses')
    lilies = await addProduct(app, 5, 'Lilies')
  })

  const add = async (terms: Partial<CouponInput> = {}) =>
    (
      await app.db.transaction((tx) =>
        app.app.services.coupons.add(
          tx,
          { code: couponCode, kind: 'percent', percent: 10, ...terms } as CouponInput,
          null,
        ),
      )
    ).id
  /** Returns another person for each test. */
  const person = () => ({ email: `meena${turn}@mail.example`, phone: `98765${10000 + turn}` })
  const {
    post,
    place,
    pay,
    cancel,
    view: orderAt,
  } = buyerOf(app, () => ({
    slotId: slots.afternoon,
    lines: [{ productId: roses, quantity: 1 }],
    couponCode,
    ...person(),
  }))
  const sharesOf = async (orderId: string) =>
    (
      await app.db.read
        .selectFrom('shop_order_item')
        .select('discount_in_paise')
        .where('order_id', '=', orderId)
        .orderBy('position')
        .execute()
    ).map((item) => item.discount_in_paise)
  const expire = () => {
    app.deps.clock.set(addMs(testNow, 31 * minute))
    return app.app.services.orders.expireHolds()
  }

  test.each([
    ['that nobody knows', null, 'We don’t know this code, or it’s no longer offered. Check the spelling.'],
    ['for courses', { scope: 'courses' }, 'This code is for our courses only.'],
    ['for other products', { scope: 'products' }, generic],
    ['for larger orders', { minimum: 50_001 }, 'Spend ₹500.01 or more to use this code.'],
  ] as const)(
    'a coupon code %s is refused, and the order holds neither stock nor slot',
    async (_, terms, sentence) => {
      const others = terms && 'scope' in terms && terms.scope === 'products' ? [await addProduct(app, 1)] : []
      if (terms !== null) await add({ ...terms, scopeItems: others })
      const { status, body } = await post()
      expect([status, body.code, body.error]).toEqual([409, 'coupon_invalid', sentence])
      expect(await stockOf(app, roses)).toBe(5)
    },
  )

  test('a code for first orders and a code for one use per customer refuse a second order with the same message', async () => {
    for (const terms of [{ firstOnly: true }, { usesEach: 1 }]) {
      couponCode = `ORDER${++turn}`
      await add(terms)
      await place()
      const { status, body } = await post()
      expect([status, body.error]).toEqual([409, generic])
    }
  })

  test('the discount of a code is spread over the lines in proportion to their prices, and taken off the total', async () => {
    await add({ percent: 15, most: 10_001 })
    const { id, total } = await place({
      lines: [
        { productId: roses, quantity: 1 },
        { productId: lilies, quantity: 2 },
      ],
    })
    // The goods are ₹1,500 and the delivery is ₹80. The lines get one third and two thirds of the discount of ₹100.01.
    expect(total).toBe('1479.99')
    expect(await sharesOf(id)).toEqual([3_334, 6_667])
    expect(await orderAt(id)).toMatchObject({
      subtotal: 1500,
      deliverycharge: 80,
      discountamount: 100.01,
      total: 1479.99,
      couponCode,
    })
    expect((await pay(id)).status).toBe(200)
  })

  test('a code for free delivery removes the delivery fee, and discounts no line', async () => {
    await add({ kind: 'free-delivery', percent: null })
    const { id, total } = await place()
    expect([total, await sharesOf(id)]).toEqual(['500.00', [0]])
    const { fee_discount_in_paise } = await app.db.read
      .selectFrom('shop_order')
      .select('fee_discount_in_paise')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    expect(fee_discount_in_paise).toBe(8_000)
    const { body } = await post({ slotId: slots.pickup })
    expect(body.error).toBe('This code doesn’t apply to anything here.')
  })

  test('a code that leaves nothing to pay confirms the order immediately', async () => {
    await add({ percent: 100 })
    expect(await place({ slotId: slots.pickup })).toMatchObject({ total: '0.00', status: 'confirmed' })
  })

  test('an order with a code and a different total than the page showed is refused, and does not use up the code', async () => {
    const id = await add()
    const { status, body } = await post({ shownTotal: 580 })
    expect([status, body.code, body.details]).toEqual([409, 'price_changed', { total: '530.00' }])
    expect(await usesOf(app, id)).toBe(0)
    await place({ shownTotal: 530 })
  })

  describe('the use of a code', () => {
    test('the use of a code is returned when the order’s hold ends, and a late payment takes the use again', async () => {
      const id = await add({ usesMax: 1 })
      const order = await place()
      await expire()
      expect(await usesOf(app, id)).toBe(0)
      expect((await pay(order.id)).status).toBe(200)
      expect(await usesOf(app, id)).toBe(1)
    })

    test('a late payment of an order whose code is used up takes nothing from stock, and staff decide about the money', async () => {
      const id = await add({ usesMax: 1 })
      const order = await place()
      await expire()
      await place({ email: 'faster@mail.example', phone: '9444400000' })
      expect((await pay(order.id)).status).toBe(409)
      expect(await stockOf(app, roses)).toBe(4)
      const paid = await app.http('POST', `/api/admin/orders/${order.id}/payment`, {
        token: staff.token,
        body: { method: 'bank', reference: `BANK-${turn}` },
      })
      expect(paid.status).toBe(409)
      const { state } = await app.db.read
        .selectFrom('money_state')
        .select('state')
        .where('subject_id', '=', order.id)
        .executeTakeFirstOrThrow()
      expect([state, await usesOf(app, id)]).toEqual(['attention', 1])
    })

    test('the use of a code is returned when the customer cancels the order', async () => {
      const id = await add({ usesMax: 1 })
      const order = await place()
      const answer = await cancel(order.id, person().email)
      expect(answer.status, answer.text).toBe(200)
      expect(await usesOf(app, id)).toBe(0)
    })

    test('the use of a code is returned once a cancellation by staff cannot be undone, and taken again on reopening', async () => {
      const id = await add({ usesMax: 1 })
      const order = await place()
      const { orders } = app.app.services
      const set = async (status: 'cancelled' | 'confirmed') => {
        await orders.setStatus(order.id, { status }, null)
        app.deps.clock.advance(11_000)
        await orders.runDueEffects()
      }
      await orders.setStatus(order.id, { status: 'cancelled' }, null)
      expect(await usesOf(app, id)).toBe(1)
      app.deps.clock.advance(11_000)
      await orders.runDueEffects()
      expect(await usesOf(app, id)).toBe(0)
      await set('confirmed')
      expect(await usesOf(app, id)).toBe(1)
    })
  })

  test('one of 50 orders at once gets the last use of a code, and the others get the reason for the refusal', async () => {
    const id = await add({ usesMax: 1 })
    const many = await addProduct(app, 1000, 'Garlands')
    const answers = await Promise.all(
      Array.from({ length: racing }, () => post({ lines: [{ productId: many, quantity: 1 }] })),
    )
    const refused = answers.filter(({ status }) => status !== 201)
    expect(refused.map(({ body }) => [body.code, body.message])).toEqual(
      Array(racing - 1).fill([
        'coupon_invalid',
        'This code has been used up. It can be used again if an order with it isn’t paid in time.',
      ]),
    )
    expect([await usesOf(app, id), await stockOf(app, many)]).toEqual([1, 999])
  })
})
