import * as z from 'zod/mini'
import { DomainError, refusal } from '../../../../contract/errors.ts'
import {
  type CancelRule,
  cancelTogether,
  cancelUntil,
} from '../../../../contract/registrations/cancelling.ts'
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
import { keepEarlierRefunds, type Seat, sumMoney, updateSeat } from './seats.repository.ts'

/** A seat with the result of the school's rule at this moment. */
interface Judged {
  seat: Seat
  rule: CancelRule
  /** False if the school lets nobody cancel the seat on its page. */
  isAllowed: boolean
  until: string | null
  isLate: boolean
  /** A payment for the seat is being checked. */
  isChecked: boolean
  /** The money that pays for the seat and the money that the school owes already. */
  paidInPaise: number
  waitsInPaise: number
  dueInPaise: number
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
    const { state, paid_in_paise = 0, unseated_in_paise = 0, due_in_paise = 0 } = money.get(seat.id) ?? {}
    const rule = ruleOf(seat, present)
    const until = cancelUntil(deps.courses.firstMomentOf(seat), rule)
    return {
      seat,
      rule,
      // A seat that was taken after its deadline could never be cancelled on its page.
      isAllowed: rule.canCancelSeats && (until === null || until > seat.created_at),
      until,
      isLate: until !== null && until <= now,
      isChecked: state === 'checking',
      paidInPaise: Number(paid_in_paise),
      waitsInPaise: Number(unseated_in_paise),
      dueInPaise: Number(due_in_paise),
    }
  })
}

const dueOf = (judged: readonly Judged[]) => judged.reduce((sum, { dueInPaise }) => sum + dueInPaise, 0)

/**
 * Adds the refund to each of the seats that are cancelled together, while `dueInPaise` is due for the payer's other
 * seats.
 */
function withSums(judged: readonly Judged[], dueInPaise: number) {
  const sums = cancelTogether(
    judged.map(({ seat, rule, paidInPaise, waitsInPaise }) => {
      const { cancelShare } = rule
      return { priceInPaise: Number(seat.amount_in_paise), paidInPaise, waitsInPaise, cancelShare }
    }),
    dueInPaise,
  )
  return judged.map((one, n) => {
    const { movesInPaise = 0, backInPaise = 0, keptInPaise = 0 } = sums[n] ?? {}
    const paidInPaise = one.paidInPaise + one.waitsInPaise
    return { ...one, paidInPaise, movesInPaise, backInPaise, keptInPaise }
  })
}
type Summed = ReturnType<typeof withSums>[number]

/**
 * Returns the seats that the payer may cancel now, or the reason why there is none; null if the page says nothing about
 * cancelling. `letSeatsGo` gives up a pending seat that is not paid.
 */
export async function viewCancelling(
  deps: RegistrationDeps,
  source: Queryable,
  group: SeatGroup,
  { isChecked, rule }: { isChecked: boolean; rule: CancelRule },
): Promise<Cancelling | null> {
  if (group.status === 'pending')
    return isChecked ? { refused: 'checking', seats: [], due: decimalRupees(0), until: null } : null
  const today = deps.clock.today()
  const confirmed = group.members.filter(
    (seat) => seat.status === 'confirmed' && !deps.courses.isOver(seat, today),
  )
  if (confirmed.length === 0) return null
  const all = await judgeSeats(deps, source, confirmed, rule)
  const judged = all.filter(({ isAllowed }) => isAllowed)
  const none = { seats: [], due: decimalRupees(0) }
  if (judged.length === 0) return { ...none, refused: 'school', until: null }
  const inTime = judged.filter(({ isLate }) => !isLate)
  const ends = judged.flatMap(({ until }) => until ?? []).sort()
  if (inTime.length === 0) return { ...none, refused: 'late', until: ends.at(-1) ?? null }
  const free = inTime.filter((one) => !one.isChecked)
  if (free.length === 0) return { ...none, refused: 'checking', until: null }
  const dueInPaise = dueOf(all)
  const alone = free.flatMap((one) => withSums([one], dueInPaise - one.dueInPaise))
  return {
    seats: alone.map(({ seat, rule, paidInPaise, backInPaise, ...money }) => ({
      id: seat.id,
      reference: seat.reference,
      name: seat.is_named === 1 ? seat.name : null,
      paid: decimalRupees(paidInPaise),
      back: decimalRupees(backInPaise),
      price: decimalRupees(Number(seat.amount_in_paise)),
      waits: decimalRupees(money.waitsInPaise),
      due: decimalRupees(money.dueInPaise),
      share: rule.cancelShare,
    })),
    due: decimalRupees(dueInPaise),
    until: free.flatMap(({ until }) => until ?? []).sort()[0] ?? null,
  }
}

/**
 * Returns the sums paid, still owed and refunded for the group's cancelled seats; null if nothing was paid for them.
 * Staff decide about the refund of a seat that they cancelled, so only the money that they have refunded is included.
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

/**
 * The key with which the browser that took the seats may cancel them. Unlike the link in an e-mail, it proves no
 * mailbox.
 */
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
  // `key` may also come from the link that confirmed a request. The request became the seat, or `became_id` names the
  // seat.
  const asked = links.read('asked-seat', key)
  return asked !== null && (asked === id || (await findHold(tx, asked))?.became_id === id)
}

