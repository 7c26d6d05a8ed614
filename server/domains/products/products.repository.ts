import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import type { ProductSort } from '../../../contract/products.ts'
import { type CursorColumn, type CursorValues, searchPattern } from '../../db/cursor.ts'
import type { Queryable } from '../../db/open.ts'
import type { Schema } from '../../db/schema.ts'
import { pictureColumns } from '../../platform/pictures.ts'

export type ProductRow = Selectable<Schema['product']>
export type ProductPictureRow = Awaited<ReturnType<typeof listPictures>>[number]

export interface ProductPage {
  limit: number
  sort: ProductSort
  search: string | null
  isInStock: boolean | null
  isFeatured: boolean | null
  /** The sort value and the id of the row before the page. */
  after: CursorValues | null
}

const sortValues = {
  newest: sql<string>`product.created_at`,
  name: sql<string>`lower(product.name)`,
  price: sql<number>`product.price_in_paise`,
  stock: sql<number>`product.quantity`,
}

/** Of a page sorted so: the columns that its cursor holds. */
export function productCursorColumns(sort: ProductSort): CursorColumn[] {
  if (sort.endsWith('price')) return ['bigint', 'text']
  return [sort.endsWith('stock') ? 'integer' : 'text', 'text']
}

export function listProductPage(db: Queryable, page: ProductPage) {
  const isTurned = page.sort.startsWith('-')
  const value = sortValues[page.sort.replace('-', '') as keyof typeof sortValues]
  const direction = page.sort === 'newest' || isTurned ? 'desc' : 'asc'
  let query = db
    .selectFrom('product')
    .selectAll()
    .select(sql<string | number>`${value}`.as('sort_value'))
    .where('deleted_at', 'is', null)
  if (page.search !== null) {
    const words = sql`lower(product.name || ' ' || product.categories || ' ' || coalesce(product.custom_label, ''))`
    query = query.where(sql<boolean>`${words} like ${searchPattern(page.search)} escape '\\'`)
  }
  if (page.isInStock === true) query = query.where('is_offered', '=', 1).where('quantity', '>', 0)
  if (page.isInStock === false) {
    query = query.where((eb) => eb.or([eb('is_offered', '=', 0), eb('quantity', '=', 0)]))
  }
  if (page.isFeatured !== null) query = query.where('is_featured', '=', page.isFeatured ? 1 : 0)
  if (page.after !== null) {
    const beyond = sql.raw(direction === 'asc' ? '>' : '<')
    query = query.where(sql<boolean>`(${value}, product.id) ${beyond} (${page.after[0]}, ${page.after[1]})`)
  }
  return query.orderBy(value, direction).orderBy('id', direction).limit(page.limit).execute()
}

/** Those that are for sale or may be again: the featured first, then by name. */
export function listForSale(db: Queryable, limit: number): Promise<ProductRow[]> {
  return db
    .selectFrom('product')
    .selectAll()
    .where('deleted_at', 'is', null)
    .orderBy('is_featured', 'desc')
    .orderBy(sql`lower(name)`)
    .orderBy('id')
    .limit(limit)
    .execute()
}

export function findProduct(db: Queryable, id: string): Promise<ProductRow | undefined> {
  return db
    .selectFrom('product')
    .selectAll()
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
}

/** The same, locked until the transaction ends. */
export function lockProduct(db: Queryable, id: string): Promise<ProductRow | undefined> {
  return db
    .updateTable('product')
    .set((eb) => ({ version: eb.ref('version') }))
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .returningAll()
    .executeTakeFirst()
}

/** Pictures of the given products, in the order of their slots; of deleted ones too. */
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

export async function insertProducts(
  db: Queryable,
  rows: readonly Insertable<Schema['product']>[],
): Promise<void> {
  await db.insertInto('product').values(rows).execute()
}

export async function updateProduct(
  db: Queryable,
  id: string,
  changes: Updateable<Schema['product']>,
): Promise<void> {
  await db.updateTable('product').set(changes).where('id', '=', id).execute()
}

/** Null empties the slot. */
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

/** False, and nothing changed, where there are not as many left. Of a deleted product too: its orders remain. */
export async function takeStock(db: Queryable, id: string, quantity: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('product')
    .set((eb) => ({ quantity: eb('quantity', '-', quantity) }))
    .where('id', '=', id)
    .where('quantity', '>=', quantity)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

export async function returnStock(db: Queryable, id: string, quantity: number): Promise<void> {
  await db
    .updateTable('product')
    .set((eb) => ({ quantity: eb('quantity', '+', quantity) }))
    .where('id', '=', id)
    .execute()
}

/** How many there are, locked until the transaction ends; 0 for one that is not there. */
export async function lockStock(db: Queryable, id: string): Promise<number> {
  const row = await db
    .updateTable('product')
    .set((eb) => ({ quantity: eb.ref('quantity') }))
    .where('id', '=', id)
    .returning('quantity')
    .executeTakeFirst()
  return row?.quantity ?? 0
}
