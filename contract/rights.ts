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

/** The one table of who may do what. Each `admin` endpoint and each section of the back office names its right. */
export const rights = {
  /** Everybody who works here needs their own sign-in, and the search, which finds only what the role may see. */
  'back-office': staffRoles,
  /** Batches that name the caller as their instructor, with their people, without money. */
  'own-batches': [...managers, 'instructor'],
  morning: frontDesk,
  rosters: frontDesk,
  seats: frontDesk,
  'seat-payments': frontDesk,
  enquiries: frontDesk,
  messages: frontDesk,
  /** The audit log and the bin show only the kinds of records that the role may see. */
  history: [...frontDesk, 'florist'],
  orders: florists,
  florist: florists,
  /** It covers the money desk, money of orders, and refunds. */
  money: managers,
  figures: managers,
  exports: managers,
  classes: managers,
  store: managers,
  /** It covers prices of the hall, and coupons. */
  prices: managers,
  site: managers,
  notes: managers,
  settings: managers,
  /** It covers where money goes, and where the school's own messages go. */
  'payment-settings': ['owner'],
  accounts: ['owner'],
  /** Everything about a person is given out as a file, or erased. */
  'personal-data': ['owner'],
  /** A batch gets more people than it has seats. */
  'beyond-capacity': ['owner'],
  api: ['owner'],
} as const satisfies Record<string, readonly StaffRole[]>

export type Right = keyof typeof rights

/** A caller who does not work here has no right. */
export function hasRight(role: string | undefined, right: Right): boolean {
  return (rights[right] as readonly string[]).includes(role ?? '')
}

/** Answers `an owner or a manager`. */
export function whoHas(right: Right): string {
  const words = rights[right].map((role) => roleWords[role])
  const last = words.pop() ?? ''
  return words.length === 0 ? last : `${words.join(', ')} or ${last}`
}
