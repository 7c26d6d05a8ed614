import { useSyncExternalStore } from 'react'
import { session } from './session.ts'

const nobody = () => null

/** Null on the server and while hydrating, because all visitors get the same page. */
export function useSessionToken(): string | null {
  return useSyncExternalStore(session.subscribe, session.token, nobody)
}

export function useIsAdmin(): boolean {
  return useSyncExternalStore(session.subscribe, session.isAdmin, () => false)
}

export function useUserName(): string | null {
  return useSyncExternalStore(session.subscribe, session.userName, nobody)
}
