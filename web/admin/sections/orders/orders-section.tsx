import { useQueryClient } from '@tanstack/react-query'
import { ClipboardPen, Eye } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { type OrderStatus, orderPaymentStatuses, orderStatuses } from '../../../../contract/order-facts.ts'
import type { Order } from '../../../../contract/orders.ts'
import { counted } from '../../../../contract/words.ts'
import { api } from '../../../lib/api.ts'
import { SelectField } from '../../../ui/select-field.tsx'
import { LastUpdated } from '../../last-updated.tsx'
import type { BulkAction } from '../../list/bulk.tsx'
import { List } from '../../list/list.tsx'
import { ListRows } from '../../list/list-rows.tsx'
import { byAge, listSentences } from '../../list/list-sentences.ts'
import { type ListDefinition, useList } from '../../list/use-list.ts'
import { useOpened } from '../../opened.tsx'
import { RowButton } from '../../row-actions.tsx'
import { OrderCard } from './order-card.tsx'
import { orderColumns } from './order-columns.tsx'
import { OrderStatusDialog, OrderViewDialog, PrintOrdersDialog, sayStatusChanged } from './order-dialogs.tsx'
import { inTitleCase } from './order-facts.tsx'

const choices = (words: readonly string[]) => words.map((value) => ({ value, label: inTitleCase(value) }))

const definition: ListDefinition<'GET /api/admin/orders'> = {
  id: 'orders',
  endpoint: 'GET /api/admin/orders',
  pageSize: 48,
  search: { label: 'Search orders', placeholder: 'Number, name, email or phone' },
  filters: [
    { name: 'status', label: 'Status', options: choices(orderStatuses) },
    { name: 'payment', label: 'Payment', options: choices(orderPaymentStatuses) },
    { name: 'from', label: 'From' },
    { name: 'to', label: 'To' },
  ],
  sorts: [
    ...byAge,
    { value: 'customer', label: 'Customer, A to Z' },
    { value: '-customer', label: 'Customer, Z to A' },
    { value: '-total', label: 'Total, high to low' },
    { value: 'total', label: 'Total, low to high' },
  ],
  sentences: listSentences('orders', 'Failed to fetch data. Please try again.', {
    refreshFailed: 'Failed to refresh orders',
  }),
}

type Wanted = { kind: 'view' | 'status'; order: Order } | { kind: 'print'; orders: readonly Order[] }

export default function OrdersSection() {
  const list = useList(definition)
  const { show, close, dialog } = useOpened<Wanted>()
  const queryClient = useQueryClient()
  const heading = useRef<HTMLElement>(null)
  const bulkStatus = useRef<OrderStatus>('confirmed')
  const bulkChanged = useRef<Order[]>([])

  function reload() {
    void queryClient.invalidateQueries({ queryKey: ['GET /api/admin/orders/:id'] })
    void list.reload()
  }

  const actions = (order: Order) => <OrderActions order={order} show={show} />
  const setMany: BulkAction<Order> = {
    label: 'Set status',
    question: (count) => `Set the status of ${counted(count, 'order')}`,
    text: (
      <BulkStatus
        onChange={(status) => {
          bulkStatus.current = status
        }}
      />
    ),
    run: async ({ id, version }) => {
      const body = { status: bulkStatus.current, version }
      const { data } = await api('PUT /api/admin/orders/:id/status', { params: { id }, body })
      bulkChanged.current.push(data)
    },
    sayDone: () => {
      sayStatusChanged(bulkStatus.current, bulkChanged.current, reload)
      bulkChanged.current = []
    },
  }
  const printMany: BulkAction<Order> = {
    label: 'Print',
    question: (count) => `Print ${counted(count, 'order')}?`,
    text: 'Each comes on a sheet of its own.',
    run: () => Promise.resolve(),
    sayDone: (orders) => show({ kind: 'print', orders }),
  }

  return (
    <>
      <LastUpdated readAt={list.readAt} />
      <List list={list}>
        <ListRows
          list={list}
          noun={['order', 'orders']}
          rows={(answer) => answer}
          rowKey={({ id }) => id}
          rowName={({ ordernumber, customername }) => `${ordernumber}, ${customername}`}
          columns={orderColumns}
          card={(order, selectBox) => (
            <OrderCard key={order.id} item={order} selectBox={selectBox} actions={actions(order)} />
          )}
          actions={actions}
          actionsUnder
          tableFrom={1000}
          empty={{ title: 'No orders found', text: 'What is ordered in the shop appears here.' }}
          fileName="orders"
          bulk={[setMany, printMany]}
          headingRef={heading}
        />
      </List>
      {dialog((wanted, props) =>
        wanted.kind === 'print' ? (
          <PrintOrdersDialog {...props} orders={wanted.orders} />
        ) : wanted.kind === 'view' ? (
          <OrderViewDialog
            {...props}
            order={wanted.order}
            onUpdate={() => show({ kind: 'status', order: wanted.order })}
          />
        ) : (
          <OrderStatusDialog
            {...props}
            order={wanted.order}
            onChanged={(changed) => {
              close()
              sayStatusChanged(changed.status, [changed], reload)
              reload()
            }}
          />
        ),
      )}
    </>
  )
}

/** Which status many orders get; `onChange` hears of the preset one, too. */
function BulkStatus({ onChange }: { onChange: (status: OrderStatus) => void }) {
  const [status, setStatus] = useState<OrderStatus>('confirmed')
  const tell = useEffectEvent(onChange)
  useEffect(() => tell(status), [status])
  return (
    <SelectField
      label="New status"
      hint="It can be undone for 10 seconds."
      options={choices(orderStatuses)}
      value={status}
      onChange={(event) => setStatus(event.target.value as OrderStatus)}
    />
  )
}

function OrderActions({ order, show }: { order: Order; show: (wanted: Wanted) => void }) {
  const own = { of: `of ${order.ordernumber}`, className: '!gap-1.5 !px-2' }
  return (
    <div className="-mx-3 flex flex-wrap justify-between">
      <RowButton {...own} label="View Details" icon={Eye} onClick={() => show({ kind: 'view', order })} />
      <RowButton
        {...own}
        label="Update Status"
        icon={ClipboardPen}
        onClick={() => show({ kind: 'status', order })}
      />
    </div>
  )
}
