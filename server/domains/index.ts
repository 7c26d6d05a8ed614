import { findCalendarOfLetter } from '../http/calendar-feed.ts'
import type { BoundEndpoint } from '../http/context.ts'
import { authSecret } from '../platform/secret.ts'
import { createSignedLinks } from '../platform/signed-links.ts'
import { createReports, reportRoutes } from '../reports/index.ts'
import { accountsRoutes, createAccounts } from './accounts/index.ts'
import { catalogueRoutes, createCatalogue } from './catalogue/index.ts'
import type { Deps, Events } from './deps.ts'
import { createMessagesService, messagesRoutes } from './messages/index.ts'
import { createMoney, createMoneyDesk, moneyRoutes } from './money/index.ts'
import { createOrders, ordersRoutes } from './orders/index.ts'
import { createPeople, peopleRoutes } from './people/index.ts'
import {
  askPlacesToPay,
  mailSeatLinks,
  offerFreeSeats,
  type RegistrationDeps,
  registrationRoutes,
  seatPayables,
} from './registrations/index.ts'
import { createSchool, schoolRoutes } from './school/index.ts'
import { createSite, siteRoutes } from './site/index.ts'
import { createStore, storeRoutes } from './store/index.ts'
import { binRoutes, createBinService, createSystem } from './system/index.ts'

/** Creates the services of each room (folder of `server/domains`) once, the lower rooms first. */
export function createServices(deps: Deps) {
  const events: Events = {
    onSeatFreed: (tx, batchId) => offerFreeSeats(registrationDeps, tx, batchId),
    onBatchDated: async (tx, batchId) =>
      askPlacesToPay(registrationDeps, tx, batchId, await school.school.holdTimes(tx)),
    async onAlreadyHeld(held) {
      await mailSeatLinks(registrationDeps, held)
      await orders.orders.mailLinks(held)
    },
    proveOrder: (tx, id, terms) => orders.orders.prove(tx, id, terms),
    listOwnOrders: (tx, email) => orders.orders.listCurrentOf(tx, email),
  }
  const links = createSignedLinks(authSecret(deps.config))
  const school = createSchool(deps)
  const system = createSystem(deps)
  const catalogue = createCatalogue(deps, events)
  const store = createStore(deps, school)
  const money = createMoney(deps, school)
  const people = createPeople(deps, school, system)
  const { courses } = catalogue
  const registrationDeps: RegistrationDeps = {
    ...deps,
    ...money,
    courses,
    events,
    links,
    officeHours: school.officeHours,
    policies: school.policies,
    school: school.school,
    mailServer: school.mailServer,
    setUp: school.setUp,
    findCalendar: findCalendarOfLetter({ courses, school: school.school }),
  }
  const below = { ...catalogue, ...store, ...money, ...people, ...school }
  const orders = createOrders({ ...deps, ...below, links })
  const site = createSite(deps, { ...below, ...orders }, registrationDeps)
  const payables = { ...seatPayables(registrationDeps), ...orders.orders.payables }
  return {
    deps,
    ...createReports(deps),
    ...createAccounts(deps, school.school),
    ...below,
    ...orders,
    ...site,
    ...system,
    bin: createBinService(deps, {
      class: courses.restoreClass,
      coupon: orders.orders.restoreCoupon,
      'custom-request': people.customRequests.restore,
      'delivery-day': site.closedDays.restore,
      'delivery-slot': store.deliverySlots.restore,
      'delivery-zone': store.deliveryZones.restore,
      enquiry: people.enquiries.restore,
      'event-price': school.hallPrices.restore,
      flower: store.flowers.restore,
      impact: site.impacts.restore,
      instructor: catalogue.instructors.restore,
      'office-hours': school.officeHours.restore,
      post: site.journal.restore,
      'status-feedback': catalogue.feedback.restoreStatusFeedback,
      'student-feedback': catalogue.feedback.restoreStudentFeedback,
      product: store.products.restore,
      recipe: store.recipes.restore,
      room: catalogue.rooms.restore,
      student: people.students.restore,
    }),
    events,
    messages: createMessagesService(deps, school.school, school.mailServer),
    moneyDesk: createMoneyDesk(deps, money, payables),
    payables,
    registrationDeps,
  }
}
export type Services = ReturnType<typeof createServices>

export function bindEndpoints(
  services: Services,
  findDiskProblem: () => Promise<string | null>,
): BoundEndpoint[] {
  return [
    ...reportRoutes(services, { findDiskProblem, whyMailWaits: services.mailServer.whyWaiting }),
    ...accountsRoutes(services),
    ...binRoutes(services.bin),
    ...catalogueRoutes(services),
    ...messagesRoutes(services.messages),
    ...moneyRoutes(services),
    ...ordersRoutes(services, services.events),
    ...peopleRoutes(services),
    ...registrationRoutes(services.registrationDeps),
    ...schoolRoutes(services),
    ...siteRoutes(services),
    ...storeRoutes(services),
  ]
}
