import type { QueryClient } from '@tanstack/react-query'
import type { WantedItem } from '../../../contract/cart.ts'
import { addToCart as add } from '../../lib/cart.ts'
import { toastFailed } from '../../lib/cart-failed.ts'
import { toast } from '../../ui/toast-store.ts'

/** What is told of it in a toast is the caller's name for all, unless it has its own. */
export type NamedItem = WantedItem & { name?: string }

/** Tells in a toast what became of it. True where all of it is in the cart. */
export async function addToCart(
  client: QueryClient,
  items: readonly NamedItem[],
  name: string,
  toCart: () => void,
): Promise<boolean> {
  const { notices, failed, error } = await add(
    client,
    items.map(({ name: _, ...item }) => item),
  )
  if (failed.length === 0) {
    toast({
      title: 'In your cart',
      description: notices.map(({ sentence }) => sentence).join(' ') || name,
      tone: 'success',
      action: { label: 'View cart', onClick: toCart },
    })
    return true
  }
  toastFailed(
    failed.map((at) => items[at]?.name ?? name),
    items.length,
    error?.message,
  )
  return false
}
