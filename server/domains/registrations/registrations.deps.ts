import type { OutboxWorkerDeps } from '../../platform/outbox-worker.ts'
import type { SignedLinks } from '../../platform/signed-links.ts'
import type { CoursesService } from '../catalogue/index.ts'
import type { Deps, Events } from '../deps.ts'
import type { CouponsService, PaymentsService, SettlementService } from '../money/index.ts'
import type {
  MailServerService,
  OfficeHoursService,
  PoliciesService,
  SchoolService,
  SetUpService,
} from '../school/index.ts'

export interface RegistrationDeps extends Deps {
  coupons: CouponsService
  courses: CoursesService
  officeHours: OfficeHoursService
  payments: PaymentsService
  policies: PoliciesService
  school: SchoolService
  settlement: SettlementService
  events: Events
  links: SignedLinks
  mailServer: MailServerService
  setUp: SetUpService
  findCalendar: NonNullable<OutboxWorkerDeps['findCalendar']>
}
