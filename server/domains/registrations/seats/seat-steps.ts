import { DomainError, refusal } from '../../../../contract/errors.ts'
import type { SeatKind, Tx } from '../../../db/schema.ts'
import type { Actor, AuditFields } from '../../../platform/audit.ts'
import { addMs } from '../../../platform/clock.ts'
import type { Told } from '../../../platform/outbox.ts'
import type { Bill } from '../../../platform/payments/provider.ts'
import type { CouponsService } from '../../coupons/coupons.service.ts'
import type { CoursesService } from '../../courses/courses.service.ts'
import type { Deps } from '../../deps.ts'
import type { PaymentsService } from '../../payments/payments.service.ts'
import { confirmedMessage, heldMessages, subjectOf } from './seat-messages.ts'
import { byBatch, countedOf, lockParty, type Party, partyOf } from './seat-parties.ts'
import { type SeatEnd, seatTransitions } from './seat-states.ts'
import { hasLive, lockSeat, type Seat, updateSeat } from './seats.repository.ts'

export type SeatSteps = ReturnType<typeof createSeatSteps>

export function createSeatSteps(
  { clock, outbox, audit }: Deps,
  courses: CoursesService,
  coupons: CouponsService,
  payments: PaymentsService,
) {
  /** A code is used once for all seats of a group. */
  const usedBy = ({ kind, id, group_id }: Seat) => ({ kind, id: group_id ?? id })

  /** A seat that is taken anew keeps the price that was agreed, also where the code has been used up meanwhile. */
  async function retakeCoupon(tx: Tx, seat: Seat): Promise<void> {
    if (seat.coupon_code !== null) await coupons.retake(tx, usedBy(seat))
  }

  /** All of them, or none: false if there are not so many, or the course is gone. */
  async function takeAnew(tx: Tx, seats: readonly Seat[]): Promise<boolean> {
    const taken: [string, number][] = []
    for (const [batchId, count] of byBatch(seats)) {
      try {
        await courses.takeSeat(tx, batchId, count)
      } catch (error) {
        if (!isNoRoom(error)) throw error
        for (const [id, seats] of taken) await courses.releaseSeat(tx, id, seats)
        return false
      }
      taken.push([batchId, count])
    }
    return true
  }

  const confirmed = async (tx: Tx, party: Party) =>
    confirmedMessage(party, {
      sessions: await courses.sessionsAhead(tx, party.batch_id),
      restInPaise: await restOf(tx, party),
      receipts: await payments.receiptRefs(tx, party.kind, party.members),
    })

  /** What is still to come for it after a part. */
  async function restOf(tx: Tx, party: Party): Promise<number> {
    const states = await payments.listStates(tx, party.kind, countedOf(party))
    return states.reduce((sum, { due_in_paise }) => sum + Number(due_in_paise), 0)
  }

  /**
   * Confirms what is open of it; expired seats are taken anew, all or none. Null if there are not enough left, or the
   * course is gone. The caller records the money, and then tells.
   */
  async function confirm(tx: Tx, party: Party): Promise<Party | null> {
    const open = party.members.filter(isOpen)
    const ended = open.filter(({ status }) => status === 'expired')
    if (!(await takeAnew(tx, ended))) return null
    await retakeCoupon(tx, party)
    // Money that arrived proves its payer.
    const now = clock.now()
    const changes = { status: 'confirmed' as const, hold_until: null, confirmed_at: now }
    const proved = (seat: Seat) => ({ ...changes, proved_at: seat.proved_at ?? now })
    for (const seat of open) await updateSeat(tx, seat, proved(seat))
    const [lead, ...others] = party.members.map((seat) =>
      isOpen(seat) ? { ...seat, ...proved(seat) } : seat,
    )
    return partyOf([lead as Seat, ...others])
  }

  /** The last seat of a group gives the use of its code back, and takes back the letters that are not sent. */
  async function leave(tx: Tx, seat: Seat): Promise<void> {
    if (seat.group_id !== null && (await hasLive(tx, seat.group_id))) return
    if (seat.coupon_code !== null) await coupons.release(tx, usedBy(seat))
    await outbox.withdraw(tx, subjectOf(seat))
  }

  async function record(tx: Tx, seat: Seat, by: Actor | null, before: AuditFields, after: AuditFields) {
    const title = `${seat.name}, ${seat.course_title}`
    await audit.record(tx, { by, action: 'changed', kind: seat.kind, id: seat.id, title, before, after })
  }

  /**
   * Ends seats that one payer took, as `seatTransitions` says. The caller has locked them, and tells the payer. Answers
   * whether money waits for staff now.
   */
  async function end(
    tx: Tx,
    seats: readonly Seat[],
    event: SeatEnd,
    by: Actor | null = null,
  ): Promise<boolean> {
    const { from, to, counts, money, isLogged } = seatTransitions[event]
    const mayEnd: readonly Seat['status'][] = from
    for (const seat of seats) {
      if (!mayEnd.includes(seat.status)) throw new Error(`${event} of a seat that is ${seat.status}`)
      // The payment page says later when the hold ended.
      const hold_until = event === 'expire' ? seat.hold_until : null
      await updateSeat(tx, seat, { status: to, hold_until })
    }
    if (counts < 0)
      for (const [batchId, freed] of byBatch(seats)) await courses.releaseSeat(tx, batchId, freed)
    let waits = false
    for (const seat of seats) {
      await leave(tx, seat)
      if (money !== null) waits = (await payments.unseatMoney(tx, seat)) || waits
      if (isLogged) await record(tx, seat, by, { status: seat.status }, { status: to })
    }
    return waits
  }

  return {
    retakeCoupon,
    confirmed,
    confirm,
    restOf,
    end,
    record,

    /** Another price: what waited pays for it, and what came beyond it waits for staff. */
    async reprice(tx: Tx, seat: Seat, priceInPaise: number): Promise<void> {
      await updateSeat(tx, seat, { amount_in_paise: priceInPaise })
      await payments.seatMoney(tx, seat)
      await payments.unseatMoney(tx, seat, priceInPaise)
    },

    /** Confirms held seats for which nothing is due any more; null for others. The caller tells. */
    async confirmPaid(tx: Tx, party: Party): Promise<Party | null> {
      if (party.status !== 'pending' || isPlace(party) || (await restOf(tx, party)) > 0) return null
      return confirm(tx, party)
    },

    /** What a student is told of seats as they stand: held, or confirmed; nothing of any other. */
    standing: async (tx: Tx, party: Party, provedUntil: string | null = null): Promise<Told[]> =>
      party.status === 'confirmed' ? [await confirmed(tx, party)] : heldMessages(party, provedUntil),

    /**
     * Until when a seat is held once its person is proved: counted from its beginning, and no longer than `most`. A hold
     * whose time is up stays so, also where the loop has not run yet.
     */
    longerHold(seat: Seat, { holdHours }: { holdHours: number }, most?: string): string | null {
      if (seat.status !== 'pending' || seat.hold_until === null || seat.hold_until <= clock.now())
        return seat.hold_until
      const full = addMs(seat.created_at, holdHours * 60 * 60_000)
      const whole = courses.beforeStart(seat, most !== undefined && most < full ? most : full)
      return whole > seat.hold_until ? whole : seat.hold_until
    },

    async getLocked(tx: Tx, kind: SeatKind, id: string): Promise<Seat> {
      const seat = await lockSeat(tx, kind, id)
      if (!seat) throw refusal('seat-unknown', { facts: { kind } })
      return seat
    },

    async getParty(tx: Tx, kind: SeatKind, id: string): Promise<Party> {
      const party = await lockParty(tx, kind, id)
      if (!party) throw refusal('seat-unknown', { facts: { kind } })
      return party
    },

    tellConfirmed: async (tx: Tx, party: Party) => {
      // A chat that asks for the money, and that nobody has sent.
      await outbox.withdraw(tx, subjectOf(party), { only: 'chat', isOwn: true })
      await outbox.tell(tx, await confirmed(tx, party))
    },
  }
}

export function billOf(seat: Seat): Bill {
  return {
    reference: seat.reference,
    title: seat.course_title,
    amountInPaise: seat.amount_in_paise,
    payer: { name: seat.name, email: seat.email, phone: seat.phone },
  }
}

export function isOpen(seat: Pick<Seat, 'status'>): boolean {
  return seat.status === 'pending' || seat.status === 'expired'
}

/** Reserved before there was a date: nothing is to be paid for it yet. */
export function isPlace(seat: Seat): boolean {
  return seat.status === 'pending' && seat.hold_until === null
}

export function isNoRoom(error: unknown): boolean {
  return error instanceof DomainError && (error.code === 'batch_full' || error.code === 'not_found')
}
