import { type BookedEvent, type Student, studentImportColumns } from '../../../../contract/students.ts'
import { dayText, grouped } from '../../../../contract/words.ts'
import { api } from '../../../lib/api.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { Note } from '../../../ui/note.tsx'
import { emailColumn, fewWords, momentColumn } from '../../list/columns.tsx'
import { ListRows } from '../../list/list-rows.tsx'
import { byAge, listSentences } from '../../list/list-sentences.ts'
import type { Column } from '../../list/list-table.tsx'
import { type ListDefinition, type ListState, useList } from '../../list/use-list.ts'
import { useSettled } from '../../list/use-settled.ts'
import { RecordSection } from '../../record-section.tsx'
import { studentForm } from './student-form.tsx'

const definition: ListDefinition<'GET /api/getStudents'> = {
  id: 'students',
  endpoint: 'GET /api/getStudents',
  search: { label: 'Search students' },
  sorts: byAge,
  sentences: listSentences('students', 'Failed to fetch students data'),
}

/** The other half: it follows the search and the sort of the first. */
const eventsDefinition: ListDefinition<'GET /api/get/events'> = {
  id: 'students-events',
  endpoint: 'GET /api/get/events',
  sentences: listSentences('events', 'Failed to fetch events data'),
}

type EventStudent = BookedEvent['bookings'][number] & Pick<BookedEvent, 'title' | 'event_date'>

/** By the word of the wire. */
const sourceText = { 'Event Students': 'Event Students', 'Call Students': 'Course Students' } as const

/** What both lists tell of somebody. */
type Learner = Pick<Student, 'name' | 'email' | 'phone' | 'source'>
const nameColumn: Column<Learner> = {
  header: 'Name',
  text: ({ name }) => name,
  className: fewWords,
}
const phoneColumn: Column<Learner> = { header: 'Phone', text: ({ phone }) => phone ?? '' }
const sourceColumn: Column<Learner> = {
  header: 'Source',
  text: ({ source }) => sourceText[source],
  isHidden: true,
}

const eventColumns: readonly Column<EventStudent>[] = [
  nameColumn,
  emailColumn(({ email }) => email),
  phoneColumn,
  { header: 'Event', text: ({ title }) => title, className: 'min-w-40' },
  {
    header: 'Date',
    text: ({ event_date }) => dayText(event_date),
    csv: ({ event_date }) => event_date,
    className: 'min-w-32',
  },
  sourceColumn,
]

const studentColumns: readonly Column<Student>[] = [
  nameColumn,
  emailColumn(({ email }) => email),
  phoneColumn,
  { header: 'Course', text: ({ course }) => course ?? '', className: fewWords },
  momentColumn('Since', ({ created_at }) => created_at, { isDayInCsv: true, className: 'min-w-32' }),
  sourceColumn,
]

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
  const ofEvents = events.pages[0]?.total
  const ofCourses = students.pages[0]?.total
  return (
    <RecordSection
      kind="student"
      title="Course Students"
      noun={['course student', 'course students']}
      list={list}
      rows={({ data }) => data}
      nameOf={({ name }) => name}
      columns={studentColumns}
      form={studentForm}
      draftName={({ name }) => name || 'a new student'}
      isDeletable={({ isByHand }) => isByHand}
      remove={{
        run: ({ id }) => api('DELETE /api/admin/students/:id', { params: { id } }),
        failed: 'Failed to delete student. Please try again.',
        done: () => 'Student deleted successfully',
      }}
      importing={{
        endpoint: 'POST /api/admin/students/import',
        columns: studentImportColumns,
        noun: ['student', 'students'],
      }}
      empty={{
        title: 'No course students found',
        text: 'Whoever enrols in a course appears here; others can be added or imported.',
      }}
      fileName="course-students"
      above={
        <dl className="mb-6 grid grid-cols-3 gap-2 sm:gap-3">
          <Counter name="Event Students" count={ofEvents} />
          <Counter name="Course Students" count={ofCourses} />
          <Counter
            name="Total"
            count={ofEvents === undefined || ofCourses === undefined ? undefined : ofEvents + ofCourses}
          />
        </dl>
      }
      before={<EventStudents events={events} isFiltered={list.isFiltered} />}
    />
  )
}

function EventStudents({
  events,
  isFiltered,
}: {
  events: ListState<'GET /api/get/events'>
  isFiltered: boolean
}) {
  if (events.isEmptied) {
    return (
      <Note
        tone="warning"
        title="The event students could not be loaded."
        action={
          <Button variant="outline" size="sm" onClick={events.retry}>
            Try again
          </Button>
        }
      />
    )
  }
  return (
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
          text: isFiltered
            ? 'Nobody fits the search.'
            : 'Whoever books an event from the calendar appears here.',
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
