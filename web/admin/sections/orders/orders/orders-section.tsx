import { useQuery } from '@tanstack/react-query'
import { Banknote, ClipboardPen, Eye } from 'lucide-react'
import { useRef } from 'react'
import {
  type OrderStatus,
  orderPaymentStatuses,
  orderStatuses,
} from '../../../../../contract/orders/order-facts.ts'
import type { Order } from '../../../../../contract/orders/orders.ts'
import { plural } from '../../../../../contract/plural.ts'

import { api } from '../../../../lib/api.ts'
import { query, rowsIn, useStale } from '../../../../lib/query.ts'
import { cx } from '../../../../ui/class-names.ts'
import { Dialog } from '../../../../ui/dialog.tsx'
import { type Openable, useDialog } from '../../../../ui/lazy-dialog.tsx'
import { SelectField } from '../../../../ui/select-field.tsx'
import { Spinner } from '../../../../ui/spinner.tsx'
import { Refusal } from '../../../form-dialog.tsx'
import type { BulkAction } from '../../../list/bulk.tsx'
import { DataList } from '../../../list/data-list.tsx'
import { byAge, onDays, optionsOf, upAndDown } from '../../../list/list-choices.ts'
import { ListTotalsLine, totalsOf } from '../../../list/list-totals.tsx'
import { capitalised, type ListDefinition, useList } from '../../../list/use-list.ts'
import { RowButton } from '../../../row-actions.tsx'
import { useOpenedRecord } from '../../../section-request.ts'
import { sayStatusChanged } from '../../../undo-toast.ts'
import { useAction } from '../../../use-action.ts'
import { useRight } from '../../../use-right.ts'
import { OrderCard, orderColumns, StatusBadge, statusMeaning } from './order-card.tsx'
import { canMarkPaid, GiveCreditDialog, PaymentOfOrderDialog } from './order-charges.tsx'
import { wayWords } from './order-delivery.tsx'
import { OrderViewDialog, PrintOrdersDialog } from './order-sheet.tsx'

const choices = (words: readonly string[]) => words.map((value) => ({ value, label: capitalised(value) }))

const definition: ListDefinition<'GET /api/admin/orders'> = {
  id: 'orders',
  endpoint: 'GET /api/admin/orders',
  pageSize: 48,
  search: { label: 'Search orders', placeholder: 'Number, name, e-mail or phone' },
  filters: [
    { name: 'status', label: 'Status', options: choices(orderStatuses) },
    { name: 'payment', label: 'Payment', options: choices(orderPaymentStatuses) },
    { name: 'day', label: 'Delivery day' },
    { name: 'way', label: 'Delivery type', options: optionsOf(wayWords) },
    ...onDays('Ordered from', 'Ordered until'),
  ],
  states: { filter: 'status', counted: 'orders' },
  sorts: [
    ...byAge,
    { value: 'delivery', label: 'Delivery, earliest first' },
    { value: '-delivery', label: 'Delivery, latest first' },
    ...upAndDown('customer', 'Customer', 'A to Z', 'Z to A'),
    { value: '-total', label: 'Total, high to low' },
    { value: 'total', label: 'Total, low to high' },
  ],
  showsReadAt: true,
  texts: {
    loading: 'Loading orders…',
    notLoaded: 'We couldn’t load the orders',
    loadFailed: 'Failed to fetch data. Please try again.',
    refreshFailed: 'Failed to refresh orders',
    refreshed: 'Orders refreshed successfully',
  },
}

const counted = ({ count }: { count: number }) => plural(count, { one: '1 order', other: `${count} orders` })
const changedText = ({ status, count }: { status: OrderStatus; count: number }) =>
  plural(count, {
    one: `Order status changed to ${status}`,
    other: `Order status changed to ${status} for ${count} orders`,
  })
const inTotal = ({ count }: { count: number }) =>
  plural(count, { one: '1 order in total', other: `${count} orders in total` })

