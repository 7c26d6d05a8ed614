import * as z from 'zod/mini'
import { defineLetter, typed, typedName } from '../../../platform/messages/letter-kinds.ts'

export const customRequestReceived = defineLetter(
  'custom-request-received',
  z.object({ name: typedName, comment: typed(z.string()) }),
  (data, sender) => ({
    subject: `${sender.schoolName} has your wish`,
    paragraphs: [
      'Thank you for asking us for a bouquet of your own. We read your wish, and answer within a day with an idea and a price.',
    ],
    facts: data.comment === null ? [] : [['Your wish', data.comment]],
    closing: `If you need the flowers today or tomorrow, please call us at ${sender.phone}.`,
  }),
)
