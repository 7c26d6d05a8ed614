/** Calls back when the browser is idle, within 2 s. */
export function whenQuiet(then: () => void): void {
  // Safari has no idle callbacks yet.
  if ('requestIdleCallback' in window) requestIdleCallback(then, { timeout: 2_000 })
  else setTimeout(then, 500)
}
