import { sql } from 'kysely'
import { listLimitMax } from '../../../../contract/primitives.ts'
import type { Queryable } from '../../../db/open.ts'
import { namedMeetings } from './meetings.repository.ts'

interface Asked {
  from: string
  today: string
  deletedSince: string
  batchId?: string
}

/**
 * Dated batches that are not over by `from`, cancelled ones and ones deleted since `deletedSince` included; of a course
 * that was deleted since, only those that were ahead then. `batchId` finds one at any age. Nobody sees a hidden batch.
 */
export function listCalendarBatches(db: Queryable, { from, today, deletedSince, batchId }: Asked) {
  return db
    .selectFrom('batch')
    .innerJoin('course', 'course.id', 'batch.course_id')
    .leftJoin('room', 'room.id', 'batch.room_id')
    .select([
      'batch.id',
      sql<string>`batch.starts_on`.as('day'),
      'batch.starts_at as time',
      'batch.cancelled_at',
      'batch.deleted_at',
      'course.slug',
      'course.title',
      'course.description',
      'course.duration',
      // Both only rise, so that a new version of the course is one of all its batches.
      sql<number>`course.version + batch.version - 1`.as('version'),
      'course.updated_at as updatedAt',
      'course.deleted_at as course_deleted_at',
      'room.name as room_name',
      'room.address as room_address',
    ])
    .where('batch.starts_on', 'is not', null)
    .where((eb) => eb.or([eb('batch.visible_from', 'is', null), eb('batch.visible_from', '<=', today)]))
    .where((eb) => eb.or([eb('batch.deleted_at', 'is', null), eb('batch.deleted_at', '>=', deletedSince)]))
    .where((eb) =>
      eb.or([
        eb.and([
          eb('course.deleted_at', 'is', null),
          ...(batchId === undefined
            ? [eb(eb.fn.coalesce('batch.ends_on', 'batch.starts_on'), '>=', from)]
            : []),
        ]),
        eb.and([
          eb('course.deleted_at', '>=', deletedSince),
          eb(
            eb.fn.coalesce('batch.ends_on', 'batch.starts_on'),
            '>=',
            sql<string>`substr(course.deleted_at, 1, 10)`,
          ),
        ]),
      ]),
    )
    .$if(batchId !== undefined, (query) => query.where('batch.id', '=', batchId as string))
    .orderBy('batch.starts_on')
    .orderBy('batch.id')
    .limit(listLimitMax)
    .execute()
}

/** Cancelled meetings are listed too, because calendars hear of them. */
export async function listCalendarMeetings(db: Queryable, batchIds: readonly string[]) {
  if (batchIds.length === 0) return []
  return namedMeetings(db)
    .where('meeting.batch_id', 'in', batchIds)
    .orderBy('meeting.held_on')
    .orderBy('meeting.starts_at')
    .orderBy('meeting.id')
    .limit(10 * listLimitMax)
    .execute()
}
