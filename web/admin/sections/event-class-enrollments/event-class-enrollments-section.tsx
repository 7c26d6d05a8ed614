import { ArrowDown, CalendarDays, ClipboardList } from 'lucide-react'
import { useRef } from 'react'
import { useStale } from '../../../lib/query.ts'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { List } from '../../list/list.tsx'
import { byAge } from '../../list/list-choices.ts'
import { ListRows } from '../../list/list-rows.tsx'
import { type ListDefinition, useList } from '../../list/use-list.ts'
import { useDialog } from '../../opened.tsx'
import { RowButton } from '../../row-actions.tsx'
import { ManageSeatDialog } from '../../seats/manage-seat-dialog.tsx'
import { paymentStates } from '../../seats/seat-facts.ts'
import { stateOptions } from '../../state-badge.tsx'
import { MarkPaidDialog } from './mark-paid-dialog.tsx'
import {
  canMarkPaid,
  classColumns,
  eventColumns,
  type Registration,
  type RegistrationKind,
} from './registration-columns.tsx'

const definition: ListDefinition<'GET /api/getEventClassEnrollments'> = {
  id: 'event-class-enrollments',
  endpoint: 'GET /api/getEventClassEnrollments',
  search: { label: 'Search enrollments', placeholder: 'Name, email, phone, title…' },
  filters: [{ name: 'payment', label: 'Payment', options: stateOptions(paymentStates) }],
  sorts: byAge,
  what: 'enrollments',
  failed: 'Failed to fetch event class enrollments data',
}

const nameOf = ({ name, reference }: Registration) => `${name}, ${reference}`
const seatKinds = { event: 'event-booking', class: 'enrolment' } as const

export default function EventClassEnrollmentsSection() {
  const stale = useStale()
  const list = useList(definition)
  const headings = { event: useRef<HTMLElement>(null), class: useRef<HTMLElement>(null) }
  const { show, dialog } = useDialog()

  function changed() {
    // A late payment takes a seat anew.
    stale('GET /api/admin/AdminClasses')
    void list.reload()
  }
  const pay = (kind: RegistrationKind, row: Registration) =>
    show((props) => (
      <MarkPaidDialog
        {...props}
        kind={kind}
        row={row}
        heading={headings[kind]}
        onPaid={changed}
        onRefused={changed}
      />
    ))
  const manage = (kind: RegistrationKind, { id, name }: Registration) =>
    show((props) => (
      <ManageSeatDialog {...props} seat={{ kind: seatKinds[kind], id, name }} onChanged={changed} />
    ))
  const buttons = (kind: RegistrationKind) => (row: Registration) => (
    <span className="mt-2 flex flex-wrap gap-1">
      {canMarkPaid(row) && (
        <Button
          size="sm"
          variant="outline"
          className="!px-2 whitespace-nowrap"
          aria-label={`Mark paid: ${nameOf(row)}`}
          onClick={() => pay(kind, row)}
        >
          Mark paid
        </Button>
      )}
      <RowButton label="Manage" of={nameOf(row)} className="!px-2" onClick={() => manage(kind, row)} />
    </span>
  )
  const shared = {
    list,
    noun: ['enrollment', 'enrollments'] as const,
    rowKey: ({ id }: Registration) => id,
    rowName: nameOf,
    actionsUnder: true,
  }

  return (
    <>
      <List
        list={list}
        toolbar={
          <>
            <ButtonLink to="#rosters" variant="outline" className="max-sm:grow" icon={ClipboardList}>
              Rosters
            </ButtonLink>
            <ButtonLink to="#rosters?view=day" variant="outline" className="max-sm:grow" icon={CalendarDays}>
              Day sheet
            </ButtonLink>
          </>
        }
      >
        <Button
          size="sm"
          variant="quiet"
          icon={ArrowDown}
          className="-mb-8 self-start lg:hidden"
          onClick={() => headings.class.current?.focus()}
        >
          Go to class enrollments
        </Button>
        <ListRows
          {...shared}
          headingRef={headings.event}
          title="Event Enrollments"
          empty={{
            title: 'No event enrollments found',
            text: 'Whoever books an event from the calendar appears here.',
          }}
          fileName="event-enrollments"
          rows={(answer) => answer.eventClassEnrollments}
          columns={eventColumns}
          actions={buttons('event')}
        />
        <ListRows
          {...shared}
          headingRef={headings.class}
          title="Class Enrollments"
          empty={{
            title: 'No class enrollments found',
            text: 'Whoever enrols in a class on the site appears here.',
          }}
          fileName="class-enrollments"
          rows={(answer) => answer.classEnrollments}
          columns={classColumns}
          tableFrom={940}
          actions={buttons('class')}
        />
      </List>
      {dialog}
    </>
  )
}
