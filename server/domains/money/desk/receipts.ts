import { refusal } from '../../../../contract/errors.ts'
import type { Payable, PayableKind } from '../../../../contract/money/money.ts'
import { moneyMethods, moneyMethodWords } from '../../../../contract/money/payment-methods.ts'
import type { Receipt } from '../../../../contract/money/receipts.ts'
import type { Queryable, Tx } from '../../../db/schema.ts'
import type { Actor } from '../../../platform/audit.ts'
import { authSecret } from '../../../platform/secret.ts'
import { createSignedLinks } from '../../../platform/signed-links.ts'
import { requireRight } from '../../../platform/staff-rights.ts'
import type { Deps } from '../../deps.ts'
import type { PaymentsService } from '../payments/payments.service.ts'
import { receiptLetter } from './money-desk.letters.ts'
import { presentEntries } from './money-desk.presenter.ts'
import * as repository from './money-desk.repository.ts'

export type Staff = Actor & { role: string }

export function createReceipts(
  { db, config, ids, audit, outbox }: Deps,
  payments: PaymentsService,
  getPayable: (source: Queryable, kind: PayableKind, id: string) => Promise<Payable>,
) {
  const links = createSignedLinks(authSecret(config))

  async function findReceipt(source: Queryable, receiptId: string, kind: PayableKind, id: string) {
    const payable = await getPayable(source, kind, id)
    const together = await repository.listGroupIds(source, kind, id)
    const entries = presentEntries(await payments.trailOf(source, kind, together))
    const entry = entries.find((one) => one.id === receiptId)
    if (!entry?.number) return undefined
    const { name, title, reference } = payable
    const method = moneyMethods.find((one) => one === entry.method) ?? null
    const receipt: Receipt = {
      number: entry.number,
      day: entry.day,
      name,
      title,
      reference,
      amount: entry.amount,
      rest: hasEnded(payable) ? '0.00' : payable.due,
      method: method && moneyMethodWords[method],
      isVoid: entries.some((one) => one.receipt === receiptId && one.kind === 'reversal'),
    }
    return { receipt, method, payable, together }
  }

  return {
    async viewReceipt(token: string) {
      const id = links.read('receipt', token)
      const named = id === null ? undefined : await payments.findAllocation(db.read, id)
      if (named === undefined) throw refusal('receipt-link-unknown')
      const found = await findReceipt(db.read, named.receipt_id, named.subject, named.subject_id)
      if (found === undefined) throw refusal('receipt-link-unknown')
      return found.receipt
    },

    async mailReceipt(
      tx: Tx,
      receiptId: string,
      { kind, subject: id }: { kind: PayableKind; subject: string },
      by: Staff,
    ) {
      requireMoneyRight(kind, by)
      const found = await findReceipt(tx, receiptId, kind, id)
      if (found === undefined) throw refusal('receipt-unknown')
      const { receipt, method, payable: row, together } = found
      const { amount, rest, ...shown } = receipt
      const subjects = together.map((one) => ({ id: one }))
      const words = receiptLetter({
        ...shown,
        method,
        amountInPaise: Math.round(Number(amount) * 100),
        restInPaise: Math.round(Number(rest) * 100),
        receipts: await payments.receiptRefs(tx, kind, subjects, receiptId),
      })
      // The prefix marks an order's receipt, because some staff may read messages about seats but not about orders.
      const cause = `${isOfSeat(kind) ? '' : 'order:'}receipt:${receiptId}:${ids.id()}`
      await outbox.tell(tx, { to: row, cause, words, isProved: !shown.isVoid, isOwed: true })
      await audit.record(tx, {
        by,
        action: 'changed',
        kind: kind === 'order-charge' ? 'order' : kind,
        id,
        title: `${row.name}, ${row.title}`,
        before: {},
        after: { receipt: `${shown.number} e-mailed` },
      })
      return { id: receiptId }
    },
  }
}

const hasEnded = ({ status }: Payable) => status === 'cancelled' || status === 'expired'

/** The front desk may see the money of seats, but not of orders. @throws `forbidden` */
export function requireMoneyRight(kind: PayableKind, by: Staff): void {
  if (!isOfSeat(kind)) requireRight(by, 'money')
}

const isOfSeat = (kind: PayableKind) => kind === 'enrolment' || kind === 'event-booking'
