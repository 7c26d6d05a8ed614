import { setTimeout } from 'node:timers/promises'
import type { Page } from '@playwright/test'

/**
 * Waits until React has hydrated the page, and returns the page's layout mode. The test asks the page again and again.
 * `waitForFunction` would make the page compile Playwright's script a second time. Waiting inside the page would need
 * the page's clock, which some journeys stop.
 */
export async function hydrated(page: Page): Promise<string> {
  for (;;) {
    const mode = await page.evaluate(modeOnceTakenOver).catch((error: Error) => {
      // The browser has just left this page; the next round reads the new page.
      if (error.message.includes('context was destroyed')) return null
      throw error
    })
    if (mode !== null) return mode
    await setTimeout(10)
  }
}

function modeOnceTakenOver(): string | null {
  // React puts this property on its root. `isDehydrated` is false once the HTML from the server is hydrated.
  const key = Object.keys(document).find((name) => name.startsWith('__reactContainer'))
  if (key === undefined) return null
  const fiber = (
    document as unknown as Record<string, { stateNode: { current: { memoizedState: unknown } } }>
  )[key]
  const state = fiber?.stateNode.current.memoizedState as { isDehydrated?: boolean } | undefined
  return state?.isDehydrated === false ? document.compatMode : null
}
