import type { AdminInstructor, PublicInstructor } from '../../../../contract/instructors.ts'
import { listLimitMax } from '../../../../contract/primitives.ts'
import { api } from '../../../lib/api.ts'

/** Whoever is not an admin any more reads the public's fields under the same path (reading A4). */
export function isForAdmin(row: AdminInstructor | PublicInstructor): row is AdminInstructor {
  return 'version' in row
}

/** The instructor as they stand now; null where they are gone. @throws ApiError */
export async function findInstructor({ id }: AdminInstructor): Promise<AdminInstructor | null> {
  const { data } = await api('GET /api/instructors', { query: { limit: listLimitMax } })
  return data.filter(isForAdmin).find((one) => one.id === id) ?? null
}

/** A call that only an admin may make: an expired session leads to sign-in (reading A4). @throws ApiError */
export async function requireAdminSession(): Promise<void> {
  await api('GET /api/admin/bin', { query: { limit: 1 } })
}
