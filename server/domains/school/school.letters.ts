import * as z from 'zod/mini'
import { instantInWords } from '../../../contract/words.ts'
import { defineLetter, typed, typedName } from '../../platform/messages/letter-kinds.ts'
import { mailTrialTexts, newsTexts, ownersToldTexts as text } from './school.letters.en.ts'

export type OwnerNews = keyof typeof newsTexts

/** Every owner gets this e-mail, so that an action of one of them, or of an intruder, is noticed. */
export const ownersTold = defineLetter(
  'owners-told',
  z.object({
    name: typedName,
    what: z.enum(Object.keys(newsTexts) as OwnerNews[]),
    /** The account, or the setting's new value. */
    about: typed(z.string()),
    by: typed(z.string()),
    at: z.string(),
  }),
  ({ what, about, by, at }, { schoolName, siteUrl }) => ({
    subject: newsTexts[what],
    paragraphs: [text.happened({ news: newsTexts[what], school: schoolName }), text.ifUnknown],
    facts: [
      ...(about === null ? [] : [[text.what, about] as [string, string]]),
      ...(by === null ? [] : [[text.by, by] as [string, string]]),
      [text.when, instantInWords(at)],
    ],
    link: { label: text.openAuditLog, url: `${siteUrl}/admin#audit` },
  }),
  { right: 'accounts' },
)

/** An owner sends this e-mail to herself, past the outbox, and learns at once whether the mail server takes it. */
export const mailTrial = defineLetter(
  'mail-trial',
  z.object({ name: typedName, host: z.string() }),
  ({ host }, { schoolName: school }) => ({
    subject: mailTrialTexts.subject({ school }),
    paragraphs: [mailTrialTexts.works({ school, host })],
  }),
  { right: 'accounts' },
)
