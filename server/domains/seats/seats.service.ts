import type { Transaction } from 'kysely'
import type { SeatReceipt } from '../../../contract/enrolments.ts'
import { DomainError } from '../../../contract/errors.ts'
import { decimalRupees } from '../../../contract/words.ts'
import type { Queryable } from '../../db/open.ts'
import type { PaymentSubject, Schema } from '../../db/schema.ts'
import type { Actor, AuditFields } from '../../platform/audit.ts'
import { addMs } from '../../platform/clock.ts'
import type { Payable, PaymentClaim } from '../../platform/payments/provider.ts'
import type { CoursesService } from '../courses/courses.service.ts'
import type { Deps } from '../deps.ts'
import {
  amountDiffers,
  hasArrived,
  type PaymentRow,
  type PaymentsService,
  paymentState,
  settledOf,
} from '../payments/payments.service.ts'
import type { SchoolService } from '../school/school.service.ts'
import {
  cancelledMessages,
  confirmedMessages,
  factsOf,
  heldMessages,
  movedMessages,
  repeatedMessages,
  schoolNotice,
  toStudent,
} from './seat-messages.ts'
import { endHold, findSeat, listEndedHolds, lockSeat, type Seat, updateSeat } from './seats.repository.ts'

type Tx = Transaction<Schema>

export type { Seat }
export type SeatsService = ReturnType<typeof createSeatsService>

/** What the school's settings say of a new seat: how long it waits for its payment, and who is told. */
export type SeatTerms = Pick<Awaited<ReturnType<SchoolService['current']>>, 'email' | 'holdHours'>

/** Columns that both kinds of seat begin their life with. */
export interface NewSeat {
  id: string
  reference: string
  course_id: string
  amount_in_paise: number
  status: 'pending' | 'confirmed'
  hold_until: string | null
  confirmed_at: string | null
  created_at: string
}

const holdsARound = 100
const referenceTries = 20

/**
 * The life of a seat, the same for enrolments and event bookings (reading S1): held → confirmed, or held → expired
 * (→ confirmed where money comes late and there is room), or cancelled. Every step holds the seat's own row first,
 * then the batch's: two steps on one seat wait for each other and never for ever.
 */
