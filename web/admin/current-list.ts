import { useEffect, useEffectEvent } from 'react'

let refreshCurrent: (() => void) | null = null

/** The palette can refresh this list; null for a list in a dialog. */
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

export const currentRefresh = (): (() => void) | null => refreshCurrent
