import { refusal } from '../../../../contract/errors.ts'
import type { GiftState } from '../../../../contract/orders/gifts.ts'
import type { Queryable, Tx } from '../../../db/schema.ts'
import { schoolNotice } from '../../../platform/messages/school-notice.ts'
import type { SignedLinks } from '../../../platform/signed-links.ts'
import { listPhotographs, presentPhotographs } from '../florist/order-trail.ts'
import { deliveryFacts, deliveryTime, isPaidFor } from '../order-notices.ts'
import type { OrderSteps } from '../order-steps.ts'
import type { OrderDeps } from '../orders.deps.ts'
import { facts, school } from '../orders.letters.en.ts'
import { presentLine, slotOf } from '../orders.presenter.ts'
import type { OrderRow } from '../orders.repository.ts'
import * as repository from '../orders.repository.ts'

/** The recipient learns only whether the order is confirmed, and nothing more about the payment. */
const stateOf: Record<OrderRow['status'], GiftState> = {
  pending: 'unconfirmed',
  confirmed: 'confirmed',
  processing: 'confirmed',
  shipped: 'on-its-way',
  delivered: 'delivered',
  completed: 'delivered',
  cancelled: 'cancelled',
}

const ended = new Set<OrderRow['status']>(['delivered', 'completed', 'cancelled'])

/** Returns the path of the page for the recipient; null for an order that is older than the online store. */
export function giftPath(links: SignedLinks, { gift_id: id }: OrderRow): string | null {
  return id === null ? null : `/gift/${links.sign('gift', id)}`
}

export function createGifts({ db, clock, links, outbox, products }: OrderDeps, steps: OrderSteps) {
  async function findOrder(source: Queryable, token: string) {
    const id = links.read('gift', token)
    const orders = source.selectFrom('shop_order').selectAll()
    const row = id === null ? undefined : await orders.where('gift_id', '=', id).executeTakeFirst()
    if (row === undefined) throw refusal('gift-unknown')
    return row
  }

  return {
    async viewGift(token: string) {
      const row = await findOrder(db.read, token)
      const { delivery_day: day } = row
      const slot = slotOf(row)
      if (day === null || slot === null) throw refusal('gift-unknown')
      const items = await repository.listItems(db.read, [row.id])
      const productIds = items.flatMap(({ product_id }) => product_id ?? [])
      const pictureOf = await products.findFirstPictures(db.read, productIds)
      const state = stateOf[row.status]
      // Anybody can place an order and pass its link on, so an unpaid order shows no text that was typed by the buyer.
      const isPaid = isPaidFor(row)
      return {
        recipientName: (isPaid && row.recipient_name) || '',
        from: isPaid && row.hides_sender === 0 ? row.customer_name : null,
        day,
        slot,
        isPickup: row.way === 'pickup',
        state,
        cardMessage: isPaid && state === 'delivered' ? row.card_message : null,
        lines: items.map((item) => {
          const { name, quantity, picture } = presentLine(item, pictureOf)
          return { name, quantity, picture }
        }),
        photographs: presentPhotographs(await listPhotographs(db.read, [row.id])),
        care: await products.findCare(db.read, productIds),
        toldNobodyHome: row.nobody_home_at !== null,
      }
    },

    async tellNobodyHome(tx: Tx, token: string, message: string) {
      const row = await steps.getLocked(tx, (await findOrder(tx, token)).id)
      if (ended.has(row.status)) throw refusal('gift-over')
      if (row.nobody_home_at !== null) throw refusal('gift-told')
      await steps.move(tx, row, row.status, { nobody_home_at: clock.now() })
      await outbox.tell(tx, {
        to: 'school',
        cause: `order:${row.id}:nobody-home:school`,
        words: schoolNotice({
          title: school.nobodyHome(row),
          // There is no `replyTo`: a reply would reach the buyer, who must not learn of this message.
          record: { kind: 'order', q: row.number },
          facts: [
            [facts.order, row.number],
            [facts.recipient, row.recipient_name ?? ''],
            [facts.recipientPhone, row.recipient_phone ?? ''],
            ...deliveryFacts(deliveryTime(row)),
            [school.message, message],
          ],
        }),
      })
    },
  }
}
