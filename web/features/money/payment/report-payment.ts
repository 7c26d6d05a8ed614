import { data, redirect } from 'react-router'
import type { PageForm } from '../../../../contract/page.ts'

/** Records the payment for a browser without scripts. The next page shows if it is paid or being checked. */
export async function reportPayment({ fields, send }: PageForm) {
  const seat = fields.get('enrollment')
  const id = fields.get('order') ?? ''
  // The page sends the id of a fee if it shows one; else it shows the order.
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
  return data(sent.refusal, sent.status)
}
