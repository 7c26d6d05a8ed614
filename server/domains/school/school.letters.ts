import * as z from 'zod/mini'
import { instantInWords } from '../../../contract/words.ts'
import { defineLetter, typed, typedName } from '../../platform/messages/letter-kinds.ts'

const newsWords = {
  'role-changed': 'The role of an account was changed',
  'account-disabled': 'An account was disabled',
  'account-enabled': 'An account was enabled again',
  'invitation-sent': 'Somebody was invited to the back office',
  'invitation-accepted': 'An invitation to the back office was accepted',
  'second-factor-reset': 'The second factor of an account was reset',
  'payment-settings': 'Where the school’s money goes was changed',
  'security-rule': 'A rule of signing in was changed',
} as const

export type OwnerNews = keyof typeof newsWords

/** Every owner gets this e-mail, so that an action of one of them, or of an intruder, is noticed. */
export const ownersTold = defineLetter(
  'owners-told',
  z.object({
    name: typedName,
    what: z.enum(Object.keys(newsWords) as OwnerNews[]),
    /** The account, or the setting's new value. */
    about: typed(z.string()),
    by: typed(z.string()),
    at: z.string(),
  }),
  ({ what, about, by, at }, { schoolName, siteUrl, phone }) => ({
    subject: newsWords[what],
    paragraphs: [
      `${newsWords[what]}. Every owner of the back office of ${schoolName} gets this letter.`,
      `If that is not known to you, call us at ${phone} and look into the audit log.`,
    ],
    facts: [
      ...(about === null ? [] : [['What', about] as [string, string]]),
      ...(by === null ? [] : [['By', by] as [string, string]]),
      ['When', instantInWords(at)],
    ],
    link: { label: 'Open the audit log', url: `${siteUrl}/admin#audit` },
  }),
  { right: 'accounts' },
)
