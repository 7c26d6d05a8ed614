import { batchStates } from '../../contract/catalogue/batch-states.ts'
import { creditKinds } from '../../contract/money/coupon-facts.ts'
import { moneyMethods } from '../../contract/money/payment-methods.ts'
import { staffRoles } from '../../contract/rights.ts'
import { oneTimeCode, securityChanged } from '../../server/domains/accounts/accounts.letters.ts'
import type { LetterData, LetterName } from '../../server/domains/letters.ts'
import { orderCharged, orderStatus } from '../../server/domains/orders/orders.letters.ts'
import { ownersTold } from '../../server/domains/school/school.letters.ts'
import type { Sender } from '../../server/platform/messages/letter.ts'

export const sender: Sender = {
  schoolName: 'Malar',
  phone: '+91 44 5550 0142',
  siteUrl: 'https://malar.example',
  address: ['14 Malligai Street', 'Mylapore', 'Chennai 600 004'],
  mapQuery: 'Mylapore, Chennai',
  whatToBring: 'Just yourself. We provide flowers, tools and an apron.',
  sign: (purpose) => `a-token-for-${purpose}`,
}

const holdUntil = '2026-03-04T18:45:00.000Z'

/**
 * One row for every template of an e-mail: `word` stands for each text that a visitor typed, `ours` for each text of
 * the school.
 */
