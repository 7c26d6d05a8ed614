import { refusal } from '../../../contract/errors.ts'
import type { Queryable } from '../../db/open.ts'
import type { SeatKind, Tx } from '../../db/schema.ts'
import type { Actor } from '../../platform/audit.ts'
import type { Deps } from '../deps.ts'
import {
  type Arrived,
  type Entered,
  enteredMoney,
  isLineKey,
  type Money,
  type MoneyState,
  type Part,
  type PaymentsService,
  paidText,
  type Received,
  referenceKnown,
  requireSum,
  type Seen,
  type Share,
  seenMoney,
} from '../payments/payments.service.ts'
import { moneyCameMessage, schoolNotice } from './seat-messages.ts'
import { type Party, togetherOf } from './seat-parties.ts'
import type { SeatSteps } from './seat-steps.ts'
import type { Seat } from './seats.repository.ts'

/** Money and seats: seats are confirmed by the money that came for them, and money without a seat waits for staff. */
export function createSeatMoney(
  { db, clock, outbox }: Deps,
  { getParty, record, confirm, tellConfirmed }: SeatSteps,
  payments: PaymentsService,
) {
  /**
   * Its hold has ended, and nobody can join its batch any more: only staff who mark it paid know whether the person came, so
   * their press gives the seat, and other money waits for them.
   */
  const isMissed = (party: Party) =>
    party.members.some((seat) => {
      const last = seat.joins_late === 1 ? (seat.ends_on ?? seat.starts_on) : seat.starts_on
      return seat.status === 'expired' && last !== null && last < clock.today()
    })

  /** Where the money of its seats stands together, and how much is still to come for each. */
  async function moneyOf(source: Queryable, party: Party) {
    const seats = notCancelled(party)
    const states = await payments.listStates(source, party.kind, seats)
    const dues = seats.map(({ id }) => stillToCome(states.find((row) => row.subject_id === id)))
    return { state: togetherOf(states), seats, dues, due: dues.reduce((sum, due) => sum + due, 0) }
  }

  /** One sum over the seats: each its due, in their order; what is more stays with the first. */
  function shareOut(party: Party, isLive: boolean, dues: readonly number[], sum: number): [Part, ...Part[]] {
    let left = sum
    const shares = dues.map((due) => {
      const share = Math.min(left, due)
      left -= share
      return share
    })
    const [lead = party, ...others] = notCancelled(party)
    const [first = 0, ...rest] = shares
    const parts = others.map((seat, n) => partOf(seat, isLive, rest[n] ?? 0))
    return withoutNothing([partOf(lead, isLive, first + left), ...parts])
  }

  const seatAll = async (tx: Tx, party: Party) => {
    for (const seat of notCancelled(party)) await payments.seatMoney(tx, seat)
  }

  /** The claim and the reference are those of the payer's own seat. */
  const settle = (tx: Tx, party: Party, money: Money, parts: [Part, ...Part[]]) =>
    payments.settle(
      tx,
      { ...money, of: { kind: party.kind, id: party.id, reference: party.reference } },
      parts,
    )

  /**
   * Takes a sum for its seats, and confirms them if there is room; else it waits for staff. The student reads what came
   * and what is left.
   */
  async function take(tx: Tx, party: Party, money: Money, taken: Taken, by: Actor) {
    const { sum, dues, seated } = taken
    const receiptId = await settle(tx, party, money, shareOut(party, seated !== null, dues, sum))
    await tellTaken(tx, party, taken, { receiptId, paid: paidText(money, sum) }, by)
    return receiptId
  }

  /** After its parts are written. */
  async function tellTaken(
    tx: Tx,
    party: Party,
    { sum, seated }: Taken,
    { receiptId, paid }: { receiptId: string; paid: string },
    by: Actor,
  ): Promise<void> {
    if (seated === null) await tellWithoutSeat(tx, party)
    else {
      await seatAll(tx, party)
      if (party.status === 'confirmed') {
        const { due } = await moneyOf(tx, party)
        const receipts = await payments.receiptRefs(tx, party.kind, party.members, receiptId)
        const sums = { cameInPaise: sum, restInPaise: due }
        await outbox.tell(tx, moneyCameMessage(party, { receiptId, receipts, ...sums }))
      } else await tellConfirmed(tx, seated)
    }
    await note(tx, party, seated, paid, by)
  }

  /** A part of the money may have confirmed it before. */
  const seatFor = async (tx: Tx, party: Party): Promise<Party | null> =>
    party.status === 'confirmed' ? party : isMissed(party) ? null : await confirm(tx, party)

  const tellWithoutSeat = (tx: Tx, party: Party) =>
    outbox.tell(tx, schoolNotice(party, 'attention', 'Money without a seat'))

  async function note(tx: Tx, party: Party, seated: Party | null, paid: string, by: Actor) {
    const status = seated ? 'confirmed' : party.status
    await record(tx, party, by, { status: party.status, paid: null }, { status, paid })
  }

  const confirmed = (party: Party): Party => ({ ...party, status: 'confirmed', hold_until: null })

  return {
    /**
     * Staff found the money, or a part of it; it counts once, and is kept if no seat is left.
     * @throws `conflict` for a cancelled seat, or a reference that stands for other money; `amount_differs` unless
     * `acceptDifference`; `batch_full`
     */
    async markPaid(kind: SeatKind, id: string, paid: Entered, by: Actor): Promise<Party> {
      const outcome = await db.transaction(async (tx) => {
        const party = await getParty(tx, kind, id)
        if (party.status === 'cancelled') throw refusal('seat-cancelled', { facts: { kind } })
        const money = enteredMoney(paid, party.reference, by, clock.today())
        const { dues, due } = await moneyOf(tx, party)
        const arrived = await payments.arrivedFor(tx, kind, notCancelled(party))
        const { providerId: reference } = money
        const isKnown =
          reference !== null && arrived.some(({ providerIds }) => providerIds.includes(reference))
        const [first] = arrived
        if (first && reference !== null && !isKnown && due === 0) {
          throw refusal('paid-by-other-reference', {
            facts: { reference: first.providerIds.find((key) => !isLineKey(key)) ?? first.reference },
          })
        }
        if (isKnown && due > 0 && isOtherSum(paid, { due, known: sumUnder(arrived, reference) })) {
          throw referenceKnown()
        }
        const isNew = due > 0 && !isKnown
        const sum = paid.amount ?? due
        if (isNew) requireSum(sum, due, paid)
        else if (party.status === 'confirmed') return { party }
        const seated = party.status === 'confirmed' ? party : await confirm(tx, party)
        if (isNew) await take(tx, party, money, { sum, dues, seated }, by)
        else {
          if (seated) {
            await seatAll(tx, party)
            await tellConfirmed(tx, seated)
          } else await tellWithoutSeat(tx, party)
          await note(tx, party, seated, paid.reference || 'marked by hand', by)
        }
        return seated ? { party: confirmed(party) } : { party, isUnseated: true }
      })
      // Not inside the transaction: the money stays recorded.
      if (outcome.isUnseated) {
        throw refusal('money-without-seat', { details: { reference: outcome.party.reference } })
      }
      return outcome.party
    },

    /**
     * A part of a sum that is for others too: the caller writes one receipt of all parts, and then calls `settled`.
     * @throws `conflict` for a cancelled or paid seat; `amount_differs` for more than is due
     */
    async takeShare(tx: Tx, kind: SeatKind, id: string, sum: number, by: Actor): Promise<Share> {
      const party = await getParty(tx, kind, id)
      if (party.status === 'cancelled') throw refusal('money-for-cancelled-seat', { facts: { kind } })
      const { dues, due } = await moneyOf(tx, party)
      if (due === 0) throw refusal('seat-paid', { facts: { kind } })
      requireSum(sum, due, { acceptDifference: sum < due })
      const seated = await seatFor(tx, party)
      return {
        of: party.id,
        parts: shareOut(party, seated !== null, dues, sum),
        isSeated: seated !== null,
        settled: (receiptId, paid) => tellTaken(tx, party, { sum, dues, seated }, { receiptId, paid }, by),
      }
    },

    /**
     * `recorded` if staff had marked the same money paid; `attention` if no seat is left.
     * @throws `conflict` for a cancelled or paid seat, or a reference of other money; `amount_differs`
     */
    async receiveMoney(tx: Tx, kind: SeatKind, id: string, money: Seen, by: Actor): Promise<Received> {
      const party = await getParty(tx, kind, id)
      const { dues, due } = await moneyOf(tx, party)
      const known = await payments.recognise(tx, party, { ...money, restInPaise: due }, party.members)
      if (known) return known
      if (party.status === 'cancelled') throw refusal('money-for-cancelled-seat', { facts: { kind } })
      if (due === 0) throw refusal('seat-paid', { facts: { kind } })
      requireSum(money.amountInPaise, due, money)
      const seated = await seatFor(tx, party)
      const receiptId = await take(
        tx,
        party,
        seenMoney(money, by),
        { sum: money.amountInPaise, dues, seated },
        by,
      )
      return { outcome: seated ? 'settled' : 'attention', receiptId }
    },
  }
}

