import { storage } from '../../lib/storage.ts'

const closedAt = storage('subscribePopupClosedAt')
const dayMs = 24 * 60 * 60 * 1000

/** Once closed or sent, the popup does not open by itself again in this browser for `days` days; 0 is always. */
export function mayOpenByItself(days: number): boolean {
  const at = Number(closedAt.read())
  return days <= 0 || !at || Date.now() - at >= days * dayMs
}

export function rememberClosed(): void {
  closedAt.write(String(Date.now()))
}
