import { DomainError, refusal } from '../../../contract/errors.ts'
import type { PasskeySite } from '../../../contract/passkey-site.ts'
import type { NewCredential, SignedCredential } from '../../../contract/passkeys.ts'

/** COSE algorithms that are asked for and taken: ES256, RS256, EdDSA. */
export const algorithms = [-7, -257, -8]

export interface MadePasskey {
  credentialId: string
  /** COSE, in base64url. */
  publicKey: string
  counter: number
  isBackupEligible: boolean
  isBackedUp: boolean
}

/** Loaded at the first use: the library takes a fifth of a second that a start cannot spare. */
const library = () => import('@simplewebauthn/server')

/** The challenge that a credential names, without any proof. @throws DomainError `passkey_refused` */
export function challengeOf({ response }: NewCredential | SignedCredential): string {
  let said: unknown
  try {
    said = JSON.parse(Buffer.from(response.clientDataJSON, 'base64url').toString('utf8'))
  } catch {
    throw new DomainError('passkey_refused')
  }
  const { challenge, crossOrigin } = Object(said) as Record<string, unknown>
  // No page of ours stands in a frame of another site.
  if (typeof challenge !== 'string' || crossOrigin === true) throw new DomainError('passkey_refused')
  return challenge
}

/** @throws an error of any kind unless it was made on this site, for this challenge, by a person */
export async function verifyNew(
  site: PasskeySite,
  challenge: string,
  { response, ...credential }: NewCredential,
): Promise<MadePasskey> {
  const { decodeAttestationObject } = await import('@simplewebauthn/server/helpers')
  const attestation = decodeAttestationObject(Buffer.from(response.attestationObject, 'base64url'))
  // None was asked for. With certificates the library would fetch whatever addresses they name.
  const hasCertificates = attestation.get('attStmt').get('x5c') !== undefined
  if (!['none', 'packed'].includes(attestation.get('fmt')) || hasCertificates) {
    throw new Error('an attestation came that was not asked for')
  }
  const { verifyRegistrationResponse } = await library()
  const { verified, registrationInfo } = await verifyRegistrationResponse({
    response: { ...credential, response: { ...response, transports: [] }, clientExtensionResults: {} },
    expectedChallenge: challenge,
    expectedOrigin: site.origin,
    expectedRPID: site.rpId,
    supportedAlgorithmIDs: algorithms,
    // Checked below, for a sentence of its own.
    requireUserVerification: false,
  })
  if (!verified) throw new Error('the attestation is not signed by the key')
  requireUserVerified(registrationInfo)
  const { id, publicKey, counter } = registrationInfo.credential
  return {
    credentialId: id,
    publicKey: Buffer.from(publicKey).toString('base64url'),
    counter,
    isBackupEligible: registrationInfo.credentialDeviceType === 'multiDevice',
    isBackedUp: registrationInfo.credentialBackedUp,
  }
}

/** @throws an error of any kind unless this key signed it on this site, for this challenge, with a person there */
export async function verifySigned(
  site: PasskeySite,
  challenge: string,
  credential: SignedCredential,
  publicKey: string,
): Promise<{ counter: number; isBackedUp: boolean }> {
  const { verifyAuthenticationResponse } = await library()
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: { ...credential, clientExtensionResults: {} },
    expectedChallenge: challenge,
    expectedOrigin: site.origin,
    expectedRPID: site.rpId,
    // With 0 the library compares no counters. It would do so before it checks the signature, so that whoever knows an id
    // could make the passkey look copied.
    credential: { id: credential.id, publicKey: Buffer.from(publicKey, 'base64url'), counter: 0 },
    requireUserVerification: false,
  })
  if (!verified) throw new Error('the signature is not of this key')
  requireUserVerified(authenticationInfo)
  return { counter: authenticationInfo.newCounter, isBackedUp: authenticationInfo.credentialBackedUp }
}

function requireUserVerified({ userVerified }: { userVerified: boolean }): void {
  if (userVerified) return
  throw refusal('passkey-unlocked')
}
