import { useMutation } from '@tanstack/react-query'
import { Plus, Trash2 } from 'lucide-react'
import { useRef, useState } from 'react'
import type { CustomRequest } from '../../../../contract/custom-requests.ts'
import { type ApiError, api } from '../../../lib/api.ts'
import { imageAddress } from '../../../lib/image-address.ts'
import { momentText, schoolDayOf } from '../../../lib/school-time.ts'
import { Button } from '../../../ui/button.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Picture } from '../../../ui/picture.tsx'
import { toast } from '../../../ui/toast-store.ts'
import { sayDeleted } from '../../deleted-toast.ts'
import { EmailWords } from '../../email-words.tsx'
import { refusalSentence } from '../../form-dialog.tsx'
import { DraftNote, useDraft } from '../../kept-draft.tsx'
import { List } from '../../list/list.tsx'
import { ListRows } from '../../list/list-rows.tsx'
import type { Column } from '../../list/list-table.tsx'
import { type ListDefinition, useList } from '../../list/use-list.ts'
import { CustomRequestCard } from './custom-request-card.tsx'
import {
  CustomRequestFormDialog,
  type CustomRequestValues,
  customRequestFormName,
} from './custom-request-form-dialog.tsx'

const definition: ListDefinition<'GET /api/admin/custom-requests'> = {
  id: 'custom-requests',
  endpoint: 'GET /api/admin/custom-requests',
  pageSize: 48,
  search: { label: 'Search custom requests' },
  sorts: [
    { value: 'newest', label: 'Newest first' },
    { value: 'oldest', label: 'Oldest first' },
  ],
  sentences: {
    loading: 'Loading custom requests…',
    loadFailed: 'Failed to fetch custom requests',
    emptied: 'The custom requests could not be loaded',
    refreshFailed: 'Failed to fetch custom requests',
    refreshed: 'Custom requests refreshed successfully',
  },
}

const columns: readonly Column<CustomRequest>[] = [
  {
    header: 'Comment',
    text: ({ comment }) => comment,
    className: 'min-w-48 whitespace-pre-line [overflow-wrap:anywhere]',
  },
  {
    header: 'Image',
    text: ({ imageUrl }) => imageUrl ?? '',
    cell: (item) => (
      <Picture
        picture={item.picture ?? imageAddress(item.imageUrl)}
        alt=""
        sizes="64px"
        className="size-16 rounded-sm"
      />
    ),
  },
  { header: 'Product', text: ({ productName, productId }) => productName ?? productId ?? '' },
  { header: 'Name', text: ({ name }) => name ?? '', className: 'min-w-28 [overflow-wrap:anywhere]' },
  {
    header: 'Email',
    text: ({ email }) => email ?? '',
    cell: ({ email }) => <EmailWords email={email ?? ''} />,
    className: 'min-w-32 [overflow-wrap:anywhere]',
  },
  { header: 'Phone', text: ({ phone }) => phone ?? '' },
  {
    header: 'Received',
    text: ({ created_at }) => momentText(created_at),
    csv: ({ created_at }) => schoolDayOf(new Date(created_at)),
    className: 'min-w-32',
  },
]

type Opened = { turn: number; isOpen: boolean } & (
  | { kind: 'form'; draft: CustomRequestValues | undefined }
  | { kind: 'delete'; item: CustomRequest }
)

/** B§2, Custom requests: what visitors wish for, and what the school writes down for them. */
export default function CustomRequestsSection() {
  const list = useList(definition)
  const heading = useRef<HTMLElement>(null)
  const [opened, setOpened] = useState<Opened | null>(null)
  const close = () => setOpened((before) => before && { ...before, isOpen: false })
  const { draft, forget } = useDraft<null, CustomRequestValues>(customRequestFormName)
  const write = (typed: CustomRequestValues | undefined) =>
    setOpened((before) => ({ kind: 'form', draft: typed, turn: (before?.turn ?? 0) + 1, isOpen: true }))
  const add = () => write(undefined)
  const remove = useMutation<unknown, ApiError, CustomRequest>({
    mutationFn: ({ id }) => api('DELETE /api/admin/custom-requests/:id', { params: { id } }),
    onSuccess: (_, { id }) => {
      close()
      heading.current?.focus()
      sayDeleted({
        kind: 'custom-request',
        ids: [id],
        description: 'Custom request deleted successfully',
        onRestored: () => void list.reload(),
      })
      void list.reload()
    },
    onError: (error) => {
      if (error.status === 401) return
      toast({
        title: 'Error',
        description: 'Failed to delete custom request. Please try again.',
        tone: 'error',
      })
    },
  })
  const actions = (item: CustomRequest) => (
    <Button
      size="sm"
      variant="quiet"
      aria-label={`Delete the request ${item.name ? `of ${item.name}` : `“${item.comment.slice(0, 40)}”`}`}
      className="text-rose-ink hover:bg-rose-tint"
      onClick={() => {
        remove.reset()
        setOpened((before) => ({ kind: 'delete', item, turn: (before?.turn ?? 0) + 1, isOpen: true }))
      }}
    >
      <Icon of={Trash2} />
      Delete
    </Button>
  )
  return (
    <>
      {draft && (
        <DraftNote
          name={draft.values.comment.slice(0, 40) || 'a request'}
          onContinue={() => {
            write(draft.values)
            forget()
          }}
          onDiscard={forget}
        />
      )}
      <List
        list={list}
        toolbar={
          <Button className="max-sm:grow" onClick={add}>
            <Icon of={Plus} />
            Add Request
          </Button>
        }
      >
        <ListRows
          list={list}
          noun={['entry', 'entries']}
          rows={(answer) => answer}
          rowKey={({ id }) => id}
          rowName={({ name, comment }) => name ?? comment.slice(0, 40)}
          columns={columns}
          card={(item) => <CustomRequestCard key={item.id} item={item} actions={actions(item)} />}
          actions={actions}
          empty={{
            title: 'No custom requests found',
            text: 'Whoever asks for a custom bouquet on the shop’s page appears here.',
            action: <Button onClick={add}>Add First Request</Button>,
          }}
          fileName="custom-requests"
          headingRef={heading}
        />
      </List>
      {opened?.kind === 'form' && (
        <CustomRequestFormDialog
          key={opened.turn}
          open={opened.isOpen}
          onClose={close}
          draft={opened.draft}
          onSaved={() => {
            close()
            void list.reload()
          }}
        />
      )}
      {opened?.kind === 'delete' && (
        <ConfirmDialog
          key={opened.turn}
          open={opened.isOpen}
          onOpenChange={(next) => {
            if (!next) close()
          }}
          title={opened.item.name ? `Delete the request of “${opened.item.name}”?` : 'Delete this request?'}
          confirmLabel="Delete"
          tone="danger"
          busy={remove.isPending}
          error={remove.error && refusalSentence(remove.error)}
          onConfirm={() => remove.mutate(opened.item)}
        >
          This action is irreversible.
        </ConfirmDialog>
      )}
    </>
  )
}
