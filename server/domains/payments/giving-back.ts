import { refusal } from '../../../contract/errors.ts'
import type { Tx } from '../../db/schema.ts'
import type { Actor } from '../../platform/audit.ts'
import type { Purpose } from './corrections.ts'
import type { Payable, Payables, SentBack } from './payable.ts'
import type { PaymentsService } from './payments.service.ts'

/** Money that goes back, or never came. */
export function createGivingBack(payments: PaymentsService) {
  return {
    /**
     * Staff sent money back: what waits, or where nothing waits a part of what pays, if the adapter lets it go.
     * @throws `not_found`; `conflict` where there is not so much
     */
    async refund<Row>(
      tx: Tx,
      payable: Payable<Row>,
      rowId: string,
      sent: SentBack,
      by: Actor,
    ): Promise<void> {
      const row = await payable.lock(tx, rowId)
      const owed = await payable.owes(tx, row)
      const waitsInPaise = owed.reduce((sum, part) => sum + part.waitsInPaise, 0)
      const from: Purpose = waitsInPaise > 0 ? 'waits' : 'pays'
      // One price goes down alone: that of the seat which staff named.
      const named = owed.find(({ id }) => id === rowId)
      const mostInPaise = from === 'waits' ? waitsInPaise : (named?.paysBackInPaise ?? 0)
      const amountInPaise = sent.amount ?? waitsInPaise
      if (mostInPaise === 0 || amountInPaise === 0) throw payable.refusals.nothing()
      if (amountInPaise > mostInPaise) throw refusal('refund-above', { facts: { mostInPaise } })
      const entry = { note: sent.note, method: sent.method, recordedBy: by.userId, from }
      const parts: { id: string; sumInPaise: number }[] = []
      let left = amountInPaise
      for (const { id } of from === 'pays' && named ? [named] : owed) {
        const subject = { kind: payable.kind, id }
        const sumInPaise = await payments.refund(tx, subject, { ...entry, amountInPaise: left })
        left -= sumInPaise
        if (sumInPaise > 0) parts.push({ id, sumInPaise })
      }
      await payable.refunded(tx, row, { ...sent, id: rowId, from, amountInPaise, mostInPaise, parts }, by)
    },

    /**
     * Takes back what was entered by mistake, for all that it paid.
     * @throws `not_found`; `conflict` where it was taken back before, or an adapter does not let it go
     */
    async reverse(
      tx: Tx,
      payables: Payables,
      receiptId: string,
      { reason, tell }: { reason: string; tell: boolean },
      by: Actor,
    ): Promise<void> {
      for (const { kind, id } of await payments.leftOf(tx, receiptId)) await payables[kind].lock(tx, id)
      const taken = await payments.reverse(tx, receiptId, { note: reason, recordedBy: by.userId })
      for (const { kind, id, amountInPaise } of taken) {
        const row = await payables[kind].lock(tx, id)
        await payables[kind].reversed(tx, row, { id, amountInPaise, reason, tell }, by)
      }
    },
  }
}
