import * as z from 'zod/mini'
import { defineEndpoint } from '../endpoint.ts'
import * as general from '../fields.en.ts'
import {
  anyId,
  asTyped,
  email,
  id,
  indianPhone,
  inPart,
  line,
  orNoPhone,
  patterned,
  wrapped,
} from '../primitives.ts'
import { staffRoles } from '../rights.ts'
import * as error from './fields.en.ts'
import { deviceTokensMax } from './sign-in-facts.ts'

export const user = z.object({
  id,
  email: z.string(),
  firstname: z.string(),
  lastname: z.string(),
  phone: z.string(),
  /** 'admin' for everybody who works in the back office. */
  usertype: z.enum(['admin', 'user']),
  role: z.enum([...staffRoles, 'none']),
})
export type User = z.output<typeof user>

/** Requires only the user's type, because a page needs no other field. */
const userInPart = inPart(
  { ...user.shape, lacksSecondFactor: z.boolean() },
  { id: z.nullish(anyId), usertype: z.string() },
)

/**
 * A token that the browser keeps and sends at the next sign-in, so that the server recognises the browser. The token
 * alone gives no access.
 */
const deviceToken = z.string()
export const deviceTokens = z.optional(z.array(asTyped(64)).check(z.maxLength(deviceTokensMax)))

export const signedIn = { sessionToken: z.string(), deviceToken, user }

const passwordMin = 10
const passwordMax = 128
const passwordLong = error.passwordLong({ max: passwordMax })

const password = asTyped(passwordMax, {
  required: error.passwordRequired,
  tooLong: passwordLong,
}).check(z.minLength(passwordMin, error.passwordShort({ min: passwordMin })))

const names = {
  firstname: line(60, { required: error.firstNameRequired }),
  lastname: z.optional(line(60)),
}

/**
 * A ticket for the browser that requests an e-mail with a code. The ticket and the code together prove the address. The
 * endpoint returns a ticket for every address, so that the response does not reveal which addresses have an account.
 */
const ticket = patterned(22, /^[\w-]{22}$/, error.ticketOver)
const ticketAnswer = wrapped(z.object({ ticket }))

export const signUpForm = z.object({ ...names, email: email(), password })

export const signUp = defineEndpoint('POST /api/auth/signup', {
  summary: 'Start a sign-up. The account is created when the e-mailed code is entered.',
  access: 'public',
  isOpenEarly: true,
  body: signUpForm,
  rate: 'sign-in',
  response: ticketAnswer,
})

export const forgotPasswordForm = z.object({ email: email() })

export const forgotPassword = defineEndpoint('POST /api/auth/forgot-password', {
  summary: 'E-mail a code for setting a new password',
  access: 'public',
  isOpenEarly: true,
  body: forgotPasswordForm,
  rate: 'sign-in',
  response: ticketAnswer,
})

export const codeForm = z.object({
  code: asTyped(40, { required: error.codeRequired, tooLong: error.codeRequired }).check(
    z.overwrite((typed) => typed.replace(/[\s-]/g, '')),
    z.regex(/^\d{6}$/, error.codeRequired),
  ),
})

export const verifyCode = defineEndpoint('POST /api/auth/verify-otp', {
  summary:
    'Check an e-mailed code. It completes a sign-up, verifies an e-mail address or allows a new password.',
  access: 'public',
  isOpenEarly: true,
  body: z.object({ ticket, ...codeForm.shape }),
  rate: 'sign-in',
  errors: ['code_invalid', 'code_expired', 'conflict'],
  response: wrapped(
    z.object({
      purpose: z.enum(['sign-up', 'reset-password', 'verify-email']),
      /** The session of a new account, which is signed in at once. Null if the account existed already. */
      session: z.nullable(z.object(signedIn)),
    }),
  ),
})

export const newPasswordForm = z.object({ password })

export const resetPassword = defineEndpoint('POST /api/auth/reset-password', {
  summary: 'Set a new password once the e-mailed code has been checked. All sessions of the account end.',
  access: 'public',
  isOpenEarly: true,
  body: z.object({ ticket, ...newPasswordForm.shape }),
  rate: 'sign-in',
  errors: ['code_expired'],
  response: wrapped(z.object({ deviceToken })),
})

export const acceptInvitationForm = z.object({ token: ticket, ...names, password })

