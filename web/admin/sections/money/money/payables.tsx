import { useQuery } from '@tanstack/react-query'
import { EllipsisVertical, Split } from 'lucide-react'
import { type ComponentProps, use } from 'react'
import { chatWords } from '../../../../../contract/messages/chat-words.ts'
import type { Payable } from '../../../../../contract/money/money.ts'
import { plural } from '../../../../../contract/plural.ts'
import { formatRupees } from '../../../../../contract/words.ts'
import { query } from '../../../../lib/query.ts'
import { buttonClass } from '../../../../ui/button.tsx'
import { cx } from '../../../../ui/class-names.ts'
import { Icon } from '../../../../ui/icon.tsx'
import { ChatLink } from '../../../contact-link.tsx'
import { DataList } from '../../../list/data-list.tsx'
import { onDays, optionsOf } from '../../../list/list-choices.ts'
import { SideButton } from '../../../list/list-head.tsx'
import { InRow } from '../../../list/list-table.tsx'
import { ListTotalsLine, totalsOf } from '../../../list/list-totals.tsx'
import { type ListDefinition, type ListState, useList } from '../../../list/use-list.ts'
import { MarkFeePaidDialog, MarkOrderPaidDialog } from '../../../money/mark-order-paid.tsx'
import { RefundDialog } from '../../../money/refund-dialog.tsx'
import { TrailButton } from '../../../money/trail-dialog.tsx'
import { RowButton } from '../../../row-actions.tsx'
import { ManageSeatDialog } from '../../../seats/manage-seat-dialog.tsx'
import { MarkSeatPaidButton } from '../../../seats/mark-seat-paid-button.tsx'
import { isSeat } from '../../../seats/seat-facts.ts'
import { SectionLink } from '../../../section-link.tsx'
import { type Desk, DeskButtons } from './desk.tsx'
import { backColumns, chatAbout, payableNames, waitingColumns } from './money-words.tsx'
import { SplitDialog } from './split-dialog.tsx'

const payableSearch = 'Name, e-mail, phone, reference'
const payableFilters = [
  { name: 'kind', label: 'Kind', options: optionsOf(payableNames) },
  ...onDays('Created from', 'Created until'),
] as const

const waitingDefinition: ListDefinition<'GET /api/admin/money/waiting'> = {
  id: 'money-waiting',
  endpoint: 'GET /api/admin/money/waiting',
  search: { label: 'Search payments due', placeholder: payableSearch },
  filters: payableFilters,
  texts: {
    filters: 'Filters for payments due',
    loading: 'Loading payments due…',
    notLoaded: 'We couldn’t load the payments due',
    loadFailed: 'Failed to fetch payments due',
    refreshed: 'Payments due refreshed successfully',
  },
}

const backDefinition: ListDefinition<'GET /api/admin/money/to-give-back'> = {
  id: 'money-to-give-back',
  endpoint: 'GET /api/admin/money/to-give-back',
  search: { label: 'Search refunds due', placeholder: payableSearch },
  filters: payableFilters,
  texts: {
    filters: 'Filters for refunds due',
    loading: 'Loading refunds due…',
    notLoaded: 'We couldn’t load the refunds due',
    loadFailed: 'Failed to fetch refunds due',
    refreshed: 'Refunds due refreshed successfully',
  },
}

const payableRows = {
  rowKey: ({ kind, id }: Payable) => `${kind} ${id}`,
  rowName: ({ name }: Payable) => name,
}

type PayablesKey = 'GET /api/admin/money/waiting' | 'GET /api/admin/money/to-give-back'

export function PaymentsDue({ desk }: { desk: Desk }) {
  const list = useList(waitingDefinition)
  const { data: totals } = useQuery(
    totalsOf(query('GET /api/admin/money/waiting-totals', { query: list.asked }), list.readAt),
  )
  const split = () => desk.show((props) => <SplitDialog {...props} onSplit={() => desk.changed(list)} />)
  return (
    <DataList
      {...payableRows}
      list={list}
      toolbar={
        <>
          <DeskButtons desk={desk} list={list} />
          <SideButton icon={Split} onClick={split}>
            Split a transfer
          </SideButton>
        </>
      }
      totals={
        // A search also finds holds that ended, which no total counts.
        totals &&
        totals.data.count !== 0 && (
          <ListTotalsLine
            totals={totals.data}
            inTotal={({ count }) =>
              plural(count, { one: '1 payment due in total', other: `${count} payments due in total` })
            }
            more={list.asked.q ? ['ended holds aren’t counted'] : []}
          />
        )
      }
      counted={({ count }) => plural(count, { one: '1 payment due', other: `${count} payments due` })}
      columns={waitingColumns}
      actions={(row) => <PayableActions row={row} desk={desk} list={list} />}
      empty={{ title: 'No payments due', text: 'Held seats and unpaid orders appear here.' }}
      fileName="waiting-for-money"
    />
  )
}

