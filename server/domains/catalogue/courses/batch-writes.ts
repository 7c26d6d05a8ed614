import type { Updateable } from 'kysely'
import { courseDefaults } from '../../../../contract/catalogue/course-facts.ts'
import { refusal } from '../../../../contract/errors.ts'
import { daysBetween } from '../../../../contract/school-day.ts'
import type { Schema, Tx } from '../../../db/schema.ts'
import { addDays } from '../../../platform/clock.ts'
import { mergePatch } from '../../../platform/records.ts'
import type { Deps, Events } from '../../deps.ts'
import * as repository from './batches.repository.ts'
import type { CourseRow } from './courses.repository.ts'
import { requireFree } from './meeting-clashes.ts'
import { listMeetings, updateMeeting } from './meetings.repository.ts'
import { isOver } from './next-batch.ts'
import { createStudentNews } from './student-news.ts'

type BatchRow = repository.BatchRow

export type BatchSettings = Pick<
  Updateable<Schema['batch']>,
  | 'starts_on'
  | 'starts_at'
  | 'capacity'
  | 'room_id'
  | 'instructor_id'
  | 'price_in_paise'
  | 'is_closed'
  | 'joins_late'
  | 'visible_from'
>

/** The form fields at which errors are shown. */
export type FieldNames = Record<'day' | 'time', string>

/** The caller has locked the course and its batches. */
export function createBatchWrites(deps: Deps, events: Events) {
  const { clock, ids } = deps
  const news = createStudentNews(deps)

  async function change(
    tx: Tx,
    course: CourseRow,
    before: BatchRow,
    settings: BatchSettings,
    at: FieldNames,
  ) {
    const said = Object.entries(settings).filter(
      ([column, value]) => value !== undefined && value !== before[column as keyof BatchSettings],
    )
    if (said.length === 0) return before
    const changes = Object.fromEntries(said)
    const after: BatchRow = { ...before, ...changes, version: before.version + 1 }
    const { starts_on: day, capacity } = after
    const { taken } = before
    const today = clock.today()
    const wasOver = isOver(before, today)
    const isMove = day !== before.starts_on
    if (isMove && day !== null) {
      const known = await repository.findBatchOn(tx, course.id, day)
      if (known) throw refusal(isEnded(known) ? 'day-kept' : 'day-taken', { at: at.day })
    }
    const meetings = await listMeetings(tx, [before.id])
    if (meetings.length > 0 && after.starts_at !== before.starts_at) {
      throw refusal('batch-meets', { at: at.time })
    }
    const shift = isMove && day !== null && before.starts_on !== null ? daysBetween(before.starts_on, day) : 0
    if (before.ends_on !== null) after.ends_on = addDays(before.ends_on, shift)
    if (isMove && taken > 0 && isOver(after, today)) throw refusal('batch-has-students', { at: at.day })
    if (capacity !== null && capacity < taken) {
      throw refusal('capacity-below-seats', { at: 'capacity', facts: { taken } })
    }
    const planned = meetings.map((one) => ({ ...one, held_on: addDays(one.held_on, shift) }))
    await requireFree(tx, {
      batch: after,
      meetings: planned,
      today,
      known: [before, ...meetings],
      // A clash is reported at the day's field if the day changed.
      fieldAt: (what) => (isMove ? at.day : what),
    })
    const { ends_on, version } = after
    await tx
      .updateTable('batch')
      .set({ ...changes, ends_on, version })
      .where('id', '=', before.id)
      .execute()
    if (shift !== 0) {
      for (const { id, held_on } of planned) await updateMeeting(tx, id, { held_on, updated_at: clock.now() })
    }
    await repository.endHoldsAtStart(tx, before, after, clock.now())
    if (!wasOver) await news.batchChanged(tx, course, before, after)
    if (before.starts_on === null && day !== null) await events.onBatchDated(tx, before.id)
    await events.onSeatFreed(tx, before.id)
    return after
  }

  /** Inserts a batch, or restores a cancelled or deleted batch of the same day. @throws `validation_failed` */
  async function insertOn(
    tx: Tx,
    course: CourseRow,
    settings: BatchSettings,
    at: FieldNames,
  ): Promise<string> {
    const columns = mergePatch<Required<BatchSettings>>(blank, settings)
    const day = columns.starts_on
    const known = await repository.findBatchOn(tx, course.id, day)
    if (known && !isEnded(known)) throw refusal('day-taken', { at: at.day })
    if (known) {
      const revived = { ends_on: null, cancelled_at: null, deleted_at: null }
      await tx.updateTable('batch').set(revived).where('id', '=', known.id).execute()
      return (await change(tx, course, { ...known, ...revived }, columns, at)).id
    }
    const batch = { ...columns, id: ids.id() }
    await requireFree(tx, { batch, meetings: [], today: clock.today() })
    const row = { ...batch, course_id: course.id, taken: 0, created_at: clock.now() }
    await tx.insertInto('batch').values(row).execute()
    return batch.id
  }

  return {
    change,
    insertOn,
    news,

    /** Checks the rooms and instructors of a restored course. @throws `validation_failed` */
    async requireFreeAgain(tx: Tx, courseId: string) {
      for (const batch of await repository.listLiving(tx, courseId)) {
        const meetings = await listMeetings(tx, [batch.id])
        await requireFree(tx, { batch, meetings, today: clock.today(), known: [batch, ...meetings] })
      }
    },

    /**
     * Adds a batch. A past day is accepted, since the page asks staff to confirm it. Reserved places in the batch
     * without a date move to the new batch. @throws `validation_failed`
     */
    async addOn(
      tx: Tx,
      course: CourseRow,
      settings: BatchSettings & { starts_on: string },
      at: FieldNames,
    ): Promise<string> {
      const undated = await repository.findUndated(tx, course.id)
      const isKept = (await repository.findBatchOn(tx, course.id, settings.starts_on)) !== undefined
      // A batch that already exists for this day is restored; an empty batch without a date then stays as it is.
      if (undated && (undated.taken > 0 || !isKept))
        return (await change(tx, course, undated, settings, at)).id
      return insertOn(tx, course, settings, at)
    },
  }
}

const blank = {
  starts_on: null,
  starts_at: null,
  capacity: courseDefaults.capacity,
  room_id: null,
  instructor_id: null,
  price_in_paise: null,
  is_closed: 0,
  joins_late: 0,
  visible_from: null,
} as const

function isEnded({ cancelled_at, deleted_at }: BatchRow): boolean {
  return cancelled_at !== null || deleted_at !== null
}
