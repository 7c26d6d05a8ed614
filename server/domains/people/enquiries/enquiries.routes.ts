import * as contract from '../../../../contract/people/enquiries.ts'
import type { BoundEndpoint } from '../../../http/context.ts'
import { bindChange, bindDelete, bindOnce, bindPage } from '../../../http/record-routes.ts'
import type { EnquiriesService } from './enquiries.service.ts'

export function enquiriesRoutes(enquiries: EnquiriesService): BoundEndpoint[] {
  return [
    bindOnce(contract.sendEnquiry, async (tx, { body: { website, ...form } }) => {
      if (!website) await enquiries.send(tx, form)
    }),
    bindPage(contract.listEnquiries, enquiries.list),
    bindChange(contract.markEnquiry, (id, { answered }, by) => enquiries.mark(id, answered, by)),
    bindDelete(contract.deleteEnquiry, enquiries.delete),
  ]
}
