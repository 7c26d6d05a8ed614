import { DomainError, refusal } from '../../../contract/errors.ts'
import { decimalRupees } from '../../../contract/words.ts'
import type { SeatKind, Tx } from '../../db/schema.ts'
import type { Actor } from '../../platform/audit.ts'
import type { PaymentClaim } from '../../platform/payments/provider.ts'
import type { Deps } from '../deps.ts'
import {
  type Arrived,
  amountDiffers,
  isUnseen,
  type Money,
  type PaymentsService,
  type Received,
} from '../payments/payments.service.ts'
import { schoolNotice } from './seat-messages.ts'
import { isOpen, payableOf, type SeatSteps } from './seat-steps.ts'
import { findSeat, type Seat } from './seats.repository.ts'

/** Money and seats: a seat is confirmed by the money that came for it, and money without a seat waits for staff. */
export function createSeatMoney(
  { db, clock, outbox }: Deps,
  { getLocked, record, confirm }: SeatSteps,
  payments: PaymentsService,
) {
  /** Its hold ended and its batch has begun: there is no seat to give. */
  const isMissed = (seat: Seat) =>
    seat.status === 'expired' && seat.starts_on !== null && seat.starts_on < clock.today()

  const partOf = (seat: Seat, isLive: boolean, amountInPaise = seat.amount_in_paise) => ({
    kind: seat.kind,
    id: seat.id,
    reference: seat.reference,
    amountInPaise,
    isLive,
  })

  /** Writes what came into the audit log, and tells the school if there was no room. */
  async function note(tx: Tx, seat: Seat, room: boolean, paid: string, by: Actor) {
    const status = room ? 'confirmed' : seat.status
    await record(tx, seat, by, { status: seat.status, paid: null }, { status, paid })
    if (!room) await outbox.tell(tx, schoolNotice(seat, 'attention', 'Money without a seat'))
  }

  return {
    /**
     * Asks the provider about "I have paid"; null if nothing is owed. Not in the caller's transaction: a claim for staff
     * to check stays although the call is then refused.
     */
    async claimPayment(kind: SeatKind, id: string): Promise<PaymentClaim | null> {
      const seat = await findSeat(db.read, kind, id)
      if (!seat) throw refusal('seat-unknown', { facts: { kind } })
      if (!isOpen(seat) || seat.amount_in_paise === 0) return null
      const claim = await payments.provider.confirm(payableOf(seat))
      if (claim.outcome !== 'claimed') return claim
      await db.transaction(async (tx) => {
        const locked = await getLocked(tx, kind, id)
        if (!isOpen(locked) || (await payments.moneyOf(tx, locked)).state !== 'due') return
        await payments.recordClaim(tx, locked, {
          reference: locked.reference,
          amountInPaise: locked.amount_in_paise,
        })
        await outbox.tell(tx, schoolNotice(locked, 'claimed', 'Payment to check'))
      })
      return claim
    },

    /**
     * Confirms a seat that owes nothing, or whose money has come by `claim` of `claimPayment`.
     * @throws `payment_pending`, `payment_failed`, `batch_full`, `conflict`
     */
    async finalise(tx: Tx, kind: SeatKind, id: string, claim: PaymentClaim | null): Promise<Seat> {
      const seat = await getLocked(tx, kind, id)
      if (seat.status === 'confirmed') return seat
      if (seat.status === 'cancelled') throw refusal('seat-cancelled', { facts: { kind } })
      const { state } = await payments.moneyOf(tx, seat)
      const isPaid = state === 'paid' || state === 'attention'
      if (!isPaid && claim?.outcome !== 'settled') {
        throw new DomainError(state === 'checking' ? 'payment_pending' : 'payment_failed', {
          details: { reference: seat.reference },
        })
      }
      if (isMissed(seat) || !(await confirm(tx, seat))) {
        throw isPaid
          ? refusal('payment-late', { details: { reference: seat.reference } })
          : refusal('hold-over')
      }
      if (state === 'attention') await payments.seatMoney(tx, seat)
      if (!isPaid && claim?.outcome === 'settled') {
        const money = { provider: payments.provider.name, providerId: claim.reference }
        await payments.settle(tx, money, [partOf(seat, true)])
      }
      return { ...seat, status: 'confirmed', hold_until: null }
    },

    /**
     * Staff found the money; it counts once, and is kept if no seat is left.
     * @throws `conflict` for a cancelled seat, or a reference that stands for other money; `batch_full`
     */
    async markPaid(
      kind: SeatKind,
      id: string,
      paid: { reference?: string | undefined; note?: string | undefined },
      by: Actor,
    ): Promise<Seat> {
      const outcome = await db.transaction(async (tx) => {
        const seat = await getLocked(tx, kind, id)
        if (seat.status === 'cancelled') throw refusal('seat-cancelled', { facts: { kind } })
        const arrived = await payments.arrived(tx, seat)
        // The seat's own reference is not one of the bank's.
        const reference = paid.reference && paid.reference !== seat.reference ? paid.reference : null
        const [first] = arrived
        if (first && reference && !arrived.some(({ providerIds }) => providerIds.includes(reference))) {
          throw refusal('paid-by-other-reference', {
            facts: { reference: first.providerIds[0] ?? first.reference },
          })
        }
        if (seat.status === 'confirmed') return { seat }
        const room = await confirm(tx, seat)
        if (!first) {
          const money: Money = {
            provider: 'staff',
            providerId: reference,
            note: paid.note || null,
            recordedBy: by.userId,
          }
          await payments.settle(tx, money, [partOf(seat, room)])
        } else if (room) await payments.seatMoney(tx, seat)
        await note(tx, seat, room, paid.reference || 'marked by hand', by)
        if (room) return { seat: { ...seat, status: 'confirmed' as const, hold_until: null } }
        return { seat, isUnseated: true }
      })
      // Not inside the transaction: the money stays recorded.
      if (outcome.isUnseated) {
        throw refusal('money-without-seat', { details: { reference: outcome.seat.reference } })
      }
      return outcome.seat
    },

    /**
     * `recorded` if staff had marked the same money paid; `attention` if no seat is left.
     * @throws `conflict` for a cancelled or paid seat, or a reference of other money; `amount_differs`
     */
    async receiveMoney(
      tx: Tx,
      kind: SeatKind,
      id: string,
      money: { reference: string; amountInPaise: number; acceptDifference: boolean },
      by: Actor,
    ): Promise<Received> {
      const seat = await getLocked(tx, kind, id)
      const known = (await payments.arrived(tx, seat)).find((receipt) => isThatMoney(receipt, seat, money))
      if (known) {
        await payments.addReference(tx, known, money.reference)
        return { outcome: 'recorded', receiptId: known.id }
      }
      if (seat.status === 'cancelled') throw refusal('money-for-cancelled-seat', { facts: { kind } })
      const { state, due_in_paise: due } = await payments.moneyOf(tx, seat)
      if (state === 'paid' || state === 'attention') throw refusal('seat-paid', { facts: { kind } })
      if (money.amountInPaise !== due && !money.acceptDifference) {
        throw amountDiffers(money.amountInPaise, due)
      }
      // A part of the money confirmed the seat before.
      const room = seat.status === 'confirmed' || (!isMissed(seat) && (await confirm(tx, seat)))
      const receiptId = await payments.settle(
        tx,
        { provider: 'staff', providerId: money.reference, method: 'bank', recordedBy: by.userId },
        [partOf(seat, room, money.amountInPaise)],
      )
      const paid = `${decimalRupees(money.amountInPaise)}, ${money.reference}`
      await note(tx, seat, room, paid, by)
      return { outcome: room ? 'settled' : 'attention', receiptId }
    },

    /** Money without a seat was sent back. @throws `conflict` where there is none */
    async refund(tx: Tx, kind: SeatKind, id: string, note: string, by: Actor): Promise<void> {
      const seat = await getLocked(tx, kind, id)
      if (!(await payments.refund(tx, seat, { note, recordedBy: by.userId }))) {
        throw refusal('no-unseated-money')
      }
      await record(tx, seat, by, { payment: 'attention' }, { payment: 'refunded', note })
    },
  }
}

/** The bank's reference, however it was typed; or what staff marked paid with no reference but the seat's own. */
function isThatMoney(
  receipt: Arrived,
  seat: Seat,
  money: { reference: string; amountInPaise: number },
): boolean {
  const plain = (text: string) => text.toUpperCase().replace(/[^A-Z0-9]/g, '')
  if (receipt.providerIds.some((known) => plain(known) === plain(money.reference))) return true
  const isSameSum = receipt.pays + receipt.waits === money.amountInPaise
  return isUnseen(receipt) && (isSameSum || plain(seat.reference) === plain(money.reference))
}