interface Taken {
  sum: number
  dues: readonly number[]
  /** Null where there is no seat to give. */
  seated: Party | null
}

/** Of several parts, those of a seat that nothing came for are none. */
function withoutNothing(parts: [Part, ...Part[]]): [Part, ...Part[]] {
  const [first, ...rest] = parts.filter(({ amountInPaise }) => amountInPaise > 0)
  return first ? [first, ...rest] : [parts[0]]
}

function stillToCome(state: MoneyState | undefined): number {
  if (!state) return 0
  const here = Number(state.paid_in_paise) + Number(state.unseated_in_paise)
  return Math.max(0, Number(state.owes_in_paise) - here)
}

const sumUnder = (arrived: readonly Arrived[], reference: string | null): number =>
  arrived
    .filter(({ providerIds }) => reference !== null && providerIds.includes(reference))
    .reduce((sum, { pays, waits }) => sum + pays + waits, 0)

/** Not the same sum sent once more: staff saw what is still due, or entered another one. */
function isOtherSum(paid: Entered, { due, known }: { due: number; known: number }): boolean {
  return paid.due === due || (paid.amount ?? due) !== known
}

const notCancelled = (party: Party) => party.members.filter(({ status }) => status !== 'cancelled')

const partOf = ({ kind, id, reference }: Seat, isLive: boolean, amountInPaise: number): Part => ({
  kind,
  id,
  reference,
  amountInPaise,
  isLive,
})
