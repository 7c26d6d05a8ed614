import { type Expression, type RawBuilder, type Selectable, type SqlBool, sql } from 'kysely'
import { folded } from '../../../../contract/folded.ts'
import { moveCounter } from '../../../db/counter.ts'
import { changesRow, isPostgres } from '../../../db/guards.ts'
import { findNamed } from '../../../db/names.ts'
import type { Queryable } from '../../../db/open.ts'
import { type At, prepare } from '../../../db/prepared.ts'
import type { Schema, Tx } from '../../../db/schema.ts'
import { endOfHolds } from './next-batch.ts'

export type BatchRow = Selectable<Schema['batch']>
export type NamedBatch = Awaited<ReturnType<ReturnType<typeof currentBatches>['execute']>>[number]

/** Lists for each course the current and future batches, the batch without a date, and the latest past batch. */
export async function listCurrentBatches(db: Queryable, courseIds: readonly string[], today: string) {
  const [courseId] = courseIds
  if (courseId === undefined) return []
  if (courseIds.length === 1) return (await ofOneCourse(db, { courseId, today })).rows
  return currentBatches(
    db,
    (column) => sql<SqlBool>`${column} in (${sql.join(courseIds)})`,
    sql.val(today),
  ).execute()
}

const ofOneCourse = prepare((db, at: At<{ courseId: string; today: string }>) =>
  currentBatches(db, (column) => sql<SqlBool>`${column} = ${at('courseId')}`, at('today')),
)

/** Each part of the union uses its own index, so that the database does not read thousands of past batches. */
function currentBatches(
  db: Queryable,
  isAsked: (courseId: RawBuilder<unknown>) => Expression<SqlBool>,
  today: Expression<string>,
) {
  const living = db
    .selectFrom('batch as own')
    .select('own.id')
    .where(isAsked(sql.ref('own.course_id')))
    .where('own.deleted_at', 'is', null)
  const latest = db
    .selectFrom('course')
    .select((eb) =>
      eb
        .selectFrom('batch as past')
        .select('past.id')
        .whereRef('past.course_id', '=', 'course.id')
        .where('past.deleted_at', 'is', null)
        .where('past.starts_on', '<', today)
        .orderBy('past.starts_on', 'desc')
        .limit(1)
        .as('id'),
    )
    .where(isAsked(sql.ref('course.id')))
    // The id is null for a course without past batches. The cast is safe, because a null matches nothing.
    .$castTo<{ id: string }>()
  const ids = living
    .where('own.starts_on', 'is', null)
    .unionAll(living.where('own.starts_on', '>=', today))
    .unionAll(living.where('own.ends_on', '>=', today))
    .unionAll(latest)
  return db
    .selectFrom('batch')
    .leftJoin('room', 'room.id', 'batch.room_id')
    .leftJoin('instructor', 'instructor.id', 'batch.instructor_id')
    .selectAll('batch')
    .select(['room.name as room_name', 'room.address as room_address', 'instructor.name as instructor_name'])
    .where('batch.id', 'in', ids)
    .orderBy('batch.starts_on')
}

export type StaffBatch = Awaited<ReturnType<ReturnType<typeof staffBatches>['executeTakeFirstOrThrow']>>

export function staffBatches(db: Queryable) {
  return db
    .selectFrom('batch')
    .innerJoin('course', 'course.id', 'batch.course_id')
    .leftJoin('room', 'room.id', 'batch.room_id')
    .leftJoin('instructor', 'instructor.id', 'batch.instructor_id')
    .selectAll('batch')
    .select([
      'course.title as course_title',
      'course.price_in_paise as course_price_in_paise',
      'course.instructor as course_instructor',
      'room.name as room_name',
      'instructor.name as instructor_name',
    ])
    .where('batch.deleted_at', 'is', null)
}

/** Lists the batches and sessions that the instructor still has to teach, except cancelled and deleted ones. */
export async function listTaught(db: Queryable, { id, name }: { id: string; name: string }, today: string) {
  const coming = staffBatches(db)
    .where((eb) => eb.and({ 'course.deleted_at': null, 'batch.cancelled_at': null }))
    .where(sql<SqlBool>`coalesce(batch.ends_on, batch.starts_on, ${today}) >= ${today}`)
  const meetings = await db
    .selectFrom('meeting')
    .select(['id', 'batch_id'])
    .where((eb) => eb.and({ instructor_id: id, cancelled_at: null }))
    .where('held_on', '>=', today)
    .execute()
  // A course stores its teacher as a typed name. If two instructors share that name, the course does not say which of
  // the two teaches.
  const namesakes = [...(await findNamed(db, 'instructor', [name])).values()].flat()
  const courses = namesakes.some((one) => one !== id)
    ? []
    : await db
        .selectFrom('course')
        .select('id')
        .where(sql`folded(instructor)`, '=', folded(name))
        .where('deleted_at', 'is', null)
        .execute()
  const ofClasses = courses.map((one) => one.id)
  const ofSessions = meetings.map((one) => one.batch_id)
  const batches = await coming
    .where((eb) =>
      eb.or([
        eb('batch.instructor_id', '=', id),
        ...(ofSessions.length > 0 ? [eb('batch.id', 'in', ofSessions)] : []),
        ...(ofClasses.length > 0
          ? [eb.and([eb('batch.course_id', 'in', ofClasses), eb('batch.instructor_id', 'is', null)])]
          : []),
      ]),
    )
    .select((eb) =>
      eb
        .selectFrom('meeting')
        .select((m) => m.fn.min('held_on').as('next'))
        .whereRef('meeting.batch_id', '=', 'batch.id')
        .where('meeting.cancelled_at', 'is', null)
        .where('meeting.held_on', '>=', today)
        .as('next_on'),
    )
    .orderBy('batch.starts_on')
    .orderBy('batch.id')
    .execute()
  return { batches, meetingIds: meetings.map((one) => one.id), courseIds: ofClasses }
}

