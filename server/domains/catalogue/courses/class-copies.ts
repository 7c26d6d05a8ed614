import type { ClassCopy } from '../../../../contract/catalogue/courses.ts'
import { DomainError, fieldSentencesOf, refusal } from '../../../../contract/errors.ts'
import { schoolDay } from '../../../../contract/primitives.ts'
import { daysBetween } from '../../../../contract/school-day.ts'
import { closedThenText } from '../../../../contract/site/closing-words.ts'
import type { Tx } from '../../../db/schema.ts'
import type { Actor } from '../../../platform/audit.ts'
import { addDays } from '../../../platform/clock.ts'
import { refuseStale } from '../../../platform/records.ts'
import { insertWithSlugs, slugOf } from '../../../platform/slug.ts'
import type { Deps } from '../../deps.ts'
import type { createBatchWrites } from './batch-writes.ts'
import * as batchRows from './batches.repository.ts'
import type { BatchedCourse } from './courses.presenter.ts'
import * as repository from './courses.repository.ts'
import * as meetingRows from './meetings.repository.ts'
import { beginningOf } from './next-batch.ts'
import type { createSessions } from './sessions.ts'

interface Pieces {
  /** Locks the course until the transaction ends. @throws `not_found` */
  lock(tx: Tx, id: string): Promise<BatchedCourse>
  get(tx: Tx, id: string): Promise<BatchedCourse>
  added(tx: Tx, courses: readonly BatchedCourse[], by: Actor | null): Promise<void>
  writes: ReturnType<typeof createBatchWrites>
  sessions: ReturnType<typeof createSessions>
}

/** The form fields at which the errors of the batch and its sessions are shown. */
const at = { day: 'day', time: 'startTime' }

