import type { StoreOrder } from '../../../../contract/orders/store-orders.ts'
import type { WantedItem } from '../../../../contract/store/cart.ts'
import type { Product } from '../../../../contract/store/products.ts'

type Line = Pick<StoreOrder['lines'][number], 'productId' | 'name' | 'size' | 'answer' | 'quantity'>

/** The lines of an old order that are still offered, as the cart takes them, and the names of the others. */
export function orderedAgain(
  lines: readonly Line[],
  products: readonly Product[],
): { items: WantedItem[]; names: string[]; missing: string[] } {
  const items: WantedItem[] = []
  const names: string[] = []
  const missing: string[] = []
  for (const { productId, name, size: sizeName, answer, quantity } of lines) {
    const product = products.find(({ id }) => id === productId)
    const size = product?.sizes.find(({ name }) => name === sizeName)
    const hasSize = sizeName === null ? product?.sizes.length === 0 : size !== undefined
    const words = sizeName === null ? name : `${name}, ${sizeName}`
    if (product?.instock && hasSize) {
      items.push({ productId: product.id, size: size?.id ?? null, quantity, answer })
      names.push(words)
    } else missing.push(words)
  }
  return { items, names, missing }
}
