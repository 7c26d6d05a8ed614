import { counted, dayText, formatRupees, twelveHour } from '../../../contract/words.ts'
import { CalendarLink } from '../../lib/calendar-links.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Facts } from '../../ui/facts.tsx'
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
  return (
    <li className="flex flex-col gap-3 pt-5 first:pt-0">
      <div className="flex flex-wrap gap-2">
        <Badge tone={toneOf(event.event_type)}>{event.event_type}</Badge>
        {isPast(event, today) && <Badge>Past Event</Badge>}
      </div>
      <h3 className="text-xl">{event.title}</h3>
      <Facts
        className="grid-cols-[auto_1fr] gap-x-4 gap-y-1 [&_dd]:font-bold"
        facts={[
          ['Time', event.event_time && twelveHour(event.event_time)],
          ['Instructor', event.instructor],
          ['Duration', event.duration !== null && counted(event.duration, 'hour')],
          ['Spots left', event.spots_left === 0 ? 'None' : event.spots_left],
          ['Price', event.amount > 0 && formatRupees(event.amount)],
        ]}
      />
      {event.description && <p className="text-ink-soft">{cutDescription(event.description)}</p>}
      {isBookable(event, today) ? (
        <Button aria-label={`Book Now: ${event.title}`} onClick={onBook}>
          Book Now
        </Button>
      ) : (
        <p className="text-ink-soft">Booking not available for this event</p>
      )}
      {event.batchId !== null && !isPast(event, today) && (
        <CalendarLink batchId={event.batchId} event={event.title} />
      )}
    </li>
  )
}
