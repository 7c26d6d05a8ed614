import { Link } from 'react-router'
import { newDateText } from '../../../../contract/site/closing-words.ts'
import { counted, dayText, formatRupees, monthText, timeInWords } from '../../../../contract/words.ts'
import { CalendarLink } from '../../../lib/calendar-links.tsx'
import { CallOrChat } from '../../../lib/without-scripts.tsx'
import { Facts } from '../../../ui/facts.tsx'
import { Note } from '../../../ui/note.tsx'
import { type CalendarEvent, cutDescription, isPast } from './events.ts'
import { addMonths, isOffered, monthOf, weeksOf } from './month.ts'
import { MonthTable } from './month-grid.tsx'

/** Only the server draws it, for browsers without scripts: months are links, and days link to the list beneath. */
export function PlainMonth({
  month,
  today,
  eventsByDay,
  isUnknown,
}: {
  month: string
  today: string
  eventsByDay: ReadonlyMap<string, CalendarEvent[]>
  isUnknown: boolean
}) {
  const days = weeksOf(month)
    .flat()
    .filter((day) => monthOf(day) === month && eventsByDay.has(day))
  return (
    <>
      <div className="mt-8 flex flex-wrap items-center gap-x-6">
        <h2 className="mr-auto text-xl">{monthText(month)}</h2>
        {[addMonths(month, -1), addMonths(month, 1)].map(
          (other) =>
            isOffered(other, today) && (
              <a
                key={other}
                className="link inline-flex min-h-11 items-center"
                href={addressOf(other, today)}
              >
                {monthText(other)}
              </a>
            ),
        )}
      </div>
      <MonthTable
        month={month}
        className="mt-4 w-full table-fixed border-collapse text-center"
        cell={(day) => (
          <td key={day} aria-current={day === today ? 'date' : undefined} className="h-11 border border-line">
            {days.includes(day) ? (
              <a
                className="link grid h-11 place-items-center bg-leaf-tint font-bold"
                href={`#${day}`}
                aria-label={`${dayText(day)}, ${counted(eventsByDay.get(day)?.length ?? 0, 'event')}`}
              >
                {Number(day.slice(8))}
              </a>
            ) : (
              monthOf(day) === month && Number(day.slice(8))
            )}
          </td>
        )}
      />
      {isUnknown ? (
        <p className="mt-6">
          Our dates could not be loaded. Please load this page again, or <CallOrChat />.
        </p>
      ) : days.length === 0 ? (
        <p className="mt-6 text-ink-soft">No events scheduled in {monthText(month)}.</p>
      ) : (
        <p className="mt-6">
          To book a seat, please <CallOrChat />.
        </p>
      )}
      {days.map((day) => (
        <section key={day} aria-labelledby={day} className="mt-8 border-t border-line pt-4">
          <h3 id={day} className="text-lg">
            {dayText(day)}
          </h3>
          {eventsByDay.get(day)?.map((event) => (
            <PlainEvent key={event.batchId ?? event.id} event={event} today={today} />
          ))}
        </section>
      ))}
      <a className="link mt-8 inline-flex min-h-11 items-center" href="/calendar.ics" download>
        Download all dates
      </a>
    </>
  )
}

function PlainEvent({ event, today }: { event: CalendarEvent; today: string }) {
  return (
    <article className="mt-4">
      <h4>
        <Link className="link" to={`/classes/${event.slug}`}>
          {event.title}
        </Link>
        {isPast(event, today) && ' · Past Event'}
      </h4>
      <Facts
        className="mt-1 grid-cols-[auto_1fr] gap-x-4 gap-y-1"
        facts={[
          ['Time', event.event_time && timeInWords(event.event_time)],
          ['Instructor', event.instructor],
          ['Duration', event.duration],
          ['Spots left', event.spots_left === 0 ? 'None' : event.spots_left],
          ['Price', event.amount > 0 && formatRupees(event.amount)],
        ]}
      />
      <Note tone="warning" title={newDateText(event.closedOn)} />
      {event.description && <p className="mt-1 text-ink-soft">{cutDescription(event.description)}</p>}
      {event.batchId !== null && !isPast(event, today) && (
        <CalendarLink batchId={event.batchId} event={event.title} />
      )}
    </article>
  )
}

/** Today's month is the bare page, because the server keeps that one for everybody. */
function addressOf(month: string, today: string): string {
  return month === monthOf(today) ? '/calendar' : `/calendar?month=${month}`
}
