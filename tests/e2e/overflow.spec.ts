import type { Page } from '@playwright/test'
import { pseudo } from '../../scripts/pseudo-language.mjs'
import { misfitsAt, misfitsOf, shortenLists } from '../harness/accessibility.ts'
import type { TestApp } from '../harness/app.ts'
import { beSignedIn, expect, failed, open, test, toastOf } from '../harness/browser.ts'
import { fillCart, readyProduct } from '../harness/buying.ts'
import { waitFor } from '../harness/letters.ts'
import { lengthenTexts, longWord } from '../harness/long-words.ts'
import { inPseudoLanguage } from '../harness/pseudo.ts'
import { enrol } from '../harness/seats.ts'
import { giftPathOf, orderBody } from '../harness/store.ts'

const widths = [320, 360, 768, 1024]

const quiet = async (page: Page) => {
  await expect(page.getByRole('main').getByRole('heading', { level: 1 }).first()).toBeVisible()
  await expect(page.locator('main').locator('[aria-busy=true], .animate-spin')).toHaveCount(0)
}

/** Makes a seat, an order and a place on a waiting list with long words, and returns the addresses of their pages. */
async function personalPages(school: TestApp, email: string): Promise<string[]> {
  const batches = await school.db.read
    .selectFrom('batch')
    .select(['course_id', 'capacity', 'taken'])
    .where('starts_on', '>', '2026-03-12')
    .orderBy('starts_on')
    .execute()
  const isFull = ({ capacity, taken }: (typeof batches)[number]) => capacity !== null && taken >= capacity
  const full = batches.find(isFull)
  const free = batches.find((batch) => !isFull(batch) && batch.course_id !== full?.course_id)
  const name = longWord('Meena Krishnan')
  const seat = await enrol(school, free?.course_id ?? '', { fullName: name, email })
  const place = await waitFor(school, full?.course_id ?? '', 'waiting@mail.example', { fullName: name })
  const product = await readyProduct(school)
  const slot = await school.db.read
    .selectFrom('delivery_slot')
    .select('id')
    .where('way', '=', 'standard')
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow()
  const { body } = await school.http('POST', '/api/orders', {
    body: orderBody({
      email,
      slotId: slot.id,
      customername: name,
      recipientName: longWord('Kayal Devi'),
      address: longWord('Kutchery Road'),
      area: longWord('Mylapore'),
      landmark: longWord('Temple tank'),
      cardMessage: longWord('Happy birthday'),
      requirements: longWord('Ring twice'),
      lines: [{ productId: product.id, size: product.sizes[0]?.id ?? null, quantity: 2 }],
    }),
  })
  const order = body.data.id
  const unpaid = [`/payment?order=${order}`, `/orders/${order}`]
  const giftPath = await giftPathOf(school, order)
  return [
    `/payment?enrollment=${seat.id}`,
    ...unpaid,
    giftPath,
    `/waiting-list/${place}`,
    `/store/${product.slug}`,
    '/cart',
    '/checkout',
    '/profile',
    '/favourites',
    '/find',
  ]
}

/** Lists the addresses of all public pages, for a visitor who is signed in and has a seat, an order and a cart. */
async function publicPages(page: Page, school: TestApp): Promise<string[]> {
  const { email, userId } = await beSignedIn(page, school, 'user')
  await school.db.write.updateTable('user').set({ emailVerified: 1 }).where('id', '=', userId).execute()
  const personal = await personalPages(school, email)
  await fillCart(page, school, 2)
  const { slug } = (await school.http('GET', '/api/courses')).body[0]
  const { slug: post } = await school.db.read
    .selectFrom('journal_post')
    .select('slug')
    .where('is_draft', '=', 0)
    .where('published_at', '<', school.deps.clock.now())
    .executeTakeFirstOrThrow()
  const { day } = await school.db.read
    .selectFrom('batch')
    .select('starts_on as day')
    .where('starts_on', '>', '2026-03-02')
    .orderBy('starts_on')
    .executeTakeFirstOrThrow()
  failed(page.context(), `${school.url}/no/such/page`)
  return [
    '/',
    '/#venue',
    '/classes',
    `/classes/${slug}`,
    `/calendar?day=${day}`,
    '/about',
    '/contact',
    '/store',
    '/shop',
    '/blog',
    `/blog/${post}`,
    '/privacy',
    '/terms',
    '/terms/courses',
    '/terms/hall',
    '/no/such/page',
    ...personal,
  ]
}