export function createClassCopies({ clock, ids }: Deps, pieces: Pieces) {
  const { writes, sessions } = pieces

  /** Plans the batch and the sessions of the copy, without rooms and instructors that were deleted meanwhile. */
  async function planOf(tx: Tx, source: BatchedCourse, { day, startTime }: ClassCopy) {
    const { choice, batches } = source
    // A class whose only batch was cancelled is copied from that batch.
    const cancelled = batches.filter(({ starts_on }) => starts_on !== null).at(-1)
    const batch = choice.dated ?? cancelled ?? choice.shown
    const meetings = batch ? await meetingRows.listMeetings(tx, [batch.id], batch.cancelled_at) : []
    const all = [...(batch ? [batch] : []), ...meetings]
    const used = (column: 'room_id' | 'instructor_id') =>
      [...new Set(all.map((one) => one[column]).filter((id) => id !== null))].sort()
    const { rooms, instructors } = await meetingRows.lockPlaces(tx, used('room_id'), used('instructor_id'))
    const living = (places: typeof rooms, id: string | null | undefined) =>
      id != null && places.get(id)?.isGone === false ? id : null
    const [first] = meetings
    const shift = first ? daysBetween(first.held_on, day) : 0
    const later = first && startTime ? minutesOf(startTime) - minutesOf(first.starts_at) : 0
    // A null `startTime` clears the time of a batch without sessions. Sessions always have a time, so they keep it.
    const ownTime = startTime === undefined ? (batch?.starts_at ?? null) : startTime
    const startsAt = first ? (startTime ?? first.starts_at) : ownTime
    const beginning = beginningOf({ starts_on: day, starts_at: startsAt })
    if (beginning !== null && beginning <= clock.now()) throw refusal('copy-begun', { at: at.time })
    return {
      settings: {
        starts_on: day,
        starts_at: startsAt,
        capacity: batch?.capacity,
        room_id: living(rooms, batch?.room_id),
        instructor_id: living(instructors, batch?.instructor_id),
        price_in_paise: batch?.price_in_paise ?? null,
        joins_late: batch?.joins_late ?? 0,
      },
      meetings: meetings.map((one) => ({
        day: dayAfter(one.held_on, shift),
        from: timeAfter(one.starts_at, later),
        to: timeAfter(one.ends_at, later),
        roomId: living(rooms, one.room_id),
        instructorId: living(instructors, one.instructor_id),
        topic: one.topic,
      })),
    }
  }

  async function insertCourse(tx: Tx, source: BatchedCourse, { title, isOnSite = false }: ClassCopy) {
    const now = clock.now()
    const row = {
      id: ids.id(),
      slug: slugOf(title, 'class'),
      title,
      is_on_site: isOnSite ? (1 as const) : (0 as const),
      category: source.category,
      price_in_paise: source.price_in_paise,
      original_price_in_paise: source.original_price_in_paise,
      duration: source.duration,
      sessions: source.sessions,
      description: source.description,
      features: source.features,
      faq: source.faq,
      instructor: source.instructor,
      picture_base: source.picture_base,
      rating: null,
      version: 1,
      created_at: now,
      updated_at: now,
      deleted_at: null,
    }
    await insertWithSlugs(tx, 'course', [row])
    const course = await repository.findCourse(tx, row.id)
    if (course === undefined) throw new Error('a class that was just added is not there')
    return course
  }

  async function addBatch(tx: Tx, course: repository.CourseRow, source: BatchedCourse, asked: ClassCopy) {
    const { settings, meetings } = await planOf(tx, source, asked)
    const batchId = await writes.insertOn(tx, course, settings, at)
    const { meetsAnyway } = asked
    if (meetings.length === 0) return keepClosed(tx, batchId, asked)
    const batch = await batchRows.lockBatch(tx, batchId)
    if (batch === undefined) throw new Error('a batch that was just added is not there')
    await sessions.save(tx, course, batch, { meetings, meetsAnyway })
  }

  /**
   * Checks the day of a batch without sessions. The hours of the batch are unknown, so the day is refused even if the
   * school closes only for some hours.
   */
  async function keepClosed(tx: Tx, batchId: string, { day, meetsAnyway }: ClassCopy) {
    const closing = (await meetingRows.listClosings(tx, [day])).get(day)
    if (closing === undefined) return
    if (meetsAnyway === true) return meetingRows.letStand(tx, batchId, null)
    throw refusal('school-closed', {
      facts: { days: [{ day, closedFor: closing.closedFor }] },
      fields: { day: closedThenText(closing) },
      details: { closedDays: [day] },
    })
  }

  return {
    /**
     * Copies a class with its next batch, or else its latest batch, to a new first day. The sessions keep the days
     * between them; a new start time shifts the hours of all sessions equally. Nobody's seat, place or review is
     * copied.
     * @throws `not_found`; `conflict` for a stale version; `validation_failed` for a past or closed day or time, or a
     * room or an instructor that is not free
     */
    async copyClass(tx: Tx, id: string, asked: ClassCopy, by: Actor | null): Promise<BatchedCourse> {
      const source = await pieces.lock(tx, id)
      refuseStale(asked.version, source)
      if (asked.day < clock.today()) throw refusal('copy-in-past', { at: at.day })
      const course = await insertCourse(tx, source, asked)
      try {
        await addBatch(tx, course, source, asked)
      } catch (error) {
        throw atDay(error)
      }
      const copy = await pieces.get(tx, course.id)
      await pieces.added(tx, [copy], by)
      return copy
    },
  }
}

/** The form has no fields for the sessions, so their errors are shown at the day. */
function atDay(error: unknown): unknown {
  if (!(error instanceof DomainError) || error.code !== 'validation_failed') return error
  const fields = fieldSentencesOf(error) ?? {}
  const [sentence] = Object.entries(fields).flatMap(([name, said]) => (name in askedFields ? [] : [said]))
  if (sentence === undefined) return error
  return new DomainError(error.code, { ...error.options, at: at.day, fields: { [at.day]: error.message } })
}

const askedFields = { day: true, startTime: true, title: true }

function minutesOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return hours * 60 + minutes
}

/** @throws `validation_failed` if the new day is later than the last day that `schoolDay` accepts */
function dayAfter(held: string, days: number): string {
  const day = addDays(held, days)
  if (!schoolDay.safeParse(day).success) throw refusal('copy-too-late', { at: at.day })
  return day
}

/** @throws `validation_failed` if the time would be on another day */
function timeAfter(time: string, minutes: number): string {
  const sum = minutesOf(time) + minutes
  if (sum < 0 || sum >= 24 * 60) throw refusal('copy-past-midnight', { at: at.time })
  const two = (part: number) => String(part).padStart(2, '0')
  return `${two(Math.floor(sum / 60))}:${two(sum % 60)}`
}
