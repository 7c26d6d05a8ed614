import {
  cancelSeat,
  moveSeat,
  noteOnSeat,
  resendSeatLetters,
  setSeatPrice,
} from '../../../../contract/rosters.ts'
import { type BoundEndpoint, requireCaller } from '../../../http/context.ts'
import { bindOnce, bindPrepared } from '../../../http/record-routes.ts'
import type { SchoolService } from '../../school/school.service.ts'
import type { SeatsService } from './seats.service.ts'

export function seatsRoutes(seats: SeatsService, school: SchoolService): BoundEndpoint[] {
  return [
    bindPrepared(moveSeat, school.current, async (tx, terms, { params: { kind, id }, body }, context) => {
      const { status } = await seats.move(tx, kind, id, body, terms, requireCaller(context))
      return { id, status }
    }),
    bindOnce(cancelSeat, async (tx, { params: { kind, id } }, context) => {
      const { status } = await seats.cancel(tx, kind, id, requireCaller(context))
      return { id, status }
    }),
    bindOnce(noteOnSeat, async (tx, { params: { kind, id }, body }, context) => {
      const { staff_note: note } = await seats.setNote(tx, kind, id, body, requireCaller(context))
      return { id, note }
    }),
    bindOnce(setSeatPrice, async (tx, { params: { kind, id }, body }, context) => {
      const { status } = await seats.setPrice(tx, kind, id, body, requireCaller(context))
      return { id, status }
    }),
    bindOnce(resendSeatLetters, async (tx, { params: { kind, id } }, context) => ({
      id,
      count: await seats.repeatLetters(tx, kind, id, requireCaller(context)),
    })),
  ]
}
