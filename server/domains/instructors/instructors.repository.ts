import { type Insertable, type SqlBool, sql, type Updateable } from 'kysely'
import { listLimitMax } from '../../../contract/primitives.ts'
import { type CursorValues, searchPattern } from '../../db/cursor.ts'
import type { Queryable } from '../../db/open.ts'
import type { Schema } from '../../db/schema.ts'
import { pictureColumns } from '../../platform/pictures.ts'

export type InstructorRow = Awaited<ReturnType<typeof listActiveInstructors>>[number]

/** Who is not deleted. */
function livingInstructors(db: Queryable) {
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
      'instructor.version',
      ...pictureColumns,
    ])
    .where('instructor.deleted_at', 'is', null)
}

/** In the order of joining. */
export function listActiveInstructors(db: Queryable) {
  return livingInstructors(db)
    .where('instructor.is_active', '=', 1)
    .orderBy('instructor.created_at')
    .orderBy('instructor.id')
    .limit(listLimitMax)
    .execute()
}

export interface InstructorPage {
  limit: number
  sort: 'joined' | '-joined' | 'name' | '-name'
  search: string
  isActive: boolean | null
  /** The sort value and the id of the row before the page. */
  after: CursorValues | null
}

export function listInstructorPage(db: Queryable, { limit, sort, search, isActive, after }: InstructorPage) {
  const value = sort.endsWith('name')
    ? sql<string>`lower(instructor.name)`
    : sql<string>`instructor.created_at`
  const [direction, beyond] = sort.startsWith('-') ? (['desc', '<'] as const) : (['asc', '>'] as const)
  let rows = livingInstructors(db).select(value.as('sort_value'))
  if (isActive !== null) rows = rows.where('instructor.is_active', '=', isActive ? 1 : 0)
  if (search.trim() !== '') {
    const words = sql`lower(instructor.name || ' ' || instructor.email || ' ' || coalesce(instructor.phone, '') || ' ' || coalesce(instructor.specialization, ''))`
    rows = rows.where(sql<SqlBool>`${words} like ${searchPattern(search)} escape '\\'`)
  }
  if (after !== null) {
    rows = rows.where(sql<SqlBool>`(${value}, instructor.id) ${sql.raw(beyond)} (${after[0]}, ${after[1]})`)
  }
  return rows.orderBy(value, direction).orderBy('instructor.id', direction).limit(limit).execute()
}

export function findInstructor(db: Queryable, id: string): Promise<InstructorRow | undefined> {
  return livingInstructors(db).where('instructor.id', '=', id).executeTakeFirst()
}

/** Makes whoever else changes this instructor wait until the transaction ends. */
export async function lockInstructor(db: Queryable, id: string): Promise<void> {
  await db
    .updateTable('instructor')
    .set((eb) => ({ version: eb.ref('version') }))
    .where('id', '=', id)
    .execute()
}

export async function insertInstructor(db: Queryable, row: Insertable<Schema['instructor']>): Promise<void> {
  await db.insertInto('instructor').values(row).execute()
}

/** A new version each time. */
export async function updateInstructor(
  db: Queryable,
  id: string,
  changes: Omit<Updateable<Schema['instructor']>, 'version'>,
): Promise<void> {
  await db
    .updateTable('instructor')
    .set((eb) => ({ ...changes, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .execute()
}
