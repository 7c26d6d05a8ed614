import type { Page } from '@playwright/test'
import { expect, kept, open, stopClock, test, tickUntil, toastOf } from '../../harness/browser.ts'

const tagline = 'Start Your Floral Journey With Us'

test.describe('hero', () => {
  test.use({ contextOptions: { reducedMotion: 'no-preference' } })

  test('the tagline is typed, 80 ms a character, and stands whole at the end', async ({ page, school }) => {
    const { text } = await school.http('GET', '/')
    expect(text).toContain(`aria-label="${tagline}"`)

    await open(page, '/')
    await expect(page.getByRole('heading', { level: 1 })).toHaveAccessibleName(tagline)
    const typed = await page.getByRole('heading', { level: 1 }).evaluate((heading) => {
      const letters = heading.getAnimations({ subtree: true })
      const visibleAt = (ms: number) => {
        for (const animation of letters) {
          animation.pause()
          animation.currentTime = ms
        }
        return letters
          .map((animation) => (animation.effect as KeyframeEffect).target as HTMLElement)
          .filter((letter) => getComputedStyle(letter).opacity === '1').length
      }
      return { letters: letters.length, shown: [1, 41, 81, 399, 401, 10_000].map(visibleAt) }
    })
    expect(typed.letters).toBe(tagline.replaceAll(' ', '').length)
    // The space after 'Start' takes its 80 ms too: at 401 ms five letters stand, the sixth character is the space.
    expect(typed.shown).toEqual([1, 1, 2, 5, 5, typed.letters])
  })

  test('another picture every 4 s, round and round, until it is stopped', async ({ page }) => {
    await stopClock(page)
    await open(page, '/')
    const pictures = page.locator('main .arch').first().locator('> div')
    const shown = () => pictures.evaluateAll((all) => all.findIndex((one) => one.ariaHidden !== 'true'))
    // The page asks for the second picture when the rotation begins.
    await expect(pictures).toHaveCount(2)
    await page.clock.runFor(3_999)
    expect(await shown()).toBe(0)
    await page.clock.runFor(1)
    await expect.poll(shown).toBe(1)
    for (const next of [2, 3, 0]) {
      // Each picture is fetched while the one before is shown, so its fetch shows that the next 4 s have begun.
      await expect(pictures).toHaveCount(next === 0 ? 4 : next + 1)
      await page.clock.runFor(4_000)
      await expect.poll(shown).toBe(next)
    }
    await page.getByRole('button', { name: 'Stop the pictures' }).click()
    await page.mouse.move(0, 0)
    await page.clock.runFor(20_000)
    expect(await shown()).toBe(0)
  })

  for (const { width, deviceScaleFactor, file } of [
    { width: 360, deviceScaleFactor: 2, file: 640 },
    { width: 412, deviceScaleFactor: 1.75, file: 736 },
    { width: 390, deviceScaleFactor: 3, file: 1152 },
    { width: 1280, deviceScaleFactor: 1, file: 544 },
  ]) {
    test(`a window of ${width} px with ${deviceScaleFactor} dots a pixel loads pictures of ${file} px`, async ({
      browser,
      school,
    }) => {
      const context = await browser.newContext({ viewport: { width, height: 800 }, deviceScaleFactor })
      const page = await context.newPage()
      await page.goto(school.url)
      const picture = page.locator('main picture img').first()
      await expect
        .poll(() => picture.evaluate((image: HTMLImageElement) => image.currentSrc))
        .toMatch(new RegExp(`-${file}\\.avif$`))
      await context.close()
    })
  }

  test('with reduced motion nothing moves: the tagline stands, the first picture stays', async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await stopClock(page)
    await open(page, '/')
    const letters = page.getByRole('heading', { level: 1 })
    expect(await letters.evaluate((heading) => heading.getAnimations({ subtree: true }).length)).toBe(0)
    await expect(page.getByRole('button', { name: 'Stop the pictures' })).toHaveCount(0)
    await page.clock.runFor(20_000)
    await expect(page.locator('main .arch').first().locator('> div').first()).toHaveAttribute(
      'aria-hidden',
      'false',
    )
  })
})

test('two cards: courses lead to /classes, bouquets open the shop in a new tab', async ({
  page,
  context,
}) => {
  await open(page, '/')
  const courses = page.getByRole('article').filter({ hasText: 'Floral Design Courses' })
  await expect(courses.getByRole('link')).toHaveAttribute('href', '/classes')
  const shop = page.getByRole('article').filter({ hasText: 'Exquisite Bouquets' }).getByRole('link')
  await expect(shop).toHaveAttribute('rel', /noopener/)
  const opened = context.waitForEvent('page')
  await shop.click()
  const tab = await opened
  await expect(tab).toHaveURL('/store')
  await expect(tab.getByRole('heading', { level: 1 })).toBeVisible()
  await courses.getByRole('link').click()
  await expect(page).toHaveURL('/classes')
})