export function createSeatsService(
  { db, clock, ids, outbox, audit }: Deps,
  courses: CoursesService,
  payments: PaymentsService,
  school: SchoolService,
) {
  async function getLocked(tx: Tx, kind: PaymentSubject, id: string): Promise<Seat> {
    const seat = await lockSeat(tx, kind, id)
    if (!seat) throw notFound(kind)
    return seat
  }

  async function moneyState(tx: Tx, seat: Seat) {
    return paymentState(seat.amount_in_paise, await payments.list(tx, seat))
  }

  async function record(tx: Tx, seat: Seat, by: Actor | null, before: AuditFields, after: AuditFields) {
    const title = `${seat.name}, ${seat.course_title}`
    await audit.record(tx, { by, action: 'changed', kind: seat.kind, id: seat.id, title, before, after })
  }

  /** An expired seat is taken anew. @throws `batch_full`, or `not_found` where the course is gone */
  async function confirm(tx: Tx, seat: Seat): Promise<void> {
    if (seat.status === 'expired') await courses.takeSeat(tx, seat.batch_id)
    await updateSeat(tx, seat, { status: 'confirmed', hold_until: null, confirmed_at: clock.now() })
    await outbox.add(tx, ...confirmedMessages(seat))
  }

  return {
    /** @throws `not_found` */
    async get(source: Queryable, kind: PaymentSubject, id: string): Promise<Seat> {
      const seat = await findSeat(source, kind, id)
      if (!seat) throw notFound(kind)
      return seat
    },

    /** The shared columns of a seat that begins now: held, or confirmed at once where it costs nothing. */
    begin(course: { id: string; priceInPaise: number }, { holdHours }: SeatTerms): NewSeat {
      const isFree = course.priceInPaise === 0
      const now = clock.now()
      return {
        id: ids.id(),
        reference: ids.reference(),
        course_id: course.id,
        amount_in_paise: course.priceInPaise,
        status: isFree ? 'confirmed' : 'pending',
        hold_until: isFree ? null : addMs(now, holdHours * 60 * 60_000),
        confirmed_at: isFree ? now : null,
        created_at: now,
      }
    },

    /** Writes with one reference after the other until one is free. `insert` answers whether it was. */
    async withFreeReference(seat: NewSeat, insert: (seat: NewSeat) => Promise<boolean>): Promise<void> {
      for (let count = 0; count < referenceTries; count++) {
        if (await insert(count === 0 ? seat : { ...seat, reference: ids.reference() })) return
      }
      throw new Error(`no free reference in ${referenceTries} tries`)
    },

    /**
     * Promises the messages of a seat that was just written, to the student and to the school, and gives the seat
     * as it stands. Its batch's row is locked by then: the day that the messages say is the day.
     */
    async welcome(tx: Tx, kind: PaymentSubject, id: string, { email }: SeatTerms): Promise<Seat> {
      const seat = await findSeat(tx, kind, id)
      if (!seat) throw new Error('a seat that was just written is not there')
      const { hold_until } = seat
      const title = kind === 'enrolment' ? 'New enrolment' : 'New booking'
      await outbox.add(
        tx,
        ...(hold_until === null ? confirmedMessages(seat) : heldMessages({ ...seat, hold_until })),
        schoolNotice(seat, 'received', title, email),
      )
      return seat
    },

    /**
     * Asks the payment provider what stands behind the visitor's "I have paid", and keeps a claim that somebody has
     * to look at. Outside any transaction of the caller: the claim stands although the answer will be a refusal.
     * Null where nothing is to be asked.
     */
    async claimPayment(kind: PaymentSubject, id: string): Promise<PaymentClaim | null> {
      const seat = await findSeat(db.read, kind, id)
      if (!seat) throw notFound(kind)
      if (!isOpen(seat) || seat.amount_in_paise === 0) return null
      const claim = await payments.provider.claim(payableOf(seat))
      if (claim.outcome !== 'claimed') return claim
      const { email } = await school.current()
      await db.transaction(async (tx) => {
        const locked = await getLocked(tx, kind, id)
        if (!isOpen(locked) || (await moneyState(tx, locked)) !== 'due') return
        await payments.recordClaim(tx, locked, {
          reference: locked.reference,
          amountInPaise: locked.amount_in_paise,
        })
        await outbox.add(tx, schoolNotice(locked, 'claimed', 'Payment to check', email))
      })
      return claim
    },

    /**
     * Reading M1, "finalise if paid": confirms a seat that owes nothing, or whose payment stands; a confirmed one
     * stays as it is. `claim` is what `claimPayment` gave.
     * @throws `payment_pending`, `payment_failed`, `batch_full`, `conflict`
     */
    async finalise(tx: Tx, kind: PaymentSubject, id: string, claim: PaymentClaim | null): Promise<Seat> {
      const seat = await getLocked(tx, kind, id)
      if (seat.status === 'confirmed') return seat
      if (seat.status === 'cancelled') throw cancelled(kind)
      const money = await moneyState(tx, seat)
      const isPaid = money === 'paid' || money === 'attention'
      if (!isPaid && claim?.outcome !== 'settled') {
        throw new DomainError(money === 'checking' ? 'payment_pending' : 'payment_failed', {
          details: { reference: seat.reference },
        })
      }
      if (seat.status === 'expired' && seat.starts_on !== null && seat.starts_on < clock.today()) {
        throw isPaid ? lateMoney(seat) : holdEnded()
      }
      try {
        await confirm(tx, seat)
      } catch (error) {
        if (!isNoRoom(error)) throw error
        throw isPaid ? lateMoney(seat) : holdEnded()
      }
      if (money === 'attention') await payments.seatMoney(tx, seat)
      if (!isPaid && claim?.outcome === 'settled') {
        await payments.settle(
          tx,
          seat,
          {
            provider: payments.provider.name,
            reference: claim.reference,
            amountInPaise: seat.amount_in_paise,
          },
          'settled',
        )
      }
      return { ...seat, status: 'confirmed', hold_until: null }
    },

    /**
     * Staff found the money. Once, however often it is said. An expired seat is taken anew; where there is none left
     * the money is kept for staff to decide on (reading S4), and the answer says so.
     * @throws `conflict` for a cancelled seat, or a reference that stands for other money; `batch_full`
     */
    async markPaid(
      kind: PaymentSubject,
      id: string,
      paid: { reference?: string | undefined; note?: string | undefined },
      by: Actor,
    ): Promise<Seat> {
      const { email } = await school.current()
      const outcome = await db.transaction(async (tx) => {
        const seat = await getLocked(tx, kind, id)
        if (seat.status === 'cancelled') throw cancelled(kind)
        const rows = await payments.list(tx, seat)
        const arrived = rows.filter(hasArrived)
        const reference = paid.reference || null
        if (arrived.length > 0 && reference && !arrived.some((row) => row.provider_reference === reference)) {
          throw new DomainError('conflict', {
            message: `This is already recorded as paid, with the reference ${arrived[0]?.provider_reference}.`,
          })
        }
        if (seat.status === 'confirmed') return { seat }
        const room = await confirm(tx, seat).then(
          () => true,
          (error: unknown) => {
            if (!isNoRoom(error)) throw error
            return false
          },
        )
        if (arrived.length === 0) {
          await payments.settle(
            tx,
            seat,
            {
              provider: 'staff',
              // Without a reference of the bank's the seat's own one keeps it to one row.
              reference: reference ?? seat.reference,
              amountInPaise: seat.amount_in_paise,
              note: paid.note || null,
              recordedBy: by.userId,
            },
            room ? 'settled' : 'attention',
          )
        } else if (room) await payments.seatMoney(tx, seat)
        await record(
          tx,
          seat,
          by,
          { status: seat.status, paid: null },
          { status: room ? 'confirmed' : seat.status, paid: reference ?? 'marked by hand' },
        )
        if (room) return { seat: { ...seat, status: 'confirmed' as const, hold_until: null } }
        await outbox.add(tx, schoolNotice(seat, 'attention', 'Money without a seat', email))
        return { seat, refusal: moneyWithoutSeat(seat) }
      })
      // Thrown only now: the money stays recorded.
      if (outcome.refusal) throw outcome.refusal
      return outcome.seat
    },

    /**
     * Money for this seat that a statement shows: settled once, however often it is said. `recorded` where staff had
     * marked that same money paid before; `attention` where no seat is left, and staff decide (reading S4).
     * @throws `conflict` for a cancelled seat, one that is paid already, or a reference that stands for other money;
     * `amount_differs` where another sum came than is due, unless `acceptDifference`
     */
    async receiveMoney(
      tx: Tx,
      kind: PaymentSubject,
      id: string,
      money: { reference: string; amountInPaise: number; acceptDifference: boolean },
      by: Actor,
      schoolEmail: string,
    ): Promise<{ seat: Seat; outcome: 'settled' | 'recorded' | 'attention' }> {
      const seat = await getLocked(tx, kind, id)
      const rows = await payments.list(tx, seat)
      const known = rows.filter(hasArrived).find((row) => isThatMoney(row, seat, money))
      if (known) {
        if (known.provider_reference !== money.reference) {
          await payments.setReference(tx, known, money.reference)
        }
        return { seat, outcome: 'recorded' }
      }
      if (seat.status === 'cancelled') throw cancelledMoney(kind)
      if (
        paymentState(seat.amount_in_paise, rows) === 'paid' ||
        rows.some((row) => row.status === 'attention')
      ) {
        throw paidAlready(kind)
      }
      const due = seat.amount_in_paise - settledOf(rows)
      if (money.amountInPaise !== due && !money.acceptDifference) {
        throw amountDiffers(money.amountInPaise, due)
      }
      const isOver = seat.starts_on !== null && seat.starts_on < clock.today()
      // Part of the money had confirmed it before.
      let room = seat.status === 'confirmed'
      if (!room && !(seat.status === 'expired' && isOver)) {
        room = await confirm(tx, seat).then(
          () => true,
          (error: unknown) => {
            if (!isNoRoom(error)) throw error
            return false
          },
        )
      }
      await payments.settle(
        tx,
        seat,
        {
          provider: 'staff',
          reference: money.reference,
          amountInPaise: money.amountInPaise,
          recordedBy: by.userId,
        },
        room ? 'settled' : 'attention',
      )
      await record(
        tx,
        seat,
        by,
        { status: seat.status, paid: null },
        {
          status: room ? 'confirmed' : seat.status,
          paid: `${decimalRupees(money.amountInPaise)}, ${money.reference}`,
        },
      )
      if (!room) await outbox.add(tx, schoolNotice(seat, 'attention', 'Money without a seat', schoolEmail))
      return { seat, outcome: room ? 'settled' : 'attention' }
    },

    /** Money without a seat was sent back. @throws `conflict` where there is none */
    async refund(tx: Tx, kind: PaymentSubject, id: string, note: string, by: Actor): Promise<void> {
      const seat = await getLocked(tx, kind, id)
      if (!(await payments.refund(tx, seat, { note, recordedBy: by.userId }))) {
        throw new DomainError('conflict', {
          message: 'There is no money without a seat here any more. Please refresh the list.',
        })
      }
      await record(tx, seat, by, { payment: 'attention' }, { payment: 'refunded', note })
    },

    /**
     * Gives the seat back, to the waiting list or to everybody, and tells the student. What was paid waits for staff.
     * A cancelled seat is never confirmed again; cancelling it twice is cancelling it once.
     */
    async cancel(tx: Tx, kind: PaymentSubject, id: string, by: Actor | null = null): Promise<Seat> {
      const seat = await getLocked(tx, kind, id)
      if (seat.status === 'cancelled') return seat
      await updateSeat(tx, seat, { status: 'cancelled', hold_until: null })
      if (seat.status !== 'expired') await courses.releaseSeat(tx, seat.batch_id)
      const isPaid = await payments.unseatMoney(tx, seat)
      await outbox.add(tx, ...cancelledMessages(seat, isPaid))
      await record(tx, seat, by, { status: seat.status }, { status: 'cancelled' })
      return { ...seat, status: 'cancelled', hold_until: null }
    },

    /**
     * Moves a seat to another batch of its course, and tells the student. Takes the new seat and frees the old one in
     * this transaction, or does neither. A seat that expired and whose money waits for staff is seated there.
     * @throws `conflict` where it is not in `from`, is not held any more, or `to` is over or another course's;
     *   `batch_full`
     */
    async move(
      tx: Tx,
      kind: PaymentSubject,
      id: string,
      { from, to }: { from: string; to: string },
      by: Actor | null,
    ): Promise<Seat> {
      const seat = await getLocked(tx, kind, id)
      if (seat.batch_id === to) return seat
      if (seat.batch_id !== from) throw new DomainError('conflict')
      const isLate = seat.status === 'expired' && (await moneyState(tx, seat)) === 'attention'
      if (seat.status === 'cancelled') throw cancelled(kind)
      if (seat.status === 'expired' && !isLate) {
        throw new DomainError('conflict', {
          message: 'The hold on this seat has ended and nothing was paid, so there is no seat to move.',
        })
      }
      // Both batches in one order: two moves that cross wait for each other, and never for ever.
      const locked = new Map<string, Awaited<ReturnType<typeof courses.lockBatch>>>()
      for (const batchId of [from, to].sort()) {
        const batch = await courses.lockBatch(tx, batchId)
        if (batch) locked.set(batchId, batch)
      }
      const target = locked.get(to)
      if (!target || target.course_id !== seat.course_id || courses.isOver(target, clock.today())) {
        throw new DomainError('conflict', {
          message: 'A seat can only move to a batch of the same class that is not over.',
        })
      }
      await courses.takeSeat(tx, to)
      if (isLate) {
        await updateSeat(tx, seat, { batch_id: to, status: 'confirmed', confirmed_at: clock.now() })
        await payments.seatMoney(tx, seat)
      } else {
        await updateSeat(tx, seat, { batch_id: to })
        await courses.releaseSeat(tx, from)
      }
      const moved = await getLocked(tx, kind, id)
      const when = { day: seat.starts_on, time: seat.starts_at }
      await outbox.add(tx, ...(isLate ? confirmedMessages(moved) : movedMessages(moved, when, ids.id())))
      await record(
        tx,
        seat,
        by,
        { batch: courses.batchText(seat), status: seat.status },
        { batch: courses.batchText(moved), status: moved.status },
      )
      return moved
    },

    /** @throws `conflict` where the note is not what was seen */
    async setNote(
      tx: Tx,
      kind: PaymentSubject,
      id: string,
      { note, before }: { note: string; before: string | null },
      by: Actor | null,
    ): Promise<Seat> {
      const seat = await getLocked(tx, kind, id)
      if (seat.staff_note !== before) {
        throw new DomainError('conflict', {
          message: `Somebody changed this note meanwhile. It now reads: ${seat.staff_note ?? '(empty)'}`,
          details: { note: seat.staff_note },
        })
      }
      await updateSeat(tx, seat, { staff_note: note || null })
      await record(tx, seat, by, { note: seat.staff_note }, { note: note || null })
      return { ...seat, staff_note: note || null }
    },

    /** Promises the student's last letters once more; gives their number. @throws `conflict` for a seat without any */
    async repeatLetters(tx: Tx, kind: PaymentSubject, id: string, by: Actor | null): Promise<number> {
      const seat = await getLocked(tx, kind, id)
      const messages = repeatedMessages(seat, ids.id())
      if (messages.length === 0) {
        throw new DomainError('conflict', {
          message: 'This seat is no longer held, so there is no letter about it to send again.',
        })
      }
      await outbox.add(tx, ...messages)
      await record(tx, seat, by, {}, { letters: `sent again to ${seat.email}` })
      return messages.length
    },

    /** Ends every hold whose time is up, and frees its seat (reading S4). Safe to run anywhere at any time. */
    async expireHolds(): Promise<number> {
      let count = 0
      for (const kind of ['enrolment', 'event-booking'] as const) {
        let ended: string[]
        do {
          ended = await listEndedHolds(db.read, kind, clock.now(), holdsARound)
          for (const id of ended) if (await expire(kind, id)) count++
        } while (ended.length === holdsARound)
      }
      return count
    },
  }

  function expire(kind: PaymentSubject, id: string): Promise<boolean> {
    return db.transaction(async (tx) => {
      if (!(await endHold(tx, kind, id, clock.now()))) return false
      const seat = await getLocked(tx, kind, id)
      await courses.releaseSeat(tx, seat.batch_id)
      const isChecking = (await moneyState(tx, seat)) === 'checking'
      await outbox.add(
        tx,
        ...toStudent(seat, 'hold-expired', {
          template: 'hold-expired',
          data: { ...factsOf(seat), isChecking },
        }),
      )
      return true
    })
  }
}

