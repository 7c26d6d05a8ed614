import * as z from 'zod/mini'
import { defineEndpoint } from '../endpoint.ts'
import { recordId } from '../named-records.ts'
import { id, line, text, wrapped } from '../primitives.ts'

/** The readers of an e-mail to a batch: people with a confirmed seat, with an unpaid seat, or on the waiting list. */
export const letterReaders = ['confirmed', 'unpaid', 'waiting'] as const
export type LetterReader = (typeof letterReaders)[number]

export const letterWordsMax = 3000

export const batchLetterBody = z.object({
  subject: line(120, { required: 'Enter a subject' }),
  /** Plain text; an empty line separates paragraphs. */
  words: text(letterWordsMax, { required: 'Write a message' }),
  to: z
    .array(z.enum(letterReaders, { error: 'Choose at least one group of recipients' }))
    .check(
      z.minLength(1, 'Choose at least one group of recipients'),
      z.maxLength(letterReaders.length, 'Choose at least one group of recipients'),
    ),
  byChat: z.boolean(),
})
export type BatchLetterBody = z.output<typeof batchLetterBody>

const counts = {
  people: z.number(),
  letters: z.number(),
  /** The number of chat messages, which wait until staff send them by hand. */
  chats: z.number(),
}

const letterOf = {
  right: 'messages',
  params: z.object({ id: recordId('batch') }),
  body: batchLetterBody,
} as const

export const previewBatchLetter = defineEndpoint('POST /api/admin/batches/:id/letters/preview', {
  summary: 'Preview an e-mail to a batch, and list its recipients. Nothing is sent.',
  ...letterOf,
  response: wrapped(
    z.object({
      ...counts,
      subject: z.string(),
      text: z.string(),
      html: z.string(),
      chat: z.nullable(z.string()),
      readers: z.array(
        z.object({ name: z.string(), email: z.nullable(z.string()), phone: z.nullable(z.string()) }),
      ),
    }),
  ),
})

export const testBatchLetter = defineEndpoint('POST /api/admin/batches/:id/letters/test', {
  summary: 'Send the caller a test copy of an e-mail to a batch',
  ...letterOf,
  response: wrapped(z.object({ email: z.string() })),
})

/** An e-mail to a batch waits this long before it is sent, and staff can take it back until then. */
export const letterUndoMs = 10_000

export const sendBatchLetter = defineEndpoint('POST /api/admin/batches/:id/letters', {
  summary:
    'Send an e-mail to the people in a batch, once to each of them. It can be cancelled for ten seconds.',
  ...letterOf,
  status: 201,
  response: wrapped(z.object({ id, ...counts })),
})

export const takeBackBatchLetter = defineEndpoint('DELETE /api/admin/batches/:id/letters/:letter', {
  summary: 'Cancel the unsent copies of an e-mail to a batch',
  right: 'messages',
  params: z.object({ id: recordId('batch'), letter: id }),
  response: wrapped(z.object({ takenBack: z.number() })),
})
