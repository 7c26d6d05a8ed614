import { DomainError } from '../../../contract/errors.ts'
import type { Tx } from '../../db/schema.ts'
import type { Actor } from '../../platform/audit.ts'
import type { PaymentClaim } from '../../platform/payments/provider.ts'
import type { Deps } from '../deps.ts'
import { type Bringer, dueIn, type Owed, type Payable, type Refused } from './payable.ts'
import { type Money, type Part, type PaymentsService, paidText } from './payments.service.ts'

export type { Payable }
export { dueIn }
export type SettlementService = ReturnType<typeof createSettlement>

/** How money is taken for whatever can be paid; each kind has an adapter. */
export function createSettlement({ db }: Pick<Deps, 'db'>, payments: PaymentsService) {
  /**
   * Takes the place, writes the sum, and lets the row stand paid. Where there is no place the sum waits for staff, and a
   * payer is refused. Without `money` all was here before.
   */
  async function take<Row>(
    tx: Tx,
    payable: Payable<Row>,
    { row, owed, money, sumInPaise, who, by }: Taken<Row>,
  ): Promise<Row> {
    const { kind } = payable
    const accepted = await payable.accept(tx, row, who)
    if (accepted === null && who === 'payer') requireOpen(payable, row, 'late', owed)
    if (accepted !== null && owed.state === 'attention') {
      for (const { id } of openOf(owed)) await payments.seatMoney(tx, { kind, id })
    }
    const { id, reference } = payable.describe(row)
    const receiptId =
      money &&
      (await payments.settle(
        tx,
        { ...money, of: { kind, id, reference } },
        shareOut(kind, owed, accepted !== null, sumInPaise),
      ))
    const paid = money === null ? '' : paidText(money, sumInPaise)
    return payable.settled(tx, row, { accepted, sumInPaise, receiptId, paid }, by)
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
      const taken = { row, owed, sumInPaise: dueIn(owed), who: 'payer', by: null } as const
      if (owed.hasCome) return take(tx, payable, { ...taken, money: null })
      if (claim?.outcome !== 'settled') {
        throw new DomainError(owed.state === 'checking' ? 'payment_pending' : 'payment_failed', {
          details: { reference: payable.describe(row).reference },
        })
      }
      const money = { provider: payments.provider.name, providerId: claim.reference }
      return take(tx, payable, { ...taken, money })
    },
  }
}

interface Taken<Row> {
  row: Row
  owed: Owed
  money: Money | null
  sumInPaise: number
  who: Bringer
  by: Actor | null
}

/** @throws what the adapter refuses */
function requireOpen<Row>(payable: Payable<Row>, row: Row, why: Refused, owed: Owed): void {
  const refused = payable.refuse(row, why, owed)
  if (refused !== null) throw refused
}

const openOf = ({ parts }: Owed) => parts.filter(({ isCancelled }) => !isCancelled)

/** One sum over the parts: each its due, in their order; what is more stays with the first. */
function shareOut(
  kind: Payable<unknown>['kind'],
  owed: Owed,
  isLive: boolean,
  sum: number,
): [Part, ...Part[]] {
  let left = sum
  const shares = openOf(owed).map(({ id, reference, dueInPaise }) => {
    const amountInPaise = Math.min(left, dueInPaise)
    left -= amountInPaise
    return { kind, id, reference, amountInPaise, isLive }
  })
  const [first, ...others] = shares
  if (first === undefined) throw new Error('money for what was cancelled as a whole')
  const parts = [{ ...first, amountInPaise: first.amountInPaise + left }, ...others]
  // A seat for which nothing came has no part.
  const [some = parts[0] as Part, ...more] = parts.filter(({ amountInPaise }) => amountInPaise > 0)
  return [some, ...more]
}
