import * as contract from '../../../contract/products.ts'
import { type BoundEndpoint, bind, requireCaller } from '../../http/context.ts'
import { bindDelete, bindImport, rowsOf } from '../../http/record-routes.ts'
import type { ProductsService } from './products.service.ts'

export function productsRoutes(products: ProductsService): BoundEndpoint[] {
  return [
    bind(contract.listProducts, () => products.listProducts()),
    bind(contract.listAdminProducts, async ({ query }, context) =>
      rowsOf(await products.listAdminProducts(query), context),
    ),
    bind(contract.getAdminProduct, ({ params }) => products.getAdminProduct(params.id)),
    bind(contract.addProduct, ({ body }, context) =>
      context.once((tx) => products.addProduct(tx, contract.factsOf(body), requireCaller(context))),
    ),
    bindImport(contract.importProducts, products.imports),
    bind(contract.updateProduct, ({ params, body }, context) => {
      const changes = { ...contract.changesOf(body), image: contract.imageOf(body), version: body.version }
      return products.updateProduct(params.id, changes, requireCaller(context))
    }),
    bindDelete(contract.deleteProduct, products.deleteProduct),
  ]
}
