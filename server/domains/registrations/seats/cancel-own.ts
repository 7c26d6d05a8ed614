import * as z from 'zod/mini'
import { DomainError, refusal } from '../../../../contract/errors.ts'
import { type CancelRule, cancelSums, cancelUntil } from '../../../../contract/registrations/cancelling.ts'
import type { Cancelling, cancelSeats as endpoint } from '../../../../contract/registrations/enrolments.ts'
import { amountInWords, decimalRupees } from '../../../../contract/words.ts'
import type { Queryable } from '../../../db/open.ts'
import type { Tx } from '../../../db/schema.ts'
import type { Actor } from '../../../platform/audit.ts'
import { isVerified } from '../caps/holders.repository.ts'
import { findHold } from '../holds/seat-holds.repository.ts'
import type { RegistrationDeps } from '../registrations.deps.ts'
import { getGroup, getLockedGroup, isLive, type SeatGroup, toGroup } from './seat-groups.ts'
import { leftBatch, memberFacts, parseProofId, schoolNotice, studentMessage } from './seat-messages.ts'
import { endSeats, isCancelledOwn, keptRule, recordSeat, ruleOf } from './seat-steps.ts'
import { notYourSeat, school } from './seats.en.ts'
import { seatLetGo } from './seats.letters.ts'
import { type Seat, sumMoney, updateSeat } from './seats.repository.ts'

/** A seat with what the school's rule says about it now. */
interface Judged {
  seat: Seat
  rule: CancelRule
  /** False if the school lets nobody cancel the seat on its page. */
  isAllowed: boolean
  until: string | null
  isLate: boolean
  /** A payment for the seat is being checked. */
  isChecked: boolean
  paidInPaise: number
  backInPaise: number
  keptInPaise: number
}

async function judgeSeats(
  deps: RegistrationDeps,
  source: Queryable,
  seats: readonly Seat[],
  present: CancelRule,
) {
  const [first] = seats
  if (!first) return []
  const states = await deps.payments.listStates(source, first.kind, seats)
  const money = new Map(states.map((state) => [state.subject_id, state]))
  const now = deps.clock.now()
  return seats.map((seat): Judged => {
    const { state, paid_in_paise = 0, unseated_in_paise = 0 } = money.get(seat.id) ?? {}
    const [paidInPaise, waitsInPaise] = [Number(paid_in_paise), Number(unseated_in_paise)]
    const rule = ruleOf(seat, present)
    const until = cancelUntil(deps.courses.firstMomentOf(seat), rule)
    return {
      seat,
      rule,
      // A seat that was taken after its deadline could never be cancelled here.
      isAllowed: rule.canCancelSeats && (until === null || until > seat.created_at),
      until,
      isLate: until !== null && until <= now,
      isChecked: state === 'checking',
      paidInPaise: paidInPaise + waitsInPaise,
      ...cancelSums({ priceInPaise: Number(seat.amount_in_paise), paidInPaise, waitsInPaise }, rule),
    }
  })
}

/**
 * Returns what the payer may cancel now, or why nothing; null if nothing is to be said. A pending seat that is not paid
 * is let go instead (`letSeatsGo`).
 */
export async function viewCancelling(
  deps: RegistrationDeps,
  source: Queryable,
  group: SeatGroup,
  { isChecked, rule }: { isChecked: boolean; rule: CancelRule },
): Promise<Cancelling | null> {
  if (group.status === 'pending') return isChecked ? { refused: 'checking', seats: [], until: null } : null
  const today = deps.clock.today()
  const confirmed = group.members.filter(
    (seat) => seat.status === 'confirmed' && !deps.courses.isOver(seat, today),
  )
  if (confirmed.length === 0) return null
  const judged = (await judgeSeats(deps, source, confirmed, rule)).filter(({ isAllowed }) => isAllowed)
  if (judged.length === 0) return { refused: 'school', seats: [], until: null }
  const inTime = judged.filter(({ isLate }) => !isLate)
  const ends = judged.flatMap(({ until }) => until ?? []).sort()
  if (inTime.length === 0) return { refused: 'late', seats: [], until: ends.at(-1) ?? null }
  const free = inTime.filter((one) => !one.isChecked)
  if (free.length === 0) return { refused: 'checking', seats: [], until: null }
  return {
    seats: free.map(({ seat, paidInPaise, backInPaise }) => ({
      id: seat.id,
      reference: seat.reference,
      name: seat.is_named === 1 ? seat.name : null,
      paid: decimalRupees(paidInPaise),
      back: decimalRupees(backInPaise),
    })),
    until: free.flatMap(({ until }) => until ?? []).sort()[0] ?? null,
  }
}

