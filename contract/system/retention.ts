// The periods for which personal data is kept, in days. The housekeeping follows this table, and the page `/privacy`
// shows it with the texts of `contract/system/kept.en.ts`. `server/db/personal-data.ts` lists the columns that contain
// the data.

/** `days` is the number of days until the data is erased automatically; null if the data is erased only on request. */
export const retention = {
  seats: { days: 2922 },
  orders: { days: 2922 },
  payments: { days: 2922 },
  acceptedTexts: { days: 1 },
  couponUses: { days: 2922 },
  students: { days: 2922 },
  deliveryPhotographs: { days: 730 },
  enquiries: { days: 730 },
  photographs: { days: 30 },
  teamNotes: { days: 730 },
  waiting: { days: 730 },
  unconfirmed: { days: 7 },
  begun: { days: 7 },
  carts: { days: 60 },
  stockWishes: { days: 182 },
  reminders: { days: 2922 },
  messages: { days: 182 },
  newsletter: { days: null },
  accounts: { days: null },
  recipients: { days: null },
  sessions: { days: 90 },
  devices: { days: 365 },
  codes: { days: 1 },
  invitations: { days: 7 },
  counts: { days: 1 },
  answers: { days: 7 },
  exports: { days: 7 },
  audit: { days: 2922 },
  bin: { days: 30 },
  published: { days: null },
  backups: { days: null },
} as const satisfies Record<string, { days: number | null }>

export type Retention = typeof retention
export type RetentionKind = keyof Retention

export type EndingKind = {
  [K in RetentionKind]: Retention[K]['days'] extends number ? K : never
}[RetentionKind]
