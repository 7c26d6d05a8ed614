import { useQueryClient } from '@tanstack/react-query'
import { CheckCheck, FileUp } from 'lucide-react'
import { useRef, useState } from 'react'
import type { Payable, StatementLine } from '../../../../contract/money.ts'
import { counted, formatRupees } from '../../../../contract/words.ts'
import { api } from '../../../lib/api.ts'
import { Button } from '../../../ui/button.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { lazyDialog, type Openable } from '../../../ui/lazy-dialog.tsx'
import { Note } from '../../../ui/note.tsx'
import { DataList } from '../../list/data-list.tsx'
import { listSentences } from '../../list/list-sentences.ts'
import { type ListDefinition, useList } from '../../list/use-list.ts'
import { useOpened } from '../../opened.tsx'
import { useSectionAction } from '../../section-request.ts'
import { useDeed } from '../../use-deed.ts'
import { CloseLineDialog, RefundDialog } from './closing-dialogs.tsx'
import { LineActions, LineCard } from './line-card.tsx'
import { MatchDialog } from './match-dialog.tsx'
import { isConfirmable, kindNames, lineColumns, waitingColumns } from './money-words.tsx'

const ImportStatementDialog = lazyDialog(() => import('./import-statement-dialog.tsx'))

const linesDefinition: ListDefinition<'GET /api/admin/money/lines'> = {
  id: 'money-lines',
  endpoint: 'GET /api/admin/money/lines',
  pageSize: 100,
  search: { label: 'Search money', placeholder: 'Description, reference, note…' },
  filters: [
    {
      name: 'status',
      label: 'Show',
      all: 'To settle',
      options: [
        { value: 'matched', label: 'Settled' },
        { value: 'refunded', label: 'Sent back' },
        { value: 'ignored', label: 'Not ours' },
        { value: 'all', label: 'Everything' },
      ],
    },
  ],
  sentences: listSentences('what arrived', 'Failed to fetch the money desk', {
    emptied: 'What arrived could not be loaded',
    refreshed: 'Money desk refreshed successfully',
  }),
}

const waitingDefinition: ListDefinition<'GET /api/admin/money/waiting'> = {
  id: 'money-waiting',
  endpoint: 'GET /api/admin/money/waiting',
  search: { label: 'Search who owes', placeholder: 'Name, e-mail, phone, reference…' },
  filters: [
    {
      name: 'kind',
      label: 'Kind',
      options: Object.entries(kindNames).map(([value, label]) => ({ value, label })),
    },
  ],
  sentences: listSentences('what waits for money', 'Failed to fetch what waits for money', {
    emptied: 'What waits for money could not be loaded',
    refreshed: 'Refreshed successfully',
  }),
}

type Wanted =
  | { kind: 'import' }
  | { kind: 'match' | 'close'; line: StatementLine }
  | { kind: 'refund'; row: Payable }
  | { kind: 'certain'; lines: StatementLine[] }

type Refused = readonly { name: string; sentence: string }[]

