import * as contract from '../../../../contract/waiting-list.ts'
import type { BoundEndpoint } from '../../../http/context.ts'
import { bindOnce, bindOpen, bindPrepared } from '../../../http/record-routes.ts'
import { askedFrom } from '../../../platform/asking-network.ts'
import type { SchoolService } from '../../school/school.service.ts'
import { askerOf } from '../caps/holders.service.ts'
import type { WaitingListService } from './waiting-list.service.ts'

export function waitingListRoutes(waitingList: WaitingListService, school: SchoolService): BoundEndpoint[] {
  return [
    bindOnce(contract.joinWaitingList, (tx, { body }, context) =>
      waitingList.join(tx, body, askerOf(context, {})),
    ),
    bindOpen(contract.getWaitingPlace, ({ params }) => waitingList.view(params.token)),
    bindPrepared(contract.takeOfferedSeat, school.current, (tx, terms, { params, body }) =>
      // Whoever comes by a letter's link reads that mailbox.
      askedFrom(null, () => waitingList.takeSeat(tx, params.token, body.batch, terms)),
    ),
    bindOnce(contract.leaveWaitingList, (tx, { params }) => waitingList.leave(tx, params.token)),
  ]
}
