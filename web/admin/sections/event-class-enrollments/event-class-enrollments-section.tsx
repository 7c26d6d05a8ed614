import { ArrowDown, CalendarDays, ClipboardList } from 'lucide-react'
import { type RefObject, useRef } from 'react'
import { markPaidBody } from '../../../../contract/enrolments.ts'
import { formatRupees } from '../../../../contract/words.ts'
import { api } from '../../../lib/api.ts'
import { useStale } from '../../../lib/query.ts'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { type Openable, useDialog } from '../../../ui/lazy-dialog.tsx'
import { Note } from '../../../ui/note.tsx'
import { TextArea } from '../../../ui/text-area.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { SentDialog } from '../../form-dialog.tsx'
import { List } from '../../list/list.tsx'
import { byAge } from '../../list/list-choices.ts'
import { ListRows } from '../../list/list-rows.tsx'
import { type ListDefinition, useList } from '../../list/use-list.ts'
import { RowButton } from '../../row-actions.tsx'
import { ManageSeatDialog } from '../../seats/manage-seat-dialog.tsx'
import { paymentStates } from '../../seats/seat-facts.ts'
import { stateOptions } from '../../state-badge.tsx'
import { sayFailed } from '../../use-deed.ts'
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
      <MarkPaidDialog {...props} kind={kind} row={row} heading={headings[kind]} onChanged={changed} />
    ))
  const manage = (kind: RegistrationKind, { id, name }: Registration) =>
    show((props) => (
      <ManageSeatDialog {...props} seat={{ kind: seatKinds[kind], id, name }} onChanged={changed} />
    ))
  const buttons = (kind: RegistrationKind) => (row: Registration) => (
    <span className="mt-2 flex flex-wrap gap-1">
      {canMarkPaid(row) && (
        <RowButton
          label="Mark paid"
          of={nameOf(row)}
          hasColon
          variant="outline"
          className="!px-2 whitespace-nowrap"
          onClick={() => pay(kind, row)}
        />
      )}
      <RowButton label="Manage" of={nameOf(row)} className="!px-2" onClick={() => manage(kind, row)} />
    </span>
  )
  const shared = {
    list,
    noun: ['enrollment', 'enrollments'] as const,
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

function MarkPaidDialog({
  kind,
  row,
  heading,
  onChanged,
  ...dialog
}: Openable & {
  kind: RegistrationKind
  row: Registration
  /** The table's. It gets the focus afterwards: the button that opened the dialog goes once the seat is paid. */
  heading: RefObject<HTMLElement | null>
  /** After a refusal too: the money may be recorded all the same, without a seat. */
  onChanged: () => void
}) {
  const focusAfter = useRef<HTMLElement>(null)
  const title = 'event_title' in row ? row.event_title : row.course_title
  return (
    <SentDialog
      {...dialog}
      title="Mark paid"
      description={
        <>
          {row.name} · {title} · {formatRupees(row.amount)} ·{' '}
          <span className="whitespace-nowrap">{row.reference}</span>
        </>
      }
      isToldAbove
      finalFocus={focusAfter}
      submitLabel="Mark paid"
      sendingLabel="Recording..."
      rules={markPaidBody}
      defaults={{ reference: '', note: '' }}
      send={(typed, keyed) => {
        const body = { reference: typed.reference || undefined, note: typed.note || undefined }
        const input = { params: { id: row.id }, body }
        return kind === 'event'
          ? api('POST /api/admin/events_enrollments/:id/payment', input, keyed(body))
          : api('POST /api/admin/enrollments/:id/payment', input, keyed(body))
      }}
      done={{ title: 'Payment recorded', description: `${row.name}'s seat is confirmed.` }}
      onSent={() => {
        focusAfter.current = heading.current
        onChanged()
      }}
      onRefused={(error) => {
        sayFailed(error, 'Failed to record the payment. Please try again.')
        if (error.status !== 401) onChanged()
      }}
    >
      {(field, { sending }) => (
        <>
          {row.status === 'expired' && !sending.isError && (
            <Note tone="warning">
              {row.payment === 'attention'
                ? 'The money is recorded, but there was no seat left. If one is free now, it is given to this student.'
                : 'The hold on this seat has ended. If a seat is free, it is taken again.'}
            </Note>
          )}
          <TextField
            label="Reference"
            hint="The bank's or UPI reference (optional)"
            maxLength={80}
            autoComplete="off"
            {...field('reference')}
          />
          <TextArea label="Note" hint="For the team (optional)" rows={3} maxLength={500} {...field('note')} />
        </>
      )}
    </SentDialog>
  )
}
