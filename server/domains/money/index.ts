import type { Deps } from '../deps.ts'
import type { SchoolRoom } from '../school/index.ts'
import { createCouponsService } from './coupons/coupons.service.ts'
import { createMoneyDeskService } from './desk/money-desk.service.ts'
import type { Payables } from './payments/payable.ts'
import { createPaymentsService } from './payments/payments.service.ts'
import { createSettlement } from './payments/settlement.service.ts'

export type { AskedUse, Credit } from './coupons/coupon-uses.ts'
export { countCoupons } from './coupons/coupons.repository.ts'
export type { CouponsService } from './coupons/coupons.service.ts'
export type { Basket, PricedLine } from './coupons/discount-rules.ts'
export * as moneyDeskLetters from './desk/money-desk.letters.ts'
export { countLines, listToGiveBack, sumToGiveBack } from './desk/money-desk.repository.ts'
export { moneyRoutes } from './money.routes.ts'
export { owedFor, type Payable, togetherOf } from './payments/payable.ts'
export { presentPayment, presentTotals } from './payments/payment.presenter.ts'
export { listMoneyStates, type MoneyState } from './payments/payments.repository.ts'
export type { PaymentsService } from './payments/payments.service.ts'
export type { SettlementService } from './payments/settlement.service.ts'

export type Money = ReturnType<typeof createMoney>

export function createMoney(deps: Deps, { school, officeHours }: SchoolRoom) {
  const payments = createPaymentsService(deps, school, officeHours)
  return { coupons: createCouponsService(deps), payments, settlement: createSettlement(deps, payments) }
}

export function createMoneyDesk(deps: Deps, { payments, settlement }: Money, payables: Payables) {
  return createMoneyDeskService(deps, payables, payments, settlement)
}
