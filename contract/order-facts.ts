/** B§4: what an order can be. */
export const orderStatuses = [
  'pending',
  'confirmed',
  'processing',
  'shipped',
  'delivered',
  'completed',
  'cancelled',
] as const
export type OrderStatus = (typeof orderStatuses)[number]

export const orderPaymentStatuses = ['pending', 'paid', 'failed', 'refunded'] as const
export type OrderPaymentStatus = (typeof orderPaymentStatuses)[number]

/** Reading B5: so long can a change of status be undone; its effects wait until then. */
export const statusUndoMs = 10_000
