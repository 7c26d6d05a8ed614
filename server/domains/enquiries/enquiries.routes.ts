import { deleteEnquiry, listEnquiries, markEnquiry, sendEnquiry } from '../../../contract/enquiries.ts'
import { type BoundEndpoint, bind, requireCaller } from '../../http/context.ts'
import type { SchoolService } from '../school/school.service.ts'
import type { EnquiriesService } from './enquiries.service.ts'

export function enquiriesRoutes(enquiries: EnquiriesService, school: SchoolService): BoundEndpoint[] {
  return [
    bind(sendEnquiry, async ({ body }, { once }) => {
      const { email } = await school.current()
      return once(async (tx) => {
        const { website, ...form } = body
        if (!website) await enquiries.send(tx, form, email)
        return { success: true }
      })
    }),
    bind(listEnquiries, async ({ query }, context) => {
      const { enquiries: data, next } = await enquiries.list(query)
      context.nextPage(next)
      return { success: true, data }
    }),
    bind(markEnquiry, async ({ params, body }, context) => ({
      success: true,
      data: await enquiries.mark(params.id, body.answered, requireCaller(context)),
    })),
    bind(deleteEnquiry, async ({ params }, context) => {
      await enquiries.delete(params.id, requireCaller(context))
      return { success: true }
    }),
  ]
}
