import * as contract from '../../../../contract/store/products.ts'
import type { BoundEndpoint } from '../../../http/context.ts'
import * as records from '../../../http/record-routes.ts'
import type { ProductsService } from './products.service.ts'

export function productsRoutes(products: ProductsService): BoundEndpoint[] {
  return [
    records.bindOpen(contract.listProducts, async ({ query }, context) =>
      records.rowsOf(await products.listProducts(query), context),
    ),
    records.bindOpen(contract.listFeaturedProducts, products.listFeatured),
    records.bindOpen(contract.getProduct, ({ params }) => products.getProduct(params.slug)),
    records.bindOnce(contract.wishForProduct, async (tx, { params, body: { email, website } }) => {
      if (!website) await products.wish(tx, params.slug, email)
    }),
    ...records.bindRecord(contract.productRecords, products),
  ]
}
