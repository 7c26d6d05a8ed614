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

describe('a cart with another quantity', () => {
  test.each([
    [2, 5, 3757.3],
    [0, 3, 57.3],
    [1, 4, 1907.3],
  ])('%d roses beside three vases are %d things for %d rupees', (quantity, count, subtotal) => {
    const cart = withQuantity(cartOf(roses, vase), 'roses', quantity)
    expect([cart.count, cart.subtotal]).toEqual([count, subtotal])
    expect(cart.lines.some(({ id }) => id === 'roses')).toBe(quantity > 0)
  })

  test('of a line that is gone meanwhile is the same cart', () => {
    expect(withQuantity(cartOf(roses), 'lilies', 4)).toEqual(cartOf(roses))
  })
})

test('notices stay until they are read, and none is said twice', () => {
  const told = (sentence: string) => ({ kind: 'price' as const, line: null, sentence })
  const before = { ...emptyCart, notices: [told('a'), told('b')] }
  const next = withNoticesOf(before, { ...emptyCart, notices: [told('b'), told('c')] })
  expect(next.notices.map(({ sentence }) => sentence)).toEqual(['a', 'b', 'c'])
  expect(withNoticesOf(undefined, emptyCart).notices).toEqual([])
})

/** A server whose answers come when the test says so. */
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
  test('a stepper that is pressed often shows each press, and sends the first and the last', async () => {
    const { calls, sent, waiting, seen, settled } = place(cartOf(roses))
    const presses = [2, 3, 4, 5].map((quantity) => calls.setQuantity('roses', quantity))
    expect(seen).toEqual([2, 3, 4, 5].map((quantity) => [[quantity], true]))
    await settled()
    expect(sent).toEqual(['roses 5'])
    presses.push(calls.setQuantity('roses', 6), calls.setQuantity('roses', 7))
    waiting[0]?.resolve(cartOf({ ...roses, quantity: 5 }))
    await settled()
    expect(sent).toEqual(['roses 5', 'roses 7'])
    // The answer to the five does not show five while seven are wanted.
    expect(seen.at(-1)).toEqual([[7], true])
    waiting[1]?.resolve(cartOf({ ...roses, quantity: 7 }))
    await Promise.all(presses)
    expect(seen.at(-1)).toEqual([[7], false])
  })

  test('the second waits for the first, which makes the token; a failure of the first stops nothing', async () => {
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

  test('what came in half says what is missing, and wanted again sends only that', async () => {
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

  test('a refusal lets the others in; without an answer the others are not tried', async () => {
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

  test('what was not answered is sent with the same key, what was answered with a new one', async () => {
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