/**
 * Cancels confirmed seats for their payer. The refund that the rule allows then waits for staff, and the school keeps
 * the rest. @throws `not_found`; `forbidden` for somebody who is not proved to be the payer; `validation_failed` for a
 * seat of another group; `conflict` if the seat has ended, the rule does not allow it, or a payment is being checked;
 * `amount_differs` if the page showed another sum
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
  const rule = await deps.school.cancelRule(tx)
  const alone = await judgeSeats(deps, tx, chosen, rule)
  for (const one of alone) {
    const refused = refusalToCancel(one, { phone })
    if (refused) throw refused
  }
  const stay = group.members.filter((seat) => seat.status === 'confirmed' && !chosen.includes(seat))
  const others = await judgeSeats(deps, tx, stay, rule)
  const judged = withSums(alone, dueOf(others))
  const { backInPaise, keptInPaise } = sumsOf(judged)
  if (back !== decimalRupees(backInPaise)) {
    throw refusal('cancel-sum-changed', {
      facts: { backInPaise },
      details: { back: decimalRupees(backInPaise) },
    })
  }
  await payOthers(deps, tx, judged, others)
  await endSeats(
    deps,
    tx,
    chosen,
    'cancelOwn',
    by,
    new Map(judged.map((one) => [one.seat.id, one.keptInPaise])),
  )
  for (const one of judged) {
    // The applied rule and the earlier refunds are stored, because the page and a reversed payment need them later.
    await updateSeat(tx, one.seat, keptRule(one.rule))
    await keepEarlierRefunds(tx, one.seat)
    const sums = {
      'to give back': decimalRupees(one.backInPaise),
      kept: decimalRupees(one.keptInPaise),
      ...(one.movesInPaise > 0 && { 'for the other seats': decimalRupees(one.movesInPaise) }),
    }
    const after = { status: 'cancelled', 'cancelled by': 'the payer', ...(one.paidInPaise > 0 && sums) }
    await recordSeat(deps, tx, one.seat, by, { status: one.seat.status }, after)
  }
  await tellCancelled(deps, tx, group, judged)
  const { reference, status } = await getGroup(tx, id)
  return { id, reference, status, back: decimalRupees(backInPaise), kept: decimalRupees(keptInPaise) }
}

/** Lets the money of cancelled seats pay the sum that is due for the payer's other seats. */
async function payOthers(
  deps: RegistrationDeps,
  tx: Tx,
  judged: readonly Summed[],
  others: readonly Judged[],
) {
  const dues = others.map(({ seat, dueInPaise }) => ({ seat, dueInPaise }))
  for (const { seat: from, movesInPaise } of judged) {
    let left = movesInPaise
    for (const to of dues) {
      const part = Math.min(left, to.dueInPaise)
      if (part === 0) continue
      await deps.payments.movePaid(tx, from, to.seat, part)
      to.dueInPaise -= part
      left -= part
    }
  }
}

function sumsOf(judged: readonly Summed[]) {
  const sum = (name: 'paidInPaise' | 'movesInPaise' | 'backInPaise' | 'keptInPaise') =>
    judged.reduce((all, one) => all + one[name], 0)
  return {
    paidInPaise: sum('paidInPaise') - sum('movesInPaise'),
    movesInPaise: sum('movesInPaise'),
    backInPaise: sum('backInPaise'),
    keptInPaise: sum('keptInPaise'),
  }
}

/** Notifies the payer and the school, once for each batch, because a message names only one batch. */
async function tellCancelled(deps: RegistrationDeps, tx: Tx, group: SeatGroup, judged: readonly Summed[]) {
  const turn = deps.ids.id()
  const gone = judged.map(({ seat }) => seat)
  const left = group.members.filter((seat) => isLive(seat) && !gone.includes(seat)).length
  for (const here of Map.groupBy(judged, ({ seat }) => seat.batch_id).values()) {
    const seats = here.map(({ seat }) => seat)
    const [first] = seats
    if (!first) continue
    const { paidInPaise, movesInPaise, backInPaise } = sumsOf(here)
    const facts = {
      ...memberFacts(group, seats),
      ...leftBatch(group, seats, gone),
      paidInPaise,
      movesInPaise,
      backInPaise,
    }
    const words = seatLetGo({ ...facts, ...(left > 0 && { seatsLeft: left }) })
    const amount = backInPaise === 0 ? null : amountInWords(backInPaise)
    const lead = school.cancelledBy({ name: group.name, count: seats.length, amount })
    await deps.outbox.tell(
      tx,
      // A stranger can cause this message only by paying, so the limits against strangers do not apply to a paid seat.
      { ...studentMessage(first, `cancelled-own:${turn}`, words), isOwed: paidInPaise + movesInPaise > 0 },
      schoolNotice(toGroup(seats), `cancelled-own:${turn}`, school.seatsCancelled, lead),
    )
  }
}
