import { useQuery } from '@tanstack/react-query'
import { Split } from 'lucide-react'
import { chatWords } from '../../../../../contract/messages/chat-words.ts'
import type { Payable } from '../../../../../contract/money/money.ts'
import { plural } from '../../../../../contract/plural.ts'
import { formatRupees } from '../../../../../contract/words.ts'
import { query } from '../../../../lib/query.ts'
import { Button, buttonClass } from '../../../../ui/button.tsx'
import { cx } from '../../../../ui/class-names.ts'
import { ChatLink } from '../../../contact-link.tsx'
import { DataList } from '../../../list/data-list.tsx'
import { onDays, optionsOf } from '../../../list/list-choices.ts'
import { SideWords, sideButton } from '../../../list/list-head.tsx'
import { ListTotalsLine, totalsOf } from '../../../list/list-totals.tsx'
import { type ListDefinition, type ListState, useList } from '../../../list/use-list.ts'
import { RefundDialog } from '../../../money/refund-dialog.tsx'
import { TrailButton } from '../../../money/trail-dialog.tsx'
import { RowButton } from '../../../row-actions.tsx'
import { ManageSeatDialog } from '../../../seats/manage-seat-dialog.tsx'
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
          <Button
            className={sideButton}
            variant="outline"
            icon={Split}
            title="Split a transfer"
            onClick={split}
          >
            <SideWords>Split a transfer</SideWords>
          </Button>
        </>
      }
      totals={
        <ListTotalsLine
          totals={totals?.data.count === 0 ? undefined : totals?.data}
          inTotal={({ count }) =>
            plural(count, { one: '1 payment due in total', other: `${count} payments due in total` })
          }
          more={list.asked.q ? ['ended holds aren’t counted'] : []}
        />
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
        <ListTotalsLine
          totals={totals?.data.count === 0 ? undefined : totals && { count: totals.data.count }}
          inTotal={({ count }) =>
            plural(count, { one: '1 refund due in total', other: `${count} refunds due in total` })
          }
          more={[formatRupees(totals?.data.waits ?? 0)]}
        />
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

/** A payment is recorded in the seat's dialog, or for an order in the section Orders. */
function PayableActions({ row, desk, list }: { row: Payable; desk: Desk; list: ListState<PayablesKey> }) {
  const { show } = desk
  const changed = () => desk.changed(list)
  const of = `${row.name}, ${row.reference}`
  const waits = Number(row.waits) > 0
  return (
    <div className="flex flex-wrap items-center gap-2">
      {waits && (
        <RowButton
          label="Record refund"
          of={of}
          hasColon
          variant="outline"
          onClick={() => show((props) => <RefundDialog {...props} row={row} onNoted={changed} />)}
        />
      )}
      {(waits || Number(row.due) < Number(row.amount)) && (
        <TrailButton target={row} show={show} onChanged={changed} />
      )}
      {row.phone !== '' && (
        <ChatLink
          phone={row.phone}
          message={chatWords(chatAbout(row))}
          className={cx(buttonClass({ variant: 'quiet', size: 'sm' }), '-ml-4')}
        />
      )}
      {isSeat(row) ? (
        <RowButton
          label="Manage"
          of={of}
          onClick={() =>
            show((props) => <ManageSeatDialog {...props} seat={row} onChanged={() => desk.reload(list)} />)
          }
        />
      ) : (
        <SectionLink
          to={`orders?q=${row.reference}`}
          className={buttonClass({ variant: 'quiet', size: 'sm' })}
        >
          Order<span className="sr-only"> {row.reference}</span>
        </SectionLink>
      )}
    </div>
  )
}
