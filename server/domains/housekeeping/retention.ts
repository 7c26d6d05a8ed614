import { binDays } from '../../../contract/bin.ts'

/** How long personal data is kept; `/privacy` promises it (docs/decisions/0045-housekeeping.md). */
export const retention = {
  /** Enquiries, contacts of the popup, wishes for bouquets. */
  contactDays: 730,
  /** Messages that were sent or given up. */
  messageDays: 182,
  /** Who sat in a class, who changed what: eight years, as tax law asks. */
  seatDays: 2_922,
  binDays,
  /** Addresses of those who asked to hear when a product is back, and it did not come. */
  stockWishDays: 182,
  /** After the last change. */
  cartDays: 60,
  deviceDays: 365,
  /** `forgottenAfterMs` of the accounts, in days. */
  guessDays: 1,
  /** Pictures that nothing shows: long enough to bring a record back, or to restore a backup. */
  pictureDays: 30,
} as const
