import { type Selectable, type SqlBool, sql } from 'kysely'
import type { QueryOf } from '../../../../contract/endpoint.ts'
import type { DeliveryWay } from '../../../../contract/store/delivery-facts.ts'
import type { listProducts, productRecords } from '../../../../contract/store/products.ts'
import { moveCounter } from '../../../db/counter.ts'
import { withRowLock } from '../../../db/guards.ts'
import { countValues, hasWords, isFlag, type PageList, readPage } from '../../../db/page.ts'
import { type EachAt, prepareForEach } from '../../../db/prepared.ts'
import type { Queryable, Schema, Tx } from '../../../db/schema.ts'
import { pictureColumns } from '../../../platform/pictures.ts'

export type ProductRow = Selectable<Schema['product']>
export type ProductPictureRow = Awaited<ReturnType<typeof listPictures>>[number]

export type ProductSizeRow = Selectable<Schema['product_size']>

export interface ShownProduct extends ProductRow {
  pictures: ProductPictureRow[]
  sizes: ProductSizeRow[]
  /** Null if staff do not show what the product contains. */
  inside: string | null
}

export type ProductsQuery = QueryOf<(typeof productRecords)['list']>

const productWords = ['product.name', 'product.categories', "coalesce(product.custom_label, '')"]

function isInStock(asked: 'yes' | 'no') {
  return asked === 'yes'
    ? sql<SqlBool>`product.is_offered = 1 and product.quantity > 0`
    : sql<SqlBool>`(product.is_offered = 0 or product.quantity = 0)`
}

const productList: PageList<ProductsQuery> = {
  sorts: {
    newest: ['desc', 'product.created_at'],
    name: ['asc', 'lower(product.name)'],
    price: ['asc', 'product.price_in_paise', 'bigint'],
    stock: ['asc', 'product.quantity', 'integer'],
  },
  tie: ['product.id'],
  words: productWords,
  filters: {
    instock: isInStock,
    featured: isFlag('product.is_featured'),
  },
}

export function livingProducts(db: Queryable) {
  return db.selectFrom('product').selectAll().where('deleted_at', 'is', null)
}

/** Selects the products that visitors may see, and the product with the id `previewed`. */
function shownProducts(db: Queryable, previewed: string | null = null) {
  return livingProducts(db).where((eb) =>
    eb.or([eb('is_on_site', '=', 1), ...(previewed === null ? [] : [eb('id', '=', previewed)])]),
  )
}

export const countProducts = (db: Queryable) =>
  countValues(db, livingProducts(db), productList, 'instock', ['yes', 'no'])

export function listProductPage(db: Queryable, query: ProductsQuery) {
  return readPage(livingProducts(db), productList, query)
}

export type StoreQuery = QueryOf<typeof listProducts>

const storeList: PageList<StoreQuery> = {
  sorts: {
    featured: ['asc', "(case when product.is_featured = 1 then '0' else '1' end || lower(product.name))"],
    price: ['asc', 'product.price_in_paise', 'bigint'],
    newest: ['desc', 'product.created_at'],
  },
  tie: ['product.id'],
  words: [...productWords, 'product.description'],
  filters: {
    // The column contains a JSON list, so a category is searched with its quotation marks.
    category: (name) => hasWords(['product.categories'], JSON.stringify(name)),
    instock: isInStock,
    addon: isFlag('product.is_addon'),
    minPrice: (paise) => sql<SqlBool>`product.price_in_paise >= ${paise}`,
    maxPrice: (paise) => sql<SqlBool>`product.price_in_paise <= ${paise}`,
  },
}

export function listStorePage(db: Queryable, query: StoreQuery) {
  return readPage(shownProducts(db), storeList, query)
}

/** Includes deleted products, because their buyers may still have the flowers. */
export async function findCare(db: Queryable, ids: readonly string[]) {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('product')
    .select(['name', 'care'])
    .where('id', 'in', ids)
    .where('care', 'is not', null)
    .orderBy('name')
    .execute()
  return rows.map(({ name, care }) => ({ name, text: care ?? '' }))
}

export async function findSlugs(db: Queryable, ids: readonly string[]) {
  if (ids.length === 0) return new Map()
  const rows = await shownProducts(db).where('id', 'in', ids).where('is_offered', '=', 1).execute()
  return new Map(rows.map(({ id, slug }) => [id, slug]))
}

export function listFeatured(db: Queryable, limit: number) {
  return shownProducts(db)
    .where('is_featured', '=', 1)
    .orderBy(sql`case when is_offered = 1 and quantity > 0 then 0 else 1 end`)
    .orderBy(sql`lower(name)`)
    .orderBy('id')
    .limit(limit)
    .execute()
}

export function listAddons(db: Queryable, limit: number) {
  return shownProducts(db)
    .where('is_addon', '=', 1)
    .where('is_offered', '=', 1)
    .where('quantity', '>', 0)
    .orderBy('price_in_paise')
    .orderBy('id')
    .limit(limit)
    .execute()
}

