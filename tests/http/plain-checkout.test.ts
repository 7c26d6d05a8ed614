import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { ratePolicies } from '../../server/http/rate-limits.ts'
import { emptyTables, startApp, type TestApp, testNow } from '../harness/app.ts'
import { signedIn } from '../harness/callers.ts'
import { countedBuild } from '../harness/counted-build.ts'
import { orderFor } from '../harness/florist.ts'
import { onEachEngine, partOnSqlite } from '../harness/on-each-engine.ts'
import { addProduct } from '../harness/orders.ts'
import { addDeliveryPlan, giftPathOf, heldCounts, orderBody, stockOf } from '../harness/store.ts'

const site = await countedBuild()
const upi = { PAYMENT_PROVIDER: 'upi', SCHOOL_UPI_ID: 'malar.school@okbank', SCHOOL_NAME: 'Malar & Co' }
const day = '2026-03-04'

type Fields = Record<string, string>

/** The fields that a browser sends with the checkout form. A ticked box has the value `on`. */
function formOf({ slotId, ...changes }: Fields): Fields {
  const { day: _, acceptsTerms: __, ...typed } = orderBody() as Record<string, unknown> as Fields
  return { way: 'deliver', ...typed, acceptsTerms: 'on', slot: `${day} ${slotId}`, ...changes }
}

async function send(app: TestApp, path: string, fields: Fields | string, headers: Fields = {}) {
  const answer = await fetch(app.url + path, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'sec-fetch-site': 'same-origin', ...headers },
    body: new URLSearchParams(fields),
  })
  const { status } = answer
  const text = await answer.text()
  return {
    status,
    headers: answer.headers,
    text,
    words: wordsOf(text),
    location: answer.headers.get('location'),
  }
}

/** The texts of a page and of its fields. */
const wordsOf = (html: string) =>
  html
    .replace(/<style>.*?<\/style>|<script.*?<\/script>/gs, '')
    .replace(/<!--.*?-->/gs, '')
    .replace(/<[^>]*>/g, ' ')
    .replaceAll('&#x27;', "'")
    .replaceAll('&amp;', '&')
    .replace(/\s+/g, ' ')

/** The value of a field of the form without scripts. */
function valueOf(html: string, name: string): string | undefined {
  const tags = [...plainOf(html).matchAll(/<(?:input|button)[^>]*>/g)].map(([tag]) => tag)
  const tag = tags.find((one) => one.includes(` name="${name}"`) && !one.startsWith('<button'))
  return /\bvalue="([^"]*)"/.exec(tag ?? '')?.[1]
}

const plainOf = (html: string) =>
  [...html.matchAll(/<noscript>(.*?)<\/noscript>/gs)].map(([, inner]) => inner).join('')

