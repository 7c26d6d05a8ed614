import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { OrderDelivery } from '../../../../contract/orders/store-orders.ts'
import { emptyTables, testNow } from '../../../../tests/harness/app.ts'
import { signedIn } from '../../../../tests/harness/callers.ts'
import { newestLetterTo } from '../../../../tests/harness/letters.ts'
import { onEachEngine, partOnSqlite } from '../../../../tests/harness/on-each-engine.ts'
import { addProduct } from '../../../../tests/harness/orders.ts'
import { countsByStatus } from '../../../../tests/harness/race.ts'
import {
  addDeliveryPlan,
  buyerOf,
  giftPathOf,
  heldCounts,
  orderBody,
} from '../../../../tests/harness/store.ts'
import { callsOf } from '../../../../tests/harness/strangers.ts'

const day = '2026-03-04'

onEachEngine('an order’s delivery details, for its buyer', (app, engine) => {
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
      'product',
      'outbox',
      'letter_count',
      'audit_entry',
    ])
    slots = await addDeliveryPlan(app, { capacity: 4 })
    await app.db.write
      .insertInto('delivery_zone')
      .values({
        id: app.deps.ids.id(),
        name: 'Beyond the river',
        pincodes: JSON.stringify(['6001']),
        standard_fee_in_paise: 9_500,
        express_fee_in_paise: null,
        midnight_fee_in_paise: null,
        free_from_in_paise: null,
        created_at: testNow,
        deleted_at: null,
      })
      .execute()
    roses = await addProduct(app, 50, 'Red roses')
  })

  const { place, pay, view } = buyerOf(app, () => ({
    slotId: slots.afternoon,
    lines: [{ productId: roses, quantity: 1 }],
    cardMessage: 'With love',
    landmark: 'Opposite the tank',
  }))
  const letterToken = (id: string) => callsOf(app).orderToken(id)
  const read = (id: string, body: object, token?: string) =>
    app.http('POST', `/api/orders/${id}/delivery`, {
      body: { key: null, ...body },
      ...(token !== undefined && { token }),
    })
  const correct = (id: string, body: object, token?: string) =>
    app.http('PATCH', `/api/orders/${id}/delivery`, {
      body: { key: null, ...body },
      ...(token !== undefined && { token }),
    })
  const delivery = async (id: string, key: string): Promise<OrderDelivery> =>
    (await read(id, { key })).body.data
  const rowOf = (id: string) =>
    app.db.read.selectFrom('shop_order').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const set = (id: string, status: string) =>
    app.http('PUT', `/api/admin/orders/${id}/status`, { token: staff, body: { status } })
  /** Places a paid order. Returns the key of the browser that ordered. */
  async function placed(changes: object = {}): Promise<{ id: string; key: string; version: number }> {
    const { id, key = '' } = await place(changes)
    await pay(id)
    return { id, key, version: (await rowOf(id)).version }
  }

  partOnSqlite(engine, 'a refused correction', () => {
    test('strangers, other accounts and keys of other orders can neither read nor change the delivery details', async () => {
      const { id, key, version } = await placed()
      const other = await placed({ email: 'other@mail.example' })
      const shows: [string, object, string?][] = [
        ['the address of the page alone', {}],
        ['the browser that ordered something else', { key: other.key }],
        ['the letter of something else', { key: letterToken(other.id) }],
        ['a key that is forged', { key: `${id}.${'A'.repeat(32)}` }],
        ['the key of the recipient’s link', { key: (await giftPathOf(app, id)).slice('/gift/'.length) }],
        ['somebody else who is signed in', {}, user.token],
        ['staff, who have the back office', {}, staff],
      ]
      const before = await rowOf(id)
      for (const [who, show, token] of shows) {
        for (const answer of [
          await read(id, show, token),
          await correct(id, { ...show, version, address: '1, Elsewhere' }, token),
        ]) {
          expect([answer.status, answer.body.code], who).toEqual([403, 'forbidden'])
          expect(answer.text, who).not.toMatch(/Kutchery|9876543210|With love/)
        }
      }
      expect(await rowOf(id)).toEqual(before)
      expect((await read('nothing', { key })).status).toBe(404)
      expect((await correct('nothing', { key, version })).status).toBe(404)
    })

    test('an order’s page shows no address, phone number or card, and no recipient’s link', async () => {
      const { id, key } = await placed()
      const { giftPath } = await delivery(id, key)
      expect((await app.http('GET', `/api${giftPath}`)).body.recipientName).toBe('Kayal Devi')
      for (const path of [`/api/orders/${id}`, `/api/orders/${id}/tracking`]) {
        const { status, text } = await app.http('GET', path)
        expect(status).toBe(200)
        expect(text).not.toMatch(/Kutchery|Mylapore|tank|600004|9876543210|7946|With love|Kayal/)
        expect(text).not.toContain(giftPath)
        expect(text).not.toContain('/gift/')
      }
    })

    test.each([
      [{ recipientName: ' ' }, 'recipientName', 'Enter the recipient’s name'],
      [{ recipientPhone: '' }, 'recipientPhone', 'Enter the recipient’s phone number'],
      [
        { recipientPhone: '12345' },
        'recipientPhone',
        'Please enter a valid 10-digit Indian mobile number (starting with 6-9)',
      ],
      [{ address: '' }, 'address', 'Enter the address'],
      [{ area: '' }, 'area', 'Enter the area'],
      [{ pincode: '6000' }, 'pincode', 'Enter a pincode of six digits'],
      [{ cardMessage: '💐'.repeat(251) }, 'cardMessage', 'Use at most 250 characters for the card message'],
      [{ day: '2026-04-31' }, 'day', 'That date doesn’t exist. Enter another date.'],
      [{ key: 'not whole' }, 'key', 'This link isn’t complete. Use the whole link from our e-mail.'],
    ])(
      'a correction with a wrong field is refused with the sentence for that field: %j',
      async (change, field, sentence) => {
        const { id, key, version } = await placed()
        const before = await rowOf(id)
        const { status, body } = await correct(id, { key, version, ...change })
        expect([status, body.fields]).toEqual([400, { [field]: sentence }])
        expect(await rowOf(id)).toEqual(before)
      },
    )

    test('a correction with a stale version, or without a version, is refused', async () => {
      const { id, key, version } = await placed()
      expect((await correct(id, { key, address: '1, Elsewhere' })).status).toBe(400)
      const stale = await correct(id, { key, version: version - 1, address: '1, Elsewhere' })
      expect([stale.status, stale.body.code]).toEqual([409, 'conflict'])
      expect((await rowOf(id)).address).toBe('14, Kutchery Road')
    })

    test('only the card can be corrected while the order is being made, and nothing once the card is printed', async () => {
      const { id, key } = await placed()
      await set(id, 'processing')
      let { version } = await rowOf(id)
      expect(await delivery(id, key)).toMatchObject({ canChange: false, canChangeCard: true, times: [] })
      for (const change of [
        { recipientName: 'Uma' },
        { recipientPhone: '9840012345' },
        { landmark: 'Blue gate' },
        { slotId: slots.morning, day },
      ]) {
        const late = await correct(id, { key, version, ...change })
        expect([late.status, late.body.message], JSON.stringify(change)).toEqual([
          409,
          'We’re already making your flowers, so you can’t change this here. Please call us, and we’ll see what we can do.',
        ])
      }
      const card = await correct(id, { key, version, cardMessage: 'அன்புடன் 💐' })
      expect(card.status).toBe(200)
      const printed = await app.http('POST', '/api/admin/florist/cards', {
        token: staff,
        body: { orders: [id] },
      })
      expect(printed.body.data).toMatchObject([{ message: 'அன்புடன் 💐' }])
      version = (await rowOf(id)).version
      const late = await correct(id, { key, version, cardMessage: 'Too late' })
      expect([late.status, late.body.fields]).toEqual([
        409,
        { cardMessage: 'Your card has already been printed. Please call us, and we’ll see what we can do.' },
      ])
      expect((await view(id)).canCorrect).toBe(false)
      expect((await rowOf(id)).card_message).toBe('அன்புடன் 💐')
    })

    test('a cancelled order, and an order that waits for its confirmation by e-mail, cannot be corrected', async () => {
      const { id, key } = await placed()
      await set(id, 'cancelled')
      const ended = await correct(id, { key, version: (await rowOf(id)).version, address: '1, Elsewhere' })
      expect([ended.status, ended.body.code]).toEqual([409, 'conflict'])
      const asked = await place({ email: 'asked@mail.example' })
      const waits = {
        status: 'cancelled' as const,
        ended_by: 'hold' as const,
        asked_until: '2026-03-03T00:00:00.000Z',
      }
      await app.db.write.updateTable('shop_order').set(waits).where('id', '=', asked.id).execute()
      const { version } = await rowOf(asked.id)
      const early = await correct(asked.id, { key: asked.key, version, address: '1, Elsewhere' })
      expect(early.body.message).toContain('Open the link in our e-mail first')
    })

    test('a correction is refused for an unavailable time or pincode, and for a different kind or fee of delivery', async () => {
      const full = '2026-03-05'
      for (let n = 0; n < 4; n++) await placed({ day: full, email: `full-${n}@mail.example` })
      const { id, key, version } = await placed()
      const before = [await rowOf(id), (await heldCounts(app)).slots]
      const tries: [object, string, string, number?][] = [
        [{ day: full }, 'slotId', 'Full'],
        [{ day: '2026-03-01' }, 'slotId', 'This day has passed'],
        [{ slotId: 'nothing' }, 'slotId', 'This delivery time is no longer offered. Choose another one.'],
        [
          { slotId: slots.pickup },
          'slotId',
          'Choose a delivery time for a delivery, or a collection time for an order that you collect.',
          400,
        ],
        [{ pincode: '641001' }, 'pincode', 'We don’t deliver to 641001 yet'],
        [
          { pincode: '600 112' },
          'pincode',
          'The delivery would then cost ₹95. Please call us, and we’ll change it for you.',
        ],
        [
          { pincode: '600112', day: '2026-03-06' },
          'slotId',
          'The delivery would then cost ₹95. Please call us, and we’ll change it for you.',
        ],
      ]
      for (const [change, field, sentence, code = 409] of tries) {
        const { status, body } = await correct(id, { key, version, address: '1, Elsewhere', ...change })
        expect([status, body.fields], JSON.stringify(change)).toEqual([code, { [field]: sentence }])
      }
      expect([await rowOf(id), (await heldCounts(app)).slots]).toEqual(before)
    })

    test('buyers with unproved addresses can together move only as many orders to a slot as their share allows', async () => {
      const to = { day: '2026-03-06', slotId: slots.afternoon }
      const movers = []
      await app.db.write.updateTable('delivery_slot').set({ capacity: 9 }).execute()
      for (let n = 0; n < 5; n++)
        movers.push(await place({ email: `mover-${n}@mail.example`, day: n < 3 ? day : to.day }))
      await app.db.write
        .updateTable('shop_order')
        .set({ proved_at: testNow })
        .where('email', '=', 'mover-0@mail.example')
        .execute()
      for (let n = 5; n < 7; n++) await place({ email: `mover-${n}@mail.example`, day: to.day })
      const move = async ({ id, key }: { id: string; key?: string | undefined }) =>
        correct(id, { key, version: (await rowOf(id)).version, ...to })
      const [known, first, second] = movers
      const late = await move(first ?? { id: '' })
      expect([late.status, late.body.fields]).toEqual([
        409,
        { slotId: 'Open the link in our e-mail first. Then we can hold this delivery time for you.' },
      ])
      expect((await rowOf(first?.id ?? '')).delivery_day).toBe(day)
      expect((await move(known ?? { id: '' })).status).toBe(200)
      await app.http('POST', '/api/proofs', { body: { token: letterToken(second?.id ?? '') } })
      expect((await move(second ?? { id: '' })).status).toBe(200)
      const { holding, slots: counted } = await heldCounts(app)
      expect(counted).toEqual(holding)
    })
  })

  partOnSqlite(engine, 'a correction of an order', () => {
    test('the browser that ordered, the link in the e-mail and the account can correct an order; absent fields do not change', async () => {
      const { id, key } = await placed()
      const first = await delivery(id, key)
      expect(first).toMatchObject({
        recipientName: 'Kayal Devi',
        recipientPhone: '9876543210',
        address: '14, Kutchery Road',
        area: 'Mylapore',
        landmark: 'Opposite the tank',
        pincode: '600004',
        cardMessage: 'With love',
        day,
        slotId: slots.afternoon,
        canChange: true,
        canChangeCard: true,
      })
      expect((await read(id, { key: letterToken(id) })).body.data).toEqual(first)
      const changed = await correct(id, {
        key,
        version: first.version,
        recipientPhone: '+91 98400 12345',
        address: '15, Kutchery Road',
        landmark: '',
        cardMessage: '',
      })
      expect(changed.body.data).toEqual({ id, version: first.version + 1 })
      const row = await rowOf(id)
      expect(row).toMatchObject({
        recipient_name: 'Kayal Devi',
        recipient_phone: '9840012345',
        address: '15, Kutchery Road',
        landmark: null,
        card_message: null,
        delivery_address: '15, Kutchery Road, Mylapore, 600004',
        state: 'Tamil Nadu',
        delivery_day: day,
        corrected_at: app.deps.clock.now(),
      })
      const byLetter = { key: letterToken(id), version: row.version, cardMessage: 'Anbudan' }
      expect((await correct(id, byLetter)).status).toBe(200)
      expect((await rowOf(id)).card_message).toBe('Anbudan')

      const own = await app.http('POST', '/api/orders', {
        token: user.token,
        body: {
          ...orderBody({ email: user.email }),
          slotId: slots.afternoon,
          lines: [{ productId: roses, quantity: 1 }],
        },
      })
      const mine = own.body.data.id
      const { version } = await rowOf(mine)
      expect((await read(mine, {}, user.token)).body.data.address).toBe('14, Kutchery Road')
      expect((await correct(mine, { version, area: 'Adyar' }, user.token)).status).toBe(200)
      expect((await rowOf(mine)).area).toBe('Adyar')
    })

    test('staff and the florist’s list show a correction; the audit log names the corrected fields, not their contents', async () => {
      const { id, key, version } = await placed()
      await correct(id, {
        key,
        version,
        recipientName: 'Uma Sundaram',
        address: '7, Luz Corner',
        cardMessage: 'Hi',
      })
      const at = app.deps.clock.now()
      const corrected = { at, parts: ['recipient', 'address', 'card'] }
      const order = (await app.http('GET', `/api/admin/orders/${id}`, { token: staff })).body.data
      expect(order).toMatchObject({ corrected, recipientName: 'Uma Sundaram', cardMessage: 'Hi' })
      const list = await app.http('GET', `/api/admin/florist/day?day=${day}`, { token: staff })
      await correct(id, { key, version: version + 1, recipientPhone: '9840012345' })
      expect((await rowOf(id)).corrected).toBe('recipient phone address card')
      expect(list.body.data.orders).toMatchObject([
        { id, corrected, recipientName: 'Uma Sundaram', address: '7, Luz Corner', cardMessage: 'Hi' },
      ])
      const log = JSON.stringify(await app.db.read.selectFrom('audit_entry').selectAll().execute())
      expect(log).toContain('corrected recipient, address, card')
      expect(log).not.toMatch(/Uma|Luz/)
    })

    test('a correction with the same values changes nothing', async () => {
      const { id, key, version } = await placed()
      const same = await correct(id, {
        key,
        version,
        address: '14, Kutchery Road',
        pincode: '600 004',
        day,
        slotId: slots.afternoon,
      })
      expect(same.body.data).toEqual({ id, version })
      expect((await rowOf(id)).corrected_at).toBeNull()
    })

    test('an order can move to another time, and its pincode can be corrected although its slot is full or closed', async () => {
      for (let n = 0; n < 3; n++) await placed({ email: `beside-${n}@mail.example` })
      const { id, key } = await placed()
      const { times, version } = await delivery(id, key)
      expect(times).toContainEqual({
        day: '2026-03-05',
        slotId: slots.morning,
        name: '9 am to 1 pm',
        from: '09:00',
        to: '13:00',
      })
      // The order's own slot is full.
      expect(times).not.toContainEqual(expect.objectContaining({ day, slotId: slots.afternoon }))
      expect(times.some(({ slotId }) => slotId === slots.pickup)).toBe(false)
      expect((await read(id, { key, pincode: '600112' })).body.data.times).toEqual([])

      // Orders for this day have closed, but the pincode of an order can still be corrected.
      app.deps.clock.set('2026-03-04T11:00:00.000Z')
      expect((await correct(id, { key, version, pincode: '600005' })).status).toBe(200)
      expect(await rowOf(id)).toMatchObject({ pincode: '600005', delivery_day: day })

      app.deps.clock.set(testNow)
      const moved = await correct(id, { key, version: version + 1, day: '2026-03-05', slotId: slots.morning })
      expect(moved.status).toBe(200)
      expect(await rowOf(id)).toMatchObject({
        delivery_day: '2026-03-05',
        slot_id: slots.morning,
        slot_name: '9 am to 1 pm',
        window_from: '2026-03-05T03:30:00.000Z',
        delivery_charge_in_paise: 8_000,
        corrected: 'address time',
      })
      const { slots: counted, holding } = await heldCounts(app)
      expect(counted).toEqual(holding)
      expect(counted[`${slots.morning} 2026-03-05`]).toBe(1)
    })

    test('a pickup has no address to correct, and its time can be changed', async () => {
      const { id, key } = await placed({
        slotId: slots.pickup,
        pincode: undefined,
        address: undefined,
        area: undefined,
      })
      const { version, times } = await delivery(id, key)
      expect(times.every(({ slotId }) => slotId === slots.pickup)).toBe(true)
      const changed = await correct(id, {
        key,
        version,
        recipientName: 'Uma',
        address: 'Nowhere',
        day: '2026-03-05',
        slotId: slots.pickup,
      })
      expect(changed.status).toBe(200)
      expect(await rowOf(id)).toMatchObject({
        recipient_name: 'Uma',
        address: null,
        delivery_address: 'Pickup at the studio',
        delivery_day: '2026-03-05',
        corrected: 'recipient time',
      })
    })
  })

  describe('corrections at the same time', () => {
    test('one of twenty corrections of the same version at once is stored, and the others get a conflict', async () => {
      const { id, key, version } = await placed()
      const answers = await Promise.all(
        Array.from({ length: 20 }, (_, n) => correct(id, { key, version, address: `${n}, Kutchery Road` })),
      )
      expect(countsByStatus(answers)).toEqual({ 200: 1, 409: 19 })
      expect((await rowOf(id)).version).toBe(version + 1)
    })

    test('orders that move into and out of a slot at the same time never exceed its capacity', async () => {
      const to = { day: '2026-03-05', slotId: slots.morning }
      await app.db.write
        .updateTable('delivery_slot')
        .set({ capacity: 20 })
        .where('id', '=', slots.afternoon)
        .execute()
      const leaving = [
        await placed({ ...to, email: 'leaves-1@mail.example' }),
        await placed({ ...to, email: 'leaves-2@mail.example' }),
      ]
      const coming = []
      for (let n = 0; n < 10; n++) coming.push(await placed({ email: `comes-${n}@mail.example` }))
      const answers = await Promise.all([
        ...coming.map((one) => correct(one.id, { ...one, ...to })),
        ...leaving.map((one) => correct(one.id, { ...one, day, slotId: slots.afternoon })),
      ])
      const { 200: done = 0, 409: full = 0 } = countsByStatus(answers)
      expect(done + full).toBe(12)
      const { slots: counted, holding } = await heldCounts(app)
      expect(counted).toEqual(holding)
      expect(counted[`${slots.morning} 2026-03-05`]).toBeGreaterThanOrEqual(2)
      expect(counted[`${slots.morning} 2026-03-05`]).toBeLessThanOrEqual(4)
    })

    test('a correction sent while staff begin to make the order is stored if and only if its response is a success', async () => {
      const { id, key, version } = await placed()
      const [correction] = await Promise.all([
        correct(id, { key, version, address: '1, Elsewhere' }),
        set(id, 'processing'),
      ])
      const { address } = await rowOf(id)
      expect(address).toBe(correction.status === 200 ? '1, Elsewhere' : '14, Kutchery Road')
    })

    test('a correction that is repeated with the same idempotency key is stored once', async () => {
      const { id, key, version } = await placed()
      const send = () =>
        app.http('PATCH', `/api/orders/${id}/delivery`, {
          body: { key, version, address: '1, Elsewhere' },
          headers: { 'idempotency-key': 'correct-once' },
        })
      const [first, second] = [await send(), await send()]
      expect([first.status, second.status]).toEqual([200, 200])
      expect(second.body).toEqual(first.body)
      expect((await rowOf(id)).version).toBe(version + 1)
    })
  })

  partOnSqlite(engine, 'the letters of an order', () => {
    const words = /Kayal|Kutchery|9876543210|With love|Meena/

    test('e-mails have no text that the buyer typed until the order is proved or paid, even to an account’s address', async () => {
      const { token, email, userId } = await signedIn(app, 'user')
      await app.db.write.updateTable('user').set({ emailVerified: 1 }).where('id', '=', userId).execute()
      // A stranger types the e-mail address of an account.
      const { id } = await place({ email })
      const letter = await newestLetterTo(app, email)
      expect(letter.text).toMatch(/^Hello,\n/)
      expect(`${letter.subject}${letter.text}${letter.html}`).not.toMatch(words)
      // The school wrote the names of the goods and of the time, so the letter may contain these words.
      expect(letter.text).toContain('Item: 1 × Red roses')
      expect(letter.text).toContain('Delivery: Wednesday 4 March 2026, 1 pm to 6 pm')
      expect(letter.text).toContain(`Check or change details: http`)
      expect((await read(id, {}, token)).status).toBe(200)
    })

    test('the e-mail of a proved order names the recipient, the address, the phone number and the card', async () => {
      const { id } = await place()
      const [, proof = ''] =
        /Check or change details: \S+#proof=(\S+)/.exec(
          (await newestLetterTo(app, 'meena@mail.example')).text,
        ) ?? []
      expect((await app.http('POST', '/api/proofs', { body: { token: proof } })).status).toBe(200)
      expect((await read(id, { key: proof })).status).toBe(200)
      app.deps.clock.advance(60_000)
      await pay(id)
      const { text, html } = await newestLetterTo(app, 'meena@mail.example')
      expect(text).toMatch(/^Dear Meena Krishnan,\n/)
      for (const line of [
        'Recipient: Kayal Devi',
        'Address: 14, Kutchery Road, Mylapore, Opposite the tank, 600004',
        'Recipient’s phone: 9876543210',
        'Card message: With love',
      ]) {
        expect(text).toContain(line)
      }
      expect(html).toContain('Check or change details')
    })

    test('the outbox stores no address, phone number or card for an unproved order or for the notice of a delivery', async () => {
      const { id } = await place()
      const dataOf = async () =>
        JSON.stringify(
          await app.db.read
            .selectFrom('outbox')
            .select('data')
            .where('cause', 'like', `order:${id}:%:email`)
            .execute(),
        )
      expect(await dataOf()).not.toMatch(/Kutchery|9876543210|With love/)
      await pay(id)
      await app.db.write.deleteFrom('outbox').execute()
      await set(id, 'delivered')
      app.deps.clock.advance(11_000)
      await app.app.services.orders.runDueEffects()
      expect(await dataOf()).toContain('delivered')
      expect(await dataOf()).not.toMatch(/Kutchery|9876543210|With love/)
    })
  })
})
