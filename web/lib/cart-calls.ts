import type { Cart, WantedItem } from '../../contract/store/cart.ts'
import type { ApiError } from './api.ts'

export interface CartPlace {
  /** @throws ApiError */
  add: (item: WantedItem, idempotencyKey: string) => Promise<Cart>
  /** A quantity of 0 removes the line. @throws ApiError */
  change: (id: string, quantity: number) => Promise<Cart>
  shown: () => Cart | undefined
  /** `isGuess`: the server has not answered yet. */
  show: (cart: Cart, isGuess: boolean) => void
  newKey: () => string
}

export interface Added {
  notices: Cart['notices']
  /** Indices; `error` is the reason of the first. */
  failed: readonly number[]
  error: ApiError | undefined
}

/** One call at a time, because the first creates the cart's token; a stepper sends only the last quantity. */
export function cartCalls(place: CartPlace) {
  /** Quantities by line that are not sent yet. */
  const wanted = new Map<string, number>()
  /** Idempotency keys by the thing to add, so that a lost answer makes no second line. */
  const keys = new Map<string, string>()
  /** Added indices by a partly added list, so that a retry sends only the rest. */
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
          // The server does not answer, so nothing more is sent.
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
      // This may remove a partly added thing, so a retry must send all of it.
      added.clear()
      const isWaiting = wanted.has(id)
      wanted.set(id, quantity)
      const cart = place.shown()
      if (cart) place.show(withQuantity(cart, id, quantity), true)
      // The waiting turn sends the new quantity too.
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

/** Sums of rupees are made of whole paise, because decimal fractions have no exact sums. */
const inPaise = (rupees: number) => Math.round(rupees * 100)

/** The server sends a notice once, so unread ones stay. */
export function withNoticesOf(before: Cart | undefined, next: Cart): Cart {
  const unread = (before?.notices ?? []).filter(
    ({ sentence }) => !next.notices.some((one) => one.sentence === sentence),
  )
  return { ...next, notices: [...unread, ...next.notices] }
}
