import type { Session, SessionInput } from '../../../../../contract/catalogue/batches.ts'
import { isSchoolDay } from '../../../../../contract/school-day.ts'
import { dayText, timeInWords } from '../../../../../contract/words.ts'

export interface TypedSession {
  /** Identifies the row for React, because rows can be removed from the middle. */
  key: string
  id?: string
  day: string
  from: string
  to: string
  roomId: string
  instructorId: string
  topic: string
}

export const toTyped = ({ id, topic, roomId, instructorId, ...session }: Session): TypedSession => ({
  ...session,
  key: id,
  id,
  topic: topic ?? '',
  roomId: roomId ?? '',
  instructorId: instructorId ?? '',
})

export function toInput({ id, day, from, to, roomId, instructorId, topic }: TypedSession): SessionInput {
  return {
    ...(id !== undefined && { id }),
    day,
    from,
    to,
    roomId: roomId || null,
    instructorId: instructorId || null,
    topic: topic.trim() || null,
  }
}

export function sortSessions(rows: readonly TypedSession[]): TypedSession[] {
  const keyOf = ({ day, from }: TypedSession) => `${day || '~'} ${from}`
  return rows.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : keyOf(a) > keyOf(b) ? 1 : 0))
}

/**
 * Merges two edits: the sessions of the other edit, with my changes to the sessions that still exist, and with the
 * sessions that I added.
 */
export function mergeMine(mine: readonly TypedSession[], theirs: readonly TypedSession[]): TypedSession[] {
  const left = new Set(theirs.map(({ id }) => id))
  return mine.map((row) => {
    if (row.id === undefined || left.has(row.id)) return row
    const { id: _, ...again } = row
    return again
  })
}

export function sessionText({ day, from, to }: Pick<TypedSession, 'day' | 'from' | 'to'>): string {
  const said = isSchoolDay(day) ? dayText(day) : 'no day yet'
  return from && to ? `${said}, ${timeInWords(from)} to ${timeInWords(to)}` : said
}

export const isSameList = (a: readonly TypedSession[], b: readonly TypedSession[]) =>
  JSON.stringify(a.map(toInput)) === JSON.stringify(b.map(toInput))
