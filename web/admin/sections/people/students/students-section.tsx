import {
  type EventStudent,
  type Student,
  studentFields,
  studentImportColumns,
} from '../../../../../contract/people/students.ts'
import { plural } from '../../../../../contract/plural.ts'
import { grouped, shortDayText } from '../../../../../contract/words.ts'
import { FailedNote } from '../../../../ui/failed-note.tsx'
import { PhoneLink } from '../../../contact-link.tsx'
import { emailColumn, momentColumn, ShortDay } from '../../../list/columns.tsx'
import { LoadMore } from '../../../list/list.tsx'
import { byAge, onDays } from '../../../list/list-choices.ts'
import { ListRows } from '../../../list/list-rows.tsx'
import type { Column } from '../../../list/list-table.tsx'
import { isFoundBelow, type ListDefinition, type ListState, useList } from '../../../list/use-list.ts'
import { PersonDataButton } from '../../../person-data.tsx'
import { personColumn } from '../../../person-link.tsx'
import { recordOf } from '../../../record.ts'
import { callsOf } from '../../../record-calls.ts'
import { formFields } from '../../../record-fields.tsx'
import { RecordSection } from '../../../record-section.tsx'

/** Writes `Diploma in Floral Design and 2 more`. */
const andMore = (title: string, others = 0) => (others > 0 ? `${title} and ${others} more` : title)

const phoneCell = ({ name, phone }: { name: string; phone: string | null }) => (
  <PhoneLink phone={phone ?? ''} chat={{ about: 'person', name }} />
)

const usual = formFields(studentFields, {
  name: { label: 'Full Name', autoComplete: 'off' },
  email: { type: 'email', autoComplete: 'off' },
  phone: { type: 'tel', autoComplete: 'off' },
})
const fields = { ...usual, note: { ...usual.note, read: ({ course }: Student) => course ?? '' } }

const record = recordOf({
  kind: 'student',
  calls: callsOf('/api/admin/students', 'edit'),
  namedBy: 'name',
  texts: {
    add: 'Add Student',
    edit: 'Edit Student',
    added: 'Student added successfully',
    addFailed: 'Failed to add student. Please try again.',
    updated: 'Student updated successfully',
    updateFailed: 'Failed to update student. Please try again.',
    changed: 'Someone else changed this student.',
    keptDraft: 'We’ve kept what you typed for a new student.',
    loading: 'Loading students…',
    notLoaded: 'We couldn’t load the students',
    loadFailed: 'Failed to fetch students data',
    refreshed: 'Students refreshed successfully',
    counted: ({ count }) => plural(count, { one: '1 course student', other: `${count} course students` }),
    deleted: () => 'Student deleted successfully',
    deleteFailed: 'Failed to delete student. Please try again.',
    empty: {
      title: 'No course students found',
      text: 'People who enrol in a course appear here. You can also add or import students.',
    },
  },
  list: {
    id: 'students',
    endpoint: 'GET /api/getStudents',
    search: { label: 'Search students', placeholder: 'Name, e-mail or phone' },
    filters: onDays('Added from', 'Added until'),
    sorts: byAge,
  },
  title: 'Course Students',
  rows: ({ data }: { data: Student[] }) => data,
  columns: [
    personColumn(({ isByHand }: Student) => (isByHand ? 'student' : 'seat')),
    ['email', { isFolded: true, className: 'max-w-60' }],
    ['phone', { cell: phoneCell, isFolded: true, className: 'whitespace-nowrap' }],
    {
      header: 'Course',
      text: ({ course, otherCourses }) => andMore(course ?? '', otherCourses),
      isCut: true,
      className: 'w-full max-w-0 min-w-40',
    },
    momentColumn('Since', ({ created_at }: Student) => created_at, {
      isDayInCsv: true,
      className: 'whitespace-nowrap',
      isFolded: true,
    }),
    // The API says 'Call Student' for a person who enrolled in a course.
    { header: 'Source', text: ({ source }) => source.replace('Call', 'Course'), isHidden: true },
  ],
  form: { description: 'Add someone who didn’t enrol on the site.', fields },
  isDeletable: ({ isByHand }) => isByHand,
  importing: {
    endpoint: 'POST /api/admin/students/import',
    columns: studentImportColumns,
    title: 'Import students',
  },
  fileName: 'course-students',
  toolbar: <PersonDataButton />,
})

