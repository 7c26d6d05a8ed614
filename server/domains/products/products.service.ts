import type { Transaction } from 'kysely'
import { DomainError } from '../../../contract/errors.ts'
import { listLimitMax } from '../../../contract/primitives.ts'
import {
  type ProductImageSlot,
  productImageBytesMax,
  productImageSlots,
} from '../../../contract/product-facts.ts'
import {
  type AdminProduct,
  factsOf,
  type Product,
  type ProductChanges,
  type ProductFacts,
  productImportRow,
} from '../../../contract/products.ts'
import type { ImportBody, ImportReport } from '../../../contract/row-import.ts'
import type { Queryable } from '../../db/open.ts'
import type { Schema } from '../../db/schema.ts'
import type { Actor, AuditFields } from '../../platform/audit.ts'
import { imageFileOf, pictureOf, type StoredPicture } from '../../platform/pictures.ts'
import { readRows } from '../../platform/row-import.ts'
import type { Deps } from '../deps.ts'
import { presentAdminProduct, presentProduct } from './products.presenter.ts'
import type { ProductRow } from './products.repository.ts'
import * as repository from './products.repository.ts'

type Tx = Transaction<Schema>

/** What a form sent for one slot: null empties it. */
export interface SlotImage {
  slot: ProductImageSlot
  image: string | null
}

/** Rows of one INSERT: a statement takes only so many parameters. */
const importedAtOnce = 200

export type ProductsService = ReturnType<typeof createProductsService>

