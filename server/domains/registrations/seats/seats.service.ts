import type { Selectable } from 'kysely'
import type { BatchState } from '../../../../contract/batch-states.ts'
import { refusal } from '../../../../contract/errors.ts'
import { unprovedHoldHours } from '../../../../contract/seat-holds.ts'
import type { Queryable } from '../../../db/open.ts'
import type { Schema, SeatKind, Tx } from '../../../db/schema.ts'
import type { Actor } from '../../../platform/audit.ts'
import { addMs } from '../../../platform/clock.ts'
import { mailboxOf } from '../../../platform/recipients.ts'
import type { CouponsService } from '../../coupons/coupons.service.ts'
import type { CoursesService } from '../../courses/courses.service.ts'
import type { Deps } from '../../deps.ts'
import type { PaymentsService } from '../../payments/payments.service.ts'
import type { SettlementService } from '../../payments/settlement.service.ts'
import type { SchoolService } from '../../school/school.service.ts'
import { insertNew, insertOthers, type Other } from './new-seats.ts'
import { createSeatAdditions } from './seat-additions.ts'
import { createSeatCoupons } from './seat-coupons.ts'
import { createSeatDesk } from './seat-desk.ts'
import { createSeatEnds } from './seat-ends.ts'
import { schoolNotice } from './seat-messages.ts'
import { createSeatMoves } from './seat-moves.ts'
import { createSeatNames } from './seat-names.ts'
import { countedOf, findParty, type Party } from './seat-parties.ts'
import { createSeatPayable } from './seat-payable.ts'
import { createSeatPlaces } from './seat-places.ts'
import { createSeatPrices } from './seat-prices.ts'
import { createSeatProofs } from './seat-proofs.ts'
import { billOf, createSeatSteps } from './seat-steps.ts'
import { presentReceipt } from './seats.presenter.ts'
import type { Seat, SeatRow, TransactionKey } from './seats.repository.ts'
import * as repository from './seats.repository.ts'

export type { Party, Seat }
export { billOf, countedOf, presentReceipt }
export type SeatsService = ReturnType<typeof createSeatsService>

export type SeatTerms = Pick<Awaited<ReturnType<SchoolService['current']>>, 'holdHours'> &
  Partial<
    Pick<Awaited<ReturnType<SchoolService['current']>>, 'confirmFirst' | 'unprovedShare' | 'unprovedPieces'>
  >

const hourMs = 60 * 60_000

export type NewSeat = Pick<SeatRow, 'kind' | 'name' | 'email' | 'phone'> &
  Partial<Pick<SeatRow, 'id' | 'question' | 'payment_method' | 'transaction_id' | 'reference'>> & {
    batch: Pick<Selectable<Schema['batch']>, 'id' | 'starts_on' | 'starts_at' | 'ends_on' | 'joins_late'>
    /** When the person proved who they are; null for a stranger. */
    provedAt: string | null
    /** They say that they have paid. */
    isReported?: boolean
    /** Who comes besides, as far as it was said. */
    others?: readonly Other[]
  }

/**
 * Reserved (its batch has no date) → held → confirmed, or held → expired (→ confirmed if late money finds room), or cancelled. Every step locks the seat's
 * row first and then the batch's: no two deadlock.
 */
