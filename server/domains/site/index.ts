export { listOrdersOnClosedDays } from './closed-days/closed-days.service.ts'
export type { JournalService } from './journal/journal.service.ts'
export { siteRoutes } from './site.routes.ts'
export { createSite, type Site } from './site-services.ts'
