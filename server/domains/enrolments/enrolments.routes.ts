import * as contract from '../../../contract/enrolments.ts'
import { hasRight } from '../../../contract/rights.ts'
import { type BoundEndpoint, bind } from '../../http/context.ts'
import { bindChange, bindOnce, bindOpen } from '../../http/record-routes.ts'
import type { AskedSeatsService } from '../asked-seats/asked-seats.service.ts'
import { askerOf, type HoldersService, requireGroupSize } from '../holders/holders.service.ts'
import type { SchoolService } from '../school/school.service.ts'
import { presentReceipt, type SeatsService } from '../seats/seats.service.ts'
import type { EnrolmentsService } from './enrolments.service.ts'

export function enrolmentsRoutes(
  enrolments: EnrolmentsService,
  askedSeats: AskedSeatsService,
  holders: HoldersService,
  seats: SeatsService,
  school: SchoolService,
): BoundEndpoint[] {
  return [
    bind(contract.createEnrolment, async ({ body }, context) => {
      const terms = await school.current()
      requireGroupSize(1 + (body.others?.length ?? 0), terms)
      const asker = askerOf(context, body)
      return holders.guarded(() =>
        context.once(async (tx) => {
          const { fullName: name, email, phone } = body
          const seats = 1 + (body.others?.length ?? 0)
          const person = { name, email, phone }
          const seat = { kind: 'enrolment', course: body, person, seats, body } as const
          const asked = await askedSeats.askFirst(tx, seat, terms, asker)
          const data = asked
            ? askedSeats.receiptOf(asked)
            : presentReceipt(await enrolments.enrol(tx, body, terms, asker))
          return { success: true, data }
        }),
      )
    }),
    bindOpen(contract.getEnrolment, async ({ params }) => enrolments.view(params.id, await school.current())),
    // The link to pay is the same for both kinds of seats.
    bind(contract.setEnrolmentStatus, async ({ params }, { caller, once }) => {
      const kind = await seats.kindOf(params.id)
      // An admin's word settles it; of everybody else the payment provider is asked.
      if (caller !== null && hasRight(caller.role, 'seat-payments')) {
        const { id, reference, status } = await seats.markPaid(kind, params.id, {}, caller)
        return { success: true, data: { id, reference, status } }
      }
      const claim = await seats.claimPayment(kind, params.id, await school.current())
      return once(async (tx) => {
        const { id, reference, status } = await seats.finalise(tx, kind, params.id, claim)
        return { success: true, data: { id, reference, status } }
      })
    }),
    bindOnce(contract.letSeatGo, async (tx, { params }) => {
      const { id, reference, status } = await seats.letGo(tx, params.id)
      return { id, reference, status }
    }),
    bind(contract.addOthers, async ({ params, body }, { once }) => {
      const terms = await school.current()
      return once(async (tx) => ({
        success: true,
        data: presentReceipt(await seats.addOthers(tx, params.id, body.others, terms)),
      }))
    }),
    bindOnce(contract.nameGuests, async (tx, { params, body }) => {
      const { id, members } = await seats.setNames(tx, params.id, body.names)
      return {
        id,
        seats: members.map(({ id, name, is_named }) => ({ id, name: is_named === 1 ? name : null })),
      }
    }),
    bindChange(contract.markEnrolmentPaid, async (id, body, by) => {
      const { status } = await seats.markPaid('enrolment', id, body, by)
      return { id, status }
    }),
  ]
}
