import type { Page } from '@playwright/test'
import { expect, failed, open, test, type WireAnswer } from '../../harness/browser.ts'

const list = (page: Page) => page.getByRole('region', { name: 'Courses' })
const cards = (page: Page) =>
  list(page)
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading') })
const card = (page: Page, title: string) =>
  cards(page).filter({ has: page.getByRole('heading', { name: title, exact: true }) })
const filter = (page: Page) => page.getByRole('navigation', { name: 'Category' })
/** One red pixel. */
const pixel =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg=='

async function visitFromElsewhere(page: Page) {
  await open(page, '/privacy')
  await page.getByRole('contentinfo').getByRole('link', { name: 'Classes & Programs' }).click()
}

test('the filter starts at All, counts each category, and its links can be shared', {
  tag: '@phone',
}, async ({ page }) => {
  await open(page, '/classes')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Our Courses')
  await expect(filter(page).getByRole('link')).toHaveText(['All(12)', 'Diploma Course(6)', 'Workshops(6)'])
  await expect(filter(page).locator('[aria-current=true]')).toHaveText('All(12)')
  await expect(list(page)).toContainText('12 Courses Available')
  await expect(cards(page)).toHaveCount(12)

  await filter(page).getByRole('link', { name: 'Workshops' }).click()
  await expect(page).toHaveURL('/classes?category=Workshops')
  await expect(list(page)).toContainText('6 Courses Available')
  await expect(cards(page)).toHaveCount(6)
  await page.goBack()
  await expect(cards(page)).toHaveCount(12)

  await open(page, '/classes?category=Diploma%20Course')
  await expect(cards(page)).toHaveCount(6)
  await expect(filter(page).locator('[aria-current=true]')).toHaveText('Diploma Course(6)')
})

for (const [name, category] of [
  ['Diploma Courses', 'Diploma Course'],
  ['Workshops', 'Workshops'],
] as const) {
  test(`the shortcut ${name} sets the filter and goes to the list`, async ({ page }) => {
    await open(page, '/classes')
    await page
      .getByRole('main')
      .getByRole('link', { name: new RegExp(`^${name} For`) })
      .click()
    await expect(filter(page).locator('[aria-current=true]')).toHaveText(`${category}(6)`)
    await expect.poll(async () => (await list(page).boundingBox())?.y).toBeLessThan(120)
  })
}

test('a card says what P§2 asks: badges, rating, batch, duration with sessions, price', async ({ page }) => {
  await open(page, '/classes')
  const first = card(page, 'Diploma in Floral Design')
  await expect(first.getByText('Diploma Course', { exact: true })).toBeVisible()
  await expect(first.getByText('Next batch')).toBeVisible()
  await expect(first).toContainText(/\w{3}, \d{1,2} March 2026/)
  await expect(first).toContainText(/· \d+ sessions/)
  await expect(first).toContainText(/₹\d{1,2},\d{3}/)
  await expect(first.getByRole('img', { name: /out of 5/ })).toHaveCount(1)
  await expect(cards(page).filter({ hasText: 'Popular' }).first()).toBeVisible()
  await expect(card(page, 'Diploma in Flower Shop Management')).toContainText('Coming soon')
})

test('a long description folds at 100 characters, topics at two', async ({ page, wire }) => {
  const course = (id: string, description: string, features: string[]) => ({
    id,
    slug: id,
    title: id,
    description,
    features,
  })
  await wire.answer('GET /api/courses', {
    json: [
      course('Long', 'x'.repeat(101), ['One', 'Two', 'Three', 'Four', 'Five']),
      course('Short', 'y'.repeat(100), ['One', 'Two']),
    ],
  })
  await open(page, '/classes')
  const long = card(page, 'Long')
  await long.getByRole('button', { name: 'Read more' }).click()
  await expect(long.getByText('x'.repeat(101))).toHaveClass('')
  await long.getByRole('button', { name: 'Show less' }).click()
  await expect(long.getByText('x'.repeat(101))).toHaveClass(/line-clamp-2/)
  await expect(long).toContainText("What you'll learn")
  await expect(long.locator('ul').getByRole('listitem')).toHaveText([/One/, /Two/])
  await long.getByRole('button', { name: '+3 more' }).click()
  await expect(long.locator('ul').getByRole('listitem')).toHaveCount(5)
  const short = card(page, 'Short')
  await expect(short.getByRole('button', { name: /more/ })).toHaveCount(0)
})