onEachEngine('the checkout without scripts', { build: site.build, env: upi }, (app, engine) => {
  let slots: Awaited<ReturnType<typeof addDeliveryPlan>>
  let roses: string
  let staff: string

  beforeAll(async () => {
    staff = (await signedIn(app, 'staff')).token
  })
  beforeEach(async () => {
    app.deps.clock.set(testNow)
    await emptyTables(app, [
      'coupon_use',
      'claim',
      'order_charge',
      'order_attempt',
      'shop_order_item',
      'shop_order',
      'slot_day',
      'delivery_slot',
      'delivery_zone',
      'coupon',
      'product',
    ])
    slots = await addDeliveryPlan(app, { capacity: 2 })
    roses = await addProduct(app, 3, 'Red roses')
  })

  const address = (more: Fields = {}) =>
    `/checkout?${new URLSearchParams({ product: roses, quantity: '1', ...more })}`
  const place = { way: 'deliver', pincode: '600 004' }
  /** Loads the checkout with place, day and time chosen, and returns the fields that a browser would send. */
  async function filled(changes: Fields = {}): Promise<Fields> {
    const slot = `${day} ${slots.afternoon}`
    const { text } = await app.http('GET', address({ ...place, slot }))
    const hidden = Object.fromEntries(
      ['product', 'quantity', 'key', 'slot', 'shownTotal', 'terms'].map((name) => [
        name,
        valueOf(text, name) ?? '',
      ]),
    )
    return { ...formOf({ slotId: slots.afternoon }), ...hidden, step: 'order', ...changes }
  }
  const countOrders = async () => (await app.db.read.selectFrom('shop_order').select('id').execute()).length

  partOnSqlite(engine, 'an order form that the checkout refuses', () => {
    test.each([
      ['of another site', { 'sec-fetch-site': 'cross-site' }, 403],
      ['of another host of the same site', { 'sec-fetch-site': 'same-site' }, 403],
      ['of another origin, by an old browser', { 'sec-fetch-site': '', origin: 'https://evil.example' }, 403],
      ['whose origin is hidden', { 'sec-fetch-site': '', origin: 'null' }, 403],
      ['that is JSON', { 'content-type': 'application/json' }, 415],
      ['of files', { 'content-type': 'multipart/form-data; boundary=x' }, 415],
    ])('the checkout refuses a form %s', async (_what, given, status) => {
      const { 'sec-fetch-site': site = 'same-origin', ...headers } = given as Fields
      const form = await filled()
      const answer = await fetch(`${app.url}/checkout`, {
        method: 'POST',
        redirect: 'manual',
        headers: {
          'content-type': 'application/x-www-form-urlencoded',
          ...(site === '' ? {} : { 'sec-fetch-site': site }),
          ...headers,
        },
        body: new URLSearchParams(form).toString(),
      })
      expect([answer.status, await countOrders()]).toEqual([status, 0])
    })

    test('the checkout refuses a form that is too long', async () => {
      const { status } = await send(app, '/checkout', {
        ...(await filled()),
        requirements: 'x'.repeat(33_000),
      })
      expect([status, await countOrders()]).toEqual([413, 0])
    })

    test('an order form that is sent to another page answers 404', async () => {
      expect((await send(app, '/store', {})).status).toBe(404)
    })

    test.each<[string, Fields, string[], number?]>([
      [
        'missing names',
        { recipientName: '', address: ' ', customername: '' },
        ['Enter the recipient’s name', 'Enter the address', 'Enter your name'],
      ],
      [
        'invalid contact details',
        { email: 'meena', phone: '12', recipientPhone: '12345' },
        [
          'Please enter a valid email address',
          'Enter a 10-digit Indian mobile number, or a number that starts with + and a country code',
          'Please enter a valid 10-digit Indian mobile number (starting with 6-9)',
        ],
      ],
      [
        'a card message that is too long',
        { cardMessage: '🌹'.repeat(251) },
        ['Use at most 250 characters for the card message'],
      ],
      [
        'missing choices',
        { substitution: '', acceptsTerms: '', paymentMethod: '' },
        [
          'Choose what we do if a flower isn’t available',
          'Accept the terms to continue',
          'Choose how you’d like to pay',
        ],
      ],
      ['a missing delivery time', { slot: '' }, ['Choose a day and time.']],
      ['an invalid quantity', { quantity: '0' }, ['Choose a whole number from 1 to 99']],
      ['a form without a key', { key: '' }, ['Press the button again.']],
      ['an invalid key', { key: 'a b' }, ['Press the button again.']],
      [
        'a total that was not shown',
        { shownTotal: '500' },
        ['The price has changed', 'The total is now ₹580'],
        409,
      ],
      ['an unknown coupon code', { couponCode: 'NOSUCH' }, ['code'], 409],
      [
        'a pincode outside the delivery zones',
        { pincode: '641001' },
        ['We don’t deliver to 641001 yet'],
        409,
      ],
    ])(
      'the checkout refuses %s, and keeps everything that was typed',
      async (_what, changes, sentences, status = 400) => {
        const form = await filled({
          landmark: '<b>temple</b> "tank"',
          requirements: 'Ring\r\ntwice',
          ...changes,
        })
        const answer = await send(app, '/checkout', form)
        expect([answer.status, answer.headers.get('cache-control')]).toEqual([status, 'no-store'])
        for (const sentence of sentences) expect(answer.words).toContain(sentence)
        expect(valueOf(answer.text, 'landmark')).toBe('&lt;b&gt;temple&lt;/b&gt; &quot;tank&quot;')
        expect(answer.words).toContain('Ring twice')
        for (const name of ['recipientName', 'email', 'phone', 'couponCode']) {
          expect(valueOf(answer.text, name) ?? '', name).toBe(form[name] ?? '')
        }
        if (/^[\w-]{8,}$/.test(form['key'] ?? '')) expect(valueOf(answer.text, 'key')).toBe(form['key'])
        else expect(valueOf(answer.text, 'key')).toMatch(/^[\w-]{36}$/)
        expect(await countOrders()).toBe(0)
      },
    )

    test('a buyer who wants more pieces than are in stock can order the remaining pieces with one click', async () => {
      const answer = await send(app, '/checkout', await filled({ quantity: '4' }))
      expect([answer.status, answer.words]).toEqual([409, expect.stringContaining('Change to 3')])
      const form = await filled({ quantity: '4', take: '3', step: '' })
      const fewer = await send(app, '/checkout', form)
      expect([fewer.status, valueOf(fewer.text, 'quantity')]).toEqual([200, '3'])
      expect(fewer.words).toContain('Pay ₹1,580')
    })

    test('the checkout refuses a delivery time that has become full or closed, and keeps the typed text', async () => {
      const late = await filled({ slot: `${day} ${slots.morning}` })
      const forms = [await filled(), await filled(), await filled()]
      const answers = []
      for (const form of forms) answers.push(await send(app, '/checkout', form))
      expect(answers.map(({ status }) => status)).toEqual([303, 303, 409])
      const { text, words } = answers[2] as (typeof answers)[0]
      expect(words).toContain('The time you chose is no longer available')
      expect(valueOf(text, 'customername')).toBe('Meena Krishnan')
      app.deps.clock.set('2026-03-04T12:00:00.000Z')
      expect((await send(app, '/checkout', late)).words).toContain(
        'The time you chose is no longer available',
      )
      expect(await countOrders()).toBe(2)
    })

    test('the checkout refuses a product that is no longer offered, and keeps the typed text', async () => {
      const form = await filled()
      await app.http('DELETE', `/api/admin/products/${roses}`, { token: staff })
      const answer = await send(app, '/checkout', form)
      expect([answer.status, await countOrders()]).toEqual([409, 0])
      expect(wordsOf(plainOf(answer.text))).toMatch(/We’ve kept what you typed\. +Choose something else/)
      expect(valueOf(answer.text, 'customername')).toBe('Meena Krishnan')
    })

    test.each<[string, Fields, string]>([
      ['the missing name before the missing delivery time', { slot: '', customername: '' }, 'customername'],
      ['the invalid pincode before the missing name', { pincode: '12', customername: '' }, 'pincode'],
    ])('the page of a refused order form puts the focus on %s', async (_what, changes, focused) => {
      const { text } = await send(app, '/checkout', await filled(changes))
      const inFocus = [...plainOf(text).matchAll(/<(?:input|textarea)[^>]* autofocus=""[^>]*>/gi)]
      expect(inFocus.map(([tag]) => / name="(\w+)"/.exec(tag)?.[1])).toEqual([focused])
    })

    test('the order button shows the new total after a change of price, and the next click places the order', async () => {
      const form = await filled()
      const changed = await app.http('PUT', `/api/admin/products/${roses}`, {
        token: staff,
        body: { price: 650 },
      })
      expect(changed.status).toBe(200)
      const answer = await send(app, '/checkout', form)
      expect([answer.status, answer.words]).toEqual([409, expect.stringContaining('Pay ₹730')])
      const shownTotal = valueOf(answer.text, 'shownTotal') ?? ''
      expect((await send(app, '/checkout', { ...form, shownTotal })).status).toBe(303)
    })

    test('terms that have changed are refused with a sentence, on a page with the new terms and the typed text', async () => {
      const form = await filled()
      expect(form['terms']).toMatch(/^[\w-]{43}$/)
      const rename = async (phone: string) =>
        app.http('PUT', '/api/admin/school-settings', { token: staff, body: { phone } })
      expect((await rename('+91 44 5550 0999')).status).toBe(200)
      const answer = await send(app, '/checkout', form)
      expect([answer.status, answer.words]).toEqual([
        409,
        expect.stringContaining('Our terms have changed. Please read them again.'),
      ])
      expect(valueOf(answer.text, 'customername')).toBe(form['customername'])
      const terms = valueOf(answer.text, 'terms') ?? ''
      expect(terms).not.toBe(form['terms'])
      expect((await send(app, '/checkout', { ...form, terms })).status).toBe(303)
      await rename('+91 44 5550 0142')
    })

    test('a changed order form is refused if an order was placed with its key; it gets a new key, and the next click places an order', async () => {
      const form = await filled()
      expect((await send(app, '/checkout', form)).status).toBe(303)
      const answer = await send(app, '/checkout', { ...form, recipientName: 'Lakshmi' })
      expect([answer.status, answer.words]).toEqual([
        409,
        expect.stringContaining('You’ve already placed an order with this form'),
      ])
      const key = valueOf(answer.text, 'key') ?? ''
      expect(key).not.toBe(form['key'])
      expect((await send(app, '/checkout', { ...form, recipientName: 'Lakshmi', key })).status).toBe(303)
      expect(await countOrders()).toBe(2)
    })
  })

  test('an order form that is sent four times with one key places one order', async () => {
    const form = await filled()
    const answers = await Promise.all([1, 2, 3].map(() => send(app, '/checkout', form)))
    answers.push(await send(app, '/checkout', form))
    expect(new Set(answers.map(({ status, location }) => `${status} ${location}`)).size).toBe(1)
    expect(answers[0]?.status).toBe(303)
    expect(await countOrders()).toBe(1)
  })

  partOnSqlite(engine, 'the way from a product to its payment', () => {
    test('buyers choose place, day and time by links, and the form then shows the total and the rule for cancelling', async () => {
      const bare = await app.http('GET', address({ quantity: '2' }))
      expect(plainOf(bare.text)).toContain('method="get"')
      expect(wordsOf(plainOf(bare.text))).toContain('2 × ₹500')
      expect(
        wordsOf(plainOf((await app.http('GET', address({ way: 'deliver', pincode: '12' }))).text)),
      ).toContain('Enter a pincode of six digits')
      const days = plainOf((await app.http('GET', address(place))).text)
      expect(days).toContain(`value="${day} ${slots.afternoon}"`)
      expect(days).not.toContain('name="recipientName"')
      expect(wordsOf(days)).toContain('Orders for tomorrow can’t be cancelled.')
      const pickup = plainOf((await app.http('GET', address({ way: 'pickup' }))).text)
      expect(pickup).toContain(slots.pickup)
      expect(pickup).not.toContain(slots.afternoon)
      const chosen = await app.http('GET', address({ ...place, slot: `${day} ${slots.afternoon}` }))
      const words = wordsOf(plainOf(chosen.text))
      expect(plainOf(chosen.text)).toContain('method="post"')
      expect(words).toContain('Pay ₹580')
      expect(words).toContain('You can cancel this order until 12 pm tomorrow.')
    })

    test('a buyer who has ordered gets to the UPI payment, and reports the payment for checking', async () => {
      const form = await filled({ cardMessage: 'அன்புடன்\r\nமீனா', isForMe: '' })
      const placed = await send(app, '/checkout', form)
      expect([placed.status, placed.location]).toEqual([303, expect.stringMatching(/^\/payment\?order=/)])
      const [order] = await app.db.read
        .selectFrom('shop_order')
        .select(['id', 'number', 'card_message', 'total_in_paise'])
        .execute()
      expect(order).toMatchObject({ card_message: 'அன்புடன்\nமீனா', total_in_paise: 58_000 })
      const page = await app.http('GET', placed.location ?? '')
      expect([page.status, page.headers.get('cache-control')]).toEqual([200, 'no-store'])
      const plain = plainOf(page.text)
      for (const words of ['Pay ₹580', 'malar.school@okbank', order?.number, 'I have paid']) {
        expect(wordsOf(plain)).toContain(words)
      }
      expect(plain).toContain('href="upi://pay?pa=malar.school@okbank')
      expect(plain).toContain('<svg')
      // The way to pay that the buyer chose comes first on the page.
      const isAppFirst = (html: string) => html.indexOf('href="upi:') < html.indexOf('<svg')
      expect(isAppFirst(plain)).toBe(true)
      const choose = (payment_method: string) =>
        app.db.write.updateTable('shop_order').set({ payment_method }).execute()
      await choose('QR Code')
      expect(isAppFirst(plainOf((await app.http('GET', placed.location ?? '')).text))).toBe(false)
      await choose('UPI')
      for (const secret of ['Kutchery', 'meena@', 'Kayal']) expect(page.text).not.toContain(secret)
      const warning = 'After that, we’ll release your order.'
      expect(page.text).toContain(warning)
      for (let press = 0; press < 2; press++) {
        const reported = await send(app, placed.location ?? '', {})
        expect([reported.status, reported.location]).toEqual([303, placed.location])
      }
      const checking = (await app.http('GET', placed.location ?? '')).text
      expect(checking).toContain('We are checking your payment')
      expect(checking).not.toContain(warning)
      // A buyer who clicked too early still sees the ways to pay.
      const back = wordsOf(plainOf(checking))
      for (const words of ['I haven’t paid yet', 'Pay ₹580', 'malar.school@okbank', 'I have paid'])
        expect(back).toContain(words)
      expect(plainOf(checking)).toContain('href="upi://pay?pa=malar.school@okbank')
      expect((await app.db.read.selectFrom('claim').select('id').execute()).length).toBe(1)
      const own = await app.http('GET', `/orders/${order?.id}`)
      expect([own.status, own.headers.get('cache-control')]).toEqual([200, 'no-store'])
      for (const words of ['Order status', '₹580', order?.number]) expect(wordsOf(own.text)).toContain(words)
      for (const secret of ['Kutchery', 'meena@', 'Kayal']) expect(own.text).not.toContain(secret)
      const { taken, slots: held, holding } = await heldCounts(app)
      expect(taken.get(roses)).toBe(1)
      expect(held).toEqual(holding)
    })

    test('the page of a gift shows the gift to anybody with its link, without the price', async () => {
      const placed = await send(app, '/checkout', await filled({ isForMe: '' }))
      const id = new URLSearchParams(placed.location?.split('?')[1]).get('order') ?? ''
      const at = await giftPathOf(app, id)
      const page = await app.http('GET', at)
      expect([page.status, page.headers.get('cache-control')]).toEqual([200, 'no-store'])
      for (const words of ['Red roses', 'Won’t be home?', 'or call'])
        expect(wordsOf(page.text)).toContain(words)
      for (const secret of ['Kutchery', 'meena@', '₹']) expect(page.text).not.toContain(secret)
      const other = await app.http('GET', `${at.slice(0, -4)}aaaa`)
      expect([other.status, plainOf(other.text)]).toEqual([
        404,
        expect.stringContaining('This link no longer works'),
      ])
    })

    test('a pick-up needs no address, and a coupon code lowers the total on the button', async () => {
      const code = { code: 'ROSES50', kind: 'rupees', amount: 50 }
      const made = await app.http('POST', '/api/admin/coupons', { token: staff, body: code })
      expect(made.status, made.text).toBe(201)
      const form = await filled({
        way: 'pickup',
        slot: `${day} ${slots.pickup}`,
        couponCode: 'roses50',
        step: '',
      })
      for (const name of ['pincode', 'address', 'area', 'recipientName', 'recipientPhone']) form[name] = ''
      const applied = await send(app, '/checkout', form)
      expect([applied.status, applied.words]).toEqual([200, expect.stringContaining('Pay ₹450')])
      const shownTotal = valueOf(applied.text, 'shownTotal') ?? ''
      expect((await send(app, '/checkout', { ...form, shownTotal, step: 'order' })).status).toBe(303)
    })

    test('a checkout page with an idempotency key is rendered for each request, and never cached', async () => {
      const slot = `${day} ${slots.afternoon}`
      const pages = await Promise.all(
        [1, 2, 3].map(() => app.http('GET', address({ ...place, slot, answer: 'of-one' }))),
      )
      const keys = pages.map(({ text }) => valueOf(text, 'key'))
      expect(new Set(keys).size).toBe(3)
      for (const { headers } of pages) {
        expect([headers.get('cache-control'), headers.get('etag')]).toEqual(['no-store', null])
      }
      const bare = await app.http('GET', '/checkout?x=of-one')
      expect(bare.text).not.toContain('of-one')
      expect(wordsOf(plainOf(bare.text))).toContain('you can order one product at a time')
    })

    test.each([
      ['of a paid order', { payment_status: 'paid' }],
      ['of an order that staff confirmed without payment', { payment_status: 'pending', paid_at: null }],
    ] as const)(
      'the fee for a second delivery attempt %s can be paid by UPI and reported like an order',
      async (_what, columns) => {
        const as = (path: string, body: object) => app.http('POST', path, { token: staff, body })
        const id = await orderFor(app, '2026-03-02', [{ productId: roses, quantity: 1 }], {
          slot_id: slots.morning,
          status: 'shipped',
          ...columns,
        })
        await as(`/api/admin/florist/orders/${id}/presses`, { kind: 'not-reached', at: testNow })
        expect((await as(`/api/admin/orders/${id}/charges`, { amount: '80' })).status).toBe(201)
        const path = `/payment?order=${id}`
        expect(wordsOf((await app.http('GET', `/orders/${id}`)).text)).toContain('Pay ₹80 ')
        const { text } = await app.http('GET', path)
        expect(wordsOf(plainOf(text))).toContain('Pay ₹80 to Malar & Co')
        const form = { fee: /name="fee" value="([^"]+)"/.exec(text)?.[1] ?? '' }
        for (let press = 0; press < 2; press++) {
          const reported = await send(app, path, form)
          expect([reported.status, reported.location]).toEqual([303, path])
        }
        const checking = (await app.http('GET', path)).text
        expect(checking).toContain('We are checking your payment')
        expect(wordsOf(plainOf(checking))).toMatch(/I haven’t paid yet .*Pay ₹80 to Malar & Co/)
        expect((await app.http('GET', `/orders/${id}`)).text).toContain('We are checking your payment.')
        const claims = await app.db.read.selectFrom('claim').select(['subject', 'subject_id']).execute()
        expect(claims).toEqual([{ subject: 'order-charge', subject_id: form.fee }])
        await as(`/api/admin/order-charges/${form.fee}/waive`, {})
        const late = await send(app, path, form)
        expect([late.status, late.text]).toEqual([409, expect.not.stringContaining('I have paid')])
      },
    )

    test('the page of an order under payment check still shows how to pay, unless the order is cancelled', async () => {
      const placed = await send(app, '/checkout', await filled())
      const path = placed.location ?? ''
      await send(app, path, {})
      const shown = async (status: 'cancelled' | 'confirmed') => {
        await app.db.write.updateTable('shop_order').set({ status, ended_by: null }).execute()
        return wordsOf(plainOf((await app.http('GET', path)).text))
      }
      expect(await shown('confirmed')).toMatch(/I haven’t paid yet .*malar\.school@okbank/)
      expect(await shown('cancelled')).not.toMatch(/I haven’t paid yet|I have paid|malar\.school@okbank/)
    })

    test('when an order cannot be loaded, the page says so and does not call the order unknown', async () => {
      const id = await orderFor(app, '2026-03-02', [{ productId: roses, quantity: 1 }])
      const view = vi.spyOn(app.app.services.orders, 'view').mockRejectedValue(new Error('the disk is full'))
      try {
        for (const path of [`/orders/${id}`, `/payment?order=${id}`]) {
          const words = wordsOf(plainOf((await app.http('GET', path)).text))
          expect(words).toContain('We couldn’t load your order. Refresh this page, or')
          expect(words).not.toContain('can’t find this order')
        }
      } finally {
        view.mockRestore()
      }
    })

    test('the checkout says that a product is unknown, and the payment page that an order is unknown', async () => {
      const unknown = await app.http('GET', '/checkout?product=no-such-flower')
      expect(wordsOf(plainOf(unknown.text))).toContain('This product is no longer available')
      const order = await app.http('GET', '/payment?order=no-such-order')
      expect(wordsOf(plainOf(order.text))).toContain('We can’t find this order')
      const own = await app.http('GET', '/orders/no-such-order')
      expect(wordsOf(plainOf(own.text))).toContain('We can’t find this order')
      const reported = await send(app, '/payment?order=no-such-order', {})
      expect(reported.status).toBe(404)
    })
  })
})

