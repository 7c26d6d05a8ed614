import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'
import type axe from 'axe-core'
import { expect } from './browser.ts'

/** Axe in its minified form: a page parses it a third quicker than `axe.source`. */
const axeSource = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

/**
 * R20: axe finds nothing, in light and in dark, and nothing makes the page wider than its window. Moves nothing on
 * the page; ends in light.
 */
export async function isSound(page: Page): Promise<void> {
  // The back office has no heading before it knows who is there.
  await page.locator('h1').first().waitFor({ state: 'attached' })
  // The dark theme differs only in colours.
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
  expect(await violationsOf(page, ['color-contrast']), 'dark').toEqual([])
  await page.emulateMedia({ colorScheme: 'light' })
  expect(await violationsOf(page), 'light').toEqual([])
  expect(await unsoundMarkup(page), 'markup').toEqual([])
  await fitsItsWindow(page)
}

/** What no rule of axe tells: parts without a name, cells without a scope, and what HTML does not allow in words (D§7). */
async function unsoundMarkup(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const unnamed = ':not([aria-label], [aria-labelledby])'
    const rules = {
      'a block in words': ':is(span, p, label, button) :is(div, p, ul, ol, dl, table, form, section)',
      'a cell of a head without its scope': 'thead td, th:not([scope])',
      // A form in a dialog has the dialog's name.
      'no name': `aside${unnamed}, main form${unnamed}:has([type=password], [autocomplete=given-name], [autocomplete=one-time-code])`,
      'a phone that no browser fills in': '[type=tel]:not([autocomplete])',
    }
    return Object.entries(rules).flatMap(([rule, selector]) =>
      [...document.querySelectorAll(selector)].map(
        (element) => `${rule}: ${element.parentElement?.outerHTML.slice(0, 200)}`,
      ),
    )
  })
}

/** What axe finds on the page now, by all its rules or only by these. */
export async function violationsOf(page: Page, rules?: string[]): Promise<string[]> {
  await layOutAll(page)
  await isStill(page)
  // A document keeps axe, so its source is sent once.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource)
  return page.evaluate(async (only) => {
    const { run } = (window as unknown as { axe: typeof axe }).axe
    const { violations } = await run({
      resultTypes: ['violations'],
      preload: false,
      ...(only ? { runOnly: only } : {}),
    })
    return violations.flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${id} ${target.join(' ')} ${failureSummary}`),
    )
  }, rules)
}

/** Shows what is laid out only when it comes near (`later`): before, it has no size that could be checked. */
async function layOutAll(page: Page) {
  await page.evaluate(() => {
    // A document keeps the sheet: a second one would make the browser style everything again.
    if (document.adoptedStyleSheets.length) return
    const sheet = new CSSStyleSheet()
    sheet.replaceSync('* { content-visibility: visible !important }')
    document.adoptedStyleSheets = [sheet]
  })
}

/** Waits for transitions: the shortest takes a frame, and what inherits from it another. Until then colours are mixed. */
async function isStill(page: Page) {
  await page.evaluate(async () => {
    for (let quiet = 0; quiet < 5; quiet++) {
      await new Promise(requestAnimationFrame)
      if (document.getAnimations().some(({ playState }) => playState === 'running')) quiet = -1
    }
  })
}

export async function fitsItsWindow(page: Page): Promise<void> {
  await layOutAll(page)
  const wide = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement
    if (scrollWidth <= clientWidth) return []
    return [...document.querySelectorAll('body *')]
      .filter((element) => element.getBoundingClientRect().right > clientWidth + 1)
      .map((element) => `${element.tagName} ${element.className}`.slice(0, 120))
      .slice(-5)
  })
  expect(wide, 'wider than the window').toEqual([])
}
