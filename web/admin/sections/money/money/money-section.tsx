import { useQuery } from '@tanstack/react-query'
import { CheckCheck, FileUp, Split } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { Payable, StatementLine } from '../../../../../contract/money/money.ts'
import { plural } from '../../../../../contract/plural.ts'
import { formatRupees } from '../../../../../contract/words.ts'
import { query, useStale } from '../../../../lib/query.ts'
import { Button } from '../../../../ui/button.tsx'
import { focusBehind } from '../../../../ui/inert-behind.ts'
import { lazyDialog, useDialog } from '../../../../ui/lazy-dialog.tsx'
import { Note } from '../../../../ui/note.tsx'
import { DataList } from '../../../list/data-list.tsx'
import { onDays, optionsOf } from '../../../list/list-choices.ts'
import { ListTotalsLine, totalsOf } from '../../../list/list-totals.tsx'
import { type ListDefinition, type ListState, useList } from '../../../list/use-list.ts'
import { RefundDialog } from '../../../money/refund-dialog.tsx'
import { TrailButton } from '../../../money/trail-dialog.tsx'
import { RowButton } from '../../../row-actions.tsx'
import { ManageSeatDialog } from '../../../seats/manage-seat-dialog.tsx'
import { isSeat } from '../../../seats/seat-facts.ts'
import { SectionLink } from '../../../section-link.tsx'
import { useSectionAction } from '../../../section-request.ts'
import { LineActions, LineCard } from './line-card.tsx'
import { backColumns, isConfirmable, lineColumns, payableNames, waitingColumns } from './money-words.tsx'
import { CertainDialog, type Refused } from './settling.tsx'
import { SplitDialog } from './split-dialog.tsx'

const ImportStatementDialog = lazyDialog(() => import('./import-statement-dialog.tsx'))

const linesDefinition: ListDefinition<'GET /api/admin/money/lines'> = {
  id: 'money-lines',
  endpoint: 'GET /api/admin/money/lines',
  pageSize: 100,
  search: { label: 'Search money', placeholder: 'Description, reference, note' },
  filters: [
    {
      name: 'status',
      label: 'Show',
      all: 'To settle',
      options: optionsOf({
        matched: 'Settled',
        refunded: 'Refunded',
        ignored: 'Not ours',
        all: 'Everything',
      }),
    },
    ...onDays('Received from', 'Received until'),
  ],
  states: { filter: 'status', counted: 'statement-lines' },
  texts: {
    filters: 'Filters for payments received',
    loading: 'Loading payments…',
    notLoaded: 'We couldn’t load the payments',
    loadFailed: 'Failed to fetch payments',
    refreshed: 'Payments refreshed successfully',
  },
}

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
  actionsUnder: true,
}

const certainText = ({ count }: { count: number }) =>
  plural(count, {
    one: 'Confirm 1 match marked “Certain”',
    other: `Confirm ${count} matches marked “Certain”`,
  })

const countedAs: Record<string, string> = {
  '': ' to settle',
  matched: ' settled',
  refunded: ' refunded',
  ignored: ' not ours',
}

/** Says which payments are counted, because the list begins with those that are not settled yet. */
function paymentsText(count: number, status = ''): string {
  return plural(count, { one: '1 payment', other: `${count} payments` }) + (countedAs[status] ?? '')
}