export function rowsWith(word: string, ours = word): { [N in LetterName]: LetterData<N> } {
  const batch = { day: '2026-03-12', time: '10:30' }
  const seat = {
    name: word,
    courseTitle: ours,
    batch,
    batchId: 'bA7-_c',
    reference: 'MAL-7K3F-9QXD',
    amountInPaise: 1_250_000,
  }
  const order = {
    name: word,
    number: 'MAL-7K3F-9QXD',
    items: [{ name: ours, quantity: 2 }],
    totalInPaise: 1_250_000,
    delivery: { day: '2026-03-12', slot: '1 pm to 6 pm' },
    path: '/orders/aB3-_x',
    goesTo: { name: word, phone: word, place: word, card: word },
    correctId: 'aB3-_x',
  }
  const week = [{ first: 'Monday', last: 'Friday', hours: { from: '09:30', to: '18:00' } }]
  const waiting = { name: word, courseTitle: ours, batch, entryId: 'aB3-_x' }
  return {
    'order-asked': { ...order, orderId: 'aB3-_x', endsAt: holdUntil },
    'enrolment-received': { ...seat, holdUntil, enrolmentId: 'aB3-_x' },
    'seat-paid-at-school': { ...seat, holdUntil, enrolmentId: 'aB3-_x', week },
    'order-paid-at-school': { ...order, holdUntil, orderId: 'aB3-_x', week },
    'enrolment-confirmed': seat,
    'booking-received': { ...seat, holdUntil, bookingId: 'aB3-_x' },
    'booking-confirmed': seat,
    'hold-expired': { ...seat, isChecking: true },
    'seat-missing': seat,
    'place-reserved': { ...seat, batch: { day: null, time: null }, enrolmentId: 'aB3-_x' },
    'date-fixed': { ...seat, holdUntil, enrolmentId: 'aB3-_x' },
    'seat-let-go': seat,
    'seat-moved': { ...seat, from: { day: null, time: null } },
    'seat-cancelled': { ...seat, isPaid: true },
    'batch-moved': {
      name: word,
      courseTitle: ours,
      batchId: 'bA7-_c',
      from: { day: null, time: null },
      to: batch,
    },
    'sessions-changed': {
      name: word,
      courseTitle: ours,
      batch,
      changes: [
        { was: ours, now: ours },
        { was: null, now: ours },
        { was: ours, now: null },
      ],
      more: 2,
    },
    'batch-letter': { name: word, courseTitle: ours, batch, subject: ours, words: ours },
    'batch-cancelled': { ...seat, isPaid: true, reason: ours },
    'seat-refunded': { ...seat, backInPaise: 50_000, method: 'upi' },
    'seat-money-mistaken': { ...seat, mistakeInPaise: 77_700, restInPaise: 1_250_000 },
    receipt: {
      name: word,
      number: 'R-2026-0001',
      day: '2026-03-02',
      amountInPaise: 77_700,
      method: 'cash',
      title: ours,
      reference: 'MAL-7K3F-9QXD',
      restInPaise: 72_300,
      isVoid: false,
    },
    'seat-money-came': { ...seat, cameInPaise: 77_700, restInPaise: 72_300 },
    'seat-asked': {
      name: word,
      courseTitle: ours,
      batch,
      reference: 'MAL-7K3F9Q',
      amountInPaise: 1_250_000,
      askedId: 'aB3-_x',
      endsAt: holdUntil,
    },
    'school-digest': {
      count: 2,
      notices: [
        { at: holdUntil, title: word, record: { kind: 'enquiry', q: word } },
        { at: holdUntil, title: word, record: null },
      ],
    },
    'waiting-list-confirm': waiting,
    'waiting-list-ended': { ...waiting, reason: ours },
    'waiting-list-joined': { ...waiting, position: 3 },
    'waiting-list-offer': { ...waiting, amountInPaise: 1_250_000, offerUntil: holdUntil },
    'waiting-list-lapsed': waiting,
    'newsletter-welcome': { subscriberId: 'aB3-_x' },
    'own-links': {
      seats: [{ id: 'aB3-_x', courseTitle: ours, batch, reference: 'MAL-7K3F-9QXD', proofId: 'aB3-_x' }],
      orders: [{ id: 'aB3-_x', number: 'MAL-7K3F-9QXD', day: '2026-03-12', isDue: true, isProved: false }],
    },
    'contact-received': { name: word },
    'enquiry-received': { name: word, kind: ours },
    'concern-received': {
      name: word,
      number: order.number,
      concern: 'Damaged or wilted',
      path: '/orders/aB3-_x',
    },
    'order-charged': {
      name: word,
      number: order.number,
      orderId: 'aB3-_x',
      news: 'asked',
      amountInPaise: 8_000,
      reference: 'MAL-7K3F-9QXE',
    },
    'store-credit': {
      name: word,
      number: order.number,
      kind: 'given',
      code: 'CREDIT-7K3F9QXD',
      amountInPaise: 50_000,
      endsOn: '2026-09-02',
    },
    'custom-request-received': { name: word, comment: word },
    'one-time-code': { purpose: 'sign-up', name: word, code: '123456' },
    'account-exists': { name: word },
    'address-taken': { name: word },
    'no-account': {},
    'password-changed': { name: word, at: holdUntil },
    'email-changed': { name: word, at: holdUntil },
    'order-status': {
      name: word,
      number: 'MAL-7K3F-9QXD',
      notice: 'shipped',
      items: [{ name: ours, quantity: 2 }],
      totalInPaise: 1_250_000,
      isPaid: true,
    },
    'order-received': { ...order, orderId: 'aB3-_x', holdUntil },
    'order-hold-ended': { ...order, isChecking: true },
    'order-ready': { ...order, isFetched: false, photograph: '/uploads/ab12-512.jpg' },
    'order-refunded': order,
    invitation: { role: 'manager', token: 'a-token', expiresAt: holdUntil },
    'security-changed': { name: word, what: 'two-factor-on', at: holdUntil },
    'owners-told': { name: word, what: 'role-changed', about: word, by: word, at: holdUntil },
    'mail-trial': { name: word, host: ours },
    'new-device': { name: word, device: ours, at: holdUntil },
    'wrong-sign-ins': { name: word, count: 5, isPasswordRight: true, at: holdUntil },
    'back-in-stock': { productName: ours, slug: 'rose-box' },
    'yearly-reminder': {
      name: word,
      recipientName: word,
      occasion: word,
      day: '2027-02-14',
      orderId: 'aB3-_x',
      reminderId: 'aB3-_x',
    },
    'school-notice': {
      title: ours,
      facts: [[word, word]],
      record: { kind: 'enquiry', q: word },
      replyTo: word,
    },
  }
}

