import { type OrderStatus, orderStatuses } from '../../../../contract/order-facts.ts'
import type { Order } from '../../../../contract/orders.ts'
import { api } from '../../../lib/api.ts'
import { cx } from '../../../ui/class-names.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import type { Openable } from '../../../ui/lazy-dialog.tsx'
import { Spinner } from '../../../ui/spinner.tsx'
import { Refusal } from '../../form-dialog.tsx'
import { useDeed } from '../../use-deed.ts'
import { statusMeaning } from './order-facts.ts'
import { StatusBadge } from './order-parts.tsx'

/** Picking a status saves it at once. */
export function OrderStatusDialog({
  order,
  onChanged,
  ...dialog
}: Openable & { order: Order; onChanged: (changed: Order) => void }) {
  const save = useDeed({
    run: async (status: OrderStatus) => {
      const body = { status, version: order.version }
      return (await api('PUT /api/admin/orders/:id/status', { params: { id: order.id }, body })).data
    },
    failed: 'Failed to update order status',
    onDone: onChanged,
  })
  return (
    <Dialog
      {...dialog}
      isLocked={save.isPending}
      closeOnOutsidePress
      title="Update Order Status"
      description={`${order.ordernumber}, ${order.customername}. It is saved as soon as you pick, and can be undone for 10 seconds.`}
    >
      <Refusal error={save.refusal} />
      <ul className="mt-1 flex flex-col gap-2">
        {orderStatuses.map((status) => {
          const isCurrent = status === order.status
          return (
            <li key={status}>
              <button
                type="button"
                disabled={isCurrent}
                aria-current={isCurrent || undefined}
                aria-disabled={save.isPending || undefined}
                className={cx(
                  'flex min-h-14 w-full items-center gap-4 rounded-sm border px-4 py-2 text-left transition-colors',
                  isCurrent
                    ? 'border-leaf-ink bg-leaf-tint'
                    : 'border-line-strong hover:border-leaf-ink hover:bg-sunk',
                )}
                onClick={() => {
                  if (!save.isPending) save.mutate(status)
                }}
              >
                <span className="w-28 shrink-0">
                  <StatusBadge status={status} />
                </span>
                <span className="min-w-0 flex-1 text-sm text-ink-soft">
                  {isCurrent ? 'This is its status now.' : statusMeaning[status]}
                </span>
                {save.isPending && save.variables === status && <Spinner />}
              </button>
            </li>
          )
        })}
      </ul>
    </Dialog>
  )
}
