import type { Page } from '@playwright/test'
import { beSignedIn, expect, open, test, toastOf } from '../../harness/browser.ts'

interface Announcement {
  text: string
  /**
   * Every tone that the live region has had, because a region that changes its tone may be announced with either tone.
   */
  tones: string[]
}

/**
 * Records the texts that appear in live regions. Screen readers read an assertive region at once, and a polite region
 * in turn.
 */
async function listen(page: Page): Promise<() => Promise<Announcement[]>> {
  await page.addInitScript(() => {
    const announced: Announcement[] = []
    const tonesOf = new Map<Element, string[]>()
    const toneOf = (element: Element) =>
      element.getAttribute('aria-live') ??
      { alert: 'assertive', alertdialog: 'assertive', status: 'polite' }[element.getAttribute('role') ?? '']
    const note = (element: Element, tone: string | null | undefined) => {
      const tones = tonesOf.get(element) ?? []
      if (tone && !tones.includes(tone)) tones.push(tone)
      tonesOf.set(element, tones)
      return tones
    }
    new MutationObserver((changes) => {
      for (const { type, target, addedNodes, oldValue } of changes) {
        if (type === 'attributes') {
          note(target as Element, oldValue)
          note(target as Element, toneOf(target as Element))
          continue
        }
        for (const added of addedNodes) {
          const within =
            added instanceof Element ? [added, ...added.querySelectorAll('[role], [aria-live]')] : []
          const regions = new Set(within.filter(toneOf))
          for (let at = target instanceof Element ? target : null; at; at = at.parentElement)
            if (toneOf(at)) regions.add(at)
          for (const region of regions)
            announced.push({ text: added.textContent ?? '', tones: note(region, toneOf(region)) })
        }
      }
    }).observe(document, {
      childList: true,
      subtree: true,
      attributeFilter: ['aria-live', 'role'],
      attributeOldValue: true,
    })
    Object.assign(window, { announced })
  })
  return () => page.evaluate(() => (window as unknown as { announced: Announcement[] }).announced)
}

const tonesFor = (all: readonly Announcement[], words: string) => [
  ...new Set(all.filter(({ text }) => text.includes(words)).flatMap(({ tones }) => tones)),
]

test('a failed save of a product is announced assertively, and a successful save politely', async ({
  page,
  school,
  wire,
}) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await beSignedIn(page, school, 'owner')
  const announced = await listen(page)
  await open(page, '/admin#products')
  await page.getByRole('main').getByRole('button', { name: 'Add Product' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add Product' })
  await dialog.getByLabel('Name').fill('Jasmine by the cubit')
  await dialog.getByRole('spinbutton', { name: 'Price (₹)' }).fill('80')
  await dialog.getByLabel('Stock quantity').fill('4')
  await dialog.getByLabel('Description').fill('Strung this morning.')
  await wire.answer('POST /api/admin/products', { status: 500 })
  await dialog.getByRole('button', { name: 'Add Product' }).click()
  await expect(toastOf(page)).toContainText('Failed to create product. Please try again.')
  await expect(dialog.getByLabel('Name')).toHaveValue('Jasmine by the cubit')
  expect(tonesFor(await announced(), 'Failed to create product.')).toEqual(['assertive'])
  await wire.restore('POST /api/admin/products')
  const before = (await announced()).length
  await dialog.getByRole('button', { name: 'Add Product' }).click()
  await expect(toastOf(page)).toContainText('Product created successfully')
  await expect(dialog).toHaveCount(0)
  const after = (await announced()).slice(before)
  expect(tonesFor(after, 'Product created successfully')).toEqual(['polite'])
  expect(after.filter(({ tones }) => tones.includes('assertive'))).toEqual([])
})