export function RefundsDue({ desk }: { desk: Desk }) {
  const list = useList(backDefinition)
  const { data: totals } = useQuery(
    totalsOf(query('GET /api/admin/money/to-give-back-totals', { query: list.asked }), list.readAt),
  )
  return (
    <DataList
      {...payableRows}
      list={list}
      totals={
        totals &&
        totals.data.count !== 0 && (
          <ListTotalsLine
            totals={{ count: totals.data.count }}
            inTotal={({ count }) =>
              plural(count, { one: '1 refund due in total', other: `${count} refunds due in total` })
            }
            more={[formatRupees(totals.data.waits)]}
          />
        )
      }
      counted={({ count }) => plural(count, { one: '1 refund due', other: `${count} refunds due` })}
      columns={backColumns}
      actionsUnder
      actions={(row) => <PayableActions row={row} desk={desk} list={list} />}
      empty={{
        title: 'No refunds due',
        text: 'Payments for cancelled seats and orders, and overpayments, appear here.',
      }}
      fileName="to-give-back"
    />
  )
}

function PayableActions({ row, desk, list }: { row: Payable; desk: Desk; list: ListState<PayablesKey> }) {
  const { show } = desk
  const changed = () => desk.changed(list)
  const of = `${row.name}, ${row.reference}`
  const waits = Number(row.waits) > 0
  return (
    <div className="flex flex-wrap items-center gap-2">
      {waits ? (
        <RowButton
          label="Record refund"
          of={of}
          hasColon
          variant="outline"
          onClick={() => show((props) => <RefundDialog {...props} row={row} onNoted={changed} />)}
        />
      ) : (
        <MarkPaid row={row} show={show} focusAfter={list.heading} onChanged={() => desk.reload(list)} />
      )}
      {(waits || Number(row.due) < Number(row.amount)) && (
        <TrailButton target={row} show={show} onChanged={changed} />
      )}
      {row.phone !== '' && (
        <ChatLink
          phone={row.phone}
          message={chatWords(chatAbout(row))}
          className={cx(buttonClass({ variant: 'quiet', size: 'sm' }), rowLink)}
        />
      )}
      {isSeat(row) ? (
        <RowButton
          label="Manage"
          of={of}
          icon={EllipsisVertical}
          onClick={() =>
            show((props) => <ManageSeatDialog {...props} seat={row} onChanged={() => desk.reload(list)} />)
          }
        />
      ) : (
        <ManageOrder reference={row.reference} />
      )}
    </div>
  )
}

/** A phone aligns the text of a link with that of the buttons. */
const rowLink = 'max-sm:!px-1'

function ManageOrder({ reference }: { reference: string }) {
  const isInRow = use(InRow)
  return (
    <SectionLink
      to={`orders?q=${reference}`}
      className={
        isInRow
          ? 'inline-grid h-11 w-9 place-items-center rounded-full text-ink-soft hover:bg-leaf-tint hover:text-leaf-ink'
          : cx(buttonClass({ variant: 'quiet', size: 'sm' }), rowLink)
      }
    >
      {isInRow && (
        <span aria-hidden title="Manage" className="grid size-full place-items-center">
          <Icon of={EllipsisVertical} />
        </span>
      )}
      <span className={isInRow ? 'sr-only' : undefined}>Manage</span>
      <span className="sr-only"> order {reference}</span>
    </SectionLink>
  )
}

function MarkPaid({
  row,
  ...rest
}: Pick<ComponentProps<typeof MarkSeatPaidButton>, 'show' | 'focusAfter' | 'onChanged'> & { row: Payable }) {
  const { kind, id, name, reference, amount, due, payment, status } = row
  if (isSeat(row)) return <MarkSeatPaidButton of={row} {...rest} />
  const { show, ...dialog } = rest
  const shared = { ...dialog, due, isReported: payment === 'checking' }
  const order = { id, number: reference, name, total: amount, hasEnded: status === 'cancelled' }
  return (
    <RowButton
      label="Mark paid"
      of={`${name}, ${reference}`}
      hasColon
      onClick={() =>
        show((props) =>
          kind === 'order' ? (
            <MarkOrderPaidDialog {...props} {...shared} order={order} />
          ) : (
            <MarkFeePaidDialog {...props} {...shared} fee={{ id, reference }} />
          ),
        )
      }
    />
  )
}
