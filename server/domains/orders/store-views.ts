import { refusal } from '../../../contract/errors.ts'
import type { OrderTracking, StoreOrder } from '../../../contract/orders/store-orders.ts'
import type { Deps } from '../deps.ts'
import type { PaymentsService } from '../money/index.ts'
import type { EnquiriesService } from '../people/index.ts'
import type { ProductsService } from '../store/index.ts'
import { isDelivered } from './care/concerns.ts'
import type { ChargeViews } from './charges/charge-views.ts'
import * as trail from './florist/order-trail.ts'
import { presentAttempts, presentPhotographs } from './florist/order-trail.ts'
import { billOf } from './order-steps.ts'
import type { OrderRow } from './orders.repository.ts'
import * as repository from './orders.repository.ts'
import {
  presentLines,
  presentStoreOrder,
  presentTracking,
  type StoreOrderParts,
  shownStatus,
} from './store-orders.presenter.ts'

const ownOrdersMax = 100

export function createStoreViews(
  deps: Deps,
  {
    products,
    payments,
    enquiries,
  }: { products: ProductsService; payments: PaymentsService; enquiries: EnquiriesService },
  charges: ChargeViews,
) {
  const { db, clock } = deps

  async function productsOf(productIds: readonly string[]) {
    const pictureOf = await products.findFirstPictures(db.read, productIds)
    const slugs = await products.findSlugs(db.read, productIds)
    return { pictureOf, slugOf: (id: string) => slugs.get(id) ?? null }
  }

  async function read(id: string): Promise<{ row: OrderRow; parts: StoreOrderParts }> {
    const row = await repository.findOrder(db.read, id)
    if (row === undefined) throw refusal('order-unknown')
    const items = await repository.listItems(db.read, [id])
    const changes = await repository.listChanges(db.read, id)
    const ofProducts = await productsOf(items.flatMap(({ product_id }) => product_id ?? []))
    const photographs = presentPhotographs(await trail.listPhotographs(db.read, [id]))
    const attempts = presentAttempts(await trail.listAttempts(db.read, [id]))
    const concernTimes = isDelivered(row.status) ? await enquiries.listConcernTimes(db.read, id) : []
    return { row, parts: { items, changes, ...ofProducts, photographs, attempts, concernTimes } }
  }

  return {
    findPlaced: repository.findOrder,

    /** @throws `not_found` */
    async track(id: string): Promise<OrderTracking> {
      const { row, parts } = await read(id)
      return presentTracking(row, parts, clock.now())
    },

    /** @throws `not_found` */
    async view(id: string): Promise<StoreOrder> {
      const { row, parts } = await read(id)
      const [means, { state }] = await Promise.all([
        payments.provider.begin(billOf(row)),
        payments.moneyOf(db.read, { kind: 'order', id }),
      ])
      const payment = {
        means,
        state,
        // Only a try that reached nobody is charged for.
        charges: parts.attempts.length > 0 ? await charges.viewCharges(db.read, row) : [],
      }
      return presentStoreOrder(row, parts, payment, clock.now())
    },

    async listOwn(caller: { userId: string; email: string }) {
      const rows = await repository.listOrdersOf(db.read, caller, ownOrdersMax)
      const items = await repository.listItems(
        db.read,
        rows.map(({ id }) => id),
      )
      const ofProducts = await productsOf(items.flatMap(({ product_id }) => product_id ?? []))
      const states = await payments.states(db.read, 'order', rows)
      const byOrder = Map.groupBy(items, ({ order_id }) => order_id)
      return rows.map((row) => ({
        id: row.id,
        ordernumber: row.number,
        status: shownStatus(row),
        createdat: row.created_at,
        day: row.delivery_day,
        total: Number(row.total_in_paise) / 100,
        isChecking: states.get(row.id) === 'checking',
        lines: presentLines({ items: byOrder.get(row.id) ?? [], ...ofProducts }),
      }))
    },
  }
}
