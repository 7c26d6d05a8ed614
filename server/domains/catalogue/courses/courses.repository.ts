import { sql } from 'kysely'
import type { listClasses } from '../../../../contract/catalogue/courses.ts'
import type { QueryOf } from '../../../../contract/endpoint.ts'
import { listLimitMax } from '../../../../contract/primitives.ts'
import type { Queryable } from '../../../db/open.ts'
import { countValues, isFlag, type PageList, readPage } from '../../../db/page.ts'
import { type At, prepare } from '../../../db/prepared.ts'
import { pictureColumns } from '../../../platform/pictures.ts'
import { namedMeetings } from './meetings.repository.ts'

export type ClassesQuery = QueryOf<typeof listClasses>
export type CourseRow = Awaited<ReturnType<typeof listShownCourses>>[number]

export function livingCourses(db: Queryable) {
  return db
    .selectFrom('course')
    .leftJoin('picture', 'picture.base', 'course.picture_base')
    .selectAll('course')
    .select(pictureColumns)
    .where('course.deleted_at', 'is', null)
}

export function findPictureOfCourse(db: Queryable, id: string) {
  return db
    .selectFrom('course')
    .innerJoin('picture', 'picture.base', 'course.picture_base')
    .select(pictureColumns)
    .where('course.id', '=', id)
    .executeTakeFirst()
}

/** Selects the courses that visitors may see, and the course `previewed`. */
function shownCourses(db: Queryable, previewed: string | null = null) {
  return livingCourses(db).where((eb) =>
    eb.or([
      eb('course.is_on_site', '=', 1),
      ...(previewed === null ? [] : [eb('course.id', '=', previewed)]),
    ]),
  )
}

const courseList: PageList<ClassesQuery> = {
  sorts: {
    newest: ['desc', 'course.created_at'],
    title: ['asc', 'lower(course.title)'],
  },
  tie: ['course.id'],
  words: ['course.title', 'course.category', "coalesce(course.instructor, '')"],
  filters: { onsite: isFlag('course.is_on_site') },
}

export const countCourses = (db: Queryable) =>
  countValues(db, livingCourses(db), courseList, 'onsite', ['yes', 'no'])

export function listCoursePage(db: Queryable, query: ClassesQuery) {
  return readPage(livingCourses(db), courseList, query)
}

export function listShownCourses(db: Queryable, limit: number) {
  return shownCourses(db)
    .orderBy('course.created_at', 'desc')
    .orderBy('course.id', 'desc')
    .limit(limit)
    .execute()
}

export function findCourse(db: Queryable, id: string) {
  return livingCourses(db).where('course.id', '=', id).executeTakeFirst()
}

export async function findCourseOnSale(db: Queryable, id: string) {
  return (await findOnSale(db, id)).rows[0]
}

const findOnSale = prepare((db, at: At<string>) =>
  db
    .selectFrom('course')
    .select(['id', 'slug', 'title', 'price_in_paise', 'is_on_site'])
    .where('id', '=', at())
    .where('deleted_at', 'is', null),
)

/** Finds a shown course by its slug or its id. A slug is preferred to an equal id of another course. */
export async function findShownCourse(db: Queryable, slug: string, previewed: string | null) {
  const rows = await shownCourses(db, previewed)
    .where((eb) => eb.or([eb('course.slug', '=', slug.toLowerCase()), eb('course.id', '=', slug)]))
    .execute()
  return rows.find((row) => row.id !== slug) ?? rows[0]
}

/** True if anybody ever had or requested a seat, or a recipe refers to the course. */
export async function isCourseUsed(db: Queryable, id: string): Promise<boolean> {
  const seats = await db
    .selectFrom('batch')
    .innerJoin('registration', 'registration.batch_id', 'batch.id')
    .select('registration.id')
    .where('batch.course_id', '=', id)
    .limit(1)
    .execute()
  const recipes = await db.selectFrom('recipe').select('id').where('course_id', '=', id).limit(1).execute()
  return seats.length + recipes.length > 0
}

/**
 * Lists visible dated batches that end after `from`, also cancelled batches, and batches deleted since `deletedSince`.
 * If a course was deleted since `deletedSince`, the batches that were in the future at that time are listed too.
 * `batchId` finds a batch of any age, also of a course that is off the site.
 */
export function listCalendarBatches(
  db: Queryable,
  { from, today, deletedSince }: Record<'from' | 'today' | 'deletedSince', string>,
  batchId: string | undefined,
) {
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
      // The sum rises with each of the two numbers, so a new version of the course gives all its batches a new version.
      sql<number>`course.version + batch.version - 1`.as('version'),
      'course.updated_at as updatedAt',
      'course.is_on_site',
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
    .where((eb) => (batchId === undefined ? eb('course.is_on_site', '=', 1) : eb('batch.id', '=', batchId)))
    .orderBy('batch.starts_on')
    .orderBy('batch.id')
    .limit(listLimitMax)
    .execute()
}

/** Includes cancelled sessions, so that calendars remove them. */
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
