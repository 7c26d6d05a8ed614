import { addSeat, correctSeatPerson, joinPeople, partPeople } from '../../../../contract/people.ts'
import { type BoundEndpoint, requireCaller } from '../../../http/context.ts'
import { bindAdd, bindOnce } from '../../../http/record-routes.ts'
import type { SeatsService } from '../seats/seats.service.ts'
import type { PeopleDeskService } from './people-desk.service.ts'

export function peopleDeskRoutes(desk: PeopleDeskService, seats: SeatsService): BoundEndpoint[] {
  return [
    bindAdd(addSeat, desk.addSeat),
    bindOnce(correctSeatPerson, async (tx, { params: { kind, id }, body }, context) => {
      const by = requireCaller(context)
      const { seat, redirected } = await seats.correctPerson(tx, kind, id, body, by)
      const { name, email, phone } = seat
      return { id, name, email, phone, redirected }
    }),
    bindAdd(joinPeople, desk.join),
    bindOnce(partPeople, (tx, { params }, context) => desk.part(tx, params.id, requireCaller(context))),
  ]
}
