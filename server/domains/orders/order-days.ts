import { DomainError, refusal } from '../../../contract/errors.ts'
import type { Tx } from '../../db/schema.ts'
import type { Actor } from '../../platform/audit.ts'
import { addDays } from '../../platform/clock.ts'
import type { DeliveryService } from '../delivery/delivery.service.ts'
import type { Deps } from '../deps.ts'
import type { ProductsService } from '../products/products.service.ts'
import type { DeliveryTimes } from '../school/school.service.ts'
import { noticeMessage } from './order-messages.ts'
import { deliveryInWords, slotInWords } from './order-notices.ts'
import type { OrderSteps } from './order-steps.ts'
import type { OrderRow } from './orders.repository.ts'
import * as repository from './orders.repository.ts'

interface Asked {
  id: string
  version: number
}

/** What staff do with an order whose day the school has closed. */
export function createOrderDays(
  { db, outbox }: Deps,
  steps: OrderSteps,
  { products, delivery }: { products: ProductsService; delivery: DeliveryService },
) {
  /** @throws `not_found`; `conflict` where it was changed since, or is over */
  async function lock(tx: Tx, { id, version }: Asked): Promise<OrderRow> {
    const row = await steps.getLocked(tx, id)
    if (version !== row.version || ['delivered', 'completed', 'cancelled'].includes(row.status)) {
      throw new DomainError('conflict')
    }
    return row
  }

  async function goodsOf(tx: Tx, items: readonly repository.OrderItemRow[]) {
    const wanted = items.flatMap(({ product_id: productId, size_id: size, quantity }) =>
      productId === null ? [] : [{ productId, size, quantity }],
    )
    return delivery.goodsOf(await products.priceItems(tx, wanted))
  }

  return {
    /**
     * It comes at another time for the price that was agreed, by the rules by which it is ordered; the buyer is told.
     * @throws as `lock`; `slot_closed`, `slot_full`, `undeliverable`; `validation_failed` for another way
     */
    moveToSlot: (asked: Asked, to: { day: string; slotId: string }, times: DeliveryTimes, by: Actor) =>
      db.transaction(async (tx) => {
        const row = await lock(tx, asked)
        const items = await repository.listItems(tx, [row.id])
        const goods = await goodsOf(tx, items)
        const slot = await delivery.judgeSlot(tx, { ...to, pincode: row.pincode, goods }, times)
        if ((slot.way === 'pickup') !== (row.way === 'pickup'))
          throw refusal('slot-other-way', { at: 'slotId' })
        if (row.slot_id !== null && row.delivery_day !== null && row.holds_slot === 1) {
          await delivery.releaseSlot(tx, { slotId: row.slot_id, day: row.delivery_day })
        }
        await delivery.takePlace(tx, to)
        const waitsUntil =
          row.hold_until !== null && row.hold_until > slot.makeBy ? slot.makeBy : row.hold_until
        const moved = await steps.move(tx, row, row.status, {
          way: slot.way,
          slot_id: to.slotId,
          slot_name: slot.slotName,
          delivery_day: to.day,
          window_from: slot.windowFrom,
          window_to: slot.windowTo,
          make_by: slot.makeBy,
          hold_until: waitsUntil,
          holds_slot: 1,
        })
        await outbox.tell(tx, noticeMessage(moved, items, 'moved', `moved:${moved.version}`))
        await steps.record(tx, row, by, { delivery: wordsOf(row) }, { delivery: wordsOf(moved) })
      }),

    /** It is brought although the school is closed on this day, or on the evening before its own. @throws as `lock` */
    letStand: (asked: Asked, day: string, by: Actor) =>
      db.transaction(async (tx) => {
        const row = await lock(tx, asked)
        if (row.delivery_day !== day && row.delivery_day !== addDays(day, 1))
          throw new DomainError('conflict')
        await steps.move(tx, row, row.status, { stays_on: day })
        await steps.record(tx, row, by, {}, { closedDay: 'is brought' })
      }),
  }
}

function wordsOf(row: OrderRow): string | null {
  return row.delivery_day && deliveryInWords({ day: row.delivery_day, slot: slotInWords(row) })
}
