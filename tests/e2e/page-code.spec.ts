import type { Page } from '@playwright/test'
import { expect, open, test } from '../harness/browser.ts'

// The tests also run the service worker, because the policy must allow its registration.
test.use({ serviceWorkers: 'allow' })

test('Trusted Types refuse markup, scripts, workers and policies that are not the site’s own', async ({
  page,
  problems,
}) => {
  for (const sink of [
    'Element innerHTML',
    'HTMLScriptElement src',
    'HTMLScriptElement text',
    'Function',
    'ServiceWorkerContainer register',
  ]) {
    problems.expect(new RegExp(`^against the policy: require-trusted-types-for trusted-types-sink ${sink}`))
  }
  problems.expect(/^against the policy: trusted-types trusted-types-policy malar/)
  problems.expect(/^against the policy: trusted-types trusted-types-policy other/)
  problems.allow(/^This document requires 'Trusted\w+' assignment|^Creating a TrustedTypePolicy named/)
  await open(page, '/about')
  const { ways, refused } = await page.evaluate(async () => {
    const site = window.sitePolicy
    const script = document.createElement('script')
    const ways: Record<string, () => unknown> = {
      markup: () => Object.assign(document.createElement('div'), { innerHTML: '<p>words</p>' }),
      'a script’s address': () => Object.assign(script, { src: '/assets/x.js' }),
      'a script’s text': () => Object.assign(script, { text: '1' }),
      // The policy must refuse code that is made from a text.
      // oxlint-disable-next-line typescript/no-implied-eval
      'code from text': () => new Function('return 1'),
      'a worker': () => navigator.serviceWorker.register('/service-worker.js'),
      'the policy again': () => window.trustedTypes?.createPolicy('malar', site),
      'another policy': () => window.trustedTypes?.createPolicy('other', site),
      'any markup': () => site.createHTML('<p>words</p>'),
      'a drawing that runs': () => site.createHTML('<svg viewBox="0 0 1 1" onload="pwn()"></svg>'),
      'a drawing that leads away': () => site.createHTML('<svg><a href="/"><path d="M0 0"/></a></svg>'),
      'any address': () => site.createScriptURL('https://evil.example/x.js'),
      'an address beside the build': () => site.createScriptURL('/uploads/x.js'),
      'an address out of the build': () => site.createScriptURL('/assets/../uploads/x.js'),
    }
    // The rest runs in a task of the page, because code that Playwright calls directly may turn text into code.
    await new Promise((done) => setTimeout(done))
    const refused: string[] = []
    for (const [name, way] of Object.entries(ways)) {
      try {
        await way()
      } catch {
        refused.push(name)
      }
    }
    return { ways: Object.keys(ways), refused }
  })
  expect(refused).toEqual(ways)
})

/** Follows a link, so that the browser renders the page instead of the server. */
async function seesDrawings(page: Page) {
  const drawings = page.getByRole('main').locator('li svg')
  await open(page, '/shop?category=Tulips')
  const before = await drawings.count()
  await page.getByRole('main').getByRole('link', { name: /^All/ }).click()
  await expect(page).toHaveURL('/shop')
  await expect.poll(() => drawings.count()).toBeGreaterThan(before)
}

test('a page rendered in the browser shows its drawings', ({ page }) => seesDrawings(page))

test('a page rendered in a browser without Trusted Types shows its drawings', async ({ page }) => {
  await page.addInitScript(() => Reflect.deleteProperty(window, 'trustedTypes'))
  await page.route(/\/shop\?/, async (route) => {
    const response = await route.fetch()
    const policy = (response.headers()['content-security-policy'] ?? '').split('; ')
    const known = policy.filter((directive) => !directive.includes('trusted-types'))
    expect(known).toHaveLength(policy.length - 2)
    const headers = { ...response.headers(), 'content-security-policy': known.join('; ') }
    await route.fulfill({ response, headers })
  })
  await seesDrawings(page)
  expect(await page.evaluate(() => window.trustedTypes)).toBeUndefined()
})

test('a page whose header fails shows the error page without the Trusted Types policy', async ({
  page,
  problems,
}) => {
  problems.expect(/planted/)
  await page.addInitScript(() => {
    const types = window.trustedTypes as NonNullable<typeof window.trustedTypes>
    const make = types.createPolicy.bind(types)
    types.createPolicy = (name, rules) =>
      make(name, {
        ...rules,
        createHTML: () => {
          throw new Error('planted')
        },
      })
  })
  await page.goto('/about')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('We couldn’t show this page')
  await expect(page.getByRole('banner')).toHaveCount(0)
  // The style attributes of the page still apply.
  expect(await page.evaluate(() => getComputedStyle(document.body).margin)).toBe('0px')
})
