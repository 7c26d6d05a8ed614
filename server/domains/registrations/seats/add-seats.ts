import { DomainError, refusal } from '../../../../contract/errors.ts'
import type { Queryable } from '../../../db/open.ts'
import type { Tx } from '../../../db/schema.ts'
import { togetherOf } from '../../money/index.ts'
import type { RegistrationDeps } from '../registrations.deps.ts'
import { insertOthers, type Other } from './place-seats.ts'
import { getGroup, getLockedGroup, isLive, type SeatGroup, toGroup } from './seat-groups.ts'
import { messageSubject, schoolNotice } from './seat-messages.ts'
import { statusAfter } from './seat-states.ts'
import { currentLetters, extendedHold, recordSeat } from './seat-steps.ts'
import { notYourSeat, school } from './seats.en.ts'
import { getSeatRow, type Seat, updateSeat } from './seats.repository.ts'

interface Terms {
  groupMax: number
  confirmFirst: boolean
}

/** Returns why a payer may not add seats, or null. The number of free seats in the batch is not checked. */
async function refusalToAdd(deps: RegistrationDeps, source: Queryable, group: SeatGroup, terms: Terms) {
  const { status, hold_until: until } = group
  if (!group.members.some(isLive) || (until !== null && until <= deps.clock.now())) {
    return refusal('others-of-ended')
  }
  const isFree = status === 'confirmed' && group.amount_in_paise + group.discount_in_paise === 0
  const states = await deps.payments.listStates(source, group.kind, group.members)
  // Added seats change the sum, which would no longer match the sum that was paid or reported.
  if (!isFree && (status !== 'pending' || togetherOf(states) !== 'due')) return refusal('others-of-paid')
  return terms.confirmFirst && group.proved_at === null ? refusal('others-unproved') : null
}

export async function addableSeats(
  deps: RegistrationDeps,
  source: Queryable,
  group: SeatGroup,
  terms: Terms,
) {
  const live = group.members.filter(isLive)
  const [seat] = live
  if (!seat || (await refusalToAdd(deps, source, group, terms))) return null
  const offer = await deps.courses.offerIn(source, seat.batch_id)
  const seats = Math.min(terms.groupMax - live.length, offer?.left ?? 0)
  const isOther = group.status === 'confirmed' && offer?.priceInPaise !== 0
  return offer && seats > 0 && !isOther ? { seats, priceInPaise: offer.priceInPaise } : null
}

/**
 * Adds seats to a group, at the current price and without its coupon. The hold of the new seats ends with the group's
 * hold. @throws `not_found`; `conflict` for seats that are paid, reported as paid or ended; `limit_reached`;
 * `batch_changed`, `batch_full`
 */
export async function addOthers(
  deps: RegistrationDeps,
  tx: Tx,
  id: string,
  others: readonly Other[],
  terms: Terms & { holdHours: number },
) {
  const group = await getLockedGroup(tx, id)
  const refused = await refusalToAdd(deps, tx, group, terms)
  if (refused) throw refused
  const live = group.members.filter(isLive)
  const seat = live[0] ?? group
  if (live.length + others.length > terms.groupMax) {
    throw refusal('group-large', { facts: { max: terms.groupMax } })
  }
  const named = { courseId: seat.course_id, batchId: seat.batch_id }
  const offer = await deps.courses.batchForSale(tx, named)
  const { priceInPaise } = offer.course
  if (group.status === 'confirmed' && priceInPaise > 0) throw refusal('others-of-paid')
  await deps.courses.sellSeat(tx, offer, others.length)
  const [payer] = group.members
  const group_id = payer.group_id ?? payer.id
  if (payer.group_id === null) await updateSeat(tx, payer, { group_id })
  // The new rows copy the times of a held seat, so that all holds of the group end at once.
  const placed = statusAfter('place', 'none')
  const status = group.status === 'confirmed' ? statusAfter('free', placed) : placed
  const like = { ...(await getSeatRow(tx, seat.id)), status, name: payer.name, is_named: 1 as const }
  const last = Math.max(...group.members.map(({ group_place }) => group_place ?? 0))
  await insertOthers(tx, deps, { ...like, group_id, amount_in_paise: priceInPaise }, others, last)
  // Unsent messages contain the old sum, so they are withdrawn.
  await deps.outbox.withdraw(tx, messageSubject(group), { isOwn: true })
  const all = await getGroup(tx, id)
  const turn = deps.ids.id()
  const current = await currentLetters(deps, tx, all, extendedHold(deps, all, terms))
  const letters = current.map((letter) => ({ ...letter, turn }))
  await deps.outbox.tell(tx, ...letters, schoolNotice(all, `added-${turn}`, school.seatsAdded))
  await recordSeat(deps, tx, payer, null, { seats: live.length }, { seats: live.length + others.length })
  return all
}

function isNamable(deps: RegistrationDeps, seat: Seat): boolean {
  const start = deps.courses.beginningOf(seat)
  return isLive(seat) && (start === null || start > deps.clock.now())
}

export function canNameSeats(deps: RegistrationDeps, group: SeatGroup): boolean {
  return group.group_id !== null && group.members.some((seat) => isNamable(deps, seat))
}

/**
 * Names the guests; a name that is missing or empty stays unchanged. @throws `not_found`; `validation_failed` for a
 * seat of another group; `conflict` for a seat that has ended, or whose batch has begun
 */
export async function nameSeats(
  deps: RegistrationDeps,
  tx: Tx,
  id: string,
  names: readonly { id: string; fullName: string }[],
) {
  const group = await getLockedGroup(tx, id)
  const given = new Map(names.map(({ id, fullName }) => [id, fullName]))
  const fields: Record<string, string> = {}
  for (const [n, one] of names.entries()) {
    if (!group.members.some((seat) => seat.id === one.id)) {
      fields[`names.${n}.fullName`] = notYourSeat
    }
  }
  if (Object.keys(fields).length > 0) throw new DomainError('validation_failed', { fields })
  const changed: Seat[] = []
  for (const seat of group.members) {
    const name = given.get(seat.id)
    if (!name || (name === seat.name && seat.is_named === 1)) {
      changed.push(seat)
      continue
    }
    if (!isNamable(deps, seat)) throw refusal(isLive(seat) ? 'names-closed' : 'names-of-ended')
    await updateSeat(tx, seat, { name, is_named: 1 })
    await recordSeat(deps, tx, seat, null, { name: seat.name }, { name })
    changed.push({ ...seat, name, is_named: 1 })
  }
  return toGroup(changed)
}
