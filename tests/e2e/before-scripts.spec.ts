import type { Page } from '@playwright/test'
import { expect, hydrated, open, test, toastOf } from '../harness/browser.ts'
import { dialogOf } from '../harness/enrolling.ts'

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('the content of every page is there, and a sentence says how to reach the school', {
    tag: '@both',
  }, async ({ page }) => {
    for (const [path, content] of [
      ['/', 'Floral Design Courses'],
      ['/classes', 'Diploma in Ikebana'],
      ['/classes/diploma-in-ikebana', 'Before you ask'],
      ['/calendar', 'Coming batches'],
      ['/about', 'Our Expert Instructors'],
      ['/contact', 'Business Hours'],
      ['/store', 'Red roses, hand-tied'],
      ['/store/red-roses', 'Ribbon colour'],
      ['/shop', 'Add to Cart'],
      ['/privacy', 'Privacy'],
      ['/signin', 'Password'],
    ] as const) {
      await test.step(path, async () => {
        await page.goto(path)
        await expect(page.getByRole('main').getByText(content).first()).toBeVisible()
        const [top, ofNewsletter] = [page.locator('noscript').first(), page.locator('footer noscript')]
        await expect(top.locator('p').first()).toHaveText('JavaScript is switched off in this browser.')
        await expect(top.locator('p').first()).toBeVisible()
        await expect(top.locator('a').first()).toHaveAttribute('href', 'tel:+914455500142')
        await expect(top.locator('a').last()).toHaveAttribute('href', /^https:\/\/wa\.me\//)
        await expect(ofNewsletter.locator('p')).toContainText('This form needs JavaScript')
        await expect(ofNewsletter.locator('p')).toBeVisible()
      })
    }
  })

  test('the filter filters, as links', async ({ page }) => {
    await page.goto('/classes')
    const filter = page.getByRole('navigation', { name: 'Category' })
    await filter.getByRole('link', { name: /Workshops/ }).click()
    await expect(page).toHaveURL('/classes?category=Workshops')
    await expect(page.getByRole('heading', { name: 'Diploma in Ikebana' })).toHaveCount(0)
  })

  test('the menu opens and leads on', { tag: '@phone' }, async ({ page }) => {
    await page.goto('/')
    await page.getByRole('button', { name: 'Open menu' }).click()
    await page.getByRole('dialog').getByRole('link', { name: 'Calendar' }).click()
    await expect(page).toHaveURL('/calendar')
  })

  test('what was typed goes nowhere: no address carries a password', async ({ page }) => {
    await page.goto('/signin')
    await expect(page.locator('main noscript p')).toContainText('This form needs JavaScript')
    await page.getByLabel('Email').fill('meena@mail.example')
    await page.getByLabel('Password').fill('a long sentence')
    await page.getByLabel('Password').press('Enter')
    await page.getByRole('main').getByRole('button', { name: 'Sign In' }).click()
    await expect(page).toHaveURL('/signin')
    await expect(page.getByLabel('Email')).toHaveValue('meena@mail.example')
  })
})

