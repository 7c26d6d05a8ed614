import type { MovedPrice } from '../../../../contract/catalogue/batches.ts'
import { DomainError, refusal } from '../../../../contract/errors.ts'
import type { SeatKind, Tx } from '../../../db/schema.ts'
import type { Actor } from '../../../platform/audit.ts'
import { workThrough } from '../../../platform/every.ts'
import type { RegistrationDeps } from '../registrations.deps.ts'
import { findGroup, getLockedGroup, isLive, type SeatGroup } from './seat-groups.ts'
import { factsOf, factsOfGroup, factsOfOne, leftBatchOf, schoolNotice, toStudent } from './seat-messages.ts'
import { moveTogether, openWay } from './seat-moves.ts'
import { endSeats } from './seat-steps.ts'
import { batchCancelled, holdExpired, seatCancelled, seatLetGo, seatMissing } from './seats.letters.ts'
import { findKind, listEndedHolds, listLiveIn, type Seat } from './seats.repository.ts'

/** A batch that does not take place. */
interface EndedBatch {
  id: string
  reason: string
  moveTo?: string | undefined
  /** Says whether moved seats keep their price, if a seat costs otherwise there. */
  price?: MovedPrice | undefined
}

/** The holds of a group end at once, with one letter. */
function expireSeats(deps: RegistrationDeps, kind: SeatKind, id: string): Promise<boolean> {
  return deps.db.transaction(async (tx) => {
    const now = deps.clock.now()
    const isOver = ({ status, hold_until }: Seat) =>
      status === 'pending' && hold_until !== null && hold_until <= now
    const ended = (await getLockedGroup(tx, kind, id)).members.filter(isOver)
    if (ended.length === 0) return false
    await endSeats(deps, tx, ended, 'expire')
    const group = await getLockedGroup(tx, kind, id)
    const isChecking = (await deps.payments.moneyOf(tx, group)).state === 'checking'
    const words = holdExpired({ ...factsOfGroup(group, ended), isChecking })
    await deps.outbox.tell(tx, toStudent(group, 'hold-expired', words))
    return true
  })
}

/** Cancels seats of one group, and tells their payer in one letter. */
async function cancelGroup(
  deps: RegistrationDeps,
  tx: Tx,
  group: SeatGroup,
  here: readonly Seat[],
  { reason, by }: { reason: string; by: Actor | null },
): Promise<void> {
  const [first] = here
  if (!first) return
  const isPaid = await endSeats(deps, tx, here, 'cancel', by)
  const facts =
    here.length === 1
      ? factsOfOne(group, first)
      : { ...factsOfGroup(group, here), batchId: first.batch_id, batch: factsOf(first).batch }
  const words = batchCancelled({ ...facts, ...leftBatchOf(group, here), isPaid, reason })
  await deps.outbox.tell(tx, toStudent(first, 'cancelled', words))
}

/** Ends every hold whose time is up, and frees its seat. Several processes may run it at once. */
export function expireHeldSeats(deps: RegistrationDeps): Promise<number> {
  return workThrough(
    (limit) => listEndedHolds(deps.db.read, deps.clock.now(), limit),
    ({ kind, id }) => expireSeats(deps, kind, id),
  )
}

/**
 * The payer gives up the seat and those that were taken with it. A second call changes nothing.
 * @throws `conflict` for one that is paid or reported as paid
 */
export async function letSeatsGo(deps: RegistrationDeps, tx: Tx, id: string): Promise<SeatGroup> {
  const group = await getLockedGroup(tx, (await findKind(tx, id)) ?? 'enrolment', id)
  if (group.status === 'cancelled' || group.status === 'expired') return group
  const live = group.members.filter(isLive)
  const states = await deps.payments.listStates(tx, group.kind, live)
  if (live.some(({ status }) => status !== 'pending') || states.some(({ state }) => state !== 'due')) {
    throw refusal('seat-not-let-go')
  }
  await endSeats(deps, tx, live, 'letGo')
  await deps.outbox.tell(tx, toStudent(group, 'let-go', seatLetGo(factsOfGroup(group))))
  return { ...group, status: 'cancelled', hold_until: null }
}

/** Ends seats that were written although not enough are left: money that comes for them waits for staff. */
export async function endUnseated(
  deps: RegistrationDeps,
  tx: Tx,
  kind: SeatKind,
  id: string,
): Promise<SeatGroup> {
  const group = await getLockedGroup(tx, kind, id)
  if (group.status !== 'pending') throw new DomainError('batch_full')
  await endSeats(deps, tx, group.members, 'unseat')
  const batchState = await deps.courses.stateOfBatch(tx, group.batch_id)
  await deps.outbox.tell(
    tx,
    toStudent(group, 'unseated', seatMissing({ ...factsOfGroup(group), batchState })),
    schoolNotice(group, 'attention', 'Paid late, and no seat is left'),
  )
  return { ...group, status: 'expired' }
}

/** Frees the seat and tells its payer; what was paid waits for staff. A second call changes nothing. */
export async function cancelSeat(
  deps: RegistrationDeps,
  tx: Tx,
  kind: SeatKind,
  id: string,
  by: Actor | null = null,
): Promise<Seat> {
  const group = await getLockedGroup(tx, kind, id)
  const seat = group.members.find((one) => one.id === id)
  if (!seat) throw refusal('seat-unknown', { facts: { kind } })
  if (seat.status === 'cancelled') return seat
  const event = seat.status === 'expired' ? 'cancelEnded' : 'cancel'
  const isPaid = await endSeats(deps, tx, [seat], event, by)
  const left = group.members.filter((one) => one.id !== id && isLive(one)).length
  const facts = {
    ...factsOfOne(group, seat),
    ...leftBatchOf(group, [seat]),
    isPaid,
    ...(left > 0 && { seatsLeft: left }),
  }
  await deps.outbox.tell(tx, toStudent(seat, 'cancelled', seatCancelled(facts)))
  return { ...seat, status: 'cancelled', hold_until: null }
}

/**
 * Ends the seats of a batch that does not take place, and tells everybody why. Those that find room in `moveTo` are
 * moved, a group as a whole; the others are cancelled. Answers how many were cancelled and moved, who found no room,
 * and how much money waits for staff now. The caller has locked the batches of the course.
 * @throws `conflict` if nobody can be moved there, or it costs otherwise there and nobody said which price they have
 */
export async function cancelSeatsIn(
  deps: RegistrationDeps,
  tx: Tx,
  ended: EndedBatch,
  terms: { holdHours: number },
  by: Actor | null,
) {
  const { id: from, moveTo: to, price, reason } = ended
  const live = await listLiveIn(tx, ended.id)
  const way =
    to === undefined || live.length === 0
      ? null
      : await openWay(deps, tx, { from, to, price }, { at: 'moveTo' })
  const left: { name: string; reference: string }[] = []
  const gone: typeof live = []
  for (const [id, rows] of Map.groupBy(live, (row) => row.group_id ?? row.id)) {
    const group = rows[0] && (await findGroup(tx, rows[0].kind, id))
    const here = group?.members.filter((seat) => isLive(seat) && seat.batch_id === ended.id) ?? []
    if (!group || here.length === 0) continue
    if (way && (await moveTogether(deps, tx, group, here, { way, reason, terms }, by))) continue
    gone.push(...rows)
    await cancelGroup(deps, tx, group, here, { reason, by })
    if (way) left.push({ name: group.name, reference: group.reference })
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
