import { useSyncExternalStore } from 'react'

const wish = '(prefers-reduced-motion: reduce)'

function subscribe(listener: () => void): () => void {
  const media = matchMedia(wish)
  media.addEventListener('change', listener)
  return () => media.removeEventListener('change', listener)
}

/** True where the visitor asked for less motion. On the server nobody did. */
export function usePrefersReducedMotion(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => matchMedia(wish).matches,
    () => false,
  )
}
