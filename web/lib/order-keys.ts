import { person } from './own-words.ts'
import { storage } from './storage.ts'

/** By the ids of their orders, the newest last: of what was ordered here, and of letters whose link was opened here. */
const kept = storage('orderKeys')
const keptMax = 20

type Keys = [id: string, key: string][]

function keys(): Keys {
  const found = kept.readJson() as { by?: unknown; keys?: unknown } | null
  // Who signs out, or in as somebody else, leaves none behind.
  if (found?.by !== `${person.read()}` || !Array.isArray(found.keys)) return []
  return (found.keys as unknown[]).filter(
    (one): one is Keys[number] =>
      Array.isArray(one) && one.length === 2 && one.every((part) => typeof part === 'string'),
  )
}

/** What shows the server that this browser may see and correct where an order goes; null where nothing does. */
export const orderKey = (id: string): string | null => keys().find(([one]) => one === id)?.[1] ?? null

export function keepOrderKey(id: string, key: string | undefined): void {
  if (key === undefined) return
  const others = keys().filter(([one]) => one !== id)
  kept.write(JSON.stringify({ by: `${person.read()}`, keys: [...others, [id, key]].slice(-keptMax) }))
}
