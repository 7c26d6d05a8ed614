import { binDays } from '../../../contract/bin.ts'

/**
 * How long personal data is kept: what `/privacy` promises. Change both together, and
 * docs/decisions/0112-housekeeping.md.
 */
export const retention = {
  /** Enquiries, contacts of the popup, wishes for bouquets: two years after they came. */
  contactDays: 730,
  /** Messages that were sent, and those that were given up; in the database and as files. */
  messageDays: 182,
  /** Who sat in a class, who changed what: eight years, as tax law asks. Price and reference stay. */
  seatDays: 2_922,
  /** What was deleted in the back office, from when it can be restored no more. */
  binDays,
  /** Devices that nobody signed in on any more. */
  deviceDays: 365,
  /** Counts of wrong sign-ins: `forgottenAfterMs` of the accounts, in days. */
  guessDays: 1,
  /** Pictures that nothing shows any more: time enough to bring a record back, or to restore yesterday's backup. */
  pictureDays: 30,
} as const
