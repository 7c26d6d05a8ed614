import { storage } from './storage.ts'
import { tellStoredChange } from './stored-changes.ts'

const token = storage('cartToken')
const count = storage('cartCount')

/** What the browser keeps of its cart: whose it is, and how much is in it. The rest is the server's. */
export const cartMark = {
  /** A guest's; the cart of somebody signed in belongs to the account. */
  token: token.read,
  /** How many things are in the cart; null where nobody has asked yet. */
  count: (): number | null => {
    const kept = count.read()
    return kept === null ? null : Number(kept)
  },
  /** `token` only comes with the answer that made the cart. */
  keep(cart: { count: number; token: string | null }): void {
    if (cart.token !== null) token.write(cart.token)
    count.write(String(cart.count))
    tellStoredChange()
  },
  /** What was the guest's is the account's now. */
  forgetToken(): void {
    token.write(null)
    tellStoredChange()
  },
  forget(): void {
    count.write(null)
    cartMark.forgetToken()
  },
}
