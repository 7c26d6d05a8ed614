import * as z from 'zod/mini'
import { staffRoles } from '../../../contract/rights.ts'
import { instantInWords } from '../../../contract/words.ts'
import type { Sender } from '../../platform/messages/letter.ts'
import { defineLetter, typedName } from '../../platform/messages/letter-kinds.ts'
import * as text from './accounts.letters.en.ts'

const newPassword = ({ siteUrl }: Sender) => ({
  label: text.securityLetterTexts.newPassword,
  url: `${siteUrl}/forgot-password`,
})

export type SecurityChange = keyof typeof text.securityTexts

/** The form's response must reveal nothing about the address, so an e-mail beyond the limit is silently dropped. */
const asked = { whenMany: 'dropped' } as const

export const oneTimeCode = defineLetter(
  'one-time-code',
  z.object({
    purpose: z.enum(Object.keys(text.oneTimeCodeTexts) as (keyof typeof text.oneTimeCodeTexts)[]),
    name: typedName,
    /** Null if the e-mail has only a link. */
    code: z.nullable(z.string()),
    /** The ticket that authorises setting a new password. */
    link: z.optional(z.nullable(z.string())),
  }),
  ({ purpose, code, link }, sender) => ({
    ...(code === null
      ? { subject: text.oneTimeLinkTexts.subject, paragraphs: [text.oneTimeLinkTexts.use] }
      : {
          subject: text.oneTimeCodeTexts[purpose].subject({ code }),
          paragraphs: [text.oneTimeCodeTexts[purpose].enter, ...(link ? [text.oneTimeLinkTexts.orUse] : [])],
          facts: [[text.oneTimeLinkTexts.code, code] as [string, string]],
        }),
    // Browsers never send the part of a link after `#` to a server, so the ticket appears in no server log.
    ...(link
      ? { link: { label: text.oneTimeLinkTexts.link, url: `${sender.siteUrl}/forgot-password#${link}` } }
      : {}),
    closing: text.oneTimeLinkTexts[code === null ? 'linkEnds' : 'codeEnds']({ school: sender.schoolName }),
  }),
  { ...asked, isConfidential: true, goodForMs: 10 * 60_000 },
)

const named = z.object({ name: typedName })
const dated = z.extend(named, { at: z.string() })
const closing = text.ignoreTexts.ifNotYou

export const accountExists = defineLetter(
  'account-exists',
  named,
  (_, { schoolName, siteUrl }) => ({
    subject: text.accountExistsTexts.subject({ school: schoolName }),
    paragraphs: [text.accountExistsTexts.signedUp, text.accountExistsTexts.forgot],
    link: { label: text.accountExistsTexts.signIn, url: `${siteUrl}/signin` },
    closing,
  }),
  asked,
)

export const addressTaken = defineLetter(
  'address-taken',
  named,
  (_, { schoolName, siteUrl }) => ({
    subject: text.addressTakenTexts.subject,
    paragraphs: [text.addressTakenTexts.asked({ school: schoolName })],
    link: { label: text.addressTakenTexts.signIn, url: `${siteUrl}/signin` },
    closing,
  }),
  asked,
)

export const noAccount = defineLetter(
  'no-account',
  z.object({}),
  (_, { schoolName, siteUrl }) => ({
    subject: text.noAccountTexts.subject,
    paragraphs: [text.noAccountTexts.asked({ school: schoolName })],
    link: { label: text.noAccountTexts.signUp, url: `${siteUrl}/signup` },
    closing,
  }),
  asked,
)

export const passwordChanged = defineLetter('password-changed', dated, ({ at }, sender) => ({
  subject: text.passwordChangedTexts.subject,
  paragraphs: [
    text.passwordChangedTexts.changed({ at: instantInWords(at) }),
    text.securityLetterTexts.ifNotYou(sender),
  ],
  link: newPassword(sender),
}))

export const emailChanged = defineLetter('email-changed', dated, ({ at }, { phone }) => ({
  subject: text.emailChangedTexts.subject,
  paragraphs: [
    text.emailChangedTexts.changed({ at: instantInWords(at) }),
    text.emailChangedTexts.ifNotYou({ phone }),
  ],
}))

export const invitation = defineLetter(
  'invitation',
  z.object({ role: z.enum(staffRoles), token: z.string(), expiresAt: z.string() }),
  ({ role, token, expiresAt }, sender) => ({
    subject: text.invitationTexts.subject({ school: sender.schoolName }),
    paragraphs: [
      text.invitationTexts.invited[role]({ school: sender.schoolName }),
      text.invitationTexts.start,
    ],
    // Browsers never send the part of a link after `#` to a server, so the token appears in no server log.
    link: { label: text.invitationTexts.accept, url: `${sender.siteUrl}/invitation#${token}` },
    closing: text.invitationTexts.ends({ until: instantInWords(expiresAt) }),
  }),
  { isConfidential: true, right: 'accounts' },
)

export const securityChanged = defineLetter(
  'security-changed',
  z.extend(dated, { what: z.enum(Object.keys(text.securityTexts) as SecurityChange[]) }),
  ({ what, at }, sender) => ({
    subject: text.securityTexts[what],
    paragraphs: [
      text.securityLetterTexts.happened({ change: text.securityTexts[what], at: instantInWords(at) }),
      text.securityLetterTexts.ifNotYou(sender),
    ],
    link: newPassword(sender),
    // Passkeys stay valid after a new password, so the e-mail mentions them.
    links:
      what === 'passkey-added' || what === 'passkey-copied'
        ? [{ label: text.securityLetterTexts.seePasskeys, url: `${sender.siteUrl}/admin#security` }]
        : [],
  }),
  { right: 'accounts' },
)

export const newDevice = defineLetter(
  'new-device',
  z.extend(dated, { device: z.nullable(z.string()) }),
  ({ device, at }, sender) => ({
    subject: text.newDeviceTexts.subject,
    paragraphs: [
      text.newDeviceTexts.signedIn({ school: sender.schoolName }),
      text.securityLetterTexts.ifNotYou(sender),
    ],
    link: newPassword(sender),
    facts: [
      [text.newDeviceTexts.when, instantInWords(at)],
      [text.newDeviceTexts.device, device ?? text.newDeviceTexts.unknown],
    ],
    closing: text.newDeviceTexts.ifYou,
  }),
  { right: 'accounts' },
)

export const wrongSignIns = defineLetter(
  'wrong-sign-ins',
  z.extend(dated, { count: z.number(), isPasswordRight: z.boolean() }),
  ({ count, isPasswordRight, at }, sender) => ({
    subject: isPasswordRight ? text.wrongSignInsTexts.codeSubject : text.wrongSignInsTexts.passwordSubject,
    paragraphs: isPasswordRight
      ? [
          text.wrongSignInsTexts.wrongCodes({ count, at: instantInWords(at) }),
          text.securityLetterTexts.ifNotYou(sender),
        ]
      : [
          text.wrongSignInsTexts.wrongPasswords({ count, at: instantInWords(at) }),
          text.wrongSignInsTexts.waiting,
        ],
    ...(isPasswordRight && { link: newPassword(sender) }),
    closing: text.wrongSignInsTexts.ifYou,
  }),
  { right: 'accounts' },
)
