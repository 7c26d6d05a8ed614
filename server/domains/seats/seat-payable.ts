import { refusal } from '../../../contract/errors.ts'
import { decimalRupees } from '../../../contract/words.ts'
import type { SeatKind, Tx } from '../../db/schema.ts'
import type { Deps } from '../deps.ts'
import type { PaymentsService } from '../payments/payments.service.ts'
import { dueIn, type Payable } from '../payments/settlement.service.ts'
import { factsOfOne, moneyCameMessage, schoolNotice, toStudent } from './seat-messages.ts'
import { findParty, isLive, type Party, togetherOf } from './seat-parties.ts'
import { billOf, isOpen, isPlace, type SeatSteps } from './seat-steps.ts'
import { moneyWasMistaken, seatRefunded } from './seats.letters.ts'
import { type Seat, updateSeat } from './seats.repository.ts'

/** Seats of a kind, each with its group: they are confirmed by the money that came for them. */
export function createSeatPayable(
  { clock, ids, outbox }: Pick<Deps, 'clock' | 'ids' | 'outbox'>,
  kind: SeatKind,
  { getParty, record, confirm, tellConfirmed, longerHold }: SeatSteps,
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

  const owes: Payable<Party>['owes'] = async (db, party) => {
    const states = await payments.listStates(db, kind, party.members)
    const parts = party.members.map(({ id, reference, status }) => {
      const isCancelled = status === 'cancelled'
      const money = states.find((row) => row.subject_id === id)
      const { lack_in_paise: lack = 0, paid_in_paise: pays = 0, unseated_in_paise: waits = 0 } = money ?? {}
      const dueInPaise = isCancelled ? 0 : lack
      const paysBackInPaise = isLive({ status }) ? pays : 0
      return { id, reference, isCancelled, dueInPaise, waitsInPaise: waits, paysBackInPaise }
    })
    const open = parts.filter(({ isCancelled }) => !isCancelled).map(({ id }) => id)
    const state = togetherOf(states.filter(({ subject_id }) => open.includes(subject_id)))
    return {
      state,
      parts,
      hasCome: state === 'paid' || state === 'attention',
      isHere: dueIn({ parts }) === 0,
      stands: party.status === 'confirmed',
    }
  }

  /** The student reads what came and what is left. */
  async function tellCame(tx: Tx, party: Party, receiptId: string, cameInPaise: number): Promise<void> {
    const receipts = await payments.receiptRefs(tx, kind, party.members, receiptId)
    const restInPaise = dueIn(await owes(tx, party))
    await outbox.tell(tx, moneyCameMessage(party, { receiptId, receipts, cameInPaise, restInPaise }))
  }

  const cancelled = (party: Party) =>
    party.status === 'cancelled' ? refusal('seat-cancelled', { facts: { kind } }) : null

  return {
    kind,
    takesParts: true,
    owes,
    lock: (tx, id) => getParty(tx, kind, id),
    describe: (party) => ({ id: party.id, ...billOf(party) }),

    async find(db, id) {
      const party = await findParty(db, kind, id)
      if (!party) throw refusal('seat-unknown', { facts: { kind } })
      return party
    },

    canBePaid: (party) => isOpen(party) && !isPlace(party) && party.amount_in_paise > 0,

    refusals: {
      payer: (party, { hasCome }) =>
        cancelled(party) ?? (isPlace(party) && !hasCome ? refusal('nothing-to-pay-yet') : null),
      staff: cancelled,
      bank(party, { isHere }) {
        if (cancelled(party)) return refusal('money-for-cancelled-seat', { facts: { kind } })
        return isHere ? refusal('seat-paid', { facts: { kind } }) : null
      },
      again: (_party, _owed, reference) =>
        reference === undefined ? null : refusal('paid-by-other-reference', { facts: { reference } }),
      late: ({ reference }, { hasCome }) =>
        hasCome ? refusal('payment-late', { details: { reference } }) : refusal('hold-over'),
      kept: ({ reference }) => refusal('money-without-seat', { details: { reference } }),
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
