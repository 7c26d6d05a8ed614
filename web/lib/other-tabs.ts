import { whenQuiet } from './when-quiet.ts'

const listeners = new Set<() => void>()
let isListening = false

/**
 * Calls back when another tab has written what this browser keeps. It listens from the page's first quiet moment on, and
 * says then that something may have changed: to listen opens the browser's storage, which a slow phone feels.
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
