import { type RecordKind, recordKinds } from './records.ts'

/** Who works in the back office (D§3). */
export const staffRoles = ['owner', 'manager', 'front-desk', 'instructor', 'florist'] as const
export type StaffRole = (typeof staffRoles)[number]

export const roleNames: Record<StaffRole, string> = {
  owner: 'Owner',
  manager: 'Manager',
  'front-desk': 'Front desk',
  instructor: 'Instructor',
  florist: 'Florist',
}

const roleWords: Record<StaffRole, string> = {
  owner: 'an owner',
  manager: 'a manager',
  'front-desk': 'the front desk',
  instructor: 'an instructor',
  florist: 'a florist',
}

const managers = ['owner', 'manager'] as const
const frontDesk = [...managers, 'front-desk'] as const
const florists = [...managers, 'florist'] as const

/** The one table of who may do what. Each `admin` endpoint, and each section of the back office, names its right. */
export const rights = {
  /** What everybody who works here needs: their own sign-in, and the search, which finds what the role may see. */
  'back-office': staffRoles,
  /** The batches that name the caller as their instructor, with the people in them, without money. */
  'own-batches': [...managers, 'instructor'],
  /** What is looked for in the morning. */
  morning: frontDesk,
  /** Batches with the people in them, and the sheet of a day. */
  rosters: frontDesk,
  /** Who has a seat or wants one, and what staff do with it. */
  seats: frontDesk,
  /** To say that the money of a seat came. */
  'seat-payments': frontDesk,
  enquiries: frontDesk,
  messages: frontDesk,
  /** The audit log and the bin, of those kinds of records that the role may see. */
  history: [...frontDesk, 'florist'],
  orders: florists,
  /** The florist's lists, flowers and recipes. */
  florist: florists,
  /** The money desk, money of orders, refunds. */
  money: managers,
  /** The figures of the dashboard, and money by week. */
  figures: managers,
  /** Lists as files. */
  exports: managers,
  classes: managers,
  /** Products, and where and when they are delivered. */
  store: managers,
  /** Prices of the hall, and coupons. */
  prices: managers,
  /** What visitors read: the journal, impacts, reviews, hours. */
  site: managers,
  /** Work notes of the team. */
  notes: managers,
  settings: managers,
  /** Where money goes, and where the school's own messages go. */
  'payment-settings': ['owner'],
  accounts: ['owner'],
  /** Everything about a person, as a file or erased. */
  'personal-data': ['owner'],
  /** More people than a batch has seats. */
  'beyond-capacity': ['owner'],
  /** The description of every endpoint. */
  api: ['owner'],
} as const satisfies Record<string, readonly StaffRole[]>

export type Right = keyof typeof rights

/** Whether somebody of this role has the right; nobody who does not work here has one. */
export function hasRight(role: string | undefined, right: Right): boolean {
  return (rights[right] as readonly string[]).includes(role ?? '')
}

/** `an owner or a manager`. */
export function whoHas(right: Right): string {
  const words = rights[right].map((role) => roleWords[role])
  const last = words.pop() ?? ''
  return words.length === 0 ? last : `${words.join(', ')} or ${last}`
}

/** The right that it takes to see a record of this kind: in the search, the audit log and the bin. */
export const rightOfKind: Record<RecordKind, Right> = {
  class: 'classes',
  product: 'store',
  coupon: 'prices',
  order: 'orders',
  enrolment: 'seats',
  'event-booking': 'seats',
  student: 'seats',
  'student-feedback': 'site',
  'status-feedback': 'notes',
  'office-hours': 'site',
  instructor: 'classes',
  impact: 'site',
  post: 'site',
  'event-price': 'prices',
  'delivery-zone': 'store',
  'delivery-slot': 'store',
  'delivery-day': 'store',
  'custom-request': 'enquiries',
  enquiry: 'enquiries',
  payment: 'money',
  'statement-line': 'money',
  message: 'messages',
  account: 'accounts',
  'school-setting': 'settings',
  flower: 'florist',
  recipe: 'florist',
  room: 'classes',
  person: 'personal-data',
}

export function kindsShownTo(role: string): RecordKind[] {
  return recordKinds.filter((kind) => hasRight(role, rightOfKind[kind]))
}
