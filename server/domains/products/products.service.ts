import { DomainError, refusal } from '../../../contract/errors.ts'
import { productImageBytesMax, productImageSlots } from '../../../contract/product-facts.ts'
import {
  type AdminProduct,
  addonsMax,
  featuredProductsMax,
  type Product,
  type ProductDetail,
  type ProductInput,
  type ProductPatch,
  productImportRow,
} from '../../../contract/products.ts'
import { flag } from '../../db/flag.ts'
import type { Queryable } from '../../db/open.ts'
import type { Page } from '../../db/page.ts'
import type { Tx } from '../../db/schema.ts'
import type { Actor, AuditFields } from '../../platform/audit.ts'
import { imageFileOf, pictureOf, storeSent } from '../../platform/pictures.ts'
import { recordsOf, refuseStale } from '../../platform/records.ts'
import { createRowImport } from '../../platform/row-import.ts'
import { freeSlug, slugOf } from '../../platform/slug.ts'
import type { Deps } from '../deps.ts'
import type { RecipesService } from '../recipes/recipes.service.ts'
import { type PricedItem, priceItems, type Wanted } from './price-items.ts'
import { presentAdminProduct, presentProduct } from './products.presenter.ts'
import type { ShownProduct } from './products.repository.ts'
import * as repository from './products.repository.ts'
import { createStockWishes } from './stock-wishes.ts'

export type { PricedItem, Wanted }
export type ProductsService = ReturnType<typeof createProductsService>

