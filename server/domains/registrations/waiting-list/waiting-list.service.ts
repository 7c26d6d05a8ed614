import * as z from 'zod/mini'
import { isFull } from '../../../../contract/catalogue/course-facts.ts'
import { type DomainError, refusal } from '../../../../contract/errors.ts'
import type { WaitingPlace, waitingListBody } from '../../../../contract/registrations/waiting-list.ts'
import { decimalRupees } from '../../../../contract/words.ts'
import type { Queryable } from '../../../db/open.ts'
import type { Tx } from '../../../db/schema.ts'
import { runForNetwork } from '../../../platform/asking-network.ts'
import { addMs } from '../../../platform/clock.ts'
import { workThrough } from '../../../platform/every.ts'
import type { Words } from '../../../platform/messages/letter-kinds.ts'
import { mailboxOf } from '../../../platform/recipients.ts'
import { batchFactsOf } from '../../catalogue/index.ts'
import { admit, byLetter, hasProved, type Requester } from '../caps/holders.service.ts'
import { enrolOffered } from '../enrolments.service.ts'
import type { RegistrationDeps } from '../registrations.deps.ts'
import type { SeatTerms } from '../seats/place-seats.ts'
import { getGroup } from '../seats/seat-groups.ts'
import { presentReceipt } from '../seats/seats.presenter.ts'
import {
  waitingListConfirm,
  waitingListEnded,
  waitingListJoined,
  waitingListLapsed,
  waitingListOffer,
} from './waiting-list.letters.ts'
import type { Entry } from './waiting-list.repository.ts'
import * as repository from './waiting-list.repository.ts'

// An entry of the waiting list is first unconfirmed, then waiting, then offered. An offered entry counts as a taken
// seat. Finally it is taken, lapsed or left. A step that changes an offered entry locks the entry before the batch.
// `offerFreeSeats` and `confirmPlace` lock the batch first, but they change only entries that are not offered yet. No
// other step on these entries locks a batch, so no two steps deadlock.

function requireEntry(entry: Entry | undefined): Entry {
  if (!entry) throw refusal('place-unknown')
  return entry
}

function readToken(deps: RegistrationDeps, token: string): string {
  const id = deps.links.read('waiting-list', token)
  if (id === null) throw refusal('place-unknown')
  return id
}

async function presentPlace(deps: RegistrationDeps, source: Queryable, entry: Entry): Promise<WaitingPlace> {
  const isWaiting = entry.status === 'waiting' && entry.proved_at !== null
  return {
    state: stateOf(entry, { now: deps.clock.now(), isOver: deps.courses.isOver(entry, deps.clock.today()) }),
    courseTitle: entry.course_title,
    courseSlug: entry.is_on_site === 1 && entry.deleted_at === null ? entry.course_slug : null,
    batch: deps.courses.batchText(entry),
    amount: decimalRupees(entry.price_in_paise),
    position: isWaiting ? await repository.countWaitingUpTo(source, entry.batch_id, entry.place) : null,
    offerUntil: entry.offer_until,
    enrolmentId: entry.enrolment_id,
  }
}

async function offerEnd(deps: RegistrationDeps, tx: Tx, entry: Entry) {
  const { offerHours } = await deps.school.holdTimes(tx)
  const until = addMs(deps.clock.now(), offerHours * 60 * 60_000)
  if (entry.starts_on === null) return until
  const beginning = deps.courses.beginningOf(entry) ?? until
  return until < beginning ? until : beginning
}

/**
 * Sends a message about an entry. The message counts towards no network's limit, because another visitor often causes
 * it.
 */
function tellWaiting(deps: RegistrationDeps, tx: Tx, to: Entry, event: string, words: Words) {
  return runForNetwork(null, () =>
    deps.outbox.tell(tx, { to, cause: `waiting-list:${to.id}:${event}`, words }),
  )
}

/** Ends an entry and withdraws its unsent messages, so that staff do not send them by hand afterwards. */
async function endPlace(
  deps: RegistrationDeps,
  tx: Tx,
  { id, status }: Pick<Entry, 'id' | 'status'>,
  to: { status: 'taken'; enrolment_id: string } | { status: 'lapsed' | 'left' },
) {
  await repository.changeStatus(tx, id, status, to)
  await deps.outbox.withdraw(tx, `waiting-list:${id}`)
}

