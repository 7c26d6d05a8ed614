import { refusal } from '../../../../contract/errors.ts'
import { atSchool } from '../../../../contract/money/payment-methods.ts'
import type { Tx } from '../../../db/schema.ts'
import { addDays } from '../../../platform/clock.ts'
import type { OutboxMessage } from '../../../platform/outbox.ts'
import { atSchoolMessage, newOrderNotice, receivedMessage } from '../order-messages.ts'
import { holdEnd, isAsked, type OrderSteps } from '../order-steps.ts'
import type { OrderDeps } from '../orders.deps.ts'
import type { OrderItemRow, OrderRow } from '../orders.repository.ts'
import * as repository from '../orders.repository.ts'

const currentMax = 20
const daysAfterDelivery = 7

export function createOrderProofs(
  { db, clock, officeHours, outbox, payments, products, school }: OrderDeps,
  steps: OrderSteps,
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

  /**
   * Places an order whose link was clicked: takes stock, slot and coupon. If one of the three is not available, the
   * order takes nothing. @throws `not_found` if the time limit of the link has passed; `out_of_stock`
   */
  async function place(tx: Tx, row: OrderRow, terms: { holdHours: number }) {
    const now = clock.now()
    if ((row.asked_until ?? '') <= now) throw refusal('asked-order-over')
    const items = await repository.listItems(tx, [row.id])
    if ((await isWithdrawn(tx, items)) || !(await steps.takeUpAgain(tx, row, true)))
      throw refusal('asked-order-gone')
    const isFree = row.total_in_paise === 0
    const placed = { ...row, proved_at: now, created_at: now }
    const order = await steps.move(tx, row, isFree ? 'confirmed' : 'pending', {
      proved_at: now,
      ended_by: null,
      hold_until: isFree ? null : holdEnd(placed, terms, await payments.providerIn(tx)),
      ...(isFree && { payment_status: 'paid', paid_at: now, confirmed_at: now }),
    })
    if (isFree) await steps.settleCredit(tx, order)
    await outbox.tell(tx, receivedMessage(order, items), newOrderNotice(order))
    return order
  }

  /** True while an order waits for a buyer who comes to the school. */
  const isAwaited = ({ status, hold_until, payment_method }: OrderRow) =>
    payment_method === atSchool && status === 'pending' && hold_until !== null && hold_until > clock.now()

  /**
   * Tells a buyer who comes to the school the end of the hold, the address and the opening hours. Does nothing for any
   * other buyer.
   */
  async function tellAtSchool(tx: Tx, row: OrderRow, provedUntil: string, more: Partial<OutboxMessage> = {}) {
    if (!isAwaited(row)) return
    const items = await repository.listItems(tx, [row.id])
    const week = await officeHours.week(tx)
    const until = row.proved_at === null && { provedUntil }
    await outbox.tell(tx, { ...atSchoolMessage(row, items, { week, ...until }), ...more })
  }

  return {
    /**
     * Lets the buyer of a held order pay at the school. The hold of a proved buyer gets its full time. Any other buyer
     * must first open the link of an e-mail, which proves the address. A repeated call changes nothing.
     * @throws `conflict` if the school takes no money there, the order is not held, or a proved hold has ended
     */
    async payAtSchool(tx: Tx, id: string, terms: { holdHours: number }) {
      const row = await steps.getLocked(tx, id)
      if (isAwaited(row)) return row
      const now = clock.now()
      if (row.status !== 'pending' || row.hold_until === null || row.hold_until <= now) {
        throw refusal('nothing-held-to-pay')
      }
      if (!(await school.takesMoneyThere(tx))) throw refusal('not-at-school')
      const chosen = { ...row, payment_method: atSchool }
      const full = holdEnd(
        { ...chosen, proved_at: row.proved_at ?? now },
        terms,
        await payments.providerIn(tx),
      )
      const { state } = await payments.moneyOf(tx, { kind: 'order', id })
      // A reported payment may hold an order for longer than a visit to the school. A buyer who has not paid yet does
      // not keep that longer hold.
      const isReported = state === 'checking'
      if (isReported && full <= now) throw refusal('not-at-school')
      const provedUntil = isReported || full > row.hold_until ? full : row.hold_until
      if (row.proved_at !== null) chosen.hold_until = provedUntil
      const { payment_method, hold_until } = chosen
      await tx.updateTable('shop_order').set({ payment_method, hold_until }).where('id', '=', id).execute()
      await tellAtSchool(tx, chosen, provedUntil)
      return chosen
    },

    /**
     * Marks the buyer's address as proved: the limits for strangers no longer apply, and the order gets the full hold.
     * An order that waits for this proof is placed. A repeated call changes nothing.
     */
    async prove(tx: Tx, id: string, terms: { holdHours: number }) {
      const row = await steps.getLocked(tx, id)
      if (isAsked(row)) return place(tx, row, terms)
      if (row.proved_at !== null) return row
      const now = clock.now()
      const proved = { ...row, proved_at: now }
      if (row.status === 'pending' && row.hold_until !== null && row.hold_until > now) {
        const { state } = await payments.moneyOf(tx, { kind: 'order', id })
        const isChecked = state === 'checking' && row.make_by !== null && row.payment_method !== atSchool
        const ends = isChecked
          ? (row.make_by as string)
          : holdEnd(proved, terms, await payments.providerIn(tx))
        if (ends > row.hold_until) proved.hold_until = ends
      }
      // The version stays the same, since staff changed nothing.
      const { proved_at, hold_until } = proved
      await tx.updateTable('shop_order').set({ proved_at, hold_until }).where('id', '=', id).execute()
      await tellAtSchool(tx, proved, '')
      return proved
    },

    async listCurrentOf(tx: Tx, email: string) {
      const since = addDays(clock.today(), -daysAfterDelivery)
      const rows = await tx
        .selectFrom('shop_order')
        .selectAll()
        .where('email', '=', email)
        .where('slot_id', 'is not', null)
        .where('status', '!=', 'cancelled')
        .where((eb) =>
          eb.or([
            eb('status', 'in', ['pending', 'confirmed', 'processing', 'shipped']),
            eb('delivery_day', '>=', since),
          ]),
        )
        .orderBy('created_at', 'desc')
        .orderBy('id')
        .limit(currentMax)
        .execute()
      return rows.map((row) => ({
        id: row.id,
        number: row.number,
        day: row.delivery_day,
        isDue: row.status === 'pending',
        isProved: row.proved_at !== null,
      }))
    },

    async mailLinks(held: readonly { kind: string; id: string }[]) {
      const turn = `held-${clock.now().slice(0, 13)}`
      const orderIds = held.flatMap(({ kind, id }) => (kind === 'order' ? [id] : []))
      if (orderIds.length === 0) return
      await db.transaction(async (tx) => {
        for (const id of orderIds) {
          const row = await repository.findOrder(tx, id)
          if (row?.status !== 'pending') continue
          const again = { to: { email: row.email }, turn }
          if (isAwaited(row)) await tellAtSchool(tx, row, row.hold_until ?? '', again)
          else
            await outbox.tell(tx, {
              ...receivedMessage(row, await repository.listItems(tx, [id])),
              ...again,
            })
        }
      })
    },
  }
}
