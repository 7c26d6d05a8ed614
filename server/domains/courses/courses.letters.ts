import * as z from 'zod/mini'
import { batchInWords } from '../../../contract/words.ts'
import { batchFacts, defineLetter, typedName } from '../../platform/messages/letter-kinds.ts'

export const batchMoved = defineLetter(
  'batch-moved',
  z.object({ name: typedName, courseTitle: z.string(), from: batchFacts, to: batchFacts }),
  (data, sender) => ({
    subject: `${data.courseTitle} has a new date`,
    paragraphs: [
      `The batch of ${data.courseTitle} in which you have a seat has moved. You do not need to do anything: your seat moves with it.`,
    ],
    facts: [
      ['Was', batchInWords(data.from)],
      ['Is now', batchInWords(data.to)],
    ],
    closing: `If the new date does not suit you, please call us at ${sender.phone}.`,
  }),
  { isChatToo: true },
)
