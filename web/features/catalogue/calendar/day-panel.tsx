import { useEffect } from 'react'
import { Link } from 'react-router'
import { hoursOfEvent } from '../../../../contract/catalogue/event-span.ts'
import { newDateText } from '../../../../contract/site/new-date.ts'
import { dayText, formatRupees } from '../../../../contract/words.ts'
import { CalendarLink } from '../../../lib/calendar-links.tsx'
import { useCanBePaid } from '../../../lib/school.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Facts } from '../../../ui/facts.tsx'
import { Note } from '../../../ui/note.tsx'
import { Picture } from '../../../ui/picture.tsx'
import * as text from './day-panel.en.ts'
import * as facts from './event-facts.en.ts'
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

const sentencesOfNone = { loading: text.loading, failed: text.failed, none: text.none }

export default function DayPanel({ day, today, events, unknown, onAsk, onDay, onShown }: DayPanelProps) {
  useEffect(onShown)
  const ofDay = events.filter((event) => event.event_date === day)
  return (
    <section
      aria-label={text.panel}
      aria-live="polite"
      className="petal border border-line bg-raised p-5 md:p-6"
    >
      <h2 className="text-lg">{day === null ? text.noDay : dayText(day)}</h2>
      {ofDay.length === 0 ? (
        <p className="mt-2 text-ink-soft">
          {day === null ? text.selectDate : sentencesOfNone[unknown ?? 'none']}
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
  const words = isOver ? facts.pastEvent : stateWords(event)
  const isPaid = useCanBePaid(event.amount)
  const later = isOver ? [] : laterDates(event, events, today)
  return (
    <li className="flex flex-col gap-3 pt-5 first:pt-0">
      <div className="flex items-start gap-4">
        {event.picture && (
          <Picture picture={event.picture} alt="" sizes="6rem" className="size-24 shrink-0 petal" />
        )}
        <div className="min-w-0">
          <div className="flex flex-wrap gap-2">
            <Badge tone={typeTone(event.event_type)}>{event.event_type}</Badge>
            {words && <Badge>{words}</Badge>}
          </div>
          <h3 className="mt-2 text-xl">
            <Link to={`/classes/${event.slug}`} className="no-underline hover:underline">
              {event.title}
            </Link>
          </h3>
        </div>
      </div>
      <Facts
        className="grid-cols-[auto_1fr] gap-x-4 gap-y-1 [&_dd]:font-bold"
        facts={[
          [
            facts.time,
            hoursOfEvent({ day: event.event_date, time: event.event_time, duration: event.duration }),
          ],
          [facts.where, event.room],
          [facts.instructor, event.instructor],
          [facts.duration, event.duration],
          [facts.spotsLeft, event.spots_left === 0 ? facts.noSpots : event.spots_left],
          [facts.price, event.amount > 0 && formatRupees(event.amount)],
        ]}
      />
      <Note tone="warning" title={newDateText(event.closedOn)} />
      {event.description && <p className="text-ink-soft">{cutDescription(event.description)}</p>}
      {isBookable(event, today) && !isPaid ? (
        <p className="font-bold">{text.notYetPaid}</p>
      ) : isBookable(event, today) ? (
        <Button aria-label={text.bookEvent({ event: event.title })} onClick={() => onAsk('book', event)}>
          {text.bookNow}
        </Button>
      ) : (
        <>
          <p className="text-ink-soft">{text.notAvailable}</p>
          {later.length > 0 && (
            <div>
              <p className="font-bold">{text.laterDates}</p>
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
              aria-label={text.tellMeAbout({ event: event.title })}
              onClick={() => onAsk('wait', event)}
            >
              {text.tellMe}
            </Button>
          )}
        </>
      )}
      {event.batchId !== null && !isOver && <CalendarLink batchId={event.batchId} event={event.title} />}
    </li>
  )
}

const laterShown = 3
