import { useSyncExternalStore } from 'react'

const subscribe = () => () => undefined

/** False on the server and while hydrating, true from then on; with `of`, what that is by then. */
export function useHydrated(of = true): boolean {
  return useSyncExternalStore(
    subscribe,
    () => of,
    () => false,
  )
}
