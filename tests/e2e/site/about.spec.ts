import type { Page } from '@playwright/test'
import { expect, failed, open, test, type WireAnswer } from '../../harness/browser.ts'
import { dialogOf } from '../../harness/enrolling.ts'

const region = (page: Page, name: string | RegExp) => page.getByRole('region', { name })
const impact = (page: Page) => region(page, 'Our Impact in Numbers')
const instructors = (page: Page) => region(page, 'Our Expert Instructors')
const people = (page: Page) =>
  instructors(page)
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading') })
const diplomas = (page: Page) => region(page, 'Professional Diplomas')
const workshops = (page: Page) => region(page, 'Our Workshops')
const cards = (strip: ReturnType<typeof region>) =>
  strip.getByRole('listitem').filter({ has: strip.page().getByRole('heading') })

async function visitFromElsewhere(page: Page) {
  await open(page, '/privacy')
  await page.getByRole('contentinfo').getByRole('link', { name: 'About', exact: true }).click()
  await expect(page).toHaveURL('/about')
}

const person = (n: number, rest = {}) => ({
  id: `i${n}`,
  name: `Teacher ${n}`,
  role: 'Roses',
  description: `About teacher ${n}.`,
  highlights: ['First', 'Second', 'Third'],
  experience_years: 7,
  email: `teacher${n}@malar.example`,
  profile_image: null,
  picture: null,
  is_active: true,
  ...rest,
})

const course = (n: number, category: string, rest = {}) => ({
  id: `c${n}`,
  slug: `c${n}`,
  title: `Course ${n}`,
  description: `About course ${n}.`,
  price: '12500.00',
  originalPrice: null,
  features: ['One', 'Two', 'Three', 'Four'],
  nextbatch: '2026-03-21',
  category,
  capacity: 16,
  enrolled: 9,
  ...rest,
})

test('the hero leads to the courses, the workshops to all of them', async ({ page }) => {
  await open(page, '/about')
  await page.getByRole('main').getByRole('link', { name: 'Explore Courses' }).click()
  await expect(page).toHaveURL('/classes')
  await page.goBack()
  await page.getByRole('link', { name: 'View All Workshops' }).click()
  await expect(page).toHaveURL('/classes')
})

test.describe('impact numbers', () => {
  test('come from the server, however they are wrapped', async ({ page, wire }) => {
    for (const [name, wrap] of [
      ['an array', (rows: unknown) => rows],
      ['data', (rows: unknown) => ({ success: true, data: rows })],
      ['impacts', (rows: unknown) => ({ impacts: rows })],
    ] as const) {
      await test.step(`come from the server as ${name}`, async () => {
        await wire.answer('GET /api/impacts', { json: wrap([{ id: 'a', title: 'Vases', value: '1234567' }]) })
        await open(page, '/about')
        await expect(impact(page).getByRole('term')).toHaveText(['Vases'])
        await expect(impact(page).getByRole('definition')).toHaveText(['12,34,567'])
      })
    }
  })

  for (const answer of ['offline', { json: [] }] as WireAnswer[]) {
    test(`fall back to the built-in four (${JSON.stringify(answer)}), logged only where they failed`, async ({
      page,
      wire,
      problems,
    }) => {
      if (typeof answer === 'string' || answer.status === 500) problems.expect(/impact numbers could not/)
      await wire.answer('GET /api/impacts', answer)
      await visitFromElsewhere(page)
      await expect(impact(page).getByRole('term')).toHaveText([
        'Happy Students',
        'Years Experience',
        'Classes Taught',
        'Flowers Arranged',
      ])
      await expect(impact(page).getByRole('definition')).toHaveText(['5,000', '15', '500', '50,000'])
      await expect(page.getByRole('main').getByRole('alert')).toHaveCount(0)
    })
  }
})

test.describe('instructors', () => {
  test('six places while they load, then who teaches: two highlights, or years and e-mail', {
    tag: '@phone',
  }, async ({ page, wire }) => {
    const held = Promise.withResolvers<WireAnswer>()
    await wire.answer('GET /api/instructors', () => held.promise)
    await visitFromElsewhere(page)
    const loading = instructors(page).getByRole('status', { name: 'Loading instructors' })
    await expect(loading.locator('> *')).toHaveCount(6)
    held.resolve({
      json: {
        success: true,
        data: [
          person(1),
          person(2, {
            highlights: [],
            role: null,
            specialization: 'Lilies',
            description: null,
            bio: 'Bio 2',
          }),
          person(3, { is_active: false }),
        ],
      },
    })
    await expect(people(page)).toHaveCount(2)
    await expect(loading).toHaveCount(0)
    const [one, two] = [people(page).nth(0), people(page).nth(1)]
    for (const words of ['Teacher 1', 'Roses', 'About teacher 1.', 'First', 'Second'])
      await expect(one).toContainText(words)
    await expect(one).not.toContainText('Third')
    await expect(one).not.toContainText('teacher1@malar.example')
    for (const words of ['Lilies', 'Bio 2', '7 years of experience']) await expect(two).toContainText(words)
    await expect(two.getByRole('link')).toHaveAttribute('href', 'mailto:teacher2@malar.example')
  })

  for (const answer of [{ status: 500 }, { json: { success: true, data: { data: [] } } }] as WireAnswer[]) {
    test(`six built-in ones (${JSON.stringify(answer)}), each with role, words and highlights`, async ({
      page,
      wire,
      problems,
    }) => {
      if (typeof answer === 'string' || answer.status === 500) problems.expect(/instructors could not be/)
      await wire.answer('GET /api/instructors', answer)
      await visitFromElsewhere(page)
      await expect(people(page)).toHaveCount(6)
      for (const one of await people(page).all()) {
        await expect(one.getByRole('listitem')).toHaveCount(2)
        await expect(one.getByRole('paragraph')).toHaveCount(2)
      }
      await expect(page.getByRole('main').getByRole('alert')).toHaveCount(0)
    })
  }

  test('a picture that cannot be had becomes a drawn flower, and only that one', async ({
    page,
    wire,
    school,
  }) => {
    failed(page.context(), `${school.url}/uploads/gone.jpg`)
    await wire.answer('GET /api/instructors', {
      json: { data: { data: [person(1, { profile_image: 'gone.jpg' }), person(2)] } },
    })
    await open(page, '/about')
    // The two of this answer replace those that came with the page.
    await expect(people(page)).toHaveCount(2)
    await people(page).first().scrollIntoViewIfNeeded()
    await expect(people(page).nth(0).locator('svg').first()).toBeVisible()
    await expect(people(page).nth(0).locator('img')).toHaveCount(0)
    await expect(people(page).nth(1).locator('svg').first()).toBeVisible()
  })
})