describe('the limit of order forms from one network', () => {
  let app: TestApp
  let form: Fields
  beforeAll(async () => {
    app = await startApp({ build: site.build, env: { ...upi, RATE_LIMIT_FACTOR: '0.1' } })
    const slots = await addDeliveryPlan(app)
    const roses = await addProduct(app, 99)
    form = {
      ...formOf({ slotId: slots.afternoon }),
      product: roses,
      quantity: '1',
      shownTotal: '580',
      step: 'order',
    }
    return () => app.stop()
  })

  test('a network that sends too many order forms gets 429, on a page that keeps the typed text', async () => {
    const max = ratePolicies.write.max / 10
    const statuses = []
    for (let n = 0; n < max; n++)
      statuses.push((await send(app, '/checkout', { ...form, key: `order-${n}-x` })).status)
    expect(statuses).toEqual(Array.from({ length: max }, () => 303))
    // The limit of unpaid pieces of a network is lower than `max`, so the further orders must be confirmed by e-mail
    // first.
    expect(await stockOf(app, form['product'] as string)).toBe(98)
    const { status, words, text } = await send(app, '/checkout', { ...form, key: 'one-too-many' })
    expect([status, words]).toEqual([429, expect.stringContaining('Too many attempts')])
    expect(valueOf(text, 'customername')).toBe('Meena Krishnan')
    expect((await app.http('POST', '/api/orders', { body: {} })).status).toBe(429)
  })
})