export function createProductsService(deps: Deps, recipes: RecipesService) {
  const { db, clock, ids, pictures } = deps
  const records = recordsOf(deps, 'product', {
    find: repository.findProduct,
    title: ({ name }) => name,
    fields: (row) => fieldsOf(presentAdminProduct(row)),
    renews: { delete: ['version', 'updated_at'], restore: ['updated_at'] },
  })

  async function picturesOf(source: Queryable, productIds: readonly string[]) {
    const byProduct = Map.groupBy(await repository.listPictures(source, productIds), (row) => row.product_id)
    return (id: string) => byProduct.get(id) ?? []
  }

  async function withParts(rows: readonly repository.ProductRow[]): Promise<ShownProduct[]> {
    const productIds = rows.map(({ id }) => id)
    const picturesFor = await picturesOf(db.read, productIds)
    const sizes = Map.groupBy(await repository.listSizes(db.read, productIds), (size) => size.product_id)
    const telling = rows.filter(({ shows_recipe }) => shows_recipe === 1).map(({ id }) => id)
    const inside = await recipes.insideOf(db.read, telling)
    return rows.map((row) => ({
      ...row,
      pictures: picturesFor(row.id),
      sizes: sizes.get(row.id) ?? [],
      inside: inside.get(row.id) ?? null,
    }))
  }

  async function insert(tx: Tx, added: readonly ProductInput[], by: Actor | null): Promise<AdminProduct[]> {
    const now = clock.now()
    const wanted = added.map(({ name }) => slugOf(name, 'flowers'))
    // `featured` is an address of the API.
    const taken = new Set(['featured', ...(await repository.listSlugsLike(tx, wanted))])
    const rows = added.map((input, n) => {
      const slug = freeSlug(wanted[n] as string, taken)
      taken.add(slug)
      return {
        ...newColumns(input),
        id: ids.id(),
        slug,
        version: 1,
        created_at: now,
        updated_at: now,
        deleted_at: null,
      }
    })
    const inserted = await tx.insertInto('product').values(rows).returningAll().execute()
    const products = inserted.map((row) => ({ ...row, pictures: [], sizes: [], inside: null }))
    await records.added(tx, products, by)
    return products.map(presentAdminProduct)
  }

  return {
    async listAdminProducts(query: repository.ProductsQuery): Promise<Page<AdminProduct>> {
      const { rows, next } = await repository.listProductPage(db.read, query)
      return { rows: (await withParts(rows)).map(presentAdminProduct), next }
    },

    async getAdminProduct(id: string): Promise<AdminProduct> {
      return presentAdminProduct(await records.get(db.read, id))
    },

    async listProducts(query: repository.StoreQuery): Promise<Page<Product>> {
      const { rows, next } = await repository.listStorePage(db.read, query)
      return { rows: (await withParts(rows)).map(presentProduct), next }
    },

    async listFeatured(): Promise<Product[]> {
      const rows = await repository.listFeatured(db.read, featuredProductsMax)
      return (await withParts(rows)).map(presentProduct)
    },

    /** By its slug or id. @throws `not_found` */
    async getProduct(slug: string): Promise<ProductDetail> {
      const row = await repository.findProductAt(db.read, slug)
      if (row === undefined) throw refusal('no-such-product')
      const addons = row.is_addon === 1 ? [] : await repository.listAddons(db.read, addonsMax)
      const [product, ...others] = (await withParts([row, ...addons])).map(presentProduct)
      if (product === undefined) throw new Error('a product that was just read is not there')
      return { ...product, addons: others }
    },

    async addProduct(tx: Tx, input: ProductInput, by: Actor | null): Promise<AdminProduct> {
      const [added] = await insert(tx, [input], by)
      if (added === undefined) throw new Error('a product that was just added is not there')
      return added
    },

    imports: createRowImport(db, { schema: productImportRow, add: insert }),

    /** @throws `not_found`; `conflict` where `version` is given and stale; what a picture is refused for */
    async updateProduct(id: string, patch: ProductPatch, by: Actor): Promise<AdminProduct> {
      const { version } = patch
      const current = await records.get(db.read, id)
      refuseStale(version, current)
      const name = productImageSlots.find((one) => patch[one] !== undefined)
      const slot = productImageSlots.findIndex((one) => one === name)
      const old = current.pictures.find((one) => one.slot === slot)
      const picture = await storeSent(pictures, name && patch[name], old ? pictureOf(old) : null, {
        bytesMax: productImageBytesMax,
      })
      const changed = await records.change(id, { by, version }, async (tx) => {
        if (picture) await pictures.record(tx, picture)
        if (picture !== undefined) await repository.putPicture(tx, id, slot, picture?.base ?? null)
        return { ...columnsOf(patch), updated_at: clock.now() }
      })
      return presentAdminProduct(changed)
    },

    priceItems,

    ...createStockWishes(deps),
    deleteProduct: records.remove,
    restoreProduct: records.restore,

    /** @throws `out_of_stock` */
    async takeStock(tx: Tx, id: string, quantity: number): Promise<void> {
      if (!(await repository.takeStock(tx, id, quantity))) throw new DomainError('out_of_stock')
      await records.mark(tx)
    },

    /** Takes as many as there are, at most `quantity`. Answers how many. */
    async takeWhatIsLeft(tx: Tx, id: string, quantity: number): Promise<number> {
      const taken = Math.min(quantity, await repository.lockStock(tx, id))
      if (taken > 0 && !(await repository.takeStock(tx, id, taken))) {
        throw new Error('a stock that was locked has changed')
      }
      await records.mark(tx)
      return taken
    },

    async returnStock(tx: Tx, id: string, quantity: number): Promise<void> {
      await repository.returnStock(tx, id, quantity)
      await records.mark(tx)
    },

    listExistingIds: repository.listExistingIds,

    /** Of products that are in the store. */
    findSlugs: repository.findSlugs,

    /** Of deleted products too. */
    async findFirstPictures(source: Queryable, productIds: readonly string[]) {
      const picturesFor = await picturesOf(source, productIds)
      return (id: string) => {
        const [first] = picturesFor(id)
        return first ? pictureOf(first) : null
      }
    },
  }
}

/** A form that leaves it out means: in stock, custom enabled (B§5). */
function newColumns(input: ProductInput) {
  const given = columnsOf(input)
  return {
    name: input.name,
    description: input.description,
    price_in_paise: input.price,
    categories: given.categories ?? '[]',
    quantity: given.quantity ?? 0,
    is_offered: given.is_offered ?? 1,
    is_featured: given.is_featured ?? 0,
    is_custom: given.is_custom ?? 1,
    custom_label: given.custom_label ?? null,
  }
}

/** What is undefined stays. Of two spellings the one that B§7 names first counts (reading W4). */
function columnsOf(patch: ProductPatch) {
  return {
    name: patch.name,
    description: patch.description,
    price_in_paise: patch.price,
    categories: patch.category && JSON.stringify(patch.category),
    quantity: patch.stockquantity ?? patch.stockQuantity,
    is_offered: flag(patch.instock ?? patch.inStock),
    is_featured: flag(patch.featured),
    is_custom: flag(patch.isCustom ?? patch.iscustom),
    custom_label: patch.customLabel === '' ? null : patch.customLabel,
  }
}

/** For the audit log: each field once, under the name that the form gives it. */
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
