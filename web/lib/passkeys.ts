import { startAuthentication, startRegistration } from '@simplewebauthn/browser'
import type { CreationOptions, NewCredential } from '../../contract/accounts/passkeys.ts'
import { api } from './api.ts'
import { knownDevice } from './known-device.ts'
import { PasskeyFailure } from './passkey-support.ts'

export async function makePasskey(optionsJSON: CreationOptions): Promise<NewCredential> {
  const { id, rawId, response } = await askDevice(startRegistration({ optionsJSON }), {
    NotAllowedError:
      'No passkey was made: the question of your device was closed, or waited too long. Please try again.',
    InvalidStateError: 'This device has a passkey for your account already.',
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
    NotAllowedError: 'No passkey was used. Please try again, or sign in with your password.',
  })
  const { clientDataJSON, authenticatorData, signature, userHandle = '' } = response
  const signed = { clientDataJSON, authenticatorData, signature, userHandle }
  return { id, rawId, type: 'public-key' as const, response: signed }
}

const sentences: Record<string, string> = {
  ConstraintError:
    'This device cannot check that it is you. Please take one that you unlock by fingerprint, face or PIN.',
  NotSupportedError: 'This device makes no passkeys that we can use. Please take another one.',
  SecurityError: 'The browser allows no passkeys at this address.',
}

async function askDevice<T>(asked: Promise<T>, own: Record<string, string>): Promise<T> {
  try {
    return await asked
  } catch (error) {
    const { name } = error as Error
    throw new PasskeyFailure(
      own[name] ?? sentences[name] ?? 'Your device could not do that. Please try again.',
    )
  }
}