/** Leaves out deleted batches. The caller locks the batches in the returned order, so that two calls never deadlock. */
export async function listBatchesOf(
  db: Queryable,
  batchIds: readonly string[],
  meetingIds: readonly string[],
): Promise<string[]> {
  const ofMeetings = db
    .selectFrom('meeting')
    .select('batch_id')
    .where('id', 'in', [...meetingIds, ''])
  const rows = await db
    .selectFrom('batch')
    .innerJoin('course', 'course.id', 'batch.course_id')
    .select('batch.id')
    .where((eb) => eb.or([eb('batch.id', 'in', [...batchIds, '']), eb('batch.id', 'in', ofMeetings)]))
    .where((eb) => eb.and({ 'batch.deleted_at': null, 'course.deleted_at': null }))
    .orderBy('batch.course_id')
    .orderBy('batch.id')
    .execute()
  return rows.map(({ id }) => id)
}

export async function listRooms(db: Queryable, ids: readonly (string | null)[]) {
  const asked = ids.filter((id) => id !== null)
  if (asked.length === 0) return new Map()
  const rows = await db
    .selectFrom('room')
    .select(['id', 'name', 'address'])
    .where('id', 'in', asked)
    .execute()
  return new Map(rows.map(({ id, ...room }) => [id, room]))
}

