// The texts of a person's data in English: of its export, its erasure and its printed page.

import { plural } from '../../../../contract/plural.ts'

/** The parts of a person's data: keys of the exported file, headings of its page, and names in the back office. */
export const parts = {
  seats: 'Enrolments and bookings',
  unfinishedSeats: 'Unfinished bookings',
  waitingListPlaces: 'Places on waiting lists',
  orders: 'Orders',
  orderItems: 'Items ordered',
  deliveryAttempts: 'Delivery attempts',
  charges: 'Re-delivery fees',
  yearlyReminders: 'Yearly reminders',
  payments: 'Payments',
  claims: 'Payments you told us about',
  enquiries: 'Enquiries',
  customRequests: 'Custom requests',
  addedBySchool: 'Entries added by the school',
  newsletter: 'Newsletter',
  stockWishes: 'Back-in-stock requests',
  accounts: 'Accounts',
  savedRecipients: 'Saved recipients',
  favouriteCourses: 'Favourite courses',
  favouriteProducts: 'Favourite flowers',
  cart: 'Cart',
  sessions: 'Where you’re signed in',
  devices: 'Devices that have signed in',
  passkeys: 'Passkeys',
  messages: 'E-mails and messages to you',
  invitations: 'Invitations',
  answersForOthers: 'Answers about flowers from someone else',
  writtenByOthers: 'Text written by others',
  changes: 'Changes to your records',
  photographs: 'Photographs',
}

/** Other people's records that name the person. */
export const namedIn = {
  recipient: 'Flowers from someone else',
  savedRecipient: 'Saved as a recipient',
  guest: 'Seats booked by someone else',
}

/** Names of the parts that an erasure has erased, if the exported file has another name for the part. */
export const erasedParts = {
  messages: 'E-mails and messages',
  instructors: 'Instructors',
  students: 'Students',
  codes: 'Codes',
}

export const page = {
  title: ({ school }: { school: string }) => `What ${school} keeps about you`,
  asOf: ({ at }: { at: string }) => `As of ${at}.`,
  part: ({ name, count }: { name: string; count: number }) =>
    plural(count, { one: `${name}: 1 record`, other: `${name}: ${count} records` }),
  photograph: 'Photograph',
  yes: 'Yes',
  no: 'No',
}

/** The label of the page with the terms that the person accepted. */
export const termsAccepted = 'Terms accepted'

/**
 * Labels of columns whose names in the database would not be clear. The labels of other columns are made from their
 * names.
 */
export const fields: Partial<Record<string, string>> = {
  accepted_in_paise: 'Accepted as paid',
  actor_email: 'Changed by',
  asked: 'Your request',
  asked_until: 'Link valid until',
  by_email: 'Recorded by',
  cancel_hours: 'Cancellation deadline, in hours before the start',
  cancel_share: 'Refund after cancelling, in percent',
  calls_buyer: 'Call the buyer about delivery',
  channel: 'Sent by',
  corrected: 'Details corrected',
  createdAt: 'Created',
  customer_name: 'Name',
  data: 'Contents',
  email: 'E-mail',
  firstname: 'First name',
  full_name: 'Name',
  held: 'Held seats',
  hides_sender: 'Sent anonymously',
  hold_until: 'Held until',
  image: 'Picture',
  is_backed_up: 'Synced between devices',
  is_backup_eligible: 'Can sync between devices',
  is_named: 'Guest’s name entered',
  is_open: 'Being checked',
  last_error: 'Why it wasn’t sent',
  lastname: 'Last name',
  lastSignInAt: 'Last sign-in',
  locale: 'Language',
  make_by: 'To be made by',
  nobody_home_at: 'Nobody at home',
  offer_until: 'Offered until',
  paid_in_paise: 'Paid',
  price_seen_in_paise: 'Price shown',
  product_name: 'Product',
  proof_turn: 'Corrections of the e-mail address',
  proved_at: 'E-mail address confirmed',
  refunded_before_in_paise: 'Refunded before it was cancelled',
  size_name: 'Size',
  slot_name: 'Delivery time',
  staff_note: 'Our note',
  stays_on: 'Kept on a closed day',
  substitution: 'If a flower is unavailable',
  template: 'Kind',
  transports: 'How the passkey is used',
  updatedAt: 'Updated',
  userAgent: 'Browser',
  usertype: 'Kind of account',
  waits_in_paise: 'To be refunded or moved',
  way: 'Delivery or collection',
  window_from: 'From',
  window_to: 'Until',
  zone_name: 'Delivery area',
}