/** A seat as whoever took it sees it. */
export function presentReceipt(seat: Seat): SeatReceipt {
  return {
    id: seat.id,
    reference: seat.reference,
    amount: decimalRupees(seat.amount_in_paise),
    status: seat.status,
    holdUntil: seat.status === 'pending' ? seat.hold_until : null,
  }
}

export function payableOf(seat: Seat): Payable {
  return {
    reference: seat.reference,
    title: seat.course_title,
    amountInPaise: seat.amount_in_paise,
    payer: { name: seat.name, email: seat.email, phone: seat.phone },
  }
}

/** The bank's reference, however it was typed; or what staff marked paid with no reference but the seat's own. */
function isThatMoney(
  row: PaymentRow,
  seat: Seat,
  money: { reference: string; amountInPaise: number },
): boolean {
  const plain = (text: string | null) => (text ?? '').toUpperCase().replace(/[^A-Z0-9]/g, '')
  if (plain(row.provider_reference) === plain(money.reference)) return true
  return (
    row.provider === 'staff' &&
    row.provider_reference === seat.reference &&
    row.amount_in_paise === money.amountInPaise
  )
}

function isOpen(seat: Seat): boolean {
  return seat.status === 'pending' || seat.status === 'expired'
}

function isNoRoom(error: unknown): boolean {
  return error instanceof DomainError && (error.code === 'batch_full' || error.code === 'not_found')
}

