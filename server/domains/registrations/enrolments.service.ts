import * as z from 'zod/mini'
import { courseDefaults } from '../../../contract/catalogue/course-facts.ts'
import type { CancelRule } from '../../../contract/registrations/cancelling.ts'
import type { EnrolmentView, enrolmentBody } from '../../../contract/registrations/enrolments.ts'
import { decimalRupees } from '../../../contract/words.ts'
import type { Tx } from '../../db/schema.ts'
import type { PaymentMeans } from '../../platform/payments/provider.ts'
import type { BatchRow } from '../catalogue/index.ts'
import { owedFor, presentPayment } from '../money/index.ts'
import { type Requester, withinLimits } from './caps/holders.service.ts'
import { type Hold } from './holds/seat-holds.repository.ts'
import { markReplaced, sellOrKeepSeats } from './holds/seat-holds.service.ts'
import type { RegistrationDeps } from './registrations.deps.ts'
import { addableSeats, canNameSeats } from './seats/add-seats.ts'
import { viewCancelledMoney, viewCancelling } from './seats/cancel-own.ts'
import { discountSeats, placeSeats, type SeatTerms, tellNewSeats } from './seats/place-seats.ts'
import { countedSeats, getGroup, type SeatGroup } from './seats/seat-groups.ts'
import { seatPayable } from './seats/seat-payable.ts'
import { toBill } from './seats/seat-steps.ts'
import { presentReceipt } from './seats/seats.presenter.ts'
import type { Seat } from './seats/seats.repository.ts'

/**
 * Holds seats in the named batch, or in the next batch. Price and title come from the database, never from the request.
 * @throws `not_found`, `batch_changed`, `batch_full`, `coupon_invalid`, `already_enrolled`, `limit_reached`
 */
export async function enrol(
  deps: RegistrationDeps,
  tx: Tx,
  body: z.output<typeof enrolmentBody>,
  terms: SeatTerms,
  requester: Requester,
  asked?: Hold,
) {
  const offer = await deps.courses.batchForSale(tx, body)
  const { email, phone, others = [] } = body
  const seats = others.length + 1
  const wanted = { email, phone, batchId: offer.batch.id, seats, coupon: body.couponCode }
  return withinLimits(deps, tx, requester, wanted, terms, async ({ provedAt, own }) => {
    const { batch, hold } = await sellOrKeepSeats(deps, tx, offer, { own, seats })
    const { id } = await placeSeats(deps, tx, offer.course, terms, {
      from: asked ?? hold,
      kind: 'enrolment',
      batch,
      provedAt,
      name: body.fullName,
      email,
      phone,
      question: body.questions || null,
      payment_method: body.paymentMethod,
      others,
    })
    if (hold) await markReplaced(tx, hold, id)
    await discountSeats(deps, tx, id, body.couponCode)
    return tellNewSeats(deps, tx, id, terms)
  })
}

/**
 * Enrols a person of the waiting list. The offer has taken the seat already. The caller has locked the batch, and ends
 * the offer. @throws `not_found`, `batch_changed`
 */
export async function enrolOffered(
  deps: RegistrationDeps,
  tx: Tx,
  offer: { batch: BatchRow; named: string; person: { name: string; email: string; phone: string } },
  terms: SeatTerms,
) {
  const { batch, named, person } = offer
  const course = await deps.courses.priceOfSeat(tx, batch)
  deps.courses.requireNamed(batch, named)
  const { id } = await placeSeats(deps, tx, course, terms, {
    ...person,
    kind: 'enrolment',
    batch,
    // The offer can only be accepted through its e-mail, so the person who accepts has proved the address.
    provedAt: deps.clock.now(),
    payment_method: 'UPI',
  })
  return tellNewSeats(deps, tx, id, terms)
}

/** Returns the data of the payment page for an enrolment or an event booking. @throws `not_found` */
export async function viewSeats(
  deps: RegistrationDeps,
  id: string,
  terms: { groupMax: number; confirmFirst: boolean; paysAtSchool: boolean } & CancelRule,
): Promise<EnrolmentView> {
  const { read } = deps.db
  const group = await getGroup(read, id)
  const [means, money, addable] = await Promise.all([
    deps.payments.providerIn(read).then((provider) => provider.begin(toBill(group))),
    owedFor(read, seatPayable(deps, group.kind), group),
    addableSeats(deps, read, group, terms),
  ])
  const checking = money.state === 'checking'
  const [reported, cancelling, cancelled, picture] = await Promise.all([
    checking && deps.payments.isReported(read, group),
    viewCancelling(deps, read, group, { isChecked: checking, rule: terms }),
    viewCancelledMoney(read, group),
    (group.status === 'confirmed' || group.status === 'pending') &&
      deps.courses.pictureOfCourse(read, group.course_id),
  ])
  const due = money.dueInPaise
  const isPart = group.status === 'confirmed' && due > 0
  const view = {
    ...presentEnrolment(group, means, {
      checking,
      canName: canNameSeats(deps, group),
      offersSchool: terms.paysAtSchool,
    }),
    reported,
    ...(picture && { picture }),
    ...(cancelling && { cancelling }),
    ...(cancelled && { cancelled }),
    ...(addable && { addable: { seats: addable.seats, price: decimalRupees(addable.priceInPaise) } }),
    ...(isPart && {
      rest: { due: decimalRupees(due), came: decimalRupees(group.amount_in_paise - due) },
    }),
  }
  if (group.status !== 'expired') return view
  const [batch, isShown] = await Promise.all([
    deps.courses.stateOfBatch(read, group.batch_id),
    deps.courses.isShown(read, group.course_id),
  ])
  return {
    ...view,
    ended: { at: holdEnd(deps, group), courseId: isShown ? group.course_id : null, batch },
  }
}

/** Returns the end of the hold; null for a booking that found no free seat, because its hold never began. */
function holdEnd(deps: RegistrationDeps, { members: [lead] }: SeatGroup): string | null {
  return lead.hold_until !== null && lead.hold_until <= deps.clock.now() ? lead.hold_until : null
}

function presentEnrolment(
  group: SeatGroup,
  means: PaymentMeans,
  { checking, canName, offersSchool }: { checking: boolean; canName: boolean; offersSchool: boolean },
): Omit<EnrolmentView, 'reported'> {
  // No payment is asked for before a seat is held and its batch has a date.
  const isDue = group.status === 'pending' && group.hold_until !== null
  const { group: _, ...receipt } = presentReceipt(group)
  const { terms_hash: terms } = group
  return {
    ...receipt,
    ...(terms !== null && { terms: { hash: terms, at: group.created_at } }),
    courseTitle: group.course_title,
    fullname: group.name,
    batch: group.starts_on ?? courseDefaults.nextbatch,
    batchId: group.starts_on && group.batch_id,
    startTime: group.starts_at,
    ...(group.coupon_code !== null && {
      coupon: {
        code: group.coupon_code,
        price: decimalRupees(group.amount_in_paise + group.discount_in_paise),
        discount: decimalRupees(group.discount_in_paise),
      },
    }),
    ...(group.group_id !== null && {
      group: { count: countedSeats(group).length, canName, seats: group.members.map(presentMember) },
    }),
    payment: presentPayment(means, {
      checking,
      isDue,
      isHeld: isDue,
      method: group.payment_method,
      offersSchool,
    }),
  }
}

function presentMember(seat: Seat) {
  return {
    id: seat.id,
    reference: seat.reference,
    name: seat.is_named === 1 ? seat.name : null,
    price: decimalRupees(Number(seat.amount_in_paise) + Number(seat.discount_in_paise)),
    status: seat.status,
  }
}
