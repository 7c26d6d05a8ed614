import path from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { seedDemo } from '../../server/db/seed/seed.ts'
import { loadBuild } from '../../server/http/rendering.ts'
import { startApp, type TestApp } from '../harness/app.ts'

type Facts = Record<string, unknown>

const build = await loadBuild(path.resolve('build'))
const pages = [
  '/',
  '/classes',
  '/calendar',
  '/about',
  '/contact',
  '/store',
  '/shop',
  '/blog',
  '/privacy',
  '/terms',
]
const post = '/blog/koyambedu-at-five-in-the-morning'

let app: TestApp
let courses: Record<string, string>[]
beforeAll(async () => {
  app = await startApp({ build, env: { DEMO: '1' } })
  const { db, clock, ids, config, pictures } = app.deps
  await seedDemo({ db, clock, ids, config, pictures }, { pictures: false })
  courses = (await app.http('GET', '/api/courses')).body
})
afterAll(() => app.stop())

async function page(at: string): Promise<string> {
  const { status, text } = await app.http('GET', at)
  expect([at, status]).toEqual([at, 200])
  return text
}

/** The structured data for search engines in a page's HTML. */
function factsIn(html: string): Facts[] {
  return [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)].flatMap(([, json]) => {
    const facts = JSON.parse(json ?? '') as Facts
    expect(facts['@context']).toBe('https://schema.org')
    return (facts['@graph'] as Facts[] | undefined) ?? [facts]
  })
}
const ofType = (html: string, type: string) => factsIn(html).filter((facts) => facts['@type'] === type)

/** Lists the contents of each meta tag of this name. */
const tagsOf = (html: string, name: string) =>
  [...html.matchAll(/<meta (?:property|name)="([^"]+)" content="([^"]*)"/g)]
    .filter(([, key]) => key === name)
    .map(([, , content]) => content ?? '')

test('every page, course and post has its own title, text and picture for link previews', async () => {
  const pictures = new Set<string>()
  for (const at of [...pages, `/classes/${courses[0]?.['slug']}`, post]) {
    const text = await page(at)
    for (const name of ['og:title', 'og:description', 'og:url', 'og:image', 'og:image:alt', 'og:site_name'])
      expect([at, name, tagsOf(text, name)]).toEqual([at, name, [expect.stringMatching(/\S/)]])
    expect(['og:image:width', 'og:image:height'].flatMap((name) => tagsOf(text, name))).toEqual([
      '1200',
      '630',
    ])
    expect(tagsOf(text, 'twitter:card')).toEqual(['summary_large_image'])
    expect(text).toContain(`<link rel="canonical" href="${tagsOf(text, 'og:url')[0]}"/>`)
    pictures.add(new URL(tagsOf(text, 'og:image')[0] ?? '').pathname)
  }
  expect(pictures.size).toBe(pages.length + 2)
  for (const at of pictures) {
    const answer = await fetch(app.url + at)
    expect([at, answer.status, answer.headers.get('content-type')]).toEqual([at, 200, 'image/jpeg'])
    const { width, height } = await sharp(Buffer.from(await answer.arrayBuffer())).metadata()
    expect([at, width, height]).toEqual([at, 1200, 630])
  }
})

test('the link preview of a course has its next date and its price, and an unknown course has no preview', async () => {
  const text = await page('/classes/diploma-in-ikebana')
  expect(text).toContain('<title>Diploma in Ikebana · Malar')
  expect(tagsOf(text, 'og:title')[0]).toContain('Diploma in Ikebana')
  expect(tagsOf(text, 'og:description')[0]).toMatch(/\w{3}, \d+ March 2026 · .+ · ₹\d/)
  expect(tagsOf(text, 'og:url')[0]).toMatch(/^https?:\/\/.+\/classes\/diploma-in-ikebana$/)
  const missing = await app.http('GET', '/classes/no-such-course')
  expect(missing.status).toBe(404)
  expect(missing.text).not.toContain('og:title')
})

test('the calendar describes each coming batch for search engines', async () => {
  const events = ofType(await page('/calendar'), 'Event')
  expect(events.length).toBeGreaterThan(5)
  for (const event of events)
    expect(event).toMatchObject({
      name: expect.stringMatching(/\S/),
      startDate: expect.stringMatching(/^\d{4}-\d\d-\d\d(T\d\d:\d\d:00\+05:30)?$/),
      image: expect.stringMatching(/\/share\/classes\/.+\.jpg\?v=/),
      eventStatus: 'https://schema.org/EventScheduled',
      eventAttendanceMode: 'https://schema.org/OfflineEventAttendanceMode',
      location: { '@type': 'Place', address: { '@type': 'PostalAddress', addressCountry: 'IN' } },
      organizer: { '@type': 'EducationalOrganization', name: 'Malar' },
      offers: {
        '@type': 'Offer',
        priceCurrency: 'INR',
        price: expect.any(Number),
        availability: expect.stringMatching(/^https:\/\/schema\.org\/(InStock|SoldOut)$/),
        url: expect.stringMatching(/^https?:\/\/.+\/classes\/[a-z0-9-]+$/),
      },
    })
})