/** Holds every script back until it is released. */
async function holdScripts(page: Page): Promise<() => Promise<void>> {
  let release: () => void = () => undefined
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/assets/*.js', async (route) => {
    await held
    await route.continue()
  })
  return async () => {
    release()
    await hydrated(page)
  }
}

test.describe('while scripts are on their way', () => {
  test('a press waits, says so, and is done; twice is once', { tag: '@both' }, async ({ page }) => {
    const release = await holdScripts(page)
    await page.goto('/classes', { waitUntil: 'commit' })
    const enrol = page.getByRole('button', { name: 'Enroll Now: Diploma in Ikebana', exact: true })
    await enrol.click()
    await enrol.click()
    await expect(enrol).toHaveAttribute('aria-busy', 'true')
    await release()
    await expect(dialogOf(page)).toHaveAccessibleName('Enroll in this course')
    await expect(dialogOf(page)).toHaveCount(1)
    await page.keyboard.press('Escape')
    await expect(enrol).not.toHaveAttribute('aria-busy', 'true')
  })

  for (const [path, button, opened] of [
    ['/', 'Get Updates', /./],
    ['/contact', 'Send an enquiry', /./],
    ['/classes/diploma-in-ikebana', /^Enroll Now/, 'Enroll in this course'],
    ['/calendar', 'Next month', null],
  ] as const) {
    test(`${path}: ${button} does what it does`, async ({ page }) => {
      const release = await holdScripts(page)
      await page.goto(path, { waitUntil: 'commit' })
      await page.getByRole('main').getByRole('button', { name: button }).first().click()
      await release()
      if (opened === null) await expect(page).toHaveURL(/\?month=20\d\d-\d\d$/)
      else await expect(dialogOf(page)).toHaveAccessibleName(opened)
    })
  }

  test('the newsletter: what was typed and sent is sent once', async ({ page, school }) => {
    const release = await holdScripts(page)
    await page.goto('/terms', { waitUntil: 'commit' })
    const footer = page.getByRole('contentinfo')
    await footer.getByRole('textbox').fill('early@mail.example')
    await footer.getByRole('textbox').press('Enter')
    await expect(page).toHaveURL('/terms')
    await release()
    await expect(toastOf(page)).toHaveText('Successfully subscribed to our newsletter!')
    const rows = await school.db.read
      .selectFrom('newsletter_subscriber')
      .select('email')
      .where('email', '=', 'early@mail.example')
      .execute()
    expect(rows).toHaveLength(1)
  })

  test('sign-in: what was typed stays, and React knows it', async ({ page, wire }) => {
    const sent = await wire.answer('POST /api/auth/signin', { status: 401 })
    const release = await holdScripts(page)
    await page.goto('/signin', { waitUntil: 'commit' })
    await page.getByLabel('Email').fill('meena@mail.example')
    await page.getByLabel('Password').fill('a long sentence')
    await release()
    await expect(page.getByLabel('Email')).toHaveValue('meena@mail.example')
    await expect(page.getByLabel('Password')).toHaveValue('a long sentence')
    await page.getByRole('main').getByRole('button', { name: 'Sign In' }).click()
    await expect.poll(() => sent.length).toBe(1)
    expect(sent[0]?.postDataJSON()).toEqual({ email: 'meena@mail.example', password: 'a long sentence' })
  })

  test('sign-up, a forgotten password: what was typed is what is sent', async ({ page, wire }) => {
    const asked = {
      signUp: await wire.answer('POST /api/auth/signup', { status: 503 }),
      code: await wire.answer('POST /api/auth/forgot-password', { status: 503 }),
    }
    // The address that the sign-in page kept must not replace what was typed.
    await page.addInitScript(() => localStorage.setItem('lastSigninEmail', 'kept@mail.example'))
    let release = await holdScripts(page)
    await page.goto('/signup', { waitUntil: 'commit' })
    await page.getByLabel('First name').fill('Meena')
    await page.getByRole('main').getByLabel('Email').fill('meena@mail.example')
    await page.locator('input[name=password]').fill('jasmine at six')
    await release()
    await page.getByRole('main').getByRole('button', { name: 'Sign Up' }).click()
    await expect.poll(() => asked.signUp.length).toBe(1)
    expect(asked.signUp[0]?.postDataJSON()).toEqual({
      firstname: 'Meena',
      lastname: '',
      email: 'meena@mail.example',
      password: 'jasmine at six',
    })

    release = await holdScripts(page)
    await page.goto('/forgot-password', { waitUntil: 'commit' })
    await page.getByRole('main').getByLabel('Email').fill('meena@mail.example')
    await release()
    await page.getByRole('main').getByRole('button', { name: 'Send the code' }).click()
    await expect.poll(() => asked.code.length).toBe(1)
    expect(asked.code[0]?.postDataJSON()).toEqual({ email: 'meena@mail.example' })
  })

  test('after 8 s of waiting the page says what is the matter', async ({ page }) => {
    await page.clock.install()
    const release = await holdScripts(page)
    await page.goto('/classes', { waitUntil: 'commit' })
    await page.getByRole('button', { name: 'Enroll Now: Diploma in Ikebana', exact: true }).click()
    const note = page.getByText('This page has not loaded completely.')
    await expect(note).toBeHidden()
    await page.clock.runFor(8_000)
    await expect(note).toBeVisible()
    await release()
    await expect(note).toBeHidden()
    await expect(dialogOf(page)).toHaveAccessibleName('Enroll in this course')
  })
})

test('modules are asked for after the first paint (decision 0037); at once where a browser tells of no paints', async ({
  page,
}) => {
  await open(page, '/classes')
  const { painted, asked } = await page.evaluate(() => ({
    painted: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.POSITIVE_INFINITY,
    asked: Math.min(
      ...performance
        .getEntriesByType('resource')
        .filter(({ name }) => /\/assets\/.*\.js$/.test(name))
        .map(({ startTime }) => startTime),
    ),
  }))
  expect(asked).toBeGreaterThanOrEqual(painted)
  await page.addInitScript(() => {
    Object.defineProperty(PerformanceObserver, 'supportedEntryTypes', { value: [] })
  })
  await open(page, '/about')
})

test('a page that is ready shows no warning and keeps no early presses', async ({ page }) => {
  await open(page, '/classes')
  await expect(page.getByText('This page has not loaded completely.')).toBeHidden()
  await expect(page.getByText('JavaScript is switched off')).toHaveCount(0)
  expect(await page.evaluate(() => 'takeEarly' in window)).toBe(false)
})
