import { useQuery } from '@tanstack/react-query'
import { ArrowDown, Banknote, CalendarDays, ClipboardList, EllipsisVertical } from 'lucide-react'
import { useRef } from 'react'
import { plural } from '../../../../../contract/plural.ts'
import type { ListTotals } from '../../../../../contract/primitives.ts'
import { query, useStale } from '../../../../lib/query.ts'
import { Button } from '../../../../ui/button.tsx'
import { useDialog } from '../../../../ui/lazy-dialog.tsx'
import { List } from '../../../list/list.tsx'
import { byAge, onDays } from '../../../list/list-choices.ts'
import { SideLink } from '../../../list/list-head.tsx'
import { ListRows } from '../../../list/list-rows.tsx'
import type { Column } from '../../../list/list-table.tsx'
import { ListTotalsLine, totalsOf } from '../../../list/list-totals.tsx'
import { isFoundBelow, type ListDefinition, useList } from '../../../list/use-list.ts'
import { RowButton } from '../../../row-actions.tsx'
import { ManageSeatDialog } from '../../../seats/manage-seat-dialog.tsx'
import { canMarkPaid, MarkSeatPaidDialog } from '../../../seats/mark-seat-paid.tsx'
import { paymentStates } from '../../../seats/seat-facts.ts'
import { useOpenedRecord } from '../../../section-request.ts'
import { stateOptions } from '../../../state-badge.tsx'
import {
  classColumns,
  eventColumns,
  type Registration,
  type RegistrationKind,
} from './registration-columns.tsx'

const definition: ListDefinition<'GET /api/getEventClassEnrollments'> = {
  id: 'event-class-enrollments',
  endpoint: 'GET /api/getEventClassEnrollments',
  search: { label: 'Search enrolments', placeholder: 'Name, e-mail, phone or title' },
  filters: [
    { name: 'payment', label: 'Payment', options: stateOptions(paymentStates) },
    ...onDays('Booked from', 'Booked until'),
  ],
  states: { filter: 'payment', counted: 'seats' },
  sorts: byAge,
  texts: {
    loading: 'Loading enrolments…',
    notLoaded: 'We couldn’t load the enrolments',
    loadFailed: 'Failed to fetch event class enrollments data',
    refreshed: 'Enrolments refreshed successfully',
  },
}

const nameOf = ({ name, reference }: Registration) => `${name}, ${reference}`
const seatKinds = { event: 'event-booking', class: 'enrolment' } as const

const tables = {
  event: {
    title: 'Event Enrollments',
    empty: {
      title: 'No event enrolments found',
      text: 'People who book an event from the calendar appear here.',
    },
    fileName: 'event-enrollments',
  },
  class: {
    title: 'Class Enrollments',
    empty: {
      title: 'No class enrolments found',
      text: 'People who enrol in a class on the site appear here.',
    },
    fileName: 'class-enrollments',
  },
}

export default function EventClassEnrollmentsSection() {
  const stale = useStale()
  const list = useList(definition)
  const { data: totals } = useQuery(
    totalsOf(query('GET /api/admin/registrations/totals', { query: list.asked }), list.readAt),
  )
  const headings = { event: useRef<HTMLElement>(null), class: useRef<HTMLElement>(null) }
  const { show, dialog } = useDialog()

  function changed() {
    // A payment that arrived late may have taken a seat again, so the numbers of free seats are read again.
    stale('GET /api/admin/AdminClasses')
    void list.reload()
  }
  const pay = (kind: RegistrationKind, row: Registration) =>
    show((props) => (
      <MarkSeatPaidDialog
        {...props}
        seat={{ kind: seatKinds[kind], ...row }}
        title={'event_title' in row ? row.event_title : row.course_title}
        focusAfter={headings[kind]}
        onChanged={changed}
      />
    ))
  const manage = (kind: RegistrationKind, { id, name }: Registration) =>
    show((props) => (
      <ManageSeatDialog {...props} seat={{ kind: seatKinds[kind], id, name }} onChanged={changed} />
    ))
  const bookings = list.pages.flatMap((page) => page.eventClassEnrollments)
  const enrolments = list.pages.flatMap((page) => page.classEnrollments)
  useOpenedRecord(
    (id) => [...bookings, ...enrolments].find((row) => row.id === id),
    (row) => manage('event_title' in row ? 'event' : 'class', row),
  )
  const buttons = (kind: RegistrationKind) => (row: Registration) => (
    <span className="flex flex-wrap gap-1">
      {canMarkPaid(row) && (
        <RowButton
          label="Mark paid"
          of={nameOf(row)}
          hasColon
          icon={Banknote}
          className="!px-2 whitespace-nowrap"
          onClick={() => pay(kind, row)}
        />
      )}
      <RowButton
        label="Manage"
        icon={EllipsisVertical}
        of={nameOf(row)}
        className="!px-2"
        onClick={() => manage(kind, row)}
      />
    </span>
  )
  const tableOf = <Row extends Registration>(
    kind: RegistrationKind,
    rows: (answer: (typeof list.pages)[number]) => readonly Row[],
    columns: readonly Column<Row>[],
    sums: ListTotals | undefined,
  ) => (
    <ListRows
      key={kind}
      {...tables[kind]}
      list={list}
      counted={({ count }) => plural(count, { one: '1 enrolment', other: `${count} enrolments` })}
      totals={sums && <Totals sums={sums} />}
      headingRef={headings[kind]}
      rows={rows}
      rowKey={({ id }) => id}
      rowName={nameOf}
      tableFrom={880}
      columns={columns}
      actions={buttons(kind)}
    />
  )
  const both = [
    tableOf('event', (answer) => answer.eventClassEnrollments, eventColumns, totals?.data.events),
    tableOf('class', (answer) => answer.classEnrollments, classColumns, totals?.data.classes),
  ]
  return (
    <>
      <List list={list} toolbar={<RosterLinks />}>
        <Button
          size="sm"
          variant="quiet"
          icon={ArrowDown}
          className="-mb-8 self-start lg:hidden"
          onClick={() => headings.class.current?.focus()}
        >
          Go to class enrolments
        </Button>
        {isFoundBelow(list, bookings, enrolments) ? both.toReversed() : both}
      </List>
      {dialog}
    </>
  )
}

const Totals = ({ sums }: { sums: ListTotals }) => (
  <ListTotalsLine
    totals={sums}
    inTotal={({ count }) =>
      plural(count, { one: '1 enrolment in total', other: `${count} enrolments in total` })
    }
  />
)

function RosterLinks() {
  return (
    <>
      <SideLink to="#rosters" icon={ClipboardList}>
        Rosters
      </SideLink>
      <SideLink to="#rosters?view=day" icon={CalendarDays}>
        Day sheet
      </SideLink>
    </>
  )
}
