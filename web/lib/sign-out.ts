import { toast } from '../ui/toast-store.ts'
import { api } from './api.ts'
import { keptPresses } from './kept-presses.ts'
import * as text from './lib.en.ts'
import { forgetOwnWords } from './own-words.ts'
import { session } from './session.ts'

/** Ends the session, on the server first. If the server's call fails, the visitor stays signed in. @throws ApiError */
export async function signOut(): Promise<void> {
  await api('POST /api/auth/signout')
  forgetOwnWords()
  session.end()
  keptPresses.write(null)
  toast({ title: text.signedOut, description: text.signedOutLead, tone: 'success' })
}
