import type * as z from 'zod/mini'
import { isFull } from '../../../contract/course-facts.ts'
import type { SeatReceipt } from '../../../contract/enrolments.ts'
import { type DomainError, refusal } from '../../../contract/errors.ts'
import type { WaitingPlace, waitingListBody } from '../../../contract/waiting-list.ts'
import { decimalRupees } from '../../../contract/words.ts'
import type { Queryable } from '../../db/open.ts'
import type { Tx } from '../../db/schema.ts'
import { addDays, addMs, instantOf } from '../../platform/clock.ts'
import type { Words } from '../../platform/messages/letter-kinds.ts'
import type { Person } from '../../platform/outbox.ts'
import { authSecret } from '../../platform/secret.ts'
import { createSignedLinks } from '../../platform/signed-links.ts'
import type { CoursesService } from '../courses/courses.service.ts'
import type { Deps } from '../deps.ts'
import type { EnrolmentsService } from '../enrolments/enrolments.service.ts'
import type { SchoolService } from '../school/school.service.ts'
import { presentReceipt, type SeatsService, type SeatTerms } from '../seats/seats.service.ts'
import { waitingListJoined, waitingListLapsed, waitingListOffer } from './waiting-list.letters.ts'
import type { Entry } from './waiting-list.repository.ts'
import * as repository from './waiting-list.repository.ts'

export type WaitingListService = ReturnType<typeof createWaitingListService>

const offersARound = 100

/**
 * waiting → offered (the seat is theirs alone, and taken) → taken, lapsed or left. A step on an offer locks the entry
 * before the batch; `offerFreeSeats` begins at the batch, but takes only entries whose own steps lock no batch.
 */
