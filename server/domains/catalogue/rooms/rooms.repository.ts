import { type Expression, type ExpressionBuilder, type Selectable, type SqlBool, sql } from 'kysely'
import type { RoomsQuery } from '../../../../contract/catalogue/rooms.ts'
import type { Queryable } from '../../../db/open.ts'
import { type PageList, readPage } from '../../../db/page.ts'
import type { Schema } from '../../../db/schema.ts'

/** `batches` counts those that meet in it and are not over. */
export type ShownRoom = Selectable<Schema['room']> & { batches: number }

const roomList: PageList<RoomsQuery> = {
  sorts: { name: ['asc', 'lower(room.name)'], newest: ['desc', 'room.created_at'] },
  tie: ['room.id'],
  words: ['room.name', "coalesce(room.address, '')"],
}

function livingRooms(db: Queryable, today: string) {
  return db
    .selectFrom('room')
    .selectAll('room')
    .select((eb) =>
      eb
        .selectFrom('batch')
        .innerJoin('course', 'course.id', 'batch.course_id')
        .select(sql<number>`cast(count(*) as integer)`.as('batches'))
        .where(meetsIn(eb.ref('room.id'), today))
        .$asScalar()
        .$notNull()
        .as('batches'),
    )
    .where('room.deleted_at', 'is', null)
}

export function listBatchesIn(db: Queryable, roomId: string, today: string, limit: number) {
  return db
    .selectFrom('batch')
    .innerJoin('course', 'course.id', 'batch.course_id')
    .select(['course.title', 'batch.starts_on'])
    .where(meetsIn(sql.val(roomId), today))
    .orderBy('batch.starts_on')
    .orderBy('batch.id')
    .limit(limit)
    .execute()
}

/** It fits a query over `batch` and its `course`: a class in the bin meets nowhere. */
function meetsIn(room: Expression<string>, today: string) {
  return (batch: ExpressionBuilder<Schema, 'batch' | 'course'>) =>
    batch.and([
      batch('course.deleted_at', 'is', null),
      batch('batch.deleted_at', 'is', null),
      batch('batch.cancelled_at', 'is', null),
      notOver(today),
      batch.or([
        batch('batch.room_id', '=', room),
        batch.exists(
          batch
            .selectFrom('meeting')
            .select('meeting.id')
            .whereRef('meeting.batch_id', '=', 'batch.id')
            .where('meeting.room_id', '=', room)
            .where('meeting.cancelled_at', 'is', null)
            .where('meeting.held_on', '>=', today),
        ),
      ]),
    ])
}

function notOver(today: string): Expression<SqlBool> {
  return sql<SqlBool>`coalesce(batch.ends_on, batch.starts_on, ${today}) >= ${today}`
}

export function listRoomPage(db: Queryable, query: RoomsQuery, today: string) {
  return readPage<RoomsQuery, ShownRoom>(livingRooms(db, today), roomList, query)
}

export function findRoom(db: Queryable, id: string, today: string): Promise<ShownRoom | undefined> {
  return livingRooms(db, today).where('room.id', '=', id).executeTakeFirst()
}
