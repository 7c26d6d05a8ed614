import { urlPart } from '../../contract/addresses.ts'
import { writeMessageFile } from './mail.ts'

export type ChatSender = ReturnType<typeof createChatFolder>

/** @param phone an Indian number, or one with its country code such as `+44…` */
export function chatLink(phone: string, text: string): string {
  const number = phone.startsWith('+') ? phone.replace(/\D/g, '') : `91${phone.replace(/^0/, '')}`
  return `https://wa.me/${number}?text=${urlPart(text)}`
}

export function createChatFolder(folder: string) {
  return {
    send: ({ id, phone, text }: { id: string; phone: string; text: string }): Promise<string> =>
      writeMessageFile(folder, `${id}.chat.txt`, `${chatLink(phone, text)}\n\n${text}`),
  }
}
