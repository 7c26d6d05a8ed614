import * as z from 'zod/mini'
import { batchStates } from './batch-states.ts'
import { defineEndpoint } from './endpoint.ts'
import { moneyMethods } from './money-methods.ts'
import { paymentMethods } from './payment-methods.ts'
import {
  anyId,
  asTyped,
  email,
  id,
  idParams,
  indianPhone,
  inPart,
  instant,
  line,
  rupees,
  schoolDay,
  text,
  wrapped,
} from './primitives.ts'

/** What the visitor types; its sentences are P§5's, word for word. */
export const enrolmentForm = z.object({
  fullName: line(120, { required: 'Full name is required' }),
  email: email(),
  phone: indianPhone('Phone number is required'),
  questions: z.optional(text(2000)),
  paymentMethod: z.enum(paymentMethods, { error: 'Please choose how you would like to pay' }),
})

/** The same where nothing is to be paid: nobody is asked how, and the wire's field says the first way. */
export const placeForm = z.object({
  ...enrolmentForm.shape,
  // oxlint-disable-next-line promise/valid-params
  paymentMethod: z.catch(enrolmentForm.shape.paymentMethod, paymentMethods[0]),
})

/** A code that somebody has; empty is none. */
export const couponCode = z.optional(line(40))

/** D§2: ids of seats and silent holds that this browser took, newest first; whoever names one is told of it. */
export const knownHolds = z.optional(z.array(id).check(z.maxLength(20, 'Please name at most 20')))

/** What a school can set at most; how many in one go is its setting `groupMax`. */
export const groupLimit = 20

const seatsSentence = `Please ask for 1 to ${groupLimit} seats`
/** How many seats in one go, the payer's own among them. */
export const seatCount = z
  .number(seatsSentence)
  .check(z.int(seatsSentence), z.gte(1, seatsSentence), z.lte(groupLimit, seatsSentence))

const othersSentence = 'Please name the others as a list'
const guestSentence = 'Please enter the name'
/** Empty where it is said later. */
const guestName = line(120, { required: guestSentence, min: 0 })

/** D§2: who comes besides the payer; a name can be given later, by the payer's link. */
export const others = z.optional(
  z
    .array(z.object({ fullName: z.optional(guestName) }, othersSentence), othersSentence)
    .check(z.maxLength(groupLimit - 1, `Please name at most ${groupLimit - 1} others`)),
)

/** Accepted on the wire and ignored: price, title and status come from the course (reading M3). */
const ignored = z.optional(z.unknown())

export const enrolmentBody = z.object({
  ...enrolmentForm.shape,
  courseId: id,
  others,
  knownHolds,
  couponCode,
  /** Names the batch (D§1); without it the next one that is open. */
  batchId: z.optional(id),
  /** If given, it must name an open batch of the course, its day or the text shown, else 409 with the open ones; `batchId` wins. */
  batch: z.optional(asTyped(60)),
  courseTitle: ignored,
  price: ignored,
  status: ignored,
})

export const enrolmentStatuses = ['pending', 'confirmed', 'expired', 'cancelled'] as const
export const enrolmentStatus = z.enum(enrolmentStatuses)

/** A seat that was just taken; the same shape for every endpoint that takes one. */
export const seatReceipt = z.object({
  id,
  /** Short, for people: shown in the success dialog and in the UPI note. */
  reference: z.string(),
  /** Rupees as a decimal string. */
  amount: z.string(),
  status: enrolmentStatus,
  /** Until when the seat is held without payment; null once it is confirmed (reading S4). */
  holdUntil: z.nullable(instant),
  /** Whether the person is proved. If not, the link in the letter keeps the seat longer (reading S4). */
  proved: z.boolean(),
  /** True where nothing is held until the link in the letter is pressed (D§2). */
  confirmFirst: z.optional(z.boolean()),
  /** The room of its batch; the address is one that is not the school's own. */
  room: z.nullable(z.object({ name: z.string(), address: z.nullable(z.string()) })),
  /** Of several seats that were taken in one go: `amount` is their sum, and the payer's reference is the first. */
  group: z.optional(z.object({ seats: z.number(), references: z.array(z.string()) })),
})
export type SeatReceipt = z.output<typeof seatReceipt>

export const createEnrolment = defineEndpoint('POST /api/enrollments', {
  summary: 'Enrol in a batch of a course; the seat is held until it is paid',
  access: 'public',
  body: enrolmentBody,
  status: 201,
  rate: 'write',
  errors: ['not_found', 'batch_full', 'coupon_invalid', 'already_enrolled', 'limit_reached'],
  response: wrapped(seatReceipt),
  readAs: z.union([
    z.object({ success: z.literal(true), data: z.optional(seatReceipt) }),
    z.object({ id: anyId }),
  ]),
})

/** How an enrolment can be paid right now (readings M1, M5). */
export const paymentOptions = z.object({
  provider: z.enum(['simulator', 'upi', 'razorpay']),
  /** True while a payment that the visitor reported is being checked. */
  checking: z.boolean(),
  /** Where money goes by UPI; null with other providers, where no seat is held, and if nothing is left to pay. */
  upi: z.nullable(
    z.object({
      id: z.string(),
      name: z.string(),
      uri: z.string(),
      /** How they said that they would like to pay. */
      chosen: z.optional(z.enum(paymentMethods)),
    }),
  ),
})
export type PaymentOptions = z.output<typeof paymentOptions>