export function createWaitingListService(
  { db, clock, ids, outbox, config }: Deps,
  courses: CoursesService,
  enrolments: EnrolmentsService,
  seats: SeatsService,
  school: SchoolService,
) {
  const links = createSignedLinks(authSecret(config))

  async function getEntry(token: string, find: (id: string) => Promise<Entry | undefined>): Promise<Entry> {
    const id = links.read('waiting-list', token)
    const entry = id === null ? undefined : await find(id)
    if (!entry) throw refusal('place-unknown')
    return entry
  }

  async function placeOf(source: Queryable, entry: Entry): Promise<WaitingPlace> {
    const isWaiting = entry.status === 'waiting'
    return {
      state: stateOf(entry, { now: clock.now(), isOver: courses.isOver(entry, clock.today()) }),
      courseTitle: entry.course_title,
      courseSlug: entry.course_slug,
      batch: courses.batchText(entry),
      amount: decimalRupees(entry.price_in_paise),
      position: isWaiting ? await repository.countWaitingUpTo(source, entry.batch_id, entry.place) : null,
      offerUntil: entry.offer_until,
      enrolmentId: entry.enrolment_id,
    }
  }

  /** When an offer that is made now ends: at the latest with the day of the batch. */
  async function offerUntil(tx: Tx, entry: Pick<Entry, 'starts_on'>): Promise<string> {
    const hours = await school.offerHours(tx)
    const until = addMs(clock.now(), hours * 60 * 60_000)
    if (entry.starts_on === null) return until
    const over = instantOf(addDays(entry.starts_on, 1), '00:00')
    return until < over ? until : over
  }

  function tell(tx: Tx, entry: Person & { id: string }, event: string, words: Words): Promise<number> {
    return outbox.tell(tx, { to: entry, cause: `waiting-list:${entry.id}:${event}`, words })
  }

  function expire(id: string): Promise<boolean> {
    return db.transaction(async (tx) => {
      const entry = await repository.lockEntry(tx, id)
      if (entry?.status !== 'offered' || !hasEnded(entry, clock.now())) return false
      await repository.changeStatus(tx, id, 'offered', { status: 'lapsed' })
      await tell(tx, entry, 'lapsed', waitingListLapsed(facts(entry)))
      await courses.releaseSeat(tx, entry.batch_id)
      return true
    })
  }

  return {
    /** An address that waits already keeps its place. @throws `not_found`, `conflict` while there are seats */
    async join(
      tx: Tx,
      body: z.output<typeof waitingListBody>,
    ): Promise<{ courseTitle: string; batch: string; position: number }> {
      const course = await courses.getCourseForSale(tx, body.courseId)
      // The lock lets either this call see a seat that becomes free now, or that seat find this entry on the list.
      const batch = course.next && (await courses.lockBatch(tx, course.next.id))
      if (!batch || !isFull({ capacity: batch.capacity, enrolled: batch.taken })) {
        throw refusal('seats-free')
      }
      const answer = { courseTitle: course.title, batch: courses.batchText(batch) }
      await repository.deleteEnded(tx, batch.id, body.email)
      const known = await repository.findByEmail(tx, batch.id, body.email)
      if (known) {
        // Nobody waits before somebody who is offered a seat.
        return {
          ...answer,
          position: Math.max(1, await repository.countWaitingUpTo(tx, batch.id, known.place)),
        }
      }
      const id = ids.id()
      const place = await repository.nextPlace(tx, batch.id)
      const { fullName: full_name, email, phone } = body
      const entry = { id, batch_id: batch.id, full_name, email, phone, place, created_at: clock.now() }
      await tx.insertInto('waiting_list_entry').values(entry).execute()
      const position = await repository.countWaitingUpTo(tx, batch.id, place)
      const { starts_on, starts_at } = batch
      const joined = facts({ ...entry, course_title: course.title, starts_on, starts_at })
      await tell(tx, entry, 'joined', waitingListJoined({ ...joined, position }))
      return { ...answer, position }
    },

    /** For `courses.onRoom`, in the transaction that freed the seats: nobody else takes one before. */
    async offerFreeSeats(tx: Tx, batchId: string): Promise<void> {
      const batch = await courses.lockBatch(tx, batchId)
      if (!batch || courses.isOver(batch, clock.today())) return
      let { taken } = batch
      while (batch.capacity === null || taken < batch.capacity) {
        const entry = await repository.findFirstWaiting(tx, batchId)
        if (!entry) return
        const until = await offerUntil(tx, entry)
        const isOffered = await repository.changeStatus(tx, entry.id, 'waiting', {
          status: 'offered',
          offer_until: until,
        })
        if (!isOffered) continue
        await courses.takeSeat(tx, batchId)
        taken++
        const offer = { ...facts(entry), amountInPaise: entry.price_in_paise, offerUntil: until }
        await tell(tx, entry, 'offered', waitingListOffer(offer))
      }
    },

    /** @throws `not_found` for a link that is not ours, or of somebody who joined anew */
    async view(token: string): Promise<WaitingPlace> {
      return placeOf(db.read, await getEntry(token, (id) => repository.findEntry(db.read, id)))
    },

    /** A repeat finds the same enrolment. @throws `not_found`, `batch_changed`, `conflict` without an offer */
    async takeSeat(tx: Tx, token: string, batch: string, terms: SeatTerms): Promise<SeatReceipt> {
      const entry = await getEntry(token, (id) => repository.lockEntry(tx, id))
      if (entry.enrolment_id !== null) {
        return presentReceipt(await seats.get(tx, 'enrolment', entry.enrolment_id))
      }
      if (entry.status !== 'offered' || hasEnded(entry, clock.now())) throw noOffer(entry)
      await courses.lockBatch(tx, entry.batch_id)
      const { course_id: courseId, batch_id: batchId, full_name, email, phone } = entry
      const seat = await enrolments.enrolOffered(
        tx,
        { courseId, batchId, batch, person: { name: full_name, email, phone } },
        terms,
      )
      await repository.changeStatus(tx, entry.id, 'offered', { status: 'taken', enrolment_id: seat.id })
      return presentReceipt(seat)
    },

    /** Takes somebody off the list; an offered seat goes to the next. @throws `not_found` */
    async leave(tx: Tx, token: string): Promise<WaitingPlace> {
      const entry = await getEntry(token, (id) => repository.lockEntry(tx, id))
      const { status } = entry
      if (status !== 'waiting' && status !== 'offered') return placeOf(tx, entry)
      await repository.changeStatus(tx, entry.id, status, { status: 'left' })
      if (status === 'offered') await courses.releaseSeat(tx, entry.batch_id)
      return placeOf(tx, { ...entry, status: 'left' })
    },

    /** Ends every offer whose time is up, and offers its seat to the next. Several processes may run it at once. */
    async expireOffers(): Promise<number> {
      let count = 0
      let ended: string[]
      do {
        ended = await repository.listEndedOffers(db.read, clock.now(), offersARound)
        for (const id of ended) if (await expire(id)) count++
      } while (ended.length === offersARound)
      return count
    },
  }
}

function hasEnded({ offer_until }: Entry, now: string): boolean {
  return offer_until !== null && offer_until <= now
}

function facts(entry: Pick<Entry, 'id' | 'full_name' | 'course_title' | 'starts_on' | 'starts_at'>) {
  return {
    name: entry.full_name,
    courseTitle: entry.course_title,
    batch: { day: entry.starts_on, time: entry.starts_at },
    entryId: entry.id,
  }
}

function noOffer(entry: Entry): DomainError {
  if (entry.status === 'waiting') return refusal('place-waits')
  if (entry.status === 'left') return refusal('place-left')
  return refusal('offer-over', { facts: { until: entry.offer_until ?? '' } })
}

function stateOf(entry: Entry, { now, isOver }: { now: string; isOver: boolean }): WaitingPlace['state'] {
  if (entry.status === 'waiting' && (isOver || entry.deleted_at !== null)) return 'over'
  // The offer has ended, and the loop that writes so has not run yet.
  if (entry.status === 'offered' && entry.offer_until !== null && entry.offer_until <= now) return 'lapsed'
  return entry.status
}