async function insertEntry(
  deps: RegistrationDeps,
  tx: Tx,
  batch_id: string,
  { fullName: full_name, email, phone }: z.output<typeof waitingListBody>,
) {
  const id = deps.ids.id()
  const place = await repository.nextPlace(tx, batch_id)
  const entry = { id, batch_id, full_name, email, phone, place, created_at: deps.clock.now() }
  await tx.insertInto('waiting_list_entry').values(entry).execute()
  return requireEntry(await repository.findEntry(tx, id))
}

/**
 * Confirms an entry and mails its position; false if the entry was confirmed already, or has ended. The caller has
 * locked the batch.
 */
async function provePlace(deps: RegistrationDeps, tx: Tx, entry: Entry) {
  const place = await repository.nextPlace(tx, entry.batch_id)
  if (!(await repository.prove(tx, entry.id, { proved_at: deps.clock.now(), place }))) return false
  const position = await repository.countWaitingUpTo(tx, entry.batch_id, place)
  await tellWaiting(deps, tx, entry, 'joined', waitingListJoined({ ...facts(entry), position }))
  return true
}

/** An offered entry has position 1, since nobody waits before it. */
async function positionOf(tx: Tx, id: string) {
  const entry = requireEntry(await repository.findEntry(tx, id))
  return Math.max(1, await repository.countWaitingUpTo(tx, entry.batch_id, entry.place))
}

/**
 * Mails the state of the entry to an unproved address. A person who joins again (`isAgain`) is mailed at most once an
 * hour.
 */
async function tellState(deps: RegistrationDeps, tx: Tx, entry: Entry, isAgain: boolean) {
  const turn = isAgain ? { turn: `asked-${deps.clock.now().slice(0, 13)}` } : {}
  const tell = (event: string, words: Words) =>
    deps.outbox.tell(tx, {
      to: { email: entry.email },
      cause: `waiting-list:${entry.id}:${event}`,
      words,
      ...turn,
    })
  if (entry.status === 'waiting' && entry.proved_at === null) {
    await tell('confirm', waitingListConfirm(facts(entry)))
  } else if (entry.status === 'waiting') {
    const position = await positionOf(tx, entry.id)
    await tell('joined', waitingListJoined({ ...facts(entry), position }))
  } else if (entry.offer_until !== null) {
    await tell('offered', waitingListOffer(offerFacts(entry, entry.offer_until)))
  }
}

/**
 * Offers the free seats of a batch to the first people on its list. The transaction that freed the seats also runs this
 * function, so that nobody else takes a seat first.
 */
export async function offerFreeSeats(deps: RegistrationDeps, tx: Tx, batchId: string) {
  const batch = await deps.courses.lockBatch(tx, batchId)
  if (!batch || !(await deps.courses.isSold(tx, batch))) return
  let { taken } = batch
  while (batch.capacity === null || taken < batch.capacity) {
    const entry = await repository.findFirstWaiting(tx, batchId)
    if (!entry) return
    const until = await offerEnd(deps, tx, entry)
    const offer = { status: 'offered', offer_until: until } as const
    if (!(await repository.changeStatus(tx, entry.id, 'waiting', offer))) continue
    await deps.courses.takeSeat(tx, batchId)
    taken++
    await tellWaiting(deps, tx, entry, 'offered', waitingListOffer(offerFacts(entry, until)))
  }
}

function expireOffer(deps: RegistrationDeps, id: string) {
  return deps.db.transaction(async (tx) => {
    const entry = await repository.lockEntry(tx, id)
    if (entry?.status !== 'offered' || !hasEnded(entry, deps.clock.now())) return false
    await endPlace(deps, tx, entry, { status: 'lapsed' })
    await tellWaiting(deps, tx, entry, 'lapsed', waitingListLapsed(facts(entry)))
    await deps.courses.releaseSeat(tx, entry.batch_id)
    return true
  })
}

/**
 * Adds a person to the waiting list; a mailbox that is on it already keeps its position. A caller whose address is
 * unproved learns nothing about the list: the link in the e-mail confirms the entry. @throws `not_found`, `conflict`
 * while seats are free
 */
