/** The endpoints that list people. Exporting such a list requires the password again. */
export const listsOfPeople = {
  'GET /api/getEventClassEnrollments': 'Enrolments',
  'GET /api/getStudents': 'Course students',
  'GET /api/get/events': 'Event students',
  'GET /api/admin/event-students': 'Event students',
  'GET /api/admin/orders': 'Orders',
  'GET /api/admin/money/lines': 'Payments received',
  'GET /api/admin/money/waiting': 'Payments due',
  'GET /api/admin/money/to-give-back': 'Refunds due',
  'GET /api/admin/messages': 'Messages',
  'GET /api/categoryuserdata': 'Enquiries',
  'GET /api/admin/custom-requests': 'Custom requests',
  'GET /api/admin/visitors': 'Visitors',
  'GET /api/admin/subscribers': 'Subscribers',
  'GET /api/admin/accounts': 'Accounts',
  'GET /api/admin/audit': 'Audit log',
} as const
export type ListOfPeople = keyof typeof listsOfPeople