/** What the payment page shows of an enrolment or a booking, and nothing else of it (reading A8). */
export const enrolmentView = z.object({
  id,
  reference: z.string(),
  courseTitle: z.string(),
  fullname: z.string(),
  batch: z.string(),
  /** Whose `.ics` file is offered. */
  batchId: z.nullable(id),
  /** 24-hour `HH:MM`, where the batch has an hour. */
  startTime: z.nullable(z.string()),
  room: seatReceipt.shape.room,
  amount: z.string(),
  /** Where a code took something off: rupees as decimal strings; `amount` is `price` without `discount`. */
  coupon: z.optional(z.object({ code: z.string(), price: z.string(), discount: z.string() })),
  status: enrolmentStatus,
  holdUntil: z.nullable(instant),
  proved: z.boolean(),
  /** Of several seats that were taken in one go, the payer's first: `amount` is the sum of those that were not cancelled. */
  group: z.optional(
    z.object({
      /** How many were not cancelled. */
      count: z.number(),
      /** Until the batch begins. */
      canName: z.boolean(),
      seats: z.array(
        z.object({
          id,
          reference: z.string(),
          /** Null while nobody has said who comes. */
          name: z.nullable(z.string()),
          price: z.string(),
          status: enrolmentStatus,
        }),
      ),
    }),
  ),
  payment: paymentOptions,
  /** Of a seat that is no longer held: nothing is to be paid for it. */
  ended: z.optional(
    z.object({
      /** When it went back; null where there was none for a booking that came late. */
      at: z.nullable(instant),
      /** Where a seat is taken anew. */
      courseId: id,
      batch: z.enum(batchStates),
    }),
  ),
  /** Where seats can be added to those of the payer (D§2): how many, and what each costs now. */
  addable: z.optional(z.object({ seats: z.number(), price: z.string() })),
  /** Of a confirmed seat for which a part came: what is still to be paid, and what came; rupees as decimal strings. */
  rest: z.optional(z.object({ due: z.string(), came: z.string() })),
  /** Somebody pressed "I have paid"; false while a booking alone says that money is on its way. */
  reported: z.boolean(),
})
export type EnrolmentView = z.output<typeof enrolmentView>

export const getEnrolment = defineEndpoint('GET /api/enrollments/:id', {
  summary: 'What the payment page shows of one enrolment or event booking',
  access: 'public',
  params: idParams,
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
  summary: 'Confirm an enrolment or event booking whose payment stands; 402 where it does not yet',
  access: 'public',
  params: idParams,
  body: z.object({ status: z.literal('confirmed') }),
  rate: 'write',
  errors: ['payment_failed', 'payment_pending'],
  response: wrapped(z.object({ id, reference: z.string(), status: enrolmentStatus })),
  readAs: z.object({ success: z.literal(true) }),
})

export const letSeatGo = defineEndpoint('POST /api/enrollments/:id/release', {
  summary: 'Give up a seat or a place that is not paid; whoever waits is offered it',
  access: 'public',
  params: idParams,
  rate: 'write',
  response: wrapped(z.object({ id, reference: z.string(), status: enrolmentStatus })),
})

export const addOthers = defineEndpoint('POST /api/enrollments/:id/others', {
  summary: 'Add people to a seat that is not paid yet: one sum, one payer, one link for all',
  access: 'public',
  params: idParams,
  body: z.object({ others: z.nonoptional(others).check(z.minLength(1, othersSentence)) }),
  status: 201,
  rate: 'write',
  errors: ['not_found', 'conflict', 'batch_changed', 'batch_full', 'limit_reached'],
  response: wrapped(seatReceipt),
  readAs: z.object({ success: z.literal(true) }),
})

export const nameGuests = defineEndpoint('PUT /api/enrollments/:id/names', {
  summary: 'Say who comes on the seats that were taken in one go, until their batch begins',
  access: 'public',
  params: idParams,
  body: z.object({
    names: z
      .array(z.object({ id, fullName: line(120, { required: guestSentence }) }))
      .check(z.maxLength(groupLimit, `Please name at most ${groupLimit}`)),
  }),
  rate: 'write',
  response: wrapped(z.object({ id, seats: z.array(z.object({ id, name: z.nullable(z.string()) })) })),
})

const sumSentence = 'Please enter the sum that came, such as 1500 or 777.50'

/** A sum that staff saw. */
export const markPaidBody = z.object({
  /** All that is due unless told. */
  amount: z.optional(rupees(sumSentence).check(z.gte(1, sumSentence))),
  method: z.enum(moneyMethods, { error: 'Please say how the money came' }),
  /** On which day it came; today unless told. */
  day: z.optional(schoolDay),
  /** The bank's or UPI reference, where there is one. */
  reference: z.optional(line(80)),
  note: z.optional(text(500)),
  /** Staff saw that another sum came than is due. */
  acceptDifference: z.optional(z.boolean()),
  /** What staff saw is due; refused where another sum is by now, such as after the same was sent before. */
  due: z.optional(rupees('Please reload the page and try again.')),
})

export const markEnrolmentPaid = defineEndpoint('POST /api/admin/enrollments/:id/payment', {
  summary: 'Record a sum that came for an enrolment, and confirm it; what is left of its price stays due',
  access: 'admin',
  right: 'seat-payments',
  params: idParams,
  body: markPaidBody,
  response: wrapped(z.object({ id, status: enrolmentStatus })),
})
