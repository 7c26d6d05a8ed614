import { useEffect, useEffectEvent } from 'react'
import { type Location, useLocation } from 'react-router'

/** What a section is asked for when it is opened. It is not in the address: a search may be somebody's name. */
export interface SectionRequest {
  /** As in the section's `actions` in the registry. */
  action?: string
  q?: string
}

export function requestIn(location: Location): SectionRequest | null {
  const state: unknown = location.state
  return typeof state === 'object' && state !== null && ('action' in state || 'q' in state)
    ? (state as SectionRequest)
    : null
}

/** Runs the action that was asked for, once: a reload does not run it again. */
export function useSectionAction(action: string, run: () => void): void {
  const location = useLocation()
  const isAsked = requestIn(location)?.action === action
  const begin = useEffectEvent(run)
  useEffect(() => {
    if (!isAsked) return
    begin()
    // `usr` is where the router keeps its state.
    history.replaceState({ ...(history.state as object | null), usr: null }, '')
  }, [isAsked])
}
