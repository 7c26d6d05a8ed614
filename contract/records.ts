import { hasRight, type Right } from './rights.ts'

/**
 * The kinds of records in the audit log and the bin. The search, the audit log and the bin show a kind only to roles
 * with the right for that kind. A record opens in its section of the back office, such as `/admin#orders?q=MAL-…`.
 */
export const recordTable = {
  class: { right: 'classes', section: 'classes' },
  product: { right: 'store', section: 'products' },
  coupon: { right: 'prices', section: 'coupons' },
  order: { right: 'orders', section: 'orders' },
  enrolment: { right: 'seats', section: 'event-class-enrollments' },
  'event-booking': { right: 'seats', section: 'event-class-enrollments' },
  student: { right: 'seats', section: 'students' },
  'student-feedback': { right: 'site', section: 'feedback' },
  'status-feedback': { right: 'notes', section: 'status-feedback' },
  'office-hours': { right: 'site', section: 'office-timing' },
  instructor: { right: 'classes', section: 'instructors' },
  impact: { right: 'site', section: 'impact' },
  post: { right: 'site', section: 'blog' },
  page: { right: 'site', section: 'pages' },
  'event-price': { right: 'prices', section: 'event-pricing' },
  'delivery-zone': { right: 'store', section: 'delivery' },
  'delivery-slot': { right: 'store', section: 'delivery' },
  'delivery-day': { right: 'store', section: 'office-timing' },
  'custom-request': { right: 'enquiries', section: 'custom-requests' },
  enquiry: { right: 'enquiries', section: 'category-visitor-list' },
  payment: { right: 'money', section: 'money' },
  'statement-line': { right: 'money', section: 'money' },
  message: { right: 'messages', section: 'outbox' },
  account: { right: 'accounts', section: 'accounts' },
  'school-setting': { right: 'settings', section: 'school-settings' },
  flower: { right: 'florist', section: 'recipes' },
  recipe: { right: 'florist', section: 'recipes' },
  room: { right: 'classes', section: 'rooms' },
  person: { right: 'personal-data', section: 'students' },
} as const satisfies Record<string, { right: Right; section: string }>

export type RecordKind = keyof typeof recordTable
export const recordKinds = Object.keys(recordTable) as RecordKind[]

export function kindsShownTo(role: string): RecordKind[] {
  return recordKinds.filter((kind) => hasRight(role, recordTable[kind].right))
}

export const auditActions = ['added', 'changed', 'deleted', 'restored'] as const
export type AuditAction = (typeof auditActions)[number]
