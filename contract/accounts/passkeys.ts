import * as z from 'zod/mini'
import { defineEndpoint } from '../endpoint.ts'
import { asTyped, id, instant, line, patterned, wrapped } from '../primitives.ts'
import { deviceTokens, signedIn } from './accounts.ts'
import * as error from './fields.en.ts'

export const passkeysMax = 10

/** Bytes in base64url. `charactersMax` is the length of the longest value that authenticators make. */
const bytes = (charactersMax: number) => patterned(charactersMax, /^[A-Za-z0-9_-]+$/, error.passkeyUnreadable)
/** A credential id has at most 1,023 bytes (WebAuthn), which are 1,364 characters in base64url. */
const credentialId = bytes(1364)
const clientDataJSON = bytes(4096)

const credential = { id: credentialId, rawId: credentialId, type: z.literal('public-key') }

/** The result of `navigator.credentials.create()` as JSON. */
export const newCredential = z.object({
  ...credential,
  response: z.object({
    clientDataJSON,
    attestationObject: bytes(16_384),
    /** Ways to reach the device, such as `usb` or `internal`. */
    transports: z.optional(z.array(asTyped(20)).check(z.maxLength(8))),
  }),
})
export type NewCredential = z.output<typeof newCredential>

/** The result of `navigator.credentials.get()` as JSON. */
export const signedCredential = z.object({
  ...credential,
  response: z.object({
    clientDataJSON,
    authenticatorData: bytes(4096),
    signature: bytes(2048),
    /** The bytes of the account's id. */
    userHandle: bytes(88),
  }),
})
export type SignedCredential = z.output<typeof signedCredential>

const creationOptions = z.object({
  challenge: z.string(),
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.object({ type: z.literal('public-key'), alg: z.number() })),
  excludeCredentials: z.array(
    z.object({ type: z.literal('public-key'), id: z.string(), transports: z.array(z.string()) }),
  ),
  authenticatorSelection: z.object({
    residentKey: z.literal('required'),
    requireResidentKey: z.literal(true),
    userVerification: z.literal('required'),
  }),
  attestation: z.literal('none'),
  timeout: z.number(),
})
export type CreationOptions = z.output<typeof creationOptions>

const requestOptions = z.object({
  challenge: z.string(),
  rpId: z.string(),
  userVerification: z.literal('required'),
  timeout: z.number(),
})
export type RequestOptions = z.output<typeof requestOptions>

export const askPasskeySignIn = defineEndpoint('POST /api/auth/passkey/options', {
  summary: 'Get a challenge for signing in with a passkey. The caller doesn’t give an account.',
  access: 'public',
  isOpenEarly: true,
  rate: 'sign-in',
  errors: ['conflict'],
  response: wrapped(requestOptions),
})

export const signInByPasskey = defineEndpoint('POST /api/auth/passkey', {
  summary: 'Sign in with a passkey that has signed the challenge, and get a session token',
  access: 'public',
  isOpenEarly: true,
  body: z.object({ ...signedCredential.shape, deviceTokens }),
  rate: 'sign-in',
  errors: ['passkey_refused', 'conflict'],
  response: z.object({ success: z.literal(true), ...signedIn }),
})

export const confirmByPasskey = defineEndpoint('POST /api/auth/confirm/passkey', {
  summary:
    'Confirm the caller’s identity with a passkey instead of the password. It stays confirmed for ten minutes.',
  right: 'back-office',
  body: signedCredential,
  rate: 'sign-in',
  errors: ['passkey_refused', 'conflict'],
})

export const passkey = z.object({
  id,
  name: z.string(),
  /** True if the passkey's provider copies it to the person's other devices. */
  isSynced: z.boolean(),
  created_at: instant,
  lastUsedAt: z.nullable(instant),
})
export type Passkey = z.output<typeof passkey>

export const listPasskeys = defineEndpoint('GET /api/profile/passkeys', {
  summary: 'List the caller’s passkeys',
  right: 'back-office',
  response: wrapped(z.array(passkey)),
})

export const askPasskey = defineEndpoint('POST /api/profile/passkeys/options', {
  summary: 'Get a challenge for adding a passkey',
  right: 'back-office',
  confirms: 'password',
  errors: ['limit_reached', 'conflict'],
  response: wrapped(creationOptions),
})

export const passkeyNameForm = z.object({
  name: line(60, { required: error.passkeyNameRequired }),
})

export const addPasskey = defineEndpoint('POST /api/profile/passkeys', {
  summary: 'Add the passkey that the caller’s device created for the challenge',
  right: 'back-office',
  confirms: 'password',
  status: 201,
  body: z.object({ ...passkeyNameForm.shape, credential: newCredential }),
  rate: 'sign-in',
  errors: ['passkey_refused', 'limit_reached', 'conflict'],
  response: wrapped(passkey),
})

export const renamePasskey = defineEndpoint('PUT /api/profile/passkeys/:id', {
  summary: 'Rename one of the caller’s passkeys',
  right: 'back-office',
  body: passkeyNameForm,
  response: wrapped(passkey),
})

export const removePasskey = defineEndpoint('DELETE /api/profile/passkeys/:id', {
  summary: 'Remove one of the caller’s passkeys. It can no longer be used to sign in.',
  right: 'back-office',
  confirms: 'password',
})
