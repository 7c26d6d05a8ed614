import type { RecordKind } from '../../contract/records.ts'
import type { BoundEndpoint } from '../http/context.ts'
import { authSecret } from '../platform/secret.ts'
import { createSignedLinks } from '../platform/signed-links.ts'
import { createReports, reportRoutes } from '../reports/index.ts'
import { accountsRoutes, createAccounts } from './accounts/index.ts'
import { type Catalogue, catalogueRoutes, createCatalogue } from './catalogue/index.ts'
import type { Deps, Events } from './deps.ts'
import { createMessagesService, messagesRoutes } from './messages/index.ts'
import { createMoney, createMoneyDesk, moneyRoutes } from './money/index.ts'
import { createOrders, type Orders, ordersRoutes } from './orders/index.ts'
import { createPeople, type People, peopleRoutes } from './people/index.ts'
import {
  askPlacesToPay,
  mailSeatLinks,
  offerFreeSeats,
  type RegistrationDeps,
  registrationRoutes,
  seatPayables,
} from './registrations/index.ts'
import { createSchool, type SchoolRoom, schoolRoutes } from './school/index.ts'
import { createSite, type Site, siteRoutes } from './site/index.ts'
import { createStore, type Store, storeRoutes } from './store/index.ts'
import { binRoutes, createBinService, createSystem, type Restore } from './system/index.ts'

/** Makes each room's services once, from the lowest floor up, and gives them those of the rooms below. */
export function createServices(deps: Deps) {
  const events: Events = {
    tellRoom: (tx, batchId) => offerFreeSeats(registrationDeps, tx, batchId),
    tellDated: async (tx, batchId) =>
      askPlacesToPay(registrationDeps, tx, batchId, await school.school.holdTimes(tx)),
    async tellHeld(held) {
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
    school: school.school,
  }
  const below = { ...catalogue, ...store, ...money, ...people, ...school }
  const orders = createOrders({ ...deps, ...below })
  const site = createSite(deps, { ...below, ...orders }, registrationDeps)
  const payables = { ...seatPayables(registrationDeps), ...orders.orders.payables }
  const rooms = { ...below, ...orders, ...site }
  return {
    deps,
    ...createReports(deps),
    ...createAccounts(deps, school.school),
    ...rooms,
    ...system,
    bin: createBinService(deps, restorersOf(rooms)),
    events,
    messages: createMessagesService(deps, school.school),
    moneyDesk: createMoneyDesk(deps, money, payables),
    payables,
    registrationDeps,
  }
}
export type Services = ReturnType<typeof createServices>

/** The bin brings records back by these, each by its kind. */
function restorersOf(
  rooms: Catalogue & Orders & People & SchoolRoom & Site & Store,
): Partial<Record<RecordKind, Restore>> {
  return {
    class: rooms.courses.restoreClass,
    coupon: rooms.orders.restoreCoupon,
    'custom-request': rooms.customRequests.restore,
    'delivery-day': rooms.closedDays.restore,
    'delivery-slot': rooms.deliverySlots.restore,
    'delivery-zone': rooms.deliveryZones.restore,
    enquiry: rooms.enquiries.restore,
    'event-price': rooms.hallPrices.restore,
    flower: rooms.flowers.restore,
    impact: rooms.impacts.restore,
    instructor: rooms.instructors.restore,
    'office-hours': rooms.officeHours.restore,
    post: rooms.journal.restore,
    'status-feedback': rooms.feedback.restoreStatusFeedback,
    'student-feedback': rooms.feedback.restoreStudentFeedback,
    product: rooms.products.restore,
    recipe: rooms.recipes.restore,
    room: rooms.rooms.restore,
    student: rooms.students.restore,
  }
}

export function bindEndpoints(
  services: Services,
  findDiskProblem: () => Promise<string | null>,
): BoundEndpoint[] {
  return [
    ...reportRoutes(services, findDiskProblem),
    ...accountsRoutes(services),
    ...binRoutes(services.bin),
    ...catalogueRoutes(services),
    ...messagesRoutes(services.messages, services.school),
    ...moneyRoutes(services),
    ...ordersRoutes(services, services.events),
    ...peopleRoutes(services),
    ...registrationRoutes(services.registrationDeps),
    ...schoolRoutes(services),
    ...siteRoutes(services),
    ...storeRoutes(services),
  ]
}
