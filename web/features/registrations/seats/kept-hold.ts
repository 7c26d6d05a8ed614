import type { SeatHoldView } from '../../../../contract/registrations/seat-holds.ts'
import { keptKey } from '../../../lib/kept-key.ts'
import { person } from '../../../lib/own-words.ts'
import { seatsTaken, seatsTakenMax } from '../../../lib/seats-taken.ts'
import { storage } from '../../../lib/storage.ts'
import { tellStoredChange } from '../../../lib/stored-changes.ts'
import type { Once } from '../../../lib/use-sending.ts'

/**
 * The seat that this browser holds in a batch. All tabs share the stored hold, which stays when the tabs are closed.
 */
export interface KeptHold extends Pick<SeatHoldView, 'reference' | 'amount' | 'batch' | 'until'> {
  /** Absent if the hold has one seat, and in holds that older versions of the site stored. */
  seats?: number
  /** Empty until the server has answered the request for the seat. */
  id: string
  /** The id that the request sends. A repeated request sends the same id, and so finds the same hold. */
  transactionId: string
  /** The end of the hold, in ms by this browser's clock. */
  endsAt: number
}

/** `by` names the person who holds the seat. After a sign-out or another sign-in the hold is not shown. */
type Stored = KeptHold & { by: string }

const kept = storage('seatHolds')
/** The server deletes a hold after this time, so the browser need not keep it longer. */
const keptMs = 7 * 24 * 60 * 60_000

function all(): Record<string, Stored> {
  const found = kept.readJson()
  const holds = typeof found === 'object' && found !== null ? Object.entries(found) : []
  return Object.fromEntries(
    holds.filter(([, hold]) => hold?.by === `${person.read()}` && hold.endsAt > Date.now() - keptMs) as [
      string,
      Stored,
    ][],
  )
}

export function keptHold(place: string) {
  return {
    read: (): KeptHold | null => all()[place] ?? null,
    write(next: KeptHold | null): void {
      const { [place]: _, ...others } = all()
      const holds = next ? { ...others, [place]: { ...next, by: `${person.read()}` } } : others
      kept.write(Object.keys(holds).length > 0 ? JSON.stringify(holds) : null)
      tellStoredChange()
    },
  }
}

export function keptHolds(): Record<string, KeptHold> {
  return Object.fromEntries(Object.entries(all()).filter(([, { id }]) => id !== ''))
}

export const holdPlace = (event: { id: string; batchId: string | null; event_date: string }): string =>
  batchPlace(event.id, event.batchId, event.event_date)

/**
 * Returns the ids of this browser's seats, except `named`, as a field of a request body; no field if there are none.
 */
export function knownHolds(named?: string): { knownHolds?: string[] } {
  const silent = Object.values(keptHolds()).map(({ id }) => id)
  const ids = [...silent, ...seatsTaken()].filter((id) => id !== named).slice(0, seatsTakenMax)
  return ids.length > 0 ? { knownHolds: ids } : {}
}

export interface BookableEvent {
  id: string
  slug: string
  title: string
  event_date: string
  event_time: string | null
  batchId: string | null
  amount: number
  closedOn: readonly string[]
}

/** Makes the storage key of a batch. The course's `date` takes the place of a missing batch id. */
export const batchPlace = (courseId: string, batchId: string | null, date: string): string =>
  `${courseId} ${batchId ?? date}`

/**
 * Requests a seat in the batch of `place`. If the response to an earlier request was lost, it first requests that
 * response again. @throws ApiError
 */
export async function sendOnce<Body extends { email: string }, Answer>(
  place: string,
  body: Body,
  send: (body: unknown, once: Once) => Promise<Answer>,
): Promise<Answer> {
  const key = keptKey('seatKey', place)
  const earlier = isOfSame(key.unanswered(), body) ? await key.ask(send, body) : null
  return earlier ?? key.send(body, null, (once) => send(body, once))
}

/** Tells if the request without an answer came from the same person, because several people may use one tab. */
function isOfSame(unanswered: unknown, { email }: { email: string }): boolean {
  const sent = (unanswered as { email?: unknown } | null)?.email
  return typeof sent === 'string' && sent.toLowerCase() === email.toLowerCase()
}
