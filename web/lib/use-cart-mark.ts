import { useSyncExternalStore } from 'react'
import { cartMark } from './cart-mark.ts'
import { onStoredChange } from './stored-changes.ts'
import { useSessionToken } from './use-session.ts'

const nobody = () => null

/** Whose cart this browser has, and how much is in it, live across tabs. On the server and while hydrating there is none. */
export function useCartMark() {
  const isSignedIn = useSessionToken() !== null
  const isGuests = useSyncExternalStore(onStoredChange, cartMark.token, nobody) !== null
  const count = useSyncExternalStore(onStoredChange, cartMark.count, nobody)
  return { isSignedIn, isGuests, hasCart: isSignedIn || isGuests, count }
}
