const key = 'subscribePopupClosedAt'
const dayMs = 24 * 60 * 60 * 1000

/** Once closed or sent, the popup does not open by itself again in this browser for `days` days; 0 is always. */
export function mayOpenByItself(days: number): boolean {
  try {
    const closedAt = Number(localStorage.getItem(key))
    return days <= 0 || !closedAt || Date.now() - closedAt >= days * dayMs
  } catch {
    return true
  }
}

export function rememberClosed(): void {
  try {
    localStorage.setItem(key, String(Date.now()))
  } catch {
    // storage is switched off: it will open again
  }
}
