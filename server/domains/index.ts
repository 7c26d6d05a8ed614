import type { BoundEndpoint } from '../http/context.ts'
import { apiDocumentRoutes } from '../reports/api-document/api-document.routes.ts'
import { createAuditLogReport } from '../reports/audit-log/audit-log.report.ts'
import { auditLogRoutes } from '../reports/audit-log/audit-log.routes.ts'
import { createDashboardReport } from '../reports/dashboard/dashboard.report.ts'
import { dashboardRoutes } from '../reports/dashboard/dashboard.routes.ts'
import { diskRoutes } from '../reports/disk/disk.routes.ts'
import { createRegistrationsReport } from '../reports/registrations/registrations.report.ts'
import { registrationsRoutes } from '../reports/registrations/registrations.routes.ts'
import { createRostersReport } from '../reports/rosters/rosters.report.ts'
import { rostersRoutes } from '../reports/rosters/rosters.routes.ts'
import { createSearchReport } from '../reports/search/search.report.ts'
import { searchRoutes } from '../reports/search/search.routes.ts'
import { createStudentsReport } from '../reports/students/students.report.ts'
import { studentsReportRoutes } from '../reports/students/students.routes.ts'
import { createAccountServices } from './accounts/account-services.ts'
import { accountsRoutes } from './accounts/accounts.routes.ts'
import { binRoutes } from './bin/bin.routes.ts'
import { createBinService } from './bin/bin.service.ts'
import { coursesRoutes } from './courses/courses.routes.ts'
import { createCoursesService } from './courses/courses.service.ts'
import { customRequestsRoutes } from './custom-requests/custom-requests.routes.ts'
import { createCustomRequestsService } from './custom-requests/custom-requests.service.ts'
import type { Deps } from './deps.ts'
import { enquiriesRoutes } from './enquiries/enquiries.routes.ts'
import { createEnquiriesService } from './enquiries/enquiries.service.ts'
import { enrolmentsRoutes } from './enrolments/enrolments.routes.ts'
import { createEnrolmentsService } from './enrolments/enrolments.service.ts'
import { eventBookingsRoutes } from './event-bookings/event-bookings.routes.ts'
import { createEventBookingsService } from './event-bookings/event-bookings.service.ts'
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
import { messagesRoutes } from './messages/messages.routes.ts'
import { createMessagesService } from './messages/messages.service.ts'
import { moneyDeskRoutes } from './money-desk/money-desk.routes.ts'
import { createMoneyDeskService } from './money-desk/money-desk.service.ts'
import { officeHoursRoutes } from './office-hours/office-hours.routes.ts'
import { createOfficeHoursService } from './office-hours/office-hours.service.ts'
import { ordersRoutes } from './orders/orders.routes.ts'
import { createOrdersService } from './orders/orders.service.ts'
import { createPaymentsService } from './payments/payments.service.ts'
import { productsRoutes } from './products/products.routes.ts'
import { createProductsService } from './products/products.service.ts'
import { schoolRoutes } from './school/school.routes.ts'
import { createSchoolService } from './school/school.service.ts'
import { seatsRoutes } from './seats/seats.routes.ts'
import { createSeatsService } from './seats/seats.service.ts'
import { studentsRoutes } from './students/students.routes.ts'
import { createStudentsService } from './students/students.service.ts'
import { subscriptionsRoutes } from './subscriptions/subscriptions.routes.ts'
import { createSubscriptionsService } from './subscriptions/subscriptions.service.ts'
import { waitingListRoutes } from './waiting-list/waiting-list.routes.ts'
import { createWaitingListService } from './waiting-list/waiting-list.service.ts'

/** Makes each service once, with those of other domains that it may call. */
export function createServices(deps: Deps) {
  const school = createSchoolService(deps)
  const accounts = createAccountServices(deps, school)
  const courses = createCoursesService(deps)
  const payments = createPaymentsService(deps, school)
  const records = {
    courses,
    customRequests: createCustomRequestsService(deps),
    enquiries: createEnquiriesService(deps),
    eventPricing: createEventPricingService(deps),
    feedback: createFeedbackService(deps),
    impacts: createImpactsService(deps),
    instructors: createInstructorsService(deps),
    officeHours: createOfficeHoursService(deps),
    products: createProductsService(deps),
    students: createStudentsService(deps),
  }
  const seats = createSeatsService(deps, courses, payments)
  const orders = createOrdersService(deps, records.products, payments)
  const enrolments = createEnrolmentsService(deps, courses, seats, payments)
  const waitingList = createWaitingListService(deps, courses, enrolments, seats, school)
  courses.onRoom(waitingList.offerFreeSeats)
  return {
    deps,
    auditLog: createAuditLogReport(deps),
    bin: createBinService(deps, {
      class: courses.restoreClass,
      'custom-request': records.customRequests.restore,
      enquiry: records.enquiries.restore,
      'event-price': records.eventPricing.restore,
      impact: records.impacts.restore,
      instructor: records.instructors.restore,
      'office-hours': records.officeHours.restore,
      'status-feedback': records.feedback.restoreStatusFeedback,
      'student-feedback': records.feedback.restoreStudentFeedback,
      product: records.products.restoreProduct,
      student: records.students.restore,
    }),
    ...accounts,
    ...records,
    dashboard: createDashboardReport(deps),
    enrolments,
    eventBookings: createEventBookingsService(courses, seats, payments),
    favourites: createFavouritesService(deps, courses),
    housekeeping: createHousekeepingService(deps),
    moneyDesk: createMoneyDeskService(deps, seats, orders, payments),
    orders,
    messages: createMessagesService(deps, school),
    registrations: createRegistrationsReport(deps),
    rosters: createRostersReport(deps),
    school,
    search: createSearchReport(deps),
    seats,
    studentsReport: createStudentsReport(deps),
    subscriptions: createSubscriptionsService(deps),
    waitingList,
  }
}
export type Services = ReturnType<typeof createServices>

export function bindEndpoints(
  services: Services,
  findDiskProblem: () => Promise<string | null>,
): BoundEndpoint[] {
  return [
    ...apiDocumentRoutes(),
    ...auditLogRoutes(services.auditLog),
    ...binRoutes(services.bin),
    ...accountsRoutes(services),
    ...eventPricingRoutes(services.eventPricing),
    ...coursesRoutes(services.courses),
    ...customRequestsRoutes(services.customRequests),
    ...dashboardRoutes(services.dashboard),
    ...diskRoutes(findDiskProblem),
    ...enquiriesRoutes(services.enquiries),
    ...enrolmentsRoutes(services.enrolments, services.seats, services.school),
    ...eventBookingsRoutes(services.eventBookings, services.seats, services.school),
    ...favouritesRoutes(services.favourites),
    ...feedbackRoutes(services.feedback),
    ...impactsRoutes(services.impacts),
    ...instructorsRoutes(services.instructors),
    ...moneyDeskRoutes(services.moneyDesk),
    ...officeHoursRoutes(services.officeHours),
    ...ordersRoutes(services.orders),
    ...productsRoutes(services.products),
    ...messagesRoutes(services.messages, services.school),
    ...registrationsRoutes(services.registrations),
    ...rostersRoutes(services.rosters),
    ...schoolRoutes(services.school),
    ...seatsRoutes(services.seats),
    ...searchRoutes(services.search),
    ...studentsRoutes(services.students),
    ...studentsReportRoutes(services.studentsReport),
    ...subscriptionsRoutes(services.subscriptions),
    ...waitingListRoutes(services.waitingList, services.school),
  ]
}