test.describe('subscribe popup', () => {
  test.use({ popupMayOpen: true })
  const popup = (page: Page) => page.getByRole('dialog', { name: /Stay in touch|Thank you!/ })
  const begun = (page: Page) => expect(page.locator('main .arch').first().locator('> div')).toHaveCount(2)
  const fields = { Name: 'Meena Krishnan', Phone: '98400 12345', Email: 'meena@mail.example' }
  const fill = async (page: Page) => {
    for (const [label, value] of Object.entries(fields)) await popup(page).getByLabel(label).fill(value)
  }
  const opens = (page: Page) => tickUntil(page, () => expect(popup(page)).toBeVisible({ timeout: 100 }), 50)
  const closes = (page: Page) =>
    tickUntil(page, () => expect(popup(page)).toHaveCount(0, { timeout: 100 }), 50)

  test('does not open while somebody types, or has the menu open (D§6)', { tag: '@phone' }, async ({
    page,
  }) => {
    await stopClock(page)
    await open(page, '/')
    await begun(page)
    await page.getByRole('contentinfo').getByRole('textbox').focus()
    await page.clock.runFor(10_000)
    await expect(popup(page)).toHaveCount(0)
    await page.getByRole('button', { name: 'Menu' }).click()
    // The menu's code comes over the network, while the clock stands.
    await expect(page.getByRole('dialog', { name: 'Menu' })).toBeAttached()
    await page.clock.runFor(10_000)
    await expect(popup(page)).toHaveCount(0)
    await page.keyboard.press('Escape')
    await opens(page)
  })

  test('opens by itself 2 s after load; closed, it stays away in this browser for a day', async ({
    page,
  }) => {
    await stopClock(page)
    await open(page, '/')
    await begun(page)
    await page.clock.runFor(1_990)
    await expect(popup(page)).toHaveCount(0)
    await page.clock.runFor(10)
    await opens(page)
    await page.keyboard.press('Escape')
    await closes(page)

    await page.reload()
    await begun(page)
    await page.clock.runFor(60_000)
    await expect(popup(page)).toHaveCount(0)
    await page.getByRole('button', { name: 'Get Updates' }).click()
    await opens(page)
    await popup(page).getByRole('button', { name: 'Close' }).click()
    await closes(page)

    await page.clock.pauseAt('2026-03-03T06:40:00Z')
    await page.reload()
    await begun(page)
    await page.clock.runFor(2_000)
    await opens(page)
  })

  test('is disabled until all three are there; sends them, thanks, and closes after 3 s', async ({
    page,
    school,
  }) => {
    await stopClock(page)
    await open(page, '/')
    await begun(page)
    await page.clock.runFor(2_000)
    await opens(page)
    const submit = popup(page).getByRole('button', { name: 'Subscribe' })
    await expect(submit).toBeDisabled()
    await fill(page)
    await expect(submit).toBeEnabled()
    for (const [label, value] of Object.entries(fields)) {
      await popup(page).getByLabel(label).fill('   ')
      await expect(submit).toBeDisabled()
      await popup(page).getByLabel(label).fill(value)
    }
    await submit.click()
    await tickUntil(page, () => expect(popup(page)).toHaveAccessibleName('Thank you!', { timeout: 100 }))
    await page.clock.runFor(2_900)
    await expect(popup(page)).toBeVisible()
    await page.clock.runFor(100)
    await closes(page)
    const rows = await school.db.read
      .selectFrom('contact')
      .select(['name', 'phone', 'email'])
      .where('email', '=', fields.Email)
      .execute()
    expect(rows).toEqual([
      { name: fields.Name, phone: expect.stringMatching(/98400 ?12345/), email: fields.Email },
    ])

    await page.getByRole('button', { name: 'Get Updates' }).click()
    await opens(page)
    await expect(popup(page).getByLabel('Name')).toHaveValue('')
  })

  test('a failure is logged only, what was typed stays, and a retry works', async ({
    page,
    wire,
    problems,
  }) => {
    problems.expect(/The subscription could not be sent/)
    await wire.answer('POST /api/landing/contact', 'offline')
    await open(page, '/')
    await page.getByRole('button', { name: 'Get Updates' }).click()
    await fill(page)
    const logged = page.waitForEvent('console', (line) => line.text().includes('could not be sent'))
    await popup(page).getByRole('button', { name: 'Subscribe' }).click()
    await logged
    await expect(toastOf(page)).toHaveCount(0)
    for (const [label, value] of Object.entries(fields))
      await expect(popup(page).getByLabel(label)).toHaveValue(value)
    await wire.restore('POST /api/landing/contact')
    await popup(page).getByRole('button', { name: 'Subscribe' }).click()
    await expect(popup(page)).toHaveAccessibleName('Thank you!')
  })

  test('is sent from a browser that opened the site without https', async ({ page }) => {
    await page.addInitScript(() => Object.defineProperty(crypto, 'randomUUID', { value: undefined }))
    await open(page, '/')
    await page.getByRole('button', { name: 'Get Updates' }).click()
    await fill(page)
    await popup(page).getByRole('button', { name: 'Subscribe' }).click()
    await expect(popup(page)).toHaveAccessibleName('Thank you!')
  })

  test('a call that fails before it is sent is logged only, too', async ({ page, problems }) => {
    problems.expect(/The subscription could not be sent/)
    await page.addInitScript(() => Object.defineProperty(crypto, 'getRandomValues', { value: undefined }))
    await open(page, '/')
    await page.getByRole('button', { name: 'Get Updates' }).click()
    await fill(page)
    const logged = page.waitForEvent('console', (line) => line.text().includes('could not be sent'))
    await popup(page).getByRole('button', { name: 'Subscribe' }).click()
    await logged
    await expect(popup(page).getByLabel('Name')).toHaveValue(fields.Name)
  })

  test('closing at any time empties the fields, and gives the focus back', async ({ page }) => {
    await open(page, '/')
    const opener = page.getByRole('button', { name: 'Get Updates' })
    await opener.click()
    await fill(page)
    await page.keyboard.press('Escape')
    await expect(popup(page)).toHaveCount(0)
    await expect(opener).toBeFocused()
    expect(Number(await kept(page, 'subscribePopupClosedAt'))).toBeGreaterThan(0)
    await opener.click()
    for (const label of Object.keys(fields)) await expect(popup(page).getByLabel(label)).toHaveValue('')
  })
})

