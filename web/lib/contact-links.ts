import { urlPart } from '../../contract/url-part.ts'

/** Opens a chat with its first message filled in. */
export function chatLink(phone: string, message: string): string {
  return `https://wa.me/${phone.replace(/\D/g, '')}?text=${urlPart(message)}`
}

export { mapLink } from '../../contract/map-link.ts'
export { telLink } from '../../contract/phones.ts'