type Examples = { [N in LetterName]: Record<string, Partial<LetterData<N>>> }

/** Makes one example for each word, for instance for each state. */
const each = <T extends string, D>(words: readonly T[], data: (word: T) => D): Record<string, D> =>
  Object.fromEntries(words.map((word) => [word, data(word)]))

const undated = { batch: { day: null, time: null } }
const timeless = { batch: { day: '2026-03-12', time: null } }
const atSchool = { day: '2026-03-12', time: '10:30', room: { name: 'Jasmine Studio', address: null } }
const elsewhere = {
  day: '2026-03-12',
  time: '10:30',
  room: { name: 'Luz Hall', address: '12 North Mada Street\nChennai 600 004' },
}
const named = { seats: 2, guests: ['Meena', 'Uma Raman'], payId: 'pA3-_x' }
const toName = { seats: 3, guests: ['Meena', 'Uma Raman', null], payId: 'pA3-_x' }
const unproved = { provedUntil: '2026-03-06T18:45:00.000Z', proofId: 'pR3-_x' }
const sessions = ['Thursday 12 March 2026, 10:30 am', 'Friday 13 March 2026, 10:30 am']
const receipts = [
  { number: 'R-2026-0001', id: 'rA1' },
  { number: 'R-2026-0002', id: 'rA2' },
]
const goesTo = {
  name: 'Lakshmi Raman',
  phone: '9876543210',
  place: '3 Lake View Road, West Mambalam, 600 033',
  card: 'Many happy returns!\nYours, M.',
}
/** The fields of a row that was written before the site had a store. */
const beforeTheStore = { delivery: null, path: null, goesTo: null, correctId: null }

const isPaid = { paid: { isPaid: true }, 'not paid': { isPaid: false } }
const isChecking = { 'payment claimed': { isChecking: true }, 'not paid': { isChecking: false } }

