import { describe, expect, test } from 'vitest'
import type { Cart, CartLine, WantedItem } from '../../contract/store/cart.ts'
import { cartCalls, emptyCart, withNoticesOf, withQuantity } from './cart-calls.ts'

function line(id: string, price: number, quantity: number): CartLine {
  return {
    id,
    productId: `product-${id}`,
    slug: id,
    name: id,
    size: null,
    customLabel: null,
    answer: null,
    isAddon: false,
    quantity,
    price,
    total: price * quantity,
    most: 99,
    picture: null,
  }
}

const cartOf = (...lines: CartLine[]): Cart => withQuantity({ ...emptyCart, lines }, '', 0)
const roses = line('roses', 1850, 1)
const vase = line('vase', 19.1, 3)

describe('a cart with a changed quantity', () => {
  test.each([
    [2, 5, 3757.3],
    [0, 3, 57.3],
    [1, 4, 1907.3],
  ])('a cart with %d roses and three vases has %d pieces for %d rupees', (quantity, count, subtotal) => {
    const cart = withQuantity(cartOf(roses, vase), 'roses', quantity)
    expect([cart.count, cart.subtotal]).toEqual([count, subtotal])
    expect(cart.lines.some(({ id }) => id === 'roses')).toBe(quantity > 0)
  })

  test('a new quantity for a line that is no longer in the cart changes nothing', () => {
    expect(withQuantity(cartOf(roses), 'lilies', 4)).toEqual(cartOf(roses))
  })
})

test('a cart keeps the earlier notices, and shows no notice twice', () => {
  const notice = (sentence: string) => ({ kind: 'price' as const, line: null, sentence })
  const before = { ...emptyCart, notices: [notice('a'), notice('b')] }
  const next = withNoticesOf(before, { ...emptyCart, notices: [notice('b'), notice('c')] })
  expect(next.notices.map(({ sentence }) => sentence)).toEqual(['a', 'b', 'c'])
  expect(withNoticesOf(undefined, emptyCart).notices).toEqual([])
})

/** A server that answers a call only when the test resolves it. */
function place(cart: Cart) {
  const sent: string[] = []
  const waiting: { resolve: (cart: Cart) => void; reject: (error: Error) => void }[] = []
  const seen: [counts: number[], isGuess: boolean][] = []
  let shown = cart
  const answered = (what: string) => {
    sent.push(what)
    return new Promise<Cart>((resolve, reject) => waiting.push({ resolve, reject }))
  }
  const calls = cartCalls({
    add: ({ productId }: WantedItem, key) => answered(`add ${productId} ${key}`),
    change: (id, quantity) => answered(`${id} ${quantity}`),
    shown: () => shown,
    show: (next, isGuess) => {
      shown = next
      seen.push([next.lines.map(({ quantity }) => quantity), isGuess])
    },
    newKey: () => `key-${sent.length}`,
  })
  const settled = () => new Promise((resolve) => setImmediate(resolve))
  return { calls, sent, waiting, seen, settled }
}

describe('calls that change the cart', () => {
  test('each click on a cart line’s plus button is shown immediately; while a call runs only the last quantity waits', async () => {
    const { calls, sent, waiting, seen, settled } = place(cartOf(roses))
    const presses = [2, 3, 4, 5].map((quantity) => calls.setQuantity('roses', quantity))
    expect(seen).toEqual([2, 3, 4, 5].map((quantity) => [[quantity], true]))
    await settled()
    expect(sent).toEqual(['roses 5'])
    presses.push(calls.setQuantity('roses', 6), calls.setQuantity('roses', 7))
    waiting[0]?.resolve(cartOf({ ...roses, quantity: 5 }))
    await settled()
    expect(sent).toEqual(['roses 5', 'roses 7'])
    // The answer to the call for five must not show five while the visitor wants seven.
    expect(seen.at(-1)).toEqual([[7], true])
    waiting[1]?.resolve(cartOf({ ...roses, quantity: 7 }))
    await Promise.all(presses)
    expect(seen.at(-1)).toEqual([[7], false])
  })

  test('the second call of a cart waits for the first, which creates its token, and is sent even if the first fails', async () => {
    const { calls, sent, waiting, settled } = place(emptyCart)
    const first = calls.add([{ productId: 'roses', quantity: 1 }])
    const second = calls.add([{ productId: 'vase', quantity: 1 }])
    await settled()
    expect(sent).toEqual(['add roses key-0'])
    waiting[0]?.reject(new Error('no line'))
    expect(await first).toMatchObject({ failed: [0], error: { message: 'no line' } })
    await settled()
    expect(sent).toEqual(['add roses key-0', 'add vase key-1'])
    waiting[1]?.resolve(cartOf(vase))
    await second
  })

  test('when one of two products cannot be added to the cart, a repeat sends only this product', async () => {
    const { calls, sent, waiting, settled } = place(emptyCart)
    const both = [
      { productId: 'roses', quantity: 1 },
      { productId: 'vase', quantity: 1 },
    ]
    const half = calls.add(both)
    await settled()
    waiting[0]?.resolve(cartOf(roses))
    await settled()
    waiting[1]?.reject(new Error('sold out'))
    expect(await half).toMatchObject({ failed: [1], error: { message: 'sold out' } })
    const rest = calls.add(both)
    await settled()
    waiting[2]?.resolve(cartOf(roses, vase))
    expect(await rest).toMatchObject({ failed: [] })
    const anew = calls.add(both)
    await settled()
    expect(sent).toEqual(['add roses key-0', 'add vase key-1', 'add vase key-1', 'add roses key-3'])
    waiting[3]?.resolve(cartOf(roses, vase))
    await settled()
    waiting[4]?.resolve(cartOf(roses, vase))
    await anew
  })

  test('adding several products continues after a refused product, and stops after a call without an answer', async () => {
    const { calls, sent, waiting, settled } = place(emptyCart)
    const three = ['roses', 'vase', 'lilies'].map((productId) => ({ productId, quantity: 1 }))
    const adding = calls.add(three)
    await settled()
    waiting[0]?.reject(new Error('sold out'))
    await settled()
    waiting[1]?.reject(Object.assign(new Error('no answer'), { status: 0 }))
    expect(await adding).toMatchObject({ failed: [0, 1, 2], error: { message: 'sold out' } })
    expect(sent).toEqual(['add roses key-0', 'add vase key-1'])
  })

  test('an unanswered cart call is repeated with the same idempotency key; after an answer a new key is used', async () => {
    const { calls, sent, waiting, settled } = place(emptyCart)
    const item = { productId: 'roses', quantity: 1 }
    const lost = calls.add([item])
    await settled()
    waiting[0]?.reject(new Error('no line'))
    expect((await lost).failed).toEqual([0])
    for (const at of [1, 2]) {
      const adding = calls.add([item])
      await settled()
      waiting[at]?.resolve(cartOf(roses))
      await adding
    }
    expect(sent).toEqual(['add roses key-0', 'add roses key-0', 'add roses key-2'])
  })
})
