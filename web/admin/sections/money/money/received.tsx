import type { StatementLine } from '../../../../../contract/money/money.ts'
import { plural } from '../../../../../contract/plural.ts'
import { Button } from '../../../../ui/button.tsx'
import { DataList } from '../../../list/data-list.tsx'
import { onDays, optionsOf } from '../../../list/list-choices.ts'
import { type ListDefinition, useList } from '../../../list/use-list.ts'
import { useSectionAction } from '../../../section-request.ts'
import { type Desk, DeskButtons } from './desk.tsx'
import { LineActions, LineCard } from './line-card.tsx'
import { lineColumns } from './money-words.tsx'

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

export function PaymentsReceived({ desk }: { desk: Desk }) {
  const list = useList(linesDefinition)
  const bring = () => desk.importStatement(list)
  useSectionAction('import', bring)
  const actions = (line: StatementLine) => (
    <LineActions
      line={line}
      show={desk.show}
      onConfirmed={(refused) => desk.confirmed(list, refused)}
      onChanged={() => desk.changed(list)}
    />
  )
  return (
    <DataList
      list={list}
      toolbar={<DeskButtons desk={desk} list={list} />}
      counted={({ count }) => paymentsText(count, (list.asked as { status?: string }).status)}
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
  )
}
