import { DomainError, refusal } from '../../../../contract/errors.ts'
import type { PayableKind } from '../../../../contract/money/money.ts'
import { decimalRupees } from '../../../../contract/words.ts'
import type { Tx } from '../../../db/schema.ts'
import type { Actor } from '../../../platform/audit.ts'
import type { PaymentClaim, PaymentProvider } from '../../../platform/payments/provider.ts'
import type { Deps } from '../../deps.ts'
import type { Purpose } from './corrections.ts'
import {
  isOpenPart,
  type Owed,
  owedFor,
  type Payable,
  type Payables,
  type PaymentSource,
  type SentBack,
  unlessRefused,
} from './payable.ts'
import type { Arrived } from './payments.repository.ts'
import {
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

/** A provider's answer about a payment. */
export type Claim = PaymentClaim & { by: PaymentProvider['name'] }

export type SettlementService = ReturnType<typeof createSettlement>

export function createSettlement({ db, clock }: Pick<Deps, 'db' | 'clock'>, payments: PaymentsService) {
  /**
   * Takes the seat or stock, and lets waiting money pay for it. The caller writes `parts` to the ledger, and then calls
   * `settled`. @throws the adapter's error for a payer if no seat or stock is left
   */
  async function share<Row>(
    tx: Tx,
    { payable, row, owed, of }: Locked<Row>,
    sumInPaise: number,
    who: PaymentSource,
    by: Actor | null,
  ) {
    const acquired = await payable.acquire(tx, row, who)
    const isSeated = acquired !== null
    if (!isSeated && who === 'payer') throw payable.refusals.soldOut(row, who, owed)
    if (isSeated && owed.state === 'attention') {
      for (const { id } of owed.parts.filter(isOpenPart)) await payments.seatMoney(tx, { kind: of.kind, id })
    }
    return {
      of,
      sumInPaise,
      isSeated,
      parts: divideSum(of.kind, owed, isSeated, sumInPaise),
      settled: (receiptId: string | null, paid: string) =>
        payable.settled(tx, row, { acquired, sumInPaise, receiptId, paid }, by),
    }
  }

  /** True for a simulated payment that was made before the school began to take real payments. */
  async function isOutdated(tx: Tx, { by }: Claim): Promise<boolean> {
    return by === 'simulator' && (await payments.providerIn(tx)).name !== by
  }

  return {
    /**
     * Asks the payment provider after the payer clicked "I have paid"; null if nothing is due. A payment that staff
     * must check is stored as a claim in a separate transaction, because the claim must stay even if the call is
     * refused later.
     */
    async claim<Row>(
      payable: Payable<Row>,
      rowId: string,
      terms: { holdHours: number },
    ): Promise<Claim | null> {
      const row = await payable.find(db.read, rowId)
      if (!payable.canBePaid(row)) return null
      const { id, ...bill } = payable.describe(row)
      const paymentsBefore = await payments.countReceived(db.read, payable.kind, id)
      const provider = await payments.providerIn(db.read)
      const claim = { ...(await provider.confirm({ ...bill, paymentsBefore })), by: provider.name }
      if (claim.outcome !== 'claimed') return claim
      await db.transaction(async (tx) => {
        const { row, owed, of } = await lockOwed(tx, payable, rowId)
        if (!payable.canBePaid(row)) return
        const { reference } = of
        // An order whose hold ended after a part payment can still be paid while that part waits for staff.
        const owesRest = owed.state === 'attention' && !owed.isEnough
        if (owed.state === 'due' || (owesRest && (await payments.moneyOf(tx, of)).is_claimed === 0)) {
          // The earlier claims were closed by receipts, so this claim reports another payment.
          const before = await payments.countClaims(tx, of)
          const turn = String(before + 1)
          await payable.claimed(tx, row, terms, before > 0 ? { turn } : {})
          const { amountInPaise } = payable.describe(row)
          const own = before > 0 ? `${reference}-${turn}` : reference
          await payments.recordClaim(tx, of, { reference: own, amountInPaise })
        } else if (owed.state === 'checking' && (await payments.confirmClaim(tx, of, reference))) {
          await payable.claimed(tx, row, null, {})
        }
      })
      return claim
    },

    /**
     * Confirms a row that owes nothing, or whose payment the provider confirms in `claim`. A simulated payment counts
     * only if payments are still simulated now (architecture rule 13). @throws `payment_pending`, `payment_failed`;
     * `conflict` if the school has no account to pay into
     */
    async finalise<Row>(tx: Tx, payable: Payable<Row>, rowId: string, claim: Claim | null) {
      const locked = await lockOwed(tx, payable, rowId)
      const { row, owed, of, due } = locked
      if (payable.isConfirmed(row)) return row
      unlessRefused(payable.refusals.ended?.(row, 'payer', owed))
      const isMoney = claim?.outcome === 'settled' && !(await isOutdated(tx, claim))
      const money = !owed.isEnough && isMoney ? { provider: claim.by, providerId: claim.reference } : null
      if (!owed.isEnough && money === null) {
        const isSaid = owed.state === 'checking' || claim?.outcome === 'claimed'
        if (!isSaid && claim?.outcome === 'unpayable') throw refusal('no-account-to-pay')
        throw new DomainError(isSaid ? 'payment_pending' : 'payment_failed', {
          details: { reference: of.reference },
        })
      }
      const { parts, settled } = await share(tx, locked, due, 'payer', null)
      return settled(money && (await payments.settle(tx, { ...money, of }, parts)), '')
    },

    /**
     * Records a full or part payment that staff found. A repeated call does not record the payment again. The payment
     * stays recorded even if no seat or stock is left. @throws `amount_differs` unless `acceptDifference`; `conflict`
     * if the reference belongs to other money; an adapter's error
     */
    async markPaid<Row>(payable: Payable<Row>, rowId: string, entered: Entered, by: Actor) {
      const { row, refused } = await db.transaction((tx) => enter(tx, payable, rowId, entered, by))
      // The error is thrown outside of the transaction, so that the money stays recorded.
      unlessRefused(refused)
      return row
    },

    /**
     * Records the money of a statement line. The outcome is `recorded` if staff had marked the same money paid, and
     * `attention` if no seat or stock is left. @throws `amount_differs` unless `acceptDifference`; `conflict` if other
     * money paid the row; an adapter's error
     */
    async receive<Row>(
      tx: Tx,
      payable: Payable<Row>,
      rowId: string,
      seen: Seen,
      by: Actor,
    ): Promise<Received> {
      const locked = await lockOwed(tx, payable, rowId)
      const { owed, of, due } = locked
      const known = await payments.recognise(tx, of, { ...seen, restInPaise: due }, owed.parts)
      if (known) return known
      refuseBank(locked)
      requireSum(seen.amountInPaise, due, seen)
      const { isSeated, parts, settled } = await share(tx, locked, seen.amountInPaise, 'bank', by)
      const money = seenMoney(seen, by)
      const receiptId = await payments.settle(tx, { ...money, of }, parts)
      await settled(receiptId, paidText(money, seen.amountInPaise))
      return { outcome: isSeated ? 'settled' : 'attention', receiptId }
    },

    enter,
    takeShare,
    ...createReversals(payments),

    /**
     * Splits one transfer among several rows. Either each row gets its part, or the split fails as a whole. The caller
     * sorts the rows, so that two concurrent splits do not deadlock.
     */
    async split(
      tx: Tx,
      wanted: readonly { payable: Payable<unknown>; id: string; amount: number }[],
      money: Money,
      by: Actor,
    ) {
      const shares: Awaited<ReturnType<typeof takeShare>>[] = []
      for (const { payable, id, amount } of wanted) shares.push(await takeShare(tx, payable, id, amount, by))
      // A share covers the debt of all seats of its payer, so a second share of the same payer would count that debt
      // twice.
      if (new Set(shares.map(({ of }) => of.id)).size < shares.length) throw takenTogether()
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
   * Does the work of `markPaid` in the caller's transaction. `refused` is set if the money waits for staff; a caller
   * that throws `refused` before the commit also rolls the money back.
   */
  async function enter<Row>(tx: Tx, payable: Payable<Row>, rowId: string, entered: Entered, by: Actor) {
    const locked = await lockOwed(tx, payable, rowId)
    const { row, owed, of, due } = locked
    unlessRefused(payable.refusals.ended?.(row, 'staff', owed))
    const money = enteredMoney(entered, of.reference, by, clock.today())
    const arrived = await payments.arrivedFor(tx, payable.kind, owed.parts.filter(isOpenPart))
    const known = arrived.filter(({ providerIds }) => providerIds.some((id) => id === money.providerId))
    if (owed.isPaidInFull) {
      const other = otherReference(arrived, known, money)
      unlessRefused(payable.refusals.paid(row, 'staff', owed, other))
    } else if (known.length > 0 && !(payable.takesParts && isRepeat(entered, due, known))) {
      throw referenceKnown()
    }
    const isNew = !owed.isPaidInFull && known.length === 0
    const sumInPaise = entered.amount ?? due
    if (isNew) requireSum(sumInPaise, due, entered)
    else if (payable.isConfirmed(row)) return { row, refused: null }
    const { isSeated, parts, settled } = await share(tx, locked, sumInPaise, 'staff', by)
    const now = isNew
      ? await settled(await payments.settle(tx, { ...money, of }, parts), paidText(money, sumInPaise))
      : await settled(null, entered.reference || 'marked by hand')
    return { row: now, refused: isSeated ? null : payable.refusals.soldOut(row, 'staff', owed) }
  }

  /**
   * Takes the seat or stock for one row's part of a shared sum. The caller writes one receipt for all parts, and then
   * calls `settled`. @throws `amount_differs` for more than is due, or for less if the adapter takes no part payments;
   * the adapter's errors
   */
  async function takeShare<Row>(tx: Tx, payable: Payable<Row>, rowId: string, sumInPaise: number, by: Actor) {
    const locked = await lockOwed(tx, payable, rowId)
    refuseBank(locked)
    const acceptDifference = payable.takesParts && sumInPaise < locked.due
    requireSum(sumInPaise, locked.due, { acceptDifference })
    return share(tx, locked, sumInPaise, 'bank', by)
  }
}

async function lockOwed<Row>(tx: Tx, payable: Payable<Row>, rowId: string) {
  const row = await payable.lock(tx, rowId)
  const owed = await owedFor(tx, payable, row)
  const { id, reference } = payable.describe(row)
  return { payable, row, owed, due: owed.dueInPaise, of: { kind: payable.kind, id, reference } }
}

type Locked<Row> = Awaited<ReturnType<typeof lockOwed<Row>>>

function takenTogether(): DomainError {
  return new DomainError('validation_failed', {
    fields: {
      parts: 'Seats booked together count as one part of the payment. Choose only one of these seats.',
    },
  })
}

function refuseBank<Row>({ payable: { refusals }, row, owed }: Locked<Row>): void {
  unlessRefused(refusals.ended?.(row, 'bank', owed))
  if (owed.isPaidInFull) unlessRefused(refusals.paid(row, 'bank', owed, undefined))
}

function divideSum(kind: PayableKind, owed: Owed, isLive: boolean, sumInPaise: number): [Part, ...Part[]] {
  let left = sumInPaise
  const parts = owed.parts.filter(isOpenPart).map(({ id, reference, dueInPaise }) => {
    const amountInPaise = Math.min(left, dueInPaise)
    left -= amountInPaise
    return { kind, id, reference, amountInPaise, isLive }
  })
  const [first] = parts
  if (first === undefined) throw new Error('money for what has ended as a whole')
  first.amountInPaise += left
  const [some = first, ...others] = parts.filter(({ amountInPaise }) => amountInPaise > 0)
  return [some, ...others]
}

function otherReference(arrived: readonly Arrived[], known: readonly Arrived[], { providerId }: Money) {
  const [first] = arrived
  if (first === undefined || providerId === null || known.length > 0) return undefined
  return first.providerIds.find((key) => !isLineKey(key)) ?? first.reference
}

/**
 * True for a repeated call: the due sum that staff saw is out of date, and the sum that they entered is recorded
 * already.
 */
function isRepeat(entered: Entered, dueInPaise: number, known: readonly Arrived[]): boolean {
  const knownInPaise = known.reduce((sum, { pays, waits }) => sum + pays + waits, 0)
  return entered.due !== dueInPaise && (entered.amount ?? dueInPaise) === knownInPaise
}

/**
 * Refuses a refund if another sum waits than staff saw. A seat that its payer cancelled meanwhile adds money that the
 * school has promised: the school must not keep it, and it is no reduction of a price.
 */
function requireSeen<Row>(payable: Payable<Row>, { waits, keepsRest }: SentBack, waitsInPaise: number) {
  if (waits === undefined) {
    if (!keepsRest) return
    throw new DomainError('validation_failed', {
      fields: { waits: 'Refresh the page and try again.' },
    })
  }
  if (waits === waitsInPaise) return
  throw waitsInPaise === 0
    ? payable.refusals.nothing()
    : refusal('refund-changed', { facts: { waitsInPaise }, details: { waits: decimalRupees(waitsInPaise) } })
}

function createReversals(payments: PaymentsService) {
  return {
    async refund<Row>(tx: Tx, payable: Payable<Row>, rowId: string, sent: SentBack, by: Actor) {
      const row = await payable.lock(tx, rowId)
      const owed = await payable.owes(tx, row)
      const waitsInPaise = owed.reduce((sum, part) => sum + part.waitsInPaise, 0)
      requireSeen(payable, sent, waitsInPaise)
      // Money that pays is refunded only for the named seat, so the price of the other seats stays unchanged.
      const named = owed.find(({ id }) => id === rowId)
      const keptInPaise = named?.keptInPaise ?? 0
      const from: Purpose = waitsInPaise + keptInPaise > 0 ? 'waits' : 'pays'
      const mostInPaise = from === 'waits' ? waitsInPaise + keptInPaise : (named?.paysBackInPaise ?? 0)
      const amountInPaise = sent.amount ?? waitsInPaise
      if (mostInPaise === 0 || amountInPaise === 0) throw payable.refusals.nothing()
      if (amountInPaise > mostInPaise) throw refusal('refund-above', { facts: { mostInPaise } })
      const entry = { note: sent.note, method: sent.method, recordedBy: by.userId }
      const parts: { id: string; from: Purpose; sumInPaise: number }[] = []
      let left = amountInPaise
      // The refund takes the money that waits first, then the money that the school kept.
      const sources = [
        ...(from === 'waits' ? owed.map(({ id }) => ({ id, from: 'waits' as const })) : []),
        ...(named ? [{ id: named.id, from: 'pays' as const }] : []),
      ]
      for (const { id, from } of sources) {
        const subject = { kind: payable.kind, id }
        const sumInPaise = await payments.refund(tx, subject, { ...entry, from, amountInPaise: left })
        left -= sumInPaise
        if (sumInPaise > 0) parts.push({ id, from, sumInPaise })
      }
      await payable.refunded(tx, row, { ...sent, id: rowId, from, amountInPaise, mostInPaise, parts }, by)
    },

    async reverse(
      tx: Tx,
      payables: Payables,
      receiptId: string,
      { reason, tell }: { reason: string; tell: boolean },
      by: Actor,
    ) {
      for (const { kind, id } of await payments.leftOf(tx, receiptId)) await payables[kind].lock(tx, id)
      const taken = await payments.reverse(tx, receiptId, { note: reason, recordedBy: by.userId })
      for (const { kind, id, amountInPaise } of taken) {
        const row = await payables[kind].lock(tx, id)
        await payables[kind].reversed(tx, row, { id, amountInPaise, reason, tell }, by)
      }
    },
  }
}
