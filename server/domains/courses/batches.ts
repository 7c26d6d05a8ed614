import { courseDefaults } from '../../../contract/course-facts.ts'
import type { ClassPatch } from '../../../contract/courses.ts'
import { DomainError, refusal } from '../../../contract/errors.ts'
import type { Queryable } from '../../db/open.ts'
import type { Tx } from '../../db/schema.ts'
import { addDays, addMs } from '../../platform/clock.ts'
import type { Deps } from '../deps.ts'
import * as repository from './batches.repository.ts'
import { batchMoved } from './courses.letters.ts'
import { type CourseRow, findCourseOnSale, lockCourse } from './courses.repository.ts'
import { type BatchChoice, batchText, chooseBatches, isOver } from './next-batch.ts'

export type BatchRow = repository.BatchRow

export interface BatchedCourse extends CourseRow {
  batches: BatchRow[]
  choice: BatchChoice<BatchRow>
}

export interface CourseForSale {
  id: string
  slug: string
  title: string
  priceInPaise: number
  /** A school day or 'Coming soon'. */
  nextbatch: string
  /** The batch that seats are taken in; null where `ensureSeatBatch` would have to make it. */
  next: BatchRow | null
}

type BatchSettings = Pick<BatchRow, 'starts_on' | 'starts_at' | 'capacity'>
type RoomListener = (tx: Tx, batchId: string) => Promise<void>

/** How long past batches and deletions stay in the calendar that people subscribe to. */
const calendarDaysBack = 90

