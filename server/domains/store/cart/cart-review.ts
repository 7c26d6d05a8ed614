import { type Cart, cartQuantityMax } from '../../../../contract/store/cart.ts'
import { amountInWords } from '../../../../contract/words.ts'
import type { PricedItem } from '../products/price-items.ts'
import * as text from './cart.en.ts'
import type { CartLineRow } from './cart.repository.ts'

export type Notice = Cart['notices'][number]

type LeftLine = Pick<CartLineRow, 'id' | 'quantity' | 'price_seen_in_paise'>
/** `stock` is shared by all lines with this product. */
type PricedLine = Pick<PricedItem, 'productId' | 'name' | 'priceInPaise' | 'stock' | 'problem'> & Named
type Named = { name: string; size: { name: string } | null }

export interface ReviewedLine<Line, Priced> {
  line: Line
  priced: Priced
  quantity: number
  most: number
}

export interface Review<Line, Priced> {
  lines: ReviewedLine<Line, Priced>[]
  dropped: Line[]
  notices: Notice[]
}

/**
 * Compares a cart with the current products. If the stock is too small for all lines, earlier lines get their pieces
 * first.
 */
export function reviewLines<Line extends LeftLine, Priced extends PricedLine>(
  lines: readonly (readonly [Line, Priced])[],
): Review<Line, Priced> {
  const taken = new Map<string, number>()
  const review: Review<Line, Priced> = { lines: [], dropped: [], notices: [] }
  for (const [line, priced] of lines) {
    const before = taken.get(priced.productId) ?? 0
    const quantity = priced.problem === 'gone' ? 0 : Math.min(line.quantity, priced.stock - before)
    if (quantity < 1) {
      review.dropped.push(line)
      review.notices.push(dropped(priced))
      continue
    }
    taken.set(priced.productId, before + quantity)
    if (quantity < line.quantity) review.notices.push(fewer(priced, line.id, quantity))
    if (priced.priceInPaise !== line.price_seen_in_paise) review.notices.push(newPrice(priced, line))
    review.lines.push({ line, priced, quantity, most: 0 })
  }
  for (const one of review.lines) {
    const { productId, stock } = one.priced
    one.most = Math.min(cartQuantityMax, stock - (taken.get(productId) ?? 0) + one.quantity)
  }
  return review
}

export function lineName({ name, size }: Named): string {
  return size === null ? name : text.itemName({ product: name, size: size.name })
}

export function fewer(priced: Named, line: string, quantity: number): Notice {
  const sentence = text.fewer({ most: quantity, item: lineName(priced) })
  return { kind: 'fewer', line, sentence }
}

function newPrice(priced: PricedLine, line: LeftLine): Notice {
  const from = amountInWords(line.price_seen_in_paise)
  const to = amountInWords(priced.priceInPaise)
  const sentence = text.priceChanged({ item: lineName(priced), from, to })
  return { kind: 'price', line: line.id, sentence }
}

function dropped(priced: PricedLine): Notice {
  const item = lineName(priced)
  const sentence = priced.problem === 'gone' ? text.noLongerOffered({ item }) : text.soldOut({ item })
  return { kind: 'gone', line: null, sentence }
}
