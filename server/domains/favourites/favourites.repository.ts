import type { Queryable } from '../../db/open.ts'

/** Of courses that are still offered, the latest first. */
export async function listCourseIds(db: Queryable, userId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('favourite')
    .innerJoin('course', 'course.id', 'favourite.course_id')
    .select('favourite.course_id')
    .where('favourite.user_id', '=', userId)
    .where('course.deleted_at', 'is', null)
    .orderBy('favourite.created_at', 'desc')
    .orderBy('favourite.course_id')
    .execute()
  return rows.map((row) => row.course_id)
}

/** Makes the user's other calls wait until this transaction ends, so that a count of favourites holds. */
export async function lockUser(db: Queryable, userId: string): Promise<void> {
  await db
    .updateTable('user')
    .set((eb) => ({ updatedAt: eb.ref('updatedAt') }))
    .where('id', '=', userId)
    .execute()
}

export async function insertFavourites(
  db: Queryable,
  userId: string,
  courseIds: readonly string[],
  now: string,
): Promise<void> {
  if (courseIds.length === 0) return
  await db
    .insertInto('favourite')
    .values(courseIds.map((courseId) => ({ user_id: userId, course_id: courseId, created_at: now })))
    .onConflict((conflict) => conflict.columns(['user_id', 'course_id']).doNothing())
    .execute()
}

export async function deleteFavourite(db: Queryable, userId: string, courseId: string): Promise<void> {
  await db.deleteFrom('favourite').where('user_id', '=', userId).where('course_id', '=', courseId).execute()
}
