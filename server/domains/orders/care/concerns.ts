import { refusal } from '../../../../contract/errors.ts'
import { type ConcernForm, concernHours, concernsOfOrderMax } from '../../../../contract/orders/concerns.ts'
import type { OrderStatus } from '../../../../contract/orders/order-facts.ts'
import type { StoreOrder } from '../../../../contract/orders/store-orders.ts'
import { instantInWords } from '../../../../contract/words.ts'
import type { Tx } from '../../../db/schema.ts'
import { addMs } from '../../../platform/clock.ts'
import type { StoredPicture } from '../../../platform/pictures.ts'
import type { Deps } from '../../deps.ts'
import type { EnquiriesService } from '../../people/index.ts'
import type { PrivatePicturesService } from '../../school/index.ts'
import type { OrderSteps } from '../order-steps.ts'
import type { OrderChangeRow, OrderRow } from '../orders.repository.ts'
import * as repository from '../orders.repository.ts'

export const isDelivered = (status: OrderStatus) => status === 'delivered' || status === 'completed'

/**
 * The last instant at which the buyer can say that something is wrong; null before the delivery. It counts from when we
 * knew of the delivery, since a phone without a line tells us later, and the buyer hears of it then.
 */
function concernUntil(row: OrderRow, changes: readonly OrderChangeRow[]): string | null {
  if (!isDelivered(row.status)) return null
  const times = changes
    .filter(({ undone_at }) => undone_at === null)
    .filter(({ from_status, to_status }) => isDelivered(to_status) && !isDelivered(from_status))
    .map(({ effects_at }) => effects_at)
  // Orders of the demonstration have no history.
  return addMs(times.toSorted().at(-1) ?? row.updated_at, concernHours * 60 * 60_000)
}

/** @param told when each concern came, the newest first */
export function concernState(
  row: OrderRow,
  changes: readonly OrderChangeRow[],
  told: readonly string[],
  now: string,
): StoreOrder['concern'] {
  const until = concernUntil(row, changes)
  if (until === null) return null
  return { until, isOpen: now <= until && told.length < concernsOfOrderMax, toldAt: told[0] ?? null }
}

/** A concern is what a buyer says is wrong with what was delivered. */
export function createConcerns(
  { db, clock }: Deps,
  steps: OrderSteps,
  { enquiries, privatePictures }: { enquiries: EnquiriesService; privatePictures: PrivatePicturesService },
) {
  const sender = (network: string) => ({ network, isBuyer: true })

  function requireBuyer(row: OrderRow | undefined, email: string): OrderRow {
    if (row === undefined) throw refusal('order-unknown')
    // The address is checked before anything is said about the order.
    if (row.email !== email) throw refusal('order-other-email', { at: 'email' })
    return row
  }

  return {
    /**
     * Stores a buyer's photographs for `work`; those that it did not record go. Nobody else's picture is read.
     * @throws `not_found`, `validation_failed` for another e-mail address, `limit_reached`
     */
    async withPhotographs<T>(
      id: string,
      email: string,
      { photographs, network }: { photographs: readonly string[]; network: string },
      work: (stored: StoredPicture[]) => Promise<T>,
    ): Promise<T> {
      requireBuyer(await repository.findOrder(db.read, id), email)
      return privatePictures.withStored(photographs, sender(network), work)
    },

    /** @throws `not_found`; `validation_failed` for another e-mail address; `conflict` if too early or too late */
    async raiseConcern(
      tx: Tx,
      id: string,
      { email, ...said }: ConcernForm,
      photographs: readonly StoredPicture[],
      { network, phone }: { network: string; phone: string },
    ): Promise<void> {
      const row = requireBuyer(await steps.getLocked(tx, id), email)
      const until = concernUntil(row, await repository.listChanges(tx, id))
      if (until === null) throw refusal('concern-early', { facts: { phone } })
      if (clock.now() > until) {
        throw refusal('concern-late', { facts: { until: instantInWords(until), phone } })
      }
      const told = await enquiries.listConcernTimes(tx, id)
      if (told.length >= concernsOfOrderMax) throw refusal('concern-many', { facts: { phone } })
      await enquiries.addConcern(tx, row, said, photographs, sender(network))
      // The words are left out, since the audit log outlives them.
      await steps.record(tx, row, null, {}, { concern: said.what })
    },
  }
}
