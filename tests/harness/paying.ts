import type { Locator, Page } from '@playwright/test'

/** A press on a `upi:` link opens no app here, and the page would complain of it. */
export async function staysHere(page: Page): Promise<void> {
  await page.addInitScript(() =>
    addEventListener('click', (press) => {
      if (press.target instanceof Element && press.target.closest('a[href^="upi:"]')) press.preventDefault()
    }),
  )
}

/** How loud a button is, by its looks alone. */
export async function lookOf(button: Locator): Promise<'primary' | 'outline' | 'quiet'> {
  return button.evaluate((element) => {
    const { backgroundColor, borderTopWidth } = getComputedStyle(element)
    // A pointer that rests on it tints an outline.
    if (borderTopWidth === '0px') return 'quiet'
    return getComputedStyle(element).borderTopColor === 'rgba(0, 0, 0, 0)' &&
      backgroundColor !== 'rgba(0, 0, 0, 0)'
      ? 'primary'
      : 'outline'
  })
}