const nouns = { enrolment: 'enrolment', 'event-booking': 'booking' } as const

function notFound(kind: PaymentSubject): DomainError {
  return new DomainError('not_found', { message: `We could not find this ${nouns[kind]}.` })
}

function cancelled(kind: PaymentSubject): DomainError {
  return new DomainError('conflict', {
    message: `This ${nouns[kind]} was cancelled. Please contact the school.`,
  })
}

function holdEnded(): DomainError {
  return new DomainError('batch_full', {
    message:
      'The hold on your seat has ended and there is no seat left. Nothing was charged. Please choose another batch.',
  })
}

function lateMoney(seat: Seat): DomainError {
  return new DomainError('batch_full', {
    message:
      'Your payment arrived after the hold on your seat had ended, and there is no seat left. We will call you about another batch or your money back.',
    details: { reference: seat.reference },
  })
}

function cancelledMoney(kind: PaymentSubject): DomainError {
  return new DomainError('conflict', {
    message: `This ${nouns[kind]} was cancelled. Please match the money with something else, or send it back and note the refund.`,
  })
}

function paidAlready(kind: PaymentSubject): DomainError {
  return new DomainError('conflict', {
    message: `This ${nouns[kind]} is paid already. If this is a second payment, please send it back and note the refund.`,
  })
}

function moneyWithoutSeat(seat: Seat): DomainError {
  return new DomainError('batch_full', {
    message:
      'The payment is recorded, but there is no seat left. Please offer another batch or return the money.',
    details: { reference: seat.reference },
  })
}
