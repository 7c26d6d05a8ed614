import { useId } from 'react'
import type {
  DaySession,
  Roster,
  RosterSeat,
  RosterWaiting,
} from '../../../../../contract/registrations/rosters.ts'
import { formatRupees, joined, momentText, timeInWords } from '../../../../../contract/words.ts'
import { EmailWords } from '../../../../ui/email-words.tsx'
import { PhoneLink } from '../../../contact-link.tsx'
import { FoldingTable, HeadCells } from '../../../head-cells.tsx'
import { PersonLink } from '../../../person-link.tsx'
import { RowButton } from '../../../row-actions.tsx'
import * as facts from '../../../seats/seat-facts.ts'
import { StateBadge } from '../../../state-badge.tsx'

export function RosterSheet({
  roster: { batch, seats, waiting },
  sessions = [],
  onManage,
  onAdd,
}: {
  roster: Roster
  sessions?: readonly DaySession[]
  onManage: (seat: RosterSeat) => void
  onAdd: (batchId: string, waiting: RosterWaiting) => void
}) {
  const headingId = useId()
  const held = seats.filter(facts.isHeld)
  const gone = seats.filter((seat) => !facts.isHeld(seat))
  return (
    <section aria-labelledby={headingId} className="flex flex-col gap-4">
      <header>
        <h2 id={headingId} className="text-xl">
          {batch.courseTitle}
        </h2>
        {sessions.map((session) => (
          <p key={session.id} className="font-bold">
            {sessionText(session)}
          </p>
        ))}
        <p className="text-ink-soft">
          {/* A day sheet may show a later session than the first, so the text says when the batch began. */}
          {sessions.length > 0 && 'Batch starting '}
          {facts.batchText(batch)} · {facts.seatsText(batch)}
          {batch.isOver && ' · ended'}
          {batch.state === 'cancelled' && ' · cancelled'}
        </p>
        {sessions.length === 0 && (batch.room || batch.instructor) && (
          <p>{joined([batch.room, batch.instructor], ' · ')}</p>
        )}
      </header>
      {held.length === 0 ? (
        <p className="rounded-sm border border-dashed border-line p-5 text-ink-soft">
          Nobody has a seat in this batch yet.
        </p>
      ) : (
        <FoldingTable
          labelledBy={headingId}
          className="print:leading-tight"
          head={
            <>
              <HeadCells
                className="px-2 py-2 first:px-3"
                columns={[['Name'], ['Contact'], ['Due'], ['Notes'], ['Present', 'hidden print:table-cell']]}
              />
              <th scope="col" className="px-2 py-2 print:hidden">
                <span className="sr-only">Actions</span>
              </th>
            </>
          }
        >
          {held.map((seat) => (
            <SeatRow key={seat.id} seat={seat} courseTitle={batch.courseTitle} onManage={onManage} />
          ))}
        </FoldingTable>
      )}
      {waiting.length > 0 && (
        <div className="text-sm">
          <h3 className="mb-1 font-bold">Waiting list</h3>
          <ol className="list-decimal pl-5">
            {waiting.map((one) => (
              <li key={one.id} className="py-0.5 wrap-anywhere">
                <PersonLink kind="waiting" id={one.id}>
                  {one.name}
                </PersonLink>
                ,{' '}
                <PhoneLink
                  phone={one.phone}
                  chat={{ about: 'place', name: null, courseTitle: batch.courseTitle }}
                />
                , {one.email}
                {!one.confirmed && <span className="text-ink-soft"> · not confirmed yet</span>}
                {one.offerUntil && (
                  <span className="font-bold"> · seat held until {momentText(one.offerUntil)}</span>
                )}
                <RowButton
                  label="Give a seat"
                  of={`to ${one.name}`}
                  className="ml-1 print:hidden"
                  onClick={() => onAdd(batch.id, one)}
                />
              </li>
            ))}
          </ol>
        </div>
      )}
      {gone.length > 0 && <Gone seats={gone} onManage={onManage} />}
    </section>
  )
}

