import { describe, expect, test } from 'vitest'
import { reviewLines } from './cart-review.ts'

interface Given {
  id: string
  wanted: number
  stock: number
  productId?: string
  seen?: number
  price?: number
  isGone?: true
  size?: string
}

function review(given: readonly Given[]) {
  const { lines, dropped, notices } = reviewLines(
    given.map(({ id, wanted, stock, productId = id, seen = 500, price = seen, isGone, size }) => [
      { id, quantity: wanted, price_seen_in_paise: seen * 100 },
      {
        productId,
        name: 'Rose box',
        size: size === undefined ? null : { name: size },
        priceInPaise: price * 100,
        stock,
        problem: isGone ? ('gone' as const) : null,
      },
    ]),
  )
  return {
    lines: lines.map(({ line, quantity, most }) => [line.id, quantity, most]),
    dropped: dropped.map(({ id }) => id),
    notices: notices.map(({ kind, line, sentence }) => [kind, line, sentence]),
  }
}

const fewer = (count: number) =>
  `You can order only ${count} of Rose box right now, so your cart has ${count}.`
const none = 'Rose box is out of stock, so we removed it from your cart.'

describe('the review of a cart', () => {
  test.each<[string, Given[], ReturnType<typeof review>]>([
    ['no lines', [], { lines: [], dropped: [], notices: [] }],
    [
      'unchanged stock and price',
      [{ id: 'a', wanted: 2, stock: 5 }],
      { lines: [['a', 2, 5]], dropped: [], notices: [] },
    ],
    [
      'as many pieces as the stock',
      [{ id: 'a', wanted: 5, stock: 5 }],
      { lines: [['a', 5, 5]], dropped: [], notices: [] },
    ],
    [
      'one piece more than the stock',
      [{ id: 'a', wanted: 6, stock: 5 }],
      { lines: [['a', 5, 5]], dropped: [], notices: [['fewer', 'a', fewer(5)]] },
    ],
    [
      'more stock than a line may hold',
      [{ id: 'a', wanted: 1, stock: 500 }],
      { lines: [['a', 1, 99]], dropped: [], notices: [] },
    ],
    [
      'a sold-out product',
      [{ id: 'a', wanted: 1, stock: 0 }],
      { lines: [], dropped: ['a'], notices: [['gone', null, none]] },
    ],
    [
      'a product that is no longer offered',
      [{ id: 'a', wanted: 1, stock: 0, isGone: true, size: 'Grand' }],
      {
        lines: [],
        dropped: ['a'],
        notices: [['gone', null, 'We no longer offer Rose box, Grand, so we removed it from your cart.']],
      },
    ],
    [
      'a removed size beside another size of the product',
      [
        { id: 'a', productId: 'p', wanted: 3, stock: 3, isGone: true },
        { id: 'b', productId: 'p', wanted: 3, stock: 3 },
      ],
      {
        lines: [['b', 3, 3]],
        dropped: ['a'],
        notices: [['gone', null, 'We no longer offer Rose box, so we removed it from your cart.']],
      },
    ],
    [
      'a changed price',
      [{ id: 'a', wanted: 1, stock: 5, seen: 1250, price: 1300.5, size: 'Grand' }],
      {
        lines: [['a', 1, 5]],
        dropped: [],
        notices: [['price', 'a', 'The price of Rose box, Grand has changed from ₹1,250 to ₹1,300.50.']],
      },
    ],
    [
      'a smaller stock and a changed price',
      [{ id: 'a', wanted: 3, stock: 2, seen: 100, price: 90 }],
      {
        lines: [['a', 2, 2]],
        dropped: [],
        notices: [
          ['fewer', 'a', fewer(2)],
          ['price', 'a', 'The price of Rose box has changed from ₹100 to ₹90.'],
        ],
      },
    ],
    [
      'several lines of one product, which share its stock',
      [
        { id: 'a', productId: 'p', wanted: 3, stock: 5 },
        { id: 'b', productId: 'p', wanted: 3, stock: 5 },
        { id: 'c', productId: 'p', wanted: 1, stock: 5 },
        { id: 'd', wanted: 1, stock: 1 },
      ],
      {
        lines: [
          ['a', 3, 3],
          ['b', 2, 2],
          ['d', 1, 1],
        ],
        dropped: ['c'],
        notices: [
          ['fewer', 'b', fewer(2)],
          ['gone', null, none],
        ],
      },
    ],
  ])('the review of a cart with %s gives its lines and notices', (_, given, expected) => {
    expect(review(given)).toEqual(expected)
  })
})
