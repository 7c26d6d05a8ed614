import * as z from 'zod/mini'
import { isFull } from '../../../../contract/catalogue/course-facts.ts'
import { type DomainError, refusal } from '../../../../contract/errors.ts'
import type { SeatReceipt } from '../../../../contract/registrations/enrolments.ts'
import type { WaitingPlace, waitingListBody } from '../../../../contract/registrations/waiting-list.ts'
import { decimalRupees } from '../../../../contract/words.ts'
import type { Queryable } from '../../../db/open.ts'
import type { Tx } from '../../../db/schema.ts'
import { runForNetwork } from '../../../platform/asking-network.ts'
import { addMs } from '../../../platform/clock.ts'
import { workThrough } from '../../../platform/every.ts'
import type { Words } from '../../../platform/messages/letter-kinds.ts'
import type { Person } from '../../../platform/outbox.ts'
import { mailboxOf } from '../../../platform/recipients.ts'
import { batchFactsOf } from '../../catalogue/index.ts'
import { type Asker, admit, byLetter, hasProved } from '../caps/holders.service.ts'
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

interface Joined {
  courseTitle: string
  batch: string
  position: number | null
}

// A place on the list goes unconfirmed → waiting → offered (the seat is theirs alone, and taken) → taken, lapsed or
// left. A step on an offer locks the entry before the batch. `offerFreeSeats` and `confirmPlace` lock the batch first,
// but take only entries whose other steps lock no batch.

async function getEntry(
  deps: RegistrationDeps,
  token: string,
  find: (id: string) => Promise<Entry | undefined>,
): Promise<Entry> {
  const id = deps.links.read('waiting-list', token)
  const entry = id === null ? undefined : await find(id)
  if (!entry) throw refusal('place-unknown')
  return entry
}

async function placeOf(deps: RegistrationDeps, source: Queryable, entry: Entry): Promise<WaitingPlace> {
  const isWaiting = entry.status === 'waiting' && entry.proved_at !== null
  return {
    state: stateOf(entry, { now: deps.clock.now(), isOver: deps.courses.isOver(entry, deps.clock.today()) }),
    courseTitle: entry.course_title,
    courseSlug: entry.course_slug,
    batch: deps.courses.batchText(entry),
    amount: decimalRupees(entry.price_in_paise),
    position: isWaiting ? await repository.countWaitingUpTo(source, entry.batch_id, entry.place) : null,
    offerUntil: entry.offer_until,
    enrolmentId: entry.enrolment_id,
  }
}

/** When an offer that is made now ends: at the latest when the batch begins. */
async function offerUntil(
  deps: RegistrationDeps,
  tx: Tx,
  entry: Pick<Entry, 'starts_on' | 'starts_at'>,
): Promise<string> {
  const { offerHours } = await deps.school.holdTimes(tx)
  const until = addMs(deps.clock.now(), offerHours * 60 * 60_000)
  if (entry.starts_on === null) return until
  const beginning = deps.courses.beginningOf(entry) ?? until
  return until < beginning ? until : beginning
}

/** The reader's place is confirmed. Often somebody else causes the news, so that person's network is not counted. */
function tellWaiting(
  deps: RegistrationDeps,
  tx: Tx,
  to: Person & { id: string },
  event: string,
  words: Words,
): Promise<number> {
  return runForNetwork(null, () =>
    deps.outbox.tell(tx, { to, cause: `waiting-list:${to.id}:${event}`, words }),
  )
}

/** Takes back the unsent letters about a place that is over: staff must not send them by hand afterwards. */
function takeBackLetters(deps: RegistrationDeps, tx: Tx, id: string) {
  return deps.outbox.withdraw(tx, `waiting-list:${id}`)
}

async function insertEntry(
  deps: RegistrationDeps,
  tx: Tx,
  batch_id: string,
  { fullName: full_name, email, phone }: z.output<typeof waitingListBody>,
): Promise<Entry> {
  const id = deps.ids.id()
  const place = await repository.nextPlace(tx, batch_id)
  const entry = { id, batch_id, full_name, email, phone, place, created_at: deps.clock.now() }
  await tx.insertInto('waiting_list_entry').values(entry).execute()
  return (await repository.findEntry(tx, id)) as Entry
}

/** The caller has locked the batch. False if the place counted already, or nobody waits at it. */
async function provePlace(deps: RegistrationDeps, tx: Tx, entry: Entry): Promise<boolean> {
  const place = await repository.nextPlace(tx, entry.batch_id)
  if (!(await repository.prove(tx, entry.id, { proved_at: deps.clock.now(), place }))) return false
  const position = await repository.countWaitingUpTo(tx, entry.batch_id, place)
  await tellWaiting(deps, tx, entry, 'joined', waitingListJoined({ ...facts(entry), position }))
  return true
}

/** Somebody who is offered a seat has position 1, since nobody waits before them. */
async function positionOf(tx: Tx, id: string): Promise<number> {
  const entry = (await repository.findEntry(tx, id)) as Entry
  return Math.max(1, await repository.countWaitingUpTo(tx, entry.batch_id, entry.place))
}

