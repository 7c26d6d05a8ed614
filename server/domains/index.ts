import type { BoundEndpoint } from '../http/context.ts'
import { authSecret } from '../platform/secret.ts'
import { createSignedLinks } from '../platform/signed-links.ts'
import { createReports, reportRoutes } from '../reports/index.ts'
import { createAccountServices } from './accounts/account-services.ts'
import { accountsRoutes } from './accounts/accounts.routes.ts'
import { binRoutes } from './bin/bin.routes.ts'
import { createBinService } from './bin/bin.service.ts'
import { cartRoutes } from './cart/cart.routes.ts'
import { createCartService } from './cart/cart.service.ts'
import { closedDaysRoutes } from './closed-days/closed-days.routes.ts'
import { createClosedDaysService } from './closed-days/closed-days.service.ts'
import { couponsRoutes } from './coupons/coupons.routes.ts'
import { createCouponsService } from './coupons/coupons.service.ts'
import { coursesRoutes } from './courses/courses.routes.ts'
import { createCoursesService } from './courses/courses.service.ts'
import { customRequestsRoutes } from './custom-requests/custom-requests.routes.ts'
import { createCustomRequestsService } from './custom-requests/custom-requests.service.ts'
import { deliveryRoutes } from './delivery/delivery.routes.ts'
import { createDeliveryService } from './delivery/delivery.service.ts'
import { createDeliverySlotsService } from './delivery/delivery-slots.service.ts'
import { createDeliveryZonesService } from './delivery/delivery-zones.service.ts'
import type { Deps, Events } from './deps.ts'
import { enquiriesRoutes } from './enquiries/enquiries.routes.ts'
import { createEnquiriesService } from './enquiries/enquiries.service.ts'
import { eventPricingRoutes } from './event-pricing/event-pricing.routes.ts'
import { createEventPricingService } from './event-pricing/event-pricing.service.ts'
import { favouritesRoutes } from './favourites/favourites.routes.ts'
import { createFavouritesService } from './favourites/favourites.service.ts'
import { feedbackRoutes } from './feedback/feedback.routes.ts'
import { createFeedbackService } from './feedback/feedback.service.ts'
import { createHousekeepingService } from './housekeeping/housekeeping.service.ts'
import { impactsRoutes } from './impacts/impacts.routes.ts'
import { createImpactsService } from './impacts/impacts.service.ts'
import { instructorsRoutes } from './instructors/instructors.routes.ts'
import { createInstructorsService } from './instructors/instructors.service.ts'
import { journalRoutes } from './journal/journal.routes.ts'
import { createJournalService } from './journal/journal.service.ts'
import { messagesRoutes } from './messages/messages.routes.ts'
import { createMessagesService } from './messages/messages.service.ts'
import { moneyDeskRoutes } from './money-desk/money-desk.routes.ts'
import { createMoneyDeskService } from './money-desk/money-desk.service.ts'
import { officeHoursRoutes } from './office-hours/office-hours.routes.ts'
import { createOfficeHoursService } from './office-hours/office-hours.service.ts'
import { ordersRoutes } from './orders/orders.routes.ts'
import { createOrdersService } from './orders/orders.service.ts'
import { createPaymentsService } from './payments/payments.service.ts'
import { createSettlement } from './payments/settlement.service.ts'
import { peopleDataRoutes } from './people-data/people-data.routes.ts'
import { createPeopleDataService } from './people-data/people-data.service.ts'
import { createPrivatePicturesService } from './private-pictures/private-pictures.service.ts'
import { productsRoutes } from './products/products.routes.ts'
import { createProductsService } from './products/products.service.ts'
import { createFlowersService } from './recipes/flowers.service.ts'
import { recipesRoutes } from './recipes/recipes.routes.ts'
import { createRecipesService } from './recipes/recipes.service.ts'
import { registrationDeskRoutes } from './registrations/desk/desk.routes.ts'
import { mailSeatLinks } from './registrations/proofs/proofs.service.ts'
import type { RegistrationDeps } from './registrations/registrations.deps.ts'
import { registrationRoutes } from './registrations/registrations.routes.ts'
import { askPlacesToPay } from './registrations/seats/place-seats.ts'
import { seatPayable } from './registrations/seats/seat-payable.ts'
import { offerFreeSeats } from './registrations/waiting-list/waiting-list.service.ts'
import { remindersRoutes } from './reminders/reminders.routes.ts'
import { createRemindersService } from './reminders/reminders.service.ts'
import { roomsRoutes } from './rooms/rooms.routes.ts'
import { createRoomsService } from './rooms/rooms.service.ts'
import { savedRecipientsRoutes } from './saved-recipients/saved-recipients.routes.ts'
import { createSavedRecipientsService } from './saved-recipients/saved-recipients.service.ts'
import { schoolRoutes } from './school/school.routes.ts'
import { createSchoolService } from './school/school.service.ts'
import { studentsRoutes } from './students/students.routes.ts'
import { createStudentsService } from './students/students.service.ts'
import { subscriptionsRoutes } from './subscriptions/subscriptions.routes.ts'
import { createSubscriptionsService } from './subscriptions/subscriptions.service.ts'

