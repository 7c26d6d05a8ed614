import { type Insertable, type Selectable, type SqlBool, sql } from 'kysely'
import { spanOf } from '../../../../contract/catalogue/event-span.ts'
import {
  type ClosedHours,
  dayBegins,
  dayEnds,
  isClosedDuring,
  openEnded,
} from '../../../../contract/site/closing-words.ts'
import { weekdayOf } from '../../../../contract/words.ts'
import { withRowLock } from '../../../db/guards.ts'
import type { Queryable } from '../../../db/open.ts'
import type { Schema, Tx } from '../../../db/schema.ts'

export type MeetingRow = Selectable<Schema['meeting']>
export type NamedMeeting = Awaited<ReturnType<typeof listMeetings>>[number]

/**
 * @param cancelledAt the time at which the batch was cancelled: lists the sessions that were cancelled then, and no
 * others.
 */
export async function listMeetings(
  db: Queryable,
  batchIds: readonly string[],
  cancelledAt: string | null = null,
) {
  if (batchIds.length === 0) return []
  return namedMeetings(db)
    .where('meeting.batch_id', 'in', batchIds)
    .where((eb) => eb.and({ 'meeting.cancelled_at': cancelledAt }))
    .orderBy('meeting.held_on')
    .orderBy('meeting.starts_at')
    .execute()
}

