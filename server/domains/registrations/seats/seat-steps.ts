import { DomainError } from '../../../../contract/errors.ts'
import type { Tx } from '../../../db/schema.ts'
import type { Actor, AuditFields } from '../../../platform/audit.ts'
import { addMs } from '../../../platform/clock.ts'
import type { Told } from '../../../platform/outbox.ts'
import type { Bill } from '../../../platform/payments/provider.ts'
import type { RegistrationDeps } from '../registrations.deps.ts'
import { byBatch, countedOf, groupOf, type SeatGroup } from './seat-groups.ts'
import { confirmedMessage, heldMessages, subjectOf } from './seat-messages.ts'
import { type SeatEnd, seatTransitions } from './seat-states.ts'
import { changeStatus, hasLive, type Seat, updateSeat } from './seats.repository.ts'

/** A code is used once for all seats of a group. */
function usedBy({ kind, id, group_id }: Seat) {
  return { kind, id: group_id ?? id }
}

/** A seat that is taken anew keeps the price that was agreed, even if the code has been used up meanwhile. */
export async function retakeCoupon(deps: RegistrationDeps, tx: Tx, seat: Seat): Promise<void> {
  if (seat.coupon_code !== null) await deps.coupons.retake(tx, usedBy(seat))
}

/** Takes all of the seats or none: false if not enough are left, or the course is gone. */
async function takeAnew(deps: RegistrationDeps, tx: Tx, seats: readonly Seat[]): Promise<boolean> {
  const taken: [string, number][] = []
  for (const [batchId, count] of byBatch(seats)) {
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
  return confirmedMessage(group, {
    sessions: await deps.courses.sessionsAhead(tx, group.batch_id),
    restInPaise: await restOf(deps, tx, group),
    receipts: await deps.payments.receiptRefs(tx, group.kind, group.members),
  })
}

/** The sum that is still to come after a part. */
export async function restOf(deps: RegistrationDeps, tx: Tx, group: SeatGroup): Promise<number> {
  const states = await deps.payments.listStates(tx, group.kind, countedOf(group))
  return states.reduce((sum, { due_in_paise }) => sum + Number(due_in_paise), 0)
}

/**
 * Confirms the open seats of a group; expired ones are taken anew, all or none. Null if there are not enough left, or
 * the course is gone. The caller records the money, and then tells the payer.
 */
export async function confirmSeats(
  deps: RegistrationDeps,
  tx: Tx,
  group: SeatGroup,
): Promise<SeatGroup | null> {
  const open = group.members.filter(isOpen)
  const ended = open.filter(({ status }) => status === 'expired')
  if (!(await takeAnew(deps, tx, ended))) return null
  await retakeCoupon(deps, tx, group)
  // Money that arrived proves its payer.
  const now = deps.clock.now()
  const confirmed = new Map<string, Seat>()
  for (const seat of open) {
    const proved = { hold_until: null, proved_at: seat.proved_at ?? now }
    const event = seat.status === 'expired' ? 'confirmLate' : 'confirm'
    const status = await changeStatus(tx, seat, event, { ...proved, confirmed_at: now })
    confirmed.set(seat.id, { ...seat, ...proved, status })
  }
  const [lead, ...others] = group.members.map((seat) => confirmed.get(seat.id) ?? seat)
  return groupOf([lead as Seat, ...others])
}

/** The last seat of a group gives the use of its code back, and takes back the letters that are not sent. */
async function leaveSeat(deps: RegistrationDeps, tx: Tx, seat: Seat): Promise<void> {
  if (seat.group_id !== null && (await hasLive(tx, seat.group_id))) return
  if (seat.coupon_code !== null) await deps.coupons.release(tx, usedBy(seat))
  await deps.outbox.withdraw(tx, subjectOf(seat))
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
 * Ends seats that one payer took, as `seatTransitions` says. The caller has locked them, and tells the payer. Answers
 * whether money waits for staff now.
 */
export async function endSeats(
  deps: RegistrationDeps,
  tx: Tx,
  seats: readonly Seat[],
  event: SeatEnd,
  by: Actor | null = null,
): Promise<boolean> {
  const { to, counts, money, isLogged } = seatTransitions[event]
  for (const seat of seats) {
    // The payment page says later when the hold ended.
    const hold_until = event === 'expire' ? seat.hold_until : null
    await changeStatus(tx, seat, event, { hold_until })
  }
  if (counts < 0)
    for (const [batchId, freed] of byBatch(seats)) await deps.courses.releaseSeat(tx, batchId, freed)
  let waits = false
  for (const seat of seats) {
    await leaveSeat(deps, tx, seat)
    if (money !== null) waits = (await deps.payments.unseatMoney(tx, seat)) || waits
    if (isLogged) await recordSeat(deps, tx, seat, by, { status: seat.status }, { status: to })
  }
  return waits
}

/** Gives the seat another price: money that waits pays for it, and money beyond it waits for staff. */
export async function repriceSeat(
  deps: RegistrationDeps,
  tx: Tx,
  seat: Seat,
  priceInPaise: number,
): Promise<void> {
  await updateSeat(tx, seat, { amount_in_paise: priceInPaise })
  await deps.payments.seatMoney(tx, seat)
  await deps.payments.unseatMoney(tx, seat, priceInPaise)
}

/** Confirms held seats for which nothing is due any more; null for others. The caller tells the payer. */
export async function confirmPaid(
  deps: RegistrationDeps,
  tx: Tx,
  group: SeatGroup,
): Promise<SeatGroup | null> {
  if (group.status !== 'pending' || isPlace(group) || (await restOf(deps, tx, group)) > 0) return null
  return confirmSeats(deps, tx, group)
}

/** The letters about seats as they stand, held or confirmed; none about others. */
export async function standingLetters(
  deps: RegistrationDeps,
  tx: Tx,
  group: SeatGroup,
  provedUntil: string | null = null,
): Promise<Told[]> {
  return group.status === 'confirmed'
    ? [await confirmedLetter(deps, tx, group)]
    : heldMessages(group, provedUntil)
}

/**
 * The end of a seat's hold once its person is proved: it is counted from the seat's beginning, and no longer than
 * `most`. A hold whose time is up stays so, even if the loop has not run yet.
 */
export function longerHold(
  deps: RegistrationDeps,
  seat: Seat,
  { holdHours }: { holdHours: number },
  most?: string,
): string | null {
  if (seat.status !== 'pending' || seat.hold_until === null || seat.hold_until <= deps.clock.now())
    return seat.hold_until
  const full = addMs(seat.created_at, holdHours * 60 * 60_000)
  const whole = deps.courses.beforeStart(seat, most !== undefined && most < full ? most : full)
  return whole > seat.hold_until ? whole : seat.hold_until
}

export async function tellConfirmed(deps: RegistrationDeps, tx: Tx, group: SeatGroup) {
  // A chat that is not sent yet would still ask for the money.
  await deps.outbox.withdraw(tx, subjectOf(group), { only: 'chat', isOwn: true })
  await deps.outbox.tell(tx, await confirmedLetter(deps, tx, group))
}

export function billOf(seat: Seat): Bill {
  return {
    reference: seat.reference,
    title: seat.course_title,
    amountInPaise: seat.amount_in_paise,
    payer: { name: seat.name, email: seat.email, phone: seat.phone },
  }
}

export function isOpen(seat: Pick<Seat, 'status'>): boolean {
  return seat.status === 'pending' || seat.status === 'expired'
}

/** The seat was reserved before there was a date: nothing is to be paid for it yet. */
export function isPlace(seat: Seat): boolean {
  return seat.status === 'pending' && seat.hold_until === null
}

export function isNoRoom(error: unknown): boolean {
  return error instanceof DomainError && (error.code === 'batch_full' || error.code === 'not_found')
}