export default function MoneySection() {
  const lines = useList(linesDefinition)
  const waiting = useList(waitingDefinition)
  const back = useList(backDefinition)
  const stale = useStale()
  const { show, close, dialog } = useDialog()
  const [refused, setRefused] = useState<readonly Refused[]>([])
  const certain = lines.pages
    .flatMap(({ data }) => data)
    .filter(
      ({ status, suggestion, amount }) =>
        status === 'open' && suggestion?.confidence === 'certain' && isConfirmable(suggestion, amount),
    )

  function changed() {
    close()
    focusBehind(lines.heading.current)
    reload()
  }
  function reload() {
    void lines.reload()
    void waiting.reload()
    void back.reload()
    stale('GET /api/getEventClassEnrollments', 'GET /api/admin/orders')
    stale('GET /api/courses', 'GET /api/admin/morning')
  }
  function confirmed(refusals: readonly Refused[]) {
    setRefused(refusals)
    changed()
  }
  const bring = () => show((props) => <ImportStatementDialog {...props} onImported={changed} />)
  const split = () => show((props) => <SplitDialog {...props} onSplit={changed} />)
  useSectionAction('import', bring)
  const actions = (line: StatementLine) => (
    <LineActions line={line} show={show} onConfirmed={confirmed} onChanged={changed} />
  )

  // A payment is recorded in the seat's dialog, or for an order in the section Orders.
  const payableActions = (row: Payable) => {
    const of = `${row.name}, ${row.reference}`
    const waits = Number(row.waits) > 0
    return (
      <div className="mt-2 flex flex-wrap items-center gap-2">
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
        {isSeat(row) ? (
          <RowButton
            label="Manage"
            of={of}
            onClick={() => show((props) => <ManageSeatDialog {...props} seat={row} onChanged={reload} />)}
          />
        ) : (
          <SectionLink to={`orders?q=${row.reference}`} className="link">
            Order {row.reference}
          </SectionLink>
        )}
      </div>
    )
  }

  return (
    <div className="flex flex-col gap-12">
      <section>
        {refused.length > 0 && <RefusedNote refused={refused} onDismiss={() => setRefused([])} />}
        <DataList
          list={lines}
          toolbar={
            <>
              <Button className="max-sm:grow" variant="outline" icon={FileUp} onClick={bring}>
                Import statement
              </Button>
              {certain.length > 0 && (
                <Button
                  className="max-sm:grow"
                  icon={CheckCheck}
                  onClick={() =>
                    show((props) => <CertainDialog {...props} lines={certain} onConfirmed={confirmed} />)
                  }
                >
                  {certainText({ count: certain.length })}
                </Button>
              )}
            </>
          }
          title="Payments received"
          counted={({ count }) => paymentsText(count, (lines.asked as { status?: string }).status)}
          rowName={({ description }) => description}
          columns={lineColumns}
          card={(line) => <LineCard key={line.id} line={line} actions={actions(line)} />}
          actions={actions}
          actionsUnder
          empty={{
            title: 'No payments to settle',
            text: 'Import a CSV statement from your bank or UPI app. Each credit is matched with an unpaid seat or order.',
            action: <Button onClick={bring}>Import statement</Button>,
          }}
          fileName="money"
        />
      </section>
      <section>
        <WaitingForMoney list={waiting} actions={payableActions} onSplit={split} />
      </section>
      <section>
        <ToGiveBack list={back} actions={payableActions} />
      </section>
      {dialog}
    </div>
  )
}

interface PayablesProps<K extends 'GET /api/admin/money/waiting' | 'GET /api/admin/money/to-give-back'> {
  list: ListState<K>
  actions: (row: Payable) => ReactNode
}

function WaitingForMoney({
  list,
  onSplit,
  ...look
}: PayablesProps<'GET /api/admin/money/waiting'> & { onSplit: () => void }) {
  const { data: totals } = useQuery(
    totalsOf(query('GET /api/admin/money/waiting-totals', { query: list.asked }), list.readAt),
  )
  return (
    <DataList
      {...payableRows}
      {...look}
      list={list}
      toolbar={
        <Button className="max-sm:grow" variant="outline" icon={Split} onClick={onSplit}>
          Split a transfer
        </Button>
      }
      totals={
        <ListTotalsLine
          totals={totals?.data}
          inTotal={({ count }) =>
            plural(count, { one: '1 payment due in total', other: `${count} payments due in total` })
          }
          more={list.asked.q ? ['ended holds aren’t counted'] : []}
        />
      }
      title="Payments due"
      counted={({ count }) => plural(count, { one: '1 payment due', other: `${count} payments due` })}
      columns={waitingColumns}
      empty={{ title: 'No payments due', text: 'Held seats and unpaid orders appear here.' }}
      fileName="waiting-for-money"
    />
  )
}

function ToGiveBack({ list, ...look }: PayablesProps<'GET /api/admin/money/to-give-back'>) {
  const { data: totals } = useQuery(
    totalsOf(query('GET /api/admin/money/to-give-back-totals', { query: list.asked }), list.readAt),
  )
  return (
    <DataList
      {...payableRows}
      {...look}
      list={list}
      totals={
        <ListTotalsLine
          totals={totals && { count: totals.data.count }}
          inTotal={({ count }) =>
            plural(count, { one: '1 refund due in total', other: `${count} refunds due in total` })
          }
          more={[formatRupees(totals?.data.waits ?? 0)]}
        />
      }
      title="Refunds due"
      counted={({ count }) => plural(count, { one: '1 refund due', other: `${count} refunds due` })}
      columns={backColumns}
      empty={{
        title: 'No refunds due',
        text: 'Payments for cancelled seats and orders, and overpayments, appear here.',
      }}
      fileName="to-give-back"
    />
  )
}

function RefusedNote({ refused, onDismiss }: { refused: readonly Refused[]; onDismiss: () => void }) {
  return (
    <Note
      tone="warning"
      role="alert"
      className="mb-5"
      title="Some payments couldn’t be settled"
      action={
        <Button size="sm" variant="outline" onClick={onDismiss}>
          OK
        </Button>
      }
    >
      <ul>
        {refused.map(({ name, sentence }) => (
          <li key={`${name} ${sentence}`}>
            <strong>{name}</strong>: {sentence}
          </li>
        ))}
      </ul>
    </Note>
  )
}
