import { setTimeout } from 'node:timers/promises'
import type { Page } from '@playwright/test'

/**
 * Waits until React has hydrated the page, and answers its layout mode. The test asks again and
 * again itself: `waitForFunction` makes the page compile Playwright's script a second time, and waiting in the page
 * would need a clock that some journeys stop.
 */
export async function hydrated(page: Page): Promise<string> {
  for (;;) {
    const mode = await page.evaluate(modeOnceTakenOver).catch((error: Error) => {
      // The page has gone on to another one, which is asked next.
      if (error.message.includes('context was destroyed')) return null
      throw error
    })
    if (mode !== null) return mode
    await setTimeout(10)
  }
}

function modeOnceTakenOver(): string | null {
  // React's own mark on the root: false once the server's HTML is hydrated.
  const key = Object.keys(document).find((name) => name.startsWith('__reactContainer'))
  if (key === undefined) return null
  const fiber = (
    document as unknown as Record<string, { stateNode: { current: { memoizedState: unknown } } }>
  )[key]
  const state = fiber?.stateNode.current.memoizedState as { isDehydrated?: boolean } | undefined
  return state?.isDehydrated === false ? document.compatMode : null
}
