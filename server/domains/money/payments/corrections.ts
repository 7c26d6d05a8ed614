import { refusal } from '../../../../contract/errors.ts'
import type { MoneyMethod } from '../../../../contract/money/payment-methods.ts'
import type { Queryable, Tx } from '../../../db/schema.ts'
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

/** Makes the function that assigns a part of a receipt to a subject; a negative sum takes the part back. */
export function createAllocate({ clock, ids }: Deps) {
  return async (
    tx: Tx,
    receiptId: string,
    { kind, id }: Subject,
    purpose: Purpose,
    amountInPaise: number,
  ) => {
    const row = {
      id: ids.id(),
      receipt_id: receiptId,
      subject: kind,
      subject_id: id,
      purpose,
      amount_in_paise: amountInPaise,
      at: clock.now(),
    }
    await ledger.insertAllocation(tx, [row])
  }
}

/** The ledger is corrected by counter entries, never by a delete. */
export function createCorrections(deps: Deps) {
  const { clock, ids } = deps
  const allocate = createAllocate(deps)

  async function addCounterEntry(
    tx: Tx,
    receipt: { id: string; provider: string; reference: string | null },
    entry: Pick<Refund, 'note' | 'recordedBy' | 'method'> & {
      kind: 'refund' | 'reversal'
      amountInPaise: number
    },
  ): Promise<string> {
    const id = ids.id()
    const row = {
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
    }
    await tx.insertInto('receipt').values(row).execute()
    return id
  }

  return {
    /**
     * Records a refund of money that waits for staff or, if `from` is `pays`, of money that pays for the subject.
     * Returns the refunded paise.
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
        const id = await addCounterEntry(tx, receipt, { kind: 'refund', ...entry, amountInPaise: part })
        await allocate(tx, id, subject, from, -part)
        // Staff may enter the bank reference of refunded money again, but a payment provider's id is never used again.
        if (receipt.provider === 'staff' && (await ledger.isGone(tx, receipt.id)))
          await ledger.freeKeys(tx, receipt.id)
        sent += part
      }
      return sent
    },

    /**
     * Returns the part of a receipt's money that each subject still has, in a fixed order. @throws `not_found`;
     * `conflict` if no money of the receipt is left
     */
    leftOf: async (db: Queryable, receiptId: string) => bySubject((await findLeft(db, receiptId)).left),

    /**
     * Reverses a receipt, and frees its reference for another receipt. The caller locks all its subjects, because
     * otherwise two calls could both reverse it. Returns the sum taken from each subject. @throws `not_found`;
     * `conflict` if no money of the receipt is left
     */
    async reverse(tx: Tx, receiptId: string, { note, recordedBy }: { note: string; recordedBy: string }) {
      const { receipt, left } = await findLeft(tx, receiptId)
      const amountInPaise = left.reduce((sum, { amount }) => sum + amount, 0)
      const id = await addCounterEntry(tx, receipt, { kind: 'reversal', amountInPaise, note, recordedBy })
      for (const { subject, subject_id, purpose, amount } of left) {
        await allocate(tx, id, { kind: subject, id: subject_id }, purpose, -amount)
      }
      await ledger.freeKeys(tx, receiptId)
      return bySubject(left)
    },
  }
}

type Left = Subject & { amountInPaise: number }

async function findLeft(db: Queryable, receiptId: string) {
  const receipt = await db.selectFrom('receipt').selectAll().where('id', '=', receiptId).executeTakeFirst()
  if (receipt?.kind !== 'received') throw refusal('receipt-unknown')
  const left = (await ledger.listAllocated(db, receiptId)).filter(({ amount }) => amount !== 0)
  if (left.length === 0) throw refusal('receipt-gone')
  return { receipt, left }
}

/**
 * Adds up the sums of each subject. Callers lock the subjects in the returned order, so that two calls do not deadlock.
 */
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
