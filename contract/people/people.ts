import * as z from 'zod/mini'
import { rosterBatch } from '../catalogue/batches.ts'
import { defineEndpoint } from '../endpoint.ts'
import { messageState } from '../messages/messages.ts'
import { moneyMethods } from '../money/payment-methods.ts'
import { namesByKind, recordId } from '../named-records.ts'
import { orderPaymentStatuses, orderStatuses } from '../orders/order-facts.ts'
import {
  asTyped,
  emailOrNone,
  id,
  indianPhone,
  instant,
  line,
  person,
  rupees,
  schoolDay,
  text,
  timeOfDay,
  wrapped,
} from '../primitives.ts'
import { enrolmentStatus } from '../registrations/enrolments.ts'
import { paymentState } from '../registrations/registrations.ts'
import { seatKind, seatParams } from '../registrations/rosters.ts'
import { searchLengthMin } from '../system/search.ts'
import { personRecordKinds } from './person-records.ts'

/** `later` means that nothing has been paid yet. */
export const deskPayments = [...moneyMethods, 'later'] as const
export type DeskPayment = (typeof deskPayments)[number]

/**
 * A person whom staff enter at the counter. The e-mail address may be empty, because staff need not ask for an address.
 */
export const deskPerson = {
  name: line(120, { required: 'Full name is required' }),
  email: z._default(emailOrNone, ''),
  phone: indianPhone('Phone number is required'),
}

export const newSeatBody = z.object({
  ...deskPerson,
  batchId: recordId('batch'),
  /** A sum in rupees; the default is the price of the batch. */
  price: z.optional(rupees('Enter a price of 0 or more, with at most 2 decimal places')),
  payment: z.enum(deskPayments, {
    error: 'Choose how the seat was paid for, or that it will be paid for later',
  }),
  paymentReference: z.optional(line(80)),
  note: z.optional(text(1000)),
  letter: z.boolean(),
  waitingId: z.optional(recordId('waiting')),
  /** True if the seat may exceed the batch's capacity. */
  beyondCapacity: z.optional(z.boolean()),
  /**
   * The reason for a different price, for a seat beyond the capacity, or for passing over other people on the waiting
   * list.
   */
  reason: z.optional(text(300)),
})
export type NewSeat = z.output<typeof newSeatBody>

const addedSeat = z.object({
  id,
  reference: z.string(),
  status: enrolmentStatus,
  /** The number of e-mails that are being sent, and of chat messages that staff have to send by hand. */
  letters: z.number(),
  chats: z.number(),
})
export type AddedSeat = z.output<typeof addedSeat>

export const addSeat = defineEndpoint('POST /api/admin/enrollments', {
  summary: 'Give a seat to someone who called, came by or is on the waiting list',
  right: 'seats',
  body: newSeatBody,
  status: 201,
  errors: ['not_found', 'batch_full'],
  response: wrapped(addedSeat),
})

export const listComingBatches = defineEndpoint('GET /api/admin/coming-batches', {
  summary:
    'List the batches in which someone can be given a seat, sorted by day, with the open batches first',
  right: 'seats',
  response: wrapped(z.array(z.object({ ...rosterBatch.shape, /** Rupees. */ seatPrice: z.number() }))),
})

export const knownPerson = z.object({
  ...person,
  /** The number of seats that the person has or had; `lastCourse` is the course of the latest seat. */
  courses: z.number(),
  lastCourse: z.nullable(z.string()),
  batchIds: z.array(id),
  ref: z.object({ kind: z.enum(personRecordKinds), id }),
})
export type KnownPerson = z.output<typeof knownPerson>

export const findPeople = defineEndpoint('GET /api/admin/people', {
  summary: 'Search the school’s people by name, phone number or e-mail address',
  right: 'seats',
  query: z.object({ q: asTyped(100).check(z.minLength(searchLengthMin)) }),
  response: wrapped(z.array(knownPerson)),
})

