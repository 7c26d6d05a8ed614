export const staffRoles = ['owner', 'manager', 'front-desk', 'instructor', 'florist'] as const
export type StaffRole = (typeof staffRoles)[number]

export const roleNames: Record<StaffRole, string> = {
  owner: 'Owner',
  manager: 'Manager',
  'front-desk': 'Front desk',
  instructor: 'Instructor',
  florist: 'Florist',
}

const managers = ['owner', 'manager'] as const
const frontDesk = [...managers, 'front-desk'] as const

/** The groups of roles that have the same right. */
const groups = {
  staff: staffRoles,
  owners: ['owner'],
  managers,
  instructors: [...managers, 'instructor'],
  'front-desk': frontDesk,
  florists: [...managers, 'florist'],
  'front-desk-and-florists': [...frontDesk, 'florist'],
} as const satisfies Record<string, readonly StaffRole[]>

export type RoleGroup = keyof typeof groups

/** Lists the rights. Each `admin` endpoint and each section of the back office names the right that a caller needs. */
export const rights = {
  /**
   * Everybody in the back office may manage their own sign-in, and search. The search finds only records that the role
   * may see.
   */
  'back-office': 'staff',
  /** The batches that name the caller as their instructor, and the people in these batches, without money. */
  'own-batches': 'instructors',
  morning: 'front-desk',
  rosters: 'front-desk',
  seats: 'front-desk',
  'seat-payments': 'front-desk',
  enquiries: 'front-desk',
  messages: 'front-desk',
  /** The audit log and the bin show only the kinds of records that the role may see. */
  history: 'front-desk-and-florists',
  orders: 'florists',
  florist: 'florists',
  /** The money desk, the money of orders, and refunds. */
  money: 'managers',
  figures: 'managers',
  exports: 'managers',
  classes: 'managers',
  store: 'managers',
  /** Prices of the hall, and coupons. */
  prices: 'managers',
  site: 'managers',
  notes: 'managers',
  settings: 'managers',
  /** The settings that determine where money goes, and where the school's own messages go. */
  'payment-settings': 'owners',
  accounts: 'owners',
  /** The right to export or erase a person's data. */
  'personal-data': 'owners',
  /** The right to give a batch more people than it has seats. */
  'beyond-capacity': 'owners',
  api: 'owners',
} as const satisfies Record<string, RoleGroup>

export type Right = keyof typeof rights

export function rolesWith(right: Right): readonly StaffRole[] {
  return groups[rights[right]]
}

/** False for a caller without a role, who does not work in the back office. */
export function hasRight(role: string | undefined, right: Right): boolean {
  return (rolesWith(right) as readonly string[]).includes(role ?? '')
}