export function createBatches({ db, clock, ids, outbox }: Deps) {
  let roomListener: RoomListener = async () => {}

  async function withBatches(source: Queryable, courses: readonly CourseRow[]): Promise<BatchedCourse[]> {
    const today = clock.today()
    const courseIds = courses.map(({ id }) => id)
    const all = await repository.listSpeakingBatches(source, courseIds, today)
    const byCourse = Map.groupBy(all, (batch) => batch.course_id)
    return courses.map((course) => {
      const batches = byCourse.get(course.id) ?? []
      return { ...course, batches, choice: chooseBatches(batches, today) }
    })
  }

  async function choiceOf(source: Queryable, courseId: string): Promise<BatchChoice<BatchRow>> {
    const today = clock.today()
    return chooseBatches(await repository.listSpeakingBatches(source, [courseId], today), today)
  }

  async function add(tx: Tx, courseId: string, settings: BatchSettings): Promise<void> {
    const row = { ...settings, id: ids.id(), course_id: courseId, taken: 0, created_at: clock.now() }
    await tx.insertInto('batch').values(row).execute()
  }

  async function refuseTakenDay(tx: Tx, courseId: string, field: string, day: string): Promise<void> {
    if (await repository.findBatchOn(tx, courseId, day)) {
      throw refusal('day-taken', { at: field })
    }
  }

  async function tellSeatHolders(tx: Tx, course: CourseRow, from: BatchRow, to: BatchRow): Promise<void> {
    const when = (batch: BatchRow) => ({ day: batch.starts_on, time: batch.starts_at })
    for (const holder of await repository.listSeatHolders(tx, to.id)) {
      // The version is part of the cause, because a batch may move back to a day that it had before.
      const cause = `batch-moved:${to.id}:${to.starts_on}:${course.version}:${holder.id}`
      const { name } = holder
      const words = batchMoved({ name, courseTitle: course.title, from: when(from), to: when(to) })
      await outbox.tell(tx, { to: holder, cause, words })
    }
  }

  /** @throws `not_found` for a course that is unknown or deleted */
  async function getOnSale(source: Queryable, courseId: string) {
    const course = await findCourseOnSale(source, courseId)
    if (course === undefined) throw refusal('course-gone')
    return course
  }

  // The pages of courses show free seats.
  const markCourses = (tx: Tx) => db.changes.mark(tx, 'courses')

  /** What other domains ask of courses, too. */
  const sale = {
    /** A deleted course's batches stay for a while as cancelled ones, so that subscribers hear of it. */
    async listCalendarBatches(batchId?: string) {
      const rows = await repository.listCalendarBatches(db.read, {
        from: addDays(clock.today(), -calendarDaysBack),
        deletedSince: addMs(clock.now(), -calendarDaysBack * 24 * 60 * 60_000),
        ...(batchId === undefined ? {} : { batchId }),
      })
      return rows.map(({ deleted_at, ...row }) => ({ ...row, isCancelled: deleted_at !== null }))
    },

    /** @throws `not_found` for a course that is unknown or deleted */
    async getCourseForSale(tx: Queryable, courseId: string): Promise<CourseForSale> {
      const { id, slug, title, price_in_paise } = await getOnSale(tx, courseId)
      const { dated, next } = await choiceOf(tx, courseId)
      return { id, slug, title, priceInPaise: price_in_paise, nextbatch: batchText(dated), next }
    },

    async findNextBatch(tx: Queryable, courseId: string): Promise<BatchRow | null> {
      return (await choiceOf(tx, courseId)).next
    },

    async ensureSeatBatch(tx: Tx, courseId: string): Promise<BatchRow> {
      const found = await sale.findNextBatch(tx, courseId)
      if (found) return found
      // Of several callers at once the first one makes it, and the others find it.
      await lockCourse(tx, courseId)
      const made = await sale.findNextBatch(tx, courseId)
      if (made) return made
      await add(tx, courseId, { starts_on: null, starts_at: null, capacity: courseDefaults.capacity })
      await markCourses(tx)
      const next = await sale.findNextBatch(tx, courseId)
      if (next === null) throw new Error('a batch that was just made is not there')
      return next
    },

    /** @throws `batch_full`; `not_found` where the course was deleted meanwhile */
    async takeSeat(tx: Tx, batchId: string): Promise<void> {
      const courseId = await repository.takeSeat(tx, batchId)
      if (courseId === undefined) throw new DomainError('batch_full')
      // Read after the UPDATE, which waits for a deletion that counts seats: before, the course could go meanwhile.
      await getOnSale(tx, courseId)
      await markCourses(tx)
    },

    /** Frees the seat of a row that has just ended. Throws if none ended here: a double release would oversell. */
    async releaseSeat(tx: Tx, batchId: string): Promise<void> {
      await repository.lockBatch(tx, batchId)
      if (!(await repository.releaseSeat(tx, batchId))) {
        throw new Error('a seat was to be given back that somebody still sits on')
      }
      await markCourses(tx)
      await roomListener(tx, batchId)
    },

    lockBatch: repository.lockBatch,

    /** The one listener is told, in the same transaction, that a batch may have room. */
    onRoom(listener: RoomListener): void {
      roomListener = listener
    },
  }
  return {
    withBatches,
    sale,

    /** Changes the next batch, or makes one. The caller has locked the course. @throws `validation_failed` */
    async change(tx: Tx, course: CourseRow, patch: ClassPatch): Promise<void> {
      const { nextbatch, capacity, startTime } = patch
      if (nextbatch === undefined && capacity === undefined && startTime === undefined) return
      await repository.lockBatches(tx, course.id)
      const { next, shown, dated } = await choiceOf(tx, course.id)
      const day = nextbatch ?? null
      const isMove = day !== null && day !== (dated?.starts_on ?? null)
      const settings = {
        starts_on: isMove ? day : (shown?.starts_on ?? null),
        // A new batch is like the one before it, unless told.
        starts_at: startTime === undefined ? (shown?.starts_at ?? null) : startTime,
        capacity: capacity === undefined ? (shown?.capacity ?? null) : capacity,
      }
      if (shown === null && capacity === undefined) settings.capacity = courseDefaults.capacity
      if (isMove) await refuseTakenDay(tx, course.id, 'nextbatch', day)
      const batch = isMove ? next : shown
      if (batch === null) return add(tx, course.id, settings)

      const { taken } = batch
      if (isMove && taken > 0 && isOver({ starts_on: day }, clock.today())) {
        throw refusal('batch-has-students', { at: 'nextbatch' })
      }
      if (settings.capacity !== null && settings.capacity < taken) {
        throw refusal('capacity-below-seats', { at: 'capacity', facts: { taken } })
      }
      await tx.updateTable('batch').set(settings).where('id', '=', batch.id).execute()
      const isSame = settings.starts_on === batch.starts_on && settings.starts_at === batch.starts_at
      if (!isSame && !isOver(batch, clock.today())) {
        await tellSeatHolders(tx, course, batch, { ...batch, ...settings })
      }
      await roomListener(tx, batch.id)
    },

    /** Adds a batch on a free day. The caller has locked the course. @throws `validation_failed` */
    async addOn(
      tx: Tx,
      courseId: string,
      { day, time, capacity }: { day: string; time: string | null; capacity: number | null },
    ): Promise<BatchRow> {
      if (isOver({ starts_on: day }, clock.today())) throw refusal('day-over', { at: 'day' })
      await refuseTakenDay(tx, courseId, 'day', day)
      await add(tx, courseId, { starts_on: day, starts_at: time, capacity })
      const added = await repository.findBatchOn(tx, courseId, day)
      if (!added) throw new Error('a batch that was just added is not there')
      return added
    },

    /** Nobody takes a seat in the batches counted until the transaction ends. */
    async countSeatsAhead(tx: Tx, courseId: string) {
      await repository.lockBatches(tx, courseId)
      return repository.countSeatsAhead(tx, courseId, clock.today())
    },
  }
}
