import * as z from 'zod/mini'
import type { cancelBody } from '../../../../contract/catalogue/batches.ts'
import type { Actor } from '../../../platform/audit.ts'
import { endHoldsOfBatch } from '../holds/seat-holds.service.ts'
import type { RegistrationDeps } from '../registrations.deps.ts'
import { cancelSeatsOfBatch } from '../seats/seat-ends.ts'
import { lockSeatsIn } from '../seats/seats.repository.ts'
import { lockOffersIn } from '../waiting-list/waiting-list.repository.ts'
import { endWaitingList } from '../waiting-list/waiting-list.service.ts'

/**
 * Cancels a batch and notifies its students and waiting list. Payers whose seats fit into the batch `moveTo` are moved
 * there; `price` says whether they keep their price if that batch has another price. Money for the other seats waits
 * for staff. A repeated call changes nothing. @throws `not_found`, `conflict`
 */
export function cancelBatch(
  deps: RegistrationDeps,
  id: string,
  { reason, moveTo, price, version }: z.output<typeof cancelBody> & { version?: number },
  by: Actor,
) {
  return deps.db.transaction(async (tx) => {
    // Rows are locked before the batch, as in every step on seats, holds and offers; another order would deadlock.
    await lockSeatsIn(tx, id)
    await lockOffersIn(tx, id)
    await deps.courses.endBatch(tx, id, { reason, version }, by)
    await endHoldsOfBatch(deps, tx, id)
    const ended = await endWaitingList(deps, tx, id, reason)
    const terms = await deps.school.holdTimes(tx)
    const { paidInPaise, ...counts } = await cancelSeatsOfBatch(
      deps,
      tx,
      { id, reason, moveTo, price },
      terms,
      by,
    )
    return { id, ...counts, paidAmount: paidInPaise / 100, waiting: ended }
  })
}

/** @throws `not_found`; `in_use` while seats are taken */
export function removeBatch(deps: RegistrationDeps, id: string, by: Actor) {
  return deps.db.transaction(async (tx) => {
    await lockOffersIn(tx, id)
    await deps.courses.removeBatch(tx, id, by)
    await endWaitingList(deps, tx, id, null)
  })
}