export function createSeatsService(
  deps: Deps,
  courses: CoursesService,
  coupons: CouponsService,
  payments: PaymentsService,
  settlement: SettlementService,
) {
  const { db, clock, ids, outbox } = deps
  const steps = createSeatSteps(deps, courses, coupons, payments)
  const moves = createSeatMoves(deps, { steps, courses, payments })
  const { getLocked, getParty, record } = steps
  const payables = {
    enrolment: createSeatPayable(deps, 'enrolment', steps, payments),
    'event-booking': createSeatPayable(deps, 'event-booking', steps, payments),
  }

  return {
    /** With all seats that were taken in the same go. */
    get: (source: Queryable, kind: SeatKind, id: string): Promise<Party> => payables[kind].find(source, id),

    /** Of the seat that a link to pay names. @throws `not_found` */
    async kindOf(id: string): Promise<SeatKind> {
      const kind = await repository.findKind(db.read, id)
      if (kind === undefined) throw refusal('seat-unknown', { facts: { kind: 'enrolment' } })
      return kind
    },

    /** Why a seat that is no longer held cannot be had again, or that it can. */
    async stateOfBatch(id: string): Promise<BatchState> {
      const seat = await repository.findSeat(db.read, await this.kindOf(id), id)
      return courses.stateOfBatch(db.read, seat?.batch_id ?? '')
    },

    findBooking: (tx: Tx, key: TransactionKey) => repository.findByTransaction(tx, key),

    /**
     * Writes a seat, and with it those of the others: held, or confirmed if they are free. Answers the id of a booking
     * that was sent before, if it was.
     */
    async begin(
      tx: Tx,
      course: { id: string; priceInPaise: number },
      { holdHours }: SeatTerms,
      { batch, provedAt, isReported = false, others = [], ...seat }: NewSeat,
    ): Promise<{ id: string; isNew: boolean }> {
      const isFree = course.priceInPaise === 0
      const now = clock.now()
      const ends = [addMs(now, Math.min(holdHours, unprovedHoldHours) * hourMs)]
      if (provedAt !== null) ends.push(addMs(now, holdHours * hourMs))
      else if (isReported) {
        const checked = await payments.claimedUntil(tx)
        const whole = addMs(now, holdHours * hourMs)
        ends.push(checked < whole ? checked : whole)
      }
      const until = ends.toSorted().at(-1) as string
      const id = seat.id ?? ids.id()
      const row = {
        question: null,
        payment_method: null,
        transaction_id: null,
        ...seat,
        id,
        course_id: course.id,
        batch_id: batch.id,
        amount_in_paise: course.priceInPaise,
        status: isFree ? ('confirmed' as const) : ('pending' as const),
        // A place without a date waits for one.
        hold_until: isFree || batch.starts_on === null ? null : courses.beforeStart(batch, until),
        confirmed_at: isFree ? now : null,
        created_at: now,
        mailbox: mailboxOf(seat.email),
        proved_at: provedAt,
        group_id: others.length > 0 ? id : null,
        group_place: 0,
        is_named: 1 as const,
      }
      const known = await insertNew(tx, ids, row, seat.reference)
      if (known !== null) return { id: known, isNew: false }
      await insertOthers(tx, ids, row, others)
      return { id, isNew: true }
    },

    /** Tells student and school of new seats. The caller has locked the batch: the letters name its day. */
    async welcome(tx: Tx, kind: SeatKind, id: string, terms: SeatTerms): Promise<Party> {
      const party = await findParty(tx, kind, id)
      if (!party) throw new Error('a seat that was just written is not there')
      const title = kind === 'enrolment' ? 'New enrolment' : 'New booking'
      await outbox.tell(
        tx,
        ...(await steps.standing(tx, party, steps.longerHold(party, terms))),
        schoolNotice(party, 'received', title),
      )
      return party
    },

    payables,
    ...createSeatProofs(deps, steps),
    ...createSeatCoupons(deps, steps, coupons),
    ...createSeatDesk(deps, steps, settlement, payables),
    ...createSeatPrices(steps),
    ...createSeatNames(deps, steps, courses),
    ...createSeatAdditions(deps, { steps, courses, payments }),
    ...createSeatPlaces(deps, courses),

    move: moves.move,
    ...createSeatEnds(deps, { steps, moves, courses, payments }),

    /** @throws `conflict` if the note is no longer `before` */
    async setNote(
      tx: Tx,
      kind: SeatKind,
      id: string,
      { note, before }: { note: string; before: string | null },
      by: Actor | null,
    ): Promise<Seat> {
      const seat = await getLocked(tx, kind, id)
      if (seat.staff_note !== before) {
        const { staff_note: note } = seat
        throw refusal('seat-note-changed', { facts: { note }, details: { note } })
      }
      await repository.updateSeat(tx, seat, { staff_note: note || null })
      await record(tx, seat, by, { note: seat.staff_note }, { note: note || null })
      return { ...seat, staff_note: note || null }
    },

    /** Sends the payer's last letters again; answers how many. @throws `conflict` for a seat without any */
    async repeatLetters(tx: Tx, kind: SeatKind, id: string, by: Actor | null): Promise<number> {
      const seat = await getParty(tx, kind, id)
      const turn = ids.id()
      const messages = (await steps.standing(tx, seat)).map((told) => ({ ...told, turn }))
      if (messages.length === 0) throw refusal('seat-without-letters')
      const count = await outbox.tell(tx, ...messages)
      await record(tx, seat, by, {}, { letters: `sent again to ${seat.email}` })
      return count
    },
  }
}
