import { DomainError } from '../../../../contract/errors.ts'
import { atSchool } from '../../../../contract/money/payment-methods.ts'
import { type CancelRule, cancelUntil } from '../../../../contract/registrations/cancelling.ts'
import type { Tx } from '../../../db/schema.ts'
import type { Actor, AuditFields } from '../../../platform/audit.ts'
import { addMs } from '../../../platform/clock.ts'
import type { OutboxMessage } from '../../../platform/outbox.ts'
import type { Bill } from '../../../platform/payments/provider.ts'
import type { RegistrationDeps } from '../registrations.deps.ts'
import { countByBatch, countedSeats, isLive, type SeatGroup, toGroup } from './seat-groups.ts'
import { groupFacts, heldMessages, messageSubject, studentMessage, toProofId } from './seat-messages.ts'
import { type SeatEnd, seatTransitions, type Transition } from './seat-states.ts'
import { bookingConfirmed, enrolmentConfirmed } from './seats.letters.ts'
import { changeStatus, listGroup, type Seat, updateSeat } from './seats.repository.ts'

export const hourMs = 60 * 60_000

/** All seats of a group share one use of a coupon. */
function couponUser({ kind, id, group_id }: Seat) {
  return { kind, id: group_id ?? id }
}

/**
 * Counts the coupon's use again for a seat that is taken again. The seat keeps the agreed price, even if the coupon has
 * been used up.
 */
export async function retakeCoupon(deps: RegistrationDeps, tx: Tx, seat: Seat) {
  if (seat.coupon_code !== null) await deps.coupons.retake(tx, couponUser(seat))
}

/** Takes expired seats again, all of them or none; false if too few are free, or the course is gone. */
async function retakeSeats(deps: RegistrationDeps, tx: Tx, seats: readonly Seat[]) {
  const taken: [string, number][] = []
  for (const [batchId, count] of countByBatch(seats)) {
    try {
      await deps.courses.takeSeat(tx, batchId, count)
    } catch (error) {
      if (!isNoRoom(error)) throw error
      for (const [id, seats] of taken) await deps.courses.releaseSeat(tx, id, seats)
      return false
    }
    taken.push([batchId, count])
  }
  return true
}

export async function confirmedLetter(deps: RegistrationDeps, tx: Tx, group: SeatGroup) {
  const restInPaise = await sumDue(deps, tx, group)
  const receipts = await deps.payments.receiptRefs(tx, group.kind, group.members)
  const confirmed = group.kind === 'enrolment' ? enrolmentConfirmed : bookingConfirmed
  const words = confirmed({
    ...groupFacts(group),
    sessions: [...(await deps.courses.sessionsAhead(tx, group.batch_id))],
    ...(restInPaise > 0 && { restInPaise }),
    ...(receipts.length > 0 && { receipts }),
    ...(await ownPage(deps, tx, group)),
  })
  // A message about a free seat counts towards the limits of sent messages, because a stranger can cause many of them.
  return { ...studentMessage(group, 'confirmed', words), isOwed: Number(group.amount_in_paise) > 0 }
}

/** Returns the facts for the link to the payer's page, and the time until which the seats can be cancelled there. */
async function ownPage(deps: RegistrationDeps, tx: Tx, group: SeatGroup) {
  const ownId = group.group_id ?? group.id
  const rule = ruleOf(group, await deps.school.cancelRule(tx))
  const until = rule.canCancelSeats && cancelUntil(deps.courses.firstMomentOf(group), rule)
  const canCancel = until === null || (until !== false && until > deps.clock.now())
  return {
    ownId,
    proofId: toProofId({ id: ownId, proof_turn: group.proof_turn }),
    ...(canCancel && { cancelUntil: until }),
  }
}

/**
 * Returns the cancellation rule that the payer agreed to. Older seats stored no rule, so the present rule applies to
 * them.
 */
