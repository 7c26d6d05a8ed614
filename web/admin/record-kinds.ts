import type { RecordKind } from '../../contract/records.ts'

interface KindNames {
  name: string
  /** The palette's action that shows this kind, if its section has several kinds of records. */
  action?: string
}

export const recordKindNames: Record<RecordKind, KindNames> = {
  class: { name: 'Class' },
  product: { name: 'Product' },
  coupon: { name: 'Coupon' },
  order: { name: 'Order' },
  enrolment: { name: 'Class enrolment' },
  'event-booking': { name: 'Event enrolment' },
  student: { name: 'Student' },
  'student-feedback': { name: 'Student feedback' },
  'status-feedback': { name: 'Status feedback' },
  'office-hours': { name: 'Office hours' },
  instructor: { name: 'Instructor' },
  impact: { name: 'Impact' },
  post: { name: 'Journal post' },
  page: { name: 'Page' },
  'event-price': { name: 'Event price' },
  'delivery-zone': { name: 'Delivery zone', action: 'zones' },
  'delivery-slot': { name: 'Delivery time', action: 'slots' },
  'delivery-day': { name: 'Closed day', action: 'days' },
  'custom-request': { name: 'Custom request' },
  enquiry: { name: 'Enquiry' },
  payment: { name: 'Payment' },
  'statement-line': { name: 'Statement line' },
  message: { name: 'Message' },
  account: { name: 'Account' },
  flower: { name: 'Flower', action: 'flowers' },
  recipe: { name: 'Recipe' },
  room: { name: 'Room' },
  person: { name: 'Person' },
  'school-setting': { name: 'School settings' },
}

export const recordKindOptions = Object.entries(recordKindNames).map(([value, { name }]) => ({
  value,
  label: name,
}))

const oddFields: Record<string, string> = {
  nextbatch: 'Next batch date',
  priceInPaise: 'Price',
  image: 'Picture',
  faq: 'Questions',
  'signed in on': 'Device',
  'signed out on': 'Device',
  'sign-in refused': 'Reason',
}

/** Turns `startTime`, `hold_until` into `Start time`, `Hold until`. */
export function fieldName(field: string): string {
  const words = field
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replaceAll(/[_.-]/g, ' ')
    .toLowerCase()
  return oddFields[field] ?? words.charAt(0).toUpperCase() + words.slice(1)
}
