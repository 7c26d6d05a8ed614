const lookAgainMs = 1_000

export function isBusy(): boolean {
  const isTyping = document.activeElement?.matches('input, textarea, select') ?? false
  return isTyping || document.querySelector('[role=dialog], [role=alertdialog], [role=menu]') !== null
}

/** Waits until the visitor neither types nor has a dialog open, so that the popup does not interrupt. */
export function whenFree(): Promise<void> {
  return new Promise((resolve) => {
    const look = () => (isBusy() ? void setTimeout(look, lookAgainMs) : resolve())
    look()
  })
}

const popupAfterMs = 2_000
/**
 * The shortest delay after hydration in ms. A click that was made before hydration opens its dialog within this time,
 * before the popup.
 */
const aliveMs = 500

/**
 * Returns the ms until two seconds after the page was loaded or, if `loadedAt` is null, after the scripts rendered it.
 */
export function popupDelay(loadedAt: number | null, now: number): number {
  return loadedAt === null ? popupAfterMs : Math.max(aliveMs, loadedAt + popupAfterMs - now)
}
