import { refusal } from '../../../contract/errors.ts'
import { isDelivered } from './care/concerns.ts'
import type { ChargeViews } from './charges/charge-views.ts'
import * as trail from './florist/order-trail.ts'
import { presentAttempts, presentPhotographs } from './florist/order-trail.ts'
import { orderBill } from './order-steps.ts'
import type { OrderDeps } from './orders.deps.ts'
import * as repository from './orders.repository.ts'
import { presentLines, presentStoreOrder, presentTracking, shownStatus } from './store-orders.presenter.ts'

const ownOrdersMax = 100

export function createStoreViews(
  { db, clock, products, payments, enquiries, school }: OrderDeps,
  charges: ChargeViews,
) {
  async function productsOf(productIds: readonly string[]) {
    const pictureOf = await products.findFirstPictures(db.read, productIds)
    const slugs = await products.findSlugs(db.read, productIds)
    return { pictureOf, slugOf: (id: string) => slugs.get(id) ?? null }
  }

  async function read(id: string) {
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

    async track(id: string) {
      const { row, parts } = await read(id)
      return presentTracking(row, parts, clock.now())
    },

    async view(id: string) {
      const { row, parts } = await read(id)
      const [means, { state }] = await Promise.all([
        payments.providerIn(db.read).then((provider) => provider.begin(orderBill(row))),
        payments.moneyOf(db.read, { kind: 'order', id }),
      ])
      const payment = {
        means,
        state,
        offersSchool: (await school.current()).paysAtSchool,
        // A fee for another delivery is shown only after an attempt that reached nobody.
        charges: parts.attempts.length > 0 ? await charges.viewCharges(db.read, row) : [],
      }
      return presentStoreOrder(row, parts, payment, clock.now())
    },

    async listOwn(caller: { userId: string; email: string }) {
      const own = repository.ordersOf(db.read, caller).selectAll().orderBy('created_at', 'desc').orderBy('id')
      const rows = await own.limit(ownOrdersMax).execute()
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
        total: row.total_in_paise / 100,
        isChecking: states.get(row.id) === 'checking',
        lines: presentLines({ items: byOrder.get(row.id) ?? [], ...ofProducts }),
      }))
    },
  }
}
