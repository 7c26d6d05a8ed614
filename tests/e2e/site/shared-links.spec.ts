import sharp from 'sharp'
import { testNow } from '../../harness/app.ts'
import { expect, open, test } from '../../harness/browser.ts'

// Page and server have the same time: noon in the school.
test.beforeEach(({ page }) => page.clock.setFixedTime(testNow))

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

/** The facts for search engines in a page's HTML. */
function factsIn(html: string): Record<string, unknown>[] {
  return [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)].flatMap(([, json]) => {
    const facts = JSON.parse(json ?? '') as Record<string, unknown>
    expect(facts['@context']).toBe('https://schema.org')
    return (facts['@graph'] as Record<string, unknown>[] | undefined) ?? [facts]
  })
}

const ofType = (html: string, type: string) => factsIn(html).filter((facts) => facts['@type'] === type)

test('every page, every course and every post is shared with a title, a text and a picture made for it', async ({
  school,
}) => {
  const courses = (await school.http('GET', '/api/courses')).body as { slug: string; title: string }[]
  const pictures = new Set<string>()
  const post = '/blog/koyambedu-at-five-in-the-morning'
  for (const path of [...pages, `/classes/${courses[0]?.slug}`, post]) {
    const { text } = await school.http('GET', path)
    const tag = (name: string) =>
      [...text.matchAll(/<meta (?:property|name)="([^"]+)" content="([^"]*)"/g)]
        .filter(([, key]) => key === name)
        .map(([, , content]) => content)
    for (const name of ['og:title', 'og:description', 'og:url', 'og:image', 'og:image:alt', 'og:site_name'])
      expect([path, name, tag(name)]).toEqual([path, name, [expect.stringMatching(/\S/)]])
    expect([tag('og:image:width'), tag('og:image:height')]).toEqual([['1200'], ['630']])
    expect(tag('twitter:card')).toEqual(['summary_large_image'])
    expect(text).toContain(`<link rel="canonical" href="${tag('og:url')[0]}"/>`)
    pictures.add(new URL(tag('og:image')[0] ?? '').pathname)
  }
  expect(pictures.size).toBe(pages.length + 2)
  for (const path of pictures) {
    const answer = await fetch(school.url + path)
    expect([path, answer.status]).toEqual([path, 200])
    const { width, height } = await sharp(Buffer.from(await answer.arrayBuffer())).metadata()
    expect([path, width, height]).toEqual([path, 1200, 630])
  }
})

test('the calendar tells search engines of each coming batch', async ({ school }) => {
  const { text } = await school.http('GET', '/calendar')
  const events = ofType(text, 'Event')
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

test('a post is a BlogPosting with its author and day, and the journal leads to its feed', async ({
  school,
}) => {
  const { text } = await school.http('GET', '/blog/koyambedu-at-five-in-the-morning')
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
  const list = (await school.http('GET', '/blog')).text
  expect(list).toContain('<link rel="alternate" type="application/rss+xml"')
  const [journal] = ofType(list, 'Blog')
  // Five are out, the sixth is still to come.
  expect(journal?.['blogPost']).toHaveLength(5)
})

test('a course is a Course with its instances and events; its questions stand on the page as they are told', async ({
  page,
  school,
}) => {
  const courses = (await school.http('GET', '/api/courses')).body as { slug: string }[]
  const path = `/classes/${courses[0]?.slug}`
  const { text } = await school.http('GET', path)
  const [course] = ofType(text, 'Course')
  expect(course).toMatchObject({
    provider: { name: 'Malar' },
    image: expect.stringContaining('/share/classes/'),
    hasCourseInstance: expect.arrayContaining([
      expect.objectContaining({ '@type': 'CourseInstance', courseMode: 'Onsite' }),
    ]),
  })
  expect(course?.hasCourseInstance).toHaveLength(ofType(text, 'Event').length)
  const [faq] = ofType(text, 'FAQPage')
  const questions = faq?.mainEntity as { name: string; acceptedAnswer: { text: string } }[]
  expect(questions.length).toBeGreaterThan(2)
  await open(page, path)
  for (const { name, acceptedAnswer } of questions) {
    await page.locator('summary', { hasText: name }).click()
    await expect(page.getByText(acceptedAnswer.text, { exact: true }).last()).toBeVisible()
  }
})

test('a course for those who know their flowers does not say that none need to (D§6)', async ({ school }) => {
  const first = async (slug: string) => {
    const { text } = await school.http('GET', `/classes/${slug}`)
    const asked = ofType(text, 'FAQPage')[0]?.mainEntity as {
      name: string
      acceptedAnswer: { text: string }
    }[]
    return `${asked[0]?.name} ${asked[0]?.acceptedAnswer.text}`
  }
  expect(await first('diploma-in-ikebana')).toMatch(/^Do I need experience\? No\. The diploma/)
  expect(await first('advanced-diploma-in-wedding-floristry')).toMatch(/^Do I need experience\? Yes\./)
})

test('the school tells where it is, and its hours where they are shown', async ({ school }) => {
  for (const path of ['/', '/contact']) {
    const facts = factsIn((await school.http('GET', path)).text)
    const place = facts.find((one) => (one['@type'] as string[]).includes('LocalBusiness'))
    expect(place).toMatchObject({ name: 'Malar', address: { '@type': 'PostalAddress' } })
    if (path === '/contact')
      expect(place?.openingHoursSpecification).toContainEqual(
        expect.objectContaining({ dayOfWeek: 'https://schema.org/Tuesday' }),
      )
  }
})

test('a coming batch goes into a visitor’s calendar: from the calendar, from the course’s page, and before the scripts are there', {
  tag: '@phone',
}, async ({ page, school, browser }) => {
  const courses = (await school.http('GET', '/api/courses')).body as Record<string, string>[]
  const course = courses[0] ?? {}
  const file = `/calendar/${course.batchId}.ics`

  await open(page, `/calendar?day=${course.nextbatch}`)
  const link = page.getByRole('link', { name: `Add to my calendar: ${course.title}` })
  const [download] = await Promise.all([page.waitForEvent('download'), link.click()])
  expect(download.suggestedFilename()).toMatch(/^[a-z-]+-\d{4}-\d\d-\d\d\.ics$/)
  await expect(page.getByRole('link', { name: 'Subscribe' })).toHaveAttribute(
    'href',
    /^webcal:\/\/.+\/calendar\.ics$/,
  )

  const plain = await browser.newContext({ javaScriptEnabled: false })
  const reader = await plain.newPage()
  await reader.goto(`${school.url}/classes/${course.slug}`)
  await expect(reader.getByRole('link', { name: 'Add to my calendar' })).toHaveAttribute('href', file)
  await reader.goto(`${school.url}/calendar?day=${course.nextbatch}`)
  await expect(reader.locator(`a[href="${file}"]`).filter({ visible: true }).first()).toBeVisible()
  await plain.close()
})