test('whatever is missing has its default; features in all their shapes become topics', async ({
  page,
  wire,
}) => {
  await wire.answer('GET /api/courses', {
    json: {
      data: [
        { id: 'bare' },
        {
          id: 'b',
          slug: 'b',
          title: 'Objects',
          features: [{ topic: 'Roses' }, { topic: 'Lilies' }, { topic: 'Moss' }],
          category: 'diploma courses',
          rating: 3.2,
        },
        {
          id: 'c',
          slug: 'c',
          title: 'Json',
          features: '["Wire","Tape"]',
          category: 'special workshops',
          sessions: 2,
        },
        {
          id: 'd',
          slug: 'd',
          title: 'Commas',
          features: 'Ferns, Palms',
          category: 'Evenings',
          nextbatch: '2026-13-45',
        },
        {
          id: 'e',
          slug: 'e',
          title: 'Lines',
          features: 'Bowls\nVases\n',
          category: 'Workshops',
          capacity: null,
          enrolled: 90,
        },
        { id: 'f', slug: 'f', title: 'Default capacity', enrolled: 20 },
      ],
    },
  })
  await open(page, '/classes')
  await expect(cards(page)).toHaveCount(6)
  const bare = card(page, 'Untitled Course')
  for (const text of [
    'No description available',
    'Coming soon',
    'Not specified · 1 session',
    'No features listed',
    'Beginner',
    '4.5',
  ])
    await expect(bare).toContainText(text)
  await expect(bare.getByRole('img', { name: '4.5 out of 5' })).toHaveCount(1)
  await expect(bare.getByRole('button', { name: /Enroll Now/ })).toBeEnabled()
  const topics = (title: string) => card(page, title).locator('ul').getByRole('listitem')
  await expect(topics('Objects')).toHaveText([/Roses/, /Lilies/])
  await expect(card(page, 'Objects').getByRole('button', { name: '+1 more' })).toBeVisible()
  await expect(card(page, 'Objects').getByRole('img', { name: '3.2 out of 5' })).toHaveCount(1)
  await expect(topics('Json')).toHaveText([/Wire/, /Tape/])
  await expect(topics('Commas')).toHaveText([/Ferns/, /Palms/])
  await expect(topics('Lines')).toHaveText([/Bowls/, /Vases/])
  await expect(card(page, 'Commas')).toContainText('Invalid date')
  await expect(card(page, 'Commas')).toContainText('Evenings')
  await expect(filter(page).getByRole('link')).toHaveText(['All(6)', 'Diploma Course(1)', 'Workshops(2)'])
  // An unlimited batch never fills (reading S5); one without a capacity is full with twenty.
  await expect(card(page, 'Lines').getByRole('button', { name: /Enroll Now/ })).toBeEnabled()
  await expect(card(page, 'Default capacity').getByRole('button', { name: /Join Waitlist/ })).toBeDisabled()
})

test('a picture may be a data URL, bare base64, a file name or an address; a broken one alone becomes a placeholder', async ({
  page,
  wire,
  school,
}) => {
  const named = (await school.http('GET', '/api/courses')).body[0].picture
  const file = `${named.base.split('/').pop()}-${named.widths[0]}.jpg`
  const course = (id: string, image: string) => ({ id, slug: id, title: id, image })
  await wire.answer('GET /api/courses', {
    json: [
      course('Data', `data:image/png;base64,${pixel}`),
      course('Base64', pixel),
      course('File', file),
      course('Address', `${school.url}/uploads/${file}`),
      course('Broken', 'gone.jpg'),
    ],
  })
  failed(page.context(), `${school.url}/uploads/gone.jpg`)
  await open(page, '/classes')
  for (const title of ['Data', 'Base64', 'File', 'Address']) {
    const image = card(page, title).locator('img')
    await image.scrollIntoViewIfNeeded()
    await expect.poll(() => image.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0)
  }
  await card(page, 'Broken').scrollIntoViewIfNeeded()
  await expect(card(page, 'Broken').locator('img')).toHaveCount(0)
  await expect(card(page, 'Broken').locator('svg').first()).toBeVisible()
  await expect(card(page, 'Data').locator('img')).toHaveCount(1)
})

test('a spinner while loading; then the two sentences of the empty state', async ({ page, wire }) => {
  const held = Promise.withResolvers<WireAnswer>()
  await wire.answer('GET /api/courses', () => held.promise)
  await visitFromElsewhere(page)
  await expect(list(page).getByRole('status', { name: 'Loading courses' })).toBeVisible()
  await expect(list(page)).not.toContainText('Available')
  held.resolve({ json: [] })
  await expect(list(page)).toContainText('No courses found')
  await expect(list(page)).toContainText('No courses are currently available.')
  await filter(page).getByRole('link', { name: 'Workshops' }).click()
  await expect(list(page)).toContainText('No Workshops level courses available.')
  await filter(page).getByRole('link', { name: 'Diploma Course' }).click()
  await expect(list(page)).toContainText('No Diploma Course level courses available.')
})

