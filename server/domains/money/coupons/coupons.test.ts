import { beforeEach, describe, expect, test } from 'vitest'
import { testNow } from '../../../../tests/harness/app.ts'
import { signedIn } from '../../../../tests/harness/callers.ts'
import { callers, onEachEngine } from '../../../../tests/harness/on-each-engine.ts'
import { addProduct, placeOrder } from '../../../../tests/harness/orders.ts'
import { addCourse } from '../../../../tests/harness/seats.ts'

const generic = 'This code can’t be used with this order.'
const unknown = 'We don’t know this code, or it’s no longer offered. Check the spelling.'
const usedUp = 'This code has been used up. It can be used again if an order with it isn’t paid in time.'

onEachEngine('coupons', (app) => {
  const { staff } = callers(app, 'staff')
  let turn = 0
  let code: string
  beforeEach(() => {
    code = `CODE${++turn}`
    app.deps.clock.set(testNow)
  })

  const as = (method: string, path: string, body?: object) =>
    app.http(method, `/api/admin/coupons${path}`, { token: staff.token, ...(body && { body }) })
  const add = async (terms: object = {}) => {
    const answer = await as('POST', '', { code, kind: 'percent', percent: 10, ...terms })
    expect(answer.status, answer.text).toBe(201)
    return answer.body.data
  }
  const validate = async (body: object, token?: string) => {
    const answer = await app.http('POST', '/api/coupons/validate', {
      body: { code, ...body },
      ...(token && { token }),
    })
    return answer.status === 200
      ? answer.body.data
      : [answer.status, answer.body.code ?? '', answer.body.error]
  }

  describe('coupons in the back office', () => {
    test.each([
      ['code', { code: '' }, 'Enter a code'],
      ['code', { code: 'A?' }, 'Enter a code of 3 to 24 letters, digits and hyphens'],
      ['kind', { kind: 'gift' }, 'Choose what the coupon takes off'],
      ['percent', { percent: 101 }, 'Enter a whole percentage from 1 to 100'],
      ['percent', { percent: '12.5' }, 'Enter a whole percentage from 1 to 100'],
      ['percent', { percent: null }, 'Enter the percentage off'],
      ['amount', { kind: 'rupees' }, 'Enter the amount off'],
      ['amount', { kind: 'rupees', amount: 0 }, 'Enter a discount above 0, with at most 2 decimal places'],
      ['startsOn', { startsOn: '2026-02-30' }, 'That date doesn’t exist. Enter another date.'],
      [
        'endsOn',
        { startsOn: '2026-03-02', endsOn: '2026-03-01' },
        'Choose a last day that isn’t before the first day',
      ],
      ['usesMax', { usesMax: 0 }, 'Enter the number of uses, 1 or more'],
      ['scopeItems', { scope: 'products' }, 'Choose the products that this coupon is for'],
      [
        'scopeItems',
        { scope: 'products', scopeItems: ['gone'] },
        'There is no product with the id gone. Choose from the list.',
      ],
      [
        'scopeItems',
        { scope: 'courses', scopeItems: ['a', 'b', 'c', 'd'] },
        'There is no class with the id a, b, c and 1 more. Choose from the list.',
      ],
      [
        'scope',
        { kind: 'free-delivery', scope: 'courses' },
        'Classes have no delivery. Choose something else for this coupon.',
      ],
    ])(
      'a coupon with a wrong %s is refused with the sentence for that field: %j',
      async (field, terms, sentence) => {
        const { status, body } = await as('POST', '', { code, kind: 'percent', percent: 10, ...terms })
        expect([status, body.fields]).toEqual([400, { [field]: sentence }])
      },
    )

    test('a coupon is stored in upper case without fields of other kinds, and can be changed, listed and found', async () => {
      code = `Onam-${turn}`
      const added = await add({ amount: 50, usesMax: '20', minimum: '999.50', note: 'For Onam' })
      expect(added).toMatchObject({
        code: `ONAM-${turn}`,
        kind: 'percent',
        percent: 10,
        amount: null,
        minimum: 999.5,
        usesMax: 20,
        uses: 0,
        scope: 'all',
        isActive: true,
        state: 'running',
        version: 1,
      })
      const changed = await as('PUT', `/${added.id}`, { kind: 'rupees', amount: '75.50', version: 1 })
      expect(changed.body.data).toMatchObject({ kind: 'rupees', percent: null, amount: 75.5, version: 2 })
      expect((await as('PUT', `/${added.id}`, { note: '', version: 1 })).status).toBe(409)
      expect((await as('GET', `?q=onam-${turn}`)).body.data).toEqual([changed.body.data])
      expect((await as('GET', `/${added.id}`)).body.data).toEqual(changed.body.data)
      expect((await as('GET', '/nobody')).body.error).toBe(
        'This coupon no longer exists. Someone may have deleted it.',
      )
    })

    test('a coupon can name only products and courses that exist, but may keep a product that was deleted since', async () => {
      const roses = await addProduct(app, 1, `Roses ${turn}`)
      const { id: course } = await addCourse(app)
      const added = await add({ scope: 'products', scopeItems: [roses] })
      const sentence = (what: string, id: string) => ({
        scopeItems: `There is no ${what} with the id ${id}. Choose from the list.`,
      })
      const put = (patch: object) => as('PUT', `/${added.id}`, patch)
      expect((await put({ scopeItems: [roses, 'gone'] })).body.fields).toEqual(sentence('product', 'gone'))
      expect((await put({ scope: 'courses' })).body.fields).toEqual(sentence('class', roses))
      expect((await put({ scope: 'courses', scopeItems: [course] })).status).toBe(200)
      expect((await put({ scope: 'products', scopeItems: [roses] })).status).toBe(200)
      const at = app.deps.clock.now()
      await app.db.write.updateTable('product').set({ deleted_at: at }).where('id', '=', roses).execute()
      expect((await put({ note: 'Still running' })).status).toBe(200)
      expect((await put({ scope: 'courses' })).body.fields).toEqual(sentence('class', roses))
      const many = {
        count: 2,
        series: 'Many',
        kind: 'percent',
        percent: 10,
        scope: 'products',
        scopeItems: [roses],
      }
      expect((await as('POST', '/many', many)).body.fields).toEqual(sentence('product', roses))
    })

    test('two coupons outside the bin never have the same code, also after a change or a restore', async () => {
      const first = await add()
      const again = await as('POST', '', { code: code.toLowerCase(), kind: 'percent', percent: 5 })
      expect([again.status, again.body.fields]).toEqual([400, { code: `There is already a coupon ${code}.` }])
      const other = (await as('POST', '', { code: `${code}-B`, kind: 'percent', percent: 5 })).body.data
      expect((await as('PUT', `/${other.id}`, { code })).body.fields).toEqual({
        code: `There is already a coupon ${code}.`,
      })
      expect((await as('DELETE', `/${first.id}`)).status).toBe(200)
      const anew = await add()
      const restore = () =>
        app.http('POST', `/api/admin/bin/coupon/${first.id}/restore`, { token: staff.token })
      expect((await restore()).body.error).toBe(
        `Another coupon now has the code ${code}. Change that coupon’s code first.`,
      )
      await as('PUT', `/${anew.id}`, { code: `${code}-C` })
      expect((await restore()).status).toBe(200)
      expect((await as('GET', `/${first.id}`)).body.data.code).toBe(code)
    })

    test('a coupon is running, upcoming, over or switched off, as of today', async () => {
      const states: string[] = []
      for (const terms of [{}, { startsOn: '2026-03-03' }, { endsOn: '2026-03-01' }, { isActive: false }]) {
        code = `${code}X`
        states.push((await add(terms)).state)
      }
      expect(states).toEqual(['running', 'to-come', 'over', 'off'])
    })

    test('many codes made at once are all different, contain no look-alike letters and allow one use each', async () => {
      const many = (body: object) => as('POST', '/many', { kind: 'percent', percent: 20, ...body })
      expect((await many({ count: 1001, series: 'Fair' })).body.fields).toEqual({
        count: 'Enter the number of codes as a whole number from 1 to 1000',
      })
      expect((await many({ count: 3 })).body.fields).toEqual({ series: 'Enter a name for the series' })
      const series = `Fair ${turn}`
      const { status, body } = await many({ count: 250, series, prefix: 'fair' })
      expect(status).toBe(201)
      const made: string[] = body.data.map((row: { code: string }) => row.code)
      expect(new Set(made).size).toBe(250)
      for (const one of made) expect(one).toMatch(/^FAIR-[2-9A-HJ-NP-Z]{8}$/)
      const listed = await as('GET', `?series=${encodeURIComponent(series)}&limit=300`)
      expect(listed.body.data).toHaveLength(250)
      expect(listed.body.data[0]).toMatchObject({ usesMax: 1, percent: 20, series })
    })

    test('the list of coupons can be sorted and filtered', async () => {
      const names = ['B', 'A', 'C'].map((letter) => `${code}-${letter}`)
      for (const [n, name] of names.entries()) {
        await as('POST', '', {
          code: name,
          kind: n === 2 ? 'free-delivery' : 'percent',
          percent: n === 2 ? null : 10,
          endsOn: `2026-04-0${3 - n}`,
          isActive: n !== 1,
        })
      }
      const list = async (query: string) =>
        (await as('GET', `?q=${code}-&${query}`)).body.data.map((row: { code: string }) => row.code.at(-1))
      expect(await list('sort=code')).toEqual(['A', 'B', 'C'])
      expect(await list('sort=-code')).toEqual(['C', 'B', 'A'])
      expect(await list('sort=ends')).toEqual(['C', 'A', 'B'])
      expect(await list('active=no')).toEqual(['A'])
      expect(await list('kind=free-delivery')).toEqual(['C'])
    })
  })

  describe('POST /api/coupons/validate', () => {
    const lines = async () => [{ productId: await addProduct(app, 5), quantity: 2 }]

    test('an unknown, a switched-off and a deleted code get the same refusal', async () => {
      expect(await validate({ lines: await lines() })).toEqual([409, 'coupon_invalid', unknown])
      const { id } = await add({ isActive: false })
      expect(await validate({ lines: await lines() })).toEqual([409, 'coupon_invalid', unknown])
      await as('PUT', `/${id}`, { isActive: true })
      expect(await validate({ lines: await lines() })).toMatchObject({ discount: 100 })
      await as('DELETE', `/${id}`)
      expect(await validate({ lines: await lines() })).toEqual([409, 'coupon_invalid', unknown])
    })

    test.each([
      [{ startsOn: '2026-03-03' }, 'You can use this code from Tuesday 3 March 2026.'],
      [
        { endsOn: '2026-03-01' },
        'This code was valid until Sunday 1 March 2026. Use another code, or continue without one.',
      ],
      [{ minimum: 1000.01 }, 'Spend ₹1,000.01 or more to use this code.'],
      [{ scope: 'courses' }, 'This code is for our courses only.'],
      [{ scope: 'categories', scopeItems: ['Lilies'] }, generic],
    ])('a code with %j is refused with the reason', async (terms, sentence) => {
      await add(terms)
      expect(await validate({ lines: await lines() })).toEqual([409, 'coupon_invalid', sentence])
    })

    test('a code’s first and last day begin and end at midnight in Chennai', async () => {
      await add({ startsOn: '2026-03-02', endsOn: '2026-03-02' })
      const chosen = await lines()
      const at = async (instant: string) => {
        app.deps.clock.set(instant)
        return Array.isArray(await validate({ lines: chosen }))
      }
      expect(await at('2026-03-01T18:29:59.999Z')).toBe(true)
      expect(await at('2026-03-01T18:30:00.000Z')).toBe(false)
      expect(await at('2026-03-02T18:29:59.999Z')).toBe(false)
      expect(await at('2026-03-02T18:30:00.000Z')).toBe(true)
    })

    test('a check without goods, with an unknown course or without a code is refused', async () => {
      await add()
      expect(await validate({})).toEqual([
        409,
        'coupon_invalid',
        'There’s nothing in your cart to discount yet.',
      ])
      expect((await validate({ courseId: 'nowhere' }))[0]).toBe(404)
      expect((await app.http('POST', '/api/coupons/validate', { body: { code: '' } })).body.fields).toEqual({
        code: 'Enter your code',
      })
    })

    test('a code is found in lower case and with spaces, and the response gives its discount', async () => {
      code = `PONGAL-${turn}`
      await add({ percent: 15, most: 120 })
      code = ` pongal \u2013 ${turn}`
      expect(await validate({ lines: await lines() })).toEqual({
        code: `PONGAL-${turn}`,
        kind: 'percent',
        offer: '15% off',
        discount: 120,
        price: 1000,
        toPay: 880,
        freeDelivery: false,
        deliveryDiscountMax: null,
        isPersonal: false,
      })
    })

    test('a check of a code without goods is made for the goods in the cart that the caller’s cart token names', async () => {
      await add()
      const productId = await addProduct(app, 5)
      const { data } = (await app.http('POST', '/api/cart/items', { body: { productId, quantity: 3 } })).body
      const answer = await app.http('POST', '/api/coupons/validate', {
        body: { code },
        headers: { 'cart-token': data.token },
      })
      expect(answer.body.data).toMatchObject({ price: 1500, discount: 150, toPay: 1350 })
      const inBody = { code, cartToken: data.token }
      expect((await app.http('POST', '/api/coupons/validate', { body: inBody })).body).toEqual(answer.body)
      for (const cartToken of ['x'.repeat(32), '']) {
        const other = await app.http('POST', '/api/coupons/validate', { body: { code, cartToken } })
        expect([other.status, other.body.code]).toEqual([409, 'coupon_invalid'])
      }
    })

    test('a code for free delivery is refused for a course, and a code in rupees is accepted', async () => {
      await add({ kind: 'free-delivery', percent: null, most: 99.5 })
      expect(await validate({ lines: await lines() })).toMatchObject({
        offer: 'Free delivery',
        discount: 0,
        toPay: 1000,
        freeDelivery: true,
        deliveryDiscountMax: 99.5,
      })
      const { id: courseId } = await addCourse(app)
      expect(await validate({ courseId })).toEqual([
        409,
        'coupon_invalid',
        'This code is for our flower store only.',
      ])
      code = `${code}-C`
      await add({ kind: 'rupees', percent: null, amount: 500 })
      expect(await validate({ courseId })).toMatchObject({ offer: '₹500 off', price: 12500, toPay: 12000 })
    })

    test('a code for first orders is checked only for the caller’s own proved address, so it reveals nothing about others', async () => {
      await add({ firstOnly: true })
      const chosen = await lines()
      const stranger = await signedIn(app, 'user')
      const buyer = await signedIn(app, 'user')
      const prove = (isProved: 0 | 1) =>
        app.db.write
          .updateTable('user')
          .set({ emailVerified: isProved })
          .where('id', 'in', [buyer.userId, stranger.userId])
          .execute()
      const order = await placeOrder(app, [{ productId: null, quantity: 1 }], { status: 'cancelled' })
      const orderOf = (status: 'pending' | 'cancelled', email: string) =>
        app.db.write.updateTable('shop_order').set({ status, email }).where('id', '=', order).execute()
      const refused = [409, 'coupon_invalid', generic]
      const open = { discount: 100, isPersonal: true }

      await prove(1)
      await orderOf('cancelled', buyer.email)
      expect(await validate({ lines: chosen }, buyer.token)).toMatchObject(open)
      await orderOf('pending', buyer.email)
      expect(await validate({ lines: chosen }, buyer.token)).toEqual(refused)
      const written = buyer.email.toUpperCase()
      expect(await validate({ lines: chosen, email: written }, buyer.token)).toEqual(refused)

      expect(await validate({ lines: chosen, email: 'other@malar.example' }, buyer.token)).toMatchObject(open)
      for (const token of [undefined, stranger.token])
        expect(await validate({ lines: chosen, email: buyer.email }, token)).toMatchObject(open)
      await prove(0)
      expect(await validate({ lines: chosen, email: buyer.email }, buyer.token)).toMatchObject(open)
    })

    test('the uses per customer are checked only for the caller’s own proved address', async () => {
      await add({ usesEach: 1 })
      const chosen = await lines()
      const buyer = await signedIn(app, 'user')
      await app.db.write
        .updateTable('user')
        .set({ emailVerified: 1 })
        .where('id', '=', buyer.userId)
        .execute()
      const { coupons } = app.app.services
      const basket = { lines: [{ productId: 'p', categories: [], totalInPaise: 100_000 }], feeInPaise: null }
      const customer = { email: buyer.email, phone: null }
      await app.db.transaction((tx) =>
        coupons.apply(tx, { kind: 'order', id: `order of ${code}` }, { code, basket, customer }),
      )
      expect(await validate({ lines: chosen }, buyer.token)).toEqual([409, 'coupon_invalid', generic])
      expect(await validate({ lines: chosen, email: buyer.email })).toMatchObject({ isPersonal: true })
    })

    test('checking a code does not use it up', async () => {
      const { id } = await add({ usesMax: 1 })
      const chosen = await lines()
      await validate({ lines: chosen })
      await validate({ lines: chosen })
      expect((await as('GET', `/${id}`)).body.data.uses).toBe(0)
    })

    test('the refusal of a used-up code says that a use may become free; the limit cannot be set below the uses', async () => {
      const { id } = await add({ usesMax: 1 })
      await app.db.write.updateTable('coupon').set({ uses: 1 }).where('id', '=', id).execute()
      expect(await validate({ lines: await lines() })).toEqual([409, 'coupon_invalid', usedUp])
      expect((await as('PUT', `/${id}`, { usesMax: 3 })).body.data.usesMax).toBe(3)
      await app.db.write.updateTable('coupon').set({ uses: 2 }).where('id', '=', id).execute()
      expect((await as('PUT', `/${id}`, { usesMax: 1 })).body.fields).toEqual({
        usesMax: 'This coupon has already been used 2 times. Allow 2 uses or more.',
      })
    })
  })
})
