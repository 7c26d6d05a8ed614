import type { BoundEndpoint } from '../http/context.ts'
import { authSecret } from '../platform/secret.ts'
import { createSignedLinks } from '../platform/signed-links.ts'
import { createReports, reportRoutes } from '../reports/index.ts'
import { createAccountServices } from './accounts/account-services.ts'
import { accountsRoutes } from './accounts/accounts.routes.ts'
import { coursesRoutes } from './catalogue/courses/courses.routes.ts'
import { createCoursesService } from './catalogue/courses/courses.service.ts'
import { feedbackRoutes } from './catalogue/feedback/feedback.routes.ts'
import { createFeedbackService } from './catalogue/feedback/feedback.service.ts'
import { instructorsRoutes } from './catalogue/instructors/instructors.routes.ts'
import { createInstructorsService } from './catalogue/instructors/instructors.service.ts'
import { roomsRoutes } from './catalogue/rooms/rooms.routes.ts'
import { createRoomsService } from './catalogue/rooms/rooms.service.ts'
import type { Deps, Events } from './deps.ts'
import { messagesRoutes } from './messages/messages.routes.ts'
import { createMessagesService } from './messages/messages.service.ts'
import { couponsRoutes } from './money/coupons/coupons.routes.ts'
import { createCouponsService } from './money/coupons/coupons.service.ts'
import { moneyDeskRoutes } from './money/desk/money-desk.routes.ts'
import { createMoneyDeskService } from './money/desk/money-desk.service.ts'
import { createPaymentsService } from './money/payments/payments.service.ts'
import { createSettlement } from './money/payments/settlement.service.ts'
import { ordersRoutes } from './orders/orders.routes.ts'
import { createOrdersService } from './orders/orders.service.ts'
import { remindersRoutes } from './orders/reminders/reminders.routes.ts'
import { createRemindersService } from './orders/reminders/reminders.service.ts'
import { customRequestsRoutes } from './people/custom-requests/custom-requests.routes.ts'
import { createCustomRequestsService } from './people/custom-requests/custom-requests.service.ts'
import { enquiriesRoutes } from './people/enquiries/enquiries.routes.ts'
import { createEnquiriesService } from './people/enquiries/enquiries.service.ts'
import { peopleDataRoutes } from './people/person-data/people-data.routes.ts'
import { createPeopleDataService } from './people/person-data/people-data.service.ts'
import { studentsRoutes } from './people/students/students.routes.ts'
import { createStudentsService } from './people/students/students.service.ts'
import { subscriptionsRoutes } from './people/subscriptions/subscriptions.routes.ts'
import { createSubscriptionsService } from './people/subscriptions/subscriptions.service.ts'
import { registrationDeskRoutes } from './registrations/desk/desk.routes.ts'
import { mailSeatLinks } from './registrations/proofs/proofs.service.ts'
import type { RegistrationDeps } from './registrations/registrations.deps.ts'
import { registrationRoutes } from './registrations/registrations.routes.ts'
import { askPlacesToPay } from './registrations/seats/place-seats.ts'
import { seatPayable } from './registrations/seats/seat-payable.ts'
import { offerFreeSeats } from './registrations/waiting-list/waiting-list.service.ts'
import { eventPricingRoutes } from './school/hall-prices/hall-prices.routes.ts'
import { createEventPricingService } from './school/hall-prices/hall-prices.service.ts'
import { officeHoursRoutes } from './school/office-hours/office-hours.routes.ts'
import { createOfficeHoursService } from './school/office-hours/office-hours.service.ts'
import { createPrivatePicturesService } from './school/private-pictures/private-pictures.service.ts'
import { schoolRoutes } from './school/school.routes.ts'
import { createSchoolService } from './school/school.service.ts'
import { closedDaysRoutes } from './site/closed-days/closed-days.routes.ts'
import { createClosedDaysService } from './site/closed-days/closed-days.service.ts'
import { impactsRoutes } from './site/impacts/impacts.routes.ts'
import { createImpactsService } from './site/impacts/impacts.service.ts'
import { journalRoutes } from './site/journal/journal.routes.ts'
import { createJournalService } from './site/journal/journal.service.ts'
import { cartRoutes } from './store/cart/cart.routes.ts'
import { createCartService } from './store/cart/cart.service.ts'
import { deliveryRoutes } from './store/delivery/delivery.routes.ts'
import { createDeliveryService } from './store/delivery/delivery.service.ts'
import { createDeliverySlotsService } from './store/delivery/delivery-slots.service.ts'
import { createDeliveryZonesService } from './store/delivery/delivery-zones.service.ts'
import { favouritesRoutes } from './store/favourites/favourites.routes.ts'
import { createFavouritesService } from './store/favourites/favourites.service.ts'
import { productsRoutes } from './store/products/products.routes.ts'
import { createProductsService } from './store/products/products.service.ts'
import { createFlowersService } from './store/recipes/flowers.service.ts'
import { recipesRoutes } from './store/recipes/recipes.routes.ts'
import { createRecipesService } from './store/recipes/recipes.service.ts'
import { savedRecipientsRoutes } from './store/saved-recipients/saved-recipients.routes.ts'
import { createSavedRecipientsService } from './store/saved-recipients/saved-recipients.service.ts'
import { binRoutes } from './system/bin/bin.routes.ts'
import { createBinService } from './system/bin/bin.service.ts'
import { createHousekeepingService } from './system/housekeeping/housekeeping.service.ts'

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