function Gone({ seats, onManage }: { seats: readonly RosterSeat[]; onManage: (seat: RosterSeat) => void }) {
  return (
    <details
      // Staff look here for money that waits for them, so the list is unfolded if a seat has such money.
      open={seats.some(({ payment }) => payment === 'attention') || undefined}
      className="text-sm print:hidden"
    >
      <summary className="flex min-h-11 items-center link">{seats.length} expired or cancelled</summary>
      <ul className="divide-y divide-line">
        {seats.map((seat) => (
          <li key={seat.id} className="flex flex-wrap items-center gap-3 py-1">
            <span className="min-w-0 flex-1 wrap-anywhere">
              {seat.name}, {facts.statusLabels[seat.status].toLowerCase()}
            </span>
            {!isSaid(seat) && <StateBadge {...facts.paymentStates[seat.payment]} />}
            <ManageButton seat={seat} onManage={onManage} />
          </li>
        ))}
      </ul>
    </details>
  )
}

/** True if the seat's status already shows the state of its payment, so that no second badge is needed. */
const isSaid = ({ payment }: RosterSeat) => payment === 'expired' || payment === 'cancelled'

/** Returns `10:00 am to 12:00 pm · Jasmine Studio · Kamala Venkatesan · Wiring`. */
function sessionText({ from, to, room, instructor, topic }: DaySession): string {
  return joined([`${timeInWords(from)} to ${timeInWords(to)}`, room, instructor, topic], ' · ')
}

type SeatProps = { seat: RosterSeat; onManage: (seat: RosterSeat) => void }

function SeatRow({ seat, courseTitle, onManage }: SeatProps & { courseTitle: string }) {
  const due = facts.dueText(seat)
  const cell = 'px-2 py-2.5 @max-text:block @max-text:p-0 print:py-1.5'
  return (
    <tr className="align-top @max-text:grid @max-text:grid-cols-[1fr_auto] @max-text:gap-x-3 @max-text:gap-y-1 @max-text:p-3">
      <th
        scope="row"
        className="px-3 py-2.5 text-left font-bold wrap-anywhere @max-text:block @max-text:p-0 print:py-1.5"
      >
        <PersonLink
          kind="seat"
          id={seat.id}
          className="link @max-text:inline-flex @max-text:min-h-11 @max-text:items-center"
        >
          {seat.name}
        </PersonLink>
        <span className="block font-normal text-ink-soft">{seat.reference}</span>
        {seat.group && <span className="block font-normal text-ink-soft">{facts.groupText(seat)}</span>}
      </th>
      <td className={cell}>
        <PhoneLink
          phone={seat.phone}
          chat={{
            about: 'seat',
            name: seat.status === 'confirmed' ? seat.name : null,
            courseTitle,
            reference: seat.reference,
          }}
          className="link whitespace-nowrap @max-text:inline-flex @max-text:min-h-11 @max-text:items-center"
        />
        <span className="block text-ink-soft wrap-anywhere">
          <EmailWords email={seat.email} />
        </span>
      </td>
      <td className={`${cell} @max-text:col-start-2 @max-text:row-start-1 @max-text:text-right`}>
        {due === null ? (
          <StateBadge {...facts.paymentStates[seat.payment]} />
        ) : (
          <>
            <span className="font-bold">{due}</span>
            <span className="block text-ink-soft">
              {seat.payment === 'part' && `of ${formatRupees(seat.amount)} · `}
              {facts.paymentStates[seat.payment].label}
            </span>
          </>
        )}
      </td>
      <td className={`${cell} min-w-32 whitespace-pre-line wrap-anywhere @max-text:col-span-2`}>
        {seat.note}
        {seat.question && <span className="block text-ink-soft">Question: {seat.question}</span>}
      </td>
      <td className="hidden px-2 py-1.5 print:table-cell">
        <span aria-hidden="true" className="inline-block size-5 border border-current" />
      </td>
      <td className={`${cell} text-right @max-text:col-start-2 @max-text:row-start-2 print:hidden`}>
        <ManageButton seat={seat} onManage={onManage} />
      </td>
    </tr>
  )
}

function ManageButton({ seat, onManage }: SeatProps) {
  return <RowButton label="Manage" of={`${seat.name}, ${seat.reference}`} onClick={() => onManage(seat)} />
}