/**
 * Returns what became of the money of the group's cancelled seats; null if nothing was paid for them. A seat that staff
 * cancelled promises nothing, because they decide what goes back: only what they have refunded is told.
 */
export async function viewCancelledMoney(source: Queryable, { members }: SeatGroup) {
  const ended = members.filter(({ status }) => status === 'cancelled')
  const idsOf = (seats: readonly Seat[]) => seats.map(({ id }) => id)
  const own = await sumMoney(source, idsOf(ended.filter(isCancelledOwn)))
  const others = await sumMoney(source, idsOf(ended.filter((seat) => !isCancelledOwn(seat))))
  const told = others.waitsInPaise === 0 && others.refundedInPaise > 0 ? [own, others] : [own]
  const sum = (name: keyof typeof own) => told.reduce((all, sums) => all + sums[name], 0)
  const [waitsInPaise, refundedInPaise] = [sum('waitsInPaise'), sum('refundedInPaise')]
  const paidInPaise = sum('keptInPaise') + waitsInPaise + refundedInPaise
  if (paidInPaise === 0) return null
  return {
    paid: decimalRupees(paidInPaise),
    back: decimalRupees(waitsInPaise),
    refunded: decimalRupees(refundedInPaise),
  }
}

function refusalToCancel({ isAllowed, isLate, isChecked, until }: Judged, { phone }: { phone: string }) {
  if (!isAllowed) return refusal('cancel-by-call', { facts: { phone } })
  if (isLate && until !== null) return refusal('cancel-late', { facts: { until, phone } })
  return isChecked ? refusal('cancel-checked', { facts: { phone } }) : null
}

function requireOwn({ members }: SeatGroup, ids: readonly string[]): Seat[] {
  const chosen = members.filter(({ id }) => ids.includes(id))
  const unknown = ids.findIndex((id) => members.every((seat) => seat.id !== id))
  if (unknown >= 0) {
    throw new DomainError('validation_failed', { fields: { [`seats.${unknown}`]: notYourSeat } })
  }
  return chosen
}

/** The key that lets the browser which took the seats cancel them. Unlike the link in an e-mail, it proves no mailbox. */
export const seatKeyOf = ({ links }: RegistrationDeps, id: string): string => links.sign('seat-browser', id)

/**
 * True if the caller is the payer, by the same proofs as the buyer of an order: a link in an e-mail, the browser that
 * took the seats, or the account with the verified address. The address of the page is no proof, since people forward
 * it.
 */
async function isPayer(
  { links }: RegistrationDeps,
  tx: Tx,
  { id, email, proof_turn }: SeatGroup,
  { key, by }: { key: string | null; by: Actor | null },
) {
  if (by?.email === email && (await isVerified(tx, by.userId, email))) return true
  if (key === null) return false
  if (links.read('seat-browser', key) === id) return true
  const proofId = links.read('seat-proof', key)
  if (proofId !== null) {
    const proved = parseProofId(proofId)
    return proved.id === id && proved.turn === proof_turn
  }
  // The link that sent a request off. The request has become the seat, or a hold of the person that became the seat.
  const asked = links.read('asked-seat', key)
  return asked !== null && (asked === id || (await findHold(tx, asked))?.became_id === id)
}

