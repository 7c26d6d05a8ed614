import * as contract from '../../../../contract/money/coupons.ts'
import type { BoundEndpoint } from '../../../http/context.ts'
import {
  bindAdd,
  bindChange,
  bindDelete,
  bindImports,
  bindOne,
  bindOpen,
  bindPage,
} from '../../../http/record-routes.ts'
import { requireGroupSize, type SchoolService } from '../../school/school.service.ts'
import type { CouponsService } from './coupons.service.ts'

export function couponsRoutes(coupons: CouponsService, school: SchoolService): BoundEndpoint[] {
  return [
    bindOpen(contract.validateCoupon, async ({ body: { cartToken = null, ...body } }, context) => {
      requireGroupSize(body.seats ?? 1, await school.current())
      const userId = context.caller?.userId ?? null
      return coupons.validate(body, { userId, cartToken: context.cartToken ?? cartToken })
    }),
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
