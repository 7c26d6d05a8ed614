import type { Insertable } from 'kysely'
import type { PayableKind } from '../../../contract/money/money.ts'
import type { Schema, Tx } from '../schema.ts'

export interface DemoPayment {
  id: string
  subject: PayableKind
  subject_id: string
  provider: string
  provider_id: string | null
  method?: string
  reference: string
  amount_in_paise: number
  at: string
  stands: 'settled' | 'refunded' | 'claimed'
}

/** Writes them into the ledger as the services would have. */
export async function insertDemoMoney(tx: Tx, payments: readonly DemoPayment[]): Promise<void> {
  const receipts: Insertable<Schema['receipt']>[] = []
  const allocations: Insertable<Schema['allocation']>[] = []
  const add = (payment: DemoPayment, kind: 'received' | 'refund') => {
    const { id: paid, subject, subject_id, provider, provider_id, method, reference, at } = payment
    const isRefund = kind === 'refund'
    const id = isRefund ? `${paid}:refund` : paid
    const amount_in_paise = isRefund ? -payment.amount_in_paise : payment.amount_in_paise
    receipts.push({
      id,
      kind,
      receipt_id: isRefund ? paid : null,
      provider,
      provider_id: isRefund ? null : provider_id,
      method: method ?? null,
      reference,
      amount_in_paise,
      happened_at: at,
      recorded_at: at,
    })
    allocations.push({ id, receipt_id: id, subject, subject_id, purpose: 'pays', amount_in_paise, at })
  }
  for (const payment of payments) {
    if (payment.stands === 'claimed') {
      const { id, subject, subject_id, provider, provider_id, amount_in_paise, at: claimed_at } = payment
      const claim = { id, subject, subject_id, provider, provider_id, amount_in_paise, claimed_at }
      await tx.insertInto('claim').values(claim).execute()
      continue
    }
    add(payment, 'received')
    if (payment.stands === 'refunded') add(payment, 'refund')
  }
  const keys = receipts.flatMap(({ id, provider, provider_id }) =>
    provider_id ? [{ provider, provider_id, receipt_id: id }] : [],
  )
  if (receipts.length > 0) await tx.insertInto('receipt').values(receipts).execute()
  if (allocations.length > 0) await tx.insertInto('allocation').values(allocations).execute()
  if (keys.length > 0) await tx.insertInto('receipt_key').values(keys).execute()
}
