import * as z from 'zod/mini'
import { amountInWords, batchInWords, instantInWords } from '../../../../contract/words.ts'
import { proofIn } from '../../../platform/messages/letter.ts'
import { batchFacts, defineLetter, typedName } from '../../../platform/messages/letter-kinds.ts'

/** This message is sent by e-mail alone, because its link proves that the reader has access to this mailbox. */
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
  (data, sender) => ({
    subject: data.hasPaid
      ? `Another seat in ${data.courseTitle}, for somebody else?`
      : `Press the link to hold your seat in ${data.courseTitle}`,
    paragraphs: data.hasPaid
      ? [
          `You, or somebody in your name, asked for a seat in ${data.courseTitle}, and one is confirmed with the same details already. Is this another seat, for somebody else? Then press the link below before ${instantInWords(data.endsAt)}: it holds the seat, if one is left then. Before that nothing is held, and nothing is to be paid.`,
          'If you have your seat and want no other, you need do nothing.',
        ]
      : [
          `You, or somebody in your name, asked for a seat in ${data.courseTitle}. Press the link below before ${instantInWords(data.endsAt)}: it holds your seat, if one is left then. Before that nothing is held, and nothing is to be paid.`,
          'If it was not you, you need do nothing.',
        ],
    facts: [
      ['Course', data.courseTitle],
      ['Batch', batchInWords(data.batch)],
      ['Amount', amountInWords(data.amountInPaise)],
      ['Reference', data.reference],
    ],
    link: {
      label: data.hasPaid ? 'Yes, another seat' : 'Hold my seat',
      url: `${sender.siteUrl}/payment?asked=${data.hasPaid ? 'again' : '1'}${proofIn(sender, 'asked-seat', data.askedId)}`,
    },
    closing: `If you have any question, call us at ${sender.phone} and mention ${data.reference}.`,
  }),
  { whenMany: 'one-a-minute' },
)
