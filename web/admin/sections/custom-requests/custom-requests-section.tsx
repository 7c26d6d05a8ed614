import { Plus } from 'lucide-react'
import { useRef } from 'react'
import type { CustomRequest } from '../../../../contract/custom-requests.ts'
import { schoolDayOf } from '../../../../contract/school-day.ts'
import { momentText } from '../../../../contract/words.ts'
import { api } from '../../../lib/api.ts'
import { imageAddress } from '../../../lib/image-address.ts'
import { Button } from '../../../ui/button.tsx'
import { EmailWords } from '../../../ui/email-words.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Picture } from '../../../ui/picture.tsx'
import { DeleteDialog } from '../../delete-dialog.tsx'
import { sayDeleted } from '../../deleted-toast.ts'
import { DraftNote, useDraft } from '../../kept-draft.tsx'
import { List } from '../../list/list.tsx'
import { ListRows } from '../../list/list-rows.tsx'
import type { Column } from '../../list/list-table.tsx'
import { type ListDefinition, useList } from '../../list/use-list.ts'
import { useOpened } from '../../opened.tsx'
import { RowActions } from '../../row-actions.tsx'
import { CustomRequestCard } from './custom-request-card.tsx'
import {
  CustomRequestFormDialog,
  type CustomRequestValues,
  customRequestFormName,
} from './custom-request-form-dialog.tsx'
import { KeepPicture } from './keep-picture.tsx'

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

type Wanted = { kind: 'form'; draft?: CustomRequestValues } | { kind: 'delete'; item: CustomRequest }

/** B§2, Custom requests: what visitors wish for, and what the school writes down for them. */
export default function CustomRequestsSection() {
  const list = useList(definition)
  const heading = useRef<HTMLElement>(null)
  const { opened, show, close } = useOpened<Wanted>()
  const { draft, forget } = useDraft<null, CustomRequestValues>(customRequestFormName)
  const add = () => show({ kind: 'form' })
  const reload = () => void list.reload()
  const remove = ({ id }: CustomRequest) => api('DELETE /api/admin/custom-requests/:id', { params: { id } })
  function deleted({ id }: CustomRequest) {
    close()
    // The button that opened the dialog goes with its card.
    heading.current?.focus()
    sayDeleted({
      kind: 'custom-request',
      ids: [id],
      description: 'Custom request deleted successfully',
      onRestored: reload,
    })
    reload()
  }
  const actions = (item: CustomRequest) => (
    <RowActions
      name={`the request ${item.name ? `of ${item.name}` : `“${item.comment.slice(0, 40)}”`}`}
      onDelete={() => show({ kind: 'delete', item })}
    />
  )
  return (
    <>
      {draft && (
        <DraftNote
          name={draft.values.comment.slice(0, 40) || 'a request'}
          onContinue={() => {
            show({ kind: 'form', draft: draft.values })
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
          card={(item) => (
            <CustomRequestCard
              key={item.id}
              item={item}
              keep={<KeepPicture item={item} onKept={reload} />}
              actions={actions(item)}
            />
          )}
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
        <DeleteDialog
          key={opened.turn}
          open={opened.isOpen}
          onClose={close}
          title={opened.item.name ? `Delete the request of “${opened.item.name}”?` : 'Delete this request?'}
          failed="Failed to delete custom request. Please try again."
          run={() => remove(opened.item)}
          onDeleted={() => deleted(opened.item)}
        />
      )}
    </>
  )
}
