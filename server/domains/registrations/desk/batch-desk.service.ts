import * as z from 'zod/mini'
import type { cancelBody } from '../../../../contract/catalogue/batches.ts'
import type { Actor } from '../../../platform/audit.ts'
import { endHoldsIn } from '../holds/seat-holds.service.ts'
import type { RegistrationDeps } from '../registrations.deps.ts'
import { cancelSeatsIn } from '../seats/seat-ends.ts'
import { lockSeatsIn } from '../seats/seats.repository.ts'
import { lockOffersIn } from '../waiting-list/waiting-list.repository.ts'
import { endWaitingList } from '../waiting-list/waiting-list.service.ts'

/**
 * Everybody is told why, once. People who find room in `moveTo` are moved, at the price that `price` says if a seat
 * costs otherwise there. The money of the others waits for staff, like that of any cancelled seat. A second call
 * changes nothing.
 * @throws `not_found`, `conflict`
 */
export function cancelBatch(
  deps: RegistrationDeps,
  id: string,
  { reason, moveTo, price, version }: z.output<typeof cancelBody> & { version?: number },
  by: Actor,
) {
  return deps.db.transaction(async (tx) => {
    // Steps on seats, holds and offers lock their row before the batch: so does this, or the two would deadlock.
    await lockSeatsIn(tx, id)
    await lockOffersIn(tx, id)
    await deps.courses.endBatch(tx, id, { reason, version }, by)
    await endHoldsIn(deps, tx, id)
    const ended = await endWaitingList(deps, tx, id, reason)
    const terms = await deps.school.holdTimes(tx)
    const { paidInPaise, ...counts } = await cancelSeatsIn(deps, tx, { id, reason, moveTo, price }, terms, by)
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
