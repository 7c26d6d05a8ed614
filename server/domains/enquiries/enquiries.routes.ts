import * as contract from '../../../contract/enquiries.ts'
import { type BoundEndpoint, bind } from '../../http/context.ts'
import { bindChange, bindDelete, bindPage } from '../../http/record-routes.ts'
import type { EnquiriesService } from './enquiries.service.ts'

export function enquiriesRoutes(enquiries: EnquiriesService): BoundEndpoint[] {
  return [
    bind(contract.sendEnquiry, ({ body: { website, ...form } }, { once }) =>
      once(async (tx) => {
        if (!website) await enquiries.send(tx, form)
        return { success: true }
      }),
    ),
    bindPage(contract.listEnquiries, enquiries.list),
    bindChange(contract.markEnquiry, (id, { answered }, by) => enquiries.mark(id, answered, by)),
    bindDelete(contract.deleteEnquiry, enquiries.delete),
  ]
}
