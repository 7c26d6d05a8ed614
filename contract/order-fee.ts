import type { ChargeStatus, OrderStatus } from './order-facts.ts'

/** The fee that the order's page asks for and the payment page takes, or else the one that was paid last. */
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

/** Whether a part of its price is here, and the rest is still to come. */
export const isPartPaid = ({ status, came, due }: { status: OrderStatus; came: number; due: number }) =>
  status !== 'cancelled' && came > 0 && due > 0
