import { addManyCoupons, couponRecords, listCouponUses } from '../../../contract/money/coupons.ts'
import * as contract from '../../../contract/money/money.ts'
import { getReceipt } from '../../../contract/money/receipts.ts'
import * as bind from '../../http/bind.ts'
import { type BoundEndpoint, requireCaller } from '../../http/context.ts'
import type { CouponsService } from './coupons/coupons.service.ts'
import type { MoneyDeskService } from './desk/money-desk.service.ts'

interface Services {
  coupons: CouponsService
  moneyDesk: MoneyDeskService
}

export function moneyRoutes({ coupons, moneyDesk }: Services): BoundEndpoint[] {
  return [
    ...bind.record(couponRecords, coupons),
    bind.get(listCouponUses, coupons.listUses),
    bind.add(addManyCoupons, coupons.addMany),

    bind.add(contract.importStatement, moneyDesk.importRows),
    bind.list(contract.listStatementLines, moneyDesk.listLines),
    bind.open(contract.sumWaitingForMoney, ({ query }) => moneyDesk.sumWaiting(query)),
    bind.list(contract.listWaitingForMoney, moneyDesk.listWaiting),
    bind.open(contract.sumToGiveBack, ({ query }) => moneyDesk.sumToGiveBack(query)),
    bind.list(contract.listToGiveBack, moneyDesk.listToGiveBack),
    bind.own(contract.confirmMatches, (by, { body }) => moneyDesk.confirm(body.matches, by)),
    bind.update(contract.closeStatementLine, (id, { outcome, note }, by) =>
      moneyDesk.close(id, outcome, note, by),
    ),
    bind.update(contract.reopenStatementLine, (id, _body, by) => moneyDesk.reopen(id, by)),
    bind.add(contract.refundMoney, moneyDesk.refund),
    bind.own(contract.getMoneyTrail, (by, { params: { kind, id } }) => moneyDesk.trailOf(kind, id, by)),
    bind.add(contract.splitMoney, moneyDesk.split),
    bind.open(getReceipt, ({ params }) => moneyDesk.viewReceipt(params.token)),
    bind.once(contract.mailReceipt, (tx, { params, body }, context) =>
      moneyDesk.mailReceipt(tx, params.id, body, requireCaller(context)),
    ),
    bind.once(contract.reverseReceipt, (tx, { params, body }, context) =>
      moneyDesk.reverse(tx, params.id, body, requireCaller(context)),
    ),
  ]
}
