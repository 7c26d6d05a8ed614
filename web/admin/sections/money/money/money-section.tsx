import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { query, useStale } from '../../../../lib/query.ts'
import { Button } from '../../../../ui/button.tsx'
import { focusBehind } from '../../../../ui/inert-behind.ts'
import { lazyDialog, useDialog } from '../../../../ui/lazy-dialog.tsx'
import { Note } from '../../../../ui/note.tsx'
import { requestIn } from '../../../section-request.ts'
import { ViewLinks } from '../../../view-links.tsx'
import type { Desk } from './desk.tsx'
import { isConfirmable } from './money-words.tsx'
import { PaymentsDue, RefundsDue } from './payables.tsx'
import { PaymentsReceived } from './received.tsx'
import type { Refused } from './settling.tsx'

const ImportStatementDialog = lazyDialog(() => import('./import-statement-dialog.tsx'))

const views = { due: PaymentsDue, back: RefundsDue, received: PaymentsReceived }
type View = keyof typeof views

/** Finds the view that the address names. The palette's action and the statuses are those of payments received. */
function useView(): View {
  const location = useLocation()
  const asked = new URLSearchParams(location.hash.split('?')[1])
  const view = asked.get('view') ?? ''
  if (view in views) return view as View
  return asked.has('status') || requestIn(location)?.action === 'import' ? 'received' : 'due'
}

/** The largest number of lines that one answer has. */
const linesMax = 100

export default function MoneySection() {
  const view = useView()
  const navigate = useNavigate()
  const stale = useStale()
  const { show, close, dialog } = useDialog()
  const [refused, setRefused] = useState<readonly Refused[]>([])
  const open = useQuery(query('GET /api/admin/money/lines', { query: { limit: linesMax } }))
  const due = useQuery(query('GET /api/admin/money/waiting-totals', { query: {} }))
  const back = useQuery(query('GET /api/admin/money/to-give-back-totals', { query: {} }))
  const lines = open.data?.data

  const reload: Desk['reload'] = (list) => {
    void list.reload()
    void open.refetch()
    void due.refetch()
    void back.refetch()
    stale('GET /api/getEventClassEnrollments', 'GET /api/admin/orders')
    stale('GET /api/courses', 'GET /api/admin/morning')
  }
  const changed: Desk['changed'] = (list) => {
    close()
    focusBehind(list.heading.current)
    reload(list)
  }
  const desk: Desk = {
    show,
    reload,
    changed,
    certain: (lines ?? []).filter(
      ({ suggestion, amount }) => suggestion?.confidence === 'certain' && isConfirmable(suggestion, amount),
    ),
    confirmed: (list, refusals) => {
      setRefused(refusals)
      changed(list)
    },
    importStatement: (list) =>
      show((props) => (
        <ImportStatementDialog
          {...props}
          onImported={() => {
            changed(list)
            if (view !== 'received') void navigate('#money?view=received')
          }}
        />
      )),
  }
  const Shown = views[view]
  return (
    <>
      <ViewLinks
        label="Parts of the money desk"
        section="money"
        current={view}
        views={[
          ['due', withCount('Payments due', due.data?.data.count)],
          ['back', withCount('Refunds due', back.data?.data.count)],
          ['received', toSettle(lines?.length)],
        ]}
      />
      {refused.length > 0 && <RefusedNote refused={refused} onDismiss={() => setRefused([])} />}
      <Shown key={view} desk={desk} />
      {dialog}
    </>
  )
}

/** The number is left out while it is unknown, or if there are too many to count. */
function withCount(words: string, count: number | null | undefined): string {
  return count === null || count === undefined ? words : `${words} (${count})`
}

/** Nothing to settle is no number, because a bare 0 would say that no money arrived. */
function toSettle(count = 0): string {
  return count === 0 ? 'Received' : `Received (${count}${count === linesMax ? '+' : ''} to settle)`
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
