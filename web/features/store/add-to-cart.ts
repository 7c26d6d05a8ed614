import type { QueryClient } from '@tanstack/react-query'
import type { WantedItem } from '../../../contract/cart.ts'
import type { ApiError } from '../../lib/api.ts'
import { addToCart as add } from '../../lib/cart.ts'
import { toast } from '../../ui/toast-store.ts'

/** Tells in a toast what became of it. True where all of it is in the cart. */
export async function addToCart(
  client: QueryClient,
  items: readonly WantedItem[],
  name: string,
  toCart: () => void,
): Promise<boolean> {
  try {
    const notices = await add(client, items)
    toast({
      title: 'In your cart',
      description: notices.map(({ sentence }) => sentence).join(' ') || name,
      tone: 'success',
      action: { label: 'View cart', onClick: toCart },
    })
    return true
  } catch (error) {
    toast({
      title: `${name} could not be put into the cart`,
      description: (error as ApiError).message || 'Please check your connection and try again.',
      tone: 'error',
    })
    return false
  }
}
