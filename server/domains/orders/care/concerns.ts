import { refusal } from '../../../../contract/errors.ts'
import { type ConcernForm, concernHours, concernsOfOrderMax } from '../../../../contract/orders/concerns.ts'
import type { OrderStatus } from '../../../../contract/orders/order-facts.ts'
import type { StoreOrder } from '../../../../contract/orders/store-orders.ts'
import { instantInWords } from '../../../../contract/words.ts'
import type { Tx } from '../../../db/schema.ts'
import { addMs } from '../../../platform/clock.ts'
import type { StoredPicture } from '../../../platform/pictures.ts'
import type { OrderSteps } from '../order-steps.ts'
import type { OrderDeps } from '../orders.deps.ts'
import type { OrderChangeRow, OrderRow } from '../orders.repository.ts'
import * as repository from '../orders.repository.ts'

export const isDelivered = (status: OrderStatus) => status === 'delivered' || status === 'completed'

/**
 * Returns the last instant at which the buyer may report a problem; null before the delivery. The time runs from the
 * moment at which the server learned of the delivery. A florist's phone may be offline, and the buyer hears of the
 * delivery only at that moment.
 */
function concernEnd(row: OrderRow, changes: readonly OrderChangeRow[]): string | null {
  if (!isDelivered(row.status)) return null
  const times = changes
    .filter(({ undone_at }) => undone_at === null)
    .filter(({ from_status, to_status }) => isDelivered(to_status) && !isDelivered(from_status))
    .map(({ effects_at }) => effects_at)
  // Orders of the demonstration have no history.
  return addMs(times.toSorted().at(-1) ?? row.updated_at, concernHours * 60 * 60_000)
}

/**
 * Tells whether and until when the buyer may report a problem. @param raisedAt the times of earlier reports, newest
 * first
 */
export function concernState(
  row: OrderRow,
  changes: readonly OrderChangeRow[],
  raisedAt: readonly string[],
  now: string,
): StoreOrder['concern'] {
  const until = concernEnd(row, changes)
  if (until === null) return null
  return { until, isOpen: now <= until && raisedAt.length < concernsOfOrderMax, toldAt: raisedAt[0] ?? null }
}

export function createConcerns({ db, clock, enquiries, privatePictures }: OrderDeps, steps: OrderSteps) {
  const sender = (network: string) => ({ network, isBuyer: true })

  function requireBuyer(row: OrderRow | undefined, email: string): OrderRow {
    if (row === undefined) throw refusal('order-unknown')
    // The address is checked before the response reveals anything about the order.
    if (row.email !== email) throw refusal('order-other-email', { at: 'email' })
    return row
  }

  return {
    /**
     * Stores a buyer's photographs, and deletes the photographs that `work` does not record. A caller who is not the
     * buyer is refused before any picture is decoded.
     */
    async withPhotographs<T>(
      id: string,
      email: string,
      { photographs, network }: { photographs: readonly string[]; network: string },
      work: (stored: StoredPicture[]) => Promise<T>,
    ) {
      requireBuyer(await repository.findOrder(db.read, id), email)
      return privatePictures.withStored(photographs, sender(network), work)
    },

    async raiseConcern(
      tx: Tx,
      id: string,
      { email, ...said }: ConcernForm,
      photographs: readonly StoredPicture[],
      { network, phone }: { network: string; phone: string },
    ) {
      const row = requireBuyer(await steps.getLocked(tx, id), email)
      const until = concernEnd(row, await repository.listChanges(tx, id))
      if (until === null) throw refusal('concern-early', { facts: { phone } })
      if (clock.now() > until) {
        throw refusal('concern-late', { facts: { until: instantInWords(until), phone } })
      }
      const raisedAt = await enquiries.listConcernTimes(tx, id)
      if (raisedAt.length >= concernsOfOrderMax) throw refusal('concern-many', { facts: { phone } })
      await enquiries.addConcern(tx, row, said, photographs, sender(network))
      // The audit log is kept longer than the buyer's text, so it names only the kind of problem.
      await steps.record(tx, row, null, {}, { concern: said.what })
    },
  }
}
