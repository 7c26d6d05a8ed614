import * as contract from '../../../contract/money.ts'
import type { BoundEndpoint } from '../../http/context.ts'
import { bindAdd, bindChange, bindOpen, bindOwn, bindPage } from '../../http/record-routes.ts'
import type { MoneyDeskService } from './money-desk.service.ts'

export function moneyDeskRoutes(desk: MoneyDeskService): BoundEndpoint[] {
  return [
    bindAdd(contract.importStatement, (tx, { fileName, rows }, by) =>
      desk.importRows(tx, fileName, rows, by),
    ),
    bindPage(contract.listStatementLines, desk.listLines),
    bindOpen(contract.sumWaitingForMoney, ({ query }) => desk.sumWaiting(query)),
    bindPage(contract.listWaitingForMoney, desk.listWaiting),
    bindOwn(contract.confirmMatches, (by, { body }) => desk.confirm(body.matches, by)),
    bindChange(contract.closeStatementLine, (id, { outcome, note }, by) => desk.close(id, outcome, note, by)),
    bindChange(contract.reopenStatementLine, (id, _body, by) => desk.reopen(id, by)),
    bindOwn(contract.refundMoney, (by, { body }) => desk.refund(body, by)),
    bindOpen(contract.getMoneyTrail, ({ params: { kind, id } }) => desk.trailOf(kind, id)),
    bindOwn(contract.splitMoney, (by, { body }) => desk.split(body, by)),
    bindChange(contract.mailReceipt, desk.mailReceipt),
    bindChange(contract.reverseReceipt, desk.reverse),
  ]
}
