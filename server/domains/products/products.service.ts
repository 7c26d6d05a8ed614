import { DomainError, refusal } from '../../../contract/errors.ts'
import { listLimitMax } from '../../../contract/primitives.ts'
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
import { dbFault } from '../../db/errors.ts'
import type { Queryable } from '../../db/open.ts'
import type { Page } from '../../db/page.ts'
import type { Tx } from '../../db/schema.ts'
import type { Actor } from '../../platform/audit.ts'
import { pictureOf, storeSent } from '../../platform/pictures.ts'
import { recordsOf, refuseStale } from '../../platform/records.ts'
import { createRowImport } from '../../platform/row-import.ts'
import type { Deps } from '../deps.ts'
import type { RecipesService } from '../recipes/recipes.service.ts'
import { addProducts } from './new-products.ts'
import { type PricedItem, priceItems, type Wanted } from './price-items.ts'
import { columnsOf, fieldsOf } from './product-columns.ts'
import { priceAfter, writeSizes } from './product-sizes.ts'
import { presentAdminProduct, presentProduct } from './products.presenter.ts'
import type { ShownProduct } from './products.repository.ts'
import * as repository from './products.repository.ts'
import { createStockWishes } from './stock-wishes.ts'

export type { PricedItem, Wanted }
export type ProductsService = ReturnType<typeof createProductsService>

export function createProductsService(deps: Deps, recipes: RecipesService) {
  const { db, clock, pictures } = deps
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

  async function withParts(
    rows: readonly repository.ProductRow[],
    source: Queryable = db.read,
  ): Promise<ShownProduct[]> {
    const productIds = rows.map(({ id }) => id)
    const picturesFor = await picturesOf(source, productIds)
    const sizes = Map.groupBy(await repository.listSizes(source, productIds), (size) => size.product_id)
    const telling = rows.filter(({ shows_recipe }) => shows_recipe === 1).map(({ id }) => id)
    const inside = await recipes.insideOf(source, telling)
    return rows.map((row) => ({
      ...row,
      pictures: picturesFor(row.id),
      sizes: sizes.get(row.id) ?? [],
      inside: inside.get(row.id) ?? null,
    }))
  }

  async function insert(tx: Tx, added: readonly ProductInput[], by: Actor | null): Promise<AdminProduct[]> {
    const shown = await withParts(await repository.listByIds(tx, await addProducts(tx, deps, added)), tx)
    await records.added(tx, shown, by)
    return shown.map(presentAdminProduct)
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

    listChanged: () => repository.listChanged(db.read, listLimitMax),

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

    /** @throws `validation_failed` for an address that another product has */
    async addProduct(tx: Tx, input: ProductInput, by: Actor | null): Promise<AdminProduct> {
      const [added] = await insert(tx, [input], by)
      if (added === undefined) throw new Error('a product that was just added is not there')
      if (input.slug !== undefined && input.slug !== added.slug) throw slugTaken()
      return added
    },

    imports: createRowImport(deps, records, {
      schema: productImportRow,
      add: insert,
      isUsed: repository.isProductUsed,
    }),

    /**
     * @throws `not_found`; `conflict` where `version` is given and stale; `validation_failed` for an address that another
     *   product has, and an original price that is not above the price; what a picture is refused for
     */
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
      const write = async (tx: Tx, before: ShownProduct) => {
        if (picture) await pictures.record(tx, picture)
        if (picture !== undefined) await repository.putPicture(tx, id, slot, picture?.base ?? null)
        if (patch.sizes) await writeSizes(tx, deps, before, patch.sizes)
        return { ...columnsOf(patch), price_in_paise: priceAfter(patch, before), updated_at: clock.now() }
      }
      const changed = records.change(id, { by, version }, write).catch((error: unknown) => {
        // Nothing else of a product is unique but its id, and those of its sizes and pictures, which are ours.
        throw dbFault(error)?.fault === 'unique' ? slugTaken() : error
      })
      return presentAdminProduct(await changed)
    },

    priceItems,

    ...createStockWishes(deps),
    deleteProduct: records.remove,
    restoreProduct: records.restore,

    /** Takes so many of each product, or nothing. @returns the ids of those of which there are fewer */
    async takeStock(tx: Tx, counts: ReadonlyMap<string, number>): Promise<string[]> {
      const taken = await repository.takeStock(tx, counts)
      const lacking = new Set(counts.keys())
      for (const { id } of taken) lacking.delete(id)
      if (lacking.size > 0) {
        for (const { id } of taken) await repository.returnStock(tx, id, counts.get(id) ?? 0)
      } else if (taken.some(({ quantity }) => quantity === 0)) await records.mark(tx)
      return [...lacking]
    },

    /** Takes as many as there are, at most `quantity`. Answers how many. */
    async takeWhatIsLeft(tx: Tx, id: string, quantity: number): Promise<number> {
      const taken = Math.min(quantity, await repository.lockStock(tx, id))
      if (taken === 0) return 0
      const [product] = await repository.takeStock(tx, new Map([[id, taken]]))
      if (product === undefined) throw new Error('a stock that was locked has changed')
      if (product.quantity === 0) await records.mark(tx)
      return taken
    },

    async returnStock(tx: Tx, id: string, quantity: number): Promise<void> {
      const left = await repository.returnStock(tx, id, quantity)
      // Pages tell whether there are any, not how many.
      if (left === quantity) await records.mark(tx)
    },

    listExistingIds: repository.listExistingIds,

    /** Of products that are in the store. */
    findSlugs: repository.findSlugs,

    /** How to keep those of which somebody wrote it down. */
    findCare: repository.findCare,

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

function slugTaken(): DomainError {
  return refusal('slug-taken', { at: 'slug' })
}