/** Finds a shown product by its slug or its id. */
export async function findShownProduct(db: Queryable, slug: string, previewed: string | null = null) {
  const shown = shownProducts(db, previewed)
  const bySlug = await shown.where('slug', '=', slug.toLowerCase()).executeTakeFirst()
  return bySlug ?? shown.where('id', '=', slug).executeTakeFirst()
}

export async function findProduct(db: Queryable, id: string): Promise<ShownProduct | undefined> {
  const row = await livingProducts(db).where('id', '=', id).executeTakeFirst()
  if (row === undefined) return undefined
  // `inside` is null here, because only the store's lists show what a product contains.
  return { ...row, pictures: await listPictures(db, [id]), sizes: await listSizes(db, [id]), inside: null }
}

export async function listSizes(db: Queryable, productIds: readonly string[]) {
  if (productIds.length === 0) return []
  return db
    .selectFrom('product_size')
    .selectAll()
    .where('product_id', 'in', productIds)
    .orderBy('product_id')
    .orderBy('position')
    .execute()
}

/** Lists the pictures by slot. Pictures of deleted products are included. */
export function listPictures(db: Queryable, productIds: readonly string[]) {
  return db
    .selectFrom('product_picture')
    .innerJoin('picture', 'picture.base', 'product_picture.picture_base')
    .select(['product_picture.product_id', 'product_picture.slot'])
    .select(pictureColumns)
    .where('product_picture.product_id', 'in', productIds.length > 0 ? productIds : [''])
    .orderBy('product_picture.slot')
    .execute()
}

export async function putPicture(db: Queryable, productId: string, slot: number, base: string | null) {
  if (base === null) {
    await db
      .deleteFrom('product_picture')
      .where('product_id', '=', productId)
      .where('slot', '=', slot)
      .execute()
    return
  }
  await db
    .insertInto('product_picture')
    .values({ product_id: productId, slot, picture_base: base })
    .onConflict((conflict) => conflict.columns(['product_id', 'slot']).doUpdateSet({ picture_base: base }))
    .execute()
}

/**
 * Takes stock of several products, and returns the remaining stocks. A product with too little stock is left out. One
 * statement locks the rows in the order of their ids, so that callers do not deadlock and the locks are short. A sale
 * leaves out products that are no longer in the store. Other callers may take their stock, because existing orders
 * still need it.
 */
export async function takeStock(tx: Tx, counts: ReadonlyMap<string, number>, isSale = false) {
  return (await (isSale ? sellOfEach : takeOfEach)(tx, [...counts])).rows
}

const takeOfEach = prepareForEach(takenOfEach)
const sellOfEach = prepareForEach((db, at: EachAt<[id: string, count: number]>, length) =>
  takenOfEach(db, at, length).where((eb) => eb.and({ is_on_site: 1, is_offered: 1, deleted_at: null })),
)

function takenOfEach(db: Queryable, at: EachAt<[id: string, count: number]>, length: number) {
  const each = Array.from({ length }, (_, n) => ({
    id: at((counts) => counts[n]?.[0] ?? ''),
    by: at((counts) => -(counts[n]?.[1] ?? 0)),
  }))
  const cases = each.map(({ id, by }) => sql`when ${id} then cast(${by} as integer)`)
  const ids = each.map(({ id }) => id)
  const locked = db.selectFrom('product').select('id').where('id', 'in', ids).orderBy('id')
  return moveCounter(db, 'product', 'quantity', sql<number>`(case id ${sql.join(cases, sql` `)} end)`, {
    min: 0,
  })
    .where('id', 'in', locked.$call(withRowLock(db)))
    .returning(['id', 'quantity'])
}

/** Gives stock back, and returns the new stock, or undefined if the product's row is gone. */
export async function returnStock(db: Queryable, id: string, quantity: number): Promise<number | undefined> {
  const moved = moveCounter(db, 'product', 'quantity', quantity).where('id', '=', id)
  return (await moved.returning('quantity').executeTakeFirst())?.quantity
}

/** Locks the row of a product and returns its stock, or 0 for an unknown product. */
export async function lockStock(db: Queryable, id: string): Promise<number> {
  const row = await db
    .updateTable('product')
    .set((eb) => ({ quantity: eb.ref('quantity') }))
    .where('id', '=', id)
    .returning('quantity')
    .executeTakeFirst()
  return row?.quantity ?? 0
}

export async function isProductUsed(db: Queryable, id: string): Promise<boolean> {
  for (const table of ['shop_order_item', 'recipe'] as const) {
    const rows = await db
      .selectFrom(table)
      .select('product_id')
      .where('product_id', '=', id)
      .limit(1)
      .execute()
    if (rows.length > 0) return true
  }
  return false
}

/** Lists the ways of delivery that have at least one delivery time. */
export async function listOfferedWays(source: Queryable): Promise<DeliveryWay[]> {
  const slots = source.selectFrom('delivery_slot').select('way').distinct()
  return (await slots.where('deleted_at', 'is', null).execute()).map(({ way }) => way)
}
