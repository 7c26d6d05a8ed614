// The payment page loads this file, so the file imports only types, which add no code to the page.
import type { ChargeStatus, OrderStatus } from './order-facts.ts'

/**
 * Returns the open fee, which the payment page takes. If no fee is open, it returns the fee that was paid last.
 */
export function feeOf<Fee extends { status: ChargeStatus }>(order: {
  status: OrderStatus
  charges: readonly Fee[]
}): Fee | undefined {
  // An order has to be paid before its fees.
  if (order.status === 'pending' || order.status === 'cancelled') return undefined
  return (
    order.charges.find(({ status }) => status === 'open') ??
    order.charges.findLast(({ status }) => status === 'paid')
  )
}

export const isPartPaid = ({ status, came, due }: { status: OrderStatus; came: number; due: number }) =>
  status !== 'cancelled' && came > 0 && due > 0
