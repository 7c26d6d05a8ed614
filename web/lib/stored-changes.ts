import { whenQuiet } from './when-quiet.ts'

const listeners = new Set<() => void>()
let isListening = false

/**
 * Calls `listener` when this tab or another tab changes the browser's storage. Listening to other tabs opens the
 * storage, which is slow on a phone, so the listening begins when the page is idle. Every listener is called once at
 * that moment.
 */
export function onStoredChange(listener: () => void): () => void {
  listeners.add(listener)
  if (!isListening) {
    isListening = true
    whenQuiet(() => {
      window.addEventListener('storage', tellStoredChange)
      tellStoredChange()
    })
  }
  return () => listeners.delete(listener)
}

export function tellStoredChange(): void {
  for (const listener of listeners) listener()
}
