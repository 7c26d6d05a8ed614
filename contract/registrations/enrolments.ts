import * as z from 'zod/mini'
import { batchStates } from '../catalogue/batch-states.ts'
import { defineEndpoint } from '../endpoint.ts'
import { moneyMethods, paymentMethods } from '../money/payment-methods.ts'
import {
  anyId,
  asTyped,
  email,
  id,
  indianPhone,
  inPart,
  instant,
  line,
  linkParams,
  picture,
  rupees,
  schoolDay,
  text,
  wrapped,
} from '../primitives.ts'
import { policyHash } from '../school/policies.ts'
import * as error from './fields.en.ts'

/** The specification prescribes these messages word for word. */
export const enrolmentForm = z.object({
  fullName: line(120, { required: error.fullNameRequired }),
  email: email(),
  phone: indianPhone(error.phoneRequired),
  questions: z.optional(text(2000)),
  paymentMethod: z.enum(paymentMethods, { error: error.choosePayment }),
})

/**
 * The form for an enrolment that costs nothing or is paid at the school. This form does not ask how to pay, so
 * `paymentMethod` defaults to the first method.
 */
export const placeForm = z.object({
  ...enrolmentForm.shape,
  // oxlint-disable-next-line promise/valid-params
  paymentMethod: z.catch(enrolmentForm.shape.paymentMethod, paymentMethods[0]),
})

/** The fingerprint of the terms that the page showed. The call is refused if other terms are in force now. */
export const shownTerms = z.optional(policyHash)

export const couponCode = z.optional(line(40))

/**
 * Ids of the seats and holds that this browser took, newest first. Anybody who knows the id of a seat can read the
 * seat.
 */
export const knownHolds = z.optional(z.array(id).check(z.maxLength(20, error.seatsUpTo({ max: 20 }))))

/** The highest `groupMax` that a school can set. */
export const groupLimit = 20

const seatsSentence = error.seatsFrom1To({ max: groupLimit })
export const seatCount = z
  .number(seatsSentence)
  .check(z.int(seatsSentence), z.gte(1, seatsSentence), z.lte(groupLimit, seatsSentence))

const guestName = line(120, { required: error.enterName, min: 0 })

/**
 * The people for whom the payer enrols besides themselves. Names may be left out and added later by the payer's link.
 */
export const others = z.optional(
  z
    .array(z.object({ fullName: z.optional(guestName) }, error.othersAsList), error.othersAsList)
    .check(z.maxLength(groupLimit - 1, error.othersUpTo({ max: groupLimit - 1 }))),
)

/** Fields that a request may contain and that are ignored, because the server decides prices, titles and states. */
const ignored = z.optional(z.unknown())

export const enrolmentBody = z.object({
  ...enrolmentForm.shape,
  courseId: id,
  others,
  knownHolds,
  couponCode,
  terms: shownTerms,
  /** The default is the next batch that is open for enrolment. */
  batchId: z.optional(id),
  /**
   * Names the batch by its day or by the text that the page shows; `batchId` takes precedence. If this batch is not
   * open, the call fails with 409 and returns the open batches of the course.
   */
  batch: z.optional(asTyped(60)),
  courseTitle: ignored,
  price: ignored,
  status: ignored,
})

export const enrolmentStatuses = ['pending', 'confirmed', 'expired', 'cancelled'] as const
export const enrolmentStatus = z.enum(enrolmentStatuses)

