import type { Locator, Page } from '@playwright/test'

/** Keeps the browser from following `upi:` links, since no app opens here and the page would report an error. */
export async function staysHere(page: Page): Promise<void> {
  await page.addInitScript(() =>
    addEventListener('click', (press) => {
      if (press.target instanceof Element && press.target.closest('a[href^="upi:"]')) press.preventDefault()
    }),
  )
}

/** The prominence of a button, read from its computed style. */
export async function lookOf(button: Locator): Promise<'primary' | 'outline' | 'quiet'> {
  return button.evaluate((element) => {
    const { backgroundColor, borderTopWidth } = getComputedStyle(element)
    // A pointer over an outlined button tints its background.
    if (borderTopWidth === '0px') return 'quiet'
    return getComputedStyle(element).borderTopColor === 'rgba(0, 0, 0, 0)' &&
      backgroundColor !== 'rgba(0, 0, 0, 0)'
      ? 'primary'
      : 'outline'
  })
}
