import type { Cart } from '../../contract/cart.ts'

export const emptyCart: Cart = { lines: [], count: 0, subtotal: 0, notices: [], token: null }

/** The cart as it will be with so many of a line; 0 takes the line out. */
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

/** Rupees are added as whole paise: their decimals have no exact sums. */
const inPaise = (rupees: number) => Math.round(rupees * 100)

/** The server says a notice once: what is still unread stays beside what is new. */
export function withNoticesOf(before: Cart | undefined, next: Cart): Cart {
  const unread = (before?.notices ?? []).filter(
    ({ sentence }) => !next.notices.some((one) => one.sentence === sentence),
  )
  return { ...next, notices: [...unread, ...next.notices] }
}
