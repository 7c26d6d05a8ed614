import { urlPart } from '../url-part.ts'

export function mapLink(place: string): string {
  return `https://www.google.com/maps/search/?api=1&query=${urlPart(place)}`
}
