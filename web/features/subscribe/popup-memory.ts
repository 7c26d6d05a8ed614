import { storage } from '../../lib/storage.ts'

const closedAt = storage('subscribePopupClosedAt')
const dayMs = 24 * 60 * 60 * 1000

/** The popup stays away for `days` days after it was closed or sent; 0 is always. */
export function mayOpenByItself(days: number): boolean {
  const at = Number(closedAt.read())
  return days <= 0 || !at || Date.now() - at >= days * dayMs
}

export function rememberClosed(): void {
  closedAt.write(String(Date.now()))
}
