/** Records that name a person with an address or a phone. */
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