for (const answer of [
  'offline',
  { status: 503, json: { error: 'The service is busy just now.' } },
] as WireAnswer[]) {
  test(`a failure (${JSON.stringify(answer)}) leaves an empty list that says so; trying again brings the courses`, async ({
    page,
    wire,
  }) => {
    await wire.answer('GET /api/courses', answer)
    await visitFromElsewhere(page)
    await expect(list(page)).toContainText('The courses could not be loaded.')
    await expect(list(page)).toContainText('No courses found')
    await expect(list(page)).not.toContainText(/available/i)
    if (typeof answer === 'object' && answer.json !== undefined)
      await expect(list(page)).toContainText('The service is busy just now.')
    await wire.restore('GET /api/courses')
    await list(page).getByRole('button', { name: 'Try again' }).click()
    await expect(cards(page)).toHaveCount(12)
    await expect(list(page).getByText('could not be loaded')).toHaveCount(0)
  })
}

test('Why Choose Us has its four cards', async ({ page }) => {
  await open(page, '/classes')
  const block = page.getByRole('region', { name: /Why choose us/i })
  for (const title of [
    'Expert Instructors',
    'Hands-On Training',
    'Industry Recognition',
    'Passionate Community',
  ])
    await expect(block.getByRole('heading', { name: title })).toBeVisible()
})

test.describe('a full course', () => {
  const full = 'Advanced Diploma in Wedding Floristry'
  const dialog = (page: Page) => page.getByRole('dialog')

  test('Join Waitlist is disabled; beneath it a seat can be asked for', async ({ page, school }) => {
    await open(page, '/classes')
    const join = card(page, full).getByRole('button', { name: /^Join Waitlist/ })
    await expect(join).toHaveText('Join Waitlist')
    await expect(join).toBeDisabled()
    await expect(card(page, full).getByRole('button', { name: /Enroll Now/ })).toHaveCount(0)

    const ask = card(page, full).getByRole('button', { name: 'Tell me when a seat opens' })
    await ask.click()
    await expect(dialog(page)).toContainText(full)
    await dialog(page).getByRole('button', { name: 'Tell me', exact: true }).click()
    for (const sentence of ['Full name is required', 'Email is required', 'Phone number is required'])
      await expect(dialog(page).getByText(sentence)).toBeVisible()
    await dialog(page).getByLabel('Full Name').fill('Meena Krishnan')
    await expect(dialog(page).getByText('Full name is required')).toHaveCount(0)
    await dialog(page).getByLabel('Email').fill('meena@mail.example')
    await dialog(page).getByLabel('Phone').fill('98400 12345')
    await dialog(page).getByRole('button', { name: 'Tell me', exact: true }).click()
    await expect(dialog(page)).toContainText('One step to go')
    await dialog(page).getByRole('button', { name: 'Done' }).click()
    await expect(ask).toBeFocused()
    const rows = await school.db.read
      .selectFrom('waiting_list_entry')
      .selectAll()
      .where('email', '=', 'meena@mail.example')
      .execute()
    expect(rows).toHaveLength(1)
  })

  test('what was typed stays when it cannot be sent', async ({ page, wire }) => {
    await wire.answer('POST /api/waiting-list', 'offline')
    await open(page, '/classes')
    await card(page, full).getByRole('button', { name: 'Tell me when a seat opens' }).click()
    await dialog(page).getByLabel('Full Name').fill('Meena Krishnan')
    await dialog(page).getByLabel('Email').fill('meena@mail.example')
    await dialog(page).getByLabel('Phone').fill('9840012345')
    await dialog(page).getByRole('button', { name: 'Tell me', exact: true }).click()
    await expect(dialog(page).getByRole('alert')).toContainText('Nothing you typed is lost.')
    await expect(dialog(page).getByLabel('Email')).toHaveValue('meena@mail.example')
    await wire.restore('POST /api/waiting-list')
    await dialog(page).getByRole('button', { name: 'Tell me', exact: true }).click()
    await expect(dialog(page)).toContainText('One step to go')
  })
})

test('every card is laid out soon after the page is quiet, and without scripts at once', async ({
  browser,
  school,
}) => {
  // No page of the fixture: there everything is laid out at once.
  for (const javaScriptEnabled of [true, false]) {
    const visitor = await browser.newPage({ javaScriptEnabled, viewport: { width: 360, height: 640 } })
    await visitor.goto(`${school.url}/classes`)
    const texts = visitor.locator('main li .later').filter({
      has: visitor.locator('h3'),
    })
    await expect(texts).toHaveCount(12)
    await expect
      .poll(() =>
        texts.evaluateAll(
          (cards) =>
            cards.filter(
              (card) => !card.querySelector('h3')?.checkVisibility({ contentVisibilityAuto: true }),
            ).length,
        ),
      )
      .toBe(0)
    await visitor.close()
  }
})
