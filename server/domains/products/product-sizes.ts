import { refusal } from '../../../contract/errors.ts'
import { lowestPrice, type ProductPatch, type ProductSizeInput } from '../../../contract/products.ts'
import type { Tx } from '../../db/schema.ts'
import type { Deps } from '../deps.ts'
import type { ShownProduct } from './products.repository.ts'

/** Makes the sizes of a product those that are given, in this order. One that names an id of its own keeps it. */
export async function writeSizes(
  tx: Tx,
  { ids }: Pick<Deps, 'ids'>,
  product: Pick<ShownProduct, 'id' | 'sizes'>,
  given: readonly ProductSizeInput[],
): Promise<void> {
  const known = new Set(product.sizes.map(({ id }) => id))
  const rows = given.map(({ id, name, price, stems }, position) => ({
    // Of two that name the same id, and of one that names another product's, the size is a new one.
    id: id && known.delete(id) ? id : ids.id(),
    product_id: product.id,
    position,
    name,
    price_in_paise: price,
    stems: stems ?? null,
  }))
  await tx.deleteFrom('product_size').where('product_id', '=', product.id).execute()
  if (rows.length > 0) await tx.insertInto('product_size').values(rows).execute()
}

/**
 * The product's price after a change, in paise: the lowest of its sizes, if it has any.
 * @throws `validation_failed` where the original price would not be above it
 */
export function priceAfter(patch: ProductPatch, before: ShownProduct): number {
  const sizes = patch.sizes ?? before.sizes.map(({ price_in_paise: price }) => ({ price: Number(price) }))
  const price = lowestPrice(sizes, patch.price ?? Number(before.price_in_paise))
  const original = patch.originalPrice === undefined ? before.original_price_in_paise : patch.originalPrice
  const isAsked = [patch.price, patch.sizes, patch.originalPrice].some((field) => field !== undefined)
  if (isAsked && original && Number(original) <= price)
    throw refusal('original-price-low', { at: 'originalPrice' })
  return price
}
