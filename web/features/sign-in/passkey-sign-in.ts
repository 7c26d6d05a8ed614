import { api } from '../../lib/api.ts'
import { knownDevice } from '../../lib/known-device.ts'
import { signByPasskey } from '../../lib/passkeys.ts'

/** Loaded at the first press, to keep the page small. @throws ApiError, PasskeyFailure */
export async function signInByPasskey() {
  const { data } = await api('POST /api/auth/passkey/options')
  const credential = await signByPasskey(data)
  const deviceTokens = knownDevice.tokens()
  const body = deviceTokens.length > 0 ? { ...credential, deviceTokens } : credential
  const answer = await api('POST /api/auth/passkey', { body })
  knownDevice.keep(answer.deviceToken)
  return answer
}
