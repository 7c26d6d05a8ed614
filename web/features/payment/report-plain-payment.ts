import { data, redirect } from 'react-router'
import type { PageForm } from '../../../contract/page.ts'

/** What the page says where the payment could not be reported. */
export interface PlainReport {
  sentence: string
}

/** "I have paid" of a browser without scripts. The page that follows says whether it stands or is being checked. */
export async function reportPlainPayment({ fields, send }: PageForm) {
  const seat = fields.get('enrollment')
  const id = fields.get('order') ?? ''
  // The page names the fee that it shows: otherwise it shows the order.
  const fee = fields.get('fee')
  const body = { status: 'confirmed' } as const
  const sent = seat
    ? await send('PATCH /api/enrollments/:id/status', { params: { id: seat }, body })
    : fee
      ? await send('POST /api/order-charges/:id/payment', { params: { id: fee } })
      : await send('PATCH /api/orders/:id/status', { params: { id }, body })
  if (sent.refusal === null || sent.refusal.code === 'payment_pending') {
    return redirect(`/payment?${new URLSearchParams(seat ? { enrollment: seat } : { order: id })}`, 303)
  }
  return data<PlainReport>({ sentence: sent.refusal.message }, { status: sent.status })
}
