import * as z from 'zod/mini'
import { DomainError, refusal } from '../../../../contract/errors.ts'
import type { enrolmentBody } from '../../../../contract/registrations/enrolments.ts'
import type { eventBookingBody } from '../../../../contract/registrations/event-bookings.ts'
import type { ownLinksBody, provedThing } from '../../../../contract/registrations/proofs.ts'
import type { seatHoldBody } from '../../../../contract/registrations/seat-holds.ts'
import type { Tx } from '../../../db/schema.ts'
import { byLetter } from '../caps/holders.service.ts'
import { enrol } from '../enrolments.service.ts'
import { book } from '../event-bookings.service.ts'
import { lockRequest, parseRequest } from '../holds/asked-seats.service.ts'
import { type Hold } from '../holds/seat-holds.repository.ts'
import { followHold, holdSeats, markReplaced, readHold, seatIdOfHold } from '../holds/seat-holds.service.ts'
import type { RegistrationDeps } from '../registrations.deps.ts'
import { tellAtSchool } from '../seats/pay-at-school.ts'
import type { SeatTerms } from '../seats/place-seats.ts'
import { findGroup, getGroup, getLockedGroup, type SeatGroup, toGroup } from '../seats/seat-groups.ts'
import { parseProofId, toProofId } from '../seats/seat-messages.ts'
import { currentLetters, extendedHold } from '../seats/seat-steps.ts'
import { listCurrentPayers, updateSeat } from '../seats/seats.repository.ts'
import { confirmPlace } from '../waiting-list/waiting-list.service.ts'
import { ownLinks } from './proofs.letters.ts'

type Proved = z.output<typeof provedThing>

/**
 * Carries out the stored request. An error contains the id of the course, because the course's page offers other dates.
 */
async function repeatRequest(
  deps: RegistrationDeps,
  tx: Tx,
  id: string,
  terms: SeatTerms,
  completes: boolean,
) {
  const asked = await lockRequest(deps, tx, id)
  try {
    return await fulfilRequest(deps, tx, asked, terms, completes)
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
    const { details, ...options } = error.options
    throw new DomainError(error.code, { ...options, details: { ...details, courseId: asked.course_id } })
  }
}

/**
 * Carries out the stored request as if it were sent now. A second click on the link finds the seat or hold that the
 * request became.
 */
async function fulfilRequest(
  deps: RegistrationDeps,
  tx: Tx,
  asked: Hold,
  terms: SeatTerms,
  completes: boolean,
): Promise<Proved> {
  const { id, status } = asked
  const known = seatIdOfHold(await followHold(tx, asked))
  if (known !== null) return presentProved(await getGroup(tx, known))
  const { kind, body: sent } = asked.asked === null ? {} : parseRequest(asked.asked)
  const isFirst = status === 'asked'
  if (isFirst && (kind === 'enrolment' || kind === 'event-booking')) {
    const seat =
      kind === 'enrolment'
        ? await enrol(deps, tx, sent as z.output<typeof enrolmentBody>, terms, byLetter, asked)
        : await book(deps, tx, sent as z.output<typeof eventBookingBody>, terms, byLetter, { asked })
    // The seat has another id if a hold of the same person became the seat, or if the same booking was sent before.
    await markReplaced(tx, asked, seat.id)
    return presentProved(seat)
  }
  if (sent === undefined) throw refusal('asked-over')
  const body = sent as z.output<typeof seatHoldBody>
  const hold = isFirst
    ? await holdSeats(deps, tx, body, terms, byLetter, asked)
    : await readHold(deps, tx, id)
  if (!completes) return { kind: 'seat-hold', id, holdUntil: hold.state === 'live' ? hold.until : null }
  // The guests are named later, by links in the e-mails.
  const others = Array.from({ length: (body.seats ?? 1) - 1 }, () => ({ fullName: '' }))
  const booking = { ...body, others, holdId: hold.id, paymentMethod: 'online' as const }
  return presentProved(await book(deps, tx, booking, terms, byLetter, { hasWord: false }))
}

