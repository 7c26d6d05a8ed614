import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { toast } from '../ui/toast-store.ts'
import { api } from './api.ts'
import { keptPresses } from './kept-presses.ts'
import * as text from './lib.en.ts'
import { forgetOwnWords } from './own-words.ts'
import { session } from './session.ts'

export function useSignOut() {
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async () => {
      // A query that still runs would get a 401 and lead to /signin.
      await queryClient.cancelQueries()
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

/** Ends the session, on the server first: if that fails, the visitor stays signed in. @throws ApiError */
async function signOut(): Promise<void> {
  await api('POST /api/auth/signout')
  forgetOwnWords()
  session.end()
  keptPresses.write(null)
  toast({ title: text.signedOut, description: text.signedOutLead, tone: 'success' })
}
