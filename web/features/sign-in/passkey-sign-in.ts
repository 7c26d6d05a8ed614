import { api } from '../../lib/api.ts'
import { signByPasskey } from '../../lib/passkeys.ts'

/** Loaded when it is pressed for: the first visit of the page brings none of it (P5). @throws ApiError, PasskeyFailure */
export async function signInByPasskey() {
  const { data } = await api('POST /api/auth/passkey/options')
  return api('POST /api/auth/passkey', { body: await signByPasskey(data) })
}