const ofSeats = {
  'seat-paid-at-school': {
    'one seat': {},
    'several seats': { seats: 3, guests: null },
    unproved,
    'no hours': { week: [] },
  },
  'enrolment-received': {
    'one seat': {},
    'seats to name': toName,
    'named seats': { ...named, batch: atSchool, sessions },
    'without typed names': { seats: 3, guests: null },
    unproved,
    'unproved, seats to name': { ...unproved, ...toName },
    'unproved, held for as long': { provedUntil: holdUntil },
    'unproved, written by an earlier version': { provedUntil: unproved.provedUntil },
    elsewhere: { batch: elsewhere },
    undated,
    'without a time': timeless,
    'no batch named': { batchId: undefined },
  },
  'enrolment-confirmed': {
    paid: {},
    'paid, seats to name': { ...toName, receipts, sessions },
    'named seats': named,
    free: { amountInPaise: 0 },
    'free seats': { ...named, amountInPaise: 0 },
    'paid in part': { restInPaise: 473_000, receipts },
    'several, paid in part': { ...toName, restInPaise: 473_050 },
    'one session': { sessions: sessions.slice(0, 1), batch: atSchool },
    undated,
    'left another batch': { leftBatchId: 'bOld' },
    'no batch named': { batchId: undefined },
  },
  'booking-received': {
    'one seat': {},
    'seats to name': toName,
    unproved,
    'unproved, named seats': { ...unproved, ...named },
    'without a link': { bookingId: undefined },
    elsewhere: { batch: elsewhere },
  },
  'booking-confirmed': {
    paid: { receipts },
    'seats to name': { ...toName, sessions },
    'paid in part': { restInPaise: 473_000 },
    'several, paid in part': { ...named, restInPaise: 473_000 },
    elsewhere: { batch: elsewhere },
  },
  'hold-expired': {
    ...isChecking,
    'several, payment claimed': { ...named, isChecking: true },
    'several, not paid': { ...named, isChecking: false },
    'left a batch': { isChecking: false, leftBatchId: 'bOld' },
  },
  'seat-missing': {
    'written by an earlier version': {},
    several: named,
    ...each(batchStates, (batchState) => ({ batchState })),
  },
  'place-reserved': {
    'one place': {},
    'places to name': toName,
    'named places': named,
    free: { amountInPaise: 0 },
    'written by an earlier version': { enrolmentId: undefined },
  },
  'date-fixed': { 'one seat': {}, 'seats to name': toName, 'named seats': named },
  'seat-let-go': {
    'one seat': {},
    several: named,
    'paid, all goes back': { paidInPaise: 250_000, backInPaise: 250_000 },
    'paid, a part goes back': { paidInPaise: 250_000, backInPaise: 125_000 },
    'paid, nothing goes back': { paidInPaise: 250_000, backInPaise: 0 },
    'several of a group, a part goes back': {
      ...named,
      paidInPaise: 500_000,
      backInPaise: 165_001,
      seatsLeft: 1,
    },
    'free, one of a group': { seatsLeft: 2 },
  },
  'seat-moved': {
    'written by an earlier version': {},
    'of a batch that does not take place': { reason: 'The hall is under water.', stands: 'confirmed' },
    held: { stands: 'held', holdUntil, payId: 'pA3-_x', from: atSchool },
    'held, unproved': { stands: 'held', holdUntil, payId: 'pA3-_x', ...unproved },
    'held, seats to name': { stands: 'held', holdUntil, ...toName },
    'held, one of several': { stands: 'held', holdUntil, ...named, seats: 1, dueInPaise: 2_500_000 },
    'held, no link': { stands: 'held', holdUntil },
    'payment claimed': { stands: 'checking', holdUntil, payId: 'pA3-_x' },
    'payment claimed, unproved': { stands: 'checking', holdUntil, payId: 'pA3-_x', ...unproved },
    'payment claimed, several': { stands: 'checking', holdUntil, ...named },
    'a place': { stands: 'place', payId: 'pA3-_x', ...undated },
    'several places': { stands: 'place', ...toName, ...undated },
    paid: { stands: 'confirmed', payId: 'pA3-_x', leftBatchId: 'bOld', receipts, sessions },
    'paid, seats to name': { stands: 'confirmed', ...toName, leftBatchId: 'bOld' },
    'paid in part': { stands: 'confirmed', payId: 'pA3-_x', restInPaise: 473_000 },
    'several, paid in part': { stands: 'confirmed', ...named, restInPaise: 473_000 },
    'paid in part, more is due for all': {
      stands: 'confirmed',
      payId: 'pA3-_x',
      restInPaise: 473_000,
      dueInPaise: 946_000,
    },
    free: { stands: 'confirmed', amountInPaise: 0 },
    'dearer, paid in part': {
      stands: 'confirmed',
      payId: 'pA3-_x',
      wasInPaise: 1_000_000,
      restInPaise: 250_000,
    },
    'cheaper, the rest goes back': { stands: 'confirmed', wasInPaise: 1_500_000, backInPaise: 250_000 },
    'free now, all goes back': {
      stands: 'confirmed',
      amountInPaise: 0,
      wasInPaise: 1_500_000,
      backInPaise: 1_500_000,
    },
    'free now': { stands: 'confirmed', amountInPaise: 0, wasInPaise: 1_500_000 },
    elsewhere: { stands: 'confirmed', batch: elsewhere, from: atSchool },
  },
  'seat-cancelled': {
    ...isPaid,
    'several, paid': { ...named, isPaid: true },
    'several, not paid': { ...named, isPaid: false },
    'one other stays': { isPaid: false, seatsLeft: 1 },
    'others stay, paid': { isPaid: true, seatsLeft: 2, leftBatchId: 'bOld' },
  },
  'batch-cancelled': { ...isPaid, several: { ...named, isPaid: true } },
  'seat-refunded': {
    'the way is not known': { method: null },
    several: named,
    ...each(moneyMethods, (method) => ({ method })),
  },
  'seat-money-mistaken': { 'something is due': {}, 'nothing is due': { restInPaise: 0 }, several: named },
  'seat-money-came': {
    'a part': {},
    'the last part': { restInPaise: 0, receipts },
    'a part for several': { ...named, receipts },
  },
  'seat-asked': {
    'a first seat': {},
    'another seat': { hasPaid: true },
    'no other seat': { hasPaid: false },
    undated,
  },
} satisfies Partial<Examples>

