import { DomainError } from '../../../../contract/errors.ts'
import type { Tx } from '../../../db/schema.ts'
import type { Actor } from '../../../platform/audit.ts'
import { addDays } from '../../../platform/clock.ts'
import { noticeMessage } from '../order-messages.ts'
import { deliveryInWords, deliveryTime } from '../order-notices.ts'
import type { OrderSteps } from '../order-steps.ts'
import type { OrderDeps } from '../orders.deps.ts'
import type { OrderRow } from '../orders.repository.ts'
import * as repository from '../orders.repository.ts'

interface Asked {
  id: string
  version: number
}

export function createOrderDays({ db, outbox, delivery, school }: OrderDeps, steps: OrderSteps) {
  async function lock(tx: Tx, { id, version }: Asked) {
    const row = await steps.getLocked(tx, id)
    if (version !== row.version || ['delivered', 'completed', 'cancelled'].includes(row.status)) {
      throw new DomainError('conflict')
    }
    return row
  }

  return {
    /** Moves an order to another time at the agreed price, by the rules for a new order, and notifies the buyer. */
    async moveToSlot(asked: Asked, to: { day: string; slotId: string }, by: Actor) {
      const times = await school.current()
      return db.transaction(async (tx) => {
        const row = await lock(tx, asked)
        const goods = await steps.goodsOf(tx, row)
        const slot = await delivery.judgeSlot(tx, { ...to, pincode: row.pincode, goods }, times)
        const moved = await steps.move(tx, row, row.status, await steps.changeSlot(tx, row, to, slot))
        const items = await repository.listItems(tx, [row.id])
        await outbox.tell(tx, noticeMessage(moved, items, 'moved', `moved:${moved.version}`))
        await steps.record(tx, row, by, { delivery: deliveryWords(row) }, { delivery: deliveryWords(moved) })
      })
    },

    /** Keeps the order's delivery time although the school is closed on `day`, or on the evening before. */
    letStand: (asked: Asked, day: string, by: Actor) =>
      db.transaction(async (tx) => {
        const row = await lock(tx, asked)
        if (row.delivery_day !== day && row.delivery_day !== addDays(day, 1))
          throw new DomainError('conflict')
        await steps.move(tx, row, row.status, { stays_on: day })
        await steps.record(tx, row, by, {}, { closedDay: 'delivered anyway' })
      }),
  }
}

export function deliveryWords(row: OrderRow): string | null {
  const delivery = deliveryTime(row)
  return delivery && deliveryInWords(delivery)
}
