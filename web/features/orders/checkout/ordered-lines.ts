import type { Picture } from '../../../../contract/primitives.ts'
import type { Cart, WantedItem } from '../../../../contract/store/cart.ts'
import type { Product } from '../../../../contract/store/products.ts'

export interface OrderedLine {
  key: string
  name: string
  size: string | null
  /** The question to which `answer` belongs. */
  label: string | null
  answer: string | null
  quantity: number
  price: number
  total: number
  /** The largest quantity that can be ordered now. */
  most: number
  picture: Picture | null
}

export interface Ordered {
  lines: OrderedLine[]
  subtotal: number
  /** Null means that the cart is ordered. */
  items: WantedItem[] | null
}

export function orderedInCart({ lines, subtotal }: Cart): Ordered {
  return {
    lines: lines.map((line) => ({
      ...line,
      key: line.id,
      size: line.size?.name ?? null,
      label: line.customLabel,
    })),
    subtotal,
    items: null,
  }
}

type Shown = 'id' | 'name' | 'price' | 'instock' | 'customLabel' | 'sizes' | 'pictures'

export function orderedAtOnce(product: Pick<Product, Shown>, search: URLSearchParams): Ordered {
  const size = product.sizes.find(({ id }) => id === search.get('size')) ?? product.sizes[0] ?? null
  const price = size?.price ?? product.price
  const quantity = quantityIn(search.get('quantity'))
  const answer = search.get('answer')?.trim() || null
  const total = (Math.round(price * 100) * quantity) / 100
  return {
    lines: [
      {
        key: product.id,
        name: product.name,
        size: size?.name ?? null,
        label: product.customLabel,
        answer,
        quantity,
        price,
        total,
        most: product.instock ? quantity : 0,
        picture: product.pictures[0]?.picture ?? null,
      },
    ],
    subtotal: total,
    items: [{ productId: product.id, size: size?.id ?? null, quantity, answer }],
  }
}

function quantityIn(typed: string | null): number {
  return typed !== null && /^[1-9]\d?$/.test(typed) ? Number(typed) : 1
}
