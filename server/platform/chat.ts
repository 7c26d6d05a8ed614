import { urlPart } from '../../contract/addresses.ts'
import { writeMessageFile } from './mail.ts'

export interface ChatMessage {
  /** It stays the same when the same message is tried again. */
  id: string
  phone: string
  text: string
}

export interface ChatSender {
  /** The message waits until staff send it from their own chat. */
  isByHand: boolean
  /** Resolves with the message's place for the log: nothing personal. */
  send(message: ChatMessage): Promise<string>
}

/** @param phone an Indian one if it has no country code, else as `+44…` */
export function chatLink(phone: string, text: string): string {
  const number = phone.startsWith('+') ? phone.replace(/\D/g, '') : `91${phone.replace(/^0/, '')}`
  return `https://wa.me/${number}?text=${urlPart(text)}`
}

/** Writes each message with its prefilled link into a file, if no provider is set. */
export function createChatFolder(folder: string): ChatSender {
  return {
    isByHand: true,
    send: ({ id, phone, text }) =>
      writeMessageFile(folder, `${id}.chat.txt`, `${chatLink(phone, text)}\n\n${text}`),
  }
}
