import { urlPart } from '../../contract/addresses.ts'

export function chatLink(phone: string, message: string): string {
  return `https://wa.me/${phone.replace(/\D/g, '')}?text=${urlPart(message)}`
}

export { telLink } from '../../contract/addresses.ts'
