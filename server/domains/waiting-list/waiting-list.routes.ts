import {
  getWaitingPlace,
  joinWaitingList,
  leaveWaitingList,
  takeOfferedSeat,
} from '../../../contract/waiting-list.ts'
import { type BoundEndpoint, bind } from '../../http/context.ts'
import type { SchoolService } from '../school/school.service.ts'
import type { WaitingListService } from './waiting-list.service.ts'

export function waitingListRoutes(waitingList: WaitingListService, school: SchoolService): BoundEndpoint[] {
  return [
    bind(joinWaitingList, ({ body }, { once }) =>
      once(async (tx) => ({ success: true, data: await waitingList.join(tx, body) })),
    ),
    bind(getWaitingPlace, ({ params }) => waitingList.view(params.token)),
    bind(takeOfferedSeat, async ({ params, body }, { once }) => {
      const terms = await school.current()
      return once(async (tx) => ({
        success: true,
        data: await waitingList.takeSeat(tx, params.token, body.batch, terms),
      }))
    }),
    bind(leaveWaitingList, ({ params }, { once }) =>
      once(async (tx) => ({ success: true, data: await waitingList.leave(tx, params.token) })),
    ),
  ]
}