/** The response of every endpoint that takes a seat. */
export const seatReceipt = z.object({
  id,
  /** A short code that names the seat; the success dialog and the note of a UPI payment show it. */
  reference: z.string(),
  /** A decimal string in rupees. */
  amount: z.string(),
  status: enrolmentStatus,
  /** The seat is held until this time without payment; null once the seat is confirmed. */
  holdUntil: z.nullable(instant),
  /**
   * True if the e-mail address is confirmed. Otherwise the person can open the link in the e-mail, which lengthens the
   * hold.
   */
  proved: z.boolean(),
  /** True if nothing is held until the person opens the link in the e-mail. */
  confirmFirst: z.optional(z.boolean()),
  /** The room. Its `address` is null if the room is at the school's own address. */
  room: z.nullable(z.object({ name: z.string(), address: z.nullable(z.string()) })),
  /** Set for a group of seats: `amount` is the sum for all of them, and the payer's own reference comes first. */
  group: z.optional(z.object({ seats: z.number(), references: z.array(z.string()) })),
  /** A key that shows the server that this browser took the seats. The key allows the browser to cancel them. */
  key: z.optional(z.string()),
  /** Set for a trial, which stores nothing. The set-up reads the result of the trial from this text. */
  trial: z.optional(z.string()),
})
export type SeatReceipt = z.output<typeof seatReceipt>

export const createEnrolment = defineEndpoint('POST /api/enrollments', {
  summary: 'Enrol in a batch of a course. A seat that must be paid is held until `holdUntil`.',
  access: 'public',
  inPreview: 'tried',
  body: enrolmentBody,
  status: 201,
  errors: ['not_found', 'batch_full', 'coupon_invalid', 'already_enrolled', 'limit_reached'],
  response: wrapped(seatReceipt),
  readAs: z.union([
    z.object({ success: z.literal(true), data: z.optional(seatReceipt) }),
    z.object({ id: anyId }),
  ]),
})

export const paymentOptions = z.object({
  provider: z.enum(['simulator', 'upi', 'razorpay']),
  checking: z.boolean(),
  /** Set if the payer may pay at the school, or has already chosen to pay there. */
  atSchool: z.optional(z.enum(['offered', 'chosen'])),
  /**
   * The school's UPI account, to which the payer sends the money. Null with other providers, and also if no seat is
   * held or nothing is left to pay.
   */
  upi: z.nullable(
    z.object({
      id: z.string(),
      name: z.string(),
      uri: z.string(),
      chosen: z.optional(z.enum(paymentMethods)),
    }),
  ),
})
export type PaymentOptions = z.output<typeof paymentOptions>

const cancelledSeats = z
  .array(id)
  .check(z.minLength(1, error.chooseSeats), z.maxLength(groupLimit, error.seatsUpTo({ max: groupLimit })))

/** The seats that the payer may cancel now, with the refund of each. Sums are decimal strings in rupees. */
export const cancelling = z.object({
  /**
   * The reason why nothing can be cancelled on the page: the school lets nobody cancel there, the deadline has passed,
   * or a payment is being checked.
   */
  refused: z.optional(z.enum(['school', 'late', 'checking'])),
  seats: z.array(
    z.object({
      id,
      reference: z.string(),
      /** Null for a guest who is not named yet. */
      name: z.nullable(z.string()),
      paid: z.string(),
      /** The refund if only this seat is cancelled. */
      back: z.string(),
      /**
       * `waits` is the money that the school owes already, `due` the money still to be paid, and `share` the percentage
       * that is refunded.
       */
      price: z.string(),
      waits: z.string(),
      due: z.string(),
      share: z.number(),
    }),
  ),
  /** The money that is due for all confirmed seats of the payer. */
  due: z.string(),
  /**
   * The earliest deadline of these seats. If all deadlines have passed, the latest of them; null if the batch has no
   * date.
   */
  until: z.nullable(instant),
})
export type Cancelling = z.output<typeof cancelling>

/** Terms that a payer accepted. The page `/terms/accepted/` with this hash shows their text. */
export const acceptedTerms = z.object({ hash: z.string(), at: instant })
export type AcceptedTerms = z.output<typeof acceptedTerms>

