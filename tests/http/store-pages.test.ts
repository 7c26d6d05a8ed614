import sharp from 'sharp'
import { beforeAll, expect, test } from 'vitest'
import { startDeliveryClosings } from '../../server/domains/loops.ts'
import { ratePolicies } from '../../server/http/rate-limits.ts'
import { startApp, testNow } from '../harness/app.ts'
import { signedIn } from '../harness/callers.ts'
import { countedBuild } from '../harness/counted-build.ts'
import { addSlot, addZone } from '../harness/delivery.ts'
import { onSqlite } from '../harness/on-each-engine.ts'
import { addProduct } from '../harness/orders.ts'

const site = await countedBuild()

async function renderingsOf(work: () => Promise<unknown>): Promise<number> {
  const before = site.renderings()
  await work()
  return site.renderings() - before
}

/** The names of the products on the cards, in the order of the cards. */
const namesIn = (html: string) => [...html.matchAll(/<h3[^>]*><a[^>]*>([^<]*)</g)].map(([, name]) => name)

onSqlite('the pages of the store', { build: site.build }, (app) => {
  let id: string
  beforeAll(async () => {
    await addZone(app)
    await addSlot(app)
    const { token } = await signedIn(app, 'staff')
    const put = async (name: string, quantity: number, body: object) => {
      const product = await addProduct(app, quantity, name)
      const { status } = await app.http('PUT', `/api/admin/products/${product}`, { token, body })
      expect(status).toBe(200)
      return product
    }
    await put('Posy', 5, { price: 450, category: ['Birthday'] })
    await put('Lilies', 0, { price: 2200, category: ['Sympathy'] })
    id = await put('Red <roses>', 9, { price: 1850, category: ['Birthday', 'Love & luck'], featured: true })
  })

  test.each([
    ['', ['Red &lt;roses&gt;', 'Lilies', 'Posy']],
    ['?category=Birthday', ['Red &lt;roses&gt;', 'Posy']],
    ['?category=Love+%26+luck', ['Red &lt;roses&gt;']],
    ['?instock=yes&sort=price', ['Posy', 'Red &lt;roses&gt;']],
    ['?minPrice=1000&sort=-price', ['Lilies', 'Red &lt;roses&gt;']],
    ['?q=posy', ['Posy']],
    ['?q=tulips', []],
  ])('the page /store%s shows the matching products without scripts', async (search, names) => {
    const { status, text } = await app.http('GET', `/store${search}`)
    expect([status, namesIn(text)]).toEqual([200, names])
  })

  test('the store page sorts the newest products as the API does', async () => {
    const { body } = await app.http('GET', '/api/products?sort=newest')
    const names = body.map(({ name }: { name: string }) => name.replace('<', '&lt;').replace('>', '&gt;'))
    expect(namesIn((await app.http('GET', '/store?sort=newest')).text)).toEqual(names)
  })

  test('the card of a sold-out product says so in place of its cart button', async () => {
    const { text } = await app.http('GET', '/store')
    expect(text.match(/Out of Stock/g)).toHaveLength(1)
    expect(text).toContain('aria-label="Add to cart: Posy"')
    expect(text).not.toContain('Add to cart: Lilies')
  })

  test('the pages of the store and its categories are cached; other filters are rendered each time, with noindex', async () => {
    const kept = ['/store', '/store?category=Birthday', '/store?utm_source=chat', '/store?instock=no&shown=3']
    for (const path of kept) {
      const first = await app.http('GET', path)
      expect([path, first.headers.get('cache-control')]).toEqual([path, 'no-cache'])
      expect(first.text).not.toContain('"noindex"')
    }
    expect(
      await renderingsOf(async () => {
        for (const path of kept) await app.http('GET', path)
      }),
    ).toBe(0)
    const others = ['?q=rose', '?category=Birthday&sort=price', '?shown=48']
    const rendered = await renderingsOf(async () => {
      for (const search of [...others, ...others]) {
        const { headers } = await app.http('GET', `/store${search}`)
        expect([search, headers.get('cache-control'), headers.get('etag')]).toEqual([
          search,
          'no-store',
          null,
        ])
      }
    })
    expect(rendered).toBe(2 * others.length)
    expect((await app.http('GET', '/store?q=rose')).text).toContain('<meta name="robots" content="noindex"/>')
  })

  test('a product card promises the earliest delivery that is possible now, also on a cached page', async () => {
    const loop = startDeliveryClosings({ ...app.app.services, clock: app.deps.clock, log: app.deps.log })
    const wordsOf = async (path: string) =>
      /Same-day delivery|Delivery from [^<.]*/.exec((await app.http('GET', path)).text)?.[0]
    const pages = ['/store', '/store?category=Birthday']
    for (const path of pages) expect([path, await wordsOf(path)]).toEqual([path, 'Same-day delivery'])
    app.deps.clock.set('2026-03-02T09:30:00.000Z')
    loop.wake()
    for (const path of pages) await expect.poll(() => wordsOf(path)).toBe('Delivery from tomorrow')
    const { token } = await signedIn(app, 'staff')
    const body = { day: '2026-03-03', closedFor: 'Rain' }
    expect((await app.http('POST', '/api/admin/delivery-days', { token, body })).status).toBe(201)
    for (const path of pages) await expect.poll(() => wordsOf(path)).toBe('Delivery from Wed, 4 Mar')
    await loop.stop()
    app.deps.clock.set(testNow)
  })

  test('the cart, the favourites and the page that finds orders have their texts without scripts', async () => {
    for (const [path, words] of [
      ['/cart', 'they stay in your cart for 60 days'],
      ['/favourites', 'What you’ve marked with a heart'],
      ['/find', 'Orders and seats booked in this browser'],
    ] as const)
      expect((await app.http('GET', path)).text).toContain(words)
  })

  test('a sold-out product shows no delivery times', async () => {
    const { text } = await app.http('GET', '/store/lilies')
    for (const words of ['Check delivery times', 'Same-day delivery', 'Delivery from', 'Order a day ahead'])
      expect(text).not.toContain(words)
    expect(text).toContain('Standard delivery')
    for (const way of ['Express delivery', 'Midnight delivery', 'Collect from the studio'])
      expect(text).not.toContain(way)
    expect((await app.http('GET', '/store/posy')).text).toContain('Check delivery times')
  })

  test.each(['Nobody', 'birthday', 'Birthday, Sympathy', 'Nobody&sort=newest&q=rose'])(
    'the store answers 404 for a category without products: %s',
    async (category) => {
      const { status, text, headers } = await app.http('GET', `/store?category=${category}`)
      expect([status, headers.get('cache-control')]).toEqual([404, 'no-store'])
      expect(text).toContain('We couldn’t find this category')
      expect(text).toContain('<meta name="robots" content="noindex"/>')
      expect(text).toContain('<title>The store')
    },
  )

  test('a known category in which no product matches answers 200', async () => {
    expect((await app.http('GET', '/store?category=Sympathy&instock=yes')).status).toBe(200)
  })

  test('a new product appears on the cached store page within a moment', async () => {
    await app.http('GET', '/store')
    await addProduct(app, 1, 'Orchid pot')
    await expect.poll(async () => namesIn((await app.http('GET', '/store')).text)).toContain('Orchid pot')
  })

  test('the details that staff enter for a product are on its card and its page', async () => {
    const { token } = await signedIn(app, 'staff')
    const put = (product: string, body: object) =>
      app.http('PUT', `/api/admin/products/${product}`, { token, body })
    await put(await addProduct(app, 3, 'Brass lamp'), { price: 350, isAddon: true })
    const box = await addProduct(app, 9, 'Flower box')
    const said = await put(box, {
      sizes: [
        { name: 'Standard', price: 900, stems: 12 },
        { name: 'Grand', price: 1500 },
      ],
      originalPrice: 1100,
      badge: 'New this week',
      isCustom: true,
      customLabel: 'Ribbon colour',
      care: 'Cut the stems each morning.',
      substitution: 'We keep to pinks.',
      leadDays: 2,
      ways: ['standard', 'pickup'],
    })
    expect(said.status, said.text).toBe(200)
    for (const color of ['red', 'green']) {
      const picture = sharp({ create: { width: 60, height: 75, channels: 3, background: color } })
      const image = (await picture.png().toBuffer()).toString('base64')
      expect((await put(box, { [color === 'red' ? 'image' : 'imagefirst']: image })).status).toBe(200)
    }
    const wordsOf = async (path: string) => (await app.http('GET', path)).text.replace(/<!--.*?-->/g, '')
    await expect.poll(() => wordsOf('/store')).toMatch(/Flower box.*?from .*?₹900.*?<s[^>]*>.*?₹1,100/s)
    expect(await wordsOf('/store')).toMatch(/New this week.*Flower box.*aria-label="Choose: Flower box"/s)
    const page = await wordsOf('/store/flower-box')
    for (const words of [
      'New this week',
      'Standard',
      '12 stems',
      'Grand',
      '₹1,500',
      'Ribbon colour',
      'Cut the stems each morning.',
      'We keep to pinks.',
      'Brass lamp',
      'aria-label="Picture 2"',
      'Flower box, picture 2 of 2',
    ]) {
      expect(page).toContain(words)
    }
    expect(page).toContain('Order 2 days ahead')
  })

  test('a product requested by its id or in capitals redirects to its canonical address; an unknown product answers 404', async () => {
    const asked = { redirect: 'manual' } as const
    for (const from of [id, 'RED-ROSES']) {
      const { status, headers } = await fetch(`${app.url}/store/${from}?utm_source=chat`, asked)
      expect([status, headers.get('location')]).toEqual([308, '/store/red-roses?utm_source=chat'])
    }
    expect((await app.http('GET', '/store/no-such-flower')).status).toBe(404)
  })

  test('a product tells search engines its price, its number and whether it is in stock', async () => {
    const facts = async (slug: string) => {
      const { text } = await app.http('GET', `/store/${slug}`)
      const [, json = ''] = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(text) ?? []
      return JSON.parse(json)
    }
    expect(await facts('red-roses')).toMatchObject({
      '@type': 'Product',
      name: 'Red <roses>',
      sku: 'red-roses',
      offers: {
        '@type': 'Offer',
        sku: 'red-roses',
        price: 1850,
        priceCurrency: 'INR',
        availability: 'https://schema.org/InStock',
      },
    })
    expect((await facts('lilies')).offers.availability).toBe('https://schema.org/OutOfStock')
  })

  test('the form of a product leads to the checkout before its script has loaded', async () => {
    const { text } = await app.http('GET', '/store/red-roses')
    const [form = ''] = /<form[^>]*action="\/checkout".*?<\/form>/s.exec(text) ?? []
    expect(form).toContain(`name="product" value="${id}"`)
    expect(form).toMatch(/name="quantity"[^>]*value="1"|value="1"[^>]*name="quantity"/)
    expect(form).toMatch(/<button[^>]*type="submit"[^>]*formMethod="get"/i)
    expect((await app.http('GET', '/store/lilies')).text).not.toContain('action="/checkout"')
  })

  test('a visitor without scripts can buy a single product, and the cart says so', async () => {
    const { text } = await app.http('GET', '/store/red-roses')
    const [form = ''] = /<form[^>]*action="\/checkout".*?<\/form>/s.exec(text) ?? []
    expect(form).toMatch(/<button[^>]*class="[^"]*noscript:hidden[^>]*>Add to cart/)
    expect(form).not.toMatch(/<button[^>]*noscript:hidden[^>]*>Buy it now/)
    const [, check] = /<section([^>]*)>(?=<h2[^>]*>Check delivery times)/.exec(text) ?? []
    expect(check).toMatch(/class="[^"]*noscript:hidden/)
    const cart = await app.http('GET', '/cart')
    expect(cart.text).toMatch(
      /<noscript><p[^>]*>The cart needs JavaScript.*one product at a time.*call.*<\/noscript>/s,
    )
  })

  test('the personal pages of the store do not repeat their query parameters, and are neither cached nor indexed', async () => {
    for (const path of ['/cart', '/favourites', '/find']) {
      const { headers, text } = await app.http('GET', `${path}?x=of-one`)
      expect([path, headers.get('cache-control'), text.includes('of-one')]).toEqual([path, 'no-store', false])
      expect(text).toContain('<meta name="robots" content="noindex"/>')
    }
  })
})

test('a network that requests too many filters of the store gets 429, and still gets the plain store page', async () => {
  const app = await startApp({ build: site.build, env: { RATE_LIMIT_FACTOR: '0.1' } })
  try {
    await app.http('GET', '/store')
    const max = ratePolicies.page.max / 10
    const rendered = await renderingsOf(async () => {
      for (let n = 0; n < max + 10; n++) await app.http('GET', `/store?q=${n}`)
    })
    expect(rendered).toBe(max - 1)
    expect((await app.http('GET', '/store?q=more')).status).toBe(429)
    expect((await app.http('GET', '/store')).status).toBe(200)
  } finally {
    await app.stop()
  }
})
