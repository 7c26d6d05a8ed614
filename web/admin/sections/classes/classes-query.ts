import type { AdminClass } from '../../../../contract/courses.ts'
import { listLimitMax } from '../../../../contract/primitives.ts'
import { api } from '../../../lib/api.ts'

/** The class as it stands now; null where it is gone. @throws ApiError */
export async function findClass({ id }: AdminClass): Promise<AdminClass | null> {
  const classes = await api('GET /api/admin/AdminClasses', { query: { limit: listLimitMax } })
  return classes.find((one) => one.id === id) ?? null
}
