import path from 'node:path'
import { type BrowserContext, test as base, expect, type Page, type Request } from '@playwright/test'
import { loadBuild } from '../../server/http/rendering.ts'
import { startApp, type TestApp, testNow } from './app.ts'
import { type Role, type SignedIn, signedIn } from './callers.ts'
import { demoSchoolFolder } from './demo-school.ts'
import { hydrated } from './hydrated.ts'

export { expect }

/**
 * The answer that a test gives instead of the server. `offline`: the call fails. `never`: the call gets no answer until
 * the test ends.
 */
export type WireAnswer =
  | 'offline'
  | 'never'
  | { status?: number; json?: unknown; text?: string; headers?: Record<string, string> }

export interface Wire {
  /**
   * Sets the test's answer to a call (`'GET /api/courses'`, `:id` for one part of a path) until another answer is set.
   * If `answer` is a function, it gets each request. The server answers a request for which the function returns
   * undefined.
   */
  answer(
    call: string,
    answer: WireAnswer | ((request: Request) => WireAnswer | undefined | Promise<WireAnswer | undefined>),
  ): Promise<Request[]>
  /** Lets the server answer this call again. */
  restore(call: string): Promise<void>
}

export interface Problems {
  /**
   * Expects a line on the console or an error of the page. The test fails if the expected line does not come, and if
   * any other line comes.
   */
  expect(pattern: RegExp): void
  /** Allows a line on the console, which a fault made by the test may cause. */
  allow(pattern: RegExp): void
}

interface Fixtures {
  /** Environment variables of the server, in addition to the variables that all tests set. */
  schoolEnv: Record<string, string>
  /** Lets the subscribe popup open by itself. Other tests keep the popup closed, because it would cover the page. */
  popupMayOpen: boolean
  /** The folder of the built pages. */
  buildFolder: string
  /** The server has an empty school of its own instead of the demonstration school. */
  isOwnSchool: boolean
  /** A server of its own for each test, with the demonstration school. */
  school: TestApp
  wire: Wire
  problems: Problems
}

