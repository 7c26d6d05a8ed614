import * as contract from '../../../../contract/money/money.ts'
import { getReceipt } from '../../../../contract/money/receipts.ts'
import { type BoundEndpoint, requireCaller } from '../../../http/context.ts'
import { bindAdd, bindChange, bindOnce, bindOpen, bindOwn, bindPage } from '../../../http/record-routes.ts'
import type { MoneyDeskService } from './money-desk.service.ts'

export function moneyDeskRoutes(desk: MoneyDeskService): BoundEndpoint[] {
  return [
    bindAdd(contract.importStatement, desk.importRows),
    bindPage(contract.listStatementLines, desk.listLines),
    bindOpen(contract.sumWaitingForMoney, ({ query }) => desk.sumWaiting(query)),
    bindPage(contract.listWaitingForMoney, desk.listWaiting),
    bindOpen(contract.sumToGiveBack, ({ query }) => desk.sumToGiveBack(query)),
    bindPage(contract.listToGiveBack, desk.listToGiveBack),
    bindOwn(contract.confirmMatches, (by, { body }) => desk.confirm(body.matches, by)),
    bindChange(contract.closeStatementLine, (id, { outcome, note }, by) => desk.close(id, outcome, note, by)),
    bindChange(contract.reopenStatementLine, (id, _body, by) => desk.reopen(id, by)),
    bindAdd(contract.refundMoney, desk.refund),
    bindOwn(contract.getMoneyTrail, (by, { params: { kind, id } }) => desk.trailOf(kind, id, by)),
    bindAdd(contract.splitMoney, desk.split),
    bindOpen(getReceipt, ({ params }) => desk.viewReceipt(params.token)),
    bindOnce(contract.mailReceipt, (tx, { params, body }, context) =>
      desk.mailReceipt(tx, params.id, body, requireCaller(context)),
    ),
    bindOnce(contract.reverseReceipt, (tx, { params, body }, context) =>
      desk.reverse(tx, params.id, body, requireCaller(context)),
    ),
  ]
}
