import type { RecordKind } from '../../contract/records.ts'

interface KindNames {
  name: string
  section: string | null
  /** What its section is asked for, to show this kind among others. */
  action?: string
}

export const recordKindNames: Record<RecordKind, KindNames> = {
  class: { name: 'Class', section: 'classes' },
  product: { name: 'Product', section: 'products' },
  coupon: { name: 'Coupon', section: 'coupons' },
  order: { name: 'Order', section: 'orders' },
  enrolment: { name: 'Class enrollment', section: 'event-class-enrollments' },
  'event-booking': { name: 'Event enrollment', section: 'event-class-enrollments' },
  student: { name: 'Student', section: 'students' },
  'student-feedback': { name: 'Student feedback', section: 'feedback' },
  'status-feedback': { name: 'Status feedback', section: 'status-feedback' },
  'office-hours': { name: 'Office hours', section: 'office-timing' },
  instructor: { name: 'Instructor', section: 'instructors' },
  impact: { name: 'Impact', section: 'impact' },
  post: { name: 'Journal post', section: 'blog' },
  'event-price': { name: 'Event price', section: 'event-pricing' },
  'delivery-zone': { name: 'Delivery zone', section: 'delivery', action: 'zones' },
  'delivery-slot': { name: 'Delivery slot', section: 'delivery', action: 'slots' },
  'delivery-day': { name: 'Delivery day', section: 'delivery', action: 'days' },
  'custom-request': { name: 'Custom request', section: 'custom-requests' },
  enquiry: { name: 'Enquiry', section: 'category-visitor-list' },
  payment: { name: 'Payment', section: 'money' },
  'statement-line': { name: 'Statement line', section: 'money' },
  message: { name: 'Message', section: 'outbox' },
  account: { name: 'Account', section: 'accounts' },
  flower: { name: 'Flower', section: 'recipes' },
  recipe: { name: 'Recipe', section: 'recipes' },
  'school-setting': { name: 'School settings', section: 'school-settings' },
}

export const recordKindOptions = Object.entries(recordKindNames).map(([value, { name }]) => ({
  value,
  label: name,
}))

const oddFields: Record<string, string> = {
  nextbatch: 'Next batch date',
  priceInPaise: 'Price in paise',
  image: 'Picture',
}

/** A field's name in the audit log, for people: `startTime`, `hold_until` → `Start time`, `Hold until`. */
export function fieldName(field: string): string {
  const words = field
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replaceAll(/[_.-]/g, ' ')
    .toLowerCase()
  return oddFields[field] ?? words.charAt(0).toUpperCase() + words.slice(1)
}