function presentProved({ kind, id, hold_until: holdUntil }: SeatGroup): Proved {
  return { kind, id, holdUntil }
}

/**
 * Proves an address by the link in an e-mail; a repeated call changes nothing. @throws `not_found` for an unknown link;
 * for a stored request, the same as holding the seat
 */
export async function prove(
  deps: RegistrationDeps,
  tx: Tx,
  { token, completes = false }: { token: string; completes?: boolean | undefined },
  terms: SeatTerms,
): Promise<Proved> {
  const seatId = deps.links.read('seat-proof', token)
  if (seatId !== null) return presentProved(await proveSeats(deps, tx, seatId, terms))
  const orderId = deps.links.read('order-proof', token)
  if (orderId !== null) {
    const { id, hold_until } = await deps.events.proveOrder(tx, orderId, terms)
    return { kind: 'order', id, holdUntil: hold_until }
  }
  if (deps.links.read('waiting-list', token) !== null) {
    return { kind: 'waiting-list', ...(await confirmPlace(deps, tx, token)) }
  }
  const askedId = deps.links.read('asked-seat', token)
  if (askedId !== null) return repeatRequest(deps, tx, askedId, terms, completes)
  throw refusal('link-of-others')
}

/**
 * Mails an address the links to its seats and orders. Every address gets an e-mail, at most one per hour, so neither
 * the response nor its duration reveals which addresses have seats or orders.
 */
export async function mailOwnLinks(deps: RegistrationDeps, tx: Tx, { email }: z.output<typeof ownLinksBody>) {
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

/** The number of seats or groups of seats that one e-mail lists at most. */
const currentMax = 20

async function setProved(deps: RegistrationDeps, tx: Tx, group: SeatGroup, terms: { holdHours: number }) {
  const proved_at = deps.clock.now()
  const changed = group.members.map((seat) => {
    return { ...seat, proved_at, hold_until: extendedHold(deps, seat, terms) }
  })
  for (const seat of changed) {
    const { hold_until } = seat
    await updateSeat(tx, seat, { proved_at, hold_until })
  }
  const proved = toGroup(changed)
  await tellAtSchool(deps, tx, proved)
  return proved
}

/** Proves the address of seats for an account that has verified the same address. */
export async function proveSeatsByAccount(
  deps: RegistrationDeps,
  tx: Tx,
  id: string,
  terms: { holdHours: number },
) {
  const group = await getLockedGroup(tx, id)
  if (group.proved_at === null) await setProved(deps, tx, group, terms)
}

/**
 * Marks the payer's address as proved, which extends the hold. A repeated call changes nothing, nor does a link that
 * was sent to an earlier address.
 */
export async function proveSeats(
  deps: RegistrationDeps,
  tx: Tx,
  proofId: string,
  terms: { holdHours: number },
) {
  const { id, turn } = parseProofId(proofId)
  const group = await getLockedGroup(tx, id)
  if (group.proved_at !== null || group.proof_turn !== turn) return group
  return setProved(deps, tx, group, terms)
}

async function listCurrentSeats(deps: RegistrationDeps, tx: Tx, email: string) {
  const seats = []
  for (const { id } of await listCurrentPayers(tx, email, deps.clock.today(), currentMax)) {
    const group = await getGroup(tx, id)
    seats.push({
      id: group.id,
      courseTitle: group.course_title,
      batch: { day: group.starts_on, time: group.starts_at },
      reference: group.reference,
      proofId: toProofId(group),
    })
  }
  return seats
}

/** Mails the links of held seats again, at most once an hour. */
export async function mailSeatLinks(deps: RegistrationDeps, held: readonly { id: string }[]) {
  const turn = `held-${deps.clock.now().slice(0, 13)}`
  await deps.db.transaction(async (tx) => {
    for (const { id } of held) {
      const group = await findGroup(tx, id)
      if (!group) continue
      const letters = await currentLetters(deps, tx, group)
      const to = { email: group.email }
      await deps.outbox.tell(tx, ...letters.map((letter) => ({ ...letter, to, turn })))
    }
  })
}
