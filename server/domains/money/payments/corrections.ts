import { refusal } from '../../../../contract/errors.ts'
import type { MoneyMethod } from '../../../../contract/money/payment-methods.ts'
import type { Queryable } from '../../../db/open.ts'
import type { Tx } from '../../../db/schema.ts'
import type { Deps } from '../../deps.ts'
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

/** Money of the ledger is taken back by entries of their own, never by a delete. */
export function createCorrections({ clock, ids }: Pick<Deps, 'clock' | 'ids'>, allocate: Allocate) {
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
    /** Staff sent back what had no seat, or with `from` a part of what pays one; by default all. Answers how much. */
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

    /** Each subject has so much left of a receipt, in one order. @throws `not_found`; `conflict` if nothing is left */
    leftOf: async (db: Queryable, receiptId: string) => bySubject((await findLeft(db, receiptId)).left),

    /**
     * Takes back a mistake, and frees its id. The caller locks all that it paid, or two would take it back twice.
     * Answers what was taken back of each subject. @throws `not_found`; `conflict` if nothing is left
     */
    async reverse(tx: Tx, receiptId: string, { note, recordedBy }: { note: string; recordedBy: string }) {
      const { receipt, left } = await findLeft(tx, receiptId)
      const amountInPaise = left.reduce((sum, { amount }) => sum + amount, 0)
      const id = await counter(tx, receipt, { kind: 'reversal', amountInPaise, note, recordedBy })
      for (const { subject, subject_id, purpose, amount } of left) {
        await allocate(tx, id, { kind: subject, id: subject_id }, purpose, -amount)
      }
      await ledger.freeKeys(tx, receiptId)
      return bySubject(left)
    },
  }
}

type Left = Subject & { amountInPaise: number }

/** @throws `not_found`; `conflict` if nothing of it is here any more */
async function findLeft(db: Queryable, receiptId: string) {
  const receipt = await ledger.findReceipt(db, receiptId)
  if (receipt?.kind !== 'received') throw refusal('receipt-unknown')
  const left = (await ledger.listAllocated(db, receiptId)).filter(({ amount }) => amount !== 0)
  if (left.length === 0) throw refusal('receipt-gone')
  return { receipt, left }
}

/** Everybody locks them in this order, so that two never wait for each other. */
function bySubject(
  left: readonly { subject: Subject['kind']; subject_id: string; amount: number }[],
): Left[] {
  const groups = Map.groupBy(left, ({ subject, subject_id }) => `${subject} ${subject_id}`)
  return [...groups]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([, of]) => {
      const [first] = of
      const amountInPaise = of.reduce((sum, { amount }) => sum + amount, 0)
      return first ? [{ kind: first.subject, id: first.subject_id, amountInPaise }] : []
    })
}
