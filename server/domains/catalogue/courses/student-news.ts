import { roomInWords } from '../../../../contract/catalogue/batch-place.ts'
import { dayInWords, timeInWords } from '../../../../contract/words.ts'
import type { SeatStatus, Tx } from '../../../db/schema.ts'
import type { Words } from '../../../platform/messages/letter-kinds.ts'
import type { Deps } from '../../deps.ts'
import { roomOf } from './batch-facts.ts'
import * as repository from './batches.repository.ts'
import * as text from './courses.letters.en.ts'
import { batchMoved, sessionsChanged } from './courses.letters.ts'
import type { CourseRow } from './courses.repository.ts'
import { listMeetings, type NamedMeeting } from './meetings.repository.ts'

type BatchRow = repository.BatchRow
/** `was` is null for a new session, and `now` is null for a cancelled session. */
export type SessionNews = Record<'was' | 'now', string | null>

const changesMax = 40

/** Students get one e-mail per saved change. */
export function createStudentNews({ outbox, clock }: Pick<Deps, 'outbox' | 'clock'>) {
  async function tell(
    tx: Tx,
    batch: Pick<BatchRow, 'id'>,
    event: string,
    wordsFor: (holder: { name: string; status: SeatStatus; hold_until: string | null }) => Words,
  ) {
    for (const holder of await repository.listSeatHolders(tx, batch.id)) {
      await outbox.tell(tx, {
        to: holder,
        cause: `${event}:${batch.id}:${holder.id}`,
        about: `${holder.kind}:${holder.group_id ?? holder.id}`,
        words: wordsFor(holder),
        isProved: holder.proved_at !== null,
        isPaid: holder.status === 'confirmed',
      })
    }
  }

  const calendarOf = ({ id }: BatchRow, status: SeatStatus) => status === 'confirmed' && { batchId: id }
  const when = (batch: BatchRow) => ({ day: batch.starts_on, time: batch.starts_at })

  return {
    async batchChanged(tx: Tx, course: CourseRow, from: BatchRow, to: BatchRow) {
      const isMoved = from.starts_on !== to.starts_on || from.starts_at !== to.starts_at
      const isElsewhere = from.room_id !== to.room_id
      if (!isMoved && !isElsewhere) return
      const rooms = await repository.listRooms(tx, [from.room_id, to.room_id])
      const roomOf = ({ room_id }: BatchRow) => (room_id === null ? null : (rooms.get(room_id) ?? null))
      const was = roomOf(from)
      const now = roomOf(to)
      const change = {
        was: was ? roomInWords(was) : text.noRoom,
        now: now ? roomInWords(now) : text.atSchool,
      }
      // One e-mail is sent per cause. The cause contains the versions, because a batch may move back to a day that an
      // earlier e-mail announced.
      const cause = `batch-moved:${to.starts_on}:${course.version}.${to.version}`
      const courseTitle = course.title
      const sessions = await listSessionsAhead(tx, to.id, clock.today())
      await tell(tx, to, cause, ({ name, status, hold_until: holdUntil }) =>
        isMoved
          ? batchMoved({
              name,
              courseTitle,
              batchId: to.id,
              from: when(from),
              to: { ...when(to), room: now },
              sessions,
              holdUntil,
            })
          : sessionsChanged({
              name,
              courseTitle,
              ...calendarOf(to, status),
              batch: when(to),
              changes: [change],
              more: 0,
            }),
      )
    },

    async sessionsChanged(
      tx: Tx,
      course: CourseRow,
      batch: BatchRow,
      changes: readonly SessionNews[],
      { isSplit = false } = {},
    ) {
      if (changes.length === 0) return
      const shown = changes.slice(0, changesMax)
      const more = changes.length - shown.length
      await tell(tx, batch, `sessions:${batch.version}`, ({ name, status }) =>
        sessionsChanged({
          name,
          courseTitle: course.title,
          ...calendarOf(batch, status),
          batch: when(batch),
          ...(isSplit && { isSplit }),
          changes: [...shown],
          more,
        }),
      )
    },
  }
}

export async function listSessionsAhead(tx: Tx, batchId: string, today: string): Promise<string[]> {
  const meetings = await listMeetings(tx, [batchId])
  return meetings.filter(({ held_on }) => held_on >= today).map(sessionInWords)
}

/** Returns `Tuesday 3 March 2026, 10:00 am to 12:00 noon, Jasmine Studio, Wiring`. */
export function sessionInWords(meeting: NamedMeeting): string {
  const { held_on, starts_at, ends_at, instructor_name, topic } = meeting
  const room = roomOf(meeting)
  const hours = text.hours({ from: timeInWords(starts_at), to: timeInWords(ends_at) })
  return [
    dayInWords(held_on),
    hours,
    room && roomInWords(room),
    instructor_name && text.withInstructor({ instructor: instructor_name }),
    topic,
  ]
    .filter(Boolean)
    .join(', ')
}