export function ruleOf(
  { cancel_hours, cancel_share }: Pick<Seat, 'cancel_hours' | 'cancel_share'>,
  now: CancelRule,
): CancelRule {
  if (cancel_share === null) return now
  if (cancel_hours === null) return { ...now, canCancelSeats: false }
  return { canCancelSeats: true, cancelHours: cancel_hours, cancelShare: cancel_share }
}

/** Returns the columns in which a seat stores its cancellation rule. A rule that lets nobody cancel has no hours. */
export function keptRule({ canCancelSeats, cancelHours, cancelShare }: CancelRule) {
  return canCancelSeats ? { cancel_hours: cancelHours, cancel_share: cancelShare } : noRule
}

const noRule = { cancel_hours: null, cancel_share: 0 }

/** True for a seat that its payer cancelled. Such a seat keeps its rule; a cancellation by staff stores `noRule`. */
export function isCancelledOwn({ status, cancel_hours }: Pick<Seat, 'status' | 'cancel_hours'>): boolean {
  return status === 'cancelled' && cancel_hours !== null
}

export async function sumDue(deps: RegistrationDeps, tx: Tx, group: SeatGroup) {
  const states = await deps.payments.listStates(tx, group.kind, countedSeats(group))
  return states.reduce((sum, { due_in_paise }) => sum + Number(due_in_paise), 0)
}

/**
 * Confirms all held and expired seats or none. Null if too few seats are free for the expired seats, or the course is
 * gone. The caller records the money, and then notifies the payer.
 */
export async function confirmSeats(deps: RegistrationDeps, tx: Tx, group: SeatGroup) {
  const open = group.members.filter(isOpen)
  const ended = open.filter(({ status }) => status === 'expired')
  if (!(await retakeSeats(deps, tx, ended))) return null
  await retakeCoupon(deps, tx, group)
  // A payment that arrived proves the payer's address.
  const now = deps.clock.now()
  const confirmed = new Map<string, Seat>()
  for (const seat of open) {
    const proved = { hold_until: null, proved_at: seat.proved_at ?? now }
    const event = seat.status === 'expired' ? 'confirmLate' : 'confirm'
    const status = await changeStatus(tx, seat, event, { ...proved, confirmed_at: now })
    confirmed.set(seat.id, { ...seat, ...proved, status })
  }
  return toGroup(group.members.map((seat) => confirmed.get(seat.id) ?? seat))
}

/** Gives back the coupon's use and withdraws the unsent messages once a group has no live seat. */
async function releaseUse(deps: RegistrationDeps, tx: Tx, seat: Seat) {
  if (seat.group_id !== null && (await listGroup(tx, seat.group_id)).some(isLive)) return
  if (seat.coupon_code !== null) await deps.coupons.release(tx, couponUser(seat))
  await deps.outbox.withdraw(tx, messageSubject(seat))
}

export async function recordSeat(
  deps: RegistrationDeps,
  tx: Tx,
  seat: Seat,
  by: Actor | null,
  before: AuditFields,
  after: AuditFields,
) {
  const title = `${seat.name}, ${seat.course_title}`
  await deps.audit.record(tx, { by, action: 'changed', kind: seat.kind, id: seat.id, title, before, after })
}

/**
 * Ends seats of one payer. The caller has locked them, and notifies the payer. `kept` has, for the id of a seat, the
 * money that the school keeps. True if money for these seats now waits for staff.
 */
export async function endSeats(
  deps: RegistrationDeps,
  tx: Tx,
  seats: readonly Seat[],
  event: SeatEnd,
  by: Actor | null = null,
  kept: ReadonlyMap<string, number> = new Map(),
) {
  const { to, counts, money, isLogged }: Transition = seatTransitions[event]
  for (const seat of seats) {
    // The payment page later shows when the hold ended, so an expired seat keeps the time.
    const hold_until = event === 'expire' ? seat.hold_until : null
    // Staff decide about the refund of a seat that they cancel, so the seat keeps no rule that promises a refund.
    const isByStaff = event === 'cancel' || event === 'cancelEnded'
    const ended = { hold_until, ...(isByStaff && { ...noRule, refunded_before_in_paise: 0 }) }
    await changeStatus(tx, seat, event, ended)
  }
  if (counts)
    for (const [batchId, freed] of countByBatch(seats)) await deps.courses.releaseSeat(tx, batchId, freed)
  let waits = false
  for (const seat of seats) {
    await releaseUse(deps, tx, seat)
    if (money) waits = (await deps.payments.unseatMoney(tx, seat, kept.get(seat.id))) || waits
    if (isLogged) await recordSeat(deps, tx, seat, by, { status: seat.status }, { status: to })
  }
  return waits
}

