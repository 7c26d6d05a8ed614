import * as contract from '../../../contract/custom-requests.ts'
import { type BoundEndpoint, bind, requireCaller } from '../../http/context.ts'
import { bindChange, bindDelete, rowsOf } from '../../http/record-routes.ts'
import type { CustomRequestsService } from './custom-requests.service.ts'

export function customRequestsRoutes(requests: CustomRequestsService): BoundEndpoint[] {
  return [
    bind(contract.sendCustomRequest, async ({ body }, { once, network }) => {
      const { website, image, product_id, ...form } = body
      if (website) return { success: true }
      return requests.withPrivateImage(image, network, (picture) =>
        once(async (tx) => {
          const productId = product_id ?? null
          await requests.send(tx, { ...form, productId }, picture, network)
          return { success: true }
        }),
      )
    }),
    bind(contract.listCustomRequests, async ({ query }, context) =>
      rowsOf(await requests.list(query), context),
    ),
    bind(contract.addCustomRequest, async ({ body }, context) => {
      const by = requireCaller(context)
      const picture = await requests.storeImage(body.imageUrl)
      const request = { comment: body.comment, productId: body.product_id || null }
      return context.once(async (tx) => ({
        success: true,
        data: await requests.add(tx, request, picture, by),
      }))
    }),
    bindChange(contract.keepCustomRequestPicture, (id, _body, by) => requests.keepPicture(id, by)),
    bindDelete(contract.deleteCustomRequest, requests.delete),
  ]
}
