import { DomainError } from '../../../contract/errors.ts'
import { decimalRupees } from '../../../contract/words.ts'
import type { Tx } from '../../db/schema.ts'
import type { Actor } from '../../platform/audit.ts'
import type { PaymentClaim } from '../../platform/payments/provider.ts'
import type { Deps } from '../deps.ts'
import { createGivingBack } from './giving-back.ts'
import { type Bringer, dueIn, type Owed, type Payable, type Payables, requireOpen } from './payable.ts'
import {
  type Arrived,
  type Entered,
  enteredMoney,
  isLineKey,
  type Money,
  type Part,
  type PaymentsService,
  paidText,
  type Received,
  referenceKnown,
  requireSum,
  type Seen,
  seenMoney,
} from './payments.service.ts'

export type { Payable, Payables }
export { dueIn }
export type SettlementService = ReturnType<typeof createSettlement>

/** How money is taken for whatever can be paid; each kind has an adapter. */
export function createSettlement({ db, clock }: Pick<Deps, 'db' | 'clock'>, payments: PaymentsService) {
  /** Takes the place, and what waited pays for it; null where there is none. @throws to a payer, where there is none */
  async function place<Row>(tx: Tx, payable: Payable<Row>, row: Row, owed: Owed, who: Bringer) {
    const accepted = await payable.accept(tx, row, who)
    if (accepted === null && who === 'payer') requireOpen(payable, row, 'late', owed)
    if (accepted !== null && owed.state === 'attention') {
      for (const { id } of openOf(owed)) await payments.seatMoney(tx, { kind: payable.kind, id })
    }
    return accepted
  }

  /** Writes a sum, which answers the payer's claim. */
  function write<Row>(tx: Tx, payable: Payable<Row>, row: Row, parts: [Part, ...Part[]], money: Money) {
    const { id, reference } = payable.describe(row)
    return payments.settle(tx, { ...money, of: { kind: payable.kind, id, reference } }, parts)
  }

  return {
    /**
     * Asks the provider about "I have paid"; null if nothing is owed. Not in the caller's transaction: a claim for staff
     * to check stays although the call is then refused.
     */
    async claim<Row>(
      payable: Payable<Row>,
      rowId: string,
      terms: { holdHours: number },
    ): Promise<PaymentClaim | null> {
      const row = await payable.find(db.read, rowId)
      if (!payable.canBePaid(row)) return null
      const { id, ...bill } = payable.describe(row)
      const subject = { kind: payable.kind, id }
      const paymentsBefore = await payments.countReceived(db.read, subject.kind, id)
      const claim = await payments.provider.confirm({ ...bill, paymentsBefore })
      if (claim.outcome !== 'claimed') return claim
      await db.transaction(async (tx) => {
        const locked = await payable.lock(tx, rowId)
        if (!payable.canBePaid(locked)) return
        const { reference, amountInPaise } = payable.describe(locked)
        const { state } = await payable.owes(tx, locked)
        if (state === 'due') {
          await payable.claimed(tx, locked, terms)
          await payments.recordClaim(tx, subject, { reference, amountInPaise })
        } else if (state === 'checking' && (await payments.confirmClaim(tx, subject, reference))) {
          await payable.claimed(tx, locked, null)
        }
      })
      return claim
    },

    /**
     * Confirms what owes nothing, or whose money has come by `claim`.
     * @throws `payment_pending`, `payment_failed`, and what the adapter refuses: it was cancelled, or no place is left
     */
    async finalise<Row>(
      tx: Tx,
      payable: Payable<Row>,
      rowId: string,
      claim: PaymentClaim | null,
    ): Promise<Row> {
      const row = await payable.lock(tx, rowId)
      const owed = await payable.owes(tx, row)
      if (owed.stands) return row
      requireOpen(payable, row, 'payer', owed)
      const money =
        !owed.hasCome && claim?.outcome === 'settled'
          ? { provider: payments.provider.name, providerId: claim.reference }
          : null
      if (!owed.hasCome && money === null) {
        throw new DomainError(owed.state === 'checking' ? 'payment_pending' : 'payment_failed', {
          details: { reference: payable.describe(row).reference },
        })
      }
      const accepted = await place(tx, payable, row, owed, 'payer')
      const sumInPaise = dueIn(owed)
      const parts = shareOut(payable, owed, accepted, sumInPaise)
      const receiptId = money && (await write(tx, payable, row, parts, money))
      return payable.settled(tx, row, { accepted, sumInPaise, receiptId, paid: '' }, null)
    },

    /**
     * Staff found the money, or a part of it. It counts once, and is kept where no place is left.
     * @throws `amount_differs` unless `acceptDifference`; `conflict` for a reference of other money; what the adapter refuses
     */
    async markPaid<Row>(payable: Payable<Row>, rowId: string, entered: Entered, by: Actor): Promise<Row> {
      const { row, refused } = await db.transaction(async (tx) => {
        const row = await payable.lock(tx, rowId)
        const owed = await payable.owes(tx, row)
        requireOpen(payable, row, 'staff', owed)
        const money = enteredMoney(entered, payable.describe(row).reference, by, clock.today())
        const due = dueIn(owed)
        const arrived = await payments.arrivedFor(tx, payable.kind, openOf(owed))
        const known = arrived.filter(({ providerIds }) => providerIds.some((id) => id === money.providerId))
        if (owed.isHere) requireOpen(payable, row, 'again', owed, otherReference(arrived, known, money))
        else if (known.length > 0 && !(payable.takesParts && isRepeat(entered, due, known))) {
          throw referenceKnown()
        }
        const isNew = !owed.isHere && known.length === 0
        const sumInPaise = entered.amount ?? due
        if (isNew) requireSum(sumInPaise, due, entered)
        else if (owed.stands) return { row }
        const accepted = await place(tx, payable, row, owed, 'staff')
        const parts = shareOut(payable, owed, accepted, sumInPaise)
        const receiptId = isNew ? await write(tx, payable, row, parts, money) : null
        const paid = isNew ? paidText(money, sumInPaise) : entered.reference || 'marked by hand'
        const settled = await payable.settled(tx, row, { accepted, sumInPaise, receiptId, paid }, by)
        return { row: settled, refused: accepted ? null : payable.refuse(row, 'kept', owed) }
      })
      // Not inside the transaction: the money stays recorded.
      if (refused) throw refused
      return row
    },

    /**
     * A line of a statement shows the money: `recorded` if staff had marked the same money paid, `attention` if no place is
     * left. @throws `amount_differs` unless `acceptDifference`; `conflict` if other money paid it; what the adapter refuses
     */
    async receive<Row>(
      tx: Tx,
      payable: Payable<Row>,
      rowId: string,
      seen: Seen,
      by: Actor,
    ): Promise<Received> {
      const row = await payable.lock(tx, rowId)
      const owed = await payable.owes(tx, row)
      const due = dueIn(owed)
      const { id, reference } = payable.describe(row)
      const subject = { kind: payable.kind, id, reference }
      const known = await payments.recognise(tx, subject, { ...seen, restInPaise: due }, owed.parts)
      if (known) return known
      requireOpen(payable, row, 'bank', owed)
      const { amountInPaise: sumInPaise } = seen
      requireSum(sumInPaise, due, seen)
      const accepted = await place(tx, payable, row, owed, 'bank')
      const money = seenMoney(seen, by)
      const parts = shareOut(payable, owed, accepted, sumInPaise)
      const receiptId = await write(tx, payable, row, parts, money)
      const paid = paidText(money, sumInPaise)
      await payable.settled(tx, row, { accepted, sumInPaise, receiptId, paid }, by)
      return { outcome: accepted ? 'settled' : 'attention', receiptId }
    },

    takeShare,
    ...createGivingBack(payments),

    /**
     * One transfer for several: each takes its part, or none does. The caller names them in one order, so that two who share
     * out at once do not deadlock. @throws `validation_failed`; what `takeShare` and the ledger refuse
     */
    async split(
      tx: Tx,
      wanted: readonly { payable: Payable<unknown>; id: string; amount: number }[],
      money: Money,
      by: Actor,
    ): Promise<{ receiptId: string; waiting: number }> {
      const shares: Share[] = []
      for (const { payable, id, amount } of wanted) shares.push(await takeShare(tx, payable, id, amount, by))
      // Each share is counted from what is due for all seats of its payer: a second one would count the same due again.
      if (new Set(shares.map(({ of }) => of)).size < shares.length) throw takenTogether()
      const [first, ...others] = shares.flatMap(({ parts }) => parts)
      if (!first) throw new DomainError('validation_failed')
      await payments.requireNew(tx, money)
      const receiptId = await payments.settle(tx, money, [first, ...others])
      const whole = paidText(
        money,
        shares.reduce((sum, { sumInPaise }) => sum + sumInPaise, 0),
      )
      for (const { sumInPaise, settled } of shares) {
        await settled(receiptId, `${decimalRupees(sumInPaise)} of ${whole}`)
      }
      return { receiptId, waiting: shares.filter(({ isSeated }) => !isSeated).length }
    },
  }

  /**
   * A part of a sum that is for others too: the caller writes one receipt of all parts, and then calls `settled`.
   * @throws `amount_differs` for more than is due, and for less where the adapter takes no parts; what it refuses
   */
  async function takeShare<Row>(
    tx: Tx,
    payable: Payable<Row>,
    rowId: string,
    sumInPaise: number,
    by: Actor,
  ): Promise<Share> {
    const row = await payable.lock(tx, rowId)
    const owed = await payable.owes(tx, row)
    const due = dueIn(owed)
    requireOpen(payable, row, 'bank', owed)
    requireSum(sumInPaise, due, { acceptDifference: payable.takesParts && sumInPaise < due })
    const accepted = await place(tx, payable, row, owed, 'bank')
    return {
      of: payable.describe(row).id,
      parts: shareOut(payable, owed, accepted, sumInPaise),
      sumInPaise,
      isSeated: accepted !== null,
      settled: (receiptId, paid) => payable.settled(tx, row, { accepted, sumInPaise, receiptId, paid }, by),
    }
  }
}