export const profile = z.object({ ...user.shape, emailVerified: z.boolean() })
export type Profile = z.output<typeof profile>

export const getProfile = defineEndpoint('GET /api/profile', {
  summary: 'Get the caller’s account',
  access: 'user',
  isOpenEarly: true,
  response: wrapped(profile),
})

export const profileForm = z.object({
  ...names,
  phone: z.optional(orNoPhone(indianPhone(general.phoneInvalid), general.phoneInvalid)),
})

/** Fields that the body leaves out stay as they are. */
export const updateProfile = defineEndpoint('PUT /api/profile', {
  summary: 'Change the caller’s name and phone number',
  access: 'user',
  isOpenEarly: true,
  body: z.partial(profileForm),
  response: wrapped(profile),
})

export const firstAddressForm = z.object({ ...names, email: email() })

export const giveAddress = defineEndpoint('PUT /api/profile/first-address', {
  summary: 'Replace the made-up address of the first owner with the owner’s own address and name',
  right: 'accounts',
  confirms: 'password',
  opensWithoutSecondFactor: true,
  body: firstAddressForm,
  errors: ['conflict'],
  response: wrapped(profile),
})

export const changePasswordForm = z.object({
  currentPassword: asTyped(passwordMax, {
    required: error.currentPasswordRequired,
    tooLong: passwordLong,
  }),
  newPassword: password,
})

export const changePassword = defineEndpoint('POST /api/profile/change-password', {
  summary: 'Change the caller’s password. All other sessions end.',
  access: 'user',
  isOpenEarly: true,
  body: changePasswordForm,
  rate: 'sign-in',
})

export const emailChangeForm = z.object({
  email: email(),
  currentPassword: changePasswordForm.shape.currentPassword,
})

export const askEmailChange = defineEndpoint('POST /api/profile/email', {
  summary: 'E-mail a code to the caller’s new e-mail address',
  access: 'user',
  isOpenEarly: true,
  body: emailChangeForm,
  rate: 'sign-in',
  response: ticketAnswer,
})

export const confirmEmailChange = defineEndpoint('POST /api/profile/email/confirm', {
  summary:
    'Change the caller’s e-mail address with the code that was sent to the new address. All other sessions end.',
  access: 'user',
  isOpenEarly: true,
  body: z.object({ ticket, ...codeForm.shape }),
  rate: 'sign-in',
  errors: ['code_invalid', 'code_expired', 'conflict'],
  response: wrapped(profile),
})

export const askVerification = defineEndpoint('POST /api/profile/verification', {
  summary: 'E-mail a code that verifies the caller’s e-mail address',
  access: 'user',
  isOpenEarly: true,
  rate: 'sign-in',
  errors: ['conflict'],
  response: ticketAnswer,
})

export const signIn = defineEndpoint('POST /api/auth/signin', {
  summary: 'Sign in with an e-mail address and a password, and get a session token',
  access: 'public',
  isOpenEarly: true,
  body: z.object({
    email: patterned(254, /@/, error.signInEmailInvalid, {
      isTrimmed: true,
      required: error.signInIncomplete,
    }).check(z.toLowerCase()),
    password: asTyped(passwordMax, { required: error.signInIncomplete, tooLong: error.signInWrong }),
    /**
     * The second factor: a code of the authenticator app, or a recovery code. Required only if the account has a second
     * factor.
     */
    code: z.optional(asTyped(40)),
    deviceTokens,
  }),
  rate: 'sign-in',
  errors: ['invalid_credentials', 'totp_required', 'totp_invalid'],
  response: z.object({ success: z.literal(true), ...signedIn }),
  readAs: inPart(signedIn, { sessionToken: z.string(), user: z.nullish(userInPart) }),
})

export const getCurrentUser = defineEndpoint('GET /api/auth/user', {
  summary: 'Get the user who is signed in',
  access: 'user',
  isOpenEarly: true,
  /** `lacksSecondFactor` is true for an owner who has to set up a second factor before the back office opens. */
  response: z.extend(user, { lacksSecondFactor: z.boolean() }),
  readAs: userInPart,
})

/** Returns 200 even if the token is no longer valid. */
export const signOut = defineEndpoint('POST /api/auth/signout', {
  summary: 'Sign the caller out of this session',
  access: 'public',
  isOpenEarly: true,
  inPreview: 'works',
  rate: null,
})