export default function OrdersSection() {
  const list = useList(definition)
  const { data: totals } = useQuery(
    totalsOf(query('GET /api/admin/orders-totals', { query: list.asked }), list.readAt),
  )
  const { show, close, dialog } = useDialog()
  const stale = useStale()
  const mayMoney = useRight('money')
  const bulkStatus = useRef<OrderStatus>('confirmed')
  const bulkChanged = useRef<Order[]>([])

  function reload() {
    stale('GET /api/admin/orders/:id', 'GET /api/admin/money/of/:kind/:id')
    void list.reload()
  }
  function sayChanged(status: OrderStatus, changed: readonly Order[]) {
    sayStatusChanged({
      description: changedText({ status, count: changed.length }),
      of: changed.flatMap(({ id, change }) => (change ? [{ order: id, change: change.id }] : [])),
      onUndone: reload,
    })
  }
  const print = (orders: readonly Order[]) =>
    show((props) => <PrintOrdersDialog {...props} orders={orders} />)
  const changeStatus = (order: Order) =>
    show((props) => (
      <OrderStatusDialog
        {...props}
        order={order}
        onChanged={(changed) => {
          close()
          sayChanged(changed.status, [changed])
          reload()
        }}
      />
    ))
  const markPaid = (order: Order) =>
    show((props) => <PaymentOfOrderDialog {...props} order={order} onChanged={reload} />)
  const view = (order: Order) =>
    show((props) => (
      <OrderViewDialog
        {...props}
        order={order}
        onUpdate={() => changeStatus(order)}
        onMarkPaid={() => markPaid(order)}
        onGiveCredit={() => show((own) => <GiveCreditDialog {...own} order={order} />)}
      />
    ))

  useOpenedRecord((id) => list.pages.flatMap(rowsIn<Order>).find((order) => order.id === id), view)

  const actions = (order: Order) => {
    const own = { of: `of ${order.ordernumber}`, className: '!gap-1.5 !px-2' }
    return (
      <div className="-mx-3 flex flex-wrap justify-between">
        <RowButton {...own} label="View Details" icon={Eye} onClick={() => view(order)} />
        <RowButton {...own} label="Update Status" icon={ClipboardPen} onClick={() => changeStatus(order)} />
        {mayMoney && canMarkPaid(order) && (
          <RowButton {...own} label="Mark paid" icon={Banknote} onClick={() => markPaid(order)} />
        )}
      </div>
    )
  }
  const setMany: BulkAction<Order> = {
    label: 'Set status',
    question: ({ count }) =>
      plural(count, { one: 'Set the status of 1 order', other: `Set the status of ${count} orders` }),
    text: (
      <SelectField
        // The status that is selected at first counts even if nobody changes it, so it is read whenever the question
        // opens.
        ref={(select) => {
          if (select) bulkStatus.current = select.value as OrderStatus
        }}
        label="New status"
        hint="You can undo this for 10 seconds."
        options={choices(orderStatuses)}
        defaultValue="confirmed"
        onChange={({ target }) => {
          bulkStatus.current = target.value as OrderStatus
        }}
      />
    ),
    run: async (order) => {
      bulkChanged.current.push(await setStatus(order, bulkStatus.current))
    },
    onDone: () => {
      sayChanged(bulkStatus.current, bulkChanged.current)
      bulkChanged.current = []
    },
  }
  return (
    <>
      <DataList
        list={list}
        totals={<ListTotalsLine totals={totals?.data} inTotal={inTotal} />}
        counted={counted}
        rowName={({ ordernumber, customername }) => `${ordernumber}, ${customername}`}
        columns={orderColumns}
        card={(order, selectBox) => (
          <OrderCard
            key={order.id}
            item={order}
            selectBox={selectBox}
            actions={actions(order)}
            onView={() => view(order)}
            onUpdate={() => changeStatus(order)}
            onMarkPaid={mayMoney && canMarkPaid(order) ? () => markPaid(order) : undefined}
          />
        )}
        actions={actions}
        actionsUnder
        tableFrom={1000}
        empty={{ title: 'No orders found', text: 'Orders from the store appear here.' }}
        bulk={[setMany, printMany(print)]}
      />
      {dialog}
    </>
  )
}

const printMany = (onDone: (orders: readonly Order[]) => void): BulkAction<Order> => ({
  label: 'Print',
  question: ({ count }) => plural(count, { one: 'Print 1 order?', other: `Print ${count} orders?` }),
  text: 'Each order starts on a new page.',
  run: () => Promise.resolve(),
  onDone,
})

/** @throws ApiError */
async function setStatus({ id, version }: Order, status: OrderStatus): Promise<Order> {
  const input = { params: { id }, body: { status, version } }
  return (await api('PUT /api/admin/orders/:id/status', input)).data
}

function OrderStatusDialog({
  order,
  onChanged,
  ...dialog
}: Openable & { order: Order; onChanged: (changed: Order) => void }) {
  const save = useAction({
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
      description={`${order.ordernumber}, ${order.customername}. Your choice is saved right away. You can undo it for 10 seconds.`}
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
                  {isCurrent ? 'Current status' : statusMeaning[status]}
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
