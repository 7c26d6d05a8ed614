import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { toast } from '../../../ui/toast-store.ts'
import type { Addable } from './add-to-cart.ts'
import * as text from './product-facts.en.tsx'

export function useAddToCart(name: string) {
  const client = useQueryClient()
  const navigate = useNavigate()
  return useMutation({
    mutationFn: async (items: readonly Addable[]) => {
      const { addToCart } = await import('./add-to-cart.ts')
      return addToCart(client, items, name, () => void navigate('/cart'))
    },
    onError: () =>
      toast({
        title: text.addFailed({ name }),
        description: text.checkConnection,
        tone: 'error',
      }),
  })
}