export async function joinWaitingList(
  deps: RegistrationDeps,
  tx: Tx,
  body: z.output<typeof waitingListBody>,
  requester: Requester,
) {
  const { id: batchId } = (await deps.courses.batchForSale(tx, body)).batch
  const isProved = await hasProved(tx, requester, body.email)
  // The lock ensures that a seat that becomes free now is either seen here or offered to this entry.
  await deps.courses.lockBatch(tx, batchId)
  // The batch may have been closed or its course taken off the site until the lock was there.
  const { course, batch } = await deps.courses.batchForSale(tx, { ...body, batchId })
  if (!isFull({ capacity: batch.capacity, enrolled: batch.taken })) throw refusal('seats-free')
  await tx
    .deleteFrom('waiting_list_entry')
    .where('batch_id', '=', batch.id)
    .where('email', '=', body.email)
    .where('status', 'in', ['taken', 'lapsed', 'left'])
    .execute()
  const mailbox = mailboxOf(body.email)
  const open = await repository.listOpenIn(tx, batch.id)
  const known = open.find(({ email }) => mailboxOf(email) === mailbox)
  const entry = known ?? (await insertEntry(deps, tx, batch.id, body))
  if (isProved) await provePlace(deps, tx, entry)
  else await tellState(deps, tx, entry, known !== undefined)
  return {
    courseTitle: course.title,
    batch: deps.courses.batchText(batch),
    position: isProved ? await positionOf(tx, entry.id) : null,
  }
}

/** Confirms the entry of a person who opened the link in the e-mail. @throws `not_found` */
export async function confirmPlace(deps: RegistrationDeps, tx: Tx, token: string) {
  const id = readToken(deps, token)
  const { batch_id } = requireEntry(await repository.findEntry(tx, id))
  // The batch is locked before the entry, in the same order as in the cancellation of a batch.
  const batch = await deps.courses.lockBatch(tx, batch_id)
  const entry = requireEntry(await repository.findEntry(tx, id))
  // The person keeps the place while the batch is closed or its course is off the site, but no seat is offered then.
  const canWait = batch && entry.deleted_at === null && deps.courses.takesPlace(batch)
  // A seat may have become free earlier, while nobody on the list was confirmed.
  if (canWait && (await provePlace(deps, tx, entry))) await offerFreeSeats(deps, tx, batch_id)
  return { id, holdUntil: (await repository.findEntry(tx, id))?.offer_until ?? null }
}

/**
 * @throws `not_found` for an unknown link, or for the link of an earlier entry that a newer entry of the same person
 * replaced
 */
export async function viewPlace(deps: RegistrationDeps, token: string): Promise<WaitingPlace> {
  const { read } = deps.db
  const entry = await repository.findEntry(read, readToken(deps, token))
  const place = await presentPlace(deps, read, requireEntry(entry))
  if (place.state !== 'offered') return place
  const { hash, summary } = await deps.policies.listed('course-terms')
  return { ...place, terms: { hash, summary } }
}

/**
 * Enrols the person who was offered a seat; a repeated call adds no seat. @throws `not_found`, `batch_changed`,
 * `already_enrolled`, `conflict`
 */
export async function takeOfferedSeat(
  deps: RegistrationDeps,
  tx: Tx,
  token: string,
  batch: string,
  terms: SeatTerms,
) {
  const entry = requireEntry(await repository.lockEntry(tx, readToken(deps, token)))
  if (entry.enrolment_id !== null) return presentReceipt(await getGroup(tx, entry.enrolment_id))
  if (entry.status !== 'offered' || hasEnded(entry, deps.clock.now())) throw noOffer(entry)
  await admit(deps, tx, byLetter, { email: entry.email, phone: entry.phone, batchId: entry.batch_id })
  const locked = await deps.courses.lockBatch(tx, entry.batch_id)
  if (!locked) throw refusal('offer-over', { facts: { until: entry.offer_until ?? '' } })
  const { full_name: name, email, phone } = entry
  const offer = { batch: locked, named: batch, person: { name, email, phone } }
  const seat = await enrolOffered(deps, tx, offer, terms)
  await endPlaceWithSeat(deps, tx, entry, seat.id)
  return presentReceipt(seat)
}

