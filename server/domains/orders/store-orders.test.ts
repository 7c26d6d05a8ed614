import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { statusUndoMs } from '../../../contract/orders/order-facts.ts'
import { emptyTables, testNow } from '../../../tests/harness/app.ts'
import { lastConfirmed, signedIn } from '../../../tests/harness/callers.ts'
import { newestLetterTo } from '../../../tests/harness/letters.ts'
import { onEachEngine, onSqlite, partOnSqlite } from '../../../tests/harness/on-each-engine.ts'
import { addProduct } from '../../../tests/harness/orders.ts'
import { messagesAbout, proveAll } from '../../../tests/harness/seats.ts'
import { addDeliveryPlan, buyerOf, giftPathOf, heldCounts, stockOf } from '../../../tests/harness/store.ts'
import { addMs } from '../../platform/clock.ts'

const minute = 60_000
const hour = 60 * minute

onEachEngine('store orders', (app, engine) => {
  let staff: string
  let user: { token: string; email: string }
  let slots: Awaited<ReturnType<typeof addDeliveryPlan>>
  let roses: string

  beforeAll(async () => {
    staff = (await signedIn(app, 'staff')).token
    user = await signedIn(app, 'user')
  })
  beforeEach(async () => {
    app.deps.clock.set(testNow)
    await emptyTables(app, [
      'allocation',
      'receipt_key',
      'receipt',
      'claim',
      'shop_order_change',
      'shop_order_item',
      'shop_order',
      'slot_day',
      'delivery_slot',
      'delivery_zone',
      'cart_line',
      'cart',
      'product',
      'outbox',
      'letter_count',
      'audit_entry',
    ])
    slots = await addDeliveryPlan(app)
    roses = await addProduct(app, 5, 'Red roses')
  })

  const orders = () => app.app.services.orders
  const { post, place, view, pay, cancel } = buyerOf(app, () => ({
    slotId: slots.afternoon,
    lines: [{ productId: roses, quantity: 1 }],
  }))
  const countOrders = async () =>
    Number(
      (
        await app.db.read
          .selectFrom('shop_order')
          .select((eb) => eb.fn.countAll().as('count'))
          .executeTakeFirstOrThrow()
      ).count,
    )
  const moneyOf = (id: string) =>
    app.db.read
      .selectFrom('money_state')
      .select(['state', 'paid_in_paise', 'unseated_in_paise'])
      .where('subject', '=', 'order')
      .where('subject_id', '=', id)
      .executeTakeFirstOrThrow()

  partOnSqlite(engine, 'a refused order', () => {
    test.each([
      [{ day: '2026-04-31' }, 'day', 'That date doesn’t exist. Enter another date.'],
      [{ day: '31.4.2026' }, 'day', 'Enter a date'],
      [{ pincode: 'six' }, 'pincode', 'Enter a pincode of six digits'],
      [{ pincode: '60000A' }, 'pincode', 'Enter a pincode of six digits'],
      [{ pincode: '௬௦௦௦௦௪' }, 'pincode', 'Enter a pincode of six digits'],
      [{ recipientName: ' ' }, 'recipientName', 'Enter the recipient’s name'],
      [
        { recipientPhone: '12345' },
        'recipientPhone',
        'Please enter a valid 10-digit Indian mobile number (starting with 6-9)',
      ],
      [{ address: undefined }, 'address', 'Enter the address'],
      [{ area: '' }, 'area', 'Enter the area'],
      [{ pincode: undefined }, 'pincode', 'Enter the pincode'],
      [{ customername: '' }, 'customername', 'Enter your name'],
      [{ email: 'meena' }, 'email', 'Please enter a valid email address'],
      [
        { phone: '12' },
        'phone',
        'Enter a 10-digit Indian mobile number, or a number that starts with + and a country code',
      ],
      [
        { cardMessage: '👨‍👩‍👧‍👦'.repeat(251) },
        'cardMessage',
        'Use at most 250 characters for the card message',
      ],
      [{ cardMessage: 'x'.repeat(100_000) }, 'cardMessage', null],
      [{ substitution: undefined }, 'substitution', 'Choose what we do if a flower isn’t available'],
      [{ acceptsTerms: false }, 'acceptsTerms', 'Accept the terms to continue'],
      [{ lines: [] }, 'lines', 'Add at least one item'],
    ])('an order with a wrong field is refused and takes nothing: %j', async (changes, field, sentence) => {
      const { status, body } = await post(changes)
      if (sentence === null) expect([400, 413]).toContain(status)
      else {
        expect([status, body.fields]).toEqual([400, { [field]: sentence }])
      }
      expect(await countOrders()).toBe(0)
      expect(await stockOf(app, roses)).toBe(5)
    })

    test.each([0, -1, 1.5, 1e9, 100, '2', null])(
      'an order for %j pieces of a product is refused',
      async (quantity) => {
        const { status, body } = await post({ lines: [{ productId: roses, quantity }] })
        expect([status, body.message]).toEqual([400, 'Choose a whole number from 1 to 99'])
        expect(await countOrders()).toBe(0)
      },
    )

    test.each([
      ['yesterday', '2026-03-01', 'This day has passed'],
      ['a day in two years', '2028-03-02', 'You can order up to 60 days ahead'],
      ['31 December 9999', '9999-12-31', 'You can order up to 60 days ahead'],
    ])('an order for %s is refused', async (_, day, sentence) => {
      const { status, body } = await post({ day })
      expect([status, body.code, body.message]).toEqual([409, 'slot_closed', sentence])
      expect([await countOrders(), await stockOf(app, roses)]).toEqual([0, 5])
    })

    test('an order with 31 lines is refused', async () => {
      const { status, body } = await post({
        lines: Array.from({ length: 31 }, () => ({ productId: roses, quantity: 1 })),
      })
      expect([status, body.message]).toEqual([400, 'Order at most 30 different items at a time'])
    })

    test('an order that names no lines is refused if its buyer has no cart or an empty cart', async () => {
      const added = await app.http('POST', '/api/cart/items', { body: { productId: roses, quantity: 1 } })
      const headers = { 'cart-token': added.body.data.token }
      const [line] = added.body.data.lines
      expect((await app.http('DELETE', `/api/cart/items/${line.id}`, { headers })).status).toBe(200)
      for (const more of [{}, { headers }]) {
        const { status, body } = await post({ lines: undefined }, more)
        expect([status, body.message]).toEqual([400, 'Your cart is empty.'])
      }
    })

    test('an order for more than the stock is refused with the lines that lack stock, and takes nothing', async () => {
      const lilies = await addProduct(app, 9, 'Lilies')
      const { status, body } = await post({
        lines: [
          { productId: lilies, quantity: 2 },
          { productId: roses, quantity: 6 },
        ],
      })
      expect([status, body.code, body.message, body.details]).toEqual([
        409,
        'out_of_stock',
        'We don’t have enough Red roses left. Choose fewer.',
        { lines: [{ line: 1, productId: roses, left: 5 }] },
      ])
      expect([await stockOf(app, lilies), await stockOf(app, roses)]).toEqual([9, 5])
    })

    test('the refusal for a sold-out product asks to choose something else, not to choose fewer', async () => {
      const lilies = await addProduct(app, 0, 'Lilies')
      const lines = [{ productId: lilies, quantity: 1 }]
      const sold = await post({ lines })
      expect([sold.status, sold.body.code, sold.body.message]).toEqual([
        409,
        'out_of_stock',
        'We’re out of Lilies right now. Choose something else.',
      ])
      const both = await post({ lines: [...lines, { productId: roses, quantity: 6 }] })
      expect(both.body.message).toBe('We don’t have enough Lilies and Red roses left. Choose fewer.')
    })

    test('a deleted product and an unknown product cannot be ordered', async () => {
      for (const productId of ['nothing', roses]) {
        if (productId === roses) await app.http('DELETE', `/api/admin/products/${roses}`, { token: staff })
        const { status, body } = await post({ lines: [{ productId, quantity: 1 }] })
        expect([status, body.code]).toEqual([409, 'out_of_stock'])
      }
    })

    test('an order for a closed slot, a full slot or an undeliverable pincode is refused, and the stock is unchanged', async () => {
      app.deps.clock.set('2026-03-04T09:30:00.000Z') // 15:00 in Chennai
      expect((await post()).body.code).toBe('slot_closed')
      app.deps.clock.set(testNow)
      const far = await post({ pincode: '641001' })
      expect([far.status, far.body.code, far.body.message]).toEqual([
        409,
        'undeliverable',
        'We don’t deliver to 641001 yet',
      ])
      await app.db.write.updateTable('delivery_slot').set({ capacity: 1 }).execute()
      await place()
      const full = await post()
      expect([full.status, full.body.code]).toEqual([409, 'slot_full'])
      expect(await stockOf(app, roses)).toBe(4)
    })

    test('an order with a different total than the page showed is refused with the right total', async () => {
      const { status, body } = await post({ shownTotal: '579.99' })
      expect([status, body.code, body.details]).toEqual([409, 'price_changed', { total: '580.00' }])
      expect(await stockOf(app, roses)).toBe(5)
      expect((await place({ shownTotal: 580 })).total).toBe('580.00')
    })

    test('an unknown order cannot be read, paid or cancelled, and the list of orders needs a sign-in', async () => {
      for (const path of ['', '/tracking']) {
        expect((await app.http('GET', `/api/orders/nothing${path}`)).status).toBe(404)
      }
      expect((await pay('nothing')).status).toBe(404)
      expect((await cancel('nothing', 'meena@mail.example')).status).toBe(404)
      expect((await app.http('GET', '/api/orders')).status).toBe(401)
    })

    test('only staff can mark an order as paid', async () => {
      const { id } = await place()
      for (const [token, status] of [
        [null, 401],
        [user.token, 403],
      ] as const) {
        expect(
          (await app.http('POST', `/api/admin/orders/${id}/payment`, { token, body: { method: 'cash' } }))
            .status,
        ).toBe(status)
      }
    })
  })

  partOnSqlite(engine, 'placing an order', () => {
    test('prices, fees, totals and statuses in the request are ignored', async () => {
      const { id, total } = await place({
        price: 1,
        subtotal: '1',
        deliverycharge: 0,
        discountamount: 99_999,
        total: 1,
        status: 'completed',
        paymentstatus: 'paid',
        lines: [{ productId: roses, quantity: 2, price: 1, unitPrice: 1 }],
      })
      expect(total).toBe('1080.00')
      const { body } = await app.http('GET', `/api/admin/orders/${id}`, { token: staff })
      expect(body.data).toMatchObject({
        status: 'pending',
        paymentstatus: 'pending',
        subtotal: 1000,
        deliverycharge: 80,
        discountamount: 0,
        total: 1080,
        deliveryaddress: '14, Kutchery Road, Mylapore, 600004',
        customername: 'Meena Krishnan',
        phone: '+442079460018',
      })
    })

    test('a placed order holds stock and slot for half an hour and sends its messages; its page hides the address', async () => {
      const { id, holdUntil } = await place()
      expect(holdUntil).toBe('2026-03-02T07:00:00.000Z')
      expect(await stockOf(app, roses)).toBe(4)
      const { slots: counted, holding } = await heldCounts(app)
      expect(counted).toEqual(holding)
      expect(Object.values(counted)).toEqual([1])
      const shown = await view(id)
      expect(shown).toMatchObject({
        status: 'pending',
        day: '2026-03-04',
        slot: { name: '1 pm to 6 pm', from: '2026-03-04T07:30:00.000Z', to: '2026-03-04T12:30:00.000Z' },
        total: 580,
        holdUntil,
        canCancel: true,
        cancelSentence: 'You can cancel this order until 12 pm tomorrow',
        canCorrect: true,
        payment: { provider: 'simulator', checking: false, upi: null },
      })
      expect(shown.steps.map(({ at }: { at: string | null }) => at !== null)).toEqual([
        true,
        false,
        false,
        false,
        false,
      ])
      expect(JSON.stringify(shown)).not.toMatch(/Kutchery|9876543210|7946|meena/i)
      expect(await messagesAbout(app, id)).toEqual([
        'order-received chat +442079460018',
        'order-received email meena@mail.example',
        'school-notice email hello@malar.example',
      ])
    })

    test('a card of 250 emoji, each of many code points, is stored as it was typed', async () => {
      const cardMessage = '👨‍👩‍👧‍👦'.repeat(250)
      const { id } = await place({ cardMessage })
      const { card_message } = await app.db.read
        .selectFrom('shop_order')
        .select('card_message')
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
      expect(card_message).toBe(cardMessage)
    })

    test('an order for the buyer takes the buyer’s own name and phone number, and a pickup needs no recipient', async () => {
      const own = await place({
        isForMe: true,
        recipientName: undefined,
        recipientPhone: undefined,
        phone: '9840012345',
      })
      const abroad = await post({ isForMe: true, recipientName: undefined, recipientPhone: undefined })
      expect(abroad.body.fields).toEqual({ recipientPhone: 'Enter the recipient’s phone number' })
      const pickup = await place({
        slotId: slots.pickup,
        pincode: undefined,
        recipientName: undefined,
        recipientPhone: undefined,
        address: undefined,
        area: undefined,
      })
      expect(pickup.total).toBe('500.00')
      const rows = await app.db.read
        .selectFrom('shop_order')
        .select(['id', 'recipient_name', 'recipient_phone', 'delivery_address', 'zone_name', 'state'])
        .execute()
      expect(rows.find(({ id }) => id === own.id)).toMatchObject({
        recipient_name: 'Meena Krishnan',
        recipient_phone: '9840012345',
        zone_name: 'Chennai',
        state: 'Tamil Nadu',
      })
      expect(rows.find(({ id }) => id === pickup.id)).toMatchObject({
        recipient_phone: '+442079460018',
        delivery_address: 'Pickup at the studio',
        zone_name: null,
        state: null,
      })
    })

    test('the e-mail about an order that its buyer collects says “ready”, not “on its way”', async () => {
      const { id } = await place({ slotId: slots.pickup, pincode: undefined })
      await pay(id)
      await orders().setStatus(id, { status: 'shipped' }, null)
      app.deps.clock.advance(statusUndoMs)
      await orders().runDueEffects()
      const letter = await newestLetterTo(app, 'meena@mail.example')
      expect(letter.subject).toMatch(/is ready to collect$/)
      expect(letter.text).toContain('You can collect them from our studio.')
      expect(letter.text).toContain('Collection: ')
    })

    test('an order without lines takes the lines of the cart, and empties the cart', async () => {
      const added = await app.http('POST', '/api/cart/items', { body: { productId: roses, quantity: 2 } })
      const { token } = added.body.data
      const { total } = await place({ lines: undefined }, { headers: { 'cart-token': token } })
      expect(total).toBe('1080.00')
      const cart = await app.http('GET', '/api/cart', { headers: { 'cart-token': token } })
      expect(cart.body.data.lines).toEqual([])
    })

    test('two requests with one idempotency key make one order, and a different order with that key is refused', async () => {
      const headers = { 'idempotency-key': '3f6d9a0c-1a55-4a4e-9d26-0d8c4cc3c1aa' }
      const answers = await Promise.all(Array.from({ length: 50 }, () => post({}, { headers })))
      expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
      expect([await countOrders(), await stockOf(app, roses)]).toEqual([1, 4])
      const other = await post({ cardMessage: 'Other words' }, { headers })
      expect([other.status, other.body.code]).toEqual([409, 'idempotency_mismatch'])
    })

    test('a free order is confirmed immediately', async () => {
      await app.db.write.updateTable('product').set({ price_in_paise: 0 }).execute()
      const { id, holdUntil, total } = await place({
        slotId: slots.pickup,
        email: 'free@mail.example',
      })
      expect([total, holdUntil]).toEqual(['0.00', null])
      expect(await view(id)).toMatchObject({ status: 'confirmed', paymentstatus: 'paid' })
      expect((await moneyOf(id)).state).toBe('paid')
      expect(await messagesAbout(app, id)).toContain('order-status email free@mail.example')
    })
  })

  partOnSqlite(engine, 'the money of an order', () => {
    test('ten payments at once confirm the order once', async () => {
      const { id } = await place()
      const answers = await Promise.all(Array.from({ length: 10 }, () => pay(id)))
      expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200))
      expect(await view(id)).toMatchObject({ status: 'confirmed', paymentstatus: 'paid', holdUntil: null })
      expect(await moneyOf(id)).toEqual({ state: 'paid', paid_in_paise: 58_000, unseated_in_paise: 0 })
      expect((await messagesAbout(app, id)).filter((one) => one.startsWith('order-status'))).toHaveLength(2)
      app.deps.clock.advance(90 * hour)
      expect(await orders().expireHolds()).toBe(0)
    })

    test('an order whose hold ends returns stock and slot once, and no longer counts in the figures', async () => {
      const totalOrders = async () =>
        Number(
          (
            await app.db.read
              .selectFrom('running_total')
              .select((eb) => eb.fn.sum('amount').as('sum'))
              .where('figure', '=', 'orders')
              .executeTakeFirstOrThrow()
          ).sum,
        )
      const before = await totalOrders()
      const { id } = await place()
      expect(await totalOrders()).toBe(before + 1)
      app.deps.clock.advance(30 * minute)
      const ended = await Promise.all(Array.from({ length: 5 }, () => orders().expireHolds()))
      expect(ended.reduce((sum, count) => sum + count)).toBe(1)
      expect(await view(id)).toMatchObject({ status: 'cancelled', endedBy: 'hold', holdUntil: null })
      expect([await stockOf(app, roses), await totalOrders()]).toEqual([5, before])
      expect((await heldCounts(app)).slots).toEqual({})
      expect(await messagesAbout(app, id)).toContain('order-hold-ended email meena@mail.example')
    })

    /** Allows strangers to hold the whole stock. */
    const letStrangersHoldAll = async () => {
      const put = { token: staff, body: { unprovedShare: 100 } }
      expect((await app.http('PUT', '/api/admin/school-settings', put)).status).toBe(200)
    }

    test('a late payment reopens the order while its stock and slot are still free', async () => {
      await letStrangersHoldAll()
      const { id } = await place({ lines: [{ productId: roses, quantity: 5 }] })
      app.deps.clock.advance(31 * minute)
      await orders().expireHolds()
      expect((await pay(id)).status).toBe(200)
      expect(await view(id)).toMatchObject({ status: 'confirmed', endedBy: null })
      expect(await stockOf(app, roses)).toBe(0)
      const { slots: counted, holding } = await heldCounts(app)
      expect(counted).toEqual(holding)
    })

    test.each([
      ['the stock', { quantity: 5 }],
      ['the slot', { quantity: 1 }],
    ])(
      'a late payment charges nothing if %s is taken, and money that staff then record waits for a refund',
      async (what, line) => {
        await letStrangersHoldAll()
        const { id } = await place({ lines: [{ productId: roses, ...line }] })
        app.deps.clock.advance(31 * minute)
        await orders().expireHolds()
        if (what === 'the slot')
          await app.db.write.updateTable('delivery_slot').set({ capacity: 1 }).execute()
        await place({ email: 'other@mail.example' })
        const left = await stockOf(app, roses)
        const late = await pay(id)
        expect([late.status, late.body.code, late.body.message]).toEqual([
          409,
          'out_of_stock',
          'The hold on this order has ended, and its flowers or delivery time are no longer available. You weren’t charged. You can order again.',
        ])
        expect((await moneyOf(id)).state).toBe('due')
        const marked = await app.http('POST', `/api/admin/orders/${id}/payment`, {
          token: staff,
          body: { method: 'cash' },
        })
        expect([marked.status, marked.body.message]).toEqual([
          409,
          'The payment is recorded, but this order’s flowers or delivery time are no longer available. Call the customer.',
        ])
        expect(await moneyOf(id)).toMatchObject({
          state: 'attention',
          unseated_in_paise: 58_000 + (line.quantity - 1) * 50_000,
        })
        expect([await stockOf(app, roses), (await view(id)).status]).toEqual([left, 'cancelled'])
        expect((await view(id)).moneyWaits).toBe(true)
        const { slots: counted, holding } = await heldCounts(app)
        expect(counted).toEqual(holding)
        await lastConfirmed(app, { token: staff }, 0)
        const refunded = await app.http('POST', '/api/admin/money/refund', {
          token: staff,
          body: { kind: 'order', id, method: 'upi', note: 'sent back by UPI' },
        })
        expect(refunded.status, refunded.text).toBe(200)
        expect(await moneyOf(id)).toMatchObject({ unseated_in_paise: 0, paid_in_paise: 0 })
        expect(await messagesAbout(app, id)).toContain('order-refunded email meena@mail.example')
      },
    )
  })

  describe('a cancellation by the customer', () => {
    test('a cancellation in time frees stock and slot, and the money that was paid waits for a refund', async () => {
      const { id } = await place()
      await pay(id)
      app.deps.clock.set('2026-03-03T06:30:00.000Z')
      const other = await cancel(id, 'other@mail.example')
      expect([other.status, other.body.fields]).toEqual([
        400,
        { email: 'This isn’t the e-mail address that the order was placed with.' },
      ])
      expect((await cancel(id, 'Meena@Mail.example')).body.data).toEqual({ id, status: 'cancelled' })
      const ended = { status: 'cancelled', endedBy: 'customer', canCancel: false, moneyWaits: false }
      expect(await view(id)).toMatchObject(ended)
      expect(await stockOf(app, roses)).toBe(5)
      expect((await heldCounts(app)).slots).toEqual({})
      expect(await moneyOf(id)).toEqual({ state: 'attention', paid_in_paise: 0, unseated_in_paise: 58_000 })
      expect((await cancel(id, 'meena@mail.example')).status).toBe(200)
      expect(await stockOf(app, roses)).toBe(5)
      // The buyer gets one letter for each change. The school gets one letter about the order and one letter about its
      // cancellation.
      const messages = await messagesAbout(app, id)
      expect(messages.filter((one) => one.startsWith('order-status email'))).toHaveLength(2)
      expect(messages.filter((one) => one.startsWith('school-notice'))).toHaveLength(2)
      const { token } = await signedIn(app, 'staff')
      const waiting = await app.http('GET', '/api/admin/money/to-give-back', { token })
      expect(waiting.status, waiting.text).toBe(200)
      expect(waiting.body.data.map(({ id }: { id: string }) => id)).toEqual([id])
    })

    test('a cancellation that is too late, or of an order for tomorrow, is refused with the reason', async () => {
      const { id } = await place()
      await pay(id)
      app.deps.clock.set('2026-03-03T06:30:00.001Z')
      const late = await cancel(id, 'meena@mail.example')
      expect([late.status, late.body.message]).toEqual([
        409,
        'You could cancel this order until 12 pm today. Please call us, and we’ll see what we can do.',
      ])
      const tomorrow = await place({ day: '2026-03-04', email: 'b@mail.example' })
      const no = await cancel(tomorrow.id, 'b@mail.example')
      expect(no.body.message).toBe(
        'Orders for tomorrow can’t be cancelled. Please call us, and we’ll see what we can do.',
      )
      expect(await stockOf(app, roses)).toBe(3)
    })

    test.each([
      ['cancelled', 'at once'],
      ['processing', 'at once'],
      ['cancelled', 'after the ten seconds'],
      ['processing', 'after the ten seconds'],
    ])(
      'staff who set an order to “%s” cannot undo that change %s once the customer has cancelled the order',
      async (status, when) => {
        const couponCode = `ONCE-${app.deps.ids.code()}`
        const { coupons } = app.app.services
        const { id: couponId } = await app.db.transaction((tx) =>
          coupons.add(tx, { code: couponCode, kind: 'percent', percent: 10, usesMax: 1 }, null),
        )
        const uses = async () => (await coupons.get(couponId)).uses
        const { id } = await place({ couponCode })
        await pay(id)
        expect([await stockOf(app, roses), await uses()]).toEqual([4, 1])

        const asStaff = { token: staff, body: { status } }
        const set = await app.http('PUT', `/api/admin/orders/${id}/status`, asStaff)
        const { change } = set.body.data
        app.deps.clock.advance(3_000)
        expect((await cancel(id, 'meena@mail.example')).body.data).toEqual({ id, status: 'cancelled' })

        if (when !== 'at once') {
          app.deps.clock.advance(8_000)
          await orders().runDueEffects()
        }
        const body = { change: change.id }
        const undone = await app.http('POST', `/api/admin/orders/${id}/status/undo`, { token: staff, body })
        expect(undone.status).toBe(409)
        app.deps.clock.advance(20_000)
        for (let again = 0; again < 2; again++) await orders().runDueEffects()

        expect(await view(id)).toMatchObject({ status: 'cancelled', endedBy: 'customer' })
        expect([await stockOf(app, roses), await uses()]).toEqual([5, 0])
        expect((await heldCounts(app)).slots).toEqual({})
        expect(await moneyOf(id)).toMatchObject({ state: 'attention', paid_in_paise: 0 })
        const told = (await messagesAbout(app, id)).filter((message) =>
          message.startsWith('order-status email'),
        )
        // One letter says that the order is confirmed, and the other letter says that the order is cancelled.
        expect(told).toHaveLength(2)
      },
    )

    test('a customer’s late cancellation is refused until staff can no longer undo their own cancellation', async () => {
      const { id } = await place({ day: '2026-03-03' })
      await pay(id)
      const asStaff = { token: staff, body: { status: 'cancelled' } }
      await app.http('PUT', `/api/admin/orders/${id}/status`, asStaff)
      expect((await cancel(id, 'meena@mail.example')).status).toBe(409)
      app.deps.clock.advance(11_000)
      await orders().runDueEffects()
      expect((await cancel(id, 'meena@mail.example')).status).toBe(200)
      expect((await view(id)).endedBy).toBe('staff')
    })
  })

  describe("the recipient's link", () => {
    const gift = (path: string) => app.http('GET', `/api${path}`)
    const tell = (path: string, message: unknown) =>
      app.http('POST', `/api${path}/message`, { body: { message } })

    test('a forged recipient’s link shows nothing and accepts no message', async () => {
      const { id } = await place()
      for (const token of [`${id}.${'A'.repeat(32)}`, `nothing.${'A'.repeat(32)}`]) {
        expect((await gift(`/gift/${token}`)).status).toBe(404)
        expect((await tell(`/gift/${token}`, 'After six')).status).toBe(404)
      }
      expect((await gift(`/gift/${id}`)).status).toBe(404)
    })

    test('the recipient’s page shows no price and no sender who is hidden, and the card only after the delivery', async () => {
      const { id } = await place({
        cardMessage: 'Happy birthday',
        hidesSender: true,
        email: 'a@mail.example',
      })
      const giftPath = await giftPathOf(app, id)
      // The order's own page has prices, so the recipient's link must not contain the order's id.
      expect(giftPath).not.toContain(id)
      const before = await gift(giftPath)
      expect(before.body).toMatchObject({ from: null, state: 'unconfirmed', cardMessage: null })
      expect(before.text).not.toMatch(/price|total|580|500|Meena|Happy|Kutchery|9876543210/)
      for (const [status, state] of [
        ['confirmed', 'confirmed'],
        ['processing', 'confirmed'],
        ['shipped', 'on-its-way'],
        ['cancelled', 'cancelled'],
        ['delivered', 'delivered'],
      ]) {
        await app.http('PUT', `/api/admin/orders/${id}/status`, { token: staff, body: { status } })
        expect((await gift(giftPath)).body.state, status).toBe(state)
      }
      const after = await gift(giftPath)
      expect(after.body).toMatchObject({ state: 'delivered', cardMessage: 'Happy birthday', from: null })
      const named = await place({ email: 'b@mail.example' })
      const namedPath = await giftPathOf(app, named.id)
      expect((await gift(namedPath)).body.from).toBeNull()
      await app.http('PUT', `/api/admin/orders/${named.id}/status`, {
        token: staff,
        body: { status: 'confirmed' },
      })
      expect((await gift(namedPath)).body.from).toBe('Meena Krishnan')
    })

    test('pages and chat messages show what the buyer typed only once the order is paid', async () => {
      const typed = {
        customername: 'Typed Sender',
        recipientName: 'Typed Recipient',
        cardMessage: 'Typed card',
        requirements: 'Typed note',
        occasion: 'Typed occasion',
        lines: [{ productId: roses, quantity: 1, answer: 'Typed answer' }],
        email: 'typed@post.example',
      }
      await app.db.write
        .updateTable('product')
        .set({ custom_label: 'Your words', is_custom: 1 })
        .where('id', '=', roses)
        .execute()
      const { id, ordernumber } = await place(typed)
      const giftPath = await giftPathOf(app, id)
      const pages = [`/api${giftPath}`, `/api/orders/${id}`, `/api/orders/${id}/tracking`]
      const chats = async () => {
        const sender = await app.app.services.school.sender()
        const rows = await app.db.read
          .selectFrom('outbox')
          .selectAll()
          .where('channel', '=', 'chat')
          .where('cause', 'like', `order:${id}:%`)
          .execute()
        return rows.map(({ template, data, has_typed_words }) =>
          app.deps.letters.render(template, JSON.parse(data), sender, {
            hasTypedWords: has_typed_words === 1,
            isByChat: true,
          }),
        )
      }
      for (const page of pages) {
        expect((await app.http('GET', page)).text, page).not.toContain('Typed')
      }
      const [asks] = await chats()
      expect(asks?.text).toContain(ordernumber)
      expect(`${asks?.subject} ${asks?.text}`).not.toContain('Typed')

      // An order that ended unpaid still shows nothing.
      const move = (status: string) =>
        app.http('PUT', `/api/admin/orders/${id}/status`, { token: staff, body: { status } })
      await move('cancelled')
      for (const page of pages) {
        expect((await app.http('GET', page)).text, page).not.toContain('Typed')
      }

      await app.db.write
        .updateTable('shop_order')
        .set({ status: 'confirmed', payment_status: 'paid', paid_at: app.deps.clock.now(), hold_until: null })
        .where('id', '=', id)
        .execute()
      expect((await app.http('GET', `/api${giftPath}`)).body).toMatchObject({
        recipientName: 'Typed Recipient',
        from: 'Typed Sender',
      })
      expect((await view(id)).lines[0].answer).toBe('Typed answer')
    })

    test('the recipient can say once that nobody is at home, and the school gets one notice', async () => {
      const { id } = await place()
      const giftPath = await giftPathOf(app, id)
      const empty = await tell(giftPath, ' ')
      expect(empty.body.fields).toEqual({
        message: 'Tell us when someone will be in, or where we can leave the flowers',
      })
      const answers = await Promise.all(Array.from({ length: 10 }, () => tell(giftPath, 'After six, please')))
      expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(409)])
      expect((await gift(giftPath)).body.toldNobodyHome).toBe(true)
      const notices = (await messagesAbout(app, id)).filter((one) => one.startsWith('school-notice'))
      expect(notices).toHaveLength(2)
    })
  })

  test('staff who cancel an order free its stock, slot and money, and staff who reopen the order take them back', async () => {
    const { id } = await place()
    await pay(id)
    const set = async (status: string) => {
      await app.http('PUT', `/api/admin/orders/${id}/status`, { token: staff, body: { status } })
      app.deps.clock.advance(10_000)
      await orders().runDueEffects()
    }
    await set('cancelled')
    expect([await stockOf(app, roses), (await moneyOf(id)).state]).toEqual([5, 'attention'])
    expect((await heldCounts(app)).slots).toEqual({})
    await set('confirmed')
    expect([await stockOf(app, roses), (await moneyOf(id)).state]).toEqual([4, 'paid'])
    const { slots: counted, holding } = await heldCounts(app)
    expect([Object.values(counted), counted]).toEqual([[1], holding])
  })

  partOnSqlite(engine, 'a status that staff set and undo', () => {
    const set = async (id: string, status: string) =>
      (await app.http('PUT', `/api/admin/orders/${id}/status`, { token: staff, body: { status } })).body.data
    const undo = (id: string, change: string) =>
      app.http('POST', `/api/admin/orders/${id}/status/undo`, { token: staff, body: { change } })
    const effects = async () => {
      app.deps.clock.advance(10_000)
      await orders().runDueEffects()
    }

    test('a change that staff undo leaves the order’s hold as it was, and the hold still ends', async () => {
      const { id, holdUntil } = await place()
      const { change } = await set(id, 'confirmed')
      expect((await undo(id, change.id)).status).toBe(200)
      expect(await view(id)).toMatchObject({ status: 'pending', holdUntil })
      app.deps.clock.advance(30 * minute)
      expect(await orders().expireHolds()).toBe(1)
      const slip = await set(id, 'confirmed')
      await undo(id, slip.change.id)
      expect((await view(id)).endedBy).toBe('hold')
      expect((await pay(id)).status).toBe(200)
    })

    test('an order that staff set back to pending gets a hold again', async () => {
      const { id } = await place()
      await set(id, 'confirmed')
      await set(id, 'pending')
      await effects()
      expect((await view(id)).holdUntil).toBe('2026-03-04T04:30:00.000Z')
    })

    test('a late payment of an expired order counts once when staff reopen the order', async () => {
      const { id } = await place({ lines: [{ productId: roses, quantity: 5 }] })
      app.deps.clock.advance(31 * minute)
      await orders().expireHolds()
      await place({ email: 'other@mail.example' })
      await app.http('POST', `/api/admin/orders/${id}/payment`, { token: staff, body: { method: 'cash' } })
      await set(id, 'confirmed')
      await effects()
      expect(await view(id)).toMatchObject({ status: 'confirmed', paymentstatus: 'paid' })
      const again = await app.http('POST', `/api/admin/orders/${id}/payment`, {
        token: staff,
        body: { method: 'cash' },
      })
      expect([again.status, again.body.code]).toEqual([409, 'conflict'])
      expect(await moneyOf(id)).toMatchObject({ paid_in_paise: 258_000, unseated_in_paise: 0 })
    })

    test('money that waits for a refund pays an order that staff set back to pending, and the order cannot expire', async () => {
      const { id } = await place()
      await cancel(id, 'meena@mail.example')
      await app.http('POST', `/api/admin/orders/${id}/payment`, { token: staff, body: { method: 'cash' } })
      await set(id, 'pending')
      expect((await view(id)).holdUntil).not.toBeNull()
      await effects()
      expect(await view(id)).toMatchObject({ status: 'pending', paymentstatus: 'paid', holdUntil: null })
      app.deps.clock.advance(3 * 24 * 60 * minute)
      expect(await orders().expireHolds()).toBe(0)
      expect((await view(id)).status).toBe('pending')
    })

    test('a refunded order that staff reopen can be paid again', async () => {
      const { id } = await place()
      await pay(id)
      await set(id, 'cancelled')
      await effects()
      const body = { kind: 'order', id, method: 'upi', note: 'sent back' }
      await lastConfirmed(app, { token: staff }, 0)
      expect((await app.http('POST', '/api/admin/money/refund', { token: staff, body })).status).toBe(200)
      await set(id, 'confirmed')
      await effects()
      expect((await view(id)).paymentstatus).toBe('pending')
      const paid = await app.http('POST', `/api/admin/orders/${id}/payment`, {
        token: staff,
        body: { method: 'cash' },
      })
      expect(paid.status, paid.text).toBe(200)
    })

    test('money for an order that its buyer cancelled waits for a refund', async () => {
      const { id } = await place()
      await cancel(id, 'meena@mail.example')
      const marked = await app.http('POST', `/api/admin/orders/${id}/payment`, {
        token: staff,
        body: { method: 'cash' },
      })
      expect([marked.status, marked.body.code]).toEqual([409, 'out_of_stock'])
      expect(await moneyOf(id)).toMatchObject({ state: 'attention', unseated_in_paise: 58_000 })
      expect((await view(id)).status).toBe('cancelled')
    })
  })

  test('the eleventh e-mail to an unproved buyer about a received order is held back; the e-mail about payment is sent', async () => {
    const email = 'many@mail.example'
    const ids: string[] = []
    const lines = [{ productId: await addProduct(app, 11), quantity: 1 }]
    for (let n = 0; n < 11; n++) {
      await proveAll(app)
      ids.push((await place({ email, lines })).id)
    }
    const last = ids.at(-1) ?? ''
    await pay(last)
    const letters = await app.db.read
      .selectFrom('outbox')
      .select(['cause', 'status'])
      .where('cause', 'like', `order:${last}:%`)
      .where('recipient', '=', email)
      .orderBy('cause')
      .execute()
    expect(letters).toEqual([
      { cause: `order:${last}:confirmed:email`, status: 'queued' },
      { cause: `order:${last}:received:email`, status: 'held' },
    ])
  })

  test('a buyer’s list has the account’s orders, and guest orders of the account’s e-mail address once it is proved', async () => {
    const mine = await place({}, { token: user.token })
    const asGuest = await place({ email: user.email })
    await place({ email: 'other@mail.example' })
    const change = (emailVerified: 0 | 1) =>
      app.db.write.updateTable('user').set({ emailVerified }).where('email', '=', user.email).execute()
    const listed = async () => (await app.http('GET', '/api/orders', { token: user.token })).body
    await change(0)
    expect((await listed()).data.map(({ id }: { id: string }) => id)).toEqual([mine.id])
    await change(1)
    const body = await listed()
    expect(body.data.map(({ id }: { id: string }) => id).sort()).toEqual([mine.id, asGuest.id].sort())
    expect(body.data[0].lines[0]).toMatchObject({ name: 'Red roses', quantity: 1, slug: 'red-roses' })
  })
})

