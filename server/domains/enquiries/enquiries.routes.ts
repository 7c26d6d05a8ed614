import * as contract from '../../../contract/enquiries.ts'
import { type BoundEndpoint, bind } from '../../http/context.ts'
import { bindChange, bindDelete, bindPage } from '../../http/record-routes.ts'
import type { SchoolService } from '../school/school.service.ts'
import type { EnquiriesService } from './enquiries.service.ts'

export function enquiriesRoutes(enquiries: EnquiriesService, school: SchoolService): BoundEndpoint[] {
  return [
    bind(contract.sendEnquiry, async ({ body }, { once }) => {
      const { email } = await school.current()
      return once(async (tx) => {
        const { website, ...form } = body
        if (!website) await enquiries.send(tx, form, email)
        return { success: true }
      })
    }),
    bindPage(contract.listEnquiries, enquiries.list),
    bindChange(contract.markEnquiry, (id, { answered }, by) => enquiries.mark(id, answered, by)),
    bindDelete(contract.deleteEnquiry, enquiries.delete),
  ]
}
