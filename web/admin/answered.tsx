import { Check, Undo2 } from 'lucide-react'
import { momentText } from '../../contract/words.ts'
import { api } from '../lib/api.ts'
import { Badge } from '../ui/badge.tsx'
import { momentColumn } from './list/columns.tsx'
import { optionsOf } from './list/list-choices.ts'
import type { ListFilter } from './list/list-memory.ts'
import { RowButton } from './row-actions.tsx'
import { useAction } from './use-action.ts'

/** The calls that mark a record as answered, by the kind of record. */
const marks = {
  enquiry: (id: string, answered: boolean): Promise<unknown> =>
    api('PUT /api/admin/categoryuserdata/:id/answered', { params: { id }, body: { answered } }),
  'custom-request': (id: string, answered: boolean): Promise<unknown> =>
    api('PUT /api/admin/custom-requests/:id/answered', { params: { id }, body: { answered } }),
}
export type AnsweredKind = keyof typeof marks

interface Answerable {
  answered_at: string | null
}

export const markAnswered = (kind: AnsweredKind, id: string) => marks[kind](id, true)

export const answeredFilter = {
  name: 'answered',
  label: 'Answered',
  options: optionsOf({ no: 'Not yet', yes: 'Answered' }),
} as const satisfies ListFilter

export const answeredColumn = momentColumn('Answered', ({ answered_at }: Answerable) => answered_at, {
  none: 'Not yet',
  isDayInCsv: true,
  cell: (item) => (item.answered_at === null ? <NotAnsweredBadge of={item} /> : momentText(item.answered_at)),
  isState: true,
  className: 'min-w-44',
})

export function NotAnsweredBadge({ of: { answered_at } }: { of: Answerable }) {
  return answered_at === null && <Badge tone="marigold">Not answered</Badge>
}

export function MarkAnsweredButton({
  kind,
  item: { id, answered_at },
  name,
  onMarked,
}: {
  kind: AnsweredKind
  item: Answerable & { id: string }
  name: string
  onMarked: () => void
}) {
  const answered = answered_at === null
  const mark = useAction({ run: () => marks[kind](id, answered), onDone: onMarked })
  return (
    <RowButton
      label={answered ? 'Mark answered' : 'Mark unanswered'}
      of={name}
      hasColon
      icon={answered ? Check : Undo2}
      busy={mark.isPending}
      onClick={() => mark.mutate()}
    />
  )
}
