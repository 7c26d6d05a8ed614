import { api } from '../../lib/api.ts'
import { knownDevice } from '../../lib/known-device.ts'
import { signByPasskey } from '../../lib/passkeys.ts'

/** Loaded at the first press, to keep the page small. @throws ApiError, PasskeyFailure */
export async function signInByPasskey() {
  const { data } = await api('POST /api/auth/passkey/options')
  const body = knownDevice.sentWith(await signByPasskey(data))
  const answer = await api('POST /api/auth/passkey', { body })
  knownDevice.keep(answer.deviceToken)
  return answer
}
