// The periods for which personal data is kept. The housekeeping follows this table, and the page `/privacy` shows it.
// `server/db/personal-data.ts` lists the columns that contain the data. The file imports no zod, so that the page loads
// little.

const spans = {
  1: 'a day',
  7: 'a week',
  30: 'thirty days',
  60: 'sixty days',
  90: 'ninety days',
  182: 'half a year',
  365: 'a year',
  730: 'two years',
  2922: 'eight years',
} as const

interface Kept {
  what: string
  /** Days until the data is erased by itself; null if it is erased only on request. */
  days: keyof typeof spans | null
  /** The event that ends the storage earlier, in words. If `days` is null, only this event ends it. */
  until?: string
  why: string
}

const tax = 'tax law asks for it; after that the names go, and the sums stay'

export const retention = {
  seats: {
    what: 'Enrolments and bookings: name, e-mail address, phone number, questions, and our notes; the names of those who come along',
    days: 2922,
    why: tax,
  },
  orders: {
    what: 'Orders of flowers: names, addresses and phone numbers, also of whoever gets them, the words on the card, and our notes',
    days: 2922,
    why: tax,
  },
  payments: { what: 'What we noted about a payment, and the words of the bank', days: 2922, why: tax },
  couponUses: {
    what: 'That somebody used a coupon, as a number that names nobody',
    days: 2922,
    why: 'a coupon can be used as often as it says',
  },
  students: { what: 'Students whom we wrote down ourselves', days: 2922, why: 'to teach you' },
  deliveryPhotographs: {
    what: 'Photographs of a bouquet and of the door where it was left',
    days: 730,
    why: 'to settle what went wrong',
  },
  enquiries: {
    what: 'Enquiries, wishes for a bouquet, and what was wrong with an order',
    days: 730,
    why: 'to answer you, and to know it when you write again',
  },
  photographs: { what: 'Photographs that came with them', days: 30, why: 'to look into it' },
  teamNotes: { what: 'Notes that the team writes for itself', days: 730, why: 'to get work done' },
  waiting: {
    what: 'Waiting lists',
    until: 'until the batch has begun',
    days: 730,
    why: 'to offer you a seat',
  },
  unconfirmed: {
    what: 'A place on a waiting list that is not confirmed by the link in its letter',
    days: 7,
    why: 'the letter may come late',
  },
  begun: { what: 'Who began to book and did not finish', days: 7, why: 'you may go on later' },
  carts: { what: 'A cart, after its last change', days: 60, why: 'you may come back to it' },
  stockWishes: {
    what: 'The address to which we write when something is back in the store',
    until: 'until we have written',
    days: 182,
    why: 'you asked for it',
  },
  reminders: {
    what: 'A yearly reminder',
    until: 'until you end it by the link in its letter',
    days: 2922,
    why: 'you asked for it',
  },
  messages: {
    what: 'Letters and messages that we sent you',
    days: 182,
    why: 'to know what was said, and to send it again',
  },
  newsletter: {
    what: 'Your address for the newsletter',
    until: 'until you unsubscribe',
    days: null,
    why: 'you asked for it',
  },
  accounts: {
    what: 'Your account: name, e-mail address, phone number, favourites, how you sign in',
    until: 'until you have it erased',
    days: null,
    why: 'so that you can sign in',
  },
  recipients: {
    what: 'Recipients that you saved; nobody but you is shown them',
    until: 'until you delete them',
    days: null,
    why: 'so that you need not type them again',
  },
  sessions: { what: 'Where you are signed in', until: 'until you sign out', days: 90, why: 'to know you' },
  devices: {
    what: 'That a browser has signed in to an account, and its kind, after the last time',
    days: 365,
    why: 'to tell you of a new one',
  },
  codes: { what: 'Codes and links that prove an address', days: 1, why: 'the letter may come late' },
  invitations: { what: 'Invitations to the back office', days: 7, why: 'so that they can be accepted' },
  counts: {
    what: 'How often an address or a network asked for something, as numbers that name nobody',
    days: 1,
    why: 'so that nobody takes all seats, or guesses a password',
  },
  answers: {
    what: 'Our answer to a form',
    days: 7,
    why: 'so that a second press does not do it twice',
  },
  exports: {
    what: 'A copy of your data that you asked for and that was made on our machine',
    days: 7,
    why: 'to hand it to you',
  },
  audit: { what: 'Which of our staff changed what', days: 2922, why: 'to find mistakes, and to undo them' },
  bin: {
    what: 'What we deleted, and pictures that nothing shows any more',
    days: 30,
    why: 'to bring it back',
  },
  published: {
    what: 'What we publish: teachers, testimonials, posts',
    until: 'until we take it down, or you ask for it',
    days: null,
    why: 'to show what we teach',
  },
  backups: {
    what: 'Copies of all this, for the day on which a disk breaks',
    until: 'until newer ones take their place',
    days: null,
    why: 'to lose nothing of yours',
  },
} as const satisfies Record<string, Kept>

export type Retention = typeof retention
export type RetentionKind = keyof Retention

export type EndingKind = {
  [K in RetentionKind]: Retention[K]['days'] extends number ? K : never
}[RetentionKind]

/** The span in words, such as `until the batch has begun, and two years at most`. */
export function keptInWords(kind: RetentionKind): string {
  const { days, until }: Kept = retention[kind]
  const span = days === null ? '' : spans[days]
  if (until === undefined) return span
  return span === '' ? until : `${until}, and ${span} at most`
}
