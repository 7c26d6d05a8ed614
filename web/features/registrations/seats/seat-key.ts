import { keptKey } from '../../../lib/kept-key.ts'

/** The key of a request for a seat that has no answer yet. `place` comes from `batchPlace`. */
export const seatKey = (place: string) => keptKey('seatKey', place)

/** Separates courses and batches; `date` is the batch's day, for answers that name no batch. */
export const batchPlace = (courseId: string, batchId: string | null, date: string): string =>
  `${courseId} ${batchId ?? date}`

/** Tells if the unanswered request came from the same person: several may use one tab. */
export function isOfSame(unanswered: unknown, { email }: { email: string }): boolean {
  const sent = (unanswered as { email?: unknown } | null)?.email
  return typeof sent === 'string' && sent.toLowerCase() === email.toLowerCase()
}
