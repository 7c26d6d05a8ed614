import type { Page } from '@playwright/test'
import { expect, open, stopClock, test, tickUntil } from '../../harness/browser.ts'

const tagline = 'Start Your Floral Journey With Us'

test.describe('the hero', () => {
  test.use({ contextOptions: { reducedMotion: 'no-preference' } })

  test('the tagline appears letter by letter, 80 ms each, and reduced motion stops it and the pictures', async ({
    page,
    school,
  }) => {
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
    // The space after 'Start' also takes 80 ms, so five letters are visible at 401 ms, and the sixth appears later.
    expect(typed.shown).toEqual([1, 1, 2, 5, 5, typed.letters])

    // Visitors who prefer reduced motion see no movement.
    await expect(page.getByRole('button', { name: 'Pause slideshow' })).toBeVisible()
    await page.emulateMedia({ reducedMotion: 'reduce' })
    const heading = page.getByRole('heading', { level: 1 })
    expect(await heading.evaluate((element) => element.getAnimations({ subtree: true }).length)).toBe(0)
    await expect(page.getByRole('button', { name: 'Pause slideshow' })).toHaveCount(0)
  })
})

test('the card for courses leads to /classes, and the card for bouquets opens the store in a new tab', async ({
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

test.describe('the subscribe popup', () => {
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

  test('the subscribe popup does not open while a visitor types or has the menu open', {
    tag: '@phone',
  }, async ({ page }) => {
    await stopClock(page)
    await open(page, '/')
    await begun(page)
    await page.getByRole('contentinfo').getByRole('textbox').focus()
    await page.clock.runFor(10_000)
    await expect(popup(page)).toHaveCount(0)
    await page.getByRole('button', { name: 'Menu' }).click()
    // The menu's script still loads over the network, although the page's clock stands still.
    await expect(page.getByRole('dialog', { name: 'Menu' })).toBeAttached()
    await page.clock.runFor(10_000)
    await expect(popup(page)).toHaveCount(0)
    await page.keyboard.press('Escape')
    await opens(page)
  })

  test('the subscribe popup opens after 2 s, stays closed for a day once closed, and stores the contact', async ({
    page,
    school,
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
    await page.clock.fastForward(60_000)
    await expect(popup(page)).toHaveCount(0)

    await page.clock.pauseAt('2026-03-03T06:40:00Z')
    await page.reload()
    await begun(page)
    await page.clock.runFor(2_000)
    await opens(page)
    await fill(page)
    await popup(page).getByRole('button', { name: 'Subscribe' }).click()
    await tickUntil(page, () => expect(popup(page)).toHaveAccessibleName('Thank you!', { timeout: 100 }))
    const rows = await school.db.read
      .selectFrom('contact')
      .select(['name', 'phone', 'email'])
      .where('email', '=', fields.Email)
      .execute()
    expect(rows).toEqual([
      { name: fields.Name, phone: expect.stringMatching(/98400 ?12345/), email: fields.Email },
    ])
  })
})

test.describe('the venue view', () => {
  const venue = (page: Page) =>
    page.getByRole('heading', { level: 1, name: 'A room that’s already in bloom' })
  const hero = (page: Page) => page.getByRole('heading', { level: 1, name: tagline })

  test('the venue view replaces the landing page until Back or the browser’s Back is pressed', {
    tag: '@phone',
  }, async ({ page }) => {
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
    await page.goForward()
    await page.getByRole('main').getByRole('link', { name: 'Book Now' }).click()
    await expect(page).toHaveURL('/contact')
  })
})