export const test = base.extend<Fixtures>({
  schoolEnv: [{}, { option: true }],
  popupMayOpen: [false, { option: true }],
  buildFolder: ['build', { option: true }],
  isOwnSchool: [false, { option: true }],
  school: async ({ schoolEnv, buildFolder, isOwnSchool }, use) => {
    const school = await startApp({
      ...(isOwnSchool ? { isOwnSchool, ownersNeedSecondFactor: true } : { copyOf: demoSchoolFolder }),
      build: await loadBuild(path.resolve(buildFolder)),
      env: schoolEnv,
    })
    await use(school)
    await school.stop()
  },
  baseURL: ({ school }, use) => use(school.url),
  problems: [
    async ({ browser, context }, use) => {
      const { problems, watch, check } = watcher()
      await watch(context)
      // Later browser contexts are watched too, because a second visitor of a test has a context of their own.
      browser.on('context', watch)
      await use(problems)
      browser.off('context', watch)
      await check()
    },
    { auto: true },
  ],
  page: async ({ page, popupMayOpen }, use) => {
    // A card of a list may move when it is laid out, up to three frames after the page scrolled to it. Playwright
    // clicks within these frames and misses the card; no visitor is as fast.
    await page.addInitScript(() => {
      const sheet = new CSSStyleSheet()
      sheet.replaceSync('* { content-visibility: visible !important }')
      document.adoptedStyleSheets.push(sheet)
    })
    if (!popupMayOpen) {
      await page.addInitScript(() => localStorage.setItem('subscribePopupClosedAt', String(Date.now())))
    }
    await use(page)
  },
  wire: async ({ page }, use) => {
    const stubs = new Map<string, (url: URL) => boolean>()
    const release: (() => void)[] = []
    const end = new Promise<void>((resolve) => release.push(resolve))
    const remove = async (call: string) => {
      const matcher = stubs.get(call)
      if (matcher) await page.unroute(matcher)
      stubs.delete(call)
    }
    await use({
      restore: remove,
      async answer(call, answer) {
        await remove(call)
        const [method = '', path = ''] = call.split(' ')
        const pattern = new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}$`)
        const matcher = (url: URL) => pattern.test(url.pathname)
        const requests: Request[] = []
        stubs.set(call, matcher)
        await page.route(matcher, async (route) => {
          const request = route.request()
          if (request.method() !== method) return route.fallback()
          requests.push(request)
          const given = typeof answer === 'function' ? await answer(request) : answer
          if (given === undefined) return route.fallback()
          if (given === 'never') return end
          failed(page.context(), request.url())
          if (given === 'offline') return route.abort('internetdisconnected')
          const { status = 200, json, text, headers } = given
          return route.fulfill({
            status,
            headers,
            ...(json === undefined
              ? { body: text ?? '', contentType: 'text/plain' }
              : { body: JSON.stringify(json), contentType: 'application/json' }),
          })
        })
        return requests
      },
    })
    for (const resolve of release) resolve()
  },
})

/** Addresses whose requests a test makes fail. The browser's console lines about these addresses are expected. */
const madeToFail = new WeakMap<BrowserContext, Set<string>>()

/** Marks the request to this address as meant to fail in this test. */
export function failed(context: BrowserContext, url: string): void {
  const urls = madeToFail.get(context) ?? new Set()
  madeToFail.set(context, urls.add(url))
}

/** The menu reads its numbers by itself, so a call may be refused just while a test ends the session or its rights. */
const menuNumbers = '/api/admin/attention'

function watcher() {
  const seen: { text: string; url: string; context: BrowserContext }[] = []
  const expected: RegExp[] = []
  const allowed: RegExp[] = []
  return {
    async watch(context: BrowserContext) {
      context.on('console', (message) => {
        if (message.type() === 'error')
          seen.push({ text: message.text(), url: message.location().url, context })
      })
      context.on('weberror', (problem) => {
        const { stack, message } = problem.error()
        seen.push({ text: `page error: ${stack ?? message}`, url: '', context })
      })
      // A breach of the content security policy fails the journey, even if the page catches the error and logs nothing.
      await context.addInitScript(() => {
        addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI, sample }) => {
          console.error(`against the policy: ${effectiveDirective} ${blockedURI} ${sample}`)
        })
      })
    },
    problems: {
      expect: (pattern: RegExp) => {
        expected.push(pattern)
      },
      allow: (pattern: RegExp) => {
        allowed.push(pattern)
      },
    },
    async check() {
      const isNews = ({ text, url, context }: (typeof seen)[number]) =>
        ![...expected, ...allowed].some((pattern) => pattern.test(text)) &&
        !(text.startsWith('Failed to load resource') && madeToFail.get(context)?.has(url)) &&
        !(/status of 40[13]/.test(text) && url.endsWith(menuNumbers))
      expect(
        seen.filter(isNews).map(({ text, url }) => `${text} ${url}`),
        'errors on the console',
      ).toEqual([])
      for (const pattern of expected) {
        await expect
          .poll(() => seen.some(({ text }) => pattern.test(text)), { message: `${pattern} on the console` })
          .toBe(true)
      }
    },
  }
}

/** Goes to a page and waits until React has hydrated it. */
export async function open(page: Page, path: string): Promise<void> {
  await page.goto(path)
  // The browser would lay out a page without doctype in quirks mode.
  expect(await hydrated(page)).toBe('CSS1Compat')
}

/** Signs a new account in, and stores the same values in the browser as the site does at a sign-in. */
export async function beSignedIn(
  page: Page,
  school: TestApp,
  who: Role,
  stored: { userName?: string } = {},
): Promise<SignedIn> {
  const caller = await signedIn(school, who)
  await page.addInitScript(
    ({ token, isAdmin, userName }) => {
      if (sessionStorage.getItem('sessionWasPut') !== null) return
      sessionStorage.setItem('sessionWasPut', 'yes')
      localStorage.setItem('sessionToken', token)
      if (isAdmin) localStorage.setItem('isAdmin', 'true')
      if (userName !== undefined) localStorage.setItem('userName', userName)
    },
    { token: caller.token, isAdmin: who !== 'user', userName: stored.userName },
  )
  return caller
}

/** Opens the filters of the first list of a page, which are behind a button. */
export async function openFilters(page: Page): Promise<void> {
  const button = page.getByRole('button', { name: /^Filter/ }).first()
  if ((await button.getAttribute('aria-expanded')) === 'false') await button.click()
}

/** The toast on the screen. The screen never shows a second toast. */
export const toastOf = (page: Page) => page.locator('[data-toast]')

/** Reads the value under this key in the browser's local storage. */
export const kept = (page: Page, key: string) => page.evaluate((name) => localStorage.getItem(name), key)

/** Stops the page's clock at testNow, the server's time. */
export async function stopClock(page: Page): Promise<void> {
  await page.clock.install({ time: new Date(Date.parse(testNow) - 3_600_000) })
  await page.clock.pauseAt(testNow)
}

/** Moves a stopped clock on in small steps until the check passes, for code that waits for frames or timers. */
export async function tickUntil(page: Page, assertion: () => Promise<void>, stepMs = 10): Promise<void> {
  await expect(async () => {
    await page.clock.runFor(stepMs)
    await assertion()
  }).toPass({ intervals: [20], timeout: 20_000 })
}