export default function StudentsSection() {
  const students = useList(record.list)
  const events = useList(eventList, students.choice)
  const list = {
    ...students,
    isFetching: students.isFetching || events.isFetching,
    refresh: async () => {
      // The courses are read only if the events succeeded, because a second toast about a failure would cover the
      // first.
      if (await events.reload()) await students.refresh()
    },
  }
  const [ofEvents, ofCourses] = [events.pages[0]?.total, students.pages[0]?.total]
  const total = ofEvents === undefined || ofCourses === undefined ? undefined : ofEvents + ofCourses
  const counts = { 'Event Students': ofEvents, 'Course Students': ofCourses, Total: total }
  const ofSearch = { ...events, isFiltered: students.isFiltered, reset: students.reset }
  const bookings = events.pages.flatMap(({ data }) => data)
  const people = students.pages.flatMap(({ data }) => data)
  return (
    <RecordSection
      record={record}
      list={list}
      above={<PeopleHead counts={counts} />}
      before={isFoundBelow(students, bookings, people) ? null : <EventStudents list={ofSearch} />}
    />
  )
}

function PeopleHead({ counts }: { counts: Readonly<Record<string, number | undefined>> }) {
  return (
    <dl className="mb-2 flex min-h-7 flex-wrap gap-x-5">
      {Object.entries(counts).map(
        ([name, count]) =>
          count !== undefined && (
            <div key={name} className="flex flex-row-reverse items-baseline gap-1.5">
              <dt className="text-sm text-ink-soft">{name}</dt>
              <dd className="font-bold">{grouped(count)}</dd>
            </div>
          ),
      )}
    </dl>
  )
}

const columns: readonly Column<EventStudent>[] = [
  personColumn(() => 'seat'),
  emailColumn(({ email }) => email, { isFolded: true, className: 'max-w-60' }),
  {
    header: 'Phone',
    text: ({ phone }) => phone ?? '',
    cell: phoneCell,
    isFolded: true,
    className: 'whitespace-nowrap',
  },
  {
    header: 'Event',
    text: ({ title, otherEvents }) => andMore(title, otherEvents),
    isCut: true,
    className: 'w-full max-w-0 min-w-40',
  },
  {
    header: 'Date',
    text: ({ event_date }) => shortDayText(event_date),
    cell: ({ event_date }) => <ShortDay day={event_date} none="Coming soon" />,
    csv: ({ event_date }) => event_date ?? '',
    className: 'whitespace-nowrap',
  },
  { header: 'Source', text: ({ source }) => source.replace('Call', 'Course'), isHidden: true },
]

const eventList: ListDefinition<'GET /api/admin/event-students'> = {
  id: 'students-events',
  endpoint: 'GET /api/admin/event-students',
  texts: {
    loading: 'Loading event students…',
    notLoaded: 'We couldn’t load the event students',
    loadFailed: 'Failed to fetch events data',
  },
}

function EventStudents({ list }: { list: ListState<'GET /api/admin/event-students'> }) {
  const of = { isFetching: false, refetch: list.retry }
  if (list.isEmptied) return <FailedNote title={list.texts.notLoaded} of={of} />
  return (
    <div className="flex flex-col gap-8">
      <ListRows
        list={list}
        title="Event Students"
        counted={({ count }) => plural(count, { one: '1 event student', other: `${count} event students` })}
        rows={({ data }) => data}
        rowName={({ name }) => name}
        columns={columns}
        empty={{
          title: 'No event students found',
          text: 'People who book an event from the calendar appear here.',
        }}
        fileName="event-students"
      />
      <LoadMore list={list} label="Load more event students" />
    </div>
  )
}
