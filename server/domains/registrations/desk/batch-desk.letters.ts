import * as z from 'zod/mini'
import { batchInWords } from '../../../../contract/words.ts'
import { batchFacts, defineLetter, typedName } from '../../../platform/messages/letter-kinds.ts'
import * as shared from '../registrations.en.ts'

export const batchLetter = defineLetter(
  'batch-letter',
  z.object({
    name: typedName,
    courseTitle: z.string(),
    batch: batchFacts,
    subject: z.string(),
    words: z.string(),
  }),
  ({ courseTitle, batch, subject, words }) => ({
    subject,
    paragraphs: [],
    words,
    facts: [
      [shared.course, courseTitle],
      [shared.batch, batchInWords(batch)],
    ],
  }),
  { isChatToo: true },
)