test.describe('venue', () => {
  const venue = (page: Page) =>
    page.getByRole('heading', { level: 1, name: 'A room that is already in bloom' })
  const hero = (page: Page) => page.getByRole('heading', { level: 1, name: tagline })

  test('takes the landing page’s place; Back and the browser’s Back return', { tag: '@phone' }, async ({
    page,
  }) => {
    await open(page, '/')
    await page.getByRole('button', { name: 'View Venue' }).click()
    await expect(venue(page)).toBeFocused()
    await expect(hero(page)).toHaveCount(0)
    expect(new URL(page.url()).pathname).toBe('/')
    await page.getByRole('button', { name: 'Back', exact: true }).click()
    await expect(hero(page)).toBeVisible()

    await page.getByRole('button', { name: 'View Venue' }).click()
    await expect(venue(page)).toBeVisible()
    await page.goBack()
    await expect(hero(page)).toBeVisible()
  })

  test('says what is included, what it suits, what costs extra, and leads to /contact', async ({ page }) => {
    await open(page, '/#venue')
    await expect(venue(page)).toBeVisible()
    const main = page.getByRole('main')
    for (const text of [
      '1400 sq ft air-conditioned hall',
      'Attached pantry',
      '3 toilets',
      'Tables and chairs',
      'Cherry blossom tree centrepiece',
      'Corporate Events',
      'Birthday Parties',
      'Baby Showers',
      'Proposals',
      'Team Building',
      'Workshops',
    ])
      await expect(main.getByRole('listitem').filter({ hasText: text })).toBeVisible()
    await expect(main).toContainText('Decorations, flowers and catering cost extra.')
    await main.getByRole('link', { name: 'Book Now' }).click()
    await expect(page).toHaveURL('/contact')
  })

  test('prices come from the server, day and time split at the first digit', async ({ page, wire }) => {
    await wire.answer('GET /api/admin/event-pricing', {
      json: { success: true, data: { gala: { label: 'Gala nights 7:30 PM - 1:00 AM', price: '125000' } } },
    })
    await open(page, '/#venue')
    const prices = page.getByRole('main').locator('dl')
    await expect(prices.locator('dt')).toHaveText(['Gala nights'])
    await expect(prices.locator('dd')).toHaveText(['7:30 PM - 1:00 AM', '₹1,25,000'])
  })

  test('prices that cannot be had leave the built-in ones', async ({ page, wire }) => {
    for (const answer of ['offline', { status: 500 }] as const) {
      await test.step(`without the server's prices (${JSON.stringify(answer)}) the built-in ones stand, silently`, async () => {
        await wire.answer('GET /api/admin/event-pricing', answer)
        await open(page, '/about')
        await page.getByRole('banner').getByRole('link', { name: /home$/ }).click()
        await page.getByRole('button', { name: 'View Venue' }).click()
        const prices = page.getByRole('main').locator('dl')
        await expect(prices.locator('dt')).toHaveText(['Weekdays', 'Weekends', 'Evenings'])
        await expect(prices.locator('dd')).toHaveText([
          '10:00 AM - 6:00 PM',
          '₹2,000',
          '10:00 AM - 10:00 PM',
          '₹3,000',
          '6:00 PM - 10:00 PM',
          '₹2,500',
        ])
        await expect(toastOf(page)).toHaveCount(0)
        await expect(page.getByRole('alert').filter({ hasText: /./ })).toHaveCount(0)
      })
    }
  })
})