/**
 * Cancels confirmed seats for their payer. The part that the rule gives back then waits for staff, and the school keeps
 * the rest. @throws `not_found`; `forbidden` for somebody who is not proved to be the payer; `validation_failed` for a seat of another group; `conflict` if the seat has ended, the
 * rule does not allow it, or a payment is being checked; `amount_differs` if the page showed another sum
 */
export async function cancelOwnSeats(
  deps: RegistrationDeps,
  tx: Tx,
  id: string,
  { seats: ids, back, key }: z.output<NonNullable<(typeof endpoint)['body']>>,
  { phone, by }: { phone: string; by: Actor | null },
) {
  const group = await getLockedGroup(tx, id)
  if (!(await isPayer(deps, tx, group, { key, by }))) throw refusal('cancel-unproved', { facts: { phone } })
  const chosen = requireOwn(group, ids)
  if (chosen.some(({ status }) => status === 'cancelled')) throw refusal('cancel-done')
  if (chosen.some(({ status }) => status !== 'confirmed')) throw refusal('cancel-unconfirmed')
  const judged = await judgeSeats(deps, tx, chosen, await deps.school.cancelRule(tx))
  for (const one of judged) {
    const refused = refusalToCancel(one, { phone })
    if (refused) throw refused
  }
  const { backInPaise, keptInPaise } = sumsOf(judged)
  if (back !== decimalRupees(backInPaise)) {
    throw refusal('cancel-sum-changed', {
      facts: { backInPaise },
      details: { back: decimalRupees(backInPaise) },
    })
  }
  await endSeats(
    deps,
    tx,
    chosen,
    'cancelOwn',
    by,
    new Map(judged.map((one) => [one.seat.id, one.keptInPaise])),
  )
  for (const one of judged) {
    // The page and a reversed payment follow the rule that was applied.
    await updateSeat(tx, one.seat, keptRule(one.rule))
    const sums = { 'to give back': decimalRupees(one.backInPaise), kept: decimalRupees(one.keptInPaise) }
    const after = { status: 'cancelled', 'cancelled by': 'the payer', ...(one.paidInPaise > 0 && sums) }
    await recordSeat(deps, tx, one.seat, by, { status: one.seat.status }, after)
  }
  await tellCancelled(deps, tx, group, judged)
  const { reference, status } = await getGroup(tx, id)
  return { id, reference, status, back: decimalRupees(backInPaise), kept: decimalRupees(keptInPaise) }
}

function sumsOf(judged: readonly Judged[]) {
  const sum = (name: 'paidInPaise' | 'backInPaise' | 'keptInPaise') =>
    judged.reduce((all, one) => all + one[name], 0)
  return { paidInPaise: sum('paidInPaise'), backInPaise: sum('backInPaise'), keptInPaise: sum('keptInPaise') }
}

/** Tells the payer and the school, once for each batch because a message names one. */
async function tellCancelled(deps: RegistrationDeps, tx: Tx, group: SeatGroup, judged: readonly Judged[]) {
  const turn = deps.ids.id()
  const gone = judged.map(({ seat }) => seat)
  const left = group.members.filter((seat) => isLive(seat) && !gone.includes(seat)).length
  for (const here of Map.groupBy(judged, ({ seat }) => seat.batch_id).values()) {
    const seats = here.map(({ seat }) => seat)
    const [first] = seats
    if (!first) continue
    const { paidInPaise, backInPaise } = sumsOf(here)
    const facts = { ...memberFacts(group, seats), ...leftBatch(group, seats, gone), paidInPaise, backInPaise }
    const words = seatLetGo({ ...facts, ...(left > 0 && { seatsLeft: left }) })
    const amount = backInPaise === 0 ? null : amountInWords(backInPaise)
    const lead = school.cancelledBy({ name: group.name, count: seats.length, amount })
    await deps.outbox.tell(
      tx,
      // A stranger causes it only by paying.
      { ...studentMessage(first, `cancelled-own:${turn}`, words), isOwed: paidInPaise > 0 },
      schoolNotice(toGroup(seats), `cancelled-own:${turn}`, school.seatsCancelled, lead),
    )
  }
}
