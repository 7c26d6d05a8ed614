import { cancelSeat, moveSeat, noteOnSeat, resendSeatLetters } from '../../../contract/rosters.ts'
import { type BoundEndpoint, bind, requireCaller } from '../../http/context.ts'
import type { SeatsService } from './seats.service.ts'

export function seatsRoutes(seats: SeatsService): BoundEndpoint[] {
  return [
    bind(moveSeat, ({ params: { kind, id }, body }, context) =>
      context.once(async (tx) => {
        const { status } = await seats.move(tx, kind, id, body, requireCaller(context))
        return { success: true, data: { id, status } }
      }),
    ),
    bind(cancelSeat, ({ params: { kind, id } }, context) =>
      context.once(async (tx) => {
        const { status } = await seats.cancel(tx, kind, id, requireCaller(context))
        return { success: true, data: { id, status } }
      }),
    ),
    bind(noteOnSeat, ({ params: { kind, id }, body }, context) =>
      context.once(async (tx) => {
        const { staff_note: note } = await seats.setNote(tx, kind, id, body, requireCaller(context))
        return { success: true, data: { id, note } }
      }),
    ),
    bind(resendSeatLetters, ({ params: { kind, id } }, context) =>
      context.once(async (tx) => {
        const count = await seats.repeatLetters(tx, kind, id, requireCaller(context))
        return { success: true, data: { id, count } }
      }),
    ),
  ]
}
