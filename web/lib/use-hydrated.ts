import { useSyncExternalStore } from 'react'

const subscribe = () => () => undefined

/** False on the server and while hydrating. Afterwards the value is `of`. */
export function useHydrated(of = true): boolean {
  return useSyncExternalStore(
    subscribe,
    () => of,
    () => false,
  )
}
