import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'

export function useSignOut() {
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async () => {
      // A query that still runs would get a 401 and lead to /signin.
      await queryClient.cancelQueries()
      // The code of the sign-out loads on demand, because every page has the button.
      const { signOut } = await import('./sign-out.ts')
      await signOut()
    },
    onSuccess: () => navigate('/'),
    // The sign-out failed, so the visitor is still signed in.
    onError: (error) => {
      console.error('Sign-out failed', error)
      void queryClient.invalidateQueries()
    },
  })
}
