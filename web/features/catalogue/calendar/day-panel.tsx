import { useEffect } from 'react'
import { Link } from 'react-router'
import { newDateText } from '../../../../contract/site/closing-words.ts'
import { dayText, formatRupees, timeInWords } from '../../../../contract/words.ts'
import { CalendarLink } from '../../../lib/calendar-links.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Facts } from '../../../ui/facts.tsx'
import { Note } from '../../../ui/note.tsx'
import {
  type CalendarEvent,
  cutDescription,
  eventKey,
  isBookable,
  isFull,
  isPast,
  laterDates,
  stateWords,
  typeTone,
} from './events.ts'

export type AskForEvent = (what: 'book' | 'wait', event: CalendarEvent) => void

interface DayPanelProps {
  day: string | null
  today: string
  events: CalendarEvent[]
  unknown: 'loading' | 'failed' | null
  onAsk: AskForEvent
  onDay: (day: string) => void
  /** Called after each render. */
  onShown: () => void
}

const sentencesOfNone = {
  loading: 'Loading events…',
  failed: 'The events could not be loaded.',
  none: 'No events scheduled for this date',
}

export default function DayPanel({ day, today, events, unknown, onAsk, onDay, onShown }: DayPanelProps) {
  useEffect(onShown)
  const ofDay = events.filter((event) => event.event_date === day)
  return (
    <section
      aria-label="Events of the chosen day"
      aria-live="polite"
      className="petal border border-line bg-raised p-5 md:p-6"
    >
      <h2 className="text-lg">{day === null ? 'Your day' : dayText(day)}</h2>
      {ofDay.length === 0 ? (
        <p className="mt-2 text-ink-soft">
          {day === null ? 'Select a date to view events' : sentencesOfNone[unknown ?? 'none']}
        </p>
      ) : (
        <ul className="mt-4 flex flex-col gap-6 divide-y divide-line">
          {ofDay.map((event) => (
            <EventItem key={eventKey(event)} {...{ event, events, today, onAsk, onDay }} />
          ))}
        </ul>
      )}
    </section>
  )
}

function EventItem({
  event,
  events,
  today,
  onAsk,
  onDay,
}: Pick<DayPanelProps, 'events' | 'today' | 'onAsk' | 'onDay'> & { event: CalendarEvent }) {
  const isOver = isPast(event, today)
  const words = isOver ? 'Past Event' : stateWords(event)
  const later = isOver ? [] : laterDates(event, events, today)
  return (
    <li className="flex flex-col gap-3 pt-5 first:pt-0">
      <div className="flex flex-wrap gap-2">
        <Badge tone={typeTone(event.event_type)}>{event.event_type}</Badge>
        {words && <Badge>{words}</Badge>}
      </div>
      <h3 className="text-xl">
        <Link to={`/classes/${event.slug}`} className="no-underline hover:underline">
          {event.title}
        </Link>
      </h3>
      <Facts
        className="grid-cols-[auto_1fr] gap-x-4 gap-y-1 [&_dd]:font-bold"
        facts={[
          ['Time', event.event_time && timeInWords(event.event_time)],
          ['Where', event.room],
          ['Instructor', event.instructor],
          ['Duration', event.duration],
          ['Spots left', event.spots_left === 0 ? 'None' : event.spots_left],
          ['Price', event.amount > 0 && formatRupees(event.amount)],
        ]}
      />
      <Note tone="warning" title={newDateText(event.closedOn)} />
      {event.description && <p className="text-ink-soft">{cutDescription(event.description)}</p>}
      {isBookable(event, today) ? (
        <Button aria-label={`Book Now: ${event.title}`} onClick={() => onAsk('book', event)}>
          Book Now
        </Button>
      ) : (
        <>
          <p className="text-ink-soft">Booking not available for this event</p>
          {later.length > 0 && (
            <div>
              <p className="font-bold">Later dates with seats</p>
              <ul>
                {later.slice(0, laterShown).map(({ event_date, batchId }) => (
                  <li key={batchId}>
                    <Link
                      to={`/calendar?day=${event_date}`}
                      preventScrollReset
                      onClick={() => onDay(event_date)}
                      className="link inline-flex min-h-11 items-center"
                    >
                      {dayText(event_date)}
                    </Link>
                  </li>
                ))}
              </ul>
            </div>
          )}
          {!isOver && isFull(event) && (
            <Button
              variant="outline"
              aria-label={`Tell me when a seat opens: ${event.title}`}
              onClick={() => onAsk('wait', event)}
            >
              Tell me when a seat opens
            </Button>
          )}
        </>
      )}
      {event.batchId !== null && !isOver && <CalendarLink batchId={event.batchId} event={event.title} />}
    </li>
  )
}

const laterShown = 3