/** Writes how the place stands; somebody who asked before is written to again, once an hour. */
async function tellAgain(deps: RegistrationDeps, tx: Tx, entry: Entry, isAgain: boolean): Promise<void> {
  const to = { email: entry.email }
  const turn = isAgain ? { turn: `asked-${deps.clock.now().slice(0, 13)}` } : {}
  const cause = (event: string) => `waiting-list:${entry.id}:${event}`
  if (entry.status === 'waiting' && entry.proved_at === null) {
    await deps.outbox.tell(tx, {
      to,
      cause: cause('confirm'),
      words: waitingListConfirm(facts(entry)),
      ...turn,
    })
  } else if (entry.status === 'waiting') {
    const position = await positionOf(tx, entry.id)
    const words = waitingListJoined({ ...facts(entry), position })
    await deps.outbox.tell(tx, { to, cause: cause('joined'), words, ...turn })
  } else if (entry.offer_until !== null) {
    const words = waitingListOffer(offerFacts(entry, entry.offer_until))
    await deps.outbox.tell(tx, { to, cause: cause('offered'), words, ...turn })
  }
}

/** Runs in the transaction that freed the seats, so nobody else takes one before. */
export async function offerFreeSeats(deps: RegistrationDeps, tx: Tx, batchId: string): Promise<void> {
  const batch = await deps.courses.lockBatch(tx, batchId)
  if (!batch || !deps.courses.isSold(batch)) return
  let { taken } = batch
  while (batch.capacity === null || taken < batch.capacity) {
    const entry = await repository.findFirstWaiting(tx, batchId)
    if (!entry) return
    const until = await offerUntil(deps, tx, entry)
    const isOffered = await repository.changeStatus(tx, entry.id, 'waiting', {
      status: 'offered',
      offer_until: until,
    })
    if (!isOffered) continue
    await deps.courses.takeSeat(tx, batchId)
    taken++
    await tellWaiting(deps, tx, entry, 'offered', waitingListOffer(offerFacts(entry, until)))
  }
}

function expireOffer(deps: RegistrationDeps, id: string): Promise<boolean> {
  return deps.db.transaction(async (tx) => {
    const entry = await repository.lockEntry(tx, id)
    if (entry?.status !== 'offered' || !hasEnded(entry, deps.clock.now())) return false
    await repository.changeStatus(tx, id, 'offered', { status: 'lapsed' })
    await takeBackLetters(deps, tx, id)
    await tellWaiting(deps, tx, entry, 'lapsed', waitingListLapsed(facts(entry)))
    await deps.courses.releaseSeat(tx, entry.batch_id)
    return true
  })
}

/**
 * A mailbox that waits already keeps its place, however its address is written. Somebody who has not proved that it is
 * theirs learns nothing of the list: the letter has the link that makes the place count.
 * @throws `not_found`, `conflict` while there are seats
 */
export async function joinWaitingList(
  deps: RegistrationDeps,
  tx: Tx,
  body: z.output<typeof waitingListBody>,
  asker: Asker,
): Promise<Joined> {
  const { course, batch: asked } = await deps.courses.batchForSale(tx, body)
  const isProved = await hasProved(tx, asker, body.email)
  // The lock lets either this call see a seat that becomes free now, or that seat find this entry on the list.
  const batch = await deps.courses.lockBatch(tx, asked.id)
  if (!batch || !isFull({ capacity: batch.capacity, enrolled: batch.taken })) {
    throw refusal('seats-free')
  }
  await repository.deleteEnded(tx, batch.id, body.email)
  const mailbox = mailboxOf(body.email)
  const open = await repository.listOpenIn(tx, batch.id)
  const known = open.find(({ email }) => mailboxOf(email) === mailbox)
  const entry = known ?? (await insertEntry(deps, tx, batch.id, body))
  if (isProved) await provePlace(deps, tx, entry)
  else await tellAgain(deps, tx, entry, known !== undefined)
  return {
    courseTitle: course.title,
    batch: deps.courses.batchText(batch),
    position: isProved ? await positionOf(tx, entry.id) : null,
  }
}

/** The link in the letter was pressed: the place counts. A repeat changes nothing. @throws `not_found` */
export async function confirmPlace(
  deps: RegistrationDeps,
  tx: Tx,
  token: string,
): Promise<{ id: string; holdUntil: string | null }> {
  const { id, batch_id } = await getEntry(deps, token, (found) => repository.findEntry(tx, found))
  // The batch is locked first: a step that ends its list has that lock, and then changes this entry.
  const batch = await deps.courses.lockBatch(tx, batch_id)
  const entry = await repository.findEntry(tx, id)
  if (!entry) throw refusal('place-unknown')
  // A seat may have become free while nobody's place counted.
  if (batch && deps.courses.isSold(batch) && (await provePlace(deps, tx, entry)))
    await offerFreeSeats(deps, tx, batch_id)
  return { id, holdUntil: (await repository.findEntry(tx, id))?.offer_until ?? null }
}

/** @throws `not_found` for a link that is not ours, or of somebody who joined anew */
export async function viewPlace(deps: RegistrationDeps, token: string): Promise<WaitingPlace> {
  return placeOf(
    deps,
    deps.db.read,
    await getEntry(deps, token, (id) => repository.findEntry(deps.db.read, id)),
  )
}

