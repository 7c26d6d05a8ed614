import type { Tx } from '../../db/schema.ts'
import type { SignedLinks } from '../../platform/signed-links.ts'
import type { CoursesService } from '../catalogue/courses/courses.service.ts'
import type { Deps, Events } from '../deps.ts'
import type { CouponsService } from '../money/coupons/coupons.service.ts'
import type { PaymentsService } from '../money/payments/payments.service.ts'
import type { SettlementService } from '../money/payments/settlement.service.ts'
import type { SchoolService } from '../school/school.service.ts'
import type { OwnOrder } from './proofs/proofs.letters.ts'

export interface RegistrationDeps extends Deps {
  coupons: CouponsService
  courses: CoursesService
  payments: PaymentsService
  school: SchoolService
  settlement: SettlementService
  events: Events
  links: SignedLinks
  orders: ProvedOrders
}

/** The links of letters prove orders too. Their folder uses this one, so this one cannot import it. */
interface ProvedOrders {
  prove(
    tx: Tx,
    proofId: string,
    terms: { holdHours: number },
  ): Promise<{ id: string; hold_until: string | null }>
  listCurrentOf(tx: Tx, email: string): Promise<OwnOrder[]>
}
