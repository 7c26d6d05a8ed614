import { FileUp, Plus } from 'lucide-react'
import { Suspense, useRef } from 'react'
import { schoolDayOf } from '../../../../contract/school-day.ts'
import { type BookedEvent, type Student, studentImportColumns } from '../../../../contract/students.ts'
import { dayText, grouped, momentText } from '../../../../contract/words.ts'
import { api } from '../../../lib/api.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { EmailWords } from '../../../ui/email-words.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { lazyDialog } from '../../../ui/lazy-dialog.tsx'
import { Note } from '../../../ui/note.tsx'
import { DeleteDialog } from '../../delete-dialog.tsx'
import { sayDeleted } from '../../deleted-toast.ts'
import { DraftNote, useDraft } from '../../kept-draft.tsx'
import { List } from '../../list/list.tsx'
import { ListRows } from '../../list/list-rows.tsx'
import type { Column } from '../../list/list-table.tsx'
import { type ListDefinition, useList } from '../../list/use-list.ts'
import { useSettled } from '../../list/use-settled.ts'
import { useOpened } from '../../opened.tsx'
import { RowActions } from '../../row-actions.tsx'
import { StudentFormDialog, type StudentFormValues, studentFormName } from './student-form-dialog.tsx'

const ImportDialog = lazyDialog(() => import('../../import/import-dialog.tsx'))

const definition: ListDefinition<'GET /api/getStudents'> = {
  id: 'students',
  endpoint: 'GET /api/getStudents',
  search: { label: 'Search students' },
  sorts: [
    { value: 'newest', label: 'Newest first' },
    { value: 'oldest', label: 'Oldest first' },
  ],
  sentences: {
    loading: 'Loading students…',
    loadFailed: 'Failed to fetch students data',
    emptied: 'The students could not be loaded',
    refreshFailed: 'Failed to fetch students data',
    refreshed: 'Students refreshed successfully',
  },
}

/** The other half: it follows the search and the sort of the first. */
const eventsDefinition: ListDefinition<'GET /api/get/events'> = {
  id: 'students-events',
  endpoint: 'GET /api/get/events',
  sentences: {
    loading: 'Loading events…',
    loadFailed: 'Failed to fetch events data',
    emptied: 'The events could not be loaded',
    refreshFailed: 'Failed to fetch events data',
    refreshed: 'Students refreshed successfully',
  },
}

type EventStudent = BookedEvent['bookings'][number] & Pick<BookedEvent, 'title' | 'event_date'>

/** Reading B10: the wire's word, and the screen's. */
const sourceText = { 'Event Students': 'Event Students', 'Call Students': 'Course Students' } as const

const eventColumns: readonly Column<EventStudent>[] = [
  { header: 'Name', text: ({ name }) => name, className: 'min-w-40 [overflow-wrap:anywhere]' },
  {
    header: 'Email',
    text: ({ email }) => email,
    cell: ({ email }) => <EmailWords email={email} />,
    className: '[overflow-wrap:anywhere]',
  },
  { header: 'Phone', text: ({ phone }) => phone },
  { header: 'Event', text: ({ title }) => title, className: 'min-w-40' },
  {
    header: 'Date',
    text: ({ event_date }) => dayText(event_date),
    csv: ({ event_date }) => event_date,
    className: 'min-w-32',
  },
  { header: 'Source', text: ({ source }) => sourceText[source], isHidden: true },
]

const studentColumns: readonly Column<Student>[] = [
  { header: 'Name', text: ({ name }) => name, className: 'min-w-40 [overflow-wrap:anywhere]' },
  {
    header: 'Email',
    text: ({ email }) => email,
    cell: ({ email }) => <EmailWords email={email} />,
    className: '[overflow-wrap:anywhere]',
  },
  { header: 'Phone', text: ({ phone }) => phone ?? '' },
  { header: 'Course', text: ({ course }) => course ?? '', className: 'min-w-40 [overflow-wrap:anywhere]' },
  {
    header: 'Since',
    text: ({ created_at }) => momentText(created_at),
    csv: ({ created_at }) => schoolDayOf(new Date(created_at)),
    className: 'min-w-32',
  },
  { header: 'Source', text: ({ source }) => sourceText[source], isHidden: true },
]

type Wanted =
  | { kind: 'form'; draft?: StudentFormValues }
  | { kind: 'import' }
  | { kind: 'delete'; item: Student }

