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

/**
 * Decides who may do what. Each `admin` endpoint and each section of the back office names the right that it needs.
 */
export const rights = {
  /**
   * Everybody in the back office may manage their own sign-in, and search. The search finds only what the role may see.
   */
  'back-office': staffRoles,
  /** The batches that name the caller as their instructor, and the people in them, without money. */
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
  /** The money desk, the money of orders, and refunds. */
  money: managers,
  figures: managers,
  exports: managers,
  classes: managers,
  store: managers,
  /** Prices of the hall, and coupons. */
  prices: managers,
  site: managers,
  notes: managers,
  settings: managers,
  /** The settings that determine where money goes, and where the school's own messages go. */
  'payment-settings': ['owner'],
  accounts: ['owner'],
  /** To export or erase a person's data. */
  'personal-data': ['owner'],
  /** To give a batch more people than it has seats. */
  'beyond-capacity': ['owner'],
  api: ['owner'],
} as const satisfies Record<string, readonly StaffRole[]>

export type Right = keyof typeof rights

/** False for a caller without a role, who does not work in the back office. */
export function hasRight(role: string | undefined, right: Right): boolean {
  return (rights[right] as readonly string[]).includes(role ?? '')
}

/** Names the roles that have the right: `an owner or a manager`. */
export function whoHas(right: Right): string {
  const words = rights[right].map((role) => roleWords[role])
  const last = words.pop() ?? ''
  return words.length === 0 ? last : `${words.join(', ')} or ${last}`
}