/** What the shop sells, and how many there are of it. */
export function createProductsService(deps: Deps) {
  const { db, clock, ids, pictures, audit, bin } = deps

  async function picturesOf(source: Queryable, productIds: readonly string[]) {
    const byProduct = Map.groupBy(await repository.listPictures(source, productIds), (row) => row.product_id)
    return (id: string) => byProduct.get(id) ?? []
  }

  async function present(source: Queryable, row: ProductRow): Promise<AdminProduct> {
    return presentAdminProduct(row, (await picturesOf(source, [row.id]))(row.id))
  }

  async function getOne(source: Queryable, id: string): Promise<AdminProduct> {
    const row = await repository.findProduct(source, id)
    if (row === undefined) throw gone()
    return present(source, row)
  }

  async function insert(tx: Tx, added: readonly ProductFacts[], by: Actor | null): Promise<AdminProduct[]> {
    const now = clock.now()
    const rows = added.map((facts) => ({
      id: ids.id(),
      name: facts.name,
      description: facts.description,
      price_in_paise: facts.priceInPaise,
      categories: JSON.stringify(facts.categories),
      quantity: facts.quantity,
      is_offered: flag(facts.isOffered),
      is_featured: flag(facts.isFeatured),
      is_custom: flag(facts.isCustom),
      custom_label: facts.customLabel,
      version: 1,
      created_at: now,
      updated_at: now,
      deleted_at: null,
    }))
    await repository.insertProducts(tx, rows)
    await db.changes.mark(tx, 'products')
    const products = rows.map((row) => presentAdminProduct(row, []))
    await audit.record(
      tx,
      ...products.map((product) => ({
        by,
        action: 'added' as const,
        kind: 'product' as const,
        id: product.id,
        title: product.name,
        after: fieldsOf(product),
      })),
    )
    return products
  }

  /** Undefined: the slot stays as it is, since the form sent back the name of what lies in it (W5). */
  async function storeImage(
    id: string,
    sent: SlotImage | undefined,
  ): Promise<StoredPicture | null | undefined> {
    if (sent === undefined || sent.image === '') return undefined
    if (sent.image === null) return null
    const slot = productImageSlots.indexOf(sent.slot)
    const row = (await repository.listPictures(db.read, [id])).find((one) => one.slot === slot)
    const current = row ? imageFileOf(pictureOf(row)) : null
    if (current !== null && (sent.image === current || sent.image === `/uploads/${current}`)) return undefined
    return pictures.store(sent.image, { bytesMax: productImageBytesMax })
  }

  return {
    async listAdminProducts(
      query: repository.ProductsQuery,
    ): Promise<{ products: AdminProduct[]; next: string | null }> {
      const { rows, next } = await repository.listProductPage(db.read, query)
      const picturesFor = await picturesOf(
        db.read,
        rows.map(({ id }) => id),
      )
      return { products: rows.map((row) => presentAdminProduct(row, picturesFor(row.id))), next }
    },

    /** @throws `not_found` */
    getAdminProduct: (id: string): Promise<AdminProduct> => getOne(db.read, id),

    /** For the site: the featured ones first, then by name. */
    async listProducts(): Promise<Product[]> {
      const rows = await repository.listForSale(db.read, listLimitMax)
      const picturesFor = await picturesOf(
        db.read,
        rows.map(({ id }) => id),
      )
      return rows.map((row) => presentProduct(row, picturesFor(row.id)))
    },

    /** `by` is null for the server itself. */
    async addProduct(tx: Tx, facts: ProductFacts, by: Actor | null): Promise<AdminProduct> {
      const [added] = await insert(tx, [facts], by)
      if (added === undefined) throw new Error('a product that was just added is not there')
      return added
    },

    /** What an import of these rows would do; it writes nothing. */
    checkImport(rows: ImportBody['rows']): ImportReport {
      const { valid, problems } = readRows(productImportRow, rows)
      return { valid: valid.length, problems }
    },

    /** Adds the rows without a problem, all in the given transaction, and says what is wrong with the others. */
    async importProducts(tx: Tx, rows: ImportBody['rows'], by: Actor): Promise<ImportReport> {
      const { valid, problems } = readRows(productImportRow, rows)
      for (let at = 0; at < valid.length; at += importedAtOnce) {
        const part = valid.slice(at, at + importedAtOnce).map(({ value }) => factsOf(value))
        await insert(tx, part, by)
      }
      return { valid: valid.length, problems }
    },

    /**
     * What is undefined stays (reading W3).
     * @throws `not_found`; `conflict` where `version` is given and stale; what a picture is refused for
     */
    async updateProduct(
      id: string,
      changes: ProductChanges & { image: SlotImage | undefined; version: number | undefined },
      by: Actor | null,
    ): Promise<AdminProduct> {
      const current = await repository.findProduct(db.read, id)
      if (current === undefined) throw gone()
      refuseStale(changes.version, current)
      const picture = await storeImage(id, changes.image)
      return db.transaction(async (tx) => {
        const row = await repository.lockProduct(tx, id)
        if (row === undefined) throw gone()
        refuseStale(changes.version, row)
        const before = fieldsOf(await present(tx, row))
        if (picture) await pictures.record(tx, picture)
        if (changes.image && picture !== undefined) {
          const slot = productImageSlots.indexOf(changes.image.slot)
          await repository.putPicture(tx, id, slot, picture?.base ?? null)
        }
        await repository.updateProduct(tx, id, {
          name: changes.name,
          description: changes.description,
          price_in_paise: changes.priceInPaise,
          categories: changes.categories && JSON.stringify(changes.categories),
          quantity: changes.quantity,
          is_offered: changes.isOffered === undefined ? undefined : flag(changes.isOffered),
          is_featured: changes.isFeatured === undefined ? undefined : flag(changes.isFeatured),
          is_custom: changes.isCustom === undefined ? undefined : flag(changes.isCustom),
          custom_label: changes.customLabel,
          version: row.version + 1,
          updated_at: clock.now(),
        })
        await db.changes.mark(tx, 'products')
        const changed = await getOne(tx, id)
        const { name: title } = changed
        const after = fieldsOf(changed)
        await audit.record(tx, { by, action: 'changed', kind: 'product', id, title, before, after })
        return changed
      })
    },

    /** Soft (reading B8): its orders remain, and it can be restored. @throws `not_found` */
    async deleteProduct(id: string, by: Actor | null): Promise<void> {
      await db.transaction(async (tx) => {
        const row = await repository.lockProduct(tx, id)
        if (row === undefined) throw gone()
        const before = fieldsOf(await present(tx, row))
        await bin.put(tx, { by, kind: 'product', id, title: row.name, before })
        const now = clock.now()
        await repository.updateProduct(tx, id, { deleted_at: now, updated_at: now, version: row.version + 1 })
        await db.changes.mark(tx, 'products')
      })
    },

    /** Brings a deleted product back, with its pictures and its stock as it is by now. */
    async restoreProduct(tx: Tx, id: string): Promise<void> {
      await repository.updateProduct(tx, id, { deleted_at: null, updated_at: clock.now() })
      await db.changes.mark(tx, 'products')
    },

    /** Takes so many out of the stock, in the transaction of what they are for. @throws `out_of_stock` */
    async takeStock(tx: Tx, id: string, quantity: number): Promise<void> {
      if (!(await repository.takeStock(tx, id, quantity))) throw new DomainError('out_of_stock')
      await db.changes.mark(tx, 'products')
    },

    /** Takes as many as there are, at most `quantity`, and says how many. */
    async takeWhatIsLeft(tx: Tx, id: string, quantity: number): Promise<number> {
      const taken = Math.min(quantity, await repository.lockStock(tx, id))
      if (taken > 0 && !(await repository.takeStock(tx, id, taken))) {
        throw new Error('a stock that was locked has changed')
      }
      await db.changes.mark(tx, 'products')
      return taken
    },

    /** Puts so many back. */
    async returnStock(tx: Tx, id: string, quantity: number): Promise<void> {
      await repository.returnStock(tx, id, quantity)
      await db.changes.mark(tx, 'products')
    },

    /** The first picture of each of the products, deleted ones too. */
    async findFirstPictures(source: Queryable, productIds: readonly string[]) {
      const picturesFor = await picturesOf(source, productIds)
      return (id: string) => {
        const [first] = picturesFor(id)
        return first ? pictureOf(first) : null
      }
    },
  }
}

function gone(): DomainError {
  return new DomainError('not_found', {
    message: 'This product is no longer there. Somebody may have deleted it.',
  })
}

function refuseStale(version: number | undefined, row: ProductRow): void {
  if (version !== undefined && version !== row.version) throw new DomainError('conflict')
}

function flag(value: boolean): 0 | 1 {
  return value ? 1 : 0
}

/** What the audit log tells of a product: each field once, under the name that the form gives it. */
function fieldsOf(shown: AdminProduct): AuditFields {
  return {
    name: shown.name,
    description: shown.description,
    price: shown.price,
    category: shown.category,
    stock: shown.stockquantity,
    'stock status': shown.isOffered ? 'In Stock' : 'Out of Stock',
    featured: shown.featured,
    custom: shown.isCustom ? 'Enable' : 'Disable',
    'custom label': shown.customLabel,
    pictures: shown.pictures.map(({ picture }) => imageFileOf(picture)),
  }
}
