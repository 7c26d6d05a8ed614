import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { loadBuild } from '../../server/http/rendering.ts'
import { addressLd } from '../../web/lib/json-ld.tsx'
import { onEachEngine } from '../harness/on-each-engine.ts'
import { addProduct } from '../harness/orders.ts'
import { addCourse, addUndatedCourse } from '../harness/seats.ts'

type Facts = Record<string, unknown>

const pages = ['/', '/classes', '/calendar', '/about', '/contact', '/store', '/shop', '/blog', '/terms']

const descriptionsIn = (html: string) =>
  [...html.matchAll(/<meta (?:name|property)="(?:og:)?description" content="([^"]*)"/g)].map(
    ([, content]) => content ?? '',
  )

/** The facts for search engines in a page's HTML, and their text. */
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

onEachEngine(
  'what search engines are told',
  { build: await loadBuild(path.resolve('build')), env: { SITE_URL: 'https://malar.example' } },
  (app) => {
    const page = async (at: string) => {
      const { status, text } = await app.http('GET', at)
      expect([at, status]).toEqual([at, 200])
      return text
    }

    test.each(pages)(
      '%s of a school with nothing yet has no empty list, and one short description',
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

    test('a long description is cut at a word, at 160 characters', async () => {
      const description = `${'Jasmine and marigold from the market. '.repeat(20)}`
      const { slug } = await addCourse(app, { title: 'Long words', description })
      const [told = ''] = descriptionsIn(await page(`/classes/${slug}`))
      expect(told).toMatch(
        /^Thu, 12 March 2026 · 3 hours · ₹12,500\. Jasmine .*\b(Jasmine|and|marigold|from|the|market\.)…$/,
      )
      expect(told.length).toBeGreaterThan(145)
      expect(told.length).toBeLessThanOrEqual(160)
      const endless = await addCourse(app, { title: 'Endless', description: 'x'.repeat(500) })
      expect(descriptionsIn(await page(`/classes/${endless.slug}`))[0]?.length).toBeLessThanOrEqual(160)
    })

    test('a course without a date has no events and no instances, and stands in its place', async () => {
      const { slug, title } = await addUndatedCourse(app)
      const { texts, ofType } = factsIn(await page(`/classes/${slug}`))
      expect(ofType('Event')).toEqual([])
      expect(ofType('Course')[0]).not.toHaveProperty('hasCourseInstance')
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
      ['10 weeks', { courseSchedule: { repeatFrequency: 'Weekly', repeatCount: 10 } }, '2026-03-12'],
      ['6 Months', { courseSchedule: { repeatFrequency: 'Monthly', repeatCount: 6 } }, '2026-03-12'],
      ['As long as it takes', { courseWorkload: '4 sessions' }, '2026-03-12'],
    ])('a course of %j says what it asks, and when its batch ends', async (duration, pace, endDate) => {
      const { slug } = await addCourse(app, { title: `For ${duration}`, duration, startTime: '10:30' })
      const { ofType } = factsIn(await page(`/classes/${slug}`))
      expect(ofType('Course')[0]?.['hasCourseInstance']).toMatchObject([
        { ...pace, courseMode: 'Onsite', location: { address: { postalCode: '600004' } } },
      ])
      expect(ofType('Event')).toMatchObject([
        {
          startDate: '2026-03-12T10:30:00+05:30',
          endDate,
          image: expect.stringMatching(/^https:\/\/malar\.example\/share\/classes\/.+\.jpg\?v=/),
          location: { address: { postalCode: '600004' } },
        },
      ])
    })

    test('a batch that meets elsewhere says where (D§1)', async () => {
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

    test('the list of courses is an ItemList, and a product stands in the store', async () => {
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

    test('the school has a picture, a logo and a postal code', async () => {
      for (const at of ['/', '/contact']) {
        expect(factsIn(await page(at)).ofType('LocalBusiness')).toMatchObject([
          {
            logo: 'https://malar.example/icon-512.png',
            image: expect.stringMatching(/^https:\/\/malar\.example\/share\/home\.jpg\?v=/),
            address: { postalCode: '600004', streetAddress: '14 Malligai Street, Mylapore' },
          },
        ])
      }
    })
  },
)

describe('a postal code', () => {
  test.each([
    [['14 Malligai Street', 'Chennai 600 004'], '14 Malligai Street', '600004'],
    [['1 Beach Road', 'Puducherry 605001, India'], '1 Beach Road', '605001'],
    [['1 Beach Road', 'Call 9876543210'], '1 Beach Road', undefined],
    [['By the temple'], 'By the temple', undefined],
  ])('of %j', (address, streetAddress, postalCode) => {
    expect(addressLd({ address, city: 'Chennai' })).toMatchObject({
      streetAddress,
      addressLocality: 'Chennai',
    })
    expect(addressLd({ address, city: 'Chennai' })['postalCode']).toBe(postalCode)
  })
})
