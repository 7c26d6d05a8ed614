import { urlPart } from '../../contract/url-part.ts'
import { writeMessageFile } from './mail.ts'

export interface ChatMessage {
  /** Stays the same when the same message is tried again. */
  id: string
  phone: string
  text: string
}

export interface ChatSender {
  /** The message waits until staff send it from a chat of their own. */
  isByHand: boolean
  /** Resolves with where the message went, for the log: nothing personal. */
  send(message: ChatMessage): Promise<string>
}

/** @param phone of India where it has no code of a country, else as `+44…` */
export function chatLink(phone: string, text: string): string {
  const number = phone.startsWith('+') ? phone.replace(/\D/g, '') : `91${phone.replace(/^0/, '')}`
  return `https://wa.me/${number}?text=${urlPart(text)}`
}

/** Writes each message with its prefilled link into a file, where no provider is set. */
export function createChatFolder(folder: string): ChatSender {
  return {
    isByHand: true,
    send: ({ id, phone, text }) =>
      writeMessageFile(folder, `${id}.chat.txt`, `${chatLink(phone, text)}\n\n${text}`),
  }
}
