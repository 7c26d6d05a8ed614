import { type SqlBool, sql } from 'kysely'
import { changesRow } from '../../../db/guards.ts'
import type { Queryable } from '../../../db/open.ts'
import type { Tx } from '../../../db/schema.ts'
import { statusAfter } from '../seats/seat-states.ts'
import { lockRow } from '../seats/seats.repository.ts'

/** An unconfirmed request, a hold, or a seat that was a request or hold before, with the dates of its batch. */
export type Hold = NonNullable<Awaited<ReturnType<typeof findHold>>>

/** The facts of a hold as the dialog last saw them, kept after the hold became a seat. */
export interface HeldBefore {
  batch_id: string
  starts_on: string | null
  hold_until: string | null
  seats: number
  amount_in_paise: number
}

/** Finds a hold. A hold that has become a seat is returned with the facts that the dialog last saw. */
export async function findHold(db: Queryable, id: string) {
  const row = await holds(db).where('hold.id', '=', id).executeTakeFirst()
  return row && { ...row, ...(row.held !== null && (JSON.parse(row.held) as HeldBefore)) }
}

function holds(db: Queryable) {
  return db
    .selectFrom('registration as hold')
    .innerJoin('batch', 'batch.id', 'hold.batch_id')
    .selectAll('hold')
    .select(['batch.starts_on', 'batch.starts_at', 'batch.ends_on', 'batch.joins_late'])
    .where((eb) =>
      eb.or([
        eb('hold.kind', '=', 'seat-hold'),
        eb('hold.held', 'is not', null),
        eb('hold.asked', 'is not', null),
      ]),
    )
}

export async function lockHold(tx: Tx, id: string) {
  await lockRow(tx, id)
  return findHold(tx, id)
}

export async function findLive(
  db: Queryable,
  key: { course_id: string; email: string; hold_transaction_id: string },
) {
  return (
    holds(db)
      .where('hold.course_id', '=', key.course_id)
      .where('hold.email', '=', key.email)
      .where('hold.hold_transaction_id', '=', key.hold_transaction_id)
      // The partial index is used only if the query has the same literal.
      .where(sql.raw<SqlBool>(`hold.status = 'held'`))
      .executeTakeFirst()
  )
}

/** Ends a live hold. If several callers end the same hold at once, only one of them gets true. */
export function endHold(tx: Tx, id: string, event: 'lapse' | 'release') {
  const status = statusAfter(event, 'held')
  return changesRow(
    tx.updateTable('registration').set({ status }).where('id', '=', id).where('status', '=', 'held'),
  )
}

/** Deletes a stored request; false if there is none, or the link in its e-mail was clicked already. */
export function deleteRequest(tx: Tx, id: string) {
  return changesRow(tx.deleteFrom('registration').where('id', '=', id).where('status', '=', 'asked'))
}

export function listLiveIn(db: Queryable, batchId: string): Promise<{ id: string; seats: number }[]> {
  return db
    .selectFrom('registration')
    .select(['id', 'seats'])
    .where('batch_id', '=', batchId)
    .where('status', '=', 'held')
    .orderBy('id')
    .execute()
}
