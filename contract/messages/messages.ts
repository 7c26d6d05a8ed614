import * as z from 'zod/mini'
import { defineEndpoint } from '../endpoint.ts'
import { between, id, inOrder, instant, pageQuery, wrapped } from '../primitives.ts'

export const messageStates = ['queued', 'by-hand', 'held', 'sent', 'failed', 'withdrawn'] as const
/**
 * `by-hand`: staff send it from their phone. `held`: the e-mail exceeds a daily limit. `failed`: no further attempt
 * follows, but the message is kept. `withdrawn`: the message was taken back before it was sent, because its content was
 * no longer true.
 */
export const messageState = z.enum(messageStates)
export type MessageState = z.output<typeof messageState>

export const message = z.object({
  id,
  subject: z.nullable(z.string()),
  /** The kind of message in a few words, such as `enrolment confirmed`. */
  letter: z.string(),
  /** The class, order, product or notice that the message is about; null if it has none, or is confidential. */
  about: z.nullable(z.string()),
  /** The name of the recipient; null if the message has none, or is confidential. */
  name: z.nullable(z.string()),
  channel: z.enum(['email', 'chat']),
  recipient: z.string(),
  state: messageState,
  attempts: z.number(),
  /** The reason why the last attempt failed, or why the message is held. */
  error: z.nullable(z.string()),
  created_at: instant,
  nextTryAt: z.nullable(instant),
  sent_at: z.nullable(instant),
  /** True if the text contains a code, so that nobody but the recipient may read it. */
  isConfidential: z.boolean(),
})
export type Message = z.output<typeof message>

export const listMessages = defineEndpoint('GET /api/admin/messages', {
  summary:
    'List the messages in the outbox, newest first. `state` and `channel` filter the list, and `q` searches it.',
  right: 'messages',
  query: inOrder(
    z.object({
      ...pageQuery.shape,
      state: z.optional(messageState),
      channel: z.optional(z.enum(['email', 'chat'])),
      ...between,
    }),
  ),
  response: wrapped(z.array(message)),
})

export const messagePreview = z.object({
  message,
  text: z.nullable(z.string()),
  /** The e-mail as an HTML page, shown in a frame without scripts; null for a chat message. */
  html: z.nullable(z.string()),
  /** A link that opens the chat app with the text already typed. */
  chatLink: z.nullable(z.string()),
})
export type MessagePreview = z.output<typeof messagePreview>

export const getMessage = defineEndpoint('GET /api/admin/messages/:id', {
  summary: 'Get the text of a message',
  right: 'messages',
  response: wrapped(messagePreview),
})

export const resendMessage = defineEndpoint('POST /api/admin/messages/:id/resend', {
  summary: 'Send a failed, held or queued message now, or send a message again that was already sent',
  right: 'messages',
  response: wrapped(message),
})

const messagesMarkedMax = 200

export const markMessagesSent = defineEndpoint('POST /api/admin/messages/sent', {
  summary: 'Mark WhatsApp messages as sent by hand, or as not sent if `isSent` is false',
  right: 'messages',
  body: z.object({
    ids: z
      .array(id)
      .check(
        z.minLength(1, 'Choose at least one message'),
        z.maxLength(messagesMarkedMax, `Choose at most ${messagesMarkedMax} messages at a time`),
      ),
    isSent: z.boolean(),
  }),
  response: wrapped(z.object({ marked: z.number() })),
})

export const markMessageSent = defineEndpoint('POST /api/admin/messages/:id/sent', {
  summary: 'Mark a WhatsApp message as sent by hand',
  right: 'messages',
  response: wrapped(message),
})
