import path from 'node:path'
import type { ServerBuild } from 'react-router'
import sharp from 'sharp'
import { beforeAll, describe, expect, test } from 'vitest'
import { loadBuild } from '../../server/http/rendering.ts'
import { addressLd } from '../../web/lib/json-ld.tsx'
import { signedIn } from '../harness/callers.ts'
import { onSqlite } from '../harness/on-each-engine.ts'
import { addProduct } from '../harness/orders.ts'
import { addCourse, addUndatedCourse } from '../harness/seats.ts'

type Facts = Record<string, unknown>

const pages = ['/', '/classes', '/calendar', '/about', '/contact', '/store', '/shop', '/blog', '/terms']

const descriptionsIn = (html: string) =>
  [...html.matchAll(/<meta (?:name|property)="(?:og:)?description" content="([^"]*)"/g)].map(
    ([, content]) => content ?? '',
  )

/** The structured data for search engines in a page's HTML, parsed and as text. */
function factsIn(html: string) {
  const texts = [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)].map(
    ([, json]) => json ?? '',
  )
  const all = texts.flatMap((text) => {
    const facts = JSON.parse(text) as Facts
    return (facts['@graph'] as Facts[] | undefined) ?? [facts]
  })
  return { texts, ofType: (type: string) => all.filter((facts) => [facts['@type']].flat().includes(type)) }
}

const build = await loadBuild(path.resolve('build'))

