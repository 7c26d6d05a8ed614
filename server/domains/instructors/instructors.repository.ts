import { listLimitMax } from '../../../contract/primitives.ts'
import type { Queryable } from '../../db/open.ts'
import { pictureColumns } from '../../platform/pictures.ts'

export type InstructorRow = Awaited<ReturnType<typeof listInstructors>>[number]

/** Who is not deleted, in the order of joining. */
export function listInstructors(db: Queryable, { onlyActive }: { onlyActive: boolean }) {
  return db
    .selectFrom('instructor')
    .leftJoin('picture', 'picture.base', 'instructor.picture_base')
    .select([
      'instructor.id',
      'instructor.name',
      'instructor.email',
      'instructor.phone',
      'instructor.specialization',
      'instructor.bio',
      'instructor.highlights',
      'instructor.experience_years',
      'instructor.hourly_rate_in_paise',
      'instructor.is_active',
      'instructor.created_at',
      ...pictureColumns,
    ])
    .where('instructor.deleted_at', 'is', null)
    .$if(onlyActive, (query) => query.where('instructor.is_active', '=', 1))
    .orderBy('instructor.created_at')
    .orderBy('instructor.id')
    .limit(listLimitMax)
    .execute()
}
