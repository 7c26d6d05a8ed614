import { useSyncExternalStore } from 'react'
import { storage } from './storage.ts'
import { onStoredChange, tellStoredChange } from './stored-changes.ts'
import { useSessionToken } from './use-session.ts'

const token = storage('cartToken')
const count = storage('cartCount')

/** The browser's own record of its cart. The lines of the cart are on the server. */
export const cartMark = {
  token: token.read,
  /** The number of pieces in the cart; null if the server was never asked. */
  count: (): number | null => {
    const kept = count.read()
    return kept === null ? null : Number(kept)
  },
  /** The token is null in every response except the response that created the cart. */
  keep(cart: { count: number; token: string | null }): void {
    if (cart.token !== null) token.write(cart.token)
    count.write(String(cart.count))
    tellStoredChange()
  },
  /** Called when the guest's cart has been merged into the account's cart. */
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

/**
 * Reads what the browser stores about its cart, and follows changes in other tabs. The server and a hydrating page know
 * no cart.
 */
export function useCartMark() {
  const isSignedIn = useSessionToken() !== null
  const isGuests = useSyncExternalStore(onStoredChange, cartMark.token, nobody) !== null
  const count = useSyncExternalStore(onStoredChange, cartMark.count, nobody)
  return { isSignedIn, isGuests, hasCart: isSignedIn || isGuests, count }
}
