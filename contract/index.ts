import * as accounts from './accounts.ts'
import * as apiDocument from './api-document.ts'
import * as audit from './audit.ts'
import * as bin from './bin.ts'
import * as courses from './courses.ts'
import * as customRequests from './custom-requests.ts'
import * as dashboard from './dashboard.ts'
import * as disk from './disk.ts'
import { type AnyEndpoint, isEndpoint, type KeyOf } from './endpoint.ts'
import * as enquiries from './enquiries.ts'
import * as enrolments from './enrolments.ts'
import * as eventBookings from './event-bookings.ts'
import * as eventPricing from './event-pricing.ts'
import * as favourites from './favourites.ts'
import * as feedback from './feedback.ts'
import * as impacts from './impacts.ts'
import * as instructors from './instructors.ts'
import * as messages from './messages.ts'
import * as money from './money.ts'
import * as officeHours from './office-hours.ts'
import * as orders from './orders.ts'
import * as passkeys from './passkeys.ts'
import * as products from './products.ts'
import * as registrations from './registrations.ts'
import * as rosters from './rosters.ts'
import * as school from './school.ts'
import * as schoolSettings from './school-settings.ts'
import * as search from './search.ts'
import * as security from './security.ts'
import * as staffAccounts from './staff-accounts.ts'
import * as students from './students.ts'
import * as subscriptions from './subscriptions.ts'
import * as waitingList from './waiting-list.ts'

/** One line per domain; an endpoint in a listed domain is found by itself. */
const domains = {
  accounts,
  apiDocument,
  audit,
  bin,
  courses,
  customRequests,
  dashboard,
  disk,
  enquiries,
  enrolments,
  eventBookings,
  eventPricing,
  favourites,
  feedback,
  impacts,
  instructors,
  messages,
  money,
  officeHours,
  orders,
  passkeys,
  products,
  registrations,
  rosters,
  school,
  search,
  security,
  staffAccounts,
  schoolSettings,
  students,
  subscriptions,
  waitingList,
}

type Domains = typeof domains
type EndpointIn<Module> = Extract<Module[keyof Module], AnyEndpoint>
type Declared = { [D in keyof Domains]: EndpointIn<Domains[D]> }[keyof Domains]

/** Every endpoint by its name, for callers: `Api['GET /api/courses']`. */
export type Api = { [E in Declared as KeyOf<E>]: E }
export type ApiKey = keyof Api

/** Every declared endpoint, in the order of their paths. */
export const endpoints: readonly AnyEndpoint[] = Object.values(domains)
  .flatMap((module) => Object.values(module) as unknown[])
  .filter(isEndpoint)
  .sort((a, b) => a.path.localeCompare(b.path) || a.method.localeCompare(b.method))
