import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useRef } from 'react'
import type { AdminInstructor } from '../../../../contract/instructors.ts'
import { schoolDayOf } from '../../../../contract/school-day.ts'
import { dayText, formatRupees } from '../../../../contract/words.ts'
import { api } from '../../../lib/api.ts'
import { Button } from '../../../ui/button.tsx'
import { EmailWords } from '../../../ui/email-words.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Loading } from '../../../ui/spinner.tsx'
import { DeleteDialog } from '../../delete-dialog.tsx'
import { sayDeleted } from '../../deleted-toast.ts'
import { DraftNote, useDraft } from '../../kept-draft.tsx'
import { List } from '../../list/list.tsx'
import { ListRows } from '../../list/list-rows.tsx'
import type { Column } from '../../list/list-table.tsx'
import { type ListDefinition, useList } from '../../list/use-list.ts'
import { useOpened } from '../../opened.tsx'
import { RowActions } from '../../row-actions.tsx'
import { ActiveBadge, InstructorCard } from './instructor-card.tsx'
import { formValues, type InstructorFormValues } from './instructor-form.ts'
import { InstructorFormDialog, instructorFormName } from './instructor-form-dialog.tsx'
import { InstructorViewDialog } from './instructor-view-dialog.tsx'
import { isForAdmin, requireAdminSession } from './instructors-query.ts'

const definition: ListDefinition<'GET /api/instructors'> = {
  id: 'instructors',
  endpoint: 'GET /api/instructors',
  search: { label: 'Search instructors' },
  filters: [
    {
      name: 'active',
      label: 'Status',
      options: [
        { value: 'yes', label: 'Active' },
        { value: 'no', label: 'Inactive' },
      ],
    },
  ],
  sorts: [
    { value: 'joined', label: 'Oldest first' },
    { value: '-joined', label: 'Newest first' },
    { value: 'name', label: 'Name, A to Z' },
    { value: '-name', label: 'Name, Z to A' },
  ],
  sentences: {
    loading: 'Loading instructors…',
    loadFailed: 'Failed to fetch instructors data',
    emptied: 'The instructors could not be loaded',
    refreshFailed: 'Failed to fetch instructors data',
    refreshed: 'Instructors refreshed successfully',
  },
}

const columns: readonly Column<AdminInstructor>[] = [
  { header: 'Name', text: ({ name }) => name, sort: 'name', className: 'min-w-40 [overflow-wrap:anywhere]' },
  {
    header: 'Email',
    text: ({ email }) => email,
    cell: ({ email }) => <EmailWords email={email} />,
    className: '[overflow-wrap:anywhere]',
  },
  { header: 'Phone', text: ({ phone }) => phone ?? '' },
  { header: 'Specialization', text: ({ specialization }) => specialization ?? '' },
  {
    header: 'Experience (Years)',
    text: ({ experience_years }) => (experience_years === null ? '' : String(experience_years)),
  },
  {
    header: 'Hourly Rate',
    text: ({ hourly_rate }) => (hourly_rate === null ? '' : formatRupees(hourly_rate)),
    csv: ({ hourly_rate }) => (hourly_rate === null ? '' : String(hourly_rate)),
    isHidden: true,
  },
  {
    header: 'Status',
    text: ({ is_active }) => (is_active ? 'Active' : 'Inactive'),
    cell: ({ is_active }) => <ActiveBadge isActive={is_active} />,
  },
  { header: 'Bio', text: ({ bio }) => bio ?? '', className: 'min-w-64 whitespace-pre-line', isHidden: true },
  {
    header: 'Added',
    text: ({ created_at }) => dayText(schoolDayOf(new Date(created_at))),
    csv: ({ created_at }) => schoolDayOf(new Date(created_at)),
    isHidden: true,
  },
]

type Wanted =
  | { kind: 'form'; item: AdminInstructor | null; typed?: InstructorFormValues }
  | { kind: 'view' | 'delete'; item: AdminInstructor }

/** B§2, Instructors. Its path serves the public too, so an admin's call goes before it (reading A4). */
export default function InstructorsSection() {
  const session = useQuery({
    queryKey: ['the session of the instructors section'],
    queryFn: async () => {
      await requireAdminSession()
      return true
    },
    gcTime: 0,
  })
  // Where the check itself fails, the list says what cannot be had.
  return session.isPending ? <Loading>Loading instructors…</Loading> : <Instructors />
}

function Instructors() {
  const read = useList(definition)
  const list = {
    ...read,
    refresh: async () => {
      // An ended session leads to sign-in; any other failure the list itself will meet.
      await requireAdminSession().catch(() => undefined)
      await read.refresh()
    },
  }
  const heading = useRef<HTMLElement>(null)
  const { opened, show, close } = useOpened<Wanted>()
  const { draft, forget } = useDraft(instructorFormName, formValues)
  const add = () => show({ kind: 'form', item: null })
  const reload = () => void list.reload()
  const remove = ({ id }: AdminInstructor) => api('DELETE /api/admin/instructors/:id', { params: { id } })
  function deleted({ id }: AdminInstructor) {
    close()
    // The button that opened the dialog goes with its card.
    heading.current?.focus()
    sayDeleted({
      kind: 'instructor',
      ids: [id],
      description: 'Instructor deleted successfully',
      onRestored: reload,
    })
    reload()
  }
  const actions = (item: AdminInstructor) => (
    <RowActions
      name={item.name}
      onView={() => show({ kind: 'view', item })}
      onEdit={() => show({ kind: 'form', item })}
      onDelete={() => show({ kind: 'delete', item })}
    />
  )
  return (
    <>
      {draft && (
        <DraftNote
          name={draft.values.name || 'a new instructor'}
          onContinue={() => {
            show({ kind: 'form', item: draft.item, typed: draft.values })
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
            Add Instructor
          </Button>
        }
      >
        <ListRows
          list={list}
          noun={['instructor', 'instructors']}
          rows={({ data }) => data.filter(isForAdmin)}
          rowKey={({ id }) => id}
          rowName={({ name }) => name}
          columns={columns}
          card={(item) => <InstructorCard key={item.id} item={item} actions={actions(item)} />}
          actions={actions}
          empty={{
            title: 'No instructors found',
            text: 'Add the first instructor; who is active appears on the About page.',
            action: <Button onClick={add}>Add First Instructor</Button>,
          }}
          fileName="instructors"
          headingRef={heading}
        />
      </List>
      {opened?.kind === 'form' && (
        <InstructorFormDialog
          key={opened.turn}
          open={opened.isOpen}
          onClose={close}
          item={opened.item}
          draft={opened.typed ?? null}
          onSaved={() => {
            close()
            void list.reload()
          }}
        />
      )}
      {opened?.kind === 'view' && (
        <InstructorViewDialog
          key={opened.turn}
          open={opened.isOpen}
          onClose={close}
          onEdit={() => show({ kind: 'form', item: opened.item })}
          item={opened.item}
        />
      )}
      {opened?.kind === 'delete' && (
        <DeleteDialog
          key={opened.turn}
          open={opened.isOpen}
          onClose={close}
          title={`Delete “${opened.item.name}”?`}
          failed="Failed to delete instructor. Please try again."
          run={() => remove(opened.item)}
          onDeleted={() => deleted(opened.item)}
        />
      )}
    </>
  )
}
