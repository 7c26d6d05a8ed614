import * as z from 'zod/mini'
import { type StaffRole, staffRoles } from '../../../contract/rights.ts'
import { instantInWords } from '../../../contract/words.ts'
import type { Sender } from '../../platform/messages/letter.ts'
import { defineLetter, typedName } from '../../platform/messages/letter-kinds.ts'

/** The end of the e-mail's subject, and the text before the code, for each kind of code. */
const codeWords = {
  'sign-up': ['is your code to sign up', 'Enter this code on the page where you signed up:'],
  'reset-password': [
    'is your code for a new password',
    'Enter this code on the page where you asked for a new password:',
  ],
  'verify-email': ['is your code to verify this address', 'Enter this code on your profile page:'],
  'change-email': [
    'is your code for the new address',
    'Enter this code on your profile page, and this address becomes the one of your account:',
  ],
} as const

const ifNotYou = (sender: Sender) =>
  `If that was not you, choose a new password at once at ${sender.siteUrl}/forgot-password and call us at ${sender.phone}.`

const securityWords = {
  'two-factor-on': 'Two-factor sign-in was switched on',
  'two-factor-off': 'Two-factor sign-in was switched off',
  'two-factor-reset': 'Your two-factor sign-in was switched off by the owner',
  'recovery-code-used': 'A recovery code was used to sign in',
  'way-in-anew': 'The way into your account was made anew on the school’s server',
  'passkey-added': 'A passkey was added to your account',
  'passkey-removed': 'A passkey was removed from your account',
  'passkey-copied': 'A passkey that seems to have been copied was refused',
} as const

export type SecurityChange = keyof typeof securityWords

/** The form's response must reveal nothing about the address, so an e-mail beyond the limit is silently dropped. */
const asked = { whenMany: 'dropped' } as const

export const oneTimeCode = defineLetter(
  'one-time-code',
  z.object({
    purpose: z.enum(Object.keys(codeWords) as (keyof typeof codeWords)[]),
    name: typedName,
    /** Null if the e-mail has only a link. */
    code: z.nullable(z.string()),
    /** The ticket that authorises setting a new password. */
    link: z.optional(z.nullable(z.string())),
  }),
  ({ purpose, code, link }, sender) => ({
    subject: code === null ? 'Your link for a new password' : `${code} ${codeWords[purpose][0]}`,
    paragraphs: [
      code === null ? 'Choose a new password by the link below.' : codeWords[purpose][1],
      ...(code !== null && link ? ['If that page does not take it, use the link below.'] : []),
    ],
    facts: code === null ? [] : [['Code', code]],
    // Browsers never send what follows `#` to a server, so the ticket appears in no server log.
    ...(link
      ? { link: { label: 'Choose a new password', url: `${sender.siteUrl}/forgot-password#${link}` } }
      : {}),
    closing: `It works once, for ten minutes. If you did not ask for it, you need not do anything: without the ${code === null ? 'link' : 'code'} nothing changes. Nobody from ${sender.schoolName} will ever ask you for it.`,
  }),
  { ...asked, isConfidential: true, goodForMs: 10 * 60_000 },
)

const named = z.object({ name: typedName })
const dated = z.extend(named, { at: z.string() })
const closing = 'If this was not you, you need not do anything.'

export const accountExists = defineLetter(
  'account-exists',
  named,
  (_, { schoolName, siteUrl }) => ({
    subject: `You already have an account with ${schoolName}`,
    paragraphs: [
      'Somebody, most likely you, has just signed up with this address. It already has an account, so nothing was changed.',
      `If the password is lost, choose Forgot your password? at ${siteUrl}/signin.`,
    ],
    link: { label: 'Sign in', url: `${siteUrl}/signin` },
    closing,
  }),
  asked,
)

export const addressTaken = defineLetter(
  'address-taken',
  named,
  (_, { schoolName, siteUrl }) => ({
    subject: `Your address was named for another account`,
    paragraphs: [
      `Somebody, perhaps you, has just asked ${schoolName} to use this address for another account. It already has one, so nothing was changed.`,
    ],
    link: { label: 'Sign in with this address', url: `${siteUrl}/signin` },
    closing,
  }),
  asked,
)

