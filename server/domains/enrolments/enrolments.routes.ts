import * as contract from '../../../contract/enrolments.ts'
import { type BoundEndpoint, bind } from '../../http/context.ts'
import { bindChange, bindOpen, bindPrepared } from '../../http/record-routes.ts'
import type { SchoolService } from '../school/school.service.ts'
import { presentReceipt, type SeatsService } from '../seats/seats.service.ts'
import type { EnrolmentsService } from './enrolments.service.ts'

export function enrolmentsRoutes(
  enrolments: EnrolmentsService,
  seats: SeatsService,
  school: SchoolService,
): BoundEndpoint[] {
  return [
    bindPrepared(contract.createEnrolment, school.current, async (tx, terms, { body }) =>
      presentReceipt(await enrolments.enrol(tx, body, terms)),
    ),
    bindOpen(contract.getEnrolment, ({ params }) => enrolments.view(params.id)),
    bind(contract.setEnrolmentStatus, async ({ params }, { caller, once }) => {
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
    bindChange(contract.markEnrolmentPaid, async (id, body, by) => {
      const { status } = await seats.markPaid('enrolment', id, body, by)
      return { id, status }
    }),
  ]
}
