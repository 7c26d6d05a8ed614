import type { SeatHoldView } from '../../../contract/seat-holds.ts'
import { person } from '../../lib/own-words.ts'
import { storage } from '../../lib/storage.ts'
import { tellStoredChange } from '../../lib/stored-changes.ts'
import { batchPlace } from './seat-key.ts'

/** The seat that this browser holds in a batch: all its tabs share it, and it outlives them. */
export interface KeptHold extends Pick<SeatHoldView, 'reference' | 'amount' | 'batch' | 'until'> {
  /** More than one where a group is kept; holds of before say nothing. */
  seats?: number
  /** Empty while the answer to the step that takes it has not come. */
  id: string
  /** Of the step that takes it: a repeat finds the same hold. */
  transactionId: string
  /** By this browser's clock, in ms. */
  endsAt: number
}

/** Whose it is: who signs out, or in as somebody else, leaves none behind. */
type Stored = KeptHold & { by: string }

/** The calendar's page looks for it too. */
const kept = storage('seatHolds')
/** Longer the school itself does not know of it. */
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

/** `place` tells courses and batches apart. */
export function keptHold(place: string) {
  return {
    read: (): KeptHold | null => all()[place] ?? null,
    /** Null takes it away. */
    write(next: KeptHold | null): void {
      const { [place]: _, ...others } = all()
      const holds = next ? { ...others, [place]: { ...next, by: `${person.read()}` } } : others
      kept.write(Object.keys(holds).length > 0 ? JSON.stringify(holds) : null)
      tellStoredChange()
    },
  }
}

/** By their places. */
export function keptHolds(): Record<string, KeptHold> {
  return Object.fromEntries(Object.entries(all()).filter(([, { id }]) => id !== ''))
}

export const holdPlace = (event: { id: string; batchId: string | null; event_date: string }): string =>
  batchPlace(event.id, event.batchId, event.event_date)
