import { roomInWords } from '../../../../contract/catalogue/batch-place.ts'
import { dayInWords, timeInWords } from '../../../../contract/words.ts'
import type { Tx } from '../../../db/schema.ts'
import { roomOf } from './batch-facts.ts'
import { listMeetings, type NamedMeeting } from './meetings.repository.ts'

export async function listSessionsAhead(tx: Tx, batchId: string, today: string): Promise<string[]> {
  const meetings = await listMeetings(tx, [batchId])
  return meetings.filter(({ held_on }) => held_on >= today).map(sessionInWords)
}

/** A line such as `Tuesday 3 March 2026, 10:00 am to 12:00 noon, Jasmine Studio, Wiring`. */
export function sessionInWords(meeting: NamedMeeting): string {
  const { held_on, starts_at, ends_at, instructor_name, topic } = meeting
  const room = roomOf(meeting)
  const hours = `${timeInWords(starts_at)} to ${timeInWords(ends_at)}`
  return [
    dayInWords(held_on),
    hours,
    room && roomInWords(room),
    instructor_name && `with ${instructor_name}`,
    topic,
  ]
    .filter(Boolean)
    .join(', ')
}
