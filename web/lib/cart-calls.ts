import type { Cart, WantedItem } from '../../contract/store/cart.ts'
import type { ApiError } from './api.ts'

export interface CartPlace {
  /** @throws ApiError */
  add: (item: WantedItem, idempotencyKey: string) => Promise<Cart>
  /** A quantity of 0 removes the line. @throws ApiError */
  change: (id: string, quantity: number) => Promise<Cart>
  shown: () => Cart | undefined
  /** `isGuess` is true if the shown cart is not yet the server's answer. */
  show: (cart: Cart, isGuess: boolean) => void
  newKey: () => string
}

export interface Added {
  notices: Cart['notices']
  /** The indices of the items that were not added; `error` is the reason for the first failure. */
  failed: readonly number[]
  error: ApiError | undefined
}

/**
 * Sends one call at a time, because the first call creates the cart's token. After quick changes of a quantity, only
 * the last quantity is sent.
 */
export function cartCalls(place: CartPlace) {
  /** The quantities that wait to be sent, by the cart line's id. */
  const wanted = new Map<string, number>()
  /**
   * The idempotency keys by the item to add. A second try after a lost response has the same key, so it adds no second
   * line.
   */
  const keys = new Map<string, string>()
  /**
   * Maps a list that failed in part to the indices of its items already added, so that a second try sends only the
   * other items.
   */
  const added = new Map<string, Set<number>>()
  let last: Promise<unknown> = Promise.resolve()

  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const turn = last.then(work, work)
    last = turn.catch(() => undefined)
    return turn
  }
  const showAnswer = (cart: Cart) => {
    place.show(cart, false)
    if (wanted.size > 0) place.show(expected(cart), true)
  }
  const expected = (cart: Cart) =>
    [...wanted].reduce((known, [id, quantity]) => withQuantity(known, id, quantity), cart)

  return {
    /** Never throws. */
    add: (items: readonly WantedItem[]) =>
      inTurn(async (): Promise<Added> => {
        const together = JSON.stringify(items)
        const isIn = added.get(together) ?? new Set()
        const notices: Cart['notices'] = []
        const failed: number[] = []
        let error: ApiError | undefined
        let isCutOff = false
        for (const [at, item] of items.entries()) {
          if (isIn.has(at)) continue
          // The last call got no response, so the other items are not sent.
          if (isCutOff) {
            failed.push(at)
            continue
          }
          const words = JSON.stringify(item)
          const key = keys.get(words) ?? place.newKey()
          keys.set(words, key)
          try {
            const cart = await place.add(item, key)
            keys.delete(words)
            isIn.add(at)
            showAnswer(cart)
            notices.push(...cart.notices)
          } catch (refusal) {
            error ??= refusal as ApiError
            isCutOff = (refusal as ApiError).status === 0
            failed.push(at)
          }
        }
        if (error) added.set(together, isIn)
        else added.delete(together)
        return { notices, failed, error }
      }),
    /** @throws ApiError */
    setQuantity: async (id: string, quantity: number) => {
      // The changed line may belong to a list that was added in part, so a second try must send the whole list.
      added.clear()
      const isWaiting = wanted.has(id)
      wanted.set(id, quantity)
      const cart = place.shown()
      if (cart) place.show(withQuantity(cart, id, quantity), true)
      // A call that is already queued sends this quantity.
      if (isWaiting) return
      await inTurn(async () => {
        const latest = wanted.get(id) ?? quantity
        wanted.delete(id)
        showAnswer(await place.change(id, latest))
      })
    },
  }
}

export const emptyCart: Cart = { lines: [], count: 0, subtotal: 0, notices: [], token: null }

/** A quantity of 0 removes the line. */
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

/** Sums are counted in whole paise, because adding decimal fractions of rupees is inexact. */
const inPaise = (rupees: number) => Math.round(rupees * 100)

/** Keeps the notices that were not read yet, because the server sends each notice only once. */
export function withNoticesOf(before: Cart | undefined, next: Cart): Cart {
  const unread = (before?.notices ?? []).filter(
    ({ sentence }) => !next.notices.some((one) => one.sentence === sentence),
  )
  return { ...next, notices: [...unread, ...next.notices] }
}
