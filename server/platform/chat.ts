import { writeWhole } from './mail.ts'

export interface ChatMessage {
  /** Stays the same when the same message is tried again. */
  id: string
  /** Ten-digit Indian mobile number. */
  phone: string
  text: string
}

export interface ChatSender {
  /** Resolves with where the message went, for the log: nothing personal. */
  send(message: ChatMessage): Promise<string>
}

/** The link that opens a chat with the text already typed. */
export function chatLink(phone: string, text: string): string {
  return `https://wa.me/91${phone}?text=${encodeURIComponent(text)}`
}

/** Writes each message, with the link by which staff send it by hand: what a checkout without an account does (C4). */
export function createChatFolder(folder: string): ChatSender {
  return {
    send: ({ id, phone, text }) =>
      writeWhole(folder, `${id}.chat.txt`, `${chatLink(phone, text)}\n\n${text}`),
  }
}
