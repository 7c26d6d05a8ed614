import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { toast } from '../ui/toast-store.ts'
import { api } from './api.ts'
import { keptPresses } from './kept-presses.ts'
import { session } from './session.ts'

export function useSignOut() {
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async () => {
      // A running query would be refused, and lead to /signin.
      await queryClient.cancelQueries()
      // Loaded at the press, to keep the page small.
      const { forgetOwnWords } = await import('./own-words.ts')
      await api('POST /api/auth/signout')
      forgetOwnWords()
    },
    onSuccess: () => {
      session.end()
      keptPresses.write(null)
      toast({ title: 'Success', description: "You've been logged out successfully", tone: 'success' })
      void navigate('/')
    },
    // The visitor stays signed in.
    onError: (error) => {
      console.error('Sign-out failed', error)
      void queryClient.invalidateQueries()
    },
  })
}
