import * as z from 'zod/mini'
import { instantInWords } from '../../../contract/words.ts'
import { defineLetter, typed, typedName } from '../../platform/messages/letter-kinds.ts'
import { mailTrialTexts, newsTexts, ownersToldTexts as text } from './school.letters.en.ts'

export type OwnerNews = keyof typeof newsTexts

/** Every owner gets this e-mail, so that owners notice what an intruder or another owner does. */
export const ownersTold = defineLetter(
  'owners-told',
  z.object({
    name: typedName,
    what: z.enum(Object.keys(newsTexts) as OwnerNews[]),
    /** The e-mail address of the account, or the new value of the setting. */
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

/** An owner sends this e-mail to herself to learn at once whether the mail server accepts e-mails. */
export const mailTrial = defineLetter(
  'mail-trial',
  z.object({ name: typedName, host: z.string() }),
  ({ host }, { schoolName: school }) => ({
    subject: mailTrialTexts.subject({ school }),
    paragraphs: [mailTrialTexts.works({ school, host })],
  }),
  { right: 'accounts' },
)
