import { toast } from '../ui/toast-store.ts'
import { api } from './api.ts'
import { keptPresses } from './kept-presses.ts'
import { forgetOwnWords } from './own-words.ts'
import { session } from './session.ts'

/** Ends the session, on the server first: if that fails, the visitor stays signed in. @throws ApiError */
export async function signOut(): Promise<void> {
  await api('POST /api/auth/signout')
  forgetOwnWords()
  session.end()
  keptPresses.write(null)
  toast({ title: 'Success', description: "You've been logged out successfully", tone: 'success' })
}
