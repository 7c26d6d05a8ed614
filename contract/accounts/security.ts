import * as z from 'zod/mini'
import { defineEndpoint } from '../endpoint.ts'
import { asTyped, id, instant, line, wrapped } from '../primitives.ts'
import { changePasswordForm } from './accounts.ts'
import * as error from './fields.en.ts'

export const ownSession = z.object({
  id,
  /** The browser and the system, such as `Firefox on Android`; null if unknown. */
  device: z.nullable(z.string()),
  lastUsedAt: instant,
  created_at: instant,
  isThis: z.boolean(),
})
export type OwnSession = z.output<typeof ownSession>

export const listOwnSessions = defineEndpoint('GET /api/auth/sessions', {
  summary: 'List the devices on which the caller is signed in',
  access: 'user',
  isOpenEarly: true,
  response: wrapped(z.array(ownSession)),
})

export const endOwnSession = defineEndpoint('DELETE /api/auth/sessions/:id', {
  summary: 'Sign the caller out on one device',
  access: 'user',
  isOpenEarly: true,
})

export const endOtherSessions = defineEndpoint('POST /api/auth/sessions/end-others', {
  summary: 'Sign the caller out on all other devices',
  access: 'user',
  isOpenEarly: true,
})

export const twoFactorState = z.object({ isOn: z.boolean(), recoveryCodesLeft: z.number() })

export const getTwoFactor = defineEndpoint('GET /api/profile/two-factor', {
  summary: 'Get the state of the caller’s two-factor sign-in',
  right: 'back-office',
  opensWithoutSecondFactor: true,
  response: wrapped(twoFactorState),
})

export const confirmForm = z.object({
  password: changePasswordForm.shape.currentPassword,
  /**
   * The second factor: a code of the authenticator app, or a recovery code. Required only if the account has a second
   * factor.
   */
  code: z.optional(asTyped(40)),
})

/**
 * Must be called before any endpoint with `confirms: 'password'`, because a session that was stolen or left open must
 * not be enough (decision 0092).
 */
export const confirmIdentity = defineEndpoint('POST /api/auth/confirm', {
  summary:
    'Confirm the caller’s identity with the password and, if two-factor sign-in is on, a code. It stays confirmed for ten minutes.',
  right: 'back-office',
  opensWithoutSecondFactor: true,
  body: confirmForm,
  rate: 'sign-in',
  errors: ['code_invalid'],
})

export const beginTwoFactor = defineEndpoint('POST /api/profile/two-factor', {
  summary:
    'Create a secret for an authenticator app. Two-factor sign-in is on once the app’s first code is entered.',
  right: 'back-office',
  opensWithoutSecondFactor: true,
  confirms: 'password',
  errors: ['conflict'],
  response: wrapped(z.object({ secret: z.string(), uri: z.string() })),
})

export const twoFactorCodeForm = z.object({
  code: line(40, { required: error.authenticatorCodeRequired }),
})

const recoveryCodes = wrapped(z.object({ recoveryCodes: z.array(z.string()) }))

export const confirmTwoFactor = defineEndpoint('POST /api/profile/two-factor/confirm', {
  summary:
    'Turn on two-factor sign-in with the first code from the app, and get the recovery codes. They are shown only once.',
  right: 'back-office',
  opensWithoutSecondFactor: true,
  body: twoFactorCodeForm,
  rate: 'sign-in',
  errors: ['code_invalid', 'conflict'],
  response: recoveryCodes,
})

export const renewRecoveryCodes = defineEndpoint('POST /api/profile/two-factor/recovery-codes', {
  summary: 'Create new recovery codes. The old ones stop working.',
  right: 'back-office',
  confirms: 'password',
  errors: ['conflict'],
  response: recoveryCodes,
})

export const endTwoFactor = defineEndpoint('POST /api/profile/two-factor/switch-off', {
  summary: 'Turn off the caller’s two-factor sign-in',
  right: 'back-office',
  confirms: 'password',
})

const securityRules = z.object({ ownersNeedSecondFactor: z.boolean() })

export const getSecurityRules = defineEndpoint('GET /api/admin/security-rules', {
  summary: 'Get the rule that says whether owners must use two-factor sign-in',
  right: 'accounts',
  response: wrapped(securityRules),
})

export const putSecurityRules = defineEndpoint('PUT /api/admin/security-rules', {
  summary: 'Change the rule that says whether owners must use two-factor sign-in',
  right: 'accounts',
  confirms: 'password',
  body: securityRules,
  response: wrapped(securityRules),
})
