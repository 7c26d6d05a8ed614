import type { InstructorsQuery } from '../../../../contract/catalogue/instructors.ts'
import { listLimitMax } from '../../../../contract/primitives.ts'
import type { Queryable } from '../../../db/open.ts'
import { isFlag, type PageList, readPage } from '../../../db/page.ts'
import { pictureColumns } from '../../../platform/pictures.ts'

export type InstructorRow = Awaited<ReturnType<typeof listActiveInstructors>>[number]

function livingInstructors(db: Queryable) {
  return db
    .selectFrom('instructor')
    .leftJoin('picture', 'picture.base', 'instructor.picture_base')
    .selectAll('instructor')
    .select(pictureColumns)
    .where('instructor.deleted_at', 'is', null)
}

export function listActiveInstructors(db: Queryable) {
  return livingInstructors(db)
    .where('instructor.is_active', '=', 1)
    .orderBy('instructor.created_at')
    .orderBy('instructor.id')
    .limit(listLimitMax)
    .execute()
}

const instructorList: PageList<InstructorsQuery> = {
  sorts: {
    joined: ['asc', 'instructor.created_at'],
    name: ['asc', 'lower(instructor.name)'],
  },
  tie: ['instructor.id'],
  words: [
    'instructor.name',
    'instructor.email',
    "coalesce(instructor.phone, '')",
    "coalesce(instructor.specialization, '')",
  ],
  filters: { active: isFlag('instructor.is_active') },
}

export function listInstructorPage(db: Queryable, query: InstructorsQuery) {
  return readPage(livingInstructors(db), instructorList, query)
}

/** The instructor may be deleted. */
export function findTeacher(db: Queryable, id: string): Promise<{ id: string; name: string } | undefined> {
  return db.selectFrom('instructor').select(['id', 'name']).where('id', '=', id).executeTakeFirst()
}

export function findInstructor(db: Queryable, id: string): Promise<InstructorRow | undefined> {
  return livingInstructors(db).where('instructor.id', '=', id).executeTakeFirst()
}
