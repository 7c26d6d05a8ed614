import * as z from 'zod/mini'
import { defineLetter, typedName } from '../../../platform/messages/letter-kinds.ts'
import { concernTexts, enquiryTexts } from '../people.letters.en.ts'

export const enquiryReceived = defineLetter(
  'enquiry-received',
  z.object({ name: typedName, kind: z.string() }),
  (data, sender) => ({
    subject: enquiryTexts.subject({ school: sender.schoolName }),
    paragraphs: [enquiryTexts.received],
    facts: [[enquiryTexts.enquiry, data.kind]],
    closing: enquiryTexts.ifUrgent({ phone: sender.phone }),
  }),
)

/** The e-mail leaves out the buyer's text, which the buyer knows and the school has stored. */
export const concernReceived = defineLetter(
  'concern-received',
  z.object({ name: typedName, number: z.string(), concern: z.string(), path: z.string() }),
  (data, sender) => ({
    subject: concernTexts.subject({ number: data.number }),
    paragraphs: [concernTexts.received],
    link: { label: concernTexts.viewOrder, url: `${sender.siteUrl}${data.path}` },
    facts: [
      [concernTexts.order, data.number],
      [concernTexts.concern, data.concern],
    ],
    closing: concernTexts.ifUrgent({ phone: sender.phone, number: data.number }),
  }),
  { isChatToo: true },
)
