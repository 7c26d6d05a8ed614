import * as z from 'zod/mini'
import { defineLetter, typed, typedName } from '../../../platform/messages/letter-kinds.ts'
import { customRequestTexts as text } from '../people.letters.en.ts'

export const customRequestReceived = defineLetter(
  'custom-request-received',
  z.object({ name: typedName, comment: typed(z.string()) }),
  (data, sender) => ({
    subject: text.subject({ school: sender.schoolName }),
    paragraphs: [text.received],
    facts: data.comment === null ? [] : [[text.request, data.comment]],
    closing: text.ifUrgent({ phone: sender.phone }),
  }),
)
