import type { ReactNode } from 'react'
import type { PersonPage } from '../../../../../contract/people/people.ts'
import { dayText, formatRupees, joined, momentText } from '../../../../../contract/words.ts'
import { Badge } from '../../../../ui/badge.tsx'
import { RowButton } from '../../../row-actions.tsx'
import { paymentStates } from '../../../seats/seat-facts.ts'
import { SectionLink } from '../../../section-link.tsx'
import { StateBadge } from '../../../state-badge.tsx'

type Seat = PersonPage['seats'][number]

export function PersonParts({
  person: { seats, waiting, orders, enquiries, requests, written, messages, emails, phones },
  onManage,
}: {
  person: PersonPage
  onManage: (seat: Seat) => void
}) {
  return (
    <>
      <Part
        title="Seats"
        rows={seats}
        name={({ courseTitle }) => courseTitle}
        side={(seat) => (
          <span className="flex flex-wrap items-center gap-2">
            <StateBadge {...paymentStates[seat.payment]} />
            {Number(seat.due) > 0 && <span className="font-bold">{formatRupees(seat.due)}</span>}
            <RowButton label="Manage" of={seat.reference} onClick={() => onManage(seat)} />
          </span>
        )}
      >
        {({ day, name, reference, note }) => (
          <>
            {batchDay(day)} · {name} · <span className="whitespace-nowrap">{reference}</span>
            {note && <span className="block whitespace-pre-line">{note}</span>}
          </>
        )}
      </Part>
      <Part
        title="Waiting list"
        rows={waiting}
        name={({ courseTitle }) => courseTitle}
        side={({ courseId, batchId }) => (
          <SectionLink to={`rosters?course=${courseId}&batch=${batchId}`} className={link}>
            Roster
          </SectionLink>
        )}
      >
        {({ day, isOffered }) => joined([batchDay(day), isOffered && 'seat offered'], ' · ')}
      </Part>
      <Part
        title="Orders"
        rows={orders}
        name={({ number }) => number}
        side={({ number }) => (
          <SectionLink to={`orders?q=${number}`} className={link}>
            Open
          </SectionLink>
        )}
      >
        {({ status, payment, total }) => `${status} · ${payment} · ${formatRupees(total)}`}
      </Part>
      <Part
        title="Enquiries"
        rows={enquiries}
        name={({ kind }) => kind}
        side={({ answered }) => !answered && <Badge tone="marigold">Not answered</Badge>}
      >
        {({ question }) => <span className="whitespace-pre-line">{question}</span>}
      </Part>
      <Part
        title="Custom requests"
        rows={requests}
        name={({ comment }) => comment}
        side={({ answered }) => !answered && <Badge tone="marigold">Not answered</Badge>}
      />
      <Part title="Added by staff" rows={written} name={({ name }) => name}>
        {({ note }) => note}
      </Part>
      <Part title="Latest messages" rows={messages} name={({ letter }) => letter}>
        {({ channel, state }) =>
          `${channel === 'email' ? 'E-mail' : 'WhatsApp message'} · ${messageWords[state]}`
        }
      </Part>
      {seats.length + orders.length + enquiries.length + waiting.length === 0 &&
        emails.length + phones.length > 0 && (
          <p className="text-ink-soft">No other records for this person</p>
        )}
    </>
  )
}

const batchDay = (day: string | null) => (day === null ? 'Coming soon' : dayText(day))

const link = 'link inline-flex min-h-11 items-center'

const messageWords: Record<PersonPage['messages'][number]['state'], string> = {
  queued: 'queued',
  'by-hand': 'to send by hand',
  held: 'held',
  sent: 'sent',
  withdrawn: 'withdrawn',
  failed: 'failed',
}

function Part<Row extends { id: string; created_at: string }>({
  title,
  rows,
  name,
  side,
  children,
}: {
  title: string
  rows: readonly Row[]
  name: (row: Row) => string
  side?: (row: Row) => ReactNode
  children?: (row: Row) => ReactNode
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
            <span className="min-w-[min(12rem,100%)] flex-1 wrap-anywhere">
              <span className="block font-bold first-letter:uppercase">{name(row)}</span>
              <span className="block text-sm text-ink-soft">
                {children?.(row)}
                <span className="block">{momentText(row.created_at)}</span>
              </span>
            </span>
            {side?.(row)}
          </li>
        ))}
      </ul>
    </section>
  )
}
