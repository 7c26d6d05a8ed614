import * as contract from '../../../../contract/people/custom-requests.ts'
import { type BoundEndpoint, bind, requireCaller } from '../../../http/context.ts'
import { bindChange, bindDelete, bindPage, bindPrepared } from '../../../http/record-routes.ts'
import type { CustomRequestsService } from './custom-requests.service.ts'

export function customRequestsRoutes(requests: CustomRequestsService): BoundEndpoint[] {
  return [
    bind(contract.sendCustomRequest, async ({ body }, { once, network }) => {
      const { website, image, product_id: productId = null, ...form } = body
      if (website) return { success: true }
      return requests.withPrivateImage(image, network, (picture) =>
        once(async (tx) => {
          await requests.send(tx, { ...form, productId }, picture, network)
          return { success: true }
        }),
      )
    }),
    bindPage(contract.listCustomRequests, requests.list),
    bindPrepared(
      contract.addCustomRequest,
      ({ body }) => requests.storeImage(body.imageUrl),
      (tx, picture, { body: { comment, product_id } }, context) =>
        requests.add(tx, { comment, productId: product_id || null }, picture, requireCaller(context)),
    ),
    bindChange(contract.keepCustomRequestPicture, (id, _body, by) => requests.keepPicture(id, by)),
    bindDelete(contract.deleteCustomRequest, requests.delete),
  ]
}
