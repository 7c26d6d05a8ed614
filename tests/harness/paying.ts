import type { Locator, Page } from '@playwright/test'

/** Keeps the browser from following `upi:` links. No app would open here, and the page would report an error. */
export async function staysHere(page: Page): Promise<void> {
  await page.addInitScript(() =>
    addEventListener('click', (press) => {
      if (press.target instanceof Element && press.target.closest('a[href^="upi:"]')) press.preventDefault()
    }),
  )
}

/** Reads the prominence of a button from its computed style. */
export async function lookOf(button: Locator): Promise<'primary' | 'outline' | 'quiet'> {
  return button.evaluate((element) => {
    const { backgroundColor, borderTopWidth } = getComputedStyle(element)
    // The background of an outlined button has a tint while the pointer is over it, so the border decides.
    if (borderTopWidth === '0px') return 'quiet'
    return getComputedStyle(element).borderTopColor === 'rgba(0, 0, 0, 0)' &&
      backgroundColor !== 'rgba(0, 0, 0, 0)'
      ? 'primary'
      : 'outline'
  })
}
