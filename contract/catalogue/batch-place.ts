import { urlPart } from '../addresses.ts'

/** A null address means the school's own address. */
export interface BatchRoom {
  name: string
  address: string | null
}

interface School {
  name: string
  address: readonly string[]
  mapQuery: string
}

const ownLines = ({ address }: BatchRoom) => (address ?? '').split('\n').filter((line) => line.trim() !== '')

/**
 * Returns the lines of an address, and the text to search for on a map. A batch without a room takes place at the
 * school's own address.
 */
export function placeOf(room: BatchRoom | null | undefined, { name, address, mapQuery }: School) {
  if (room == null) return { lines: [name, ...address], mapQuery }
  const own = ownLines(room)
  if (own.length === 0) return { lines: [room.name, name, ...address], mapQuery }
  return { lines: [room.name, ...own], mapQuery: own.join(', ') }
}

export function mapLink(place: string): string {
  return `https://www.google.com/maps/search/?api=1&query=${urlPart(place)}`
}

export const roomInWords = (room: BatchRoom) => [room.name, ...ownLines(room)].join(', ')
