import { useSyncExternalStore } from 'react'
import { cartMark } from './cart-mark.ts'
import { onStoredChange } from './stored-changes.ts'
import { useSessionToken } from './use-session.ts'

const nobody = () => null

/** The cart's owner and its size, live across tabs. On the server and while hydrating there is no cart. */
export function useCartMark() {
  const isSignedIn = useSessionToken() !== null
  const isGuests = useSyncExternalStore(onStoredChange, cartMark.token, nobody) !== null
  const count = useSyncExternalStore(onStoredChange, cartMark.count, nobody)
  return { isSignedIn, isGuests, hasCart: isSignedIn || isGuests, count }
}