/** An enrolment or an event booking, with only the facts that the payment page shows. */
export const enrolmentView = z.object({
  id,
  reference: z.string(),
  courseTitle: z.string(),
  fullname: z.string(),
  batch: z.string(),
  /** The page offers the `.ics` file of this batch for calendars. */
  batchId: z.nullable(id),
  /** A 24-hour `HH:MM`; null if the batch has no start time. */
  startTime: z.nullable(z.string()),
  room: seatReceipt.shape.room,
  /** The course's picture, for a held or confirmed seat. */
  picture: z.optional(picture),
  amount: z.string(),
  /** Set if a coupon was used. Sums are decimal strings in rupees, and `amount` is `price` minus `discount`. */
  coupon: z.optional(z.object({ code: z.string(), price: z.string(), discount: z.string() })),
  status: enrolmentStatus,
  holdUntil: z.nullable(instant),
  proved: z.boolean(),
  /** Set for a group. The payer's own seat comes first; `amount` is the sum for the seats that were not cancelled. */
  group: z.optional(
    z.object({
      count: z.number(),
      /** True until the batch begins. Until that time the payer can add and change the names. */
      canName: z.boolean(),
      seats: z.array(
        z.object({
          id,
          reference: z.string(),
          name: z.nullable(z.string()),
          price: z.string(),
          status: enrolmentStatus,
        }),
      ),
    }),
  ),
  payment: paymentOptions,
  /** Set if the seat is no longer held and nothing is due for it. */
  ended: z.optional(
    z.object({
      /** The time at which the seat was given up; null if a booking was paid late and found no seat. */
      at: z.nullable(instant),
      /** The page offers a new seat in this course; null if the course has no page at the moment. */
      courseId: z.nullable(id),
      batch: z.enum(batchStates),
    }),
  ),
  /** The number of seats that the payer can still add, and the present price of each. */
  addable: z.optional(z.object({ seats: z.number(), price: z.string() })),
  /**
   * Set if only a part of the price of a confirmed seat has arrived. `due` and `came` are decimal strings in rupees.
   */
  rest: z.optional(z.object({ due: z.string(), came: z.string() })),
  /** True if the payer clicked "I have paid". False if only the booking itself announced the payment. */
  reported: z.boolean(),
  /** Set for confirmed seats whose batch is not over, and for seats whose payment is being checked. */
  cancelling: z.optional(cancelling),
  /**
   * Sums for the cancelled seats, as decimal strings in rupees: the money paid, the money still to be refunded, and the
   * money already refunded. Missing if nothing was paid for these seats.
   */
  cancelled: z.optional(z.object({ paid: z.string(), back: z.string(), refunded: z.string() })),
  /** The terms that the payer accepted, and when. Missing for a seat that staff added. */
  terms: z.optional(acceptedTerms),
})
export type EnrolmentView = z.output<typeof enrolmentView>

export const getEnrolment = defineEndpoint('GET /api/enrollments/:id', {
  summary: 'Get an enrolment or event booking as the payment page shows it',
  access: 'public',
  isOpenEarly: true,
  rate: 'lookup',
  response: enrolmentView,
  readAs: inPart(enrolmentView.shape, {
    id: anyId,
    courseTitle: z.string(),
    fullname: z.string(),
    batch: z.string(),
    amount: z.nullish(z.union([z.string(), z.number()])),
  }),
})

export const setEnrolmentStatus = defineEndpoint('PATCH /api/enrollments/:id/status', {
  summary:
    'Confirm an enrolment or event booking that is paid. The response is 402 if the payment hasn’t been received.',
  access: 'public',
  isOpenEarly: true,
  body: z.object({ status: z.literal('confirmed') }),
  errors: ['payment_failed', 'payment_pending'],
  response: wrapped(z.object({ id, reference: z.string(), status: enrolmentStatus })),
  readAs: z.object({ success: z.literal(true) }),
})

export const letSeatGo = defineEndpoint('POST /api/enrollments/:id/release', {
  summary:
    'Cancel an unpaid seat or a reserved place. The seat is offered to the next person on the waiting list.',
  access: 'public',
  isOpenEarly: true,
  response: wrapped(z.object({ id, reference: z.string(), status: enrolmentStatus })),
})