/** Makes each service once, and gives it those of other domains that it may call. */
export function createServices(deps: Deps) {
  const school = createSchoolService(deps)
  const accounts = createAccountServices(deps, school)
  const events: Events = {
    tellRoom: (tx, batchId) => offerFreeSeats(registrationDeps, tx, batchId),
    tellDated: async (tx, batchId) =>
      askPlacesToPay(registrationDeps, tx, batchId, await school.holdTimes(tx)),
    async tellHeld(held) {
      await mailSeatLinks(registrationDeps, held)
      await orders.mailLinks(held)
    },
  }
  const courses = createCoursesService(deps, events)
  const officeHours = createOfficeHoursService(deps)
  const payments = createPaymentsService(deps, school, officeHours)
  const settlement = createSettlement(deps, payments)
  const recipes = createRecipesService(deps)
  const privatePictures = createPrivatePicturesService(deps)
  const recordServices = {
    courses,
    customRequests: createCustomRequestsService(deps, privatePictures),
    deliverySlots: createDeliverySlotsService(deps),
    deliveryZones: createDeliveryZonesService(deps),
    enquiries: createEnquiriesService(deps, privatePictures),
    eventPricing: createEventPricingService(deps),
    feedback: createFeedbackService(deps),
    flowers: createFlowersService(deps),
    impacts: createImpactsService(deps),
    instructors: createInstructorsService(deps, courses),
    officeHours,
    products: createProductsService(deps, recipes),
    recipes,
    rooms: createRoomsService(deps),
    students: createStudentsService(deps),
  }
  const cart = createCartService(deps, recordServices.products)
  const delivery = createDeliveryService(deps, school, recordServices.products, cart, officeHours)
  const coupons = createCouponsService(deps, { cart, courses, products: recordServices.products })
  const orders = createOrdersService(deps, {
    products: recordServices.products,
    payments,
    delivery,
    cart,
    coupons,
    enquiries: recordServices.enquiries,
    privatePictures,
  })
  const registrationDeps: RegistrationDeps = {
    ...deps,
    coupons,
    courses,
    events,
    links: createSignedLinks(authSecret(deps.config)),
    orders,
    payments,
    school,
    settlement,
  }
  const payables = {
    enrolment: seatPayable(registrationDeps, 'enrolment'),
    'event-booking': seatPayable(registrationDeps, 'event-booking'),
    ...orders.payables,
  }
  const closedDays = createClosedDaysService(deps, {
    courses,
    orders,
    registrations: registrationDeps,
    school,
  })
  const housekeeping = createHousekeepingService(deps)
  const journal = createJournalService(deps, courses, recordServices.products)
  return {
    deps,
    ...createReports(deps),
    bin: createBinService(deps, {
      class: courses.restoreClass,
      coupon: orders.restoreCoupon,
      'custom-request': recordServices.customRequests.restore,
      'delivery-day': closedDays.restore,
      'delivery-slot': recordServices.deliverySlots.restore,
      'delivery-zone': recordServices.deliveryZones.restore,
      enquiry: recordServices.enquiries.restore,
      'event-price': recordServices.eventPricing.restore,
      flower: recordServices.flowers.restore,
      impact: recordServices.impacts.restore,
      instructor: recordServices.instructors.restore,
      'office-hours': recordServices.officeHours.restore,
      post: journal.restore,
      'status-feedback': recordServices.feedback.restoreStatusFeedback,
      'student-feedback': recordServices.feedback.restoreStudentFeedback,
      product: recordServices.products.restoreProduct,
      recipe: recordServices.recipes.restore,
      room: recordServices.rooms.restore,
      student: recordServices.students.restore,
    }),
    ...accounts,
    closedDays,
    delivery,
    ...recordServices,
    cart,
    coupons,
    favourites: createFavouritesService(deps, courses, recordServices.products),
    housekeeping,
    journal,
    moneyDesk: createMoneyDeskService(deps, payables, payments, settlement),
    orders,
    payables,
    messages: createMessagesService(deps, school),
    peopleData: createPeopleDataService(deps, housekeeping, school),
    registrationDeps,
    reminders: createRemindersService(deps, orders),
    savedRecipients: createSavedRecipientsService(deps),
    school,
    settlement,
    subscriptions: createSubscriptionsService(deps),
  }
}
export type Services = ReturnType<typeof createServices>

export function bindEndpoints(
  services: Services,
  findDiskProblem: () => Promise<string | null>,
): BoundEndpoint[] {
  return [
    ...reportRoutes(services, findDiskProblem),
    ...binRoutes(services.bin),
    ...accountsRoutes(services),
    ...cartRoutes(services.cart),
    ...closedDaysRoutes(services.closedDays),
    ...eventPricingRoutes(services.eventPricing),
    ...couponsRoutes(services.coupons, services.school),
    ...coursesRoutes(services.courses),
    ...deliveryRoutes(services),
    ...customRequestsRoutes(services.customRequests),
    ...enquiriesRoutes(services.enquiries),
    ...favouritesRoutes(services.favourites),
    ...feedbackRoutes(services.feedback),
    ...impactsRoutes(services.impacts),
    ...instructorsRoutes(services.instructors),
    ...journalRoutes(services.journal),
    ...moneyDeskRoutes(services.moneyDesk),
    ...officeHoursRoutes(services.officeHours),
    ...ordersRoutes(services.orders, services.settlement, services.registrationDeps.events, services.school),
    ...peopleDataRoutes(services.peopleData),
    ...productsRoutes(services.products),
    ...recipesRoutes(services.recipes, services.flowers),
    ...messagesRoutes(services.messages, services.school),
    ...registrationRoutes(services.registrationDeps),
    ...registrationDeskRoutes(services.registrationDeps),
    ...remindersRoutes(services.reminders),
    ...roomsRoutes(services.rooms),
    ...savedRecipientsRoutes(services.savedRecipients),
    ...schoolRoutes(services.school),
    ...studentsRoutes(services.students),
    ...subscriptionsRoutes(services.subscriptions),
  ]
}
