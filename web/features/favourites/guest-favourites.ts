import { onOtherTabs } from '../../lib/other-tabs.ts'
import { storage } from '../../lib/storage.ts'

const stored = storage('favouriteCourses')
const none: readonly string[] = []
const listeners = new Set<() => void>()
/** What the browser does not keep lasts as long as the page. */
let unsaved: string | null = null
let cached: { text: string; ids: readonly string[] } = { text: '', ids: none }

/** What a guest marked, in this browser. `read` returns the same array until it changes. */
export const guestFavourites = {
  /** For the server's render: the same array as for a guest who marked nothing, so that hydration renders once. */
  none,
  read(): readonly string[] {
    const text = stored.read() ?? unsaved
    if (text === null) return none
    if (text !== cached.text) cached = { text, ids: parse(text) }
    return cached.ids
  },
  write(ids: readonly string[]): void {
    const text = ids.length === 0 ? null : JSON.stringify(ids)
    stored.write(text)
    unsaved = stored.read() === text ? null : text
    for (const listener of listeners) listener()
  },
  subscribe(listener: () => void): () => void {
    listeners.add(listener)
    const leave = onOtherTabs(listener)
    return () => {
      listeners.delete(listener)
      leave()
    }
  },
}

function parse(text: string): readonly string[] {
  try {
    const value = JSON.parse(text) as unknown
    return Array.isArray(value) ? value.filter((id): id is string => typeof id === 'string') : none
  } catch {
    return none
  }
}
