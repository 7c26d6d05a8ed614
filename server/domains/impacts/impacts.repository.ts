import type { Queryable } from '../../db/open.ts'

export type ImpactRow = Awaited<ReturnType<typeof listImpacts>>[number]

export function listImpacts(db: Queryable) {
  return db.selectFrom('impact').select(['id', 'title', 'value']).orderBy('slot').execute()
}