/**
 * A repeat finds the same enrolment.
 * @throws `not_found`, `batch_changed`, `already_enrolled`, `conflict` without an offer
 */
export async function takeOfferedSeat(
  deps: RegistrationDeps,
  tx: Tx,
  token: string,
  batch: string,
  terms: SeatTerms,
): Promise<SeatReceipt> {
  const entry = await getEntry(deps, token, (id) => repository.lockEntry(tx, id))
  if (entry.enrolment_id !== null) {
    return presentReceipt(await getGroup(tx, 'enrolment', entry.enrolment_id))
  }
  if (entry.status !== 'offered' || hasEnded(entry, deps.clock.now())) throw noOffer(entry)
  // Somebody who has a seat there takes no second one.
  await admit(deps, tx, byLetter, { email: entry.email, phone: entry.phone, batchId: entry.batch_id })
  const locked = await deps.courses.lockBatch(tx, entry.batch_id)
  if (!locked) throw refusal('offer-over', { facts: { until: entry.offer_until ?? '' } })
  const { full_name, email, phone } = entry
  const seat = await enrolOffered(
    deps,
    tx,
    { batch: locked, named: batch, person: { name: full_name, email, phone } },
    terms,
  )
  await repository.changeStatus(tx, entry.id, 'offered', { status: 'taken', enrolment_id: seat.id })
  await takeBackLetters(deps, tx, entry.id)
  return presentReceipt(seat)
}

/** Takes somebody off the list; an offered seat goes to the next. @throws `not_found` */
export async function leaveWaitingList(deps: RegistrationDeps, tx: Tx, token: string): Promise<WaitingPlace> {
  const entry = await getEntry(deps, token, (id) => repository.lockEntry(tx, id))
  const { status } = entry
  if (status !== 'waiting' && status !== 'offered') return placeOf(deps, tx, entry)
  await repository.changeStatus(tx, entry.id, status, { status: 'left' })
  await takeBackLetters(deps, tx, entry.id)
  if (status === 'offered') await deps.courses.releaseSeat(tx, entry.batch_id)
  return placeOf(deps, tx, { ...entry, status: 'left' })
}

/**
 * Locks an open place for staff, who give somebody a seat: nobody else changes it until the transaction ends. A seat
 * that is offered is taken already. @throws `conflict`
 */
export async function lockOpenPlace(tx: Tx, id: string) {
  const entry = await repository.lockEntry(tx, id)
  if (!entry || (entry.status !== 'waiting' && entry.status !== 'offered')) throw refusal('waiting-over')
  const hasSeat = entry.status === 'offered'
  const before = hasSeat ? 0 : await repository.countWaitingBefore(tx, entry.batch_id, entry.place)
  return { id, batchId: entry.batch_id, status: entry.status, hasSeat, isInTurn: before === 0 }
}

/** The place became a seat. The caller has locked it by `lockOpenPlace`. */
export async function placeBecomesSeat(
  deps: RegistrationDeps,
  tx: Tx,
  { id, status }: { id: string; status: 'waiting' | 'offered' },
  seatId: string,
) {
  await repository.changeStatus(tx, id, status, { status: 'taken', enrolment_id: seatId })
  await takeBackLetters(deps, tx, id)
}

/** Ends the list of a batch that does not take place; answers how many were told. The caller has locked it. */
export async function endWaitingList(
  deps: RegistrationDeps,
  tx: Tx,
  batchId: string,
  reason: string | null,
): Promise<number> {
  const open = await repository.listOpenIn(tx, batchId)
  for (const entry of open) {
    const { status } = entry
    await repository.changeStatus(tx, entry.id, status, { status: 'left' })
    await takeBackLetters(deps, tx, entry.id)
    if (status === 'offered') await deps.courses.releaseSeat(tx, batchId)
    // Nobody is told of a place that they may never have asked for.
    if (entry.proved_at === null) continue
    await tellWaiting(deps, tx, entry, 'batch-cancelled', waitingListEnded({ ...facts(entry), reason }))
  }
  return open.filter(({ proved_at }) => proved_at !== null).length
}

/** Ends every offer whose time is up, and offers its seat to the next. Several processes may run it at once. */
export function expireOffers(deps: RegistrationDeps): Promise<number> {
  return workThrough(
    (limit) => repository.listEndedOffers(deps.db.read, deps.clock.now(), limit),
    (id) => expireOffer(deps, id),
  )
}

function hasEnded({ offer_until }: Entry, now: string): boolean {
  return offer_until !== null && offer_until <= now
}

type Named = 'id' | 'full_name' | 'course_title' | 'starts_on' | 'starts_at' | 'room_name' | 'room_address'

function facts(entry: Pick<Entry, Named>) {
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
  // The offer has ended, and the loop that writes so has not run yet.
  if (entry.status === 'offered' && entry.offer_until !== null && entry.offer_until <= now) return 'lapsed'
  if (entry.status === 'waiting' && entry.proved_at === null) return 'unconfirmed'
  return entry.status
}
