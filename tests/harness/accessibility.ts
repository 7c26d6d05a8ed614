import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'
import type axe from 'axe-core'
import { expect } from './browser.ts'

/** The minified source of axe. A page parses the minified source a third faster than `axe.source`. */
const axeSource = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

/**
 * Expects that axe finds no fault in the light and in the dark theme, and that nothing makes the page wider than its
 * window. Leaves the page in the light theme.
 */
export async function isSound(page: Page): Promise<void> {
  // The back office shows no heading until it has loaded the user.
  await page.locator('h1').first().waitFor({ state: 'attached' })
  // The dark theme differs from the light one only in colours, so only contrast is checked.
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
  expect(await violationsOf(page, ['color-contrast']), 'dark').toEqual([])
  await page.emulateMedia({ colorScheme: 'light' })
  expect(await violationsOf(page), 'light').toEqual([])
  expect(await unsoundMarkup(page), 'markup').toEqual([])
  await fitsItsWindow(page)
}

/** Shortens the lists of the back office from now on, because axe finds the same faults in a few rows as in fifty. */
export async function shortenLists(page: Page, rows = 12): Promise<void> {
  const isPageOfRows = ({ searchParams }: URL) => /^(?:24|48|50|100)$/.test(searchParams.get('limit') ?? '')
  await page.route(isPageOfRows, (route) => {
    const url = new URL(route.request().url())
    url.searchParams.set('limit', String(rows))
    return route.fallback({ url: url.href })
  })
}

/**
 * Finds faults for which axe has no rule: parts without a name, cells without a scope, markup that HTML forbids in
 * text.
 */
async function unsoundMarkup(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const unnamed = ':not([aria-label], [aria-labelledby])'
    const rules = {
      'a block in words':
        ':is(span, p, label, button) :is(div, p, ul, ol, dl, table, form, section, h1, h2, h3, h4)',
      'a cell of a head without its scope': 'thead td, th:not([scope])',
      // A form in a dialog needs no name, because the dialog has a name.
      'no name': `aside${unnamed}, main form${unnamed}:has([type=password], [autocomplete=given-name], [autocomplete=one-time-code])`,
      'a phone that no browser fills in': '[type=tel]:not([autocomplete])',
      // HTML allows only certain values of `autocomplete` for each type of field.
      'an autocomplete that its field may not have': [
        'input[autocomplete$=street-address]',
        '[type=tel][autocomplete]:not([autocomplete$=tel], [autocomplete=off])',
        '[type=email][autocomplete]:not([autocomplete$=email], [autocomplete^=username], [autocomplete=off])',
        '[type=password][autocomplete]:not([autocomplete$=password], [autocomplete=off])',
        ':is([type=checkbox], [type=radio], [type=file])[autocomplete]',
      ].join(),
    }
    const labels = [...document.querySelectorAll('label')].filter((label) => !label.textContent?.trim())
    const wordless = labels.map((label) => `a label without words: ${label.outerHTML.slice(0, 200)}`)
    const broken = Object.entries(rules).flatMap(([rule, selector]) =>
      [...document.querySelectorAll(selector)].map(
        (element) => `${rule}: ${element.parentElement?.outerHTML.slice(0, 200)}`,
      ),
    )
    return [...broken, ...wordless]
  })
}

/** Lists the faults that axe finds on the page now, by all its rules or only by `rules`. */
async function violationsOf(page: Page, rules?: string[]): Promise<string[]> {
  await settle(page)
  // axe stays in a document after its source has run, so the source is sent once per document.
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

/**
 * Lays out the parts of class `later`, which otherwise get their size only when they come into view. Then waits until
 * nothing moves, and until the page has reacted in the next frame to a new size or new colours.
 */
async function settle(page: Page): Promise<void> {
  await page.evaluate(async () => {
    // The style sheet is added once per document, because a second copy would make the browser style everything again.
    if (document.adoptedStyleSheets.length === 0) {
      const sheet = new CSSStyleSheet()
      sheet.replaceSync('* { content-visibility: visible !important }')
      document.adoptedStyleSheets = [sheet]
    }
    // The journeys ask for reduced motion, so there are no transitions (web/ui/app.css).
    for (let quiet = 0; quiet < 2; quiet++) {
      await new Promise(requestAnimationFrame)
      if (document.getAnimations().some(({ playState }) => playState === 'running')) quiet = -1
    }
  })
}

async function fitsItsWindow(page: Page): Promise<void> {
  const fits = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement
    return scrollWidth <= clientWidth
  })
  expect(fits ? [] : (await misfitsOf(page)).wide, 'wider than the window').toEqual([])
}

export interface Misfits {
  /**
   * The elements that make the page wider than its window, or a dialog wider than its frame. The innermost element is
   * last.
   */
  wide: string[]
  /**
   * Texts that nobody can scroll to, because they are outside of the window, of a box that clips or of their button.
   * Empty if the page is too wide.
   */
  cut: string[]
  /** Options, dates and placeholders that do not fit their fields. */
  fields: string[]
  /** Words of at most 14 characters that break across two lines. */
  broken: string[]
}