const ofBatches = {
  'batch-moved': {
    paid: { batchId: undefined, from: atSchool },
    confirmed: { sessions },
    'not paid': { holdUntil },
    'written by an earlier version': { room: 'Jasmine Studio' },
    elsewhere: { to: elsewhere },
    'no date any more': { from: atSchool, to: undated.batch },
  },
  'sessions-changed': {
    'two more changes': {},
    'one more change': { more: 1, batchId: 'bA7-_c' },
    'no more changes': { more: 0, isSplit: false },
    'sessions where there were none': { isSplit: true, batchId: 'bA7-_c', more: 0 },
  },
  'batch-letter': {
    'one line': { subject: 'Please bring scissors' },
    'several lines': {
      subject: 'Please bring scissors\r\nand a vase',
      words: 'We meet at ten.\n\nPlease bring:\n- scissors\n- a vase <of glass>',
    },
    undated,
  },
  'waiting-list-confirm': { 'a place': {}, undated },
  'waiting-list-joined': { 'a place': {} },
  'waiting-list-offer': { 'a seat': {}, elsewhere: { batch: elsewhere }, undated },
  'waiting-list-lapsed': { 'a seat': {} },
  'waiting-list-ended': {
    'with a reason': { reason: 'The hall is under water.' },
    without: { reason: null },
  },
} satisfies Partial<Examples>

const ofOrders = {
  'order-asked': {
    delivered: { goesTo },
    'fetched by its buyer': { goesTo: { ...goesTo, phone: null, place: null }, correctId: null },
  },
  'order-paid-at-school': { proved: {}, unproved: { provedUntil: unproved.provedUntil } },
  'order-received': {
    proved: { goesTo, isProved: true },
    unproved: { goesTo, isProved: false, provedUntil: unproved.provedUntil },
    'unproved, held for as long': { isProved: false, provedUntil: holdUntil },
    'written by an earlier version': beforeTheStore,
    'a day without hours': { delivery: { day: '2026-03-12', slot: '' }, correctId: null },
    'no card': { goesTo: { ...goesTo, card: null } },
    'several items': {
      items: [
        { name: 'Rose box', quantity: 1 },
        { name: 'Jasmine by the arm', quantity: 12 },
      ],
    },
  },
  'order-status': {
    ...each(orderStatus.kind.data.shape.notice.options, (notice) => ({
      notice,
      path: '/orders/aB3-_x',
      delivery: { day: '2026-03-12', slot: '1 pm to 6 pm' },
    })),
    'on its way, but collected': {
      notice: 'shipped',
      delivery: { day: '2026-03-12', slot: '1 pm to 6 pm', isFetched: true },
    },
    'cancelled, not paid': { notice: 'cancelled', isPaid: false },
    'taken up again, with something due': { notice: 'reopened', orderId: 'aB3-_x', restInPaise: 50_000 },
    'confirmed, with its receipts': { notice: 'confirmed', receipts, goesTo, correctId: 'aB3-_x' },
    'written by an earlier version': { notice: 'confirmed', ...beforeTheStore },
  },
  'order-ready': {
    'with a photograph': { goesTo },
    'without one': { photograph: null },
    'to be fetched': { isFetched: true, photograph: null, correctId: null },
    'written by an earlier version': { ...beforeTheStore, photograph: null },
  },
  'order-hold-ended': isChecking,
  'order-refunded': { 'all of it': {}, 'a part': { partInPaise: 50_050 } },
  'order-charged': {
    ...each(orderCharged.kind.data.shape.news.options, (news) => ({ news })),
    'paid, with its receipts': { news: 'paid', receipts },
  },
  'store-credit': {
    ...each(creditKinds, (kind) => ({ kind })),
    'without a last day': { endsOn: null },
  },
  'concern-received': { 'a concern': {} },
  'back-in-stock': { 'a product': {} },
  'yearly-reminder': {
    'an occasion': { occasion: 'Birthday', recipientName: 'Lakshmi' },
    'no occasion': { occasion: '', recipientName: 'Lakshmi' },
    'nobody named': { occasion: 'Birthday', recipientName: '' },
  },
  'own-links': {
    unproved: {},
    proved: {
      seats: [
        { id: 'sA1', courseTitle: 'Temple Garlands', ...undated, reference: 'MAL-7K3F-9QXD', proofId: null },
      ],
      orders: [
        { id: 'oA1', number: 'MAL-7K3F-9QXE', day: null, isDue: false, isProved: true },
        { id: 'oA2', number: 'MAL-7K3F-9QXF', day: '2026-03-12', isDue: true, isProved: true },
      ],
    },
    nothing: { seats: [], orders: [] },
  },
  receipt: {
    'a part': {},
    all: { restInPaise: 0, receipts: receipts.slice(0, 1) },
    void: { isVoid: true, restInPaise: 0 },
    'the way is not known': { method: null, amountInPaise: 12_345_678_90 },
    ...each(moneyMethods, (method) => ({ method })),
  },
} satisfies Partial<Examples>

