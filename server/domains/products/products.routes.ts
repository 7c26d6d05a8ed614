import * as contract from '../../../contract/products.ts'
import { type BoundEndpoint, bind, requireCaller } from '../../http/context.ts'
import type { ProductsService } from './products.service.ts'

export function productsRoutes(products: ProductsService): BoundEndpoint[] {
  return [
    bind(contract.listProducts, () => products.listProducts()),
    bind(contract.listAdminProducts, async ({ query }, context) => {
      const { products: page, next } = await products.listAdminProducts(query)
      context.nextPage(next)
      return page
    }),
    bind(contract.getAdminProduct, ({ params }) => products.getAdminProduct(params.id)),
    bind(contract.addProduct, ({ body }, context) =>
      context.once((tx) => products.addProduct(tx, contract.factsOf(body), requireCaller(context))),
    ),
    bind(contract.importProducts, async ({ body }, context) => {
      const by = requireCaller(context)
      if (body.dryRun) return { success: true, data: products.checkImport(body.rows) }
      return context.once(async (tx) => ({
        success: true,
        data: await products.importProducts(tx, body.rows, by),
      }))
    }),
    bind(contract.updateProduct, ({ params, body }, context) => {
      const changes = { ...contract.changesOf(body), image: contract.imageOf(body), version: body.version }
      return products.updateProduct(params.id, changes, requireCaller(context))
    }),
    bind(contract.deleteProduct, async ({ params }, context) => {
      await products.deleteProduct(params.id, requireCaller(context))
      return { success: true }
    }),
  ]
}
