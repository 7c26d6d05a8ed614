/** The audit log and the bin name each kind of record by one word. */
export const recordKinds = [
  'class',
  'product',
  'coupon',
  'order',
  'enrolment',
  'event-booking',
  'student',
  'student-feedback',
  'status-feedback',
  'office-hours',
  'instructor',
  'impact',
  'post',
  'event-price',
  'delivery-zone',
  'delivery-slot',
  'delivery-day',
  'custom-request',
  'enquiry',
  'payment',
  'statement-line',
  'message',
  'account',
  'school-setting',
  'flower',
  'recipe',
  'room',
  'person',
] as const
export type RecordKind = (typeof recordKinds)[number]

export const auditActions = ['added', 'changed', 'deleted', 'restored'] as const
export type AuditAction = (typeof auditActions)[number]
