import type { Cart } from '../../contract/store/cart.ts'

export const emptyCart: Cart = { lines: [], count: 0, subtotal: 0, notices: [], token: null }

/** The cart with a line's new quantity; 0 removes the line. */
export function withQuantity(cart: Cart, id: string, quantity: number): Cart {
  const lines = cart.lines.flatMap((line) => {
    if (line.id !== id) return [line]
    return quantity === 0 ? [] : [{ ...line, quantity, total: (inPaise(line.price) * quantity) / 100 }]
  })
  return {
    ...cart,
    lines,
    count: lines.reduce((sum, line) => sum + line.quantity, 0),
    subtotal: lines.reduce((sum, line) => sum + inPaise(line.total), 0) / 100,
  }
}

/** Rupees are added as whole paise, because decimal fractions have no exact sums. */
const inPaise = (rupees: number) => Math.round(rupees * 100)

/** The server sends a notice once, so unread ones stay beside the new ones. */
export function withNoticesOf(before: Cart | undefined, next: Cart): Cart {
  const unread = (before?.notices ?? []).filter(
    ({ sentence }) => !next.notices.some((one) => one.sentence === sentence),
  )
  return { ...next, notices: [...unread, ...next.notices] }
}
