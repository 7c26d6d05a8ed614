import * as z from 'zod/mini'
import { DomainError, refusal } from '../../../../contract/errors.ts'
import type { enrolmentBody } from '../../../../contract/registrations/enrolments.ts'
import type { eventBookingBody } from '../../../../contract/registrations/event-bookings.ts'
import type { ownLinksBody, provedThing } from '../../../../contract/registrations/proofs.ts'
import type { seatHoldBody } from '../../../../contract/registrations/seat-holds.ts'
import type { SeatKind, Tx } from '../../../db/schema.ts'
import { byLetter } from '../caps/holders.service.ts'
import { enrol } from '../enrolments.service.ts'
import { book } from '../event-bookings.service.ts'
import { askOf, getPressedAsk } from '../holds/asked-seats.service.ts'
import { type Hold } from '../holds/seat-holds.repository.ts'
import { followHold, handOver, holdSeats, readHold, seatOfHold } from '../holds/seat-holds.service.ts'
import type { RegistrationDeps } from '../registrations.deps.ts'
import type { SeatTerms } from '../seats/place-seats.ts'
import {
  findGroup,
  getGroup,
  getLockedGroup,
  getSeatKind,
  groupOf,
  type SeatGroup,
} from '../seats/seat-groups.ts'
import { proofIdOf, seatOfProof } from '../seats/seat-messages.ts'
import { longerHold, standingLetters } from '../seats/seat-steps.ts'
import { findKind, listCurrentLeads, type Seat, updateSeat } from '../seats/seats.repository.ts'
import { confirmPlace } from '../waiting-list/waiting-list.service.ts'
import { ownLinks } from './proofs.letters.ts'

type Proved = z.output<typeof provedThing>

/** Holds what was asked for, if there is a seat; a refusal names the course, whose page has other dates. */
async function holdAsked(
  deps: RegistrationDeps,
  tx: Tx,
  id: string,
  terms: SeatTerms,
  completes: boolean,
): Promise<Proved> {
  const asked = await getPressedAsk(deps, tx, id)
  try {
    return await sendAnew(deps, tx, asked, terms, completes)
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
    const { details, ...options } = error.options
    throw new DomainError(error.code, { ...options, details: { ...details, courseId: asked.course_id } })
  }
}

/** Does what was asked for, as if it were sent now. A repeat finds what it became. */
async function sendAnew(
  deps: RegistrationDeps,
  tx: Tx,
  asked: Hold,
  terms: SeatTerms,
  completes: boolean,
): Promise<Proved> {
  const { id, status } = asked
  const known = seatOfHold(await followHold(tx, asked))
  if (known !== null) return seatOfAsk(await getGroup(tx, await getSeatKind(tx, known), known))
  const { kind, body: sent } = asked.asked === null ? {} : askOf(asked.asked)
  const isFirst = status === 'asked'
  if (isFirst && (kind === 'enrolment' || kind === 'event-booking')) {
    const seat =
      kind === 'enrolment'
        ? await enrol(deps, tx, sent as z.output<typeof enrolmentBody>, terms, byLetter, asked)
        : await book(deps, tx, sent as z.output<typeof eventBookingBody>, terms, byLetter, { asked })
    // A hold of the same person became the seat, or it was booked before.
    await handOver(tx, asked, seat.id)
    return seatOfAsk(seat)
  }
  if (sent === undefined) throw refusal('asked-over')
  const body = sent as z.output<typeof seatHoldBody>
  const hold = isFirst
    ? await holdSeats(deps, tx, body, terms, byLetter, asked)
    : await readHold(deps, tx, id)
  if (!completes) return { kind: 'seat-hold', id, holdUntil: hold.state === 'live' ? hold.until : null }
  // Names of the others come later, by their links.
  const others = Array.from({ length: (body.seats ?? 1) - 1 }, () => ({ fullName: '' }))
  const booking = { ...body, others, holdId: hold.id, paymentMethod: 'online' as const }
  return seatOfAsk(await book(deps, tx, booking, terms, byLetter, { hasWord: false }))
}

function seatOfAsk({ kind, id, hold_until: holdUntil }: SeatGroup): Proved {
  return { kind, id, holdUntil }
}

/**
 * A repeat proves nothing more. @throws `not_found` for a link that is not ours; for a seat that was asked for what
 * holding it throws
 */
