import { useSyncExternalStore } from 'react'
import { storage } from './storage.ts'
import { onStoredChange, tellStoredChange } from './stored-changes.ts'
import { useSessionToken } from './use-session.ts'

const token = storage('cartToken')
const count = storage('cartCount')

/** What the browser keeps of its cart; the rest is on the server. */
export const cartMark = {
  token: token.read,
  /** Null if the server was never asked. */
  count: (): number | null => {
    const kept = count.read()
    return kept === null ? null : Number(kept)
  },
  /** Only the answer that created the cart has a token. */
  keep(cart: { count: number; token: string | null }): void {
    if (cart.token !== null) token.write(cart.token)
    count.write(String(cart.count))
    tellStoredChange()
  },
  /** The guest's cart has joined the account's. */
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

/** The cart's mark, kept in step with other tabs. On the server and while hydrating there is no cart. */
export function useCartMark() {
  const isSignedIn = useSessionToken() !== null
  const isGuests = useSyncExternalStore(onStoredChange, cartMark.token, nobody) !== null
  const count = useSyncExternalStore(onStoredChange, cartMark.count, nobody)
  return { isSignedIn, isGuests, hasCart: isSignedIn || isGuests, count }
}