/** The names of the places in which other people mention the person. */
export const places = {
  testimonial: 'Testimonial',
  teamNote: 'Team note',
  class: 'Class',
  journalPost: 'Journal post',
  page: 'Page of the website',
  order: 'Someone else’s order',
  savedRecipient: 'Saved recipient',
  productAnswer: 'Answer to a product question',
  deliveryNote: 'Delivery note',
  coupon: 'Coupon',
  payment: 'Payment',
  statementLine: 'Statement line',
  seat: 'Someone else’s seat',
  requestedSeat: 'Requested seat',
  enquiry: 'Someone else’s enquiry',
  customRequest: 'Someone else’s custom request',
  cart: 'Someone else’s cart',
  batchMessage: 'Message to a batch',
  student: 'Student',
  bin: 'In the bin',
  auditLog: 'Audit log',
}

/** The steps that staff have to take before a person's data can be erased. */
export const first = {
  seat: ({ reference, course }: { reference: string; course: string }) =>
    `${reference} is a seat in ${course}. Cancel it, or wait until the class has ended.`,
  datedSeat: ({ reference, course, day }: { reference: string; course: string; day: string }) =>
    `${reference} is a seat in ${course} on ${day}. Cancel it, or wait until the class has ended.`,
  order: ({ number }: { number: string }) => `Order ${number} is still open. Deliver or cancel it first.`,
  orderForThem: ({ number }: { number: string }) =>
    `They’re the recipient of order ${number}. Deliver or cancel it first.`,
  statementLine: 'A statement line has no payment yet. Match it or set it aside in the Money Desk.',
  hold: ({ until }: { until: string }) => `We’re holding a seat for them until ${until}. Try again then.`,
  offer: 'We’ve offered them a seat. Wait for their answer.',
  offerUntil: ({ until }: { until: string }) =>
    `We’ve offered them a seat until ${until}. Wait for their answer.`,
  moneyReceived: ({ amount, number }: { amount: string; number: string }) =>
    `${amount} received for ${number} needs a refund or a seat. Settle it in the Money Desk.`,
  moneyClaimed: ({ number }: { number: string }) =>
    `They say they’ve paid for ${number}. Confirm or refuse it in the Money Desk.`,
  account: 'They have a back office account. Disable it in Accounts.',
  instructor: ({ name }: { name: string }) => `${name} is listed as an instructor. Delete that record first.`,
  invitation: 'They’re invited to the back office. Withdraw the invitation in Accounts.',
}

/** The data that stays after an erasure. */
export const stays = {
  payments: ({ count, until }: { count: number; until: string }) =>
    plural(count, {
      one: `The number, day and amount of 1 payment, without a name, until ${until}. Tax law requires this.`,
      other: `The number, day and amount of ${count} payments, without a name, until ${until}. Tax law requires this.`,
    }),
  backups:
    'Backups, until newer ones replace them. That takes 30 days if you make backups as the guide describes.',
}

/** The audit log does not contain the person's name or addresses. */
export const log = {
  title: 'Someone’s data',
  requested: 'on the server',
  data: 'exported',
  listTitle: 'A list of people',
  rows: ({ list, count }: { list: string; count: number }) =>
    plural(count, { one: `${list}, 1 row`, other: `${list}, ${count} rows` }),
}
