import { courseDefaults } from '../../../../contract/catalogue/course-facts.ts'
import type { ClassPatch } from '../../../../contract/catalogue/courses.ts'
import type { Queryable } from '../../../db/open.ts'
import type { Tx } from '../../../db/schema.ts'
import type { Deps, Events } from '../../deps.ts'
import { createBatchSale } from './batch-sale.ts'
import { createBatchWrites } from './batch-writes.ts'
import * as repository from './batches.repository.ts'
import type { CourseRow } from './courses.repository.ts'
import { listOnClosedDays } from './meetings.repository.ts'
import { type BatchChoice, chooseBatches } from './next-batch.ts'
import { createSessions } from './sessions.ts'

export type BatchRow = repository.BatchRow

/** `closedOn` lists closed days that staff have not decided on. */
export type ShownBatch = repository.NamedBatch & { closedOn: string[] }

export interface BatchedCourse extends CourseRow {
  batches: ShownBatch[]
  choice: BatchChoice<ShownBatch>
}

export function createBatches(deps: Deps, events: Events) {
  const { clock } = deps
  const { sale, moment } = createBatchSale(deps, events)
  const writes = createBatchWrites(deps, events)

  async function withBatches(source: Queryable, courses: readonly CourseRow[]) {
    const today = clock.today()
    const courseIds = courses.map(({ id }) => id)
    const all = await repository.listSpeakingBatches(source, courseIds, today)
    const byCourse = Map.groupBy(all, (batch) => batch.course_id)
    // A course's own page reads no others' sessions.
    const onClosedDays = await listOnClosedDays(
      source,
      today,
      courseIds.length === 1 ? courseIds[0] : undefined,
    )
    const closed = Map.groupBy(onClosedDays, ({ batchId }) => batchId)
    const closedOn = (id: string) => [...new Set(closed.get(id)?.map(({ day }) => day))]
    return courses.map((course) => {
      const batches = (byCourse.get(course.id) ?? []).map((one) => ({ ...one, closedOn: closedOn(one.id) }))
      return { ...course, batches, choice: chooseBatches(batches, today) }
    })
  }

  async function choiceOf(source: Queryable, courseId: string) {
    const today = clock.today()
    return chooseBatches(await repository.listSpeakingBatches(source, [courseId], today), today)
  }

  return {
    withBatches,
    moment,
    sale,
    writes,
    sessions: createSessions(deps, writes.news, events),

    /** Changes the next batch, or makes one. The caller locks the course. @throws `validation_failed` */
    async change(tx: Tx, course: CourseRow, patch: ClassPatch) {
      const { nextbatch, capacity, startTime } = patch
      if (nextbatch === undefined && capacity === undefined && startTime === undefined) return
      await repository.lockBatches(tx, course.id)
      const { next, shown, dated } = await choiceOf(tx, course.id)
      const day = nextbatch ?? null
      const isMove = day !== null && day !== (dated?.starts_on ?? null)
      const settings = {
        starts_on: isMove ? day : (shown?.starts_on ?? null),
        // A new batch inherits what staff do not say.
        starts_at: startTime === undefined ? (shown?.starts_at ?? null) : startTime,
        capacity: capacity === undefined ? (shown?.capacity ?? null) : capacity,
      }
      if (shown === null && capacity === undefined) settings.capacity = courseDefaults.capacity
      const batch = isMove ? next : shown
      const at = { day: 'nextbatch', time: 'startTime' }
      if (batch !== null) await writes.change(tx, course, batch, settings, at)
      else await writes.insertOn(tx, course, settings, at)
    },

    /** Locks the counted seats until the transaction ends. */
    async countSeatsAhead(tx: Tx, courseId: string) {
      await repository.lockBatches(tx, courseId)
      return repository.countSeatsAhead(tx, courseId, clock.today())
    },
  }
}
