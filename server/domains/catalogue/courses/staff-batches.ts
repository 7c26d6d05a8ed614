import { sql } from 'kysely'
import type { BatchPatch, NewBatch, SessionsBody } from '../../../../contract/catalogue/batches.ts'
import { DomainError, refusal } from '../../../../contract/errors.ts'
import { folded } from '../../../../contract/folded.ts'
import { dayInWords } from '../../../../contract/words.ts'
import { flag } from '../../../db/flag.ts'
import type { Queryable } from '../../../db/open.ts'
import type { Tx } from '../../../db/schema.ts'
import type { Actor, AuditFields } from '../../../platform/audit.ts'
import { mergePatch, refuseStale } from '../../../platform/records.ts'
import type { Deps } from '../../deps.ts'
import { type BatchSettings, type createBatchWrites, type FieldNames } from './batch-writes.ts'
import * as repository from './batches.repository.ts'
import { byInstructor, noInstructor } from './courses.letters.en.ts'
import { presentSession, presentStaffBatch } from './courses.presenter.ts'
import type { CourseRow } from './courses.repository.ts'
import { requireFree } from './meeting-clashes.ts'
import * as meetingsRepository from './meetings.repository.ts'
import { isOver, type Moment } from './next-batch.ts'
import type { createSessions } from './sessions.ts'

interface Pieces {
  courses: {
    /** Locks the course until the transaction ends. @throws `not_found` */
    lock(tx: Tx, id: string): Promise<CourseRow>
    mark(tx: Tx): Promise<void>
  }
  writes: ReturnType<typeof createBatchWrites>
  sessions: ReturnType<typeof createSessions>
  moment: () => Moment
}

interface Locked {
  course: CourseRow
  batch: repository.StaffBatch
}

type Teacher = Record<'id' | 'name', string>

export interface Taught {
  courseIds: readonly string[]
  batchIds: readonly string[]
  meetingIds: readonly string[]
}

