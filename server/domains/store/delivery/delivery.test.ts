import { beforeAll, describe, expect, test } from 'vitest'
import { DomainError } from '../../../../contract/errors.ts'
import type { DeliveryOption, DeliveryOptions } from '../../../../contract/store/delivery.ts'
import { signedIn } from '../../../../tests/harness/callers.ts'
import { addSlot, addZone, placesTaken, takeSlot } from '../../../../tests/harness/delivery.ts'
import { onSqlite } from '../../../../tests/harness/on-each-engine.ts'
import { addProduct } from '../../../../tests/harness/orders.ts'

const pincodeSentence = 'Enter a pincode of six digits'
const daysSentence = 'Ask for 1 to 60 days'
/** Noon of Monday 2 March 2026 at the school. */
const noon = '2026-03-02T06:30:00.000Z'

onSqlite('the delivery options', (app) => {
  const slots = {} as Record<'morning' | 'afternoon' | 'express' | 'midnight' | 'pickup', string>
  const products = {} as Record<'roses' | 'mandap' | 'lamp', string>

  beforeAll(async () => {
    await addZone(app, { name: 'Mylapore', pincodes: '["600004"]', free_from_in_paise: 100_000 })
    await addZone(app, { name: 'Outskirts', pincodes: '["603"]', express_fee_in_paise: null })
    slots.morning = await addSlot(app, {
      name: 'Morning',
      starts_at: '09:00',
      ends_at: '13:00',
      closes_at: '09:00',
      capacity: 1,
    })
    slots.afternoon = await addSlot(app, { capacity: 2 })
    slots.express = await addSlot(app, {
      name: '4 to 6',
      way: 'express',
      starts_at: '16:00',
      fee_in_paise: 3000,
    })
    slots.midnight = await addSlot(app, {
      name: 'Midnight',
      way: 'midnight',
      starts_at: '23:00',
      ends_at: '00:30',
      closes_on: 'day-before',
    })
    slots.pickup = await addSlot(app, {
      name: 'At the studio',
      way: 'pickup',
      starts_at: '10:00',
      ends_at: '17:00',
      closes_at: '16:00',
    })
    products.roses = await addProduct(app, 60, 'Roses')
    products.mandap = await addProduct(app, 60, 'Mandap')
    products.lamp = await addProduct(app, 60, 'Lamp')
    await app.db.transaction(async (tx) => {
      const product = (id: string) => tx.updateTable('product').where('id', '=', id)
      await product(products.mandap).set({ lead_days: 2, price_in_paise: 150_000 }).execute()
      await product(products.lamp).set({ ways: '["standard","pickup"]', price_in_paise: 40_000 }).execute()
      const day = { created_at: noon, closed_for: null, capacity: null }
      await tx
        .insertInto('delivery_day')
        .values([
          { ...day, id: 'pongal', day: '2026-03-05', closed_for: 'Pongal' },
          { ...day, id: 'valentine', day: '2026-03-06', capacity: 1 },
        ])
        .execute()
      const held = { slot_id: slots.afternoon, day: '2026-03-03', taken: 2 }
      await tx.insertInto('slot_day').values(held).execute()
    })
  })

  const ask = (query: Record<string, string>, headers: Record<string, string> = {}) =>
    app.http('GET', `/api/delivery-options?${new URLSearchParams(query)}`, { headers })
  const options = async (query: Record<string, string>): Promise<DeliveryOptions> => (await ask(query)).body
  const inWords = async (query: Record<string, string>, slot: keyof typeof slots) =>
    (await options(query)).days.map(({ options: all }) => {
      const { fee, left, reason } = all.find(({ slotId }) => slotId === slots[slot]) as DeliveryOption
      return reason ?? (left === null ? `₹${fee}` : `₹${fee}, ${left} left`)
    })

  describe('invalid queries for delivery options', () => {
    test.each([
      [{ pincode: 'Mylapore' }, 'pincode', pincodeSentence],
      [{ pincode: '60000' }, 'pincode', pincodeSentence],
      [{ pincode: '000004' }, 'pincode', pincodeSentence],
      [{ pincode: '௬௦௦௦௦௪' }, 'pincode', pincodeSentence],
      [{ pincode: '600004 or 1=1' }, 'pincode', pincodeSentence],
      [{ pincode: '6'.repeat(300) }, 'pincode', pincodeSentence],
      [{ from: '31.4.2026' }, 'from', 'Enter a date'],
      [{ from: '2026-04-31' }, 'from', 'That date doesn’t exist. Enter another date.'],
      [{ from: '2027-02-29' }, 'from', 'That date doesn’t exist. Enter another date.'],
      [{ from: '2028-03-02' }, 'from', 'You can order up to 60 days ahead'],
      [{ from: '9999-12-31', days: '60' }, 'from', 'You can order up to 60 days ahead'],
      [{ from: '2024-03-02' }, 'from', 'This day has passed'],
      [{ from: '0000-01-01' }, 'from', 'This day has passed'],
      [{ days: '0' }, 'days', daysSentence],
      [{ days: '61' }, 'days', daysSentence],
      [{ days: 'many' }, 'days', daysSentence],
      [{ product: '../roses' }, 'product', 'We can’t find this any more. Refresh the page and try again.'],
    ])('the delivery query %j is refused beside its field', async (query, field, sentence) => {
      const { status, body } = await ask(query as unknown as Record<string, string>)
      expect([status, body.code, body.fields]).toEqual([400, 'validation_failed', { [field]: sentence }])
    })

    test('the delivery options of an unknown product answer 404', async () => {
      const { status, body } = await ask({ product: 'nothing' })
      expect([status, body.code]).toEqual([404, 'not_found'])
    })
  })

  test('the delivery options cover seven days from today, and without a pincode only pickup can be chosen', async () => {
    const answer = await options({})
    expect(answer).toMatchObject({
      pincode: null,
      zone: null,
      reason: 'Enter a pincode to see if we deliver there',
    })
    expect(answer.days.map(({ day }) => day)).toEqual([
      '2026-03-02',
      '2026-03-03',
      '2026-03-04',
      '2026-03-05',
      '2026-03-06',
      '2026-03-07',
      '2026-03-08',
    ])
    const choosable = answer.days[1]?.options.filter(({ reason }) => reason === null)
    expect(choosable?.map(({ slotId }) => slotId)).toEqual([slots.pickup])
  })

  test('a pincode may have a space or a hyphen after its third digit', async () => {
    for (const pincode of ['600004', '600 004', ' 600004 ', '600-004']) {
      expect(await options({ pincode, days: '1' })).toMatchObject({
        pincode: '600004',
        zone: 'Mylapore',
        reason: null,
      })
    }
  })

  test('each delivery option has its fee, window, closing time and places left', async () => {
    const answer = await options({ pincode: '600004', from: '2026-03-03', days: '1' })
    expect(answer.days[0]?.options).toEqual([
      {
        slotId: slots.morning,
        name: 'Morning',
        way: 'standard',
        from: '09:00',
        to: '13:00',
        fee: 99,
        closesAt: '2026-03-03T03:30:00.000Z',
        left: 1,
        reason: null,
        refusedFor: null,
      },
      expect.objectContaining({ slotId: slots.afternoon, left: 0, reason: 'Full', refusedFor: 'full' }),
      expect.objectContaining({
        slotId: slots.express,
        fee: 229,
        closesAt: '2026-03-03T09:30:00.000Z',
        left: null,
      }),
      expect.objectContaining({
        slotId: slots.midnight,
        from: '23:00',
        to: '00:30',
        fee: 299,
        closesAt: '2026-03-02T09:30:00.000Z',
      }),
      expect.objectContaining({ slotId: slots.pickup, fee: 0 }),
    ])
  })

  test('days that are over, full, closed or too far ahead say so, and other days say how many places are left', async () => {
    const query = { pincode: '600004', from: '2026-03-01', days: '6' }
    expect(await inWords(query, 'afternoon')).toEqual([
      'This day has passed',
      '₹99, 2 left',
      'Full',
      '₹99, 2 left',
      'Closed for Pongal',
      '₹99, 1 left',
    ])
    expect(await inWords({ ...query, from: '2026-05-01', days: '2' }, 'pickup')).toEqual([
      '₹0',
      'You can order up to 60 days ahead',
    ])
  })

  test('a pincode outside every zone is refused with the same reason for every delivery type except pickup', async () => {
    const sentence = 'We don’t deliver to 641001 yet'
    const answer = await options({ pincode: '641001', from: '2026-03-04', days: '1' })
    expect(answer).toMatchObject({ zone: null, reason: sentence })
    expect(answer.days[0]?.options.map(({ reason }) => reason)).toEqual([
      sentence,
      sentence,
      sentence,
      sentence,
      null,
    ])
  })

  test('a product’s delivery options depend on its lead days and its types of delivery', async () => {
    const query = { pincode: '600004', days: '3' }
    expect(await inWords({ ...query, product: products.mandap }, 'express')).toEqual([
      'Order this at least 2 days ahead',
      'Order this at least 2 days ahead',
      '₹30',
    ])
    expect(await inWords({ ...query, product: products.lamp, days: '1' }, 'express')).toEqual([
      'Not available for express delivery',
    ])
  })

  test('the delivery options of a cart depend on all products in the cart', async () => {
    const added = await app.http('POST', '/api/cart/items', {
      body: { productId: products.lamp, quantity: 3 },
    })
    const guest = { 'Cart-Token': added.body.data.token as string }
    const query = { pincode: '600004', from: '2026-03-04', days: '1' }
    const of = async (slot: keyof typeof slots) => {
      const { body } = await ask(query, guest)
      return body.days[0].options.find(({ slotId }: DeliveryOption) => slotId === slots[slot])
    }
    // Three lamps of ₹400 cost more than ₹1,000, so delivery is free.
    expect(await of('afternoon')).toMatchObject({ fee: 0, reason: null })
    expect(await of('midnight')).toMatchObject({ reason: 'Not available for midnight delivery' })
    const more = { productId: products.mandap, quantity: 1 }
    await app.http('POST', '/api/cart/items', { body: more, headers: guest })
    expect(await of('afternoon')).toMatchObject({ reason: null, closesAt: '2026-03-02T18:30:00.000Z' })
    app.deps.clock.set('2026-03-02T18:30:00.000Z')
    expect(await of('afternoon')).toMatchObject({ reason: 'Order this at least 2 days ahead' })
    app.deps.clock.set(noon)
  })

  test('a signed-in buyer gets the delivery options of the account’s cart', async () => {
    const { token } = await signedIn(app, 'user')
    const body = { productId: products.mandap, quantity: 1 }
    await app.http('POST', '/api/cart/items', { body, token })
    const at = '/api/delivery-options?pincode=600004&days=1'
    const reasons = async (caller: string | null) => {
      const answer = await app.http('GET', at, { token: caller })
      return answer.body.days[0].options.map(({ reason }: DeliveryOption) => reason)
    }
    expect(await reasons(token)).toContain('Order this at least 2 days ahead')
    expect(await reasons(null)).not.toContain('Order this at least 2 days ahead')
  })

  test('an offered slot costs the offered fee, and any other slot is refused with the reason that its option shows', async () => {
    const { delivery } = app.app.services
    const moments = [noon, '2026-03-02T09:29:59.999Z', '2026-03-02T09:30:00.000Z', '2026-03-02T18:30:00.000Z']
    const places = ['600004', '603103', '641001', '']
    const seen = new Set<string>()
    for (const [n, now] of moments.flatMap((at) => [at, at, at]).entries()) {
      app.deps.clock.set(now)
      const pincode = places[n % places.length] as string
      const product = Object.values(products)[n % 3] as string
      const query = { ...(pincode && { pincode }), product, from: '2026-03-01', days: '6' }
      const { days } = await options(query)
      const goods = delivery.combineGoods(
        await app.app.services.products.priceItems(app.db.read, [{ productId: product, quantity: 1 }]),
      )
      const rolledBack = new Error('nothing of this stays')
      const taking = app.db.transaction(async (tx) => {
        for (const { day, options: all } of days) {
          for (const { slotId, reason, fee } of all) {
            const request = { slotId, day, pincode: pincode || null, goods }
            const taken = await takeSlot(app, tx, request).catch((error: DomainError) => error)
            if (taken instanceof DomainError) seen.add(taken.code)
            expect(taken instanceof DomainError ? taken.message : taken.feeInPaise / 100).toBe(reason ?? fee)
          }
        }
        throw rolledBack
      })
      await expect(taking).rejects.toBe(rolledBack)
    }
    expect([...seen].sort()).toEqual(['slot_closed', 'slot_full', 'undeliverable'])
    app.deps.clock.set(noon)
  })

  test('pickup is refused on a weekday when the studio is closed, but delivery is offered', async () => {
    const hours = { open_time: '10:00', close_time: '18:00', version: 1 }
    const saturday = { id: 'saturday', office_day: 'Saturday', is_holiday: 1 as const, ...hours }
    await app.db.transaction((tx) => tx.insertInto('office_hours').values(saturday).execute())
    const query = { pincode: '600004', from: '2026-03-06', days: '3' }
    expect(await inWords(query, 'pickup')).toEqual(['₹0, 1 left', 'The studio is closed on Saturdays', '₹0'])
    expect((await inWords(query, 'morning'))[1]).toMatch(/^₹/)
    await app.db.transaction((tx) => tx.deleteFrom('office_hours').execute())
  })

  test('an order keeps the name, fee and window that its slot had when the order took a place in it', async () => {
    const { delivery } = app.app.services
    const goods = delivery.combineGoods([])
    const take = (slot: keyof typeof slots, day: string, pincode: string | null) =>
      app.db.transaction((tx) => takeSlot(app, tx, { slotId: slots[slot], day, pincode, goods }))
    expect(await take('midnight', '2026-03-04', '600004')).toEqual({
      way: 'midnight',
      slotName: 'Midnight',
      zoneName: 'Mylapore',
      feeInPaise: 29_900,
      windowFrom: '2026-03-03T17:30:00.000Z',
      windowTo: '2026-03-03T19:00:00.000Z',
      makeBy: '2026-03-03T14:30:00.000Z',
    })
    expect(await take('pickup', '2026-03-04', '600004')).toMatchObject({ zoneName: null, feeInPaise: 0 })
    expect(await placesTaken(app, slots.midnight, '2026-03-04')).toBe(1)
  })

  test('a slot that is no longer offered is refused, and an order that had the slot before may take it again', async () => {
    const { delivery } = app.app.services
    const gone = await addSlot(app, { deleted_at: noon })
    for (const slotId of [gone, 'nothing']) {
      const request = { slotId, day: '2026-03-03', pincode: '600004', goods: delivery.combineGoods([]) }
      const error = await app.db.transaction((tx) => takeSlot(app, tx, request)).catch((thrown) => thrown)
      expect([error.code, error.message]).toEqual([
        'slot_closed',
        'This delivery time is no longer offered. Choose another one.',
      ])
    }
    // An order that had a place in this slot may take a place again.
    const retake = (slotId: string) =>
      app.db.transaction((tx) => delivery.retakeSlot(tx, { slotId, day: '2026-03-03' }))
    expect([await retake(gone), await retake('nothing')]).toEqual([true, false])
  })
})