test('a post is described as a BlogPosting with its author and day, and the journal links to its feed', async () => {
  const text = await page(post)
  expect(ofType(text, 'BlogPosting')).toMatchObject([
    {
      headline: 'Koyambedu at five in the morning',
      author: { '@type': 'Person', name: 'Priya Subramaniam' },
      datePublished: expect.stringMatching(/^\d{4}-\d\d-\d\dT01:00:00\.000Z$/),
      publisher: { name: 'Malar' },
      url: expect.stringMatching(/\/blog\/koyambedu-at-five-in-the-morning$/),
      image: expect.stringMatching(/\/share\/blog\/koyambedu-at-five-in-the-morning\.jpg/),
    },
  ])
  expect(ofType(text, 'BreadcrumbList')).toMatchObject([
    { itemListElement: [{ name: 'Home' }, { name: 'The journal' }, { position: 3 }] },
  ])
  const list = await page('/blog')
  expect(list).toContain('<link rel="alternate" type="application/rss+xml"')
  const [journal] = ofType(list, 'Blog')
  // Five posts are published, and the sixth post is scheduled.
  expect(journal?.['blogPost']).toHaveLength(5)
})

interface Question {
  name: string
  acceptedAnswer: { text: string }
}
const questionsIn = (html: string) => ofType(html, 'FAQPage')[0]?.['mainEntity'] as Question[]
const escaped = (words: string) =>
  words.replaceAll('&', '&amp;').replaceAll("'", '&#x27;').replaceAll('"', '&quot;')

test('a course is described as a Course with its dates, and its FAQ data equal the questions on the page', async () => {
  const text = await page(`/classes/${courses[0]?.['slug']}`)
  const [course] = ofType(text, 'Course')
  expect(course).toMatchObject({
    provider: { name: 'Malar' },
    image: expect.stringContaining('/share/classes/'),
    hasCourseInstance: expect.arrayContaining([
      expect.objectContaining({ '@type': 'CourseInstance', courseMode: 'Onsite' }),
    ]),
  })
  expect(course?.['hasCourseInstance']).toHaveLength(ofType(text, 'Event').length)
  const questions = questionsIn(text)
  expect(questions.length).toBeGreaterThan(2)
  const asked = [...text.matchAll(/<summary[^>]*>([^<]*)<.*?<p[^>]*>([^<]*)<\/p>/gs)].map(
    ([, ...words]) => words,
  )
  for (const { name, acceptedAnswer } of questions)
    expect(asked).toContainEqual([escaped(name), escaped(acceptedAnswer.text)])
})

test('an advanced course says that experience is needed, and another course says that it is not', async () => {
  const first = async (slug: string) => {
    const [question] = questionsIn(await page(`/classes/${slug}`))
    return `${question?.name} ${question?.acceptedAnswer.text}`
  }
  expect(await first('diploma-in-ikebana')).toMatch(/^Do I need experience\? No\. The diploma/)
  expect(await first('advanced-diploma-in-wedding-floristry')).toMatch(/^Do I need experience\? Yes\./)
})

test('the school describes its place for search engines, with its hours on the contact page', async () => {
  for (const at of ['/', '/contact']) {
    const place = factsIn(await page(at)).find((one) => (one['@type'] as string[]).includes('LocalBusiness'))
    expect(place).toMatchObject({ name: 'Malar', address: { '@type': 'PostalAddress' } })
    if (at === '/contact')
      expect(place?.['openingHoursSpecification']).toContainEqual(
        expect.objectContaining({ dayOfWeek: 'https://schema.org/Tuesday' }),
      )
  }
})

test('the calendar and the course’s page link to the calendar file of a coming batch, also without scripts', async () => {
  const { title, slug, batchId, nextbatch } = courses[0] ?? {}
  const file = `/calendar/${batchId}.ics`
  const link = (html: string) => html.match(new RegExp(`<a [^>]*href="${file}"[^>]*>`, 'g')) ?? []
  const text = await page(`/calendar?day=${nextbatch}`)
  const alive = text.replace(/<noscript>.*?<\/noscript>/gs, '')
  expect(link(alive)).toEqual([expect.stringContaining(`aria-label="Add to my calendar: ${title}"`)])
  expect(alive).toMatch(/href="webcal:\/\/.+?\/calendar\.ics"/)
  expect(link(text)).toHaveLength(2)
  expect(link(await page(`/classes/${slug}`)).length).toBeGreaterThan(0)
  const { status, headers, text: dates } = await app.http('GET', file)
  expect(status).toBe(200)
  expect(headers.get('content-disposition')).toMatch(/^attachment; filename="[a-z-]+-\d{4}-\d\d-\d\d\.ics"$/)
  expect(dates).toContain('BEGIN:VEVENT')
})
