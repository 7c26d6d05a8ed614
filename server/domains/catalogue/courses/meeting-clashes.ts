import { refusal } from '../../../../contract/errors.ts'
import type { Tx } from '../../../db/schema.ts'
import type { BatchRow } from './batches.repository.ts'
import { listOthersOn, lockPlaces, type MeetingRow } from './meetings.repository.ts'

export type Planned = Pick<MeetingRow, 'held_on' | 'starts_at' | 'ends_at' | 'room_id' | 'instructor_id'>

type Hours = Pick<MeetingRow, 'held_on' | 'starts_at' | 'ends_at'>

export function areAtOnce(a: Hours, b: Hours): boolean {
  return a.held_on === b.held_on && a.starts_at < b.ends_at && b.starts_at < a.ends_at
}

interface Plan {
  batch: Pick<BatchRow, 'id' | 'room_id' | 'instructor_id'>
  /** The planned sessions, except cancelled ones. */
  meetings: readonly Planned[]
  today: string
  /** The sessions before the change. Their rooms and instructors may have been deleted, and are not checked again. */
  known?: readonly Pick<Planned, 'room_id' | 'instructor_id'>[]
  /** Returns the form field that shows an error, for the session at `index` or, without `index`, for the batch. */
  fieldAt?: (what: 'roomId' | 'instructorId', index?: number) => string
}

/**
 * Locks the rooms and instructors, and refuses a future session if its room or instructor has another session at the
 * same time. @throws `validation_failed`, which names the other session
 */
export async function requireFree(
  tx: Tx,
  { batch, meetings, today, known = [], fieldAt = (what) => what }: Plan,
) {
  const ofBatch = { room_id: batch.room_id, instructor_id: batch.instructor_id }
  const idsOf = (column: 'room_id' | 'instructor_id') => [
    ...new Set([ofBatch, ...meetings].map((one) => one[column]).filter((id) => id !== null)),
  ]
  const stood = new Set(known.flatMap((one) => [one.room_id, one.instructor_id]))
  const places = await lockPlaces(tx, idsOf('room_id').sort(), idsOf('instructor_id').sort())
  for (const [n, one] of [ofBatch, ...meetings].entries()) {
    const index = n === 0 ? undefined : n - 1
    const isChosen = (id: string | null): id is string => id !== null && !stood.has(id)
    if (isChosen(one.room_id) && places.rooms.get(one.room_id)?.isGone !== false) {
      throw refusal('room-unknown', { at: fieldAt('roomId', index) })
    }
    if (isChosen(one.instructor_id) && places.instructors.get(one.instructor_id)?.isGone !== false) {
      throw refusal('instructor-unknown', { at: fieldAt('instructorId', index) })
    }
  }
  const days = [...new Set(meetings.map(({ held_on }) => held_on).filter((day) => day >= today))]
  const others = await listOthersOn(tx, batch.id, days)
  for (const [index, meeting] of meetings.entries()) {
    const room = meeting.room_id ?? batch.room_id
    const instructor = meeting.instructor_id ?? batch.instructor_id
    for (const other of others) {
      if (!areAtOnce(meeting, other)) continue
      const clash = { what: other.title, day: other.held_on, from: other.starts_at, to: other.ends_at }
      if (room !== null && other.room_id === room) {
        const { name = '' } = places.rooms.get(room) ?? {}
        throw refusal('room-taken', { at: fieldAt('roomId', index), facts: { ...clash, room: name } })
      }
      if (instructor !== null && other.instructor_id === instructor) {
        const { name = '' } = places.instructors.get(instructor) ?? {}
        const facts = { ...clash, instructor: name }
        throw refusal('instructor-taken', { at: fieldAt('instructorId', index), facts })
      }
    }
  }
}