/** Ends the entry; a seat that was offered to it is offered to the next person. @throws `not_found` */
export async function leaveWaitingList(deps: RegistrationDeps, tx: Tx, token: string) {
  const entry = requireEntry(await repository.lockEntry(tx, readToken(deps, token)))
  const { status } = entry
  if (status !== 'waiting' && status !== 'offered') return presentPlace(deps, tx, entry)
  await endPlace(deps, tx, entry, { status: 'left' })
  if (status === 'offered') await deps.courses.releaseSeat(tx, entry.batch_id)
  return presentPlace(deps, tx, { ...entry, status: 'left' })
}

/**
 * Locks an open entry, because staff give its person a seat. `hasSeat` is true if a seat is already offered to the
 * entry, `isInTurn` if no confirmed entry waits longer. @throws `conflict` if the entry has ended
 */
export async function lockOpenPlace(tx: Tx, id: string) {
  const entry = await repository.lockEntry(tx, id)
  if (!entry || (entry.status !== 'waiting' && entry.status !== 'offered')) throw refusal('waiting-over')
  const hasSeat = entry.status === 'offered'
  const before = hasSeat ? 0 : await repository.countWaitingUpTo(tx, entry.batch_id, entry.place - 1)
  return { id, batchId: entry.batch_id, status: entry.status, hasSeat, isInTurn: before === 0 }
}

/** Ends the entry of a person who got a seat. The caller has locked the entry. */
export function endPlaceWithSeat(
  deps: RegistrationDeps,
  tx: Tx,
  place: Pick<Entry, 'id' | 'status'>,
  enrolment_id: string,
) {
  return endPlace(deps, tx, place, { status: 'taken', enrolment_id })
}

/** Ends the waiting list of a cancelled batch. Returns the number of people who were notified. */
export async function endWaitingList(deps: RegistrationDeps, tx: Tx, batchId: string, reason: string | null) {
  const open = await repository.listOpenIn(tx, batchId)
  for (const entry of open) {
    await endPlace(deps, tx, entry, { status: 'left' })
    if (entry.status === 'offered') await deps.courses.releaseSeat(tx, batchId)
    // An unproved address is not notified, because a stranger may have entered it.
    if (entry.proved_at === null) continue
    await tellWaiting(deps, tx, entry, 'batch-cancelled', waitingListEnded({ ...facts(entry), reason }))
  }
  return open.filter(({ proved_at }) => proved_at !== null).length
}

/** Ends every expired offer. Several processes may run this at once. */
export function expireOffers(deps: RegistrationDeps) {
  return workThrough(
    (limit) => repository.listEndedOffers(deps.db.read, deps.clock.now(), limit),
    (id) => expireOffer(deps, id),
  )
}

function hasEnded({ offer_until }: Entry, now: string): boolean {
  return offer_until !== null && offer_until <= now
}

function facts(entry: Entry) {
  return {
    name: entry.full_name,
    courseTitle: entry.course_title,
    batch: batchFactsOf(entry),
    entryId: entry.id,
  }
}

function offerFacts(entry: Entry, offerUntil: string) {
  return { ...facts(entry), amountInPaise: entry.price_in_paise, offerUntil }
}

function noOffer(entry: Entry): DomainError {
  if (entry.status === 'waiting')
    return refusal(entry.proved_at === null ? 'place-unconfirmed' : 'place-waits')
  if (entry.status === 'left') return refusal('place-left')
  return refusal('offer-over', { facts: { until: entry.offer_until ?? '' } })
}

function stateOf(entry: Entry, { now, isOver }: { now: string; isOver: boolean }): WaitingPlace['state'] {
  const isGone = entry.batch_cancelled_at !== null || entry.batch_deleted_at !== null
  if (isGone && entry.status !== 'taken') return 'over'
  if (entry.status === 'waiting' && (isOver || entry.deleted_at !== null)) return 'over'
  // The offer has expired, and the loop that writes the new status has not run yet.
  if (entry.status === 'offered' && entry.offer_until !== null && entry.offer_until <= now) return 'lapsed'
  if (entry.status === 'waiting' && entry.proved_at === null) return 'unconfirmed'
  return entry.status
}
