import type { SetUp } from '../../../../contract/school/set-up.ts'
import type { Queryable } from '../../../db/schema.ts'

export async function hasHours(db: Queryable): Promise<boolean> {
  return (await db.selectFrom('office_hours').select('id').limit(1).executeTakeFirst()) !== undefined
}

/** True if a class on the site has a coming batch for sale with a date and a start time. */
export async function hasTimedBatch(db: Queryable, today: string): Promise<boolean> {
  const found = await db
    .selectFrom('batch')
    .innerJoin('course', 'course.id', 'batch.course_id')
    .select('batch.id')
    .where('batch.starts_on', '>=', today)
    .where('batch.starts_at', 'is not', null)
    .where('batch.is_closed', '=', 0)
    .where('batch.cancelled_at', 'is', null)
    .where('batch.deleted_at', 'is', null)
    .where((eb) => eb.and({ 'course.deleted_at': null, 'course.is_on_site': 1 }))
    .where((eb) => eb.or([eb('batch.visible_from', 'is', null), eb('batch.visible_from', '<=', today)]))
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

/**
 * Finds the class that lacks the least until it can be sold: a place on the site, a start time, or a date. Among
 * equals, the newest class is taken.
 */
export async function unreadyClass(db: Queryable, today: string): Promise<SetUp['unready']> {
  const found = await db
    .selectFrom('course')
    .leftJoin('batch', (join) =>
      join
        .onRef('batch.course_id', '=', 'course.id')
        .on('batch.starts_on', '>=', today)
        .on('batch.is_closed', '=', 0)
        .on('batch.cancelled_at', 'is', null)
        .on('batch.deleted_at', 'is', null),
    )
    .select(['course.id', 'course.title', 'batch.id as batch_id', 'batch.starts_at'])
    .where('course.deleted_at', 'is', null)
    .where((eb) => eb.or([eb('batch.starts_at', 'is', null), eb('course.is_on_site', '=', 0)]))
    .orderBy((eb) => eb('batch.starts_at', 'is', null))
    .orderBy((eb) => eb('batch.id', 'is', null))
    .orderBy('course.created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (found === undefined) return undefined
  const { id, title, batch_id, starts_at } = found
  return { id, title, lacks: batch_id === null ? 'date' : starts_at === null ? 'start-time' : 'site' }
}

export async function hasEnrolment(db: Queryable): Promise<boolean> {
  const enrolled = db.selectFrom('seat').select('id').where('kind', '=', 'enrolment')
  return (await enrolled.limit(1).executeTakeFirst()) !== undefined
}

export async function hasSecondFactor(db: Queryable, userId: string): Promise<boolean> {
  const confirmed = db.selectFrom('two_factor').select('user_id').where('confirmed_at', 'is not', null)
  return (await confirmed.where('user_id', '=', userId).executeTakeFirst()) !== undefined
}

export async function haveAllOwnersSecondFactor(db: Queryable): Promise<boolean> {
  const lacking = await db
    .selectFrom('user')
    .leftJoin('two_factor', 'two_factor.user_id', 'user.id')
    .select('user.id')
    .where('user.role', '=', 'owner')
    .where('user.disabledAt', 'is', null)
    .where('two_factor.confirmed_at', 'is', null)
    .limit(1)
    .executeTakeFirst()
  return lacking === undefined
}
