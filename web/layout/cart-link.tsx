import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Link, useLocation } from 'react-router'
import { cartMark, useCartMark } from '../lib/cart-mark.ts'
import { Basket } from '../ui/glyphs.tsx'
import * as text from './layout.en.tsx'

/** Keys of queries whose answers depend on who is signed in. */
const ofUser = /(?:profile|orders|favorites|recipients),/

export const iconLinkClass =
  'relative grid size-11 place-items-center rounded-full transition-colors hover:bg-leaf-tint'

export function CartLink() {
  const client = useQueryClient()
  const { pathname } = useLocation()
  const { isSignedIn, isGuests, hasCart, count } = useCartMark()
  const joins = isSignedIn && isGuests
  const isUnmet = hasCart && (joins || count === null)
  useEffect(() => {
    // Runs however the session ended: by a click, by a 401, or in another tab.
    if (!isSignedIn) client.removeQueries({ predicate: ({ queryKey }) => ofUser.test(`${queryKey}`) })
    // The counted cart belonged to the account that was signed out.
    if (!hasCart && count !== null) {
      cartMark.forget()
      client.removeQueries({ queryKey: ['GET /api/cart'] })
    }
    // The next page tries again if this call fails.
    if (isUnmet) void import('../lib/cart.ts').then(({ meetCart }) => meetCart(client, joins)).catch(() => {})
  }, [client, isSignedIn, hasCart, count, isUnmet, joins, pathname])
  const shown = hasCart ? (count ?? 0) : 0
  const label = shown === 0 ? text.cart : text.cartWith({ count: shown })
  return (
    <Link to="/cart" aria-label={label} title={text.cart} className={iconLinkClass}>
      <Basket />
      {shown > 0 && (
        <span className="absolute top-0 right-0 min-w-5 rounded-full bg-rose-deep px-1 text-center text-[0.75rem]/5 font-bold text-on-rose">
          {shown}
        </span>
      )}
    </Link>
  )
}