/** Lists the parts of the pages that are too wide or cut at the widths `at`. */
async function misfitsOn(page: Page, paths: readonly string[], at: number[]): Promise<string[]> {
  const found: string[] = []
  for (const path of paths) {
    await test.step(path, async () => {
      await open(page, path)
      await quiet(page)
      found.push(...(await misfitsAt(page, path, at)))
    })
  }
  return found
}

test('long, Tamil and emoji words neither widen public pages nor are cut, and short words are not broken', async ({
  page,
  school,
}) => {
  test.slow()
  await lengthenTexts(school)
  expect(await misfitsOn(page, await publicPages(page, school), widths)).toEqual([])
})

inPseudoLanguage(
  'texts that are 40 % longer fit into the public pages on phones of 320 and 360 px',
  async ({ page, school }) => {
    test.slow()
    const paths = await publicPages(page, school)
    await open(page, paths.find((path) => path.startsWith('/payment?enrollment=')) ?? '')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(pseudo('Complete Your Payment'))
    expect(await misfitsOn(page, paths, [320, 360])).toEqual([])
  },
)

/** Calls `look` for every section of the back office, and for every view of each section. */
async function eachSection(page: Page, look: (hash: string) => Promise<void>): Promise<void> {
  await open(page, '/admin')
  const menu = page.locator('aside nav')
  await expect(menu.locator('a[href$="#api"]')).toBeAttached()
  const hashesIn = (selector: string) =>
    page.locator(selector).evaluateAll((links) => links.map((link) => (link as HTMLAnchorElement).hash))
  const left = await hashesIn('aside nav a[href*="#"]')
  left.push('#status-feedback', '#visitors', '#subscribers', '#rosters', '#rosters?view=day')
  const heading = page.locator('h1').first()
  await expect(heading).toHaveText('Dashboard')
  let shown = '#dashboard'
  const seen = new Set<string>()
  for (let hash = left.shift(); hash !== undefined; hash = left.shift()) {
    if (seen.has(hash)) continue
    seen.add(hash)
    const before = await heading.innerText()
    const isView = hash.includes('?view=') && hash.startsWith(shown)
    await page.evaluate((next) => {
      location.hash = next
    }, hash)
    // The heading of the previous section stays until the new section is loaded.
    if (!isView && hash !== '#dashboard') await expect(heading).not.toHaveText(before)
    shown = hash.split('?')[0] ?? ''
    await expect(page.locator('main').locator('[aria-busy=true], .animate-spin')).toHaveCount(0)
    await test.step(hash, () => look(hash))
    left.unshift(...(await hashesIn(`main a[href*="${hash}?view="]`)))
    if (hash === '#students') left.push(...(await hashesIn('main a[href*="#person?of="]')).slice(0, 1))
  }
  expect(seen.size).toBeGreaterThan(30)
}

test('long, Tamil and emoji words neither widen back-office sections nor are cut, even at double text size', async ({
  page,
  school,
}) => {
  test.slow()
  await lengthenTexts(school)
  await beSignedIn(page, school, 'owner')
  await shortenLists(page)
  const browser = await page.context().newCDPSession(page)
  // Sets the font size of the browser's own settings, which media queries follow.
  const haveLetters = (standard: number, fixed: number) =>
    browser.send('Page.setFontSizes', { fontSizes: { standard, fixed } })
  const found: string[] = []
  await eachSection(page, async (hash) => {
    found.push(...(await misfitsAt(page, hash, widths)))
    await haveLetters(32, 26)
    const misfits = await misfitsAt(page, `${hash}, twice the letters`, [360, 1024, 1280])
    // Broken words are not counted, because a word of ten letters at this size is wider than a card at 360 px.
    found.push(...misfits.filter((one) => /px, (?:wide|cut):/.test(one)))
    await haveLetters(16, 13)
    await page.setViewportSize({ width: 360, height: 740 })
    await expect
      .configure({ soft: true })
      .poll(() => highRecords(page), { message: `${hash}: records of at most 120 px` })
      .toEqual([])
    await page.setViewportSize({ width: 1280, height: 900 })
  })
  expect(found).toEqual([])
})

