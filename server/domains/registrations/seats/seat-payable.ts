import { refusal } from '../../../../contract/errors.ts'
import { decimalRupees } from '../../../../contract/words.ts'
import type { SeatKind, Tx } from '../../../db/schema.ts'
import type { Deps } from '../../deps.ts'
import type { PaymentsService } from '../../payments/payments.service.ts'
import type { Payable } from '../../payments/settlement.service.ts'
import { factsOfOne, moneyCameMessage, schoolNotice, toStudent } from './seat-messages.ts'
import { findParty, isLive, type Party } from './seat-parties.ts'
import { billOf, isOpen, isPlace, type SeatSteps } from './seat-steps.ts'
import { moneyWasMistaken, seatRefunded } from './seats.letters.ts'
import { type Seat, updateSeat } from './seats.repository.ts'

/** Seats of a kind, each with its group: they are confirmed by the money that came for them. */
export function createSeatPayable(
  { clock, ids, outbox }: Pick<Deps, 'clock' | 'ids' | 'outbox'>,
  kind: SeatKind,
  { getParty, record, confirm, tellConfirmed, longerHold, restOf }: SeatSteps,
  payments: PaymentsService,
): Payable<Party> {
  /**
   * Its hold has ended, and nobody can join its batch any more: only staff who mark it paid know whether the person came, so
   * their press gives the seat, and other money waits for them.
   */
  const isMissed = (party: Party) =>
    party.members.some((seat) => {
      const last = seat.joins_late === 1 ? (seat.ends_on ?? seat.starts_on) : seat.starts_on
      return seat.status === 'expired' && last !== null && last < clock.today()
    })

  /** The student reads what came and what is left. */
  async function tellCame(tx: Tx, party: Party, receiptId: string, cameInPaise: number): Promise<void> {
    const receipts = await payments.receiptRefs(tx, kind, party.members, receiptId)
    const restInPaise = await restOf(tx, party)
    await outbox.tell(tx, moneyCameMessage(party, { receiptId, receipts, cameInPaise, restInPaise }))
  }

  return {
    kind,
    takesParts: true,
    lock: (tx, id) => getParty(tx, kind, id),
    describe: (party) => ({ id: party.id, ...billOf(party) }),

    async find(db, id) {
      const party = await findParty(db, kind, id)
      if (!party) throw refusal('seat-unknown', { facts: { kind } })
      return party
    },

    async owes(db, party) {
      const debts = await payments.debtsOf(db, kind, party.members)
      return debts.map(({ paysInPaise, ...debt }) => {
        const seat = memberOf(party, debt.id)
        const paysBackInPaise = isLive(seat) ? paysInPaise : 0
        return seat.status === 'cancelled'
          ? { ...debt, isCancelled: true, dueInPaise: 0, paysBackInPaise }
          : { ...debt, paysBackInPaise }
      })
    },

    stands: ({ status }) => status === 'confirmed',

    canBePaid: (party) => isOpen(party) && !isPlace(party) && party.amount_in_paise > 0,

    refusals: {
      ended(party, who, { hasCome }) {
        if (party.status === 'cancelled') {
          return refusal(who === 'bank' ? 'money-for-cancelled-seat' : 'seat-cancelled', { facts: { kind } })
        }
        return who === 'payer' && isPlace(party) && !hasCome ? refusal('nothing-to-pay-yet') : null
      },
      paid(_party, who, _owed, reference) {
        if (who === 'bank') return refusal('seat-paid', { facts: { kind } })
        return reference === undefined ? null : refusal('paid-by-other-reference', { facts: { reference } })
      },
      late({ reference }, who, { hasCome }) {
        if (who === 'staff') return refusal('money-without-seat', { details: { reference } })
        return hasCome ? refusal('payment-late', { details: { reference } }) : refusal('hold-over')
      },
      nothing: () => refusal('no-unseated-money'),
    },

    async claimed(tx, party, terms, again) {
      if (terms !== null) {
        const most = await payments.claimKeeps(tx, party)
        for (const seat of party.members) {
          if (isOpen(seat)) await updateSeat(tx, seat, { hold_until: longerHold(seat, terms, most) })
        }
      }
      await outbox.tell(tx, { ...schoolNotice(party, 'claimed', 'Payment to check'), ...again })
    },

    async accept(tx, party, who) {
      // A part of the money may have confirmed it before.
      if (party.status === 'confirmed') return party
      return who !== 'staff' && isMissed(party) ? null : confirm(tx, party)
    },

    async settled(tx, party, { accepted, sumInPaise, receiptId, paid }, by) {
      if (accepted === null) await outbox.tell(tx, schoolNotice(party, 'attention', 'Money without a seat'))
      else if (party.status !== 'confirmed') await tellConfirmed(tx, accepted)
      else if (receiptId !== null) await tellCame(tx, party, receiptId, sumInPaise)
      const status = accepted ? 'confirmed' : party.status
      if (by) await record(tx, party, by, { status: party.status, paid: null }, { status, paid })
      return accepted ?? party
    },

    async refunded(tx, party, { id, from, amountInPaise, mostInPaise, parts, ...sent }, by) {
      const seat = memberOf(party, id)
      if (from === 'waits') {
        for (const { id: part, sumInPaise } of parts) {
          const after = { payment: 'refunded', sum: decimalRupees(sumInPaise), note: sent.note }
          await record(tx, memberOf(party, part), by, { payment: 'attention' }, after)
        }
        for (const one of party.members) {
          if (sent.keepsRest && !isLive(one)) await payments.seatMoney(tx, one)
        }
      } else {
        // Money beyond the price goes back first. The rest is taken off the price.
        const before = Number(seat.amount_in_paise)
        const after = before - Math.max(0, amountInPaise - Math.max(0, mostInPaise - before))
        await updateSeat(tx, seat, { amount_in_paise: after })
        const refunded = { refunded: decimalRupees(amountInPaise), note: sent.note }
        const price = { price: decimalRupees(after) }
        await record(tx, seat, by, { price: decimalRupees(before) }, { ...price, ...refunded })
      }
      if (sent.tell === false) return
      const facts = { ...factsOfOne(party, seat), backInPaise: amountInPaise, method: sent.method ?? null }
      const words = seatRefunded(facts)
      await outbox.tell(tx, { ...toStudent(seat, `refunded:${ids.id()}`, words), isOwed: true })
    },

    async reversed(tx, party, { id, amountInPaise, reason, tell }, by) {
      const seat = memberOf(party, id)
      if (isLive(seat) && (await payments.seatMoney(tx, seat))) {
        // Money beyond the price pays first, and waits again as far as it is too much.
        await payments.unseatMoney(tx, seat, Number(seat.amount_in_paise))
      }
      await record(tx, seat, by, { paid: decimalRupees(amountInPaise) }, { paid: null, mistake: reason })
      if (!tell) return
      // The price of a seat that has ended is nobody's debt.
      const restInPaise = isLive(seat) ? Number((await payments.moneyOf(tx, seat)).due_in_paise) : 0
      const facts = { ...factsOfOne(party, seat), mistakeInPaise: amountInPaise, restInPaise }
      const words = moneyWasMistaken(facts)
      await outbox.tell(tx, { ...toStudent(seat, `mistaken:${ids.id()}`, words), isOwed: true })
    },
  }
}

const memberOf = (party: Party, id: string): Seat => party.members.find((one) => one.id === id) ?? party
