import { type Expression, type Selectable, sql } from 'kysely'
import { listLimitMax } from '../../../contract/primitives.ts'
import { moveCounter } from '../../db/counter.ts'
import { changesRow } from '../../db/guards.ts'
import type { Queryable } from '../../db/open.ts'
import { type At, prepare } from '../../db/prepared.ts'
import type { Schema } from '../../db/schema.ts'

export type BatchRow = Selectable<Schema['batch']>

/** The batches that `chooseBatches` chooses from: those to come, the undated one, the latest past one. */
export async function listSpeakingBatches(
  db: Queryable,
  courseIds: readonly string[],
  today: string,
): Promise<BatchRow[]> {
  const [courseId] = courseIds
  if (courseId === undefined) return []
  if (courseIds.length === 1) return (await ofOneCourse(db, { courseId, today })).rows
  return speakingBatches(db, courseIds, today).execute()
}

const ofOneCourse = prepare((db, at: At<{ courseId: string; today: string }>) =>
  speakingBatches(db, [at('courseId')], at('today')),
)

function speakingBatches(
  db: Queryable,
  courseIds: readonly (string | Expression<string>)[],
  today: string | Expression<string>,
) {
  return db
    .selectFrom('batch')
    .select(['id', 'course_id', 'starts_on', 'starts_at', 'capacity', 'taken', 'created_at'])
    .where('course_id', 'in', courseIds)
    .where((eb) =>
      eb.or([
        eb('starts_on', 'is', null),
        eb('starts_on', '>=', today),
        eb(
          'starts_on',
          '=',
          eb
            .selectFrom('batch as past')
            .select((past) => past.fn.max<string>('past.starts_on').as('day'))
            .whereRef('past.course_id', '=', 'batch.course_id')
            .where('past.starts_on', '<', today),
        ),
      ]),
    )
    .orderBy('starts_on')
}

/** Dated batches from `from` on, and those still ahead when their course was deleted; with `batchId` that one, at any age. */
export function listCalendarBatches(
  db: Queryable,
  { from, deletedSince, batchId }: { from: string; deletedSince: string; batchId?: string },
) {
  return db
    .selectFrom('batch')
    .innerJoin('course', 'course.id', 'batch.course_id')
    .select([
      'batch.id',
      sql<string>`batch.starts_on`.as('day'),
      'batch.starts_at as time',
      'course.slug',
      'course.title',
      'course.description',
      'course.duration',
      // It rises whenever the batch moves, is cancelled, or comes back.
      'course.version',
      'course.updated_at as updatedAt',
      'course.deleted_at',
    ])
    .where((eb) =>
      eb.or([
        eb.and([
          eb('course.deleted_at', 'is', null),
          batchId === undefined ? eb('batch.starts_on', '>=', from) : eb('batch.starts_on', 'is not', null),
        ]),
        eb.and([
          eb('course.deleted_at', '>=', deletedSince),
          eb('batch.starts_on', '>=', sql<string>`substr(course.deleted_at, 1, 10)`),
        ]),
      ]),
    )
    .$if(batchId !== undefined, (query) => query.where('batch.id', '=', batchId as string))
    .orderBy('batch.starts_on')
    .orderBy('batch.id')
    .limit(listLimitMax)
    .execute()
}

export function findBatchOn(db: Queryable, courseId: string, day: string): Promise<BatchRow | undefined> {
  return db
    .selectFrom('batch')
    .selectAll()
    .where('course_id', '=', courseId)
    .where('starts_on', '=', day)
    .executeTakeFirst()
}

/** The batch's course; undefined where no seat is left. */
export async function takeSeat(db: Queryable, batchId: string): Promise<string | undefined> {
  return (await take(db, batchId)).rows[0]?.course_id
}

const take = prepare((db, at: At<string>) =>
  moveCounter(db, 'batch', 'taken', 1, { max: sql.ref('capacity') })
    .where('id', '=', at())
    .returning('course_id'),
)

/** Nobody else takes or frees a seat in the batch until the transaction ends. */
export function lockBatch(db: Queryable, id: string): Promise<BatchRow | undefined> {
  return db
    .updateTable('batch')
    .set((eb) => ({ taken: eb.ref('taken') }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()
}

/** False if nobody's seat has ended. The caller locks the batch before: an older count would miss who came or went. */
export function releaseSeat(db: Queryable, batchId: string): Promise<boolean> {
  const satOn = sql<number>`(select count(*) from seat where batch_id = batch.id and status in ('pending', 'confirmed'))
    + (select count(*) from waiting_list_entry where batch_id = batch.id and status = 'offered')`
  return changesRow(moveCounter(db, 'batch', 'taken', -1, { min: satOn }).where('id', '=', batchId))
}

/** Nobody else takes or frees a seat in the course's batches until the transaction ends. */
export async function lockBatches(db: Queryable, courseId: string): Promise<void> {
  await db
    .updateTable('batch')
    .set((eb) => ({ taken: eb.ref('taken') }))
    .where('course_id', '=', courseId)
    .execute()
}

export async function countSeatsAhead(
  db: Queryable,
  courseId: string,
  today: string,
): Promise<{ confirmed: number; pending: number }> {
  const rows = await db
    .selectFrom(
      db
        .selectFrom('seat')
        .select(['batch_id', 'status'])
        .where('course_id', '=', courseId)
        // An open offer of the waiting list counts as a hold.
        .unionAll(
          db
            .selectFrom('waiting_list_entry')
            .innerJoin('batch', 'batch.id', 'waiting_list_entry.batch_id')
            .select(['batch_id', sql<'pending'>`'pending'`.as('status')])
            .where('batch.course_id', '=', courseId)
            .where('waiting_list_entry.status', '=', 'offered'),
        )
        .as('seat'),
    )
    .innerJoin('batch', 'batch.id', 'seat.batch_id')
    .select((eb) => ['seat.status' as const, eb.fn.countAll<number>().as('count')])
    .where((eb) => eb.or([eb('batch.starts_on', 'is', null), eb('batch.starts_on', '>=', today)]))
    .groupBy('seat.status')
    .execute()
  const countOf = (status: string) => rows.find((row) => row.status === status)?.count ?? 0
  return { confirmed: countOf('confirmed'), pending: countOf('pending') }
}

export function listSeatHolders(db: Queryable, batchId: string) {
  return db
    .selectFrom('seat')
    .select(['id', 'name', 'email', 'phone'])
    .where('batch_id', '=', batchId)
    .where('status', 'in', ['confirmed', 'pending'])
    .execute()
}