export async function setEnded(
  tx: Queryable,
  id: string,
  at: { cancelled_at: string } | { deleted_at: string },
) {
  await tx
    .updateTable('batch')
    .set((eb) => ({ ...at, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .execute()
}

export async function revive(tx: Queryable, id: string, columns: Pick<BatchRow, 'starts_at' | 'capacity'>) {
  await tx
    .updateTable('batch')
    .set((eb) => ({ ...columns, deleted_at: null, is_closed: 0, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .execute()
}

/**
 * True if a seat, hold or waiting-list entry refers to the batch. The lock prevents new references until the
 * transaction ends.
 */
export async function isNamed(db: Queryable, batchId: string): Promise<boolean> {
  const own = db.selectFrom('batch').select('id').where('id', '=', batchId)
  await (isPostgres(db) ? own.forUpdate() : own).execute()
  for (const table of ['registration', 'waiting_list_entry'] as const) {
    const row = db.selectFrom(table).select('id').where('batch_id', '=', batchId).limit(1)
    if ((await row.executeTakeFirst()) !== undefined) return true
  }
  return false
}

export function findUndated(db: Queryable, courseId: string) {
  return db
    .selectFrom('batch')
    .selectAll()
    .where((eb) => eb.and({ course_id: courseId, starts_on: null, deleted_at: null }))
    .executeTakeFirst()
}

export function listLiving(db: Queryable, courseId: string) {
  return db
    .selectFrom('batch')
    .selectAll()
    .where((eb) => eb.and({ course_id: courseId, deleted_at: null, cancelled_at: null }))
    .orderBy('id')
    .execute()
}

/** Finds cancelled and deleted batches too, because a course can have only one row per day. */
export function findBatchOn(db: Queryable, courseId: string, day: string | null) {
  return db
    .selectFrom('batch')
    .selectAll()
    .where('course_id', '=', courseId)
    .where('starts_on', day === null ? 'is' : '=', day)
    .executeTakeFirst()
}

export async function takeSeats(db: Queryable, batchId: string, seats: number) {
  return (await take(db, { batchId, seats })).rows[0]
}

const take = prepare((db, at: At<{ batchId: string; seats: number }>) =>
  moveCounter(db, 'batch', 'taken', at('seats'), { max: sql.ref('capacity') })
    .where('id', '=', at('batchId'))
    .where((eb) => eb.and({ cancelled_at: null, deleted_at: null }))
    .returningAll(),
)

/** Increases the capacity of a full batch by one seat, and takes that seat. Undefined if the batch is not full. */
export function takeBeyond(db: Queryable, batchId: string) {
  return db
    .updateTable('batch')
    .set((eb) => ({
      capacity: eb('capacity', '+', 1),
      taken: eb('taken', '+', 1),
      version: eb('version', '+', 1),
    }))
    .where((eb) => eb.and({ id: batchId, cancelled_at: null, deleted_at: null }))
    .whereRef('taken', '>=', 'capacity')
    .returningAll()
    .executeTakeFirst()
}

export function findBatch(db: Queryable, id: string) {
  return db.selectFrom('batch').selectAll().where('id', '=', id).executeTakeFirst()
}

/** Locks the batch, and with it the number of taken seats, until the transaction ends. */
export function lockBatch(db: Queryable, id: string) {
  return db
    .updateTable('batch')
    .set((eb) => ({ taken: eb.ref('taken') }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()
}

/**
 * False if the counter would fall below the number of seats still in use. The caller has locked the batch, so that this
 * number cannot change.
 */
export function releaseSeats(db: Queryable, batchId: string, seats: number): Promise<boolean> {
  const satOn = sql<number>`(select coalesce(sum(seats), 0) from registration
      where batch_id = batch.id and status in ('held', 'pending', 'confirmed'))
    + (select count(*) from waiting_list_entry where batch_id = batch.id and status = 'offered')`
  return changesRow(moveCounter(db, 'batch', 'taken', -seats, { min: satOn }).where('id', '=', batchId))
}

/**
 * Shortens holds and offers that would last beyond the new beginning of the batch. Does nothing if the beginning is
 * unchanged, because a seat that staff moved into a batch that has begun keeps its hold.
 */
export async function endHoldsAtStart(tx: Tx, before: BatchRow, after: BatchRow, now: string) {
  const until = endOfHolds(after, now)
  if (until === null || until === endOfHolds(before, now)) return
  await tx
    .updateTable('registration')
    .set({ hold_until: until })
    .where('batch_id', '=', before.id)
    .where('status', 'in', ['held', 'pending'])
    .where('hold_until', '>', until)
    .execute()
  await tx
    .updateTable('waiting_list_entry')
    .set({ offer_until: until })
    .where((eb) => eb.and({ batch_id: before.id, status: 'offered' }))
    .where('offer_until', '>', until)
    .execute()
}

/** Locks all batches of the course, and with them the numbers of taken seats, until the transaction ends. */
export async function lockBatches(db: Queryable, courseId: string) {
  await db
    .updateTable('batch')
    .set((eb) => ({ taken: eb.ref('taken') }))
    .where('course_id', '=', courseId)
    .execute()
}

export async function countSeatsAhead(db: Queryable, courseId: string, today: string) {
  const rows = await db
    .selectFrom(
      db
        .selectFrom('registration')
        .select([
          'batch_id',
          // A hold and an open offer count as pending. A pending seat whose hold has no end is a reserved place.
          sql<'confirmed' | 'pending' | 'place'>`case status when 'held' then 'pending'
            when 'pending' then case when hold_until is null then 'place' else status end else status end`.as(
            'status',
          ),
          'seats',
        ])
        .where('course_id', '=', courseId)
        .where('status', 'in', ['held', 'pending', 'confirmed'])
        .unionAll(
          db
            .selectFrom('waiting_list_entry')
            .innerJoin('batch', 'batch.id', 'waiting_list_entry.batch_id')
            .select(['batch_id', sql<'pending'>`'pending'`.as('status'), sql<number>`1`.as('seats')])
            .where('batch.course_id', '=', courseId)
            .where('waiting_list_entry.status', '=', 'offered'),
        )
        .as('seat'),
    )
    .innerJoin('batch', 'batch.id', 'seat.batch_id')
    .select((eb) => ['seat.status' as const, eb.fn.sum<number>('seat.seats').as('count')])
    .where((eb) => eb.or([eb('batch.starts_on', 'is', null), eb('batch.starts_on', '>=', today)]))
    .groupBy('seat.status')
    .execute()
  const countOf = (status: string) => rows.find((row) => row.status === status)?.count ?? 0
  return { confirmed: countOf('confirmed'), pending: countOf('pending'), places: countOf('place') }
}

/**
 * Lists one seat per payer. Reserved places are left out: their holders get an e-mail about payment once the batch has
 * a date.
 */
export async function listSeatHolders(db: Queryable, batchId: string) {
  const rows = await db
    .selectFrom('seat')
    .leftJoin('seat as payer', 'payer.id', 'seat.group_id')
    .select(['seat.id', 'seat.kind', 'seat.email', 'seat.phone', 'seat.group_id', 'seat.status'])
    .select(['seat.hold_until', 'seat.proved_at'])
    .select((eb) => eb.fn.coalesce('payer.name', 'seat.name').as('name'))
    .where('seat.batch_id', '=', batchId)
    .where((eb) =>
      eb.or([
        eb('seat.status', '=', 'confirmed'),
        eb.and([eb('seat.status', '=', 'pending'), eb('seat.hold_until', 'is not', null)]),
      ]),
    )
    .orderBy('seat.group_place')
    .execute()
  const heard = new Set<string>()
  return rows.filter(({ id, group_id }) => {
    const payer = group_id ?? id
    return !heard.has(payer) && heard.add(payer)
  })
}
