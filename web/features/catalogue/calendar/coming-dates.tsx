import { dayText, formatRupees, joined, timeInWords } from '../../../../contract/words.ts'
import * as text from './calendar.en.tsx'
import { type CalendarEvent, eventKey, isPast, stateWords } from './events.ts'

const shown = 4

interface ComingDatesProps {
  events: readonly CalendarEvent[]
  today: string
  onSelect: (day: string) => void
}

/** Lists the next dates of every month, because the month that is shown may have none. */
export function ComingDates({ events, today, onSelect }: ComingDatesProps) {
  const coming = events.filter((event) => !isPast(event, today)).slice(0, shown)
  if (coming.length === 0) return null
  return (
    <section aria-labelledby="coming-dates">
      <h2 id="coming-dates" className="text-lg">
        {text.comingDates}
      </h2>
      <ul className="mt-2">
        {coming.map((event) => (
          <li key={eventKey(event)} className="border-t border-line">
            <button
              type="button"
              onClick={() => onSelect(event.event_date)}
              className="group flex w-full min-w-0 flex-col py-3 text-left"
            >
              <span className="font-bold group-hover:underline">{event.title}</span>
              <span className="text-sm text-ink-soft">
                {joined(
                  [dayText(event.event_date), event.event_time && timeInWords(event.event_time)],
                  ' · ',
                )}
              </span>
              <span className="text-sm text-ink-soft">
                {joined(
                  [
                    event.amount > 0 && formatRupees(event.amount),
                    stateWords(event) ??
                      (event.spots_left !== null && text.seatsLeft({ count: event.spots_left })),
                  ],
                  ' · ',
                )}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
