import * as contract from '../../../../contract/money/coupons.ts'
import type { BoundEndpoint } from '../../../http/context.ts'
import {
  bindAdd,
  bindChange,
  bindDelete,
  bindImports,
  bindOne,
  bindPage,
} from '../../../http/record-routes.ts'
import type { CouponsService } from './coupons.service.ts'

export function couponsRoutes(coupons: CouponsService): BoundEndpoint[] {
  return [
    bindPage(contract.listCoupons, coupons.list),
    bindOne(contract.getCoupon, coupons.get),
    bindOne(contract.listCouponUses, coupons.listUses),
    bindAdd(contract.addCoupon, coupons.add),
    bindAdd(contract.addManyCoupons, coupons.addMany),
    bindChange(contract.updateCoupon, coupons.update),
    bindDelete(contract.deleteCoupon, coupons.remove),
    ...bindImports(
      { run: contract.importCoupons, list: contract.listCouponImports, takeBack: contract.takeBackCoupons },
      coupons.imports,
    ),
  ]
}