/** Lists the records of lists that are higher than 120 px on a phone. */
async function highRecords(page: Page): Promise<string[]> {
  return page.locator('main ul[aria-labelledby] > li').evaluateAll((records) =>
    (records as HTMLElement[])
      .filter((record) => {
        // The browser has not laid out the records below the window.
        record.style.contentVisibility = 'visible'
        return record.offsetHeight > 120
      })
      .map((record) => `${record.offsetHeight} px: ${record.innerText.slice(0, 60)}`),
  )
}

/** Lists the controls that the toast covers. */
async function underToast(page: Page): Promise<string[]> {
  await expect(toastOf(page)).toBeVisible()
  return page.evaluate(() => {
    const toast = document.querySelector('[data-toast]')
    const { top, bottom, left, right } = toast?.getBoundingClientRect() ?? new DOMRect()
    return [...document.querySelectorAll('button, a, summary, input, select, textarea, label:has(input)')]
      .filter((element) => !element.closest('[data-base-ui-inert]'))
      .filter((element) => !toast?.contains(element) && element.checkVisibility())
      .filter((element) => {
        const box = element.getBoundingClientRect()
        return box.width > 1 && box.top < bottom && box.bottom > top && box.left < right && box.right > left
      })
      .map((element) => element.outerHTML.slice(0, 100))
  })
}

test('on a phone a toast covers no control, and the command palette breaks no word', {
  tag: '@phone',
}, async ({ page, school, wire }) => {
  const product = await readyProduct(school)
  await open(page, `/store/${product.slug}`)
  await page
    .getByRole('button', { name: /^Add to cart/ })
    .last()
    .click()
  expect(await underToast(page)).toEqual([])
  // The added margin moves a control under the toast, as a font or a picture that loads late would.
  await page.evaluate(() => {
    const { top, bottom } = document.querySelector('[data-toast]')?.getBoundingClientRect() ?? new DOMRect()
    const main = document.querySelector('main') as HTMLElement
    const below = [...main.querySelectorAll('button')].map((one) => one.getBoundingClientRect().top)
    main.style.marginTop = `${top - Math.min(...below.filter((place) => place > bottom))}px`
  })
  await expect.poll(() => underToast(page)).toEqual([])
  await wire.answer('POST /api/landing/email', 'offline')
  await open(page, '/terms')
  const newsletter = page.getByRole('contentinfo').getByRole('textbox')
  await newsletter.fill('meena@mail.example')
  await newsletter.press('Enter')
  expect(await underToast(page)).toEqual([])

  await beSignedIn(page, school, 'owner')
  await open(page, '/admin#recipes')
  const banner = page.getByRole('banner')
  await expect(banner.getByText('Flowers, recipes and their cost')).toBeVisible()
  expect(await misfitsOf(page)).toEqual({ wide: [], fields: [], cut: [], broken: [] })
  await banner.getByRole('button', { name: 'Search' }).click()
  const palette = page.getByRole('dialog', { name: 'Find sections, records and actions' })
  for (const typed of ['', 'enrol', 'delivery', 'day']) {
    await palette.getByRole('combobox').fill(typed)
    await expect(palette.locator('.animate-spin')).toHaveCount(0)
    expect(await misfitsOf(page)).toEqual({ wide: [], fields: [], cut: [], broken: [] })
  }
})

test('a toast moves away from the buttons of a dialog that opens after it', async ({ page, school }) => {
  await beSignedIn(page, school, 'owner')
  await open(page, '/admin#coupons')
  await page.getByRole('button', { name: 'Add Coupon' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Code' }).fill('TOAST-20')
  await dialog.getByLabel('Percent').fill('20')
  await dialog.getByRole('button', { name: 'Add Coupon' }).click()
  // The toast stays as long as the pointer is over it.
  await toastOf(page).hover()
  for (const name of [/^View/, /^Edit/]) {
    await page
      .getByRole('row', { name: /TOAST-20/ })
      .getByRole('button', { name })
      .press('Enter')
    await expect(dialog).toBeVisible()
    await expect.poll(() => underToast(page)).toEqual([])
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
  }
})
