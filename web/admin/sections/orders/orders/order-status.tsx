import { type OrderStatus, orderStatuses, statusUndoMs } from '../../../../../contract/orders/order-facts.ts'
import type { Order } from '../../../../../contract/orders/orders.ts'
import { api } from '../../../../lib/api.ts'
import { cx } from '../../../../ui/class-names.ts'
import { Dialog } from '../../../../ui/dialog.tsx'
import type { Openable } from '../../../../ui/lazy-dialog.tsx'
import { Spinner } from '../../../../ui/spinner.tsx'
import { Refusal } from '../../../form-dialog.tsx'
import { sayUndoable } from '../../../undo-toast.ts'
import { useDeed } from '../../../use-deed.ts'
import { StatusBadge, statusMeaning } from './order-card.tsx'

/** @throws ApiError */
export async function setStatus({ id, version }: Order, status: OrderStatus): Promise<Order> {
  const input = { params: { id }, body: { status, version } }
  return (await api('PUT /api/admin/orders/:id/status', input)).data
}

export function OrderStatusDialog({
  order,
  onChanged,
  ...dialog
}: Openable & { order: Order; onChanged: (changed: Order) => void }) {
  const save = useDeed({
    run: (status: OrderStatus) => setStatus(order, status),
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

/** The Undo shows for as long as the server takes the change back. */
export function sayStatusChanged(status: OrderStatus, changed: readonly Order[], onUndone: () => void): void {
  const whose = changed.length === 1 ? '' : ` for ${changed.length} orders`
  sayUndoable({
    description: `Order status changed to ${status}${whose}`,
    undoMs: statusUndoMs,
    of: changed.flatMap(({ id, change }) => (change ? [{ id, change: change.id }] : [])),
    undo: ({ id, change }) =>
      api('POST /api/admin/orders/:id/status/undo', { params: { id }, body: { change } }),
    onUndone,
    words: {
      undone: { title: 'Undone', description: 'The status is what it was, and nobody was told.' },
      verb: 'undone',
      unanswered: 'The server did not answer. Please look at the order and set its status.',
    },
  })
}