export async function prove(
  deps: RegistrationDeps,
  tx: Tx,
  { token, completes = false }: { token: string; completes?: boolean | undefined },
  terms: SeatTerms,
): Promise<Proved> {
  const seatId = deps.links.read('seat-proof', token)
  if (seatId !== null) {
    const { id, kind, hold_until } = await proveSeats(deps, tx, seatId, terms)
    return { kind, id, holdUntil: hold_until }
  }
  const orderId = deps.links.read('order-proof', token)
  if (orderId !== null) {
    const { id, hold_until } = await deps.events.proveOrder(tx, orderId, terms)
    return { kind: 'order', id, holdUntil: hold_until }
  }
  if (deps.links.read('waiting-list', token) !== null) {
    return { kind: 'waiting-list', ...(await confirmPlace(deps, tx, token)) }
  }
  const askedId = deps.links.read('asked-seat', token)
  if (askedId !== null) return holdAsked(deps, tx, askedId, terms, completes)
  throw refusal('link-of-others')
}

/**
 * Mails an address the links of what it has now. Every address gets a letter, at most one an hour, so that neither
 * the answer nor the work tells which ones have something.
 */
export async function mailOwnLinks(
  deps: RegistrationDeps,
  tx: Tx,
  { email }: z.output<typeof ownLinksBody>,
): Promise<void> {
  const hour = deps.clock.now().slice(0, 13)
  await deps.outbox.tell(tx, {
    to: { email },
    cause: `own-links:${deps.seal.fingerprint(`own links ${email}`)}:${hour}`,
    words: ownLinks({
      seats: await listCurrentSeats(deps, tx, email),
      orders: await deps.events.listOwnOrders(tx, email),
    }),
  })
}

/** One letter names this many at most. */
const currentMax = 20

async function setProved(
  deps: RegistrationDeps,
  tx: Tx,
  group: SeatGroup,
  terms: { holdHours: number },
): Promise<SeatGroup> {
  const proved_at = deps.clock.now()
  const changed = (seat: Seat): Seat => ({ ...seat, proved_at, hold_until: longerHold(deps, seat, terms) })
  for (const seat of group.members) {
    const { hold_until } = changed(seat)
    await updateSeat(tx, seat, { proved_at, hold_until })
  }
  const [lead, ...others] = group.members
  return groupOf([changed(lead), ...others.map(changed)])
}

/** The payer is signed in with the address of the seats, which is verified. */
export async function proveSeatsByAccount(
  deps: RegistrationDeps,
  tx: Tx,
  kind: SeatKind,
  id: string,
  terms: { holdHours: number },
): Promise<void> {
  const group = await getLockedGroup(tx, kind, id)
  if (group.proved_at === null) await setProved(deps, tx, group, terms)
}

/**
 * Proves the person of a seat, which is held from then on as long as the school holds seats. A repeat changes nothing,
 * nor does a link that went to an earlier address.
 */
export async function proveSeats(
  deps: RegistrationDeps,
  tx: Tx,
  proofId: string,
  terms: { holdHours: number },
): Promise<SeatGroup> {
  const { id, turn } = seatOfProof(proofId)
  const kind = (await findKind(tx, id)) ?? 'enrolment'
  const group = await getLockedGroup(tx, kind, id)
  if (group.proved_at !== null || group.proof_turn !== turn) return group
  return setProved(deps, tx, group, terms)
}

/** Seats of an address in classes that are not over, the newest first; a group is listed as the payer's seat. */
export async function listCurrentSeats(deps: RegistrationDeps, tx: Tx, email: string) {
  const parties: SeatGroup[] = []
  for (const { kind, id } of await listCurrentLeads(tx, email, deps.clock.today(), currentMax)) {
    const group = await findGroup(tx, kind, id)
    if (group) parties.push(group)
  }
  return parties.map((group) => ({
    id: group.id,
    courseTitle: group.course_title,
    batch: { day: group.starts_on, time: group.starts_at },
    reference: group.reference,
    proofId: group.proved_at === null ? proofIdOf(group) : null,
  }))
}

/** Mails the links of held seats again to those who hold them, at most once an hour. */
export async function mailSeatLinks(
  deps: RegistrationDeps,
  held: readonly { kind: string; id: string }[],
): Promise<void> {
  const turn = `held-${deps.clock.now().slice(0, 13)}`
  await deps.db.transaction(async (tx) => {
    for (const { kind, id } of held) {
      if (kind !== 'enrolment' && kind !== 'event-booking') continue
      const group = await findGroup(tx, kind, id)
      if (!group) continue
      const to = { email: group.email }
      await deps.outbox.tell(
        tx,
        ...(await standingLetters(deps, tx, group)).map((told) => ({ ...told, to, turn })),
      )
    }
  })
}