/** What the bank says arrived, matched with what waits for money, and settled by a press. */
export default function MoneySection() {
  const lines = useList(linesDefinition)
  const waiting = useList(waitingDefinition)
  const queryClient = useQueryClient()
  const { show, close, dialog } = useOpened<Wanted>()
  const heading = useRef<HTMLElement>(null)
  const [refused, setRefused] = useState<Refused>([])
  const bring = () => show({ kind: 'import' })
  useSectionAction('import', bring)
  const certain = lines.pages
    .flatMap(({ data }) => data)
    .filter(
      ({ status, suggestion, amount }) =>
        status === 'open' && suggestion?.confidence === 'certain' && isConfirmable(suggestion, amount),
    )

  function changed() {
    close()
    heading.current?.focus()
    void lines.reload()
    void waiting.reload()
    // The enrolments, the orders and the courses' seats show it too.
    for (const key of ['GET /api/getEventClassEnrollments', 'GET /api/admin/orders', 'GET /api/courses']) {
      void queryClient.invalidateQueries({ queryKey: [key] })
    }
  }
  const confirm = useConfirmation((sentences) => {
    setRefused(sentences)
    changed()
  })
  const busyLine = confirm.isPending && confirm.variables.length === 1 ? confirm.variables[0]?.id : null
  const actions = (line: StatementLine) => (
    <LineActions
      line={line}
      isBusy={busyLine === line.id}
      onConfirm={() => {
        if (!confirm.isPending) confirm.mutate([line])
      }}
      onMatch={() => show({ kind: 'match', line })}
      onClose={() => show({ kind: 'close', line })}
      onReopened={changed}
    />
  )

  return (
    <div className="flex flex-col gap-12">
      <section>
        {refused.length > 0 && <RefusedNote refused={refused} onDismiss={() => setRefused([])} />}
        <DataList
          list={lines}
          toolbar={
            <>
              <Button className="max-sm:grow" variant="outline" onClick={bring}>
                <Icon of={FileUp} />
                Import statement
              </Button>
              {certain.length > 0 && (
                <Button className="max-sm:grow" onClick={() => show({ kind: 'certain', lines: certain })}>
                  <Icon of={CheckCheck} />
                  Confirm {certain.length} certain
                </Button>
              )}
            </>
          }
          title="Money that arrived"
          noun={['payment', 'payments']}
          rowKey={({ id }) => id}
          rowName={({ description }) => description}
          columns={lineColumns}
          card={(line) => <LineCard key={line.id} line={line} actions={actions(line)} />}
          actions={actions}
          actionsUnder
          empty={{
            title: 'No money to settle',
            text: 'Import a statement of the bank or the UPI app as CSV, and each credit is matched with who owes it.',
            action: <Button onClick={bring}>Import statement</Button>,
          }}
          fileName="money"
          headingRef={heading}
        />
      </section>
      <section>
        <DataList
          list={waiting}
          title="Waiting for money"
          noun={['payment awaited', 'payments awaited']}
          rowKey={({ kind, id }) => `${kind} ${id}`}
          rowName={({ name }) => name}
          columns={waitingColumns}
          actions={(row) =>
            row.payment === 'attention' && (
              <Button
                size="sm"
                variant="outline"
                className="mt-2"
                aria-label={`Note refund: ${row.name}, ${row.reference}`}
                onClick={() => show({ kind: 'refund', row })}
              >
                Note refund
              </Button>
            )
          }
          empty={{ title: 'Nobody owes anything', text: 'Seats on hold and unpaid orders stand here.' }}
          actionsUnder
          fileName="waiting-for-money"
        />
      </section>
      {dialog((wanted, props) => (
        <MoneyDialog {...props} wanted={wanted} onChanged={changed} confirm={confirm} />
      ))}
    </div>
  )
}

function MoneyDialog({
  wanted,
  onChanged,
  confirm,
  ...props
}: Openable & { wanted: Wanted; onChanged: () => void; confirm: ReturnType<typeof useConfirmation> }) {
  switch (wanted.kind) {
    case 'import':
      return <ImportStatementDialog {...props} onImported={onChanged} />
    case 'match':
      return <MatchDialog {...props} line={wanted.line} onMatched={onChanged} />
    case 'close':
      return <CloseLineDialog {...props} line={wanted.line} onClosed={onChanged} />
    case 'refund':
      return <RefundDialog {...props} row={wanted.row} onNoted={onChanged} />
    case 'certain':
      return (
        <ConfirmDialog
          {...props}
          title={`Confirm ${counted(wanted.lines.length, 'payment')}?`}
          confirmLabel="Confirm"
          busy={confirm.isPending}
          onConfirm={() => confirm.mutate(wanted.lines)}
        >
          {formatRupees(wanted.lines.reduce((sum, { amount }) => sum + Number(amount), 0))} in all. Each names
          its booking and has the exact sum. The seats are confirmed, and everybody hears of it.
        </ConfirmDialog>
      )
  }
}

/** Settles lines as they are suggested, and says whom it could not be done for. */
function useConfirmation(onDone: (refused: Refused) => void) {
  return useDeed({
    run: async (lines: StatementLine[]) => {
      const matches = lines.flatMap(({ id, suggestion }) =>
        suggestion ? [{ line: id, kind: suggestion.target.kind, id: suggestion.target.id }] : [],
      )
      return (await api('POST /api/admin/money/confirm', { body: { matches } })).data
    },
    done: (outcomes) => {
      const settled = outcomes.filter(({ outcome }) => outcome !== 'refused').length
      if (settled === 0) return { title: 'Error', description: 'Nothing could be settled.', tone: 'error' }
      return {
        title: settled === 1 ? 'Payment recorded' : `${settled} payments recorded`,
        description: 'The students and customers hear of it.',
      }
    },
    onDone: (outcomes, lines) =>
      onDone(
        outcomes.flatMap(({ line, sentence }) => {
          const about = lines.find(({ id }) => id === line)?.suggestion?.target
          return sentence === null ? [] : [{ name: about?.name ?? 'A line', sentence }]
        }),
      ),
  })
}

function RefusedNote({ refused, onDismiss }: { refused: Refused; onDismiss: () => void }) {
  return (
    <Note
      tone="warning"
      role="alert"
      className="mb-5"
      title="Not everything could be settled."
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
