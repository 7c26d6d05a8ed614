import type { PasskeySite } from '../../../../contract/accounts/passkey-site.ts'
import type { NewCredential, SignedCredential } from '../../../../contract/accounts/passkeys.ts'
import { DomainError, refusal } from '../../../../contract/errors.ts'
import { flag } from '../../../db/flag.ts'

/** The COSE ids of ES256, RS256 and EdDSA. */
export const algorithms = [-7, -257, -8]

// Loading the library takes a fifth of a second, so it is loaded at its first use and not when the server starts.
const library = () => import('@simplewebauthn/server')

/** Reads the challenge, which is not verified yet. @throws DomainError `passkey_refused` */
export function challengeOf({ response }: NewCredential | SignedCredential): string {
  let said: unknown
  try {
    said = JSON.parse(Buffer.from(response.clientDataJSON, 'base64url').toString('utf8'))
  } catch {
    throw new DomainError('passkey_refused')
  }
  const { challenge, crossOrigin } = Object(said) as Record<string, unknown>
  // No page of this site is embedded in another site, so a cross-origin signature is forged.
  if (typeof challenge !== 'string' || crossOrigin === true) throw new DomainError('passkey_refused')
  return challenge
}

/** @throws unless a person created the passkey on this site, for this challenge */
export async function verifyNew(
  site: PasskeySite,
  challenge: string,
  { response, ...credential }: NewCredential,
) {
  const { decodeAttestationObject } = await import('@simplewebauthn/server/helpers')
  const attestation = decodeAttestationObject(Buffer.from(response.attestationObject, 'base64url'))
  // The library would fetch addresses in a certificate. The site asks for no attestation, so certificates are refused.
  const hasCertificates = attestation.get('attStmt').get('x5c') !== undefined
  if (!['none', 'packed'].includes(attestation.get('fmt')) || hasCertificates) {
    throw new Error('the response contains an attestation that was not requested')
  }
  const { verifyRegistrationResponse } = await library()
  const { verified, registrationInfo } = await verifyRegistrationResponse({
    response: { ...credential, response: { ...response, transports: [] }, clientExtensionResults: {} },
    expectedChallenge: challenge,
    expectedOrigin: site.origin,
    expectedRPID: site.rpId,
    supportedAlgorithmIDs: algorithms,
    // User verification is checked below instead, where the error has its own message.
    requireUserVerification: false,
  })
  if (!verified) throw new Error('the attestation is not signed by this key')
  requireUserVerified(registrationInfo)
  const { id, publicKey, counter } = registrationInfo.credential
  return {
    credential_id: id,
    public_key: Buffer.from(publicKey).toString('base64url'),
    counter,
    is_backup_eligible: flag(registrationInfo.credentialDeviceType === 'multiDevice'),
    is_backed_up: flag(registrationInfo.credentialBackedUp),
  }
}

/** @throws unless a person signed with this key on this site, for this challenge */
export async function verifySigned(
  site: PasskeySite,
  challenge: string,
  credential: SignedCredential,
  publicKey: string,
) {
  const { verifyAuthenticationResponse } = await library()
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: { ...credential, clientExtensionResults: {} },
    expectedChallenge: challenge,
    expectedOrigin: site.origin,
    expectedRPID: site.rpId,
    // 0 turns off the library's comparison of counters. The library compares before it checks the signature, so anybody
    // who knows the passkey's id could make it look copied.
    credential: { id: credential.id, publicKey: Buffer.from(publicKey, 'base64url'), counter: 0 },
    requireUserVerification: false,
  })
  if (!verified) throw new Error('the signature doesn’t match this key')
  requireUserVerified(authenticationInfo)
  return { counter: authenticationInfo.newCounter, is_backed_up: flag(authenticationInfo.credentialBackedUp) }
}

function requireUserVerified({ userVerified }: { userVerified: boolean }): void {
  if (!userVerified) throw refusal('passkey-unlocked')
}
