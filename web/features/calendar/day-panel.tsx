import { counted, dayText, formatRupees, twelveHour } from '../../../contract/words.ts'
import { eventFile } from '../../lib/calendar-links.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { type CalendarEvent, cutDescription, isBookable, isPast, toneOf } from './events.ts'

export function DayPanel({
  day,
  today,
  events,
  onBook,
}: {
  day: string | null
  today: string
  events: CalendarEvent[]
  onBook: (event: CalendarEvent) => void
}) {
  return (
    <section
      aria-label="Events of the chosen day"
      aria-live="polite"
      className="petal border border-line bg-raised p-5 md:p-6"
    >
      <h2 className="text-lg">{day === null ? 'Your day' : dayText(day)}</h2>
      {day === null ? (
        <p className="mt-2 text-ink-soft">Select a date to view events</p>
      ) : events.length === 0 ? (
        <p className="mt-2 text-ink-soft">No events scheduled for this date</p>
      ) : (
        <ul className="mt-4 flex flex-col gap-6 divide-y divide-line">
          {events.map((event) => (
            <EventItem key={event.id} event={event} today={today} onBook={() => onBook(event)} />
          ))}
        </ul>
      )}
    </section>
  )
}

function EventItem({ event, today, onBook }: { event: CalendarEvent; today: string; onBook: () => void }) {
  const facts = [
    event.event_time && (['Time', twelveHour(event.event_time)] as const),
    event.instructor && (['Instructor', event.instructor] as const),
    event.duration !== null && (['Duration', counted(event.duration, 'hour')] as const),
    event.spots_left !== null &&
      (['Spots left', event.spots_left === 0 ? 'None' : String(event.spots_left)] as const),
    event.amount > 0 && (['Price', formatRupees(event.amount)] as const),
  ].filter((fact) => fact !== false && fact !== null && fact !== '')
  return (
    <li className="flex flex-col gap-3 pt-5 first:pt-0">
      <div className="flex flex-wrap gap-2">
        <Badge tone={toneOf(event.event_type)}>{event.event_type}</Badge>
        {isPast(event, today) && <Badge>Past Event</Badge>}
      </div>
      <h3 className="text-xl">{event.title}</h3>
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1">
        {facts.map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="text-ink-soft">{name}</dt>
            <dd className="font-bold">{value}</dd>
          </div>
        ))}
      </dl>
      {event.description && <p className="text-ink-soft">{cutDescription(event.description)}</p>}
      {isBookable(event, today) ? (
        <Button aria-label={`Book Now: ${event.title}`} onClick={onBook}>
          Book Now
        </Button>
      ) : (
        <p className="text-ink-soft">Booking not available for this event</p>
      )}
      {event.batchId !== null && !isPast(event, today) && (
        <a
          className="link inline-flex min-h-11 items-center self-start"
          aria-label={`Add to my calendar: ${event.title}`}
          href={eventFile(event.batchId)}
        >
          Add to my calendar
        </a>
      )}
    </li>
  )
}
