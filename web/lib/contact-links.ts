import { urlPart } from '../../contract/url-part.ts'

export function chatLink(phone: string, message: string): string {
  return `https://wa.me/${phone.replace(/\D/g, '')}?text=${urlPart(message)}`
}

export { telLink } from '../../contract/phones.ts'
export { mapLink } from '../../contract/school/map-link.ts'
