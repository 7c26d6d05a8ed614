const lookAgainMs = 1_000

/** Somebody types, or has a menu or a dialog open. */
export function isBusy(): boolean {
  const isTyping = document.activeElement?.matches('input, textarea, select') ?? false
  return isTyping || document.querySelector('[role=dialog], [role=alertdialog], [role=menu]') !== null
}

/** Waits until nobody is busy: what opens by itself must not take a field or a dialog from them. */
export function whenFree(): Promise<void> {
  return new Promise((resolve) => {
    const look = () => (isBusy() ? void setTimeout(look, lookAgainMs) : resolve())
    look()
  })
}

const popupAfterMs = 2_000
/** A press from before the page came alive opens its own dialog first. */
const aliveMs = 500

/**
 * How long the popup still waits. It comes two seconds after the browser has loaded the page, and as long after the scripts
 * drew it: `loadedAt` is null.
 */
export function popupDelay(loadedAt: number | null, now: number): number {
  return loadedAt === null ? popupAfterMs : Math.max(aliveMs, loadedAt + popupAfterMs - now)
}
