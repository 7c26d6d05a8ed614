import { type Demo, type DemoPayment, rowsOf } from './demo.ts'

/** Enters the payments into the ledger in the same way as the services. */
export function addMoney(demo: Demo): void {
  for (const payment of demo.payments) {
    if (payment.stands === 'claimed') {
      const { id, subject, subject_id, provider, provider_id, amount_in_paise, at: claimed_at } = payment
      const claim = { id, subject, subject_id, provider, provider_id, amount_in_paise, claimed_at }
      rowsOf(demo, 'claim').push(claim)
      continue
    }
    addReceipt(demo, payment, 'received')
    if (payment.stands === 'refunded') addReceipt(demo, payment, 'refund')
  }
}

function addReceipt(demo: Demo, payment: DemoPayment, kind: 'received' | 'refund'): void {
  const { id: paid, subject, subject_id, provider, provider_id, method, reference, at } = payment
  const isRefund = kind === 'refund'
  const id = isRefund ? `${paid}:refund` : paid
  const amount_in_paise = isRefund ? -payment.amount_in_paise : payment.amount_in_paise
  rowsOf(demo, 'receipt').push({
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
  const allocation = {
    id,
    receipt_id: id,
    subject,
    subject_id,
    purpose: 'pays',
    amount_in_paise,
    at,
  } as const
  rowsOf(demo, 'allocation').push(allocation)
  if (!isRefund && provider_id) rowsOf(demo, 'receipt_key').push({ provider, provider_id, receipt_id: id })
}