/** B§2, Students: three counters, and the two lists of who learns here. */
export default function StudentsSection() {
  const students = useList(definition)
  const q = useSettled(students.choice.q.trim())
  const events = useList({
    ...eventsDefinition,
    fixed: { ...(q === '' ? {} : { q }), ...(students.choice.sort === 'oldest' ? { sort: 'oldest' } : {}) },
  })
  const list = {
    ...students,
    isFetching: students.isFetching || events.isFetching,
    refresh: async () => {
      // The toast of one failure is enough: the second would cover it.
      if (await events.reload()) await students.refresh()
    },
  }
  const heading = useRef<HTMLElement>(null)
  const { opened, show, close } = useOpened<Wanted>()
  const { draft, forget } = useDraft<null, StudentFormValues>(studentFormName)
  function changed() {
    close()
    void students.reload()
  }
  const remove = ({ id }: Student) => api('DELETE /api/admin/students/:id', { params: { id } })
  function deleted({ id }: Student) {
    // The button that opened the dialog goes with its row.
    heading.current?.focus()
    sayDeleted({
      kind: 'student',
      ids: [id],
      description: 'Student deleted successfully',
      onRestored: () => void students.reload(),
    })
    changed()
  }

  const ofEvents = events.pages[0]?.total
  const ofCourses = students.pages[0]?.total
  const total = ofEvents === undefined || ofCourses === undefined ? undefined : ofEvents + ofCourses
  const found = list.isFiltered ? 'Nobody fits the search.' : undefined
  return (
    <>
      {draft && (
        <DraftNote
          name={draft.values.name || 'a new student'}
          onContinue={() => {
            show({ kind: 'form', draft: draft.values })
            forget()
          }}
          onDiscard={forget}
        />
      )}
      <dl className="mb-6 grid grid-cols-3 gap-2 sm:gap-3">
        <Counter name="Event Students" count={ofEvents} />
        <Counter name="Course Students" count={ofCourses} />
        <Counter name="Total" count={total} />
      </dl>
      <List
        list={list}
        toolbar={
          <>
            <Button className="max-sm:grow" variant="outline" onClick={() => show({ kind: 'import' })}>
              <Icon of={FileUp} />
              Import
            </Button>
            <Button className="max-sm:grow" onClick={() => show({ kind: 'form' })}>
              <Icon of={Plus} />
              Add Student
            </Button>
          </>
        }
      >
        {events.isEmptied ? (
          <Note
            tone="warning"
            title="The event students could not be loaded."
            action={
              <Button variant="outline" size="sm" onClick={events.retry}>
                Try again
              </Button>
            }
          />
        ) : (
          <div className="flex flex-col items-stretch gap-4">
            <ListRows
              list={events}
              title="Event Students"
              noun={['event student', 'event students']}
              rows={eventStudents}
              rowKey={({ id }) => id}
              rowName={({ name }) => name}
              columns={eventColumns}
              empty={{
                title: 'No event students found',
                text: found ?? 'Whoever books an event from the calendar appears here.',
              }}
              fileName="event-students"
            />
            {events.hasMore && (
              <Button
                className="self-center"
                variant="outline"
                busy={events.isLoadingMore}
                onClick={events.loadMore}
              >
                Load more events
              </Button>
            )}
          </div>
        )}
        <ListRows
          list={students}
          title="Course Students"
          noun={['course student', 'course students']}
          rows={({ data }) => data}
          rowKey={({ id }) => id}
          rowName={({ name }) => name}
          columns={studentColumns}
          actions={(item) =>
            item.isByHand && <RowActions name={item.name} onDelete={() => show({ kind: 'delete', item })} />
          }
          empty={{
            title: 'No course students found',
            text: 'Whoever enrols in a course appears here; others can be added or imported.',
          }}
          fileName="course-students"
          headingRef={heading}
        />
      </List>
      {opened?.kind === 'form' && (
        <StudentFormDialog
          key={opened.turn}
          open={opened.isOpen}
          onClose={close}
          draft={opened.draft}
          onSaved={changed}
        />
      )}
      {opened?.kind === 'import' && (
        <Suspense>
          <ImportDialog
            key={opened.turn}
            open={opened.isOpen}
            onClose={close}
            endpoint="POST /api/admin/students/import"
            columns={studentImportColumns}
            noun={['student', 'students']}
            onImported={changed}
          />
        </Suspense>
      )}
      {opened?.kind === 'delete' && (
        <DeleteDialog
          key={opened.turn}
          open={opened.isOpen}
          onClose={close}
          title={`Delete “${opened.item.name}”?`}
          failed="Failed to delete student. Please try again."
          run={() => remove(opened.item)}
          onDeleted={() => deleted(opened.item)}
        />
      )}
    </>
  )
}

function eventStudents({ events }: { events: BookedEvent[] }): EventStudent[] {
  return events.flatMap(({ title, event_date, bookings }) =>
    bookings.map((booking) => ({ ...booking, title, event_date })),
  )
}

function Counter({ name, count }: { name: string; count: number | undefined }) {
  return (
    <Card className="flex flex-col-reverse justify-end p-3 sm:p-4">
      <dt className="text-sm text-ink-soft sm:text-base">{name}</dt>
      <dd className="font-display text-2xl">{count === undefined ? '–' : grouped(count)}</dd>
    </Card>
  )
}