/** What one of several takes of a sum. */
interface Share {
  parts: readonly [Part, ...Part[]]
  sumInPaise: number
  /** Whose it is: the order, or the payer's seat. */
  of: string
  /** False where its part waits for staff. */
  isSeated: boolean
  /** Tells and writes down, once the receipt is there. */
  settled: (receiptId: string, paid: string) => Promise<unknown>
}

function takenTogether(): DomainError {
  return new DomainError('validation_failed', {
    fields: { parts: 'Seats that were taken in one go share one part: please choose one of them.' },
  })
}

const openOf = ({ parts }: Owed) => parts.filter(({ isCancelled }) => !isCancelled)

/** One sum over the parts: each its due, in their order; what is more stays with the first. */
function shareOut<Row>(
  { kind }: Payable<Row>,
  owed: Owed,
  accepted: Row | null,
  sumInPaise: number,
): [Part, ...Part[]] {
  const isLive = accepted !== null
  let left = sumInPaise
  const parts = openOf(owed).map(({ id, reference, dueInPaise }) => {
    const amountInPaise = Math.min(left, dueInPaise)
    left -= amountInPaise
    return { kind, id, reference, amountInPaise, isLive }
  })
  const [first] = parts
  if (first === undefined) throw new Error('money for what was cancelled as a whole')
  first.amountInPaise += left
  // A seat for which nothing came has no part.
  const [some = first, ...others] = parts.filter(({ amountInPaise }) => amountInPaise > 0)
  return [some, ...others]
}

/** The reference under which the money is here, where staff typed another one. */
function otherReference(arrived: readonly Arrived[], known: readonly Arrived[], { providerId }: Money) {
  const [first] = arrived
  if (first === undefined || providerId === null || known.length > 0) return undefined
  return first.providerIds.find((key) => !isLineKey(key)) ?? first.reference
}

/** The same sum sent once more: staff neither saw what is still due, nor entered another one. */
function isRepeat(entered: Entered, dueInPaise: number, known: readonly Arrived[]): boolean {
  const knownInPaise = known.reduce((sum, { pays, waits }) => sum + pays + waits, 0)
  return entered.due !== dueInPaise && (entered.amount ?? dueInPaise) === knownInPaise
}
