import { whenQuiet } from './when-quiet.ts'

const listeners = new Set<() => void>()
let isListening = false

/**
 * Calls back when another tab changes the browser's storage. Listening opens the storage, which is slow on a phone: it
 * begins in the page's first quiet moment, and calls back then too.
 */
export function onOtherTabs(listener: () => void): () => void {
  listeners.add(listener)
  if (!isListening) {
    isListening = true
    whenQuiet(() => {
      window.addEventListener('storage', tell)
      tell()
    })
  }
  return () => listeners.delete(listener)
}

function tell(): void {
  for (const listener of listeners) listener()
}