export async function countMeetings(db: Queryable, batchIds: readonly string[]) {
  if (batchIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('meeting')
    .select((eb) => ['batch_id', eb.fn.countAll<number>().as('count')])
    .where('batch_id', 'in', batchIds)
    .where('cancelled_at', 'is', null)
    .groupBy('batch_id')
    .execute()
  return new Map(rows.map(({ batch_id, count }) => [batch_id, Number(count)]))
}

export function namedMeetings(db: Queryable) {
  return db
    .selectFrom('meeting')
    .leftJoin('room', 'room.id', 'meeting.room_id')
    .leftJoin('instructor', 'instructor.id', 'meeting.instructor_id')
    .selectAll('meeting')
    .select(['room.name as room_name', 'room.address as room_address', 'instructor.name as instructor_name'])
}

/**
 * Locks rooms and instructors in a fixed order until the transaction ends, so that two calls at once never deadlock.
 */
export async function lockPlaces(tx: Tx, roomIds: readonly string[], instructorIds: readonly string[]) {
  const lock = async (table: 'room' | 'instructor', ids: readonly string[]) => {
    if (ids.length === 0) return []
    return tx
      .selectFrom(table)
      .select(['id', 'name', 'deleted_at'])
      .where('id', 'in', ids)
      .orderBy('id')
      .$call(withRowLock(tx))
      .execute()
  }
  const byId = (rows: Awaited<ReturnType<typeof lock>>) =>
    new Map(rows.map(({ id, name, deleted_at }) => [id, { name, isGone: deleted_at !== null }]))
  const rooms = byId(await lock('room', roomIds))
  return { rooms, instructors: byId(await lock('instructor', instructorIds)) }
}

/** Lists other sessions on these days, without the sessions of deleted courses. */
export async function listOthersOn(db: Queryable, batchId: string, days: readonly string[]) {
  if (days.length === 0) return []
  return db
    .selectFrom('meeting')
    .innerJoin('batch', 'batch.id', 'meeting.batch_id')
    .innerJoin('course', 'course.id', 'batch.course_id')
    .select(['meeting.held_on', 'meeting.starts_at', 'meeting.ends_at', 'course.title'])
    .select((eb) => [
      eb.fn.coalesce('meeting.room_id', 'batch.room_id').as('room_id'),
      eb.fn.coalesce('meeting.instructor_id', 'batch.instructor_id').as('instructor_id'),
    ])
    .where('meeting.batch_id', '!=', batchId)
    .where((eb) => eb.and({ 'meeting.cancelled_at': null, 'course.deleted_at': null }))
    .where('meeting.held_on', 'in', days)
    .orderBy('meeting.held_on')
    .orderBy('meeting.starts_at')
    .execute()
}

/** `closedFor` is the reason; null if no reason is given, for example on a weekday that is closed every week. */
export interface Closing extends ClosedHours {
  closedFor: string | null
}

export async function listClosings(db: Queryable, days: readonly string[]): Promise<Map<string, Closing>> {
  if (days.length === 0) return new Map()
  const dated = await db
    .selectFrom('delivery_day')
    .select(['day', 'closed_for as closedFor', 'closed_from as from', 'closed_until as until'])
    .where('day', 'in', days)
    .where('closed_for', 'is not', null)
    .execute()
  const weekly = await db
    .selectFrom('office_hours')
    .select('office_day')
    .where('is_holiday', '=', 1)
    .execute()
  const closedWeekdays = new Set(weekly.map(({ office_day }) => office_day))
  const ofWeek = days.filter((day) => closedWeekdays.has(weekdayOf(day)))
  return new Map([
    ...dated.map(({ day, ...closing }) => [day, openEnded(closing)] as const),
    ...ofWeek.map((day) => {
      const named = dated.find((one) => one.day === day)?.closedFor ?? null
      return [day, { closedFor: named, from: null, until: null }] as const
    }),
  ])
}

/** Lists sessions, and starts of batches without sessions, on future closed days that staff have not decided about. */
export async function listOnClosedDays(db: Queryable, today: string, courseId?: string) {
  const closings = await listClosings(db, await listDaysToLookAt(db, today, courseId))
  const days = [...closings.keys()]
  if (days.length === 0) return []
  const takingPlace = db
    .selectFrom('batch')
    .innerJoin('course', 'course.id', 'batch.course_id')
    .select(['batch.id as batchId', 'batch.version', 'batch.taken'])
    .select(['course.id as courseId', 'course.title as courseTitle', 'course.duration'])
    .where((eb) =>
      eb.and({ 'batch.cancelled_at': null, 'batch.deleted_at': null, 'course.deleted_at': null }),
    )
    .$if(courseId !== undefined, (all) => all.where('batch.course_id', '=', courseId ?? ''))
  const meetings = await takingPlace
    .innerJoin('meeting', 'meeting.batch_id', 'batch.id')
    .select(['meeting.id as meetingId', 'meeting.held_on as day'])
    .select(['meeting.starts_at as from', 'meeting.ends_at as to'])
    .where('meeting.held_on', 'in', days)
    .where('meeting.cancelled_at', 'is', null)
    .where((eb) => eb(eb.fn.coalesce('meeting.stays_on', eb.val('')), '<>', eb.ref('meeting.held_on')))
    .execute()
  const beginnings = await takingPlace
    .select((eb) => eb.ref('batch.starts_on').$notNull().as('day'))
    .select('batch.starts_at as from')
    .where('batch.starts_on', 'in', days)
    .where('batch.ends_on', 'is', null)
    .where((eb) => eb(eb.fn.coalesce('batch.stays_on', eb.val('')), '<>', eb.ref('batch.starts_on')))
    .execute()
  const planned = [
    ...meetings,
    // A batch without sessions has the duration of its course.
    ...beginnings.map((one) => {
      const { endDay, endTime } = spanOf({ ...one, time: one.from })
      return { ...one, meetingId: null, to: endDay === one.day ? endTime : null }
    }),
  ]
  return planned
    .flatMap(({ duration: _, ...one }) => {
      const closing = closings.get(one.day)
      const hours = { from: one.from ?? dayBegins, to: one.to ?? dayEnds }
      const isClosed = closing !== undefined && isClosedDuring(closing, hours)
      return isClosed ? [{ ...one, closedFor: closing.closedFor }] : []
    })
    .sort((a, b) => (placeOf(a) < placeOf(b) ? -1 : 1))
}

const placeOf = ({ day, from, batchId }: { day: string; from: string | null; batchId: string }) =>
  `${day} ${from ?? ''} ${batchId}`

/**
 * Lists future days that may be closed: all closed days, and if a weekday is always closed, also all days with
 * sessions.
 */
async function listDaysToLookAt(db: Queryable, today: string, courseId?: string): Promise<string[]> {
  const hasHolidays = sql<SqlBool>`exists (select 1 from office_hours where is_holiday = 1)`
  const rows = await db
    .selectFrom('delivery_day')
    .select('day')
    .where('day', '>=', today)
    .where('closed_for', 'is not', null)
    .union(
      db
        .selectFrom('meeting')
        .select('held_on as day')
        .where('held_on', '>=', today)
        .where(hasHolidays)
        .$if(courseId !== undefined, (all) =>
          all.where(
            'batch_id',
            'in',
            db
              .selectFrom('batch')
              .select('id')
              .where('course_id', '=', courseId ?? ''),
          ),
        ),
    )
    .union(
      db
        .selectFrom('batch')
        .select((eb) => eb.ref('starts_on').$notNull().as('day'))
        .where('starts_on', '>=', today)
        .where(hasHolidays)
        .$if(courseId !== undefined, (all) => all.where('course_id', '=', courseId ?? '')),
    )
    .execute()
  return rows.map(({ day }) => day)
}

/** Records that staff let a session take place although the school is closed. */
export async function letStand(tx: Tx, batchId: string, meetingId: string | null) {
  if (meetingId !== null) {
    await tx
      .updateTable('meeting')
      .set((eb) => ({ stays_on: eb.ref('held_on') }))
      .where('id', '=', meetingId)
      .execute()
  }
  await tx
    .updateTable('batch')
    .set((eb) => ({
      version: eb('version', '+', 1),
      ...(meetingId === null && { stays_on: eb.ref('starts_on') }),
    }))
    .where('id', '=', batchId)
    .execute()
}

/** Records the same for all planned sessions of a course on closed days that `isMeant` names. */
export async function letAllStand(
  tx: Tx,
  today: string,
  courseId: string,
  isMeant: (planned: { batchId: string; day: string }) => boolean,
) {
  const planned = await listOnClosedDays(tx, today, courseId)
  for (const one of planned.filter(isMeant)) await letStand(tx, one.batchId, one.meetingId)
}

/** Increases `sequence`, so that calendars accept the change. */
export async function updateMeeting(
  tx: Tx,
  id: string,
  changes: Partial<Insertable<Schema['meeting']>> & { updated_at: string },
) {
  await tx
    .updateTable('meeting')
    .set((eb) => ({ ...changes, sequence: eb('sequence', '+', 1) }))
    .where('id', '=', id)
    .execute()
}

export async function cancelMeetings(tx: Tx, batchId: string, now: string) {
  await tx
    .updateTable('meeting')
    .set((eb) => ({ cancelled_at: now, updated_at: now, sequence: eb('sequence', '+', 1) }))
    .where((eb) => eb.and({ batch_id: batchId, cancelled_at: null }))
    .execute()
}
