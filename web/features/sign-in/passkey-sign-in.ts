import { api } from '../../lib/api.ts'
import { knownDevice } from '../../lib/known-device.ts'
import { signByPasskey } from '../../lib/passkeys.ts'

/** Loaded when it is pressed for: the first visit of the page brings none of it (P5). @throws ApiError, PasskeyFailure */
export async function signInByPasskey() {
  const { data } = await api('POST /api/auth/passkey/options')
  const credential = await signByPasskey(data)
  const deviceTokens = knownDevice.tokens()
  const body = deviceTokens.length > 0 ? { ...credential, deviceTokens } : credential
  const answer = await api('POST /api/auth/passkey', { body })
  knownDevice.keep(answer.deviceToken)
  return answer
}
