import { useQueryClient } from '@tanstack/react-query'
import { ArrowDown, CalendarDays, ClipboardList } from 'lucide-react'
import { type ReactNode, useRef } from 'react'
import type { SeatKind } from '../../../../contract/rosters.ts'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { List } from '../../list/list.tsx'
import { ListRows } from '../../list/list-rows.tsx'
import { byAge, listSentences } from '../../list/list-sentences.ts'
import { type ListDefinition, useList } from '../../list/use-list.ts'
import { useOpened } from '../../opened.tsx'
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
  sentences: listSentences('enrollments', 'Failed to fetch event class enrollments data'),
}

const seatKinds: Record<RegistrationKind, SeatKind> = { event: 'event-booking', class: 'enrolment' }

export default function EventClassEnrollmentsSection() {
  const queryClient = useQueryClient()
  const list = useList(definition)
  const headings = { event: useRef<HTMLElement>(null), class: useRef<HTMLElement>(null) }
  const paying = useOpened<{ kind: RegistrationKind; row: Registration }>()
  const managing = useOpened<{ kind: SeatKind; id: string; name: string }>()

  function changed() {
    // A late payment takes a seat anew.
    void queryClient.invalidateQueries({ queryKey: ['GET /api/admin/AdminClasses'] })
    void list.reload()
  }
  const buttons =
    (kind: RegistrationKind) =>
    (row: Registration): ReactNode => (
      <span className="mt-2 flex flex-wrap gap-1">
        {canMarkPaid(row) && (
          <Button
            size="sm"
            variant="outline"
            className="!px-2 whitespace-nowrap"
            aria-label={`Mark paid: ${row.name}, ${row.reference}`}
            onClick={() => paying.show({ kind, row })}
          >
            Mark paid
          </Button>
        )}
        <RowButton
          label="Manage"
          of={`${row.name}, ${row.reference}`}
          className="!px-2"
          onClick={() => managing.show({ kind: seatKinds[kind], id: row.id, name: row.name })}
        />
      </span>
    )
  const shared = {
    list,
    noun: ['enrollment', 'enrollments'] as const,
    rowKey: ({ id }: Registration) => id,
    rowName: ({ name, reference }: Registration) => `${name}, ${reference}`,
  }

  return (
    <>
      <List
        list={list}
        toolbar={
          <>
            <ButtonLink to="#rosters" variant="outline" className="max-sm:grow">
              <Icon of={ClipboardList} />
              Rosters
            </ButtonLink>
            <ButtonLink to="#rosters?view=day" variant="outline" className="max-sm:grow">
              <Icon of={CalendarDays} />
              Day sheet
            </ButtonLink>
          </>
        }
      >
        <Button
          size="sm"
          variant="quiet"
          className="-mb-8 self-start lg:hidden"
          onClick={() => headings.class.current?.focus()}
        >
          <Icon of={ArrowDown} />
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
          actionsUnder
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
          actionsUnder
        />
      </List>
      {managing.dialog((seat, props) => (
        <ManageSeatDialog {...props} seat={seat} onChanged={changed} />
      ))}
      {paying.dialog(({ kind, row }, props) => (
        <MarkPaidDialog
          {...props}
          kind={kind}
          row={row}
          heading={headings[kind]}
          onPaid={() => {
            paying.close()
            changed()
          }}
          onRefused={changed}
        />
      ))}
    </>
  )
}
