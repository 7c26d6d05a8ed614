import { type DeliveryWay, deliveryWays } from '../../../contract/delivery-facts.ts'
import { isInStock } from '../../../contract/product-facts.ts'
import type { Queryable } from '../../db/open.ts'
import { listSizes } from './products.repository.ts'

/** Something of the shop that somebody wants. */
export interface Wanted {
  productId: string
  /** Of a product with sizes. */
  size?: string | null | undefined
  quantity: number
  answer?: string | null | undefined
}

/** What is wanted, as it can be had now. */
export interface PricedItem {
  productId: string
  slug: string
  name: string
  size: { id: string; name: string } | null
  customLabel: string | null
  answer: string | null
  isAddon: boolean
  quantity: number
  priceInPaise: number
  categories: string[]
  leadDays: number
  ways: readonly DeliveryWay[]
  /** How many there are, for all lines of this product together. */
  stock: number
  /** `gone`: not offered any more, or not in this size; `fewer`: there are not so many. */
  problem: 'gone' | 'fewer' | null
}

/** Prices what is wanted, in its order; a product that is not known at all is left out. */
export async function priceItems(source: Queryable, wanted: readonly Wanted[]): Promise<PricedItem[]> {
  const productIds = [...new Set(wanted.map(({ productId }) => productId))]
  if (productIds.length === 0) return []
  const rows = await source.selectFrom('product').selectAll().where('id', 'in', productIds).execute()
  const byId = new Map(rows.map((row) => [row.id, row]))
  const sizes = Map.groupBy(await listSizes(source, productIds), (size) => size.product_id)
  const asked = new Map<string, number>()
  return wanted.flatMap(({ productId, size: sizeId = null, quantity, answer }) => {
    const row = byId.get(productId)
    if (row === undefined) return []
    const ofProduct = sizes.get(productId) ?? []
    const size = ofProduct.find(({ id }) => id === sizeId)
    const isOffered = row.deleted_at === null && row.is_offered === 1
    const isSize = ofProduct.length === 0 ? sizeId === null : size !== undefined
    // Two lines of one product share its stock.
    const total = (asked.get(productId) ?? 0) + quantity
    asked.set(productId, total)
    const stock = isInStock({ isOffered, quantity: row.quantity }) ? row.quantity : 0
    return [
      {
        productId,
        slug: row.slug,
        name: row.name,
        size: size ? { id: size.id, name: size.name } : null,
        customLabel: row.is_custom === 1 ? row.custom_label : null,
        answer: (row.is_custom === 1 && answer?.trim()) || null,
        isAddon: row.is_addon === 1,
        quantity,
        priceInPaise: Number(size?.price_in_paise ?? row.price_in_paise),
        categories: JSON.parse(row.categories) as string[],
        leadDays: row.lead_days,
        ways: row.ways === null ? deliveryWays : (JSON.parse(row.ways) as DeliveryWay[]),
        stock,
        problem: !isOffered || !isSize ? ('gone' as const) : total > stock ? ('fewer' as const) : null,
      },
    ]
  })
}
