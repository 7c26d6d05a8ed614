import { refusal } from '../../../contract/errors.ts'
import type { MoneyMethod } from '../../../contract/money-methods.ts'
import type { Queryable } from '../../db/open.ts'
import type { Tx } from '../../db/schema.ts'
import type { Deps } from '../deps.ts'
import type { Subject } from './payments.repository.ts'
import * as ledger from './payments.repository.ts'

export type Purpose = 'pays' | 'waits'

export interface Refund {
  amountInPaise?: number | undefined
  from?: Purpose | undefined
  method?: MoneyMethod | undefined
  note: string
  recordedBy: string
}

type Allocate = (
  tx: Tx,
  receiptId: string,
  subject: Subject,
  purpose: Purpose,
  amountInPaise: number,
) => Promise<void>

/** What takes money of the ledger back: by entries of their own, never by a delete. */
export function createCorrections({ clock, ids }: Pick<Deps, 'clock' | 'ids'>, allocate: Allocate) {
  /** Takes an amount of a receipt back by an entry of its own; answers the entry's id. */
  async function counter(
    tx: Tx,
    receipt: { id: string; provider: string; reference: string | null },
    entry: Pick<Refund, 'note' | 'recordedBy' | 'method'> & {
      kind: 'refund' | 'reversal'
      amountInPaise: number
    },
  ): Promise<string> {
    const id = ids.id()
    await ledger.insertCounterEntry(tx, {
      id,
      kind: entry.kind,
      receipt_id: receipt.id,
      provider: receipt.provider,
      provider_id: null,
      number: null,
      method: entry.method ?? null,
      reference: receipt.reference,
      amount_in_paise: -entry.amountInPaise,
      note: entry.note,
      recorded_by: entry.recordedBy,
      happened_at: clock.now(),
      recorded_at: clock.now(),
    })
    return id
  }

  return {
    /**
     * Staff sent money back: what had no seat, or with `from` a part of what pays one; all of it unless told. Answers how
     * much that is.
     */
    async refund(
      tx: Tx,
      subject: Subject,
      { amountInPaise = Number.POSITIVE_INFINITY, from = 'waits', ...entry }: Refund,
    ): Promise<number> {
      let sent = 0
      for (const receipt of await ledger.listArrived(tx, subject.kind, [subject.id])) {
        const part = Math.min(receipt[from], amountInPaise - sent)
        if (part <= 0) continue
        const id = await counter(tx, receipt, { kind: 'refund', ...entry, amountInPaise: part })
        await allocate(tx, id, subject, from, -part)
        // A reference that staff typed may come again; a provider's id never does.
        if (receipt.provider === 'staff' && (await ledger.isGone(tx, receipt.id)))
          await ledger.freeKeys(tx, receipt.id)
        sent += part
      }
      return sent
    },

    /** What a receipt still pays or lets wait. @throws `not_found`; `conflict` where nothing of it is here any more */
    async leftOf(db: Queryable, receiptId: string): Promise<{ subjects: Subject[]; amountInPaise: number }> {
      const receipt = await ledger.findReceipt(db, receiptId)
      if (receipt?.kind !== 'received') throw refusal('receipt-unknown')
      const left = (await ledger.listAllocated(db, receiptId)).filter(({ amount }) => Number(amount) !== 0)
      if (left.length === 0) throw refusal('receipt-gone')
      const subjects = new Map(
        left.map(({ subject: kind, subject_id: id }) => [`${kind} ${id}`, { kind, id }] as const),
      )
      return {
        subjects: [...subjects].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, subject]) => subject),
        amountInPaise: left.reduce((sum, { amount }) => sum + Number(amount), 0),
      }
    },

    /**
     * Takes back a mistake, and frees its id. The caller locks all that it paid, or two would take it back twice. Answers
     * what was taken back of each subject.
     * @throws `not_found`
     */
    async reverse(
      tx: Tx,
      receiptId: string,
      { note, recordedBy }: { note: string; recordedBy: string },
    ): Promise<Map<string, number>> {
      const receipt = await ledger.findReceipt(tx, receiptId)
      if (receipt?.kind !== 'received') throw refusal('receipt-unknown')
      const left = (await ledger.listAllocated(tx, receiptId)).filter(({ amount }) => amount !== 0)
      const amountInPaise = left.reduce((sum, { amount }) => sum + amount, 0)
      const entry = { kind: 'reversal' as const, amountInPaise, note, recordedBy }
      const id = await counter(tx, receipt, entry)
      const taken = new Map<string, number>()
      for (const { subject, subject_id, purpose, amount } of left) {
        await allocate(tx, id, { kind: subject, id: subject_id }, purpose, -amount)
        const key = `${subject} ${subject_id}`
        taken.set(key, (taken.get(key) ?? 0) + amount)
      }
      await ledger.freeKeys(tx, receiptId)
      return taken
    },
  }
}
