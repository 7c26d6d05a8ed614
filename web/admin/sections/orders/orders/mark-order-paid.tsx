import type { Order } from '../../../../../contract/orders/orders.ts'
import { formatRupees } from '../../../../../contract/words.ts'
import { api } from '../../../../lib/api.ts'
import type { Openable } from '../../../../ui/lazy-dialog.tsx'
import { MarkPaidDialog } from '../../../mark-paid-dialog.tsx'

/** Money may still come for an order whose hold has ended, but not for one that somebody cancelled. */
export function canMarkPaid({ paymentstatus, status, endedBy }: Order): boolean {
  return paymentstatus === 'pending' && (status !== 'cancelled' || endedBy === 'hold')
}

export function MarkOrderPaidDialog({
  order,
  ...dialog
}: Openable & { order: Order; onChanged: () => void }) {
  return (
    <MarkPaidDialog
      {...dialog}
      of={order.id}
      description={`${order.ordernumber} · ${order.customername} · ${formatRupees(order.total)}`}
      due={String(order.due)}
      restWords={(rest) => `The order then counts as paid: ${formatRupees(rest)} is let off.`}
      warning={
        order.endedBy === 'hold'
          ? 'This order was not paid in time. If its flowers and its slot are still to be had, they are taken again.'
          : null
      }
      send={(body, keyed) =>
        api('POST /api/admin/orders/:id/payment', { params: { id: order.id }, body }, keyed(body))
      }
      confirmed={`${order.ordernumber} is confirmed.`}
    />
  )
}