/** Finds elements and texts that do not fit on the page at its present size. */
export async function misfitsOf(page: Page): Promise<Misfits> {
  return page.evaluate(() => {
    const { clientWidth } = document.documentElement
    const scrolled = [document.documentElement, ...document.querySelectorAll('dialog, [role$=dialog]')]
    const wide = scrolled
      .filter((box) => box.scrollWidth > box.clientWidth)
      .flatMap((box) => {
        const right = Math.max(0, box.getBoundingClientRect().left) + box.clientWidth
        return [...box.querySelectorAll('*')]
          .filter((element) => element.getBoundingClientRect().right > right + 1)
          .map((element) => `${element.tagName} ${element.className}`.slice(0, 120))
          .slice(-5)
      })

    // Many texts are in the same boxes, so each box is measured only once.
    const known = new Map<Element, [left: number, right: number]>()
    const roomOf = (box: Element | null): [left: number, right: number] => {
      if (box === null) return [0, clientWidth]
      const before = known.get(box)
      if (before) return before
      const { overflowX } = getComputedStyle(box)
      let room: [number, number] = [-Infinity, Infinity]
      if (overflowX !== 'auto' && overflowX !== 'scroll') {
        room = roomOf(box.parentElement)
        if (overflowX === 'hidden' || overflowX === 'clip' || box instanceof HTMLButtonElement) {
          const { left, right } = box.getBoundingClientRect()
          // Text that only screen readers show is in a box of one pixel.
          const isSeen = right - left > 1
          room = isSeen ? [Math.max(room[0], left), Math.min(room[1], right)] : [-Infinity, Infinity]
        }
      }
      known.set(box, room)
      return room
    }

    const cut: string[] = []
    const broken: string[] = []
    const range = document.createRange()
    const words = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    while (words.nextNode()) {
      const node = words.currentNode
      const text = node.textContent ?? ''
      const parent = node.parentElement
      if (!parent || !text.trim() || !parent.checkVisibility()) continue
      if (parent.closest('.skip-link, [class*=line-clamp], script, style, noscript')) continue
      range.selectNodeContents(node)
      const lines = [...range.getClientRects()].filter(({ width }) => width > 1)
      if (!parent.closest('.truncate')) {
        const [left, right] = roomOf(parent)
        if (lines.some((line) => line.left < left - 2 || line.right > right + 2))
          cut.push(text.trim().slice(0, 60))
      }
      if (new Set(lines.map(({ top }) => Math.round(top))).size < 2) continue
      for (const { 0: word, index } of text.matchAll(/[^\s-]+/g)) {
        if (word.length > 14) continue
        range.setStart(node, index)
        range.setEnd(node, index + word.length)
        const tops = [...range.getClientRects()]
          .filter(({ width }) => width > 1)
          .map(({ top }) => Math.round(top))
        if (new Set(tops).size > 1) broken.push(word)
      }
    }
    const pen = document.createElement('canvas').getContext('2d')
    const fields: string[] = []
    for (const field of document.querySelectorAll<HTMLElement>(
      'select, input:is([type=date], [type=time], [placeholder])',
    )) {
      if (!field.checkVisibility()) continue
      const { font, whiteSpace, paddingLeft, paddingRight } = getComputedStyle(field)
      const room = field.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight)
      if (pen) pen.font = font
      if (field instanceof HTMLInputElement && field.placeholder && pen) {
        if (pen.measureText(field.placeholder).width > room) fields.push(field.placeholder)
      } else if (field instanceof HTMLSelectElement && pen) {
        for (const { text } of field.options) {
          if (!/₹|\d{4}/.test(text)) continue
          const parts =
            whiteSpace === 'normal' ? text.split(/\s+/).filter((word) => word.length <= 14) : [text]
          if (parts.some((part) => pen.measureText(part).width > room)) fields.push(text.slice(0, 60))
        }
      } else {
        const free = field.cloneNode() as HTMLElement
        free.style.cssText = 'position: absolute; width: auto'
        field.after(free)
        if (free.offsetWidth > field.offsetWidth) fields.push(field.outerHTML.slice(0, 80))
        free.remove()
      }
    }
    return { wide, fields, cut: wide.length > 0 ? [] : cut, broken }
  })
}

/**
 * Finds every misfit at each width without loading the page again. The name of a misfit consists of `what` and the
 * width.
 */
export async function misfitsAt(page: Page, what: string, widths: readonly number[]): Promise<string[]> {
  const found: string[] = []
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 })
    await settle(page)
    for (const [kind, places] of Object.entries(await misfitsOf(page))) {
      for (const place of new Set<string>(places)) found.push(`${what} ${width} px, ${kind}: ${place}`)
    }
  }
  return found
}
