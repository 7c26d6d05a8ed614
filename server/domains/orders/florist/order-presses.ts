import { refusal } from '../../../../contract/errors.ts'
import * as contract from '../../../../contract/orders/florist.ts'
import {
  type AttemptKind,
  attemptKinds,
  type OrderStatus,
  orderStatuses,
} from '../../../../contract/orders/order-facts.ts'
import type { Tx } from '../../../db/schema.ts'
import type { Actor } from '../../../platform/audit.ts'
import type { StoredPicture } from '../../../platform/pictures.ts'
import { readyMessage } from '../order-messages.ts'
import type { OrderSteps } from '../order-steps.ts'
import type { OrderDeps } from '../orders.deps.ts'
import { presentOpenChange } from '../orders.presenter.ts'
import type { OrderRow } from '../orders.repository.ts'
import * as repository from '../orders.repository.ts'

const leadsTo: Partial<Record<contract.PressKind, OrderStatus>> = {
  start: 'processing',
  tied: 'processing',
  out: 'shipped',
  delivered: 'delivered',
}

const isAttempt = (kind: contract.PressKind): kind is AttemptKind =>
  (attemptKinds as readonly string[]).includes(kind)

/**
 * The actions of the buttons on the florist's lists. A press sends no version of the order, because it only moves the
 * order forward.
 */
export function createOrderPresses({ clock, ids, outbox, pictures }: OrderDeps, steps: OrderSteps) {
  /**
   * Returns the time of a press on a button. A time in the future, from a phone whose clock is fast, counts as now.
   * @throws `conflict` if the time is more than a day ago
   */
  function pressTime({ at }: contract.Press, { created_at }: OrderRow): string {
    const now = clock.now()
    if (Date.parse(at) < clock.ms() - contract.pressAgeMaxMs) throw refusal('press-old')
    const notAhead = at > now ? now : at
    return notAhead < created_at ? created_at : notAhead
  }

  async function tie(tx: Tx, row: OrderRow, at: string, photograph: StoredPicture | null) {
    if (row.ready_at !== null) return
    await repository.updateOrder(tx, row, { ready_at: at, updated_at: clock.now() })
    // A click on an offline phone may arrive after the delivery, too late for this e-mail.
    if (row.status !== 'processing') return
    const items = await repository.listItems(tx, [row.id])
    await outbox.tell(tx, readyMessage(row, items, photograph))
  }

  return {
    /**
     * Stores the photograph that a press sends. The call runs before the transaction, because encoding is slow. @throws
     * `image_too_large`, `unsupported_image`
     */
    storePhotograph: async ({ photograph }: contract.Press) =>
      photograph === undefined || photograph === ''
        ? null
        : pictures.store(photograph, { bytesMax: contract.photographBytesMax }),

    async press(tx: Tx, id: string, made: contract.Press, photograph: StoredPicture | null, by: Actor) {
      const row = await steps.getLocked(tx, id)
      if (row.status === 'cancelled') throw refusal('press-on-cancelled')
      if (row.status === 'pending') throw refusal('press-on-unpaid')
      const at = pressTime(made, row)
      const { kind } = made
      if (photograph !== null && (kind === 'tied' || kind === 'delivered')) {
        await pictures.record(tx, photograph)
        const taken = { picture_base: photograph.base, at, by_email: by.email }
        await tx
          .insertInto('order_photograph')
          .values({ order_id: id, kind: kind === 'tied' ? 'ready' : 'door', ...taken })
          .onConflict((conflict) => conflict.columns(['order_id', 'kind']).doUpdateSet(taken))
          .execute()
      }
      if (isAttempt(kind)) {
        const attempt = { id: ids.id(), order_id: id, kind, note: made.note || null, at, by_email: by.email }
        await tx.insertInto('order_attempt').values(attempt).execute()
        await steps.record(tx, row, by, {}, { attempt: kind })
      }
      const to = leadsTo[kind]
      if (to && orderStatuses.indexOf(row.status) < orderStatuses.indexOf(to)) {
        await steps.setByStaff(tx, row, to, by, at)
      }
      const pressed = await steps.getLocked(tx, id)
      if (kind === 'tied') await tie(tx, pressed, at, photograph)
      const latest = (await repository.listOpenChanges(tx, [id])).at(-1)
      const isOfPress = latest !== undefined && latest.to_status === to && latest.order_version > row.version
      // "Tied" has already sent the buyer an e-mail, so nobody can undo this press.
      const canUndo = isOfPress && kind !== 'tied'
      return { id, status: pressed.status, change: canUndo ? presentOpenChange(latest) : null }
    },

    /**
     * Returns the gift cards of the orders that have a card, and marks the cards as printed. The buyer cannot change a
     * printed card.
     */
    async printCards(tx: Tx, orderIds: readonly string[], by: Actor) {
      const cards = new Map<string, contract.GiftCard>()
      // Orders are locked by id, so that two callers who print the same cards do not deadlock.
      for (const id of [...new Set(orderIds)].sort()) {
        const row = await steps.getLocked(tx, id)
        if (row.card_message === null) continue
        if (row.card_printed_at === null) {
          const now = clock.now()
          await repository.updateOrder(tx, row, { card_printed_at: now, updated_at: now })
          await steps.record(tx, row, by, {}, { card: 'printed' })
        }
        cards.set(id, {
          id,
          ordernumber: row.number,
          message: row.card_message,
          recipientName: row.recipient_name ?? row.customer_name,
          from: row.hides_sender === 1 ? null : row.customer_name,
        })
      }
      return orderIds.flatMap((id) => cards.get(id) ?? [])
    },
  }
}
