import type { Tx } from '../../db/schema.ts'
import type { Deps } from '../deps.ts'
import { receivedMessage } from './order-messages.ts'
import type { OrderSteps } from './order-steps.ts'
import type { OrderRow } from './orders.repository.ts'
import * as repository from './orders.repository.ts'

/** The buyer of an order, and the link that proves them. */
export function createOrderProofs(
  { db, clock, outbox }: Pick<Deps, 'db' | 'clock' | 'outbox'>,
  steps: OrderSteps,
) {
  return {
    /** The buyer is proved: the order counts no more among those of strangers. A repeat changes nothing. */
    async prove(tx: Tx, id: string): Promise<OrderRow> {
      const row = await steps.getLocked(tx, id)
      if (row.proved_at !== null) return row
      const proved_at = clock.now()
      await repository.setProved(tx, id, proved_at)
      return { ...row, proved_at }
    },

    /** Mails the links of orders that wait for money again, once an hour, to whoever they were mailed to. */
    async mailLinks(held: readonly { kind: string; id: string }[]): Promise<void> {
      const turn = `held-${clock.now().slice(0, 13)}`
      const orderIds = held.flatMap(({ kind, id }) => (kind === 'order' ? [id] : []))
      if (orderIds.length === 0) return
      await db.transaction(async (tx) => {
        for (const id of orderIds) {
          const row = await repository.findOrder(tx, id)
          if (row?.status !== 'pending') continue
          const told = receivedMessage(row, await repository.listItems(tx, [id]))
          await outbox.tell(tx, { ...told, to: { email: row.email }, turn })
        }
      })
    },
  }
}
