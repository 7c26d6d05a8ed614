import { refusal } from '../../../../contract/errors.ts'
import type { Tx } from '../../../db/schema.ts'
import { addDays } from '../../../platform/clock.ts'
import type { Deps } from '../../deps.ts'
import type { PaymentsService } from '../../money/index.ts'
import type { ProductsService } from '../../store/index.ts'
import { newOrderNotice, receivedMessage } from '../order-messages.ts'
import { holdEnds, isAsked, type OrderSteps } from '../order-steps.ts'
import type { OrderItemRow, OrderRow } from '../orders.repository.ts'
import * as repository from '../orders.repository.ts'

/** One letter names at most this many orders. */
const currentMax = 20
/** A delivered order is found this much longer. */
const daysAfterDelivery = 7

export function createOrderProofs(
  { db, clock, outbox }: Pick<Deps, 'db' | 'clock' | 'outbox'>,
  steps: OrderSteps,
  payments: PaymentsService,
  products: ProductsService,
) {
  async function isWithdrawn(tx: Tx, items: readonly OrderItemRow[]): Promise<boolean> {
    const wanted = items.map(({ product_id, size_id, quantity }) => ({
      productId: product_id ?? '',
      size: size_id,
      quantity,
    }))
    const found = await products.priceItems(tx, wanted)
    return found.length < items.length || found.some(({ problem }) => problem === 'gone')
  }

  /** Holds now what was asked for, all of it or nothing. @throws `not_found` once its time is up; `out_of_stock` */
  async function place(tx: Tx, row: OrderRow, terms: { holdHours: number }): Promise<OrderRow> {
    const now = clock.now()
    if ((row.asked_until ?? '') <= now) throw refusal('asked-order-over')
    const items = await repository.listItems(tx, [row.id])
    if ((await isWithdrawn(tx, items)) || !(await steps.takeUpAgain(tx, row)))
      throw refusal('asked-order-gone')
    const isFree = Number(row.total_in_paise) === 0
    const placed = { ...row, proved_at: now, created_at: now }
    const order = await steps.move(tx, row, isFree ? 'confirmed' : 'pending', {
      proved_at: now,
      ended_by: null,
      hold_until: isFree ? null : holdEnds(placed, terms, payments.provider),
      ...(isFree && { payment_status: 'paid', paid_at: now, confirmed_at: now }),
    })
    if (isFree) await steps.settleCredit(tx, order)
    await outbox.tell(tx, receivedMessage(order, items), newOrderNotice(order))
    return order
  }

  return {
    /**
     * The buyer is proved, so the order counts no more among those of strangers, and is held as long as the school
     * holds orders. An order that was asked for is placed. A repeat changes nothing.
     * @throws `not_found`, `out_of_stock`
     */
    async prove(tx: Tx, id: string, terms: { holdHours: number }): Promise<OrderRow> {
      const row = await steps.getLocked(tx, id)
      if (isAsked(row)) return place(tx, row, terms)
      if (row.proved_at !== null) return row
      const now = clock.now()
      const proved = { ...row, proved_at: now }
      if (row.status === 'pending' && row.hold_until !== null && row.hold_until > now) {
        const { state } = await payments.moneyOf(tx, { kind: 'order', id })
        const isChecked = state === 'checking' && row.make_by !== null
        const ends = isChecked ? (row.make_by as string) : holdEnds(proved, terms, payments.provider)
        if (ends > row.hold_until) proved.hold_until = ends
      }
      await repository.setProved(tx, id, { proved_at: now, hold_until: proved.hold_until })
      return proved
    },

    /** Orders that still go on, or came in the last days; the newest first. */
    async listCurrentOf(tx: Tx, email: string) {
      const since = addDays(clock.today(), -daysAfterDelivery)
      const rows = await repository.listCurrentOf(tx, email, since, currentMax)
      return rows.map((row) => ({
        id: row.id,
        number: row.number,
        day: row.delivery_day,
        isDue: row.status === 'pending',
        isProved: row.proved_at !== null,
      }))
    },

    /** Mails the links of orders that wait for money to their buyers again, at most once an hour. */
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
