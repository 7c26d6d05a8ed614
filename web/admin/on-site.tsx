import { plural } from '../../contract/plural.ts'
import { momentText } from '../../contract/words.ts'
import { api } from '../lib/api.ts'
import { useStale } from '../lib/query.ts'
import { Badge } from '../ui/badge.tsx'
import { toast } from '../ui/toast-store.ts'
import type { BulkAction } from './list/bulk.tsx'
import { RowButton } from './row-actions.tsx'
import { toastUndoable } from './undo-toast.ts'
import { useAction } from './use-action.ts'
import { usePreview } from './use-preview.ts'

interface OnSite {
  id: string
  isOnSite: boolean
}

export const onSiteText = ({ isOnSite }: Pick<OnSite, 'isOnSite'>) =>
  isOnSite ? 'On the site' : 'Off the site'

/** The text of the column, and of the file that an import reads. */
export const yesOrNo = ({ isOnSite }: Pick<OnSite, 'isOnSite'>) => (isOnSite ? 'Yes' : 'No')

/** Marks a record that visitors cannot see. */
export function OffSiteBadge({ item }: { item: Pick<OnSite, 'isOnSite'> }) {
  return item.isOnSite ? null : <Badge tone="rose">{onSiteText(item)}</Badge>
}

const kinds = {
  class: {
    change: 'PUT /api/admin/AdminClasses/:id',
    preview: 'POST /api/admin/AdminClasses/:id/preview',
    shown: ['GET /api/courses', 'GET /api/courses/:slug'],
    kept: 'Visitors no longer see the class and can’t enrol. Students keep their seats.',
  },
  product: {
    change: 'PUT /api/admin/products/:id',
    preview: 'POST /api/admin/products/:id/preview',
    shown: ['GET /api/products', 'GET /api/products/:slug'],
    kept: 'Visitors no longer see the product and can’t order it. Orders already placed stay.',
  },
  post: { preview: 'POST /api/admin/blog/:id/preview' },
} as const

/** Takes a record off the site, or puts it back. The toast can undo it. */
export function OnSiteButton({
  kind,
  item: { id, isOnSite, version },
  name,
  onDone,
}: {
  kind: 'class' | 'product'
  item: OnSite & { version: number }
  name: string
  onDone: () => void
}) {
  const stale = useStale()
  const { change, shown, kept } = kinds[kind]
  const put = async (body: { isOnSite: boolean; version?: number }) => {
    const answer = await api(change, { params: { id }, body })
    stale(...shown)
    return answer
  }
  const press = useAction({
    run: () => put({ isOnSite: !isOnSite, version }),
    onDone: () => {
      onDone()
      toastUndoable({
        title: isOnSite ? 'Taken off the site' : 'Put on the site',
        description: isOnSite ? kept : `Visitors can see the ${kind} now.`,
        undoMs: 10_000,
        of: [isOnSite],
        undo: (was) => put({ isOnSite: was }),
        onUndone: onDone,
        words: {
          undone: {
            title: 'Undone',
            description: isOnSite ? 'It’s on the site again.' : 'It’s off the site again.',
          },
          failed: () => 'That couldn’t be undone',
          unanswered: 'We couldn’t reach the server. Try again.',
        },
      })
    },
    onFailed: onDone,
  })
  return (
    <RowButton
      label={isOnSite ? 'Take off the site' : 'Put on the site'}
      of={`“${name}”`}
      hasColon
      busy={press.isPending}
      onClick={() => press.mutate()}
    />
  )
}

const many = {
  class: (count: number) => plural(count, { one: '1 class', other: `${count} classes` }),
  product: (count: number) => plural(count, { one: '1 product', other: `${count} products` }),
}

/** The buttons that put the selected records on the site, or take them off it. */
export function onSiteBulk<Item extends OnSite>(kind: keyof typeof many): BulkAction<Item>[] {
  const { change } = kinds[kind]
  return [true, false].map((isOnSite) => ({
    label: isOnSite ? 'Put on the site' : 'Take off the site',
    question: ({ count }) =>
      isOnSite ? `Put ${many[kind](count)} on the site?` : `Take ${many[kind](count)} off the site?`,
    text: isOnSite
      ? 'Visitors will see them.'
      : 'Visitors won’t see them. Seats and orders already sold stay.',
    appliesTo: (item) => item.isOnSite !== isOnSite,
    run: ({ id }) => api(change, { params: { id }, body: { isOnSite } }),
    done: ({ count }) => ({
      title: 'Success',
      description: isOnSite
        ? `${many[kind](count)} put on the site`
        : `${many[kind](count)} taken off the site`,
    }),
  }))
}

/** Opens the record's page as visitors will see it, in a new tab. */
export function RecordPreview({ kind, id, name }: { kind: keyof typeof kinds; id: string; name: string }) {
  const preview = usePreview(
    () => api(kinds[kind].preview, { params: { id } }),
    ({ path, endsAt }) =>
      toast({
        title: 'Preview opened in a new tab',
        description: `Anyone with its address can open it until ${momentText(endsAt)}.`,
        tone: 'success',
        // A browser may have blocked the tab.
        action: { label: 'Open', onClick: () => window.open(path, '_blank', 'noreferrer') },
      }),
  )
  return (
    <RowButton label="Preview" of={`“${name}”`} hasColon busy={preview.isPending} onClick={preview.open} />
  )
}
