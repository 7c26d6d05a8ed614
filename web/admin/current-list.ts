import { useEffect, useEffectEvent } from 'react'

let refreshCurrent: (() => void) | null = null

/** Lets the palette refresh the list that is open; null for a list that is not the section's own. */
export function useRefreshable(refresh: (() => void) | null): void {
  const latest = useEffectEvent(() => refresh?.())
  const isCurrent = refresh !== null
  useEffect(() => {
    if (!isCurrent) return
    const own = () => latest()
    refreshCurrent = own
    return () => {
      if (refreshCurrent === own) refreshCurrent = null
    }
  }, [isCurrent])
}

/** Refreshes the list that is open; null where the section has none. */
export const currentRefresh = (): (() => void) | null => refreshCurrent
