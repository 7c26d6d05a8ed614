import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { toast } from '../../../ui/toast-store.ts'
import type { Addable } from './add-to-cart.ts'

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
        title: `${name} could not be put into the cart`,
        description: 'Please check your connection and try again.',
        tone: 'error',
      }),
  })
}
