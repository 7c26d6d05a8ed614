import type { LetterReader } from '../../../../contract/registrations/batch-letters.ts'
import type { Queryable } from '../../../db/open.ts'
import { mailboxOf } from '../../../platform/recipients.ts'

export interface Reader {
  name: string
  /** Empty if somebody gave none. */
  email: string
  phone: string
  /** The seat or the place that the letter is about. */
  about: string
  isProved: boolean
  isPaid: boolean
}

export function findBatch(db: Queryable, id: string) {
  return db
    .selectFrom('batch')
    .innerJoin('course', 'course.id', 'batch.course_id')
    .select(['batch.id', 'course.id as course_id', 'course.title', 'batch.starts_on', 'batch.starts_at'])
    .where('batch.id', '=', id)
    .where('batch.deleted_at', 'is', null)
    .executeTakeFirst()
}

/** Each person is listed once, by the mailbox, else by the phone; several seats of one payer count as the payer. */
export async function listReaders(
  db: Queryable,
  batchId: string,
  to: readonly LetterReader[],
): Promise<Reader[]> {
  const readers = [...(await listSeats(db, batchId, to)), ...(await listWaiting(db, batchId, to))]
  const heard = new Set<string>()
  return readers.filter(({ email, phone }) => {
    const who = email === '' ? phone : mailboxOf(email)
    return !heard.has(who) && heard.add(who)
  })
}

async function listSeats(db: Queryable, batchId: string, to: readonly LetterReader[]): Promise<Reader[]> {
  const statuses = [
    ...(to.includes('confirmed') ? (['confirmed'] as const) : []),
    ...(to.includes('unpaid') ? (['pending'] as const) : []),
  ]
  if (statuses.length === 0) return []
  const rows = await db
    .selectFrom('seat')
    .leftJoin('seat as payer', 'payer.id', 'seat.group_id')
    .select([
      'seat.id',
      'seat.kind',
      'seat.group_id',
      'seat.email',
      'seat.phone',
      'seat.status',
      'seat.proved_at',
    ])
    .select((eb) => eb.fn.coalesce('payer.name', 'seat.name').as('name'))
    .where('seat.batch_id', '=', batchId)
    .where('seat.status', 'in', statuses)
    .orderBy('seat.group_place')
    .orderBy('seat.created_at')
    .execute()
  return rows.map(({ id, kind, group_id, email, phone, name, status, proved_at }) => {
    const is = { isProved: proved_at !== null, isPaid: status === 'confirmed' }
    return { name, email, phone, about: `${kind}:${group_id ?? id}`, ...is }
  })
}

async function listWaiting(db: Queryable, batchId: string, to: readonly LetterReader[]): Promise<Reader[]> {
  if (!to.includes('waiting')) return []
  const rows = await db
    .selectFrom('waiting_list_entry')
    .select(['id', 'full_name as name', 'email', 'phone'])
    .where('batch_id', '=', batchId)
    .where('status', 'in', ['waiting', 'offered'])
    // Somebody who has confirmed nothing may never have asked.
    .where('proved_at', 'is not', null)
    .orderBy('place')
    .execute()
  return rows.map(({ id, ...person }) => ({
    ...person,
    about: `waiting-list:${id}`,
    isProved: true,
    isPaid: false,
  }))
}
