import type { BookedEvent } from '../../../../../contract/people/students.ts'
import { FailedNote } from '../../../../ui/failed-note.tsx'
import { PhoneLink } from '../../../contact-link.tsx'
import { dayColumn, emailColumn } from '../../../list/columns.tsx'
import { LoadMore } from '../../../list/list.tsx'
import { ListRows } from '../../../list/list-rows.tsx'
import type { Column } from '../../../list/list-table.tsx'
import type { ListDefinition, ListState } from '../../../list/use-list.ts'
import { personColumn } from '../../../person-link.tsx'

type EventStudent = BookedEvent['bookings'][number] & Pick<BookedEvent, 'title' | 'event_date'>

export const phoneCell = ({ name, phone }: { name: string; phone: string | null }) => (
  <PhoneLink phone={phone ?? ''} chat={{ about: 'person', name }} />
)

const columns: readonly Column<EventStudent>[] = [
  personColumn(() => 'seat'),
  emailColumn(({ email }) => email, { isFolded: true }),
  { header: 'Phone', text: ({ phone }) => phone ?? '', cell: phoneCell },
  { header: 'Event', text: ({ title }) => title, className: 'min-w-40' },
  dayColumn('Date', ({ event_date }) => event_date),
  { header: 'Source', text: ({ source }) => source.replace('Call', 'Course'), isHidden: true },
]

export const eventList: ListDefinition<'GET /api/get/events'> = {
  id: 'students-events',
  endpoint: 'GET /api/get/events',
  what: 'events',
  failed: 'Failed to fetch events data',
}

export function EventStudents({ list }: { list: ListState<'GET /api/get/events'> }) {
  const of = { isFetching: false, refetch: list.retry }
  if (list.isEmptied) return <FailedNote title="The event students could not be loaded." of={of} />
  return (
    <div className="flex flex-col gap-8">
      <ListRows
        list={list}
        title="Event Students"
        noun={['event student', 'event students']}
        rows={({ events }) =>
          events.flatMap(({ bookings, ...event }) => bookings.map((booking) => ({ ...event, ...booking })))
        }
        rowName={({ name }) => name}
        columns={columns}
        empty={{
          title: 'No event students found',
          text: 'Whoever books an event from the calendar appears here.',
        }}
        fileName="event-students"
      />
      <LoadMore list={list} what="events" />
    </div>
  )
}
