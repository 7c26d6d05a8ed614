import { urlPart } from '../../contract/addresses.ts'

export function chatLink(phone: string, message: string): string {
  return `https://wa.me/${phone.replace(/\D/g, '')}?text=${urlPart(message)}`
}

export { mapLink } from '../../contract/addresses.ts'
export { telLink } from '../../contract/phones.ts'
