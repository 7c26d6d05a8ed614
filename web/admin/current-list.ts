import { useEffect, useEffectEvent } from 'react'

let refreshCurrent: (() => void) | null = null

/** Lets the palette refresh a list. Null for a list in a dialog, which the palette cannot refresh. */
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