test.describe('courses', () => {
  test('three diplomas with three topics, three workshops with two, each with price, seats and its button', {
    tag: '@phone',
  }, async ({ page, wire }) => {
    const long = 'A '.repeat(59).trimEnd()
    await wire.answer('GET /api/courses', {
      json: {
        data: [
          ...[1, 2, 3, 4].map((n) =>
            course(n, n === 2 ? 'Diploma Courses' : 'Diploma Course', {
              description: n === 1 ? `${long} end` : n === 2 ? `${long} ends` : 'Short.',
              originalPrice: n === 1 ? '15000.00' : null,
            }),
          ),
          ...[5, 6, 7, 8].map((n) =>
            course(n, n === 6 ? 'Special Workshops' : 'Workshops', { capacity: n === 5 ? null : 16 }),
          ),
          course(9, 'Beginner'),
        ],
      },
    })
    await open(page, '/about')
    await expect(cards(diplomas(page))).toHaveCount(3)
    await expect(cards(workshops(page))).toHaveCount(3)
    const first = cards(diplomas(page)).first()
    await expect(first.getByRole('listitem')).toHaveText(['One', 'Two', 'Three'])
    await expect(cards(workshops(page)).first().getByRole('listitem')).toHaveText(['One', 'Two'])
    await expect(first).toContainText('₹12,500')
    await expect(first.locator('s')).toContainText('₹15,000')
    await expect(cards(diplomas(page)).nth(1).locator('s')).toHaveCount(0)
    await expect(first).toContainText('9/16 enrolled')
    await expect(cards(workshops(page)).first()).toContainText('9 enrolled')

    // P§9: 121 characters fold here, 122 do; 120 would not.
    expect(`${long} end`).toHaveLength(121)
    const more = first.getByRole('button', { name: 'Read more' })
    await more.click()
    await first.getByRole('button', { name: 'Show less' }).click()
    await expect(more).toBeVisible()
    await expect(cards(diplomas(page)).nth(2).getByRole('button', { name: 'Read more' })).toHaveCount(0)

    const join = cards(workshops(page)).first().getByRole('button', { name: 'Join Workshop: Course 5' })
    await expect(join).toHaveText('Join Workshop')
    await join.click()
    await expect(dialogOf(page)).toHaveAccessibleName('Enroll in this course')
    await expect(dialogOf(page)).toContainText('Course 5')
    await page.keyboard.press('Escape')
    await first.getByRole('button', { name: 'Enroll Now: Course 1' }).click()
    await expect(dialogOf(page)).toContainText('Course 1')
  })

  test('a description of 120 characters stands whole', async ({ page, wire }) => {
    const description = 'x'.repeat(120)
    await wire.answer('GET /api/courses', { json: [course(1, 'Diploma Course', { description })] })
    await open(page, '/about')
    await expect(cards(diplomas(page)).getByText(description)).toBeVisible()
    await expect(cards(diplomas(page)).getByRole('button', { name: 'Read more' })).toHaveCount(0)
  })

  test('without any both sections say so', async ({ page, wire }) => {
    await wire.answer('GET /api/courses', { json: [] })
    await visitFromElsewhere(page)
    await expect(diplomas(page)).toContainText('No professional courses available at the moment.')
    await expect(workshops(page)).toContainText('No Workshops Available')
    await expect(workshops(page).getByRole('link', { name: 'View All Workshops' })).toBeVisible()
  })

  test('where they fail to load, both sections say that, until they are there', async ({
    page,
    wire,
    problems,
  }) => {
    problems.expect(/courses could not be/)
    await wire.answer('GET /api/courses', 'offline')
    await visitFromElsewhere(page)
    for (const section of [diplomas(page), workshops(page)]) {
      await expect(section).toContainText('The courses could not be loaded.')
      await expect(section).not.toContainText(/No professional courses|No Workshops/)
    }
    await wire.answer('GET /api/courses', { json: [course(1, 'Workshops')] })
    await workshops(page).getByRole('button', { name: 'Try again' }).click()
    await expect(cards(workshops(page))).toHaveCount(1)
    await expect(diplomas(page)).toContainText('No professional courses available at the moment.')
  })

  test('a full one waits: Join Waitlist, disabled, and beneath it the list', async ({ page, wire }) => {
    await wire.answer('GET /api/courses', {
      json: [course(1, 'Workshops', { capacity: 9, enrolled: 9 })],
    })
    await open(page, '/about')
    await expect(workshops(page).getByRole('button', { name: 'Join Waitlist: Course 1' })).toBeDisabled()
    await workshops(page).getByRole('button', { name: 'Tell me when a seat opens' }).click()
    await expect(dialogOf(page)).toContainText('Course 1')
  })
})
