import type { ReactNode } from 'react'
import type { PersonPage } from '../../../../../contract/people/people.ts'
import { dayText, formatRupees, momentText } from '../../../../../contract/words.ts'
import { Badge } from '../../../../ui/badge.tsx'
import { RowButton } from '../../../row-actions.tsx'
import { paymentStates } from '../../../seats/seat-facts.ts'
import { SectionLink } from '../../../section-link.tsx'
import { StateBadge } from '../../../state-badge.tsx'

type Seat = PersonPage['seats'][number]

/** A kind that has nothing is left out. */
export function PersonParts({
  person: { seats, waiting, orders, enquiries, requests, written, messages, emails, phones },
  onManage,
}: {
  person: PersonPage
  onManage: (seat: Seat) => void
}) {
  return (
    <>
      <Part title="Seats" rows={seats}>
        {(seat) => (
          <>
            <Line title={seat.courseTitle} when={seat.created_at}>
              {[seat.day === null ? 'Coming soon' : dayText(seat.day), seat.name, seat.reference].join(' · ')}
              {seat.note && <span className="block whitespace-pre-line">{seat.note}</span>}
            </Line>
            <span className="flex flex-wrap items-center gap-2">
              <StateBadge {...paymentStates[seat.payment]} />
              {Number(seat.due) > 0 && <span className="font-bold">{formatRupees(seat.due)}</span>}
              <RowButton label="Manage" of={seat.reference} onClick={() => onManage(seat)} />
            </span>
          </>
        )}
      </Part>
      <Part title="Waiting list" rows={waiting}>
        {({ courseTitle, courseId, batchId, day, isOffered, created_at }) => (
          <>
            <Line title={courseTitle} when={created_at}>
              {day === null ? 'Coming soon' : dayText(day)}
              {isOffered && ' · a seat is offered'}
            </Line>
            <SectionLink to={`rosters?course=${courseId}&batch=${batchId}`} className={link}>
              Roster
            </SectionLink>
          </>
        )}
      </Part>
      <Part title="Orders" rows={orders}>
        {({ number, status, payment, total, created_at }) => (
          <>
            <Line title={number} when={created_at}>
              {status} · {payment} · {formatRupees(total)}
            </Line>
            <SectionLink to={`orders?q=${number}`} className={link}>
              Open
            </SectionLink>
          </>
        )}
      </Part>
      <Part title="Enquiries" rows={enquiries}>
        {({ kind, question, answered, created_at }) => (
          <>
            <Line title={kind} when={created_at}>
              <span className="whitespace-pre-line">{question}</span>
            </Line>
            {!answered && <Badge tone="marigold">Not answered</Badge>}
          </>
        )}
      </Part>
      <Part title="Custom requests" rows={requests}>
        {({ comment, created_at }) => <Line title={comment} when={created_at} />}
      </Part>
      <Part title="Written down by staff" rows={written}>
        {({ name, note, created_at }) => (
          <Line title={name} when={created_at}>
            {note}
          </Line>
        )}
      </Part>
      <Part title="Latest messages" rows={messages}>
        {({ letter, channel, state, created_at }) => (
          <Line title={letter} when={created_at}>
            {channel === 'email' ? 'E-mail' : 'Chat'} · {messageWords[state]}
          </Line>
        )}
      </Part>
      {seats.length + orders.length + enquiries.length + waiting.length === 0 &&
        emails.length + phones.length > 0 && (
          <p className="text-ink-soft">Nothing else is known of this person.</p>
        )}
    </>
  )
}

const link = 'link inline-flex min-h-11 items-center'

const messageWords: Record<PersonPage['messages'][number]['state'], string> = {
  queued: 'waits to be sent',
  'by-hand': 'waits to be sent by hand',
  held: 'held back',
  sent: 'sent',
  withdrawn: 'taken back',
  failed: 'failed',
}

function Part<Row extends { id: string }>({
  title,
  rows,
  children,
}: {
  title: string
  rows: readonly Row[]
  children: (row: Row) => ReactNode
}) {
  if (rows.length === 0) return null
  return (
    <section aria-label={title}>
      <h3 className="mb-1 text-lg">
        {title} <span className="text-base text-ink-soft">{rows.length}</span>
      </h3>
      <ul className="divide-y divide-line border-y border-line">
        {rows.map((row) => (
          <li key={row.id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2">
            {children(row)}
          </li>
        ))}
      </ul>
    </section>
  )
}

function Line({ title, when, children }: { title: string; when: string; children?: ReactNode }) {
  return (
    <span className="min-w-[min(12rem,100%)] flex-1 [overflow-wrap:anywhere]">
      <span className="block font-bold first-letter:uppercase">{title}</span>
      <span className="block text-sm text-ink-soft">
        {children}
        <span className="block">{momentText(when)}</span>
      </span>
    </span>
  )
}
