import { startAuthentication, startRegistration } from '@simplewebauthn/browser'
import type { CreationOptions, NewCredential } from '../../contract/accounts/passkeys.ts'
import { api } from './api.ts'
import { knownDevice } from './known-device.ts'
import { PasskeyFailure } from './passkey-support.ts'
import * as text from './passkeys.en.ts'

export async function makePasskey(optionsJSON: CreationOptions): Promise<NewCredential> {
  const { id, rawId, response } = await askDevice(startRegistration({ optionsJSON }), {
    NotAllowedError: text.notMade,
    InvalidStateError: text.alreadyThere,
  })
  const { clientDataJSON, attestationObject, transports } = response
  return { id, rawId, type: 'public-key', response: { clientDataJSON, attestationObject, transports } }
}

/** Signs in with the passkey that the owner of the device chooses. @throws ApiError, PasskeyFailure */
export async function signInByPasskey() {
  const body = knownDevice.sentWith(await signedByDevice())
  const answer = await api('POST /api/auth/passkey', { body })
  knownDevice.keep(answer.deviceToken)
  return answer
}

/** @throws ApiError, PasskeyFailure */
export async function confirmByPasskey() {
  return api('POST /api/auth/confirm/passkey', { body: await signedByDevice() })
}

async function signedByDevice() {
  const { data: optionsJSON } = await api('POST /api/auth/passkey/options')
  const { id, rawId, response } = await askDevice(startAuthentication({ optionsJSON }), {
    NotAllowedError: text.notUsed,
  })
  const { clientDataJSON, authenticatorData, signature, userHandle = '' } = response
  const signed = { clientDataJSON, authenticatorData, signature, userHandle }
  return { id, rawId, type: 'public-key' as const, response: signed }
}

const sentences: Record<string, string> = {
  ConstraintError: text.unverified,
  NotSupportedError: text.unsupported,
  SecurityError: text.wrongSite,
}

async function askDevice<T>(asked: Promise<T>, own: Record<string, string>): Promise<T> {
  try {
    return await asked
  } catch (error) {
    const { name } = error as Error
    throw new PasskeyFailure(own[name] ?? sentences[name] ?? text.failed)
  }
}
