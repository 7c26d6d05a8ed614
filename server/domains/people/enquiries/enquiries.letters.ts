import * as z from 'zod/mini'
import { defineLetter, typedName } from '../../../platform/messages/letter-kinds.ts'

export const enquiryReceived = defineLetter(
  'enquiry-received',
  z.object({ name: typedName, kind: z.string() }),
  (data, sender) => ({
    subject: `${sender.schoolName} has your enquiry`,
    paragraphs: [
      'Thank you for writing to us. Your enquiry is on our desk, and somebody will call or write to you within a day.',
    ],
    facts: [['Enquiry', data.kind]],
    closing: `If it is urgent, please call us at ${sender.phone}.`,
  }),
)

/** The e-mail leaves out the buyer's text, because the school has it. */
export const concernReceived = defineLetter(
  'concern-received',
  z.object({ name: typedName, number: z.string(), concern: z.string(), path: z.string() }),
  (data, sender) => ({
    subject: `We have your concern about order ${data.number}`,
    paragraphs: [
      'We are sorry that something is not as it should be. Somebody looks at what you told us today, and calls or writes to you within a day.',
    ],
    link: { label: 'See your order', url: `${sender.siteUrl}${data.path}` },
    facts: [
      ['Order', data.number],
      ['What is wrong', data.concern],
    ],
    closing: `If it cannot wait, please call us at ${sender.phone} and mention ${data.number}.`,
  }),
  { isChatToo: true },
)
