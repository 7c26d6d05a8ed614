import type { MovedPrice } from '../../../../contract/catalogue/batches.ts'
import { DomainError, refusal } from '../../../../contract/errors.ts'
import type { SeatKind, Tx } from '../../../db/schema.ts'
import type { Actor } from '../../../platform/audit.ts'
import { workThrough } from '../../../platform/every.ts'
import type { RegistrationDeps } from '../registrations.deps.ts'
import { findGroup, findMember, getLockedGroup, isLive, type SeatGroup } from './seat-groups.ts'
import { groupFacts, leftBatch, memberFacts, schoolNotice, studentMessage } from './seat-messages.ts'
import { lockMove, moveGroup } from './seat-moves.ts'
import { endSeats } from './seat-steps.ts'
import { school } from './seats.en.ts'
import { batchCancelled, holdExpired, seatCancelled, seatLetGo, seatMissing } from './seats.letters.ts'
import { listEnded, listLiveIn, type Seat } from './seats.repository.ts'

interface CancelledBatch {
  id: string
  reason: string
  moveTo?: string | undefined
  /** Says whether a moved seat keeps its price. Required if the price differs in the new batch. */
  price?: MovedPrice | undefined
}

/** Ends the expired holds of a group, and sends the payer one message about them. */
function expireSeats(deps: RegistrationDeps, id: string) {
  return deps.db.transaction(async (tx) => {
    const now = deps.clock.now()
    const isOver = ({ status, hold_until }: Seat) =>
      status === 'pending' && hold_until !== null && hold_until <= now
    const ended = (await getLockedGroup(tx, id)).members.filter(isOver)
    if (ended.length === 0) return false
    await endSeats(deps, tx, ended, 'expire')
    const group = await getLockedGroup(tx, id)
    const isChecking = (await deps.payments.moneyOf(tx, group)).state === 'checking'
    const words = holdExpired({ ...groupFacts(group, ended), isChecking })
    await deps.outbox.tell(tx, studentMessage(group, 'hold-expired', words))
    return true
  })
}

export function expireHeldSeats(deps: RegistrationDeps) {
  return workThrough(
    (limit) => listEnded(deps.db.read, 'pending', deps.clock.now(), limit),
    (id) => expireSeats(deps, id),
  )
}

/** Gives up the whole group for its payer. @throws `conflict` if a seat is paid or reported as paid */
export async function letSeatsGo(deps: RegistrationDeps, tx: Tx, id: string): Promise<SeatGroup> {
  const group = await getLockedGroup(tx, id)
  if (group.status === 'cancelled' || group.status === 'expired') return group
  const live = group.members.filter(isLive)
  const states = await deps.payments.listStates(tx, group.kind, live)
  if (live.some(({ status }) => status !== 'pending') || states.some(({ state }) => state !== 'due')) {
    throw refusal('seat-not-let-go')
  }
  await endSeats(deps, tx, live, 'letGo')
  await deps.outbox.tell(tx, studentMessage(group, 'let-go', seatLetGo(groupFacts(group))))
  return { ...group, status: 'cancelled', hold_until: null }
}

/** Ends seats that were written although too few are free. Money that arrives for them waits for staff. */
export async function endWithoutSeat(deps: RegistrationDeps, tx: Tx, id: string): Promise<SeatGroup> {
  const group = await getLockedGroup(tx, id)
  if (group.status !== 'pending') throw new DomainError('batch_full')
  await endSeats(deps, tx, group.members, 'unseat')
  const batchState = await deps.courses.stateOfBatch(tx, group.batch_id)
  await deps.outbox.tell(
    tx,
    studentMessage(group, 'unseated', seatMissing({ ...groupFacts(group), batchState })),
    schoolNotice(group, 'attention', school.bookingWithoutSeat),
  )
  return { ...group, status: 'expired' }
}

/** Cancels a seat and notifies its payer; money that was paid waits for staff. A repeated call changes nothing. */
export async function cancelSeat(
  deps: RegistrationDeps,
  tx: Tx,
  kind: SeatKind,
  id: string,
  by: Actor | null = null,
): Promise<Seat> {
  const group = await getLockedGroup(tx, id, kind)
  const seat = findMember(group, id)
  if (seat.status === 'cancelled') return seat
  const event = seat.status === 'expired' ? 'cancelEnded' : 'cancel'
  const isPaid = await endSeats(deps, tx, [seat], event, by)
  const left = group.members.filter((one) => one.id !== id && isLive(one)).length
  const facts = {
    ...memberFacts(group, [seat]),
    ...leftBatch(group, [seat]),
    isPaid,
    ...(left > 0 && { seatsLeft: left }),
  }
  await deps.outbox.tell(tx, studentMessage(seat, 'cancelled', seatCancelled(facts)))
  return { ...seat, status: 'cancelled', hold_until: null }
}

/**
 * Ends the seats of a cancelled batch: moves each group that fits as a whole to `moveTo`, cancels the other groups, and
 * notifies all payers. Returns how many seats were cancelled and moved, which payers did not fit into `moveTo`, and how
 * much money waits for staff. The caller has locked the course's batches. @throws `conflict` if nobody can move there,
 * or the price differs there and `price` is missing
 */
export async function cancelSeatsOfBatch(
  deps: RegistrationDeps,
  tx: Tx,
  { id: from, moveTo: to, price, reason }: CancelledBatch,
  terms: { holdHours: number },
  by: Actor | null,
) {
  const live = await listLiveIn(tx, from)
  const move =
    to === undefined || live.length === 0
      ? null
      : await lockMove(deps, tx, { from, to, price }, { at: 'moveTo' })
  const left: { name: string; reference: string }[] = []
  const gone: typeof live = []
  for (const [id, rows] of Map.groupBy(live, (row) => row.group_id ?? row.id)) {
    const group = await findGroup(tx, id)
    const [first, ...more] = group?.members.filter((seat) => isLive(seat) && seat.batch_id === from) ?? []
    if (!group || !first) continue
    const here = [first, ...more] as const
    if (move && (await moveGroup(deps, tx, here, { move, reason, terms }, by))) continue
    gone.push(...rows)
    const isPaid = await endSeats(deps, tx, here, 'cancel', by)
    const facts = { ...memberFacts(group, here), ...leftBatch(group, here), isPaid, reason }
    await deps.outbox.tell(tx, studentMessage(first, 'cancelled', batchCancelled(facts)))
    if (move) left.push({ name: group.name, reference: group.reference })
  }
  let paid = 0
  let paidInPaise = 0
  for (const seat of gone) {
    const { unseated_in_paise } = await deps.payments.moneyOf(tx, seat)
    if (unseated_in_paise > 0) paid++
    paidInPaise += unseated_in_paise
  }
  return { seats: gone.length, moved: live.length - gone.length, left, paid, paidInPaise }
}
