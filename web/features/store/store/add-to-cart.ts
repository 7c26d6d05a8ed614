import type { QueryClient } from '@tanstack/react-query'
import type { WantedItem } from '../../../../contract/store/cart.ts'
import type { Product } from '../../../../contract/store/products.ts'
import { addToCart as add, toastFailed } from '../../../lib/cart.ts'
import { toast } from '../../../ui/toast-store.ts'
import * as text from './add-to-cart.en.ts'

/** Something that can be put into the cart. A product without a quantity means one piece in its first size. */
export type Addable = WantedItem | Pick<Product, 'id' | 'name' | 'sizes'>

/** Puts things into the cart. A toast shows the result. */
export async function addToCart(
  client: QueryClient,
  items: readonly Addable[],
  name: string,
  toCart: () => void,
): Promise<void> {
  const { notices, failed, error } = await add(
    client,
    items.map((item) =>
      'productId' in item ? item : { productId: item.id, size: item.sizes[0]?.id ?? null, quantity: 1 },
    ),
  )
  if (failed.length === 0) {
    toast({
      title: text.added,
      description: notices.map(({ sentence }) => sentence).join(' ') || name,
      tone: 'success',
      action: { label: text.viewCart, onClick: toCart },
    })
    return
  }
  toastFailed(
    failed.map((at) => {
      const item = items[at]
      return item && 'name' in item ? item.name : name
    }),
    items.length,
    error?.message,
  )
}
