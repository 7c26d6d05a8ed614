import { useRef } from 'react'
import { type Enquiry, enquiryKinds } from '../../../../contract/enquiries.ts'
import { api } from '../../../lib/api.ts'
import { MailLink, PhoneLink } from '../../contact-link.tsx'
import { DeleteDialog } from '../../delete-dialog.tsx'
import { emailColumn, momentColumn, wrapped } from '../../list/columns.tsx'
import { DataList } from '../../list/data-list.tsx'
import { byAge } from '../../list/list-choices.ts'
import type { Column } from '../../list/list-table.tsx'
import { type ListDefinition, useList } from '../../list/use-list.ts'
import { useDialog } from '../../opened.tsx'
import { DeleteButton } from '../../row-actions.tsx'
import { sayDeleted } from '../../undo-toast.ts'
import { link, MarkButton, VisitorCard } from './visitor-card.tsx'

const definition: ListDefinition<'GET /api/categoryuserdata'> = {
  id: 'category-visitor-list',
  endpoint: 'GET /api/categoryuserdata',
  search: { label: 'Search visitors' },
  filters: [
    {
      name: 'enquiry',
      label: 'Enquiry',
      options: enquiryKinds.map((kind) => ({ value: kind, label: kind })),
    },
    {
      name: 'answered',
      label: 'Answered',
      options: [
        { value: 'no', label: 'Not yet' },
        { value: 'yes', label: 'Answered' },
      ],
    },
  ],
  sorts: byAge,
  what: 'visitors',
  failed: 'Failed to fetch visitor data',
}

const columns: readonly Column<Enquiry>[] = [
  { header: 'Name', text: ({ name }) => name, className: `min-w-28 ${wrapped}` },
  emailColumn(({ email }) => email, {
    cell: ({ email }) => <MailLink email={email} className={link} />,
    className: `min-w-32 ${wrapped}`,
  }),
  {
    header: 'Phone',
    text: ({ phone }) => phone,
    cell: ({ phone }) => <PhoneLink phone={phone} code="" className={link} />,
  },
  { header: 'Enquiry', text: ({ enquiry }) => enquiry },
  {
    header: 'Question',
    text: ({ question }) => question ?? '',
    className: `min-w-40 whitespace-pre-line ${wrapped}`,
  },
  momentColumn('Received', ({ created_at }) => created_at, { isDayInCsv: true, className: 'min-w-28' }),
  momentColumn('Answered', ({ answered_at }) => answered_at, {
    none: 'Not yet',
    isDayInCsv: true,
    className: 'min-w-44',
  }),
]

/** Who asked about the hall, a corporate event or anything else. */
export default function CategoryVisitorListSection() {
  const list = useList(definition)
  const heading = useRef<HTMLElement>(null)
  const { show, close, dialog } = useDialog()
  const reload = () => void list.reload()
  function deleted(id: string) {
    close()
    // The button that opened the question goes with its card.
    heading.current?.focus()
    const description = 'Visitor deleted successfully'
    sayDeleted({ kind: 'enquiry', ids: [id], description, onRestored: reload })
    reload()
  }
  const ask = (item: Enquiry) =>
    show((props) => (
      <DeleteDialog
        {...props}
        title={`Delete the enquiry of “${item.name}”?`}
        failed="Failed to delete visitor. Please try again."
        run={() => api('DELETE /api/admin/categoryuserdata/:id', { params: { id: item.id } })}
        onDeleted={() => deleted(item.id)}
      />
    ))
  const actions = (item: Enquiry) => (
    <div className="flex flex-wrap gap-1">
      <MarkButton item={item} onMarked={reload} />
      <DeleteButton name={item.name} onDelete={() => ask(item)} />
    </div>
  )
  return (
    <>
      <DataList
        list={list}
        noun={['visitor', 'visitors']}
        rowName={({ name }) => name}
        columns={columns}
        card={(item) => <VisitorCard key={item.id} item={item} actions={actions(item)} />}
        actions={actions}
        actionsUnder
        empty={{
          title: 'No category visitors found',
          text: 'Whoever sends an enquiry from the contact page or the hall’s page appears here.',
        }}
        fileName="category-visitors"
        headingRef={heading}
      />
      {dialog}
    </>
  )
}
