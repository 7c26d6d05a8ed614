import { useQuery } from '@tanstack/react-query'
import type { Order } from '../../../../contract/orders.ts'
import { momentText } from '../../../../contract/words.ts'
import { query } from '../../../lib/query.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import type { Openable } from '../../../ui/lazy-dialog.tsx'
import { Loading } from '../../../ui/spinner.tsx'
import { RetryLine } from '../../lost-list.tsx'
import { PrintButton } from '../../print-button.tsx'
import { inTitleCase } from './order-facts.ts'
import { OrderSheet } from './order-sheet.tsx'

/** Everything about one order, with what became of it. */
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
