import { DomainError, refusal } from '../../../../contract/errors.ts'
import { listLimitMax } from '../../../../contract/primitives.ts'
import { productPagePrefix } from '../../../../contract/site/share-pictures.ts'
import { isInStock } from '../../../../contract/store/product-facts.ts'
import {
  ofEachSlot,
  productImageBytesMax,
  productImageSlots,
} from '../../../../contract/store/product-input.ts'
import * as contract from '../../../../contract/store/products.ts'
import { dbFault } from '../../../db/errors.ts'
import { listChanged } from '../../../db/existing.ts'
import type { Queryable } from '../../../db/open.ts'
import type { Tx } from '../../../db/schema.ts'
import type { Caller } from '../../../http/context.ts'
import type { Actor, AuditFields } from '../../../platform/audit.ts'
import { imageFileOf, pictureOf, storeSent } from '../../../platform/pictures.ts'
import { presented } from '../../../platform/presented.ts'
import { createPreviewLinks } from '../../../platform/preview-links.ts'
import { logFields, readFields, startFields, writeFields } from '../../../platform/record-fields.ts'
import { recordsOf, refuseStale } from '../../../platform/records.ts'
import { createRowImport } from '../../../platform/row-import.ts'
import { insertWithSlugs, slugOf } from '../../../platform/slug.ts'
import type { Deps } from '../../deps.ts'
import type { SchoolService } from '../../school/index.ts'
import type { RecipesService } from '../recipes/recipes.service.ts'
import { priceItems } from './price-items.ts'
import { backInStock } from './products.letters.ts'
import * as repository from './products.repository.ts'
import { findShownProduct, type ShownProduct } from './products.repository.ts'

export type ProductsService = ReturnType<typeof createProductsService>