export const cancelSeats = defineEndpoint('POST /api/enrollments/:id/cancellation', {
  summary:
    'Cancel confirmed seats as their payer, as far as the school’s rule allows it. The amount to refund is noted for the school, and the seats are offered to the waiting list.',
  access: 'public',
  isOpenEarly: true,
  body: z.object({
    seats: cancelledSeats,
    /** The refund that the page showed, in decimal rupees. If the refund is different now, nothing is cancelled. */
    back: line(20, { required: error.pageOutdated }),
    /**
     * The proof that the caller is the payer: the key that the browser got with the seat, or the token from a link in
     * an e-mail about the seat. Null for a caller who is signed in with the verified address of the seat.
     */
    key: z.nullable(linkParams.shape.token),
  }),
  errors: ['not_found', 'conflict', 'amount_differs'],
  response: wrapped(
    z.object({ id, reference: z.string(), status: enrolmentStatus, back: z.string(), kept: z.string() }),
  ),
})

/**
 * Seats that are held until the payer pays at the school. Unless `proved` is true, the payer must first open the link
 * in the e-mail.
 */
export const heldForSchool = z.object({ id, holdUntil: z.nullable(instant), proved: z.boolean() })

export const paySeatAtSchool = defineEndpoint('POST /api/enrollments/:id/pay-at-school', {
  summary:
    'Choose to pay for an enrolment or event booking at the school. If the e-mail address isn’t confirmed yet, an e-mail with a link is sent first.',
  access: 'public',
  isOpenEarly: true,
  errors: ['not_found', 'conflict'],
  response: wrapped(heldForSchool),
})

export const addOthers = defineEndpoint('POST /api/enrollments/:id/others', {
  summary: 'Add people to an unpaid seat. The person who pays for that seat pays for all of them together.',
  access: 'public',
  isOpenEarly: true,
  body: z.object({ others: z.nonoptional(others).check(z.minLength(1, error.othersAsList)) }),
  status: 201,
  errors: ['not_found', 'conflict', 'batch_changed', 'batch_full', 'limit_reached'],
  response: wrapped(seatReceipt),
  readAs: z.object({ success: z.literal(true) }),
})

export const nameGuests = defineEndpoint('PUT /api/enrollments/:id/names', {
  summary: 'Change the names of the people in a group of seats, until the batch begins',
  access: 'public',
  isOpenEarly: true,
  body: z.object({
    names: z
      .array(z.object({ id, fullName: line(120, { required: error.enterName }) }))
      .check(z.maxLength(groupLimit, error.namesUpTo({ max: groupLimit }))),
  }),
  response: wrapped(z.object({ id, seats: z.array(z.object({ id, name: z.nullable(z.string()) })) })),
})

export const markPaidBody = z.object({
  /** The default is the whole sum that is due. */
  amount: z.optional(rupees(error.receivedInvalid).check(z.gte(1, error.receivedInvalid))),
  method: z.enum(moneyMethods, { error: error.chooseMethod }),
  /** The day on which the money arrived; the default is today. */
  day: z.optional(schoolDay),
  reference: z.optional(line(80)),
  note: z.optional(text(500)),
  /** True if staff accept that the sum differs from the sum that is due. */
  acceptDifference: z.optional(z.boolean()),
  /**
   * The sum that was due when staff opened the form. The call is refused if another sum is due now, for example because
   * an earlier identical call succeeded.
   */
  due: z.optional(rupees(error.pageOutdated)),
})

export const markEnrolmentPaid = defineEndpoint('POST /api/admin/enrollments/:id/payment', {
  summary: 'Record a payment for an enrolment, and confirm the enrolment. The rest of the price stays due.',
  right: 'seat-payments',
  body: markPaidBody,
  response: wrapped(z.object({ id, status: enrolmentStatus })),
})
