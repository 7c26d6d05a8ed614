import * as z from 'zod/mini'
import { defineLetter, typedName } from '../../platform/messages/letter-kinds.ts'

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
