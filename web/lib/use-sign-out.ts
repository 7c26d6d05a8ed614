import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'

export function useSignOut() {
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async () => {
      // A running query would be refused, and lead to /signin.
      await queryClient.cancelQueries()
      // It loads on the press, to keep the page small.
      const { signOut } = await import('./sign-out.ts')
      await signOut()
    },
    onSuccess: () => navigate('/'),
    // The visitor stays signed in.
    onError: (error) => {
      console.error('Sign-out failed', error)
      void queryClient.invalidateQueries()
    },
  })
}
