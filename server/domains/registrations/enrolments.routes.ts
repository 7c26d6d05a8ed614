import * as contract from '../../../contract/enrolments.ts'
import { hasRight } from '../../../contract/rights.ts'
import { type BoundEndpoint, bind } from '../../http/context.ts'
import { bindChange, bindOnce, bindOpen } from '../../http/record-routes.ts'
import type { SettlementService } from '../payments/settlement.service.ts'
import type { SchoolService } from '../school/school.service.ts'
import { askerOf, type HoldersService, requireGroupSize } from './caps/holders.service.ts'
import type { EnrolmentsService } from './enrolments.service.ts'
import type { AskedSeatsService } from './holds/asked-seats.service.ts'
import { presentReceipt, type SeatsService } from './seats/seats.service.ts'

export function enrolmentsRoutes(
  enrolments: EnrolmentsService,
  askedSeats: AskedSeatsService,
  holders: HoldersService,
  seats: SeatsService,
  settlement: SettlementService,
  school: SchoolService,
): BoundEndpoint[] {
  return [
    bind(contract.createEnrolment, async ({ body }, context) => {
      const terms = await school.current()
      requireGroupSize(1 + (body.others?.length ?? 0), terms)
      const asker = askerOf(context, body)
      return holders.guarded(terms, (asks) =>
        context.once(async (tx) => {
          const { fullName: name, email, phone } = body
          const seats = 1 + (body.others?.length ?? 0)
          const person = { name, email, phone }
          const seat = { kind: 'enrolment', course: body, person, seats, body } as const
          const asked = await askedSeats.askFirst(tx, seat, asks, asker)
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
        const { id, reference, status } = await settlement.markPaid(
          seats.payables[kind],
          params.id,
          {},
          caller,
        )
        return { success: true, data: { id, reference, status } }
      }
      const claim = await settlement.claim(seats.payables[kind], params.id, await school.current())
      return once(async (tx) => {
        const { id, reference, status } = await settlement.finalise(
          tx,
          seats.payables[kind],
          params.id,
          claim,
        )
        return { success: true, data: { id, reference, status } }
      })
    }),
    bindOnce(contract.letSeatGo, async (tx, { params }) => {
      const { id, reference, status } = await seats.letGo(tx, params.id)
      return { id, reference, status }
    }),
    bind(contract.addOthers, async ({ params, body: { others } }, context) => {
      const terms = await school.current()
      // Their payer has a letter already, whose link is the way to hold more.
      const kind = await seats.kindOf(params.id)
      return holders.guarded({ confirmFirst: true }, () =>
        context.once(async (tx) => {
          // Of a person, a seat and a batch the person is locked first, as everywhere.
          const payer = await seats.get(tx, kind, params.id)
          await holders.lock(tx, payer)
          const asker = askerOf(context, {})
          const isStaff = context.caller?.usertype === 'admin'
          if (!isStaff && (await holders.isProved(tx, asker, payer.email))) {
            await seats.proveByAccount(tx, kind, params.id, terms)
          }
          const party = await seats.addOthers(tx, params.id, others, terms)
          const hold = { ...party, batchId: party.batch_id, provedAt: party.proved_at }
          await holders.countMore(tx, asker, hold, others.length, terms)
          return { success: true, data: presentReceipt(party) }
        }),
      )
    }),
    bindOnce(contract.nameGuests, async (tx, { params, body }) => {
      const { id, members } = await seats.setNames(tx, params.id, body.names)
      return {
        id,
        seats: members.map(({ id, name, is_named }) => ({ id, name: is_named === 1 ? name : null })),
      }
    }),
    bindChange(contract.markEnrolmentPaid, async (id, body, by) => {
      const { status } = await settlement.markPaid(seats.payables.enrolment, id, body, by)
      return { id, status }
    }),
  ]
}
