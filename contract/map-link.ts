import { urlPart } from './url-part.ts'

/** Where a place is, in an app for maps. */
export function mapLink(place: string): string {
  return `https://www.google.com/maps/search/?api=1&query=${urlPart(place)}`
}
