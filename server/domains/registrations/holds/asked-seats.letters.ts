import * as z from 'zod/mini'
import { amountInWords, batchInWords, instantInWords } from '../../../../contract/words.ts'
import { proofIn } from '../../../platform/messages/letter.ts'
import { batchFacts, defineLetter, typedName } from '../../../platform/messages/letter-kinds.ts'
import * as shared from '../registrations.en.ts'
import * as text from './asked-seats.en.ts'

/** This message is sent only by e-mail, because its link proves that the reader has access to this mailbox. */
export const seatAsked = defineLetter(
  'seat-asked',
  z.object({
    name: typedName,
    courseTitle: z.string(),
    batch: batchFacts,
    reference: z.string(),
    amountInPaise: z.number(),
    askedId: z.string(),
    endsAt: z.string(),
    /** True if this mailbox has a confirmed seat in the batch already. Older outbox rows lack this field. */
    hasPaid: z.optional(z.boolean()),
  }),
  (data, sender) => {
    const of = { course: data.courseTitle, until: instantInWords(data.endsAt) }
    return {
      subject: data.hasPaid ? text.again.subject(of) : text.subject(of),
      paragraphs: data.hasPaid ? [text.again.lead(of), text.again.notWanted] : [text.lead(of), shared.notYou],
      facts: [
        [shared.course, data.courseTitle],
        [shared.batch, batchInWords(data.batch)],
        [shared.amount, amountInWords(data.amountInPaise)],
        [shared.reference, data.reference],
      ],
      link: {
        label: data.hasPaid ? text.again.action : text.action,
        url: `${sender.siteUrl}/payment?asked=${data.hasPaid ? 'again' : '1'}${proofIn(sender, 'asked-seat', data.askedId)}`,
      },
      closing: shared.questionsAbout({ phone: sender.phone, reference: data.reference }),
    }
  },
  { whenMany: 'one-a-minute' },
)
