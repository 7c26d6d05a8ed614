import { useSyncExternalStore } from 'react'
import { storage } from './storage.ts'
import { onStoredChange, tellStoredChange } from './stored-changes.ts'
import { useSessionToken } from './use-session.ts'

const token = storage('cartToken')
const count = storage('cartCount')

/** The token and the size of this browser's cart; all else is on the server. */
export const cartMark = {
  /** A guest's token; a signed-in visitor's cart belongs to the account. */
  token: token.read,
  /** The number of things in the cart; null if it was never asked. */
  count: (): number | null => {
    const kept = count.read()
    return kept === null ? null : Number(kept)
  },
  /** `token` comes only with the answer that created the cart. */
  keep(cart: { count: number; token: string | null }): void {
    if (cart.token !== null) token.write(cart.token)
    count.write(String(cart.count))
    tellStoredChange()
  },
  /** The guest's cart belongs to the account now. */
  forgetToken(): void {
    token.write(null)
    tellStoredChange()
  },
  forget(): void {
    count.write(null)
    cartMark.forgetToken()
  },
}

const nobody = () => null

/** The cart's owner and its size, live across tabs. On the server and while hydrating there is no cart. */
export function useCartMark() {
  const isSignedIn = useSessionToken() !== null
  const isGuests = useSyncExternalStore(onStoredChange, cartMark.token, nobody) !== null
  const count = useSyncExternalStore(onStoredChange, cartMark.count, nobody)
  return { isSignedIn, isGuests, hasCart: isSignedIn || isGuests, count }
}