export const correctionBody = z.object({
  ...deskPerson,
  /** The values that staff saw. The correction is refused if somebody else has changed these values in the meantime. */
  before: z.object({ name: asTyped(400), email: asTyped(254), phone: asTyped(30) }),
})
export type Correction = z.output<typeof correctionBody>

export const correctSeatPerson = defineEndpoint('PUT /api/admin/seats/:kind/:id/person', {
  summary:
    'Correct the name and contact details of the person on a seat. E-mails about the seat that aren’t sent yet go to the new address.',
  right: 'seats',
  params: seatParams,
  body: correctionBody,
  response: wrapped(
    z.object({
      id,
      ...person,
      redirected: z.number(),
    }),
  ),
})

/** Finds the page about a person by one of their records, so that no URL reveals who the person is. */
export const personRef = namesByKind(z.object({ kind: z.enum(personRecordKinds), id }), ['id'])
export type PersonRef = z.output<typeof personRef>

const listed = { id, created_at: instant }

/**
 * The page about one person: all records with the same e-mail address or phone number, and the records that staff
 * joined by hand.
 */
export const personPage = z.object({
  ref: personRef,
  name: z.string(),
  /** Other names that were used with the same e-mail address or phone number. */
  otherNames: z.array(z.string()),
  emails: z.array(z.string()),
  phones: z.array(z.string()),
  /** Decimal strings in rupees; `waits` is money that arrived but has no seat. */
  money: z.object({ paid: z.string(), due: z.string(), waits: z.string() }),
  /** The next session of the person's seats, or the first day of a batch without sessions. */
  next: z.nullable(
    z.object({
      courseTitle: z.string(),
      day: schoolDay,
      from: z.nullable(timeOfDay),
      courseId: id,
      batchId: id,
    }),
  ),
  seats: z.array(
    z.object({
      ...listed,
      kind: seatKind,
      reference: z.string(),
      name: z.string(),
      courseTitle: z.string(),
      day: z.nullable(schoolDay),
      status: enrolmentStatus,
      payment: paymentState,
      amount: z.string(),
      due: z.string(),
      note: z.nullable(z.string()),
    }),
  ),
  /** Empty for staff who may not see orders. */
  orders: z.array(
    z.object({
      ...listed,
      number: z.string(),
      status: z.enum(orderStatuses),
      payment: z.enum(orderPaymentStatuses),
      total: z.string(),
    }),
  ),
  waiting: z.array(
    z.object({
      ...listed,
      courseId: id,
      courseTitle: z.string(),
      batchId: id,
      day: z.nullable(schoolDay),
      isOffered: z.boolean(),
    }),
  ),
  enquiries: z.array(
    z.object({
      ...listed,
      kind: z.string(),
      question: z.nullable(z.string()),
      answered: z.boolean(),
    }),
  ),
  requests: z.array(z.object({ ...listed, comment: z.string(), answered: z.boolean() })),
  written: z.array(z.object({ ...listed, name: z.string(), note: z.nullable(z.string()) })),
  messages: z.array(
    z.object({ ...listed, channel: z.enum(['email', 'chat']), letter: z.string(), state: messageState }),
  ),
  joined: z.array(z.object({ ...listed, names: z.array(z.string()) })),
})
export type PersonPage = z.output<typeof personPage>

export const getPerson = defineEndpoint('GET /api/admin/people/:kind/:id', {
  summary: 'Get what the school knows about the person named in a record',
  right: 'seats',
  params: personRef,
  response: wrapped(personPage),
})

export const joinPeople = defineEndpoint('POST /api/admin/people/joined', {
  summary: 'Merge the records of a person who has two e-mail addresses or phone numbers',
  right: 'seats',
  body: z.object({ one: personRef, other: personRef }),
  status: 201,
  errors: ['not_found'],
  response: wrapped(z.object({ id })),
})

export const partPeople = defineEndpoint('DELETE /api/admin/people/joined/:id', {
  summary: 'Undo a merge of records',
  right: 'seats',
})
