import { useEffect, useEffectEvent, useRef } from 'react'
import { type Location, useLocation } from 'react-router'

/** A request to a section. The request is not in the address, because a search may contain somebody's name. */
export interface SectionRequest {
  action?: string
  q?: string
  open?: string
}

export function requestIn(location: Location): SectionRequest | null {
  const state: unknown = location.state
  return typeof state === 'object' && state !== null && ('action' in state || 'q' in state || 'open' in state)
    ? (state as SectionRequest)
    : null
}

/** Runs a requested action, but not again after a reload. */
export function useSectionAction(action: string, run: () => void): void {
  const location = useLocation()
  const isAsked = requestIn(location)?.action === action
  const begin = useEffectEvent(run)
  useEffect(() => {
    if (!isAsked) return
    begin()
    forgetRequest()
  }, [isAsked])
}

/** Opens a requested record once, as soon as the list has loaded it. */
export function useOpenedRecord<Row>(find: (id: string) => Row | undefined, open: (row: Row) => void): void {
  const id = requestIn(useLocation())?.open
  const row = id === undefined ? undefined : find(id)
  const opened = useRef<string>(undefined)
  const begin = useEffectEvent(() => {
    if (row === undefined || opened.current === id) return
    opened.current = id
    open(row)
    forgetRequest()
  })
  const found = row === undefined ? undefined : id
  useEffect(() => {
    if (found !== undefined) begin()
  }, [found])
}

/** Removes the request from the browser's history, where the router keeps its state as `usr`. */
function forgetRequest(): void {
  history.replaceState({ ...(history.state as object | null), usr: null }, '')
}
