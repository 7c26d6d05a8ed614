import type * as z from 'zod/mini'
import * as batches from '../../../../contract/catalogue/batches.ts'
import * as people from '../../../../contract/people/people.ts'
import * as letters from '../../../../contract/registrations/batch-letters.ts'
import { markEnrolmentPaid, type markPaidBody } from '../../../../contract/registrations/enrolments.ts'
import { markEventBookingPaid } from '../../../../contract/registrations/event-bookings.ts'
import * as rosters from '../../../../contract/registrations/rosters.ts'
import type { SeatKind } from '../../../db/schema.ts'
import * as bind from '../../../http/bind.ts'
import { type BoundEndpoint, type Caller, requireCaller } from '../../../http/context.ts'
import type { RegistrationDeps } from '../registrations.deps.ts'
import { cancelSeat } from '../seats/seat-ends.ts'
import { moveSeat } from '../seats/seat-moves.ts'
import { seatPayable } from '../seats/seat-payable.ts'
import { cancelBatch, removeBatch } from './batch-desk.service.ts'
import {
  previewBatchLetter,
  sendBatchLetter,
  takeBackBatchLetter,
  testBatchLetter,
} from './batch-letters.service.ts'
import { joinPeople, partPeople } from './person-joins.ts'
import { addSeat, correctSeatPerson, repeatSeatLetters, setSeatNote, setSeatPrice } from './seat-desk.ts'

export function registrationDeskRoutes(deps: RegistrationDeps): BoundEndpoint[] {
  const { school, settlement } = deps
  const markPaid =
    (kind: SeatKind) => async (id: string, body: z.output<typeof markPaidBody>, by: Caller) => {
      const { status } = await settlement.markPaid(seatPayable(deps, kind), id, body, by)
      return { id, status }
    }
  return [
    bind.add(people.addSeat, (tx, body, by) => addSeat(deps, tx, body, by)),
    bind.once(people.correctSeatPerson, async (tx, { params: { kind, id }, body }, context) => {
      const by = requireCaller(context)
      const { seat, redirected } = await correctSeatPerson(deps, tx, kind, id, body, by)
      const { name, email, phone } = seat
      return { id, name, email, phone, redirected }
    }),
    bind.add(people.joinPeople, (tx, body, by) => joinPeople(deps, tx, body, by)),
    bind.once(people.partPeople, (tx, { params }, context) =>
      partPeople(deps, tx, params.id, requireCaller(context)),
    ),
    bind.update(markEnrolmentPaid, markPaid('enrolment')),
    bind.update(markEventBookingPaid, markPaid('event-booking')),
    bind.prepared(
      rosters.moveSeat,
      school.current,
      async (tx, terms, { params: { kind, id }, body }, context) => {
        const { status } = await moveSeat(deps, tx, kind, id, body, terms, requireCaller(context))
        return { id, status }
      },
    ),
    bind.once(rosters.cancelSeat, async (tx, { params: { kind, id } }, context) => {
      const { status } = await cancelSeat(deps, tx, kind, id, requireCaller(context))
      return { id, status }
    }),
    bind.once(rosters.noteOnSeat, async (tx, { params: { kind, id }, body }, context) => {
      const { staff_note: note } = await setSeatNote(deps, tx, kind, id, body, requireCaller(context))
      return { id, note }
    }),
    bind.once(rosters.setSeatPrice, async (tx, { params: { kind, id }, body }, context) => {
      const { status } = await setSeatPrice(deps, tx, kind, id, body, requireCaller(context))
      return { id, status }
    }),
    bind.once(rosters.resendSeatLetters, async (tx, { params: { kind, id } }, context) => ({
      id,
      count: await repeatSeatLetters(deps, tx, kind, id, requireCaller(context)),
    })),
    bind.update(batches.cancelBatch, (id, body, by) => cancelBatch(deps, id, body, by)),
    bind.remove(batches.deleteBatch, (id, by) => removeBatch(deps, id, by)),
    bind.update(letters.previewBatchLetter, (id, body) => previewBatchLetter(deps, id, body)),
    bind.once(letters.testBatchLetter, (tx, { params, body }, context) =>
      testBatchLetter(deps, tx, params.id, body, requireCaller(context)),
    ),
    bind.once(letters.sendBatchLetter, (tx, { params, body }, context) =>
      sendBatchLetter(deps, tx, params.id, body, requireCaller(context)),
    ),
    bind.own(letters.takeBackBatchLetter, (caller, { params }) =>
      takeBackBatchLetter(deps, params.id, params.letter, caller),
    ),
  ]
}
