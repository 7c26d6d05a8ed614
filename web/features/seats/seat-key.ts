import { keptKey } from '../../lib/kept-key.ts'

/** Of the seat in a batch that was asked for and whose answer has not come. `place` is that of `batchPlace`. */
export const seatKey = (place: string) => keptKey('seatKey', place)

/** Tells courses and batches apart; `date` is the batch's day where the wire names no batch. */
export const batchPlace = (courseId: string, batchId: string | null, date: string): string =>
  `${courseId} ${batchId ?? date}`

/** Whether what was sent without an answer came from the same person: in one tab several may ask for a seat. */
export function isOfSame(unanswered: unknown, { email }: { email: string }): boolean {
  const sent = (unanswered as { email?: unknown } | null)?.email
  return typeof sent === 'string' && sent.toLowerCase() === email.toLowerCase()
}
