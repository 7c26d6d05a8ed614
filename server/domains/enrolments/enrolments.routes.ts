import {
  createEnrolment,
  getEnrolment,
  markEnrolmentPaid,
  setEnrolmentStatus,
} from '../../../contract/enrolments.ts'
import { type BoundEndpoint, bind, requireCaller } from '../../http/context.ts'
import type { SchoolService } from '../school/school.service.ts'
import { presentReceipt, type SeatsService } from '../seats/seats.service.ts'
import type { EnrolmentsService } from './enrolments.service.ts'

export function enrolmentsRoutes(
  enrolments: EnrolmentsService,
  seats: SeatsService,
  school: SchoolService,
): BoundEndpoint[] {
  return [
    bind(createEnrolment, async ({ body }, { once }) => {
      const terms = await school.current()
      return once(async (tx) => ({
        success: true,
        data: presentReceipt(await enrolments.enrol(tx, body, terms)),
      }))
    }),
    bind(getEnrolment, ({ params }) => enrolments.view(params.id)),
    bind(setEnrolmentStatus, async ({ params }, { caller, once }) => {
      // An admin's word settles it; of everybody else the payment provider is asked.
      if (caller?.usertype === 'admin') {
        const { id, reference, status } = await seats.markPaid('enrolment', params.id, {}, caller)
        return { success: true, data: { id, reference, status } }
      }
      const claim = await seats.claimPayment('enrolment', params.id)
      return once(async (tx) => {
        const { id, reference, status } = await seats.finalise(tx, 'enrolment', params.id, claim)
        return { success: true, data: { id, reference, status } }
      })
    }),
    bind(markEnrolmentPaid, async ({ params, body }, context) => {
      const { id, status } = await seats.markPaid('enrolment', params.id, body, requireCaller(context))
      return { success: true, data: { id, status } }
    }),
  ]
}
