import type { ProductInput } from '../../../contract/products.ts'
import type { Tx } from '../../db/schema.ts'
import { freeSlug, slugOf } from '../../platform/slug.ts'
import type { Deps } from '../deps.ts'
import { newColumns } from './product-columns.ts'
import * as repository from './products.repository.ts'

/**
 * Writes products with their sizes, at most as many as one statement takes. Gives their ids. An address that a form gives
 * and another product has gets a number behind it, as one that is made of the name does.
 */
export async function addProducts(
  tx: Tx,
  { clock, ids }: Pick<Deps, 'clock' | 'ids'>,
  inputs: readonly ProductInput[],
): Promise<string[]> {
  const now = clock.now()
  const products = inputs.map((input) => ({
    wanted: input.slug ?? slugOf(input.name, 'flowers'),
    columns: {
      ...newColumns(input),
      id: ids.id(),
      version: 1,
      created_at: now,
      updated_at: now,
      deleted_at: null,
    },
  }))
  // A product whose slug somebody took at the same moment is not inserted; the next round gives it another slug.
  for (let waiting = products; waiting.length > 0; ) {
    // `featured` is an address of the API.
    const taken = new Set([
      'featured',
      ...(await repository.listSlugsLike(
        tx,
        waiting.map(({ wanted }) => wanted),
      )),
    ])
    const rows = waiting.map(({ wanted, columns }) => {
      const slug = freeSlug(wanted, taken)
      taken.add(slug)
      return { ...columns, slug }
    })
    const inserted = await repository.insertProducts(tx, rows)
    waiting = waiting.filter(({ columns }) => !inserted.has(columns.id))
  }
  const sizes = inputs.flatMap((input, n) =>
    (input.sizes ?? []).map(({ name, price, stems }, position) => ({
      id: ids.id(),
      product_id: products[n]?.columns.id as string,
      position,
      name,
      price_in_paise: price,
      stems: stems ?? null,
    })),
  )
  if (sizes.length > 0) await tx.insertInto('product_size').values(sizes).execute()
  return products.map(({ columns }) => columns.id)
}