/** Writes each change of a batch to the audit log, as a change of its class. */
export function createStaffBatches({ db, clock, audit }: Deps, pieces: Pieces) {
  const { courses, writes, sessions, moment } = pieces

  async function get(source: Queryable, id: string) {
    const batch = await repository.staffBatches(source).where('batch.id', '=', id).executeTakeFirst()
    if (batch === undefined) throw refusal('batch-unknown')
    return batch
  }

  async function shown(source: Queryable, id: string) {
    const batch = presentStaffBatch(await get(source, id), moment())
    return { ...batch, meetings: (await meetingsRepository.listMeetings(source, [id])).map(presentSession) }
  }

  /** Locks the batch and its seats until the transaction ends. */
  async function lock(tx: Tx, id: string) {
    const { course_id } = await get(tx, id)
    const course = await courses.lock(tx, course_id)
    await repository.lockBatches(tx, course_id)
    return { course, batch: await get(tx, id) }
  }

  /** @throws `not_found`; `conflict` if `version` is stale, or the batch is cancelled */
  async function lockCurrent(tx: Tx, id: string, version: number | undefined) {
    const locked = await lock(tx, id)
    refuseStale(version, locked.batch)
    if (locked.batch.cancelled_at !== null) throw refusal('batch-cancelled')
    return locked
  }

  async function changeIn(
    tx: Tx,
    { course, batch: before }: Locked,
    settings: BatchSettings,
    at: FieldNames,
    by: Actor,
  ) {
    await writes.change(tx, course, before, settings, at)
    const batch = await get(tx, before.id)
    await record(tx, { course, batch }, by, { before: fieldsOf(before), after: fieldsOf(batch) })
  }

  const letStand = (tx: Tx, course: CourseRow, id: string) =>
    meetingsRepository.letAllStand(tx, clock.today(), course.id, ({ batchId }) => batchId === id)

  async function saveIn(tx: Tx, locked: Locked, body: SessionsBody, by: Actor, ends?: { mayEnd: boolean }) {
    const { course, batch } = locked
    const changes = await sessions.save(tx, course, batch, body, ends)
    await record(tx, { course, batch: await get(tx, batch.id) }, by, changes)
  }

  /** Logs the change, marks the pages as stale, and sets the time of the course's last change, which calendars show. */
  async function record(
    tx: Tx,
    { course, batch }: Locked,
    by: Actor | null,
    changes: { before?: AuditFields; after?: AuditFields },
  ) {
    await tx.updateTable('course').set({ updated_at: clock.now() }).where('id', '=', course.id).execute()
    await courses.mark(tx)
    const title = `${course.title}, ${batch.starts_on === null ? 'no date' : dayInWords(batch.starts_on)}`
    await audit.record(tx, { by, action: 'changed', kind: 'class', id: course.id, title, ...changes })
  }

  return {
    getBatch: (id: string) => shown(db.read, id),

    async addBatch(tx: Tx, { courseId, ...body }: NewBatch, by: Actor | null) {
      const course = await courses.lock(tx, courseId)
      await repository.lockBatches(tx, courseId)
      const settings = { ...settingsOf(body), starts_on: body.day }
      const id = await writes.addOn(tx, course, settings, { day: 'day', time: 'time' })
      if (body.meetsAnyway) await letStand(tx, course, id)
      const batch = await get(tx, id)
      const { day, capacity, ...others } = fieldsOf(batch)
      await record(tx, { course, batch }, by, { after: { newBatch: day, capacity, ...others } })
      return presentStaffBatch(batch, moment())
    },

    updateBatch: (id: string, { version, day, ...patch }: BatchPatch, by: Actor) =>
      db.transaction(async (tx) => {
        const locked = await lockCurrent(tx, id, version)
        const settings = { ...settingsOf(patch), starts_on: day }
        await changeIn(tx, locked, settings, { day: 'day', time: 'time' }, by)
        if (patch.meetsAnyway) await letStand(tx, locked.course, id)
        return shown(tx, id)
      }),

    saveSessions: (id: string, body: SessionsBody, by: Actor) =>
      db.transaction(async (tx) => {
        await saveIn(tx, await lockCurrent(tx, id, body.version), body, by)
        return shown(tx, id)
      }),

    /**
     * `named` contains all future batches in which the teacher teaches. `batchIds` contains only the batches whose own
     * instructor is the teacher.
     */
    async listTaught(source: Queryable, teacher: Teacher) {
      const { batches, ...taught } = await repository.listTaught(source, teacher, clock.today())
      const own = batches.filter(({ instructor_id }) => instructor_id === teacher.id)
      const named = batches.map((one) => ({ title: one.course_title, day: one.next_on ?? one.starts_on }))
      return { ...taught, batchIds: own.map(({ id }) => id), named }
    },

    /**
     * Gives future batches and sessions to another teacher, or to nobody if `to` is null. Students get an e-mail if
     * their batch or session named the teacher, but not if only the class named the teacher. @throws
     * `validation_failed` if the other teacher is not free
     */
    async swapTeacher(
      tx: Tx,
      from: Teacher | null,
      to: Teacher | null,
      { courseIds, batchIds, meetingIds }: Taught,
      by: Actor | null,
    ) {
      const today = clock.today()
      const [fromId, toId] = [from?.id ?? null, to?.id ?? null]
      const words = (one: Teacher | null) =>
        one === null ? noInstructor : byInstructor({ instructor: one.name })
      const change = { was: words(from), now: words(to) }
      for (const id of await repository.listBatchesOf(tx, batchIds, meetingIds)) {
        const { course, batch: before } = await lock(tx, id)
        const meetings = await meetingsRepository.listMeetings(tx, [id])
        const isWhole = batchIds.includes(id) && before.instructor_id === fromId
        const planned = meetings.map((one) => {
          if (meetingIds.includes(one.id) && one.instructor_id === fromId)
            return { ...one, instructor_id: toId }
          const isPast = isWhole && one.held_on < today && one.instructor_id === null
          return isPast ? { ...one, instructor_id: fromId } : one
        })
        const moved = planned.filter((one, n) => one.instructor_id !== meetings[n]?.instructor_id)
        if (before.cancelled_at !== null || (!isWhole && moved.length === 0)) continue
        const after = { ...before, instructor_id: isWhole ? toId : before.instructor_id }
        after.version++
        await requireFree(tx, {
          batch: after,
          meetings: planned,
          today,
          known: [before, ...meetings],
          fieldAt: () => 'replacement',
        })
        for (const { id, instructor_id } of moved)
          await meetingsRepository.updateMeeting(tx, id, { instructor_id, updated_at: clock.now() })
        const { instructor_id, version } = after
        await tx.updateTable('batch').set({ instructor_id, version }).where('id', '=', id).execute()
        await writes.news.sessionsChanged(tx, course, after, [change])
        await record(tx, { course, batch: await get(tx, id) }, by, {
          before: { instructor: from?.name ?? null },
          after: { instructor: to?.name ?? null },
        })
      }
      if (courseIds.length > 0) {
        await tx
          .updateTable('course')
          .set((eb) => ({
            instructor: to?.name ?? null,
            version: eb('version', '+', 1),
            updated_at: clock.now(),
          }))
          .where('id', 'in', courseIds)
          .where(sql`folded(coalesce(instructor, ''))`, '=', folded(from?.name ?? ''))
          .execute()
      }
      await courses.mark(tx)
    },

    listOnClosedDays: (source: Queryable) => meetingsRepository.listOnClosedDays(source, clock.today()),

    /**
     * Carries out the decision of staff about a session on a closed day. A null `meetingId` means the start of a batch
     * without sessions. A move keeps the hours that `becomes` does not name. Returns false, and changes nothing, if a
     * cancellation would leave the batch without a session. @throws `not_found`; `conflict` if the batch was changed or
     * cancelled; `validation_failed`
     */
    settleClosed: (
      { batchId, meetingId, version }: { batchId: string; meetingId: string | null; version: number },
      becomes: { day: string; from?: string | undefined; to?: string | undefined } | 'cancelled' | 'stays',
      by: Actor,
    ): Promise<boolean> =>
      db.transaction(async (tx) => {
        const locked = await lockCurrent(tx, batchId, version)
        const meetings = (await meetingsRepository.listMeetings(tx, [batchId])).map(presentSession)
        const isThere =
          meetingId === null ? meetings.length === 0 : meetings.some(({ id }) => id === meetingId)
        if (!isThere) throw new DomainError('conflict')
        if (becomes === 'stays') {
          await meetingsRepository.letStand(tx, batchId, meetingId)
          await record(tx, locked, by, { after: { closedDay: 'takes place anyway' } })
          return true
        }
        if (becomes === 'cancelled') {
          if (meetings.length <= 1) return false
          // `mayEnd` lets the batch lie in the past afterwards, because the cancelled session may be its last session.
          const left = meetings.filter(({ id }) => id !== meetingId)
          await saveIn(tx, locked, { meetings: left }, by, { mayEnd: true })
        } else if (meetingId === null) {
          await sessions.refuseClosed(tx, becomes.day)
          const settings = { starts_on: becomes.day, starts_at: becomes.from }
          await changeIn(tx, locked, settings, { day: 'newDay', time: 'newFrom' }, by)
        } else {
          const moved = meetings.map((one) => (one.id === meetingId ? mergePatch(one, becomes) : one))
          await saveIn(tx, locked, { meetings: moved }, by)
        }
        return true
      }),

    /**
     * Deletes a batch; its row stays, marked as deleted, if a seat or a waiting list refers to it. @throws
     * `not_found`; `in_use` while seats are taken
     */
    async removeBatch(tx: Tx, id: string, by: Actor | null) {
      const { course, batch } = await lock(tx, id)
      const { taken } = batch
      if (taken > 0) {
        if (batch.starts_on === null) throw refusal('batch-has-places')
        throw refusal('batch-has-seats', { facts: { seats: taken } })
      }
      const now = clock.now()
      await meetingsRepository.cancelMeetings(tx, id, now)
      // A row that is only marked as deleted stays in the calendar feed, so that subscribed calendars remove the batch.
      if (await repository.isNamed(tx, id)) await repository.setEnded(tx, id, { deleted_at: now })
      else await tx.deleteFrom('batch').where('id', '=', id).execute()
      await record(tx, { course, batch }, by, { before: { deletedBatch: fieldsOf(batch).day } })
    },

    /**
     * Cancels the batch; the caller ends its seats in the same transaction. False if the batch is cancelled already.
     * @throws `not_found`; `conflict` if the batch is undated or over, or `version` is stale
     */
    async endBatch(
      tx: Tx,
      id: string,
      { reason, version }: { reason: string; version?: number | undefined },
      by: Actor | null,
    ): Promise<boolean> {
      const { course, batch } = await lock(tx, id)
      refuseStale(version, batch)
      if (batch.cancelled_at !== null) return false
      if (batch.starts_on === null) throw refusal('batch-undated')
      if (isOver(batch, clock.today())) throw refusal('batch-over')
      const now = clock.now()
      await meetingsRepository.cancelMeetings(tx, id, now)
      await repository.setEnded(tx, id, { cancelled_at: now })
      await record(tx, { course, batch }, by, { after: { cancelledBatch: fieldsOf(batch).day, reason } })
      return true
    },
  }
}

function settingsOf(body: Omit<BatchPatch, 'day' | 'version'>) {
  return {
    starts_at: body.time,
    capacity: body.capacity,
    room_id: body.roomId,
    instructor_id: body.instructorId,
    price_in_paise: body.price,
    is_closed: flag(body.isClosed),
    joins_late: flag(body.joinsLate),
    visible_from: body.visibleFrom,
  }
}

function fieldsOf(row: repository.StaffBatch): AuditFields {
  return {
    day: row.starts_on,
    time: row.starts_at,
    capacity: row.capacity ?? 'unlimited',
    room: row.room_name,
    instructor: row.instructor_name,
    price: row.price_in_paise === null ? null : row.price_in_paise / 100,
    closed: row.is_closed === 1,
    'can be joined late': row.joins_late === 1,
    'visible from': row.visible_from,
  }
}
