import { urlPart } from '../../contract/url-part.ts'

export function chatLink(phone: string, message: string): string {
  return `https://wa.me/${phone.replace(/\D/g, '')}?text=${urlPart(message)}`
}

export { mapLink } from '../../contract/map-link.ts'
export { telLink } from '../../contract/phones.ts'
