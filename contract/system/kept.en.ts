// The lists of the privacy policy in English: what the school keeps and how long, and what the browser stores.

import type { BrowserKind } from './kept-in-browser.ts'
import type { Retention, RetentionKind } from './retention.ts'

export const spans: Record<NonNullable<Retention[RetentionKind]['days']>, string> = {
  1: '1 day',
  7: '7 days',
  30: '30 days',
  60: '60 days',
  90: '90 days',
  182: '6 months',
  365: '1 year',
  730: '2 years',
  2922: '8 years',
}

interface Kept {
  what: string
  /** Missing if the time alone ends the storage. */
  until?: string | ((facts: { span: string }) => string)
  why: string
}

const forTax = 'Tax law requires it. After that we remove the names and keep the amounts.'

export const retention: Record<RetentionKind, Kept> = {
  seats: {
    what: 'Enrolments and bookings, with names, e-mail addresses, phone numbers, questions, our notes, and the names of people who come with you',
    why: forTax,
  },
  orders: {
    what: 'Flower orders, with the names, addresses and phone numbers of buyers and recipients, card messages and our notes',
    why: forTax,
  },
  payments: { what: 'Our notes about payments, and the text on bank transfers', why: forTax },
  acceptedTexts: {
    what: 'The text of the terms that you accepted when you enrolled, booked or ordered',
    until: () => 'As long as the enrolment, booking or order',
    why: 'It shows what we agreed, even after we change our terms.',
  },
  couponUses: {
    what: 'A record that a code was used, under a number that identifies nobody',
    why: 'Each code can be used only a limited number of times.',
  },
  students: { what: 'Students that we added ourselves', why: 'We need it to teach you.' },
  deliveryPhotographs: {
    what: 'Photos of bouquets and of the doors where we left them',
    why: 'They help us settle complaints.',
  },
  enquiries: {
    what: 'Enquiries, bouquet requests and reports of a problem with an order',
    why: 'We need them to answer you, and to have the history if you write again.',
  },
  photographs: {
    what: 'Photos that you send with a report of a problem',
    why: 'We need them to look into the problem.',
  },
  teamNotes: { what: 'Notes that our staff write for themselves', why: 'They help us get work done.' },
  waiting: {
    what: 'Waiting lists',
    until: ({ span }) => `Until the batch has begun, and no longer than ${span}`,
    why: 'We need them to offer you a seat.',
  },
  unconfirmed: {
    what: 'A place on a waiting list that you haven’t confirmed with the link in our e-mail',
    why: 'The e-mail may arrive late.',
  },
  begun: { what: 'Bookings that were started but not finished', why: 'You may want to finish later.' },
  carts: { what: 'Carts, after the last change', why: 'You may want to come back to yours.' },
  stockWishes: {
    what: 'E-mail addresses of people who want to know when a product is back in stock',
    until: ({ span }) => `Until we’ve e-mailed you, and no longer than ${span}`,
    why: 'You asked for it.',
  },
  reminders: {
    what: 'Yearly reminders',
    until: ({ span }) => `Until you stop them with the link in the e-mail, and no longer than ${span}`,
    why: 'You asked for them.',
  },
  messages: {
    what: 'E-mails and messages that we sent you',
    why: 'We need to know what we said, and may have to send it again.',
  },
  newsletter: {
    what: 'Your e-mail address for the newsletter',
    until: 'Until you unsubscribe',
    why: 'You asked for it.',
  },
  accounts: {
    what: 'Your account, with your name, e-mail address, phone number, favourites and how you sign in',
    until: 'Until you have it erased',
    why: 'You need it to sign in.',
  },
  recipients: {
    what: 'Recipients that you saved, which only you can see',
    until: 'Until you delete them',
    why: 'They save you from typing them again.',
  },
  sessions: {
    what: 'Where you are signed in',
    until: ({ span }) => `Until you sign out, and no longer than ${span}`,
    why: 'This keeps you signed in.',
  },
  devices: {
    what: 'Which kinds of browsers signed in to your account, counted from the last sign-in',
    why: 'We tell you when a new one signs in.',
  },
  codes: { what: 'Codes and links that confirm an e-mail address', why: 'The e-mail may arrive late.' },
  invitations: { what: 'Invitations to the back office', why: 'People need time to accept them.' },
  counts: {
    what: 'How many requests came from an e-mail address or a network, as numbers that identify nobody',
    why: 'This stops anyone from taking all the seats or guessing a password.',
  },
  answers: {
    what: 'The response to a form that you sent',
    why: 'It makes sure that a form sent twice is only counted once.',
  },
  exports: { what: 'A copy of your data that you asked for', why: 'We need time to hand it to you.' },
  audit: { what: 'Which of our staff changed what', why: 'It helps us find and undo mistakes.' },
  bin: { what: 'What we deleted, and pictures that are no longer shown', why: 'We may need to restore it.' },
  published: {
    what: 'What we publish, such as instructors, testimonials and posts',
    until: 'Until we take it down or you ask us to',
    why: 'It shows what we teach.',
  },
  backups: {
    what: 'Backups of all of this',
    until: 'Until newer backups replace them',
    why: 'They protect your data if a disk breaks.',
  },
}

/** Says how long data of a kind is kept, such as `Until the batch has begun, and no longer than 2 years`. */
export function keptFor(kind: RetentionKind, days: Retention[RetentionKind]['days']): string {
  const { until } = retention[kind]
  const span = days === null ? '' : spans[days]
  return typeof until === 'function' ? until({ span }) : (until ?? span)
}

export const browser: Record<BrowserKind, string> = {
  signedIn: 'That you’re signed in, and your first name, until you sign out.',
  knownDevice:
    'That you’ve signed in with this browser before, so that someone else’s wrong passwords don’t delay your sign-in. This stays after you sign out, and can’t be used to sign in.',
  lastEmail: 'The e-mail address that you last typed to sign in, until you’re signed in.',
  person:
    'Markers without your name, so that the next person to use this browser doesn’t see what you typed. They stay in your browser.',
  favourites: 'Your favourite courses and flowers, until you sign in and they move to your account.',
  cart: 'The number that identifies your cart and how many items are in it, until you sign in and the cart moves to your account.',
  ownOrders:
    'Which orders and seats you booked in this browser, so that you can find them again. They stay until you sign out or remove them, and orders for at most 60 days.',
  upi: 'Which payment you opened a UPI app for, until you close the tab.',
  hold: 'Which seat is held for you while you book, until a week after the hold ends.',
  popup:
    'When you last closed or sent the “Stay in touch” window, so that it doesn’t open by itself. This stays in your browser.',
  drafts:
    'What you’ve typed and not sent, and what you’ve sent without getting an answer, until you close the tab or sign out.',
  deliverTo: 'Where you want your flowers delivered, until you close the tab or sign out.',
  asked: 'The address that we sent you a code to, for up to 10 minutes or until you close the tab.',
  scroll: 'How far you’ve scrolled on a page, until you close the tab.',
  staff:
    'For our staff, the menu, list layouts, colours and searches that they chose, until they change these or close the tab.',
  florists: 'For our florists, what they counted and recorded, until the end of their day.',
  offlinePage: 'A page to show you while you’re offline.',
}
