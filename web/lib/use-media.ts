import { useSyncExternalStore } from 'react'

/** False while the server renders the page. */
export function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (listener) => {
      const media = matchMedia(query)
      media.addEventListener('change', listener)
      return () => media.removeEventListener('change', listener)
    },
    () => matchMedia(query).matches,
    () => false,
  )
}

export const usePrefersReducedMotion = (): boolean => useMedia('(prefers-reduced-motion: reduce)')
