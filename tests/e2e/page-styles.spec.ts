import type { Page } from '@playwright/test'
import { publicPages } from '../../bench/pages.ts'
import { expect, failed, open, test, toastOf } from '../harness/browser.ts'
import { fillCart } from '../harness/buying.ts'
import { dialogOf } from '../harness/enrolling.ts'
import { placeOrder } from '../harness/orders.ts'

const laterSheet = /\/assets\/more-\w+\.css$/

const properties =
  'align-items align-self animation-name appearance aspect-ratio background border border-radius box-shadow clip-path color ' +
  'column-gap content content-visibility display fill flex font-family font-size font-style font-weight grid-column grid-row ' +
  'grid-template-columns height inset justify-content justify-self letter-spacing line-height list-style max-height ' +
  'max-width min-height min-width object-fit opacity order outline overflow padding pointer-events position rotate row-gap ' +
  'scale stroke text-align text-decoration text-overflow transition translate visibility white-space width z-index'

/** What changes in the computed style of everything on the page by this. */
async function changedBy(page: Page, change: 'the later sheet' | 'utilities of the later sheet alone') {
  const checkout = await (await page.context().request.get('/checkout')).text()
  const [, href = ''] = /href="(\/assets\/more-\w+\.css)"/.exec(checkout) ?? []
  return page.evaluate(
    async ([what, names, sheet]) => {
      const read = () =>
        [...document.body.querySelectorAll('*')].flatMap((element) =>
          ['', '::before'].map((part) => {
            const style = getComputedStyle(element, part)
            const values = names.map((name) => `${name}: ${style.getPropertyValue(name)}`)
            // The browser reads margins that center a grid as they were when it was laid out first.
            values.push(`left: ${element.getBoundingClientRect().left}`)
            return `${element.tagName} ${element.className} ${part} { ${values.join('; ')} }`
          }),
        )
      const before = read()
      if (what === 'the later sheet') {
        const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', href: sheet })
        const loaded = new Promise((done) => link.addEventListener('load', done))
        document.head.append(link)
        await loaded
      } else {
        const inlined = document.querySelector('style')?.sheet as CSSStyleSheet
        const at = [...inlined.cssRules].findIndex(
          (rule) => rule instanceof CSSLayerBlockRule && rule.name === 'utilities',
        )
        inlined.deleteRule(at)
      }
      const after = read()
      return { count: before.length, changed: after.filter((one, at) => one !== before[at]).slice(0, 3) }
    },
    [change, properties.split(' '), href] as const,
  )
}

const opened = async (page: Page, path: string) => {
  await open(page, path)
  await page.waitForLoadState('networkidle')
}

test('what a page shows first looks the same when the later sheet comes', { tag: '@both' }, async ({
  page,
  school,
}) => {
  const asked: string[] = []
  page.on('request', (request) => {
    if (request.resourceType() === 'stylesheet') asked.push(request.url())
  })
  failed(page.context(), `${school.url}/no-such-page`)
  for (const path of [...publicPages.map((one) => one.page), '/cart', '/favourites', '/offline']) {
    await (path === '/offline' ? page.goto(path) : opened(page, path))
    expect([path, asked]).toEqual([path, []])
    const { count, changed } = await changedBy(page, 'the later sheet')
    expect(count, path).toBeGreaterThan(100)
    expect([path, changed]).toEqual([path, []])
    asked.length = 0
  }
})

test('a dialog looks as if one sheet styled it, and its sheet comes with its code', { tag: '@both' }, async ({
  page,
}) => {
  await opened(page, '/contact')
  await expect(page.locator('link[rel=stylesheet]')).toHaveCount(0)
  const sheet = page.waitForResponse(laterSheet)
  await page.getByRole('main').getByRole('button', { name: 'Send an enquiry' }).click()
  expect((await sheet).headers()['cache-control']).toContain('immutable')
  await expect(dialogOf(page)).toBeVisible()
  await dialogOf(page).getByRole('button', { name: 'Send enquiry' }).click()
  await expect(dialogOf(page).getByText('Name is required')).toBeVisible()
  // Its opening is over.
  await expect(dialogOf(page)).toHaveCSS('opacity', '1')
  const { count, changed } = await changedBy(page, 'utilities of the later sheet alone')
  expect(count).toBeGreaterThan(400)
  expect(changed).toEqual([])
  await expect(dialogOf(page)).toHaveCSS('position', 'fixed')
})

test('checkout and order look the same by one sheet, without scripts too', async ({
  page,
  browser,
  school,
}) => {
  await fillCart(page, school)
  const order = await placeOrder(school, [{ productId: null, quantity: 1 }])
  for (const path of ['/checkout', `/orders/${order}`]) {
    await opened(page, path)
    await expect(page.locator('link[rel=stylesheet]')).toHaveCount(1)
    expect([path, (await changedBy(page, 'utilities of the later sheet alone')).changed]).toEqual([path, []])
  }
  const plain = await browser.newContext({ javaScriptEnabled: false, baseURL: school.url })
  const reader = await plain.newPage()
  await reader.goto('/checkout?product=red-roses')
  await expect(reader.getByRole('main').locator('input:not([type=hidden])').first()).toHaveCSS(
    'appearance',
    'none',
  )
  await plain.close()
})

test('a sheet that does not come is asked for again by the next dialog', async ({ page, problems }) => {
  problems.allow(/Failed to load resource/)
  await open(page, '/')
  await page.route(laterSheet, (route) => route.abort('internetdisconnected'))
  await page.getByRole('main').getByRole('button', { name: 'Get Updates' }).click()
  await expect(toastOf(page)).toContainText('could not be opened')
  await expect(dialogOf(page)).toHaveCount(0)

  await page.unroute(laterSheet)
  await page.getByRole('contentinfo').getByRole('link', { name: 'Contact', exact: true }).click()
  await page.getByRole('main').getByRole('button', { name: 'Send an enquiry' }).click()
  await expect(dialogOf(page)).toHaveCSS('position', 'fixed')
})
