/** Where a batch meets; an address only where it is not the school's own. */
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

/** The lines that lead somebody there, and what a map is asked for. Without a room it is the school itself. */
export function placeOf(room: BatchRoom | null | undefined, { name, address, mapQuery }: School) {
  if (room == null) return { lines: [name, ...address], mapQuery }
  const own = ownLines(room)
  if (own.length === 0) return { lines: [room.name, name, ...address], mapQuery }
  return { lines: [room.name, ...own], mapQuery: own.join(', ') }
}

/** For whoever knows where the school is: `Luz Hall, 12 North Mada Street`. */
export const roomInWords = (room: BatchRoom) => [room.name, ...ownLines(room)].join(', ')
