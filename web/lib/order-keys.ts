import { person } from './own-words.ts'
import { storage } from './storage.ts'

/** Keys beside the ids of their orders, the newest last: what was ordered here, and letters whose link was opened here. */
const kept = storage('orderKeys')
const keptMax = 20

/** The form of a key. Any other text is dropped, because the server would refuse the whole request. */
const keyPattern = /^[\w-]{1,64}\.[\w-]{32}$/

function keys(): [id: string, key: string][] {
  const found = kept.readJson() as { by?: unknown; keys?: unknown } | null
  // The list belongs to one person: it is empty after a sign-out or for another account.
  if (found?.by !== `${person.read()}` || !Array.isArray(found.keys)) return []
  return found.keys.filter(
    (one) => Array.isArray(one) && typeof one[0] === 'string' && keyPattern.test(one[1]),
  )
}

/** The key of an order that this browser placed or opened by a letter's link; null without one. */
export const orderKey = (id: string): string | null => keys().find(([one]) => one === id)?.[1] ?? null

export function keepOrderKey(id: string, key: string | undefined): void {
  if (key === undefined) return
  const others = keys().filter(([one]) => one !== id)
  kept.write(JSON.stringify({ by: `${person.read()}`, keys: [...others, [id, key]].slice(-keptMax) }))
}