const ofPeople = {
  'newsletter-welcome': { 'a subscriber': {} },
  'contact-received': { 'a visitor': {}, nameless: { name: null } },
  'enquiry-received': { 'an enquiry': { kind: 'Venue' } },
  'custom-request-received': { 'a wish': { comment: 'Blue lilies,\nif they grow' } },
  'one-time-code': {
    ...each(oneTimeCode.kind.data.shape.purpose.options, (purpose) => ({ purpose })),
    'with a link': { purpose: 'reset-password', link: 'a-ticket' },
    'a link alone': { purpose: 'reset-password', code: null, link: 'a-ticket' },
  },
  'account-exists': { 'an account': {} },
  'address-taken': { 'an account': {} },
  'no-account': { nobody: {} },
  'password-changed': { 'an account': {} },
  'email-changed': { 'an account': {} },
  invitation: each(staffRoles, (role) => ({ role })),
  'security-changed': each(securityChanged.kind.data.shape.what.options, (what) => ({ what })),
  'owners-told': each(ownersTold.kind.data.shape.what.options, (what) => ({
    what,
    about: 'uma@malar.example is a florist',
    by: 'meena@malar.example',
  })),
  'mail-trial': { 'an owner': { name: null, host: 'smtp.malar.example' } },
  'new-device': { named: { device: 'Firefox on Linux' }, nameless: { device: null } },
  'wrong-sign-ins': {
    'the password': { isPasswordRight: false },
    'the code': { isPasswordRight: true },
  },
  'school-notice': {
    'an enquiry': {
      title: 'New enquiry: Venue',
      facts: [
        ['Name', 'Uma Raman'],
        ['Question', 'Is there shade?\nAnd water?'],
      ],
      record: { kind: 'enquiry', q: 'uma@mail.example' },
      replyTo: 'uma@mail.example',
    },
    'an order': { title: 'New order', record: { kind: 'order', q: 'MAL-7K3F-9QXD' }, replyTo: undefined },
    'written by an earlier version': { title: 'New order', record: undefined, replyTo: undefined },
  },
  'school-digest': { 'two more': {}, 'one more': { count: 1 } },
} satisfies Partial<Examples>

/** Changes to the row of `rowsWith`, so that each branch of an e-mail's text has an example. */
export const letterExamples: Examples = { ...ofSeats, ...ofBatches, ...ofOrders, ...ofPeople }
