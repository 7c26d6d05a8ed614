import { onOtherTabs } from '../../lib/other-tabs.ts'

const key = 'favouriteCourses'
const none: readonly string[] = []
const listeners = new Set<() => void>()
let cached: { text: string; ids: readonly string[] } = { text: '', ids: none }

/** What a guest marked, in this browser. `read` returns the same array until it changes. */
export const guestFavourites = {
  /** For the server's render: the same array as for a guest who marked nothing, so that hydration renders once. */
  none,
  read(): readonly string[] {
    let text: string | null = null
    try {
      text = localStorage.getItem(key)
    } catch {
      return cached.ids
    }
    if (text === null) return none
    if (text !== cached.text) cached = { text, ids: parse(text) }
    return cached.ids
  },
  write(ids: readonly string[]): void {
    const text = JSON.stringify(ids)
    cached = { text, ids }
    try {
      if (ids.length === 0) localStorage.removeItem(key)
      else localStorage.setItem(key, text)
    } catch {
      // Without storage they last as long as the page.
    }
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
