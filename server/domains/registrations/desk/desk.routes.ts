import type * as z from 'zod/mini'
import * as batches from '../../../../contract/catalogue/batches.ts'
import * as people from '../../../../contract/people/people.ts'
import * as letters from '../../../../contract/registrations/batch-letters.ts'
import { markEnrolmentPaid, type markPaidBody } from '../../../../contract/registrations/enrolments.ts'
import { markEventBookingPaid } from '../../../../contract/registrations/event-bookings.ts'
import * as rosters from '../../../../contract/registrations/rosters.ts'
import type { SeatKind } from '../../../db/schema.ts'
import { type BoundEndpoint, type Caller, requireCaller } from '../../../http/context.ts'
import {
  bindAdd,
  bindChange,
  bindDelete,
  bindOnce,
  bindOwn,
  bindPrepared,
} from '../../../http/record-routes.ts'
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
    bindAdd(people.addSeat, (tx, body, by) => addSeat(deps, tx, body, by)),
    bindOnce(people.correctSeatPerson, async (tx, { params: { kind, id }, body }, context) => {
      const by = requireCaller(context)
      const { seat, redirected } = await correctSeatPerson(deps, tx, kind, id, body, by)
      const { name, email, phone } = seat
      return { id, name, email, phone, redirected }
    }),
    bindAdd(people.joinPeople, (tx, body, by) => joinPeople(deps, tx, body, by)),
    bindOnce(people.partPeople, (tx, { params }, context) =>
      partPeople(deps, tx, params.id, requireCaller(context)),
    ),
    bindChange(markEnrolmentPaid, markPaid('enrolment')),
    bindChange(markEventBookingPaid, markPaid('event-booking')),
    bindPrepared(
      rosters.moveSeat,
      school.current,
      async (tx, terms, { params: { kind, id }, body }, context) => {
        const { status } = await moveSeat(deps, tx, kind, id, body, terms, requireCaller(context))
        return { id, status }
      },
    ),
    bindOnce(rosters.cancelSeat, async (tx, { params: { kind, id } }, context) => {
      const { status } = await cancelSeat(deps, tx, kind, id, requireCaller(context))
      return { id, status }
    }),
    bindOnce(rosters.noteOnSeat, async (tx, { params: { kind, id }, body }, context) => {
      const { staff_note: note } = await setSeatNote(deps, tx, kind, id, body, requireCaller(context))
      return { id, note }
    }),
    bindOnce(rosters.setSeatPrice, async (tx, { params: { kind, id }, body }, context) => {
      const { status } = await setSeatPrice(deps, tx, kind, id, body, requireCaller(context))
      return { id, status }
    }),
    bindOnce(rosters.resendSeatLetters, async (tx, { params: { kind, id } }, context) => ({
      id,
      count: await repeatSeatLetters(deps, tx, kind, id, requireCaller(context)),
    })),
    bindChange(batches.cancelBatch, (id, body, by) => cancelBatch(deps, id, body, by)),
    bindDelete(batches.deleteBatch, (id, by) => removeBatch(deps, id, by)),
    bindChange(letters.previewBatchLetter, (id, body) => previewBatchLetter(deps, id, body)),
    bindOnce(letters.testBatchLetter, (tx, { params, body }, context) =>
      testBatchLetter(deps, tx, params.id, body, requireCaller(context)),
    ),
    bindOnce(letters.sendBatchLetter, (tx, { params, body }, context) =>
      sendBatchLetter(deps, tx, params.id, body, requireCaller(context)),
    ),
    bindOwn(letters.takeBackBatchLetter, (caller, { params }) =>
      takeBackBatchLetter(deps, params.id, params.letter, caller),
    ),
  ]
}
