import { joinWaitingList } from '../../../contract/waiting-list.ts'
import { type BoundEndpoint, bind } from '../../http/context.ts'
import type { WaitingListService } from './waiting-list.service.ts'

export function waitingListRoutes(waitingList: WaitingListService): BoundEndpoint[] {
  return [
    bind(joinWaitingList, ({ body }, { once }) =>
      once(async (tx) => ({ success: true, data: await waitingList.join(tx, body) })),
    ),
  ]
}
