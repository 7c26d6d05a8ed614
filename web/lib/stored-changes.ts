import { whenQuiet } from './when-quiet.ts'

const listeners = new Set<() => void>()
let isListening = false

/**
 * Calls back when this tab reports a change of the browser's storage, and when another tab makes one. The listener for
 * other tabs opens the storage, which is slow on a phone, so it begins in the first quiet moment, with a call.
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