export const noAccount = defineLetter(
  'no-account',
  z.object({}),
  (_, { schoolName, siteUrl }) => ({
    subject: `There is no account with this address`,
    paragraphs: [
      `Somebody, most likely you, has just asked ${schoolName} for a new password for this address. There is no account with it: perhaps you used another address, or have not signed up yet.`,
    ],
    link: { label: 'Sign up', url: `${siteUrl}/signup` },
    closing,
  }),
  asked,
)

export const passwordChanged = defineLetter('password-changed', dated, ({ at }, { siteUrl, phone }) => ({
  subject: 'Your password was changed',
  paragraphs: [
    `The password of your account was changed on ${instantInWords(at)}, and every other device was signed out.`,
    `If that was not you, choose a new one at once at ${siteUrl}/forgot-password and call us at ${phone}.`,
  ],
}))

export const emailChanged = defineLetter('email-changed', dated, ({ at }, { phone }) => ({
  subject: 'The e-mail address of your account was changed',
  paragraphs: [
    `Your account has had another e-mail address since ${instantInWords(at)}. We write there from now on, and every other device was signed out.`,
    `If that was not you, call us at once at ${phone}.`,
  ],
}))

const asRole: Record<StaffRole, string> = {
  owner: 'as an owner',
  manager: 'as a manager',
  'front-desk': 'at the front desk',
  instructor: 'as an instructor',
  florist: 'as a florist',
}

export const invitation = defineLetter(
  'invitation',
  z.object({ role: z.enum(staffRoles), token: z.string(), expiresAt: z.string() }),
  ({ role, token, expiresAt }, sender) => ({
    subject: `You are invited to the back office of ${sender.schoolName}`,
    paragraphs: [
      `${sender.schoolName} has made a place for you in its back office, ${asRole[role]}. Choose your name and a password, and you can begin.`,
    ],
    // Browsers never send what follows `#` to a server, so the token appears in no server log.
    link: { label: 'Accept the invitation', url: `${sender.siteUrl}/invitation#${token}` },
    closing: `The link works once, until ${instantInWords(expiresAt)}. If you did not expect it, you need not do anything.`,
  }),
  { isConfidential: true, right: 'accounts' },
)

export const securityChanged = defineLetter(
  'security-changed',
  z.extend(dated, { what: z.enum(Object.keys(securityWords) as SecurityChange[]) }),
  ({ what, at }, sender) => ({
    subject: securityWords[what],
    paragraphs: [
      `${securityWords[what]}, on ${instantInWords(at)}.`,
      // Passkeys stay valid after a new password, so the e-mail mentions them.
      ...(what === 'passkey-added' || what === 'passkey-copied'
        ? [`You see your passkeys, and remove them, at ${sender.siteUrl}/admin#security.`]
        : []),
      ifNotYou(sender),
    ],
  }),
  { right: 'accounts' },
)

export const newDevice = defineLetter(
  'new-device',
  z.extend(dated, { device: z.nullable(z.string()) }),
  ({ device, at }, sender) => ({
    subject: 'Your account was opened on a new device',
    paragraphs: [
      `Somebody, most likely you, has signed in to the back office of ${sender.schoolName} on a device that your account did not know.`,
      ifNotYou(sender),
    ],
    facts: [
      ['When', instantInWords(at)],
      ['Device', device ?? 'It did not say what it is'],
    ],
    closing: 'If it was you, you need not do anything: the device is known from now on.',
  }),
  { right: 'accounts' },
)

export const wrongSignIns = defineLetter(
  'wrong-sign-ins',
  z.extend(dated, { count: z.number(), isPasswordRight: z.boolean() }),
  ({ count, isPasswordRight, at }, sender) => ({
    subject: isPasswordRight
      ? 'Somebody knows your password and guesses your code'
      : 'Somebody tries to guess your password',
    paragraphs: isPasswordRight
      ? [
          `Your password was right, and the code of the second step was wrong, ${count} times in a row, the last time on ${instantInWords(at)}.`,
          ifNotYou(sender),
        ]
      : [
          `A wrong password was given for your account ${count} times in a row, the last time on ${instantInWords(at)}.`,
          'Whoever goes on has to wait longer after each. A device on which you have signed in before opens your account as always; on another one choose “Forgot your password?”.',
        ],
    closing: 'If it was you, you need not do anything. We write about this once a day at most.',
  }),
  { right: 'accounts' },
)
