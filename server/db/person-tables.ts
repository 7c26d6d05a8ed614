import type { PersonRecordKind } from '../../contract/people/person-records.ts'

export const personTables = {
  seat: 'seat',
  order: 'shop_order',
  enquiry: 'enquiry',
  student: 'student',
  request: 'custom_request',
  waiting: 'waiting_list_entry',
  visitor: 'contact',
} as const satisfies Record<PersonRecordKind, string>
