import { type DeliveryWay, deliveryWays } from '../../../../contract/store/delivery-facts.ts'
import { isInStock } from '../../../../contract/store/product-facts.ts'
import { type EachAt, prepareForEach } from '../../../db/prepared.ts'
import type { Queryable } from '../../../db/schema.ts'

export interface Wanted {
  productId: string
  size?: string | null | undefined
  quantity: number
  answer?: string | null | undefined
}

export type PricedItem = Awaited<ReturnType<typeof priceItems>>[number]

const findEach = prepareForEach((db, at: EachAt<string>, length) =>
  db
    .selectFrom('product')
    .leftJoin('product_size', 'product_size.product_id', 'product.id')
    .select([
      'product.id',
      'product.slug',
      'product.name',
      'product.price_in_paise',
      'product.categories',
      'product.quantity',
      'product.is_offered',
      'product.is_on_site',
      'product.is_custom',
      'product.custom_label',
      'product.is_addon',
      'product.lead_days',
      'product.ways',
      'product.deleted_at',
      'product_size.id as size_id',
      'product_size.name as size_name',
      'product_size.price_in_paise as size_price_in_paise',
    ])
    .where(
      'product.id',
      'in',
      Array.from({ length }, (_, n) => at((ids) => ids[n] ?? '')),
    ),
)

/** Returns items in the order of `wanted`. An unknown product is left out. */
export async function priceItems(source: Queryable, wanted: readonly Wanted[]) {
  const productIds = [...new Set(wanted.map(({ productId }) => productId))]
  if (productIds.length === 0) return []
  const { rows } = await findEach(source, productIds)
  const byId = Map.groupBy(rows, ({ id }) => id)
  const asked = new Map<string, number>()
  return wanted.flatMap(({ productId, size: sizeId = null, quantity, answer }) => {
    const found = byId.get(productId)
    if (found === undefined) return []
    const row = found.find(({ size_id }) => size_id === sizeId) ?? (found[0] as (typeof found)[number])
    const isSize = row.size_id === sizeId
    const isOffered = row.deleted_at === null && row.is_offered === 1 && row.is_on_site === 1
    // The stock is shared by all lines with this product.
    const total = (asked.get(productId) ?? 0) + quantity
    asked.set(productId, total)
    const stock = isInStock({ isOffered, quantity: row.quantity }) ? row.quantity : 0
    return [
      {
        productId,
        slug: row.slug,
        name: row.name,
        size: isSize && row.size_id !== null ? { id: row.size_id, name: row.size_name ?? '' } : null,
        customLabel: row.is_custom === 1 ? row.custom_label : null,
        answer: (row.is_custom === 1 && answer?.trim()) || null,
        isAddon: row.is_addon === 1,
        quantity,
        priceInPaise: (isSize ? row.size_price_in_paise : null) ?? row.price_in_paise,
        categories: JSON.parse(row.categories) as string[],
        leadDays: row.lead_days,
        ways: row.ways === null ? deliveryWays : (JSON.parse(row.ways) as DeliveryWay[]),
        stock,
        /** False if visitors do not see the product. A refusal must then not contain its name. */
        isShown: row.deleted_at === null && row.is_on_site === 1,
        // `gone`: the product, or this size of it, is no longer offered. `fewer`: the stock is too small.
        problem: !isOffered || !isSize ? ('gone' as const) : total > stock ? ('fewer' as const) : null,
      },
    ]
  })
}
