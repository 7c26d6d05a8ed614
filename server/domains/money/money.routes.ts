import { addManyCoupons, couponRecords, listCouponUses } from '../../../contract/money/coupons.ts'
import * as contract from '../../../contract/money/money.ts'
import { getReceipt } from '../../../contract/money/receipts.ts'
import { type BoundEndpoint, requireCaller } from '../../http/context.ts'
import {
  bindAdd,
  bindChange,
  bindOnce,
  bindOne,
  bindOpen,
  bindOwn,
  bindPage,
  bindRecord,
} from '../../http/record-routes.ts'
import type { CouponsService } from './coupons/coupons.service.ts'
import type { MoneyDeskService } from './desk/money-desk.service.ts'

interface Services {
  coupons: CouponsService
  moneyDesk: MoneyDeskService
}

export function moneyRoutes({ coupons, moneyDesk }: Services): BoundEndpoint[] {
  return [
    ...bindRecord(couponRecords, coupons),
    bindOne(listCouponUses, coupons.listUses),
    bindAdd(addManyCoupons, coupons.addMany),

    bindAdd(contract.importStatement, moneyDesk.importRows),
    bindPage(contract.listStatementLines, moneyDesk.listLines),
    bindOpen(contract.sumWaitingForMoney, ({ query }) => moneyDesk.sumWaiting(query)),
    bindPage(contract.listWaitingForMoney, moneyDesk.listWaiting),
    bindOpen(contract.sumToGiveBack, ({ query }) => moneyDesk.sumToGiveBack(query)),
    bindPage(contract.listToGiveBack, moneyDesk.listToGiveBack),
    bindOwn(contract.confirmMatches, (by, { body }) => moneyDesk.confirm(body.matches, by)),
    bindChange(contract.closeStatementLine, (id, { outcome, note }, by) =>
      moneyDesk.close(id, outcome, note, by),
    ),
    bindChange(contract.reopenStatementLine, (id, _body, by) => moneyDesk.reopen(id, by)),
    bindAdd(contract.refundMoney, moneyDesk.refund),
    bindOwn(contract.getMoneyTrail, (by, { params: { kind, id } }) => moneyDesk.trailOf(kind, id, by)),
    bindAdd(contract.splitMoney, moneyDesk.split),
    bindOpen(getReceipt, ({ params }) => moneyDesk.viewReceipt(params.token)),
    bindOnce(contract.mailReceipt, (tx, { params, body }, context) =>
      moneyDesk.mailReceipt(tx, params.id, body, requireCaller(context)),
    ),
    bindOnce(contract.reverseReceipt, (tx, { params, body }, context) =>
      moneyDesk.reverse(tx, params.id, body, requireCaller(context)),
    ),
  ]
}