onSqlite('the data for search engines', { build, env: { SITE_URL: 'https://malar.example' } }, (app) => {
  beforeAll(async () => {
    const { token } = await signedIn(app, 'staff')
    const hours = { office_day: 'Monday', open_time: '09:00', close_time: '18:00', is_holiday: false }
    const { status, text } = await app.http('POST', '/api/admin/office-timing', { token, body: hours })
    expect(status, text).toBeLessThan(300)
  })

  const page = async (at: string) => {
    const { status, text } = await app.http('GET', at)
    expect([at, status]).toEqual([at, 200])
    return text
  }

  test.each(pages)(
    'the page %s of an empty school has no empty list in its data, and one short description',
    async (at) => {
      const text = await page(at)
      const { texts } = factsIn(text)
      for (const facts of texts) {
        expect(facts).not.toContain('[]')
        expect(Object.keys(JSON.parse(facts)).length).toBeGreaterThan(1)
      }
      const [description, ofChats, ...others] = descriptionsIn(text)
      expect([ofChats, others]).toEqual([description, []])
      expect(description).toMatch(/^\S.{39,159}$/)
    },
  )

  test('every page that is not in the sitemap is marked noindex, leads elsewhere or answers 404', async () => {
    const named = (await app.http('GET', '/sitemap.xml')).text
    const paths = Object.values((build.server as ServerBuild).routes)
      .map((route) => `/${route?.path ?? ''}`)
      .filter((at) => !/^\/(classes|store|blog)\/|\*/.test(at))
    const others = paths.filter((at) => !named.includes(`<loc>https://malar.example${at}</loc>`))
    expect(others).toEqual(expect.arrayContaining(['/admin', '/signin', '/payment', '/cart', '/checkout']))
    for (const at of others) {
      const { status, text } = await app.http('GET', at.replace(/:\w+/g, 'x'))
      const isNoPage = status === 404 || status === 303
      expect([at, isNoPage || text.includes('<meta name="robots" content="noindex"/>')]).toEqual([at, true])
    }
  })

  test('a long page description is cut after a whole word, to at most 160 characters', async () => {
    const description = `${'Jasmine and marigold from the market. '.repeat(20)}`
    const { slug } = await addCourse(app, { title: 'Long words', description })
    const [described = ''] = descriptionsIn(await page(`/classes/${slug}`))
    expect(described).toMatch(
      /^Thu, 12 March 2026 · 3 hours · ₹12,500\. Jasmine .*\b(Jasmine|and|marigold|from|the|market\.)…$/,
    )
    expect(described.length).toBeGreaterThan(145)
    expect(described.length).toBeLessThanOrEqual(160)
    const endless = await addCourse(app, { title: 'Endless', description: 'x'.repeat(500) })
    expect(descriptionsIn(await page(`/classes/${endless.slug}`))[0]?.length).toBeLessThanOrEqual(160)
  })

  test('a course without a date has no events and no instances in its data, but it has a breadcrumb', async () => {
    const { slug, title } = await addUndatedCourse(app)
    const { texts, ofType } = factsIn(await page(`/classes/${slug}`))
    expect(ofType('Event')).toEqual([])
    expect(ofType('Course')[0]).not.toHaveProperty('hasCourseInstance')
    expect(ofType('Course')[0]?.['offers']).not.toHaveProperty('availability')
    for (const facts of texts) expect(facts).not.toContain('[]')
    expect(ofType('BreadcrumbList')).toMatchObject([
      {
        itemListElement: [
          { '@type': 'ListItem', position: 1, name: 'Home', item: 'https://malar.example/' },
          { position: 2, name: 'Our Courses', item: 'https://malar.example/classes' },
          { position: 3, name: title, item: `https://malar.example/classes/${slug}` },
        ],
      },
    ])
  })

  test.each([
    ['3 hours', { courseWorkload: 'PT180M' }, '2026-03-12T13:30:00+05:30'],
    ['2 days', { courseSchedule: { repeatFrequency: 'Daily', repeatCount: 2 } }, '2026-03-13'],
    ['10 weeks', { courseSchedule: { repeatFrequency: 'Weekly', repeatCount: 10 } }, undefined],
    ['6 Months', { courseSchedule: { repeatFrequency: 'Monthly', repeatCount: 6 } }, undefined],
    ['As long as it takes', { courseWorkload: '4 sessions' }, undefined],
  ])(
    'a course that lasts %j describes its workload and the end of its batch',
    async (duration, pace, endDate) => {
      const { slug } = await addCourse(app, { title: `For ${duration}`, duration, startTime: '10:30' })
      const { ofType } = factsIn(await page(`/classes/${slug}`))
      expect(ofType('Course')[0]?.['hasCourseInstance']).toMatchObject([
        { ...pace, courseMode: 'Onsite', location: { address: { postalCode: '600004' } } },
      ])
      const instances = ofType('Course')[0]?.['hasCourseInstance'] as Facts[]
      for (const facts of [...instances, ...ofType('Event')]) expect(facts['endDate']).toBe(endDate)
      expect(ofType('Event')).toMatchObject([
        {
          startDate: '2026-03-12T10:30:00+05:30',
          image: expect.stringMatching(/^https:\/\/malar\.example\/share\/classes\/.+\.jpg\?v=/),
          location: { address: { postalCode: '600004' } },
        },
      ])
    },
  )

  test.each([
    ['open', { is_closed: 0 }, 'https://schema.org/InStock'],
    ['closed', { is_closed: 1 }, undefined],
    ['full', { taken: 20 }, 'https://schema.org/SoldOut'],
  ] as const)(
    'a course whose only batch is %s has the matching availability',
    async (state, columns, availability) => {
      const { id, slug } = await addCourse(app, { title: `Batch ${state}` })
      await app.db.write.updateTable('batch').set(columns).where('course_id', '=', id).execute()
      const { ofType } = factsIn(await page(`/classes/${slug}`))
      const { offers } = ofType('Course')[0] as { offers: Facts }
      expect(offers['availability']).toBe(availability)
    },
  )

  test('a batch that meets in another room is described with the address of the room', async () => {
    const { id, slug } = await addCourse(app, { title: 'At Luz' })
    const room = { id: 'luz', name: 'Luz Hall', address: '12, Luz\nChennai 600 005' }
    await app.db.write
      .insertInto('room')
      .values({ ...room, created_at: app.deps.clock.now() })
      .execute()
    await app.db.write.updateTable('batch').set({ room_id: 'luz' }).where('course_id', '=', id).execute()
    const { ofType } = factsIn(await page(`/classes/${slug}`))
    const location = {
      name: 'Luz Hall, 12, Luz, Chennai 600 005',
      address: { streetAddress: '12, Luz', postalCode: '600005', addressLocality: 'Chennai' },
    }
    expect(ofType('Course')[0]?.['hasCourseInstance']).toMatchObject([{ location }])
    expect(ofType('Event')).toMatchObject([{ location }])
  })

  test('the list of courses is an ItemList, and a product has a breadcrumb through the store', async () => {
    const { slug } = await addCourse(app, { title: 'Torans' })
    const listed = async () =>
      factsIn(await page('/classes'))
        .ofType('ItemList')
        .flatMap(({ itemListElement }) => itemListElement as Facts[])
    const item = { name: 'Torans', url: `https://malar.example/classes/${slug}` }
    await expect.poll(listed).toContainEqual(expect.objectContaining(item))
    await addProduct(app, 3, 'Rose <box>')
    const { ofType } = factsIn(await page('/store/rose-box'))
    expect(ofType('BreadcrumbList')).toMatchObject([
      {
        itemListElement: [
          { name: 'Home' },
          { name: 'The store', item: 'https://malar.example/store' },
          { name: 'Rose <box>', item: 'https://malar.example/store/rose-box' },
        ],
      },
    ])
  })

  test('the school is described with a picture, a logo, an address and its opening hours', async () => {
    for (const at of ['/', '/contact']) {
      expect(factsIn(await page(at)).ofType('LocalBusiness')).toMatchObject([
        {
          logo: 'https://malar.example/icon-512.png',
          image: expect.stringMatching(/^https:\/\/malar\.example\/share\/home\.jpg\?v=/),
          address: {
            postalCode: '600004',
            addressRegion: 'Tamil Nadu',
            streetAddress: '14 Malligai Street, Mylapore',
          },
          geo: { '@type': 'GeoCoordinates', latitude: 13.0337, longitude: 80.269 },
          openingHoursSpecification: [
            { dayOfWeek: 'https://schema.org/Monday', opens: '09:00', closes: '18:00' },
          ],
        },
      ])
    }
  })

  test('a product is described with its picture, its seller, its delivery costs and its return policy', async () => {
    const { token } = await signedIn(app, 'staff')
    const asStaff = async (method: string, path: string, body: object) => {
      const answer = await app.http(method, `/api/admin/${path}`, { token, body })
      expect(answer.status, answer.text).toBeLessThan(300)
    }
    const zone = { name: 'Mylapore', pincodes: '600004, 6000', standardFee: 60, midnightFee: 300 }
    await asStaff('POST', 'delivery-zones', zone)
    await asStaff('POST', 'delivery-zones', { name: 'Adyar', pincodes: '600020', standardFee: 90 })
    const slot = { name: 'Morning', from: '09:00', to: '12:00', closesOn: 'day-before', closesAt: '20:00' }
    await asStaff('POST', 'delivery-slots', { ...slot, way: 'standard', fee: 10 })
    const id = await addProduct(app, 3, 'Lotus bowl')
    const plain = factsIn(await page('/store/lotus-bowl')).ofType('Product')[0]
    expect(plain?.['image']).toMatch(/^https:\/\/malar\.example\/share\/store\//)
    const picture = sharp({ create: { width: 60, height: 75, channels: 3, background: 'red' } })
    const image = (await picture.png().toBuffer()).toString('base64')
    const sizes = [
      { name: 'Standard', price: 900 },
      { name: 'Grand', price: 1500 },
    ]
    await asStaff('PUT', `products/${id}`, { image, sizes, leadDays: 2 })
    const described = async () => factsIn(await page('/store/lotus-bowl')).ofType('Product')[0] as Facts
    await expect
      .poll(async () => String((await described())['image']), { timeout: 10_000 })
      .not.toMatch(/share/)
    const { image: own, offers } = (await described()) as { image: string[]; offers: Facts[] }
    expect(own).toEqual([expect.stringMatching(/^https:\/\/malar\.example\/uploads\/\S+-60\.jpg$/)])
    expect((await app.http('GET', (own[0] ?? '').replace('https://malar.example', ''))).status).toBe(200)
    expect(offers).toHaveLength(2)
    for (const offer of offers) {
      expect(offer).toMatchObject({
        seller: { '@type': 'EducationalOrganization', name: 'Malar', url: 'https://malar.example' },
        shippingDetails: [
          {
            shippingRate: { minValue: 70, maxValue: 100, currency: 'INR' },
            shippingDestination: {
              addressCountry: 'IN',
              postalCode: ['600004', '600020'],
              postalCodePrefix: ['6000'],
            },
            deliveryTime: { handlingTime: { minValue: 2, maxValue: 3, unitCode: 'DAY' } },
          },
        ],
        hasMerchantReturnPolicy: {
          returnPolicyCategory: 'https://schema.org/MerchantReturnNotPermitted',
          merchantReturnLink: 'https://malar.example/terms',
        },
      })
    }
  })

  test('a product that is only for pick-up has no shipping details', async () => {
    const { token } = await signedIn(app, 'staff')
    const id = await addProduct(app, 3, 'Heavy pot')
    await app.http('PUT', `/api/admin/products/${id}`, { token, body: { ways: ['pickup'] } })
    const { offers } = factsIn(await page('/store/heavy-pot')).ofType('Product')[0] as { offers: Facts }
    expect(offers).not.toHaveProperty('shippingDetails')
  })

  test('each category and each month has its own address, title and description', async () => {
    const { token } = await signedIn(app, 'staff')
    const id = await addProduct(app, 3, 'Lamp posy')
    const category = ['Pongal & Onam']
    await app.http('PUT', `/api/admin/products/${id}`, { token, body: { category } })
    const headOf = async (at: string) => {
      const text = await page(at)
      const [, title] = /<title>([^<]*)</.exec(text) ?? []
      const [, canonical] = /<link rel="canonical" href="([^"]*)"/.exec(text) ?? []
      return { title, canonical, description: descriptionsIn(text)[0] }
    }
    await expect
      .poll(async () => (await app.http('GET', '/store?category=Pongal+%26+Onam')).status, {
        timeout: 10_000,
      })
      .toBe(200)
    const plain = [await headOf('/store'), await headOf('/calendar')]
    const others = [
      await headOf('/store?category=Pongal+%26+Onam'),
      await headOf('/calendar?month=2026-04'),
      await headOf('/calendar?month=2026-05&day=2026-05-04'),
    ]
    expect(others).toMatchObject([
      {
        title: 'Pongal &amp; Onam · Malar',
        canonical: 'https://malar.example/store?category=Pongal+%26+Onam',
      },
      { title: 'April 2026 calendar · Malar', canonical: 'https://malar.example/calendar?month=2026-04' },
      { title: 'May 2026 calendar · Malar', canonical: 'https://malar.example/calendar?month=2026-05' },
    ])
    const all = [...plain, ...others]
    for (const part of ['title', 'canonical', 'description'] as const)
      expect(new Set(all.map((head) => head[part])).size).toBe(all.length)
    // A day of this month or a tracking parameter in the address leads to the same canonical address.
    for (const at of ['/calendar?day=2026-03-12', '/calendar?utm_source=chat'])
      expect((await headOf(at)).canonical).toBe('https://malar.example/calendar')
    expect((await headOf('/store?category=Pongal+%26+Onam&q=posy')).canonical).toBe(others[0]?.canonical)
  })
})

describe('a postal code', () => {
  test.each([
    [['14 Malligai Street', 'Chennai 600 004'], '14 Malligai Street', '600004'],
    [['1 Beach Road', 'Puducherry 605001, India'], '1 Beach Road', '605001'],
    [['1 Beach Road', 'Call 9876543210'], '1 Beach Road', undefined],
    [['By the temple'], 'By the temple', undefined],
  ])(
    'the data for search engines split the address %j into street and postal code',
    (address, streetAddress, postalCode) => {
      expect(addressLd({ address, city: 'Chennai' })).toMatchObject({
        streetAddress,
        addressLocality: 'Chennai',
      })
      expect(addressLd({ address, city: 'Chennai' })['postalCode']).toBe(postalCode)
    },
  )
})
