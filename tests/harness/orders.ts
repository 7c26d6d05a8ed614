import type { OrderStatus } from '../../contract/orders/order-facts.ts'
import type { TestApp } from './app.ts'

export interface OrderedGoods {
  productId: string | null
  quantity: number
  name?: string
  priceInRupees?: number
}

/** Places an order as the store does: its goods are taken from the stock, unless the order is cancelled. */
export async function placeOrder(
  app: TestApp,
  goods: readonly OrderedGoods[],
  facts: { status?: OrderStatus; customer?: string; isPaid?: boolean } = {},
): Promise<string> {
  const { ids, clock } = app.deps
  const id = ids.id()
  const { status = 'pending', customer = 'Kayal Devi', isPaid = false } = facts
  const items = goods.map(({ productId, quantity, name = 'Rose box', priceInRupees = 500 }, position) => ({
    order_id: id,
    position,
    product_id: productId,
    product_name: name,
    quantity,
    unit_price_in_paise: priceInRupees * 100,
    total_in_paise: priceInRupees * 100 * quantity,
    taken: status === 'cancelled' || productId === null ? 0 : quantity,
  }))
  const subtotal = items.reduce((sum, item) => sum + item.total_in_paise, 0)
  await app.db.transaction(async (tx) => {
    await tx
      .insertInto('shop_order')
      .values({
        id,
        number: ids.reference('MAL'),
        customer_name: customer,
        email: 'kayal@malar.example',
        phone: '9876543210',
        delivery_address: '14, Kutchery Road, Mylapore, Chennai 600004',
        occasion: 'Birthday',
        requirements: null,
        status,
        subtotal_in_paise: subtotal,
        delivery_charge_in_paise: 12_000,
        discount_in_paise: 0,
        total_in_paise: subtotal + 12_000,
        payment_method: 'UPI',
        payment_status: isPaid ? 'paid' : 'pending',
        paid_at: isPaid ? clock.now() : null,
        created_at: clock.now(),
        updated_at: clock.now(),
      })
      .execute()
    if (isPaid) {
      const at = clock.now()
      const amount_in_paise = subtotal + 12_000
      await tx
        .insertInto('receipt')
        .values({ id, kind: 'received', provider: 'shop', amount_in_paise, happened_at: at, recorded_at: at })
        .execute()
      await tx
        .insertInto('allocation')
        .values({
          id,
          receipt_id: id,
          subject: 'order',
          subject_id: id,
          purpose: 'pays',
          amount_in_paise,
          at,
        })
        .execute()
    }
    await tx.insertInto('shop_order_item').values(items).execute()
    const counts = new Map(
      items.flatMap(({ product_id, taken }) => (product_id && taken > 0 ? [[product_id, taken]] : [])),
    )
    if (counts.size > 0) await app.app.services.products.takeStock(tx, counts)
  })
  return id
}

/** Adds a product with a stock of `quantity`, and returns its id. */
export async function addProduct(app: TestApp, quantity: number, name = 'Rose box'): Promise<string> {
  const product = await app.db.transaction((tx) =>
    app.app.services.products.add(
      tx,
      {
        name,
        description: 'Roses in a round box.',
        price: 50_000,
        stockquantity: quantity,
      },
      null,
    ),
  )
  return product.id
}