onSqlite('store orders paid by UPI', { env: { PAYMENT_PROVIDER: 'upi' } }, (app) => {
  let usual: Record<string, unknown>
  beforeAll(async () => {
    const slots = await addDeliveryPlan(app)
    const lines = [{ productId: await addProduct(app, 5), quantity: 1 }]
    usual = { slotId: slots.afternoon, day: '2026-03-10', lines }
  })
  beforeEach(() => app.deps.clock.set(testNow))
  const { place, view, pay } = buyerOf(app, () => usual)
  /** Signs in for each call, because a session ends while a test waits for a hold. */
  const asStaff = async (path: string, body: object) => {
    const { token } = await signedIn(app, 'staff')
    const answer = await app.http('POST', `/api/admin${path}`, { token, body })
    expect(answer.status, answer.text).toBeLessThan(300)
    return answer.body.data
  }

  test('an order whose payment was reported is checked and keeps its hold, and staff confirm the payment', async () => {
    const buyer = await signedIn(app, 'user')
    await app.db.write.updateTable('user').set({ emailVerified: 1 }).where('id', '=', buyer.userId).execute()
    const isCheckingOf = async (id: string) => {
      const rows = await app.app.services.orders.listOwn(buyer)
      return rows.find((row) => row.id === id)?.isChecking
    }
    const { id, ordernumber, holdUntil } = await place({ email: buyer.email })
    await proveAll(app)
    expect(await isCheckingOf(id)).toBe(false)
    expect(holdUntil).toBe('2026-03-02T08:30:00.000Z')
    expect((await view(id)).payment.upi.uri).toContain(`tr=${ordernumber}`)
    const reported = await pay(id)
    expect([reported.status, reported.body.code, reported.body.details]).toEqual([
      402,
      'payment_pending',
      { reference: ordernumber },
    ])
    expect(await isCheckingOf(id)).toBe(true)
    app.deps.clock.advance(49 * hour)
    expect(await app.app.services.orders.expireHolds()).toBe(0)
    await asStaff(`/orders/${id}/payment`, { method: 'bank', reference: 'AXISCN0123456789' })
    expect(await isCheckingOf(id)).toBe(false)
    expect(await view(id)).toMatchObject({
      status: 'confirmed',
      paymentstatus: 'paid',
      payment: { checking: false, upi: null },
    })
  })

  test('an unpaid order keeps its hold at most until its flowers must be made, even if a payment was reported', async () => {
    // The slot begins at 1 pm of the day after tomorrow, and the making takes three hours.
    const makeBy = '2026-03-04T04:30:00.000Z'
    const { id } = await place({ day: '2026-03-04' })
    await proveAll(app)
    expect((await pay(id)).body.code).toBe('payment_pending')
    app.deps.clock.set(addMs(makeBy, -1))
    expect(await app.app.services.orders.expireHolds()).toBe(0)
    app.deps.clock.set(makeBy)
    expect(await app.app.services.orders.expireHolds()).toBe(1)
    expect(await view(id)).toMatchObject({ status: 'cancelled', endedBy: 'hold' })
  })

  test.each([
    ['while its hold lasts', 1, 'pending'],
    ['after its hold has ended', 49, 'cancelled'],
  ])(
    'the bank statement confirms an order whose buyer closed the browser after paying: %s',
    async (_, hours, status) => {
      const { id, ordernumber, total } = await place({ email: `closed${hours}@mail.example` })
      app.deps.clock.advance(hours * hour)
      await app.app.services.orders.expireHolds()
      expect((await view(id)).status).toBe(status)
      const row = {
        day: '2026-03-02',
        description: `UPI ${ordernumber}`,
        reference: `7000000000${hours + 10}`,
        amount: total,
      }
      await asStaff('/money/statements', { fileName: 'march.csv', rows: [row] })
      const { token } = await signedIn(app, 'staff')
      const [line] = (await app.http('GET', '/api/admin/money/lines', { token })).body.data
      expect(line.suggestion).toMatchObject({ target: { kind: 'order', id } })
      const [outcome] = await asStaff('/money/confirm', { matches: [{ line: line.id, kind: 'order', id }] })
      expect(outcome).toEqual({ line: line.id, outcome: 'settled', sentence: null })
      const found = await view(id)
      expect(found).toMatchObject({ status: 'confirmed', paymentstatus: 'paid' })
      expect(found.steps[1]).toEqual({ step: 'Paid', at: app.deps.clock.now() })
      expect(await messagesAbout(app, id)).toContain(`order-status email closed${hours}@mail.example`)
      // A second payment charges nothing more.
      expect((await pay(id)).status).toBe(200)
    },
  )
})
