import type { ChargeStatus, OrderStatus } from './order-facts.ts'

/** The order's page asks for this fee and the payment page takes it; if none is open, it is the one paid last. */
export function feeOf<Fee extends { status: ChargeStatus }>(order: {
  status: OrderStatus
  charges: readonly Fee[]
}): Fee | undefined {
  // The order itself comes first.
  if (order.status === 'pending' || order.status === 'cancelled') return undefined
  return (
    order.charges.find(({ status }) => status === 'open') ??
    order.charges.findLast(({ status }) => status === 'paid')
  )
}

export const isPartPaid = ({ status, came, due }: { status: OrderStatus; came: number; due: number }) =>
  status !== 'cancelled' && came > 0 && due > 0