export function createProductsService(
  deps: Deps,
  recipes: RecipesService,
  school: Pick<SchoolService, 'requirePart'>,
) {
  const previews = createPreviewLinks(deps)
  const { db, clock, pictures } = deps
  const records = recordsOf(deps, 'product', {
    find: repository.findProduct,
    title: ({ name }) => name,
    fields: (row) => logged(presentAdminProduct(row)),
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

  async function insert(tx: Tx, added: readonly contract.ProductInput[], by: Actor | null) {
    const productIds = await addProducts(tx, deps, added)
    const rows = await repository.livingProducts(tx).where('id', 'in', productIds).execute()
    const shown = await withParts(rows, tx)
    await records.added(tx, shown, by)
    return shown.map(presentAdminProduct)
  }

  return {
    async list(query: repository.ProductsQuery) {
      const { rows, next } = await repository.listProductPage(db.read, query)
      return { rows: (await withParts(rows)).map(presentAdminProduct), next }
    },

    get: async (id: string) => presentAdminProduct(await records.get(db.read, id)),

    async listProducts(query: repository.StoreQuery) {
      const { rows, next } = await repository.listStorePage(db.read, query)
      return { rows: (await withParts(rows)).map(presentProduct), next }
    },

    listChanged: () => listChanged(db.read, 'product', listLimitMax),

    async listFeatured() {
      const rows = await repository.listFeatured(db.read, contract.featuredProductsMax)
      return (await withParts(rows)).map(presentProduct)
    },

    /** @param previewed the product that is shown although it is off the site. @throws `not_found` */
    async getProduct(slug: string, previewed: string | null = null) {
      const row = await findShownProduct(db.read, slug, previewed)
      if (row === undefined) throw refusal('no-such-product')
      const addons = row.is_addon === 1 ? [] : await repository.listAddons(db.read, contract.addonsMax)
      const [product, ...others] = (await withParts([row, ...addons])).map(presentProduct)
      if (product === undefined) throw new Error('a product that was just read is not there')
      // A product may allow each way of delivery, but the page promises only those that the school has times for.
      const offered = new Set(await repository.listOfferedWays(db.read))
      return { ...product, ways: product.ways.filter((way) => offered.has(way)), addons: others }
    },

    /** @throws `not_found`; `conflict` if the store is switched off */
    async beginPreview(id: string, by: Caller) {
      const { slug } = await records.get(db.read, id)
      await school.requirePart('store')
      return previews.beginOf(by, { kind: 'product', id }, `${productPagePrefix}${slug}`)
    },

    async add(tx: Tx, input: contract.ProductInput, by: Actor | null) {
      const [added] = await insert(tx, [input], by)
      if (added === undefined) throw new Error('a product that was just added is not there')
      if (input.slug !== undefined && input.slug !== added.slug) throw slugTaken()
      return added
    },

    imports: createRowImport(deps, records, {
      schema: contract.productImportRow,
      add: insert,
      isUsed: repository.isProductUsed,
    }),

    async update(id: string, patch: contract.ProductPatch, by: Actor) {
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
        return {
          ...writeFields(contract.productFields, normaliseFields(patch)),
          slug: patch.slug,
          price_in_paise: priceAfter(patch, before),
          updated_at: clock.now(),
        }
      }
      const changed = records.change(id, { by, version }, write).catch((error: unknown) => {
        // Callers choose only one unique column, the slug. The others are ids that the server makes.
        throw dbFault(error)?.fault === 'unique' ? slugTaken() : error
      })
      return presentAdminProduct(await changed)
    },

    priceItems,

    ...createStockWishes(deps),
    remove: records.remove,
    restore: records.restore,

    /**
     * Takes the wanted quantity of every product, or takes nothing if a product has too little stock. A sale also takes
     * nothing if a product is no longer offered. Returns the ids of these products.
     */
    async takeStock(tx: Tx, counts: ReadonlyMap<string, number>, isSale = false) {
      const taken = await repository.takeStock(tx, counts, isSale)
      const lacking = new Set(counts.keys())
      for (const { id } of taken) lacking.delete(id)
      if (lacking.size > 0) {
        for (const { id } of taken) await repository.returnStock(tx, id, counts.get(id) ?? 0)
      } else if (taken.some(({ quantity }) => quantity === 0)) await records.mark(tx)
      return [...lacking]
    },

    async takeWhatIsLeft(tx: Tx, id: string, quantity: number): Promise<number> {
      const taken = Math.min(quantity, await repository.lockStock(tx, id))
      if (taken === 0) return 0
      const [product] = await repository.takeStock(tx, new Map([[id, taken]]))
      if (product === undefined) throw new Error('a stock that was locked has changed')
      if (product.quantity === 0) await records.mark(tx)
      return taken
    },

    async returnStock(tx: Tx, id: string, quantity: number) {
      const left = await repository.returnStock(tx, id, quantity)
      // Pages show whether there is stock, but not how much, so they change only if the stock was 0.
      if (left === quantity) await records.mark(tx)
    },

    findSlugs: repository.findSlugs,
    findCare: repository.findCare,

    async findFirstPictures(source: Queryable, productIds: readonly string[]) {
      const picturesFor = await picturesOf(source, productIds)
      return (id: string) => {
        const [first] = picturesFor(id)
        return first ? pictureOf(first) : null
      }
    },
  }
}

function shownOf(row: ShownProduct) {
  const isOffered = row.is_offered === 1
  return {
    ...readFields(contract.productFields, row),
    instock: isInStock({ isOffered, quantity: row.quantity }),
    isOffered,
    pictures: row.pictures.flatMap((pictureRow) => {
      const slot = productImageSlots[pictureRow.slot]
      const picture = pictureOf(pictureRow)
      return slot && picture ? [{ slot, picture }] : []
    }),
    sizes: row.sizes.map((size) => ({
      id: size.id,
      name: size.name,
      price: size.price_in_paise / 100,
      stems: size.stems,
    })),
  }
}

const presentProduct = (row: ShownProduct): contract.Product => presented(contract.product, row, shownOf(row))

function presentAdminProduct(row: ShownProduct): contract.AdminProduct {
  const shown = shownOf(row)
  return presented(contract.adminProduct, row, {
    ...shown,
    stockQuantity: row.quantity,
    inStock: shown.instock,
    iscustom: shown.isCustom,
    ...ofEachSlot((slot) => imageFileOf(shown.pictures.find((one) => one.slot === slot)?.picture ?? null)),
  })
}

/** A body may use either spelling of a field. If both are given, the spelling in `productFields` counts. */
function normaliseFields(body: contract.ProductPatch) {
  return {
    ...body,
    stockquantity: body.stockquantity ?? body.stockQuantity,
    instock: body.instock ?? body.inStock,
    isCustom: body.isCustom ?? body.iscustom,
  }
}

function logged(shown: contract.AdminProduct): AuditFields {
  return {
    ...logFields(contract.productFields, { ...shown, instock: shown.isOffered }),
    address: shown.slug,
    pictures: shown.pictures.map(({ picture }) => imageFileOf(picture)),
  }
}

function slugTaken(): DomainError {
  return refusal('slug-taken', { at: 'slug' })
}

/** Inserts products with their sizes and returns the ids. A number is added to a slug that another product has. */
async function addProducts(
  tx: Tx,
  { clock, ids }: Pick<Deps, 'clock' | 'ids'>,
  inputs: readonly contract.ProductInput[],
) {
  const now = clock.now()
  const products = inputs.map((input) => ({
    ...startFields(contract.productFields, normaliseFields(input)),
    slug: input.slug ?? slugOf(input.name, 'flowers'),
    price_in_paise: contract.lowestPrice(input.sizes, input.price),
    id: ids.id(),
    version: 1,
    created_at: now,
    updated_at: now,
    deleted_at: null,
  }))
  // The API has the path `featured` beside the slugs of products, so no product may have that slug.
  await insertWithSlugs(tx, 'product', products, ['featured'])
  const productIds = products.map(({ id }) => id)
  const sizes = inputs.flatMap((input, n) =>
    (input.sizes ?? []).map((size, at) => sizeRow(productIds[n] as string, ids.id(), size, at)),
  )
  if (sizes.length > 0) await tx.insertInto('product_size').values(sizes).execute()
  return productIds
}

function sizeRow(
  product_id: string,
  id: string,
  { name, price, stems = null }: contract.ProductSizeInput,
  position: number,
) {
  return { id, product_id, position, name, price_in_paise: price, stems }
}

/** Replaces the sizes of a product. A size that the product had before keeps its id. */
async function writeSizes(
  tx: Tx,
  { ids }: Pick<Deps, 'ids'>,
  product: Pick<ShownProduct, 'id' | 'sizes'>,
  given: readonly contract.ProductSizeInput[],
) {
  const known = new Set(product.sizes.map(({ id }) => id))
  // A size gets a new id if the given id is not one of the product's sizes, or if an earlier size in the list has it.
  const rows = given.map((size, at) =>
    sizeRow(product.id, size.id && known.delete(size.id) ? size.id : ids.id(), size, at),
  )
  await tx.deleteFrom('product_size').where('product_id', '=', product.id).execute()
  if (rows.length > 0) await tx.insertInto('product_size').values(rows).execute()
}

/**
 * Returns the price after a change, in paise. If there are sizes, this is the lowest price of a size.
 * @throws `validation_failed` if the original price would not be higher than the price
 */
function priceAfter(patch: contract.ProductPatch, before: ShownProduct): number {
  const sizes = patch.sizes ?? before.sizes.map(({ price_in_paise: price }) => ({ price }))
  const price = contract.lowestPrice(sizes, patch.price ?? before.price_in_paise)
  const original = patch.originalPrice === undefined ? before.original_price_in_paise : patch.originalPrice
  const isAsked = [patch.price, patch.sizes, patch.originalPrice].some((field) => field !== undefined)
  if (isAsked && original && original <= price) throw refusal('original-price-low', { at: 'originalPrice' })
  return price
}

/** The largest number of e-mails in one transaction, so that the transaction stays short. */
const lettersARound = 100

/** Visitors request an e-mail about a product that is out of stock. A request is deleted when its e-mail is written. */
function createStockWishes({ db, clock, ids, outbox }: Deps) {
  return {
    /**
     * Stores a request. The response is always the same, so it does not reveal whether the address has a request
     * already. A request beyond the network's limit of e-mails is not stored.
     * @throws `not_found`; `conflict` if the product is in stock
     */
    async wish(tx: Tx, slug: string, email: string) {
      const product = await findShownProduct(tx, slug)
      if (product === undefined) throw refusal('no-such-product')
      if (product.is_offered === 1 && product.quantity > 0) throw refusal('product-in-stock')
      const id = ids.id()
      const added = await tx
        .insertInto('stock_wish')
        .values({ id, product_id: product.id, email, created_at: clock.now() })
        .onConflict((conflict) => conflict.columns(['product_id', 'email']).doNothing())
        .returning('id')
        .executeTakeFirst()
      if (added && !(await outbox.countAhead(tx, email)))
        await tx.deleteFrom('stock_wish').where('id', '=', id).execute()
    },

    async tellWhatIsBack(): Promise<number> {
      const due = await db.read
        .selectFrom('stock_wish')
        .innerJoin('product', 'product.id', 'stock_wish.product_id')
        .select(['stock_wish.id', 'stock_wish.email', 'product.name', 'product.slug'])
        .where('product.deleted_at', 'is', null)
        .where((eb) => eb.and({ 'product.is_offered': 1, 'product.is_on_site': 1 }))
        .where('product.quantity', '>', 0)
        .orderBy('stock_wish.created_at')
        .orderBy('stock_wish.id')
        .limit(lettersARound)
        .execute()
      if (due.length === 0) return 0
      return db.transaction(async (tx) => {
        const wishIds = due.map(({ id }) => id)
        const ended = await tx.deleteFrom('stock_wish').where('id', 'in', wishIds).returning('id').execute()
        // Another process may have deleted some of the requests. It then writes the e-mails of these requests itself.
        const isEnded = new Set(ended.map(({ id }) => id))
        const told = due.filter(({ id }) => isEnded.has(id))
        return outbox.tell(
          tx,
          ...told.map(({ id, email, name, slug }) => ({
            to: { email },
            cause: `stock-wish:${id}`,
            words: backInStock({ productName: name, slug }),
          })),
        )
      })
    },
  }
}
