import type { Cart, WantedItem } from '../../contract/cart.ts'
import type { ApiError } from './api.ts'
import { withQuantity } from './cart-lines.ts'

/** What the cart needs of the page around it. */
export interface CartPlace {
  /** @throws ApiError */
  add: (item: WantedItem, idempotencyKey: string) => Promise<Cart>
  /** 0 takes the line out. @throws ApiError */
  change: (id: string, quantity: number) => Promise<Cart>
  shown: () => Cart | undefined
  /** An answer of the server; `isGuess`: what is expected of it. */
  show: (cart: Cart, isGuess: boolean) => void
  newKey: () => string
}

export interface Added {
  /** What the server says of what was added. */
  notices: Cart['notices']
  /** The places in the list of what could not be added, and why the first could not. */
  failed: readonly number[]
  error: ApiError | undefined
}

/**
 * The calls that change the cart, one after another: the first makes the cart's token, which the second needs. A line
 * whose stepper is pressed ten times is sent with its last quantity.
 */
export function cartCalls(place: CartPlace) {
  /** Quantities by line that were pressed and are not sent yet. */
  const wanted = new Map<string, number>()
  /** By what is sent, until it has succeeded: a lost answer does not become a second line. */
  const keys = new Map<string, string>()
  /** By what was wanted together and came in half: the places of what is in the cart. Wanted again, only the rest is sent. */
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
    /** Never throws: what could not be added is `failed`, and all else is in the cart. */
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
          // No answer came: the others would wait for theirs in vain too.
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
    /** @throws ApiError; whoever calls then asks for the cart anew */
    setQuantity: async (id: string, quantity: number) => {
      // What came in half may be taken out again: then all of it is wanted.
      added.clear()
      const isWaiting = wanted.has(id)
      wanted.set(id, quantity)
      const cart = place.shown()
      if (cart) place.show(withQuantity(cart, id, quantity), true)
      // The turn that waits already takes the new quantity with it.
      if (isWaiting) return
      await inTurn(async () => {
        const latest = wanted.get(id) ?? quantity
        wanted.delete(id)
        showAnswer(await place.change(id, latest))
      })
    },
  }
}
