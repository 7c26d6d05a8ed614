import { useEffect, useEffectEvent } from 'react'
import { type Location, useLocation } from 'react-router'

/**
 * What the palette, or another section, asks of the section that it opens. It travels beside the address, not in it: a
 * search may be somebody's name.
 */
export interface SectionRequest {
  /** Something to do at once, by the name that the section gave it in the registry. */
  action?: string
  /** What to search for. */
  q?: string
}

export function requestIn(location: Location): SectionRequest | null {
  const state: unknown = location.state
  return typeof state === 'object' && state !== null && ('action' in state || 'q' in state)
    ? (state as SectionRequest)
    : null
}

/** Does what was asked for, once, and not again when the page is loaded anew. */
export function useSectionAction(action: string, run: () => void): void {
  const location = useLocation()
  const isAsked = requestIn(location)?.action === action
  const begin = useEffectEvent(run)
  useEffect(() => {
    if (!isAsked) return
    begin()
    // Only for a reload: whoever is mounted now has heard it. `usr` is where the router keeps its state.
    history.replaceState({ ...(history.state as object | null), usr: null }, '')
  }, [isAsked])
}
