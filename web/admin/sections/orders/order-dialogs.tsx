import { useQuery } from '@tanstack/react-query'
import { type OrderStatus, orderStatuses, statusUndoMs } from '../../../../contract/order-facts.ts'
import type { Order } from '../../../../contract/orders.ts'
import { counted, momentText } from '../../../../contract/words.ts'
import { api } from '../../../lib/api.ts'
import { query } from '../../../lib/query.ts'
import { Button } from '../../../ui/button.tsx'
import { cx } from '../../../ui/class-names.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import type { Openable } from '../../../ui/lazy-dialog.tsx'
import { Loading, Spinner } from '../../../ui/spinner.tsx'
import { Refusal } from '../../form-dialog.tsx'
import { RetryLine } from '../../lost-list.tsx'
import { PrintButton } from '../../print-button.tsx'
import { sayUndoable } from '../../undo-toast.ts'
import { useDeed } from '../../use-deed.ts'
import { inTitleCase, StatusBadge, statusMeaning } from './order-facts.tsx'
import { OrderSheet } from './order-sheet.tsx'

export function OrderViewDialog({
  onUpdate,
  order,
  ...dialog
}: Openable & { onUpdate: () => void; order: Order }) {
  return (
    <Dialog
      {...dialog}
      closeOnOutsidePress
      wide
      title={`Order ${order.ordernumber}`}
      footer={
        <>
          <Button variant="outline" onClick={dialog.onClose}>
            Close
          </Button>
          <PrintButton />
          <Button onClick={onUpdate}>Update Status</Button>
        </>
      }
    >
      <OrderSheet order={order} />
      <section className="mt-6 print:hidden">
        <h3 className="mb-2 text-lg">Status history</h3>
        <StatusHistory order={order} />
      </section>
    </Dialog>
  )
}

function StatusHistory({ order }: { order: Order }) {
  const result = useQuery(query('GET /api/admin/orders/:id', { params: { id: order.id } }))
  if (result.isPending) return <Loading className="!py-4">Loading the history…</Loading>
  if (result.isError) {
    return <RetryLine onRetry={() => void result.refetch()}>The history could not be loaded.</RetryLine>
  }
  const { history, createdat } = result.data.data
  return (
    <ol className="flex flex-col gap-2 border-l-2 border-line pl-4 text-sm">
      {history.map((change) => (
        <li key={change.id}>
          <p className={change.isUndone ? 'text-ink-soft line-through' : 'font-bold'}>
            {inTitleCase(change.from)} → {inTitleCase(change.to)}
            {change.isUndone && <span className="sr-only">, undone</span>}
          </p>
          <p className="text-ink-soft [overflow-wrap:anywhere]">
            {momentText(change.at)}
            {change.by !== null && ` · ${change.by}`}
            {change.isUndone && ' · undone'}
          </p>
        </li>
      ))}
      <li>
        <p className="font-bold">Ordered</p>
        <p className="text-ink-soft">{momentText(createdat)}</p>
      </li>
    </ol>
  )
}

export function PrintOrdersDialog({ orders, ...dialog }: Openable & { orders: readonly Order[] }) {
  return (
    <Dialog
      {...dialog}
      closeOnOutsidePress
      wide
      title={`${counted(orders.length, 'order')} to print`}
      footer={
        <>
          <Button variant="outline" onClick={dialog.onClose}>
            Close
          </Button>
          <PrintButton variant="primary" />
        </>
      }
    >
      <div className="flex flex-col gap-10">
        {orders.map((order) => (
          <section
            key={order.id}
            aria-label={`Order ${order.ordernumber}`}
            className="break-after-page last:break-after-auto"
          >
            <h3 className="mb-3 border-b border-line-strong pb-2 text-lg">Order {order.ordernumber}</h3>
            <OrderSheet order={order} />
          </section>
        ))}
      </div>
    </Dialog>
  )
}

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

/** Says which status it is now, with an Undo for as long as the server takes it back. */
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
