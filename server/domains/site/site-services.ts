import type { Catalogue } from '../catalogue/index.ts'
import type { Deps } from '../deps.ts'
import type { Orders } from '../orders/index.ts'
import type { RegistrationDeps } from '../registrations/index.ts'
import type { Store } from '../store/index.ts'
import { createClosedDaysService } from './closed-days/closed-days.service.ts'
import { createImpactsService } from './impacts/impacts.service.ts'
import { createJournalService } from './journal/journal.service.ts'

export type Site = ReturnType<typeof createSite>

export function createSite(deps: Deps, below: Catalogue & Orders & Store, registrations: RegistrationDeps) {
  return {
    closedDays: createClosedDaysService(deps, below, registrations),
    impacts: createImpactsService(deps),
    journal: createJournalService(deps, below, registrations.school),
  }
}
