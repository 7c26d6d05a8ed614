import * as z from 'zod/mini'
import { defineEndpoint } from '../endpoint.ts'
import { asTyped, id, instant, linkParams, wrapped } from '../primitives.ts'
import { askedTerms } from '../school/policies.ts'
import { enrolmentForm, seatReceipt, shownTerms } from './enrolments.ts'

export const waitingListForm = z.pick(enrolmentForm, { fullName: true, email: true, phone: true })

export const waitingListBody = z.object({
  ...waitingListForm.shape,
  courseId: id,
  /** The default is the next batch. */
  batchId: z.optional(id),
})

export const joinWaitingList = defineEndpoint('POST /api/waiting-list', {
  summary: 'Join the waiting list for a batch',
  access: 'public',
  body: waitingListBody,
  status: 201,
  errors: ['not_found'],
  /**
   * `position` 1 is the next in line. `position` is null until the address is confirmed, so that nobody learns whether
   * somebody else waits. An address can be on the list only once.
   */
  response: wrapped(
    z.object({ courseTitle: z.string(), batch: z.string(), position: z.nullable(z.number()) }),
  ),
})

/** The days for which an entry with an unconfirmed address is kept. */
export const unconfirmedDays = 7

/**
 * `unconfirmed`: the entry counts once the person opens the link in the e-mail. `offered`: a seat is kept for the
 * person until `offerUntil`. `taken`: the seat became an enrolment. `lapsed`: the offer ended. `over`: the batch has
 * begun or is no longer offered.
 */
export const waitingState = z.enum(['unconfirmed', 'waiting', 'offered', 'taken', 'lapsed', 'left', 'over'])

/** An entry of the waiting list, as shown on the page that the link in the e-mail opens. */
export const waitingPlace = z.object({
  state: waitingState,
  courseTitle: z.string(),
  /** Null if the course has no page at the moment. */
  courseSlug: z.nullable(z.string()),
  batch: z.string(),
  /** A decimal string in rupees. */
  amount: z.string(),
  position: z.nullable(z.number()),
  offerUntil: z.nullable(instant),
  enrolmentId: z.nullable(id),
  /** The terms that the person accepts by taking the seat; missing unless a seat is offered. */
  terms: z.optional(askedTerms),
})
export type WaitingPlace = z.output<typeof waitingPlace>

export const getWaitingPlace = defineEndpoint('GET /api/waiting-list/:token', {
  summary: 'Get a place on a waiting list with the token from the link in its e-mail',
  access: 'public',
  isOpenEarly: true,
  params: linkParams,
  rate: 'lookup',
  response: waitingPlace,
})

export const takeOfferedSeat = defineEndpoint('POST /api/waiting-list/:token/seat', {
  summary:
    'Accept an offered seat. It becomes an enrolment. A seat that must be paid is held until `holdUntil`.',
  access: 'public',
  isOpenEarly: true,
  params: linkParams,
  body: z.object({ batch: asTyped(60), terms: shownTerms }),
  status: 201,
  errors: ['already_enrolled'],
  response: wrapped(seatReceipt),
})

export const leaveWaitingList = defineEndpoint('DELETE /api/waiting-list/:token', {
  summary:
    'Leave a waiting list. If the caller had been offered a seat, the next person on the list is offered it.',
  access: 'public',
  isOpenEarly: true,
  params: linkParams,
  response: wrapped(waitingPlace),
})
