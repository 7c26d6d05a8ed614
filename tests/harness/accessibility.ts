import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'
import type axe from 'axe-core'
import { expect } from './browser.ts'

/** Axe as it is published for pages: a page reads it a third quicker than the longer one that `axe.source` is. */
const axeSource = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

/**
 * R20: what axe finds, in light and in dark, and nothing that makes the page wider than its window. Moves nothing on
 * the page; ends in light.
 */
export async function isSound(page: Page): Promise<void> {
  // In the dark only colours differ.
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
  expect(await violationsOf(page, ['color-contrast']), 'dark').toEqual([])
  await page.emulateMedia({ colorScheme: 'light' })
  expect(await violationsOf(page), 'light').toEqual([])
  await fitsItsWindow(page)
}

/** What axe finds on the page as it stands: all its rules, or these alone. */
export async function violationsOf(page: Page, rules?: string[]): Promise<string[]> {
  await layOutAll(page)
  await isStill(page)
  // A document keeps axe: its source is sent once.
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

/** What waits until it comes near (`later`) has no place to be looked at, and widens nothing. */
async function layOutAll(page: Page) {
  await page.evaluate(() => {
    // A document keeps it: a second sheet would have everything styled anew.
    if (document.adoptedStyleSheets.length) return
    const sheet = new CSSStyleSheet()
    sheet.replaceSync('* { content-visibility: visible !important }')
    document.adoptedStyleSheets = [sheet]
  })
}

/** The shortest transition takes a frame, and what inherits from it another: until then colours are between two. */
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