/** Changes the price of a seat. Waiting money then pays for it, and money beyond the price waits for staff. */
export async function repriceSeat(deps: RegistrationDeps, tx: Tx, seat: Seat, priceInPaise: number) {
  await updateSeat(tx, seat, { amount_in_paise: priceInPaise })
  await deps.payments.seatMoney(tx, seat)
  await deps.payments.unseatMoney(tx, seat, priceInPaise)
}

/** Confirms held seats with nothing left to pay; null if a sum is due. The caller notifies the payer. */
export async function confirmIfPaid(deps: RegistrationDeps, tx: Tx, group: SeatGroup) {
  if (group.status !== 'pending' || isUndated(group) || (await sumDue(deps, tx, group)) > 0) return null
  return confirmSeats(deps, tx, group)
}

/** True while seats wait for a payer who chose to come to the school and pay. */
export function isAwaited({ clock }: RegistrationDeps, { status, hold_until, payment_method }: SeatGroup) {
  return (
    payment_method === atSchool && status === 'pending' && hold_until !== null && hold_until > clock.now()
  )
}

/** Returns the messages that fit the current state of the seats; an empty list for expired or cancelled seats. */
export async function currentLetters(
  deps: RegistrationDeps,
  tx: Tx,
  group: SeatGroup,
  provedUntil: string | null = null,
): Promise<OutboxMessage[]> {
  if (group.status === 'confirmed') return [await confirmedLetter(deps, tx, group)]
  const week = isAwaited(deps, group) ? await deps.officeHours.week(tx) : null
  return heldMessages(group, provedUntil, week)
}

/**
 * Returns the end of a hold once its person's address is proved: `holdHours` after the seat was taken, but no later
 * than `most`. An expired hold stays expired.
 */
export function extendedHold(
  deps: RegistrationDeps,
  seat: Seat,
  { holdHours }: { holdHours: number },
  most?: string,
): string | null {
  if (seat.status !== 'pending' || seat.hold_until === null || seat.hold_until <= deps.clock.now())
    return seat.hold_until
  const full = addMs(seat.created_at, holdHours * hourMs)
  const whole = deps.courses.beforeStart(seat, most !== undefined && most < full ? most : full)
  return whole > seat.hold_until ? whole : seat.hold_until
}

export async function tellConfirmed(deps: RegistrationDeps, tx: Tx, group: SeatGroup) {
  // An unsent chat message would still ask for the money.
  await deps.outbox.withdraw(tx, messageSubject(group), { only: 'chat', isOwn: true })
  await deps.outbox.tell(tx, await confirmedLetter(deps, tx, group))
}

export function toBill(seat: Seat): Bill {
  return {
    reference: seat.reference,
    title: seat.course_title,
    amountInPaise: seat.amount_in_paise,
    payer: { name: seat.name, email: seat.email, phone: seat.phone },
  }
}

/** True if money can still confirm the seat. */
export function isOpen(seat: Pick<Seat, 'status'>): boolean {
  return seat.status === 'pending' || seat.status === 'expired'
}

/** True for a seat that was reserved before its batch had a date. No payment is due for it yet. */
export function isUndated(seat: Seat): boolean {
  return seat.status === 'pending' && seat.hold_until === null
}

export function isNoRoom(error: unknown): boolean {
  return error instanceof DomainError && (error.code === 'batch_full' || error.code === 'not_found')
}
