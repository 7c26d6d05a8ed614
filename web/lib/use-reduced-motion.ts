import { useSyncExternalStore } from 'react'

const wish = '(prefers-reduced-motion: reduce)'

function subscribe(listener: () => void): () => void {
  const media = matchMedia(wish)
  media.addEventListener('change', listener)
  return () => media.removeEventListener('change', listener)
}

export function usePrefersReducedMotion(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => matchMedia(wish).matches,
    () => false,
  )
}
