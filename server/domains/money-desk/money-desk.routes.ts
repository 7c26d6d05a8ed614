import * as contract from '../../../contract/money.ts'
import type { BoundEndpoint } from '../../http/context.ts'
import { bindAdd, bindChange, bindOwn, bindPage } from '../../http/record-routes.ts'
import type { MoneyDeskService } from './money-desk.service.ts'

export function moneyDeskRoutes(desk: MoneyDeskService): BoundEndpoint[] {
  return [
    bindAdd(contract.importStatement, (tx, { fileName, rows }, by) =>
      desk.importRows(tx, fileName, rows, by),
    ),
    bindPage(contract.listStatementLines, desk.listLines),
    bindPage(contract.listWaitingForMoney, desk.listWaiting),
    bindOwn(contract.confirmMatches, (by, { body }) => desk.confirm(body.matches, by)),
    bindChange(contract.closeStatementLine, (id, { outcome, note }, by) => desk.close(id, outcome, note, by)),
    bindChange(contract.reopenStatementLine, (id, _body, by) => desk.reopen(id, by)),
    bindOwn(contract.refundMoney, (by, { body }) => desk.refund(body.kind, body.id, body.note, by)),
  ]
}
