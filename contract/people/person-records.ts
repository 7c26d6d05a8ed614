export const personRecordKinds = [
  'seat',
  'order',
  'enquiry',
  'student',
  'request',
  'waiting',
  'visitor',
] as const
export type PersonRecordKind = (typeof personRecordKinds)[number]
