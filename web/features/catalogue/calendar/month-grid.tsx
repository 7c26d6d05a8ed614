import { type ComponentProps, type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { hoursOfEvent } from '../../../../contract/catalogue/event-span.ts'
import { newDateText } from '../../../../contract/site/new-date.ts'
import { dayText, formatRupees, monthText, weekdays } from '../../../../contract/words.ts'
import { CalendarLink } from '../../../lib/calendar-links.tsx'
import { CallOrChat } from '../../../lib/without-scripts.tsx'
import { cx } from '../../../ui/class-names.ts'
import { Facts } from '../../../ui/facts.tsx'
import { Note } from '../../../ui/note.tsx'
import * as text from './calendar.en.tsx'
import * as facts from './event-facts.en.ts'
import { type CalendarEvent, cutDescription, eventKey, isPast, typeTone } from './events.ts'
import { addDays, addMonths, isOffered, monthOf, sameDayIn, weeksOf } from './month.ts'

const typesShown = 2

const edges = {
  leaf: 'border-leaf',
  rose: 'border-rose',
  marigold: 'border-marigold',
  outline: 'border-line-strong',
  neutral: 'border-line',
}

/**
 * A month as a grid (ARIA grid pattern) with one tab stop. Arrow keys move by days and weeks, Home and End within the
 * week, Page Up and Page Down by months. Enter or Space chooses a day.
 */
export function MonthGrid({
  month,
  today,
  selected,
  eventsByDay,
  onSelect,
  onMonth,
}: {
  month: string
  today: string
  selected: string | null
  eventsByDay: ReadonlyMap<string, CalendarEvent[]>
  onSelect: (day: string) => void
  onMonth: (month: string) => void
}) {
  const grid = useRef<HTMLTableElement>(null)
  const isShown = selected !== null && weeksOf(month).flat().includes(selected)
  const home = isShown ? selected : monthOf(today) === month ? today : `${month}-01`
  const [cursor, setCursor] = useState(home)
  const wantsFocus = useRef(false)
  const focusable = monthOf(cursor) === month ? cursor : home

  useEffect(() => {
    // A key press may lead to another month, so the focus waits until that month's days are rendered.
    if (!wantsFocus.current || focusable !== cursor) return
    wantsFocus.current = false
    grid.current?.querySelector<HTMLElement>(`[data-day="${focusable}"]`)?.focus()
  }, [focusable, cursor])

  function move(day: string) {
    if (!isOffered(monthOf(day), today)) return
    wantsFocus.current = true
    setCursor(day)
    if (monthOf(day) !== month) onMonth(monthOf(day))
  }

  function onKeyDown(event: KeyboardEvent) {
    const weekday = new Date(`${focusable}T00:00:00Z`).getUTCDay()
    const moves: Record<string, () => string> = {
      ArrowLeft: () => addDays(focusable, -1),
      ArrowRight: () => addDays(focusable, 1),
      ArrowUp: () => addDays(focusable, -7),
      ArrowDown: () => addDays(focusable, 7),
      Home: () => addDays(focusable, -weekday),
      End: () => addDays(focusable, 6 - weekday),
      PageUp: () => sameDayIn(addMonths(month, event.shiftKey ? -12 : -1), focusable),
      PageDown: () => sameDayIn(addMonths(month, event.shiftKey ? 12 : 1), focusable),
    }
    const next = moves[event.key]
    if (!next || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    move(next())
  }

  return (
    <MonthTable
      ref={grid}
      role="grid"
      month={month}
      className="w-full table-fixed border-collapse"
      onKeyDown={onKeyDown}
      cell={(day) => (
        <DayCell
          key={day}
          day={day}
          is={{
            outside: monthOf(day) !== month,
            past: day < today,
            today: day === today,
            selected: day === selected,
            focusable: day === focusable,
            beyond: !isOffered(monthOf(day), today),
          }}
          events={eventsByDay.get(day) ?? []}
          onSelect={() => {
            setCursor(day)
            onSelect(day)
          }}
        />
      )}
    />
  )
}

function DayCell({
  day,
  is,
  events,
  onSelect,
}: {
  day: string
  is: Record<'outside' | 'past' | 'today' | 'selected' | 'focusable' | 'beyond', boolean>
  events: CalendarEvent[]
  onSelect: () => void
}) {
  const shown = events.slice(0, typesShown)
  const more = events.length - typesShown
  const [, weekday, monthAndYear] = /^(\D+)\d+(.*)/.exec(dayText(day)) ?? []
  const named = [
    monthAndYear,
    is.today && text.today,
    events.length > 0 && text.events({ count: events.length }),
  ]
    .filter(Boolean)
    .join(', ')
  return (
    <td aria-selected={is.selected} className="border border-line p-0 align-top sm:h-px">
      <button
        type="button"
        data-day={day}
        tabIndex={is.focusable ? 0 : -1}
        disabled={is.beyond}
        // Screen readers get the name of a day with events from the cell's text, which includes the full date.
        aria-label={events.length === 0 ? `${weekday}${Number(day.slice(8))}${named}` : undefined}
        aria-current={is.today ? 'date' : undefined}
        onClick={onSelect}
        className={cx(
          'relative flex h-16 w-full flex-col items-center gap-1 p-1 transition-colors hover:bg-leaf-tint disabled:opacity-55 sm:h-full sm:min-h-24 sm:items-start sm:p-1',
          is.outside && 'bg-sunk',
          (is.outside || is.past) && 'text-ink-soft',
          events.length > 0 && !is.selected && !is.past && 'bg-leaf-tint',
          is.selected && 'bg-marigold-tint inset-ring-2 inset-ring-leaf-ink',
        )}
      >
        {events.length > 0 && <span className="sr-only">{weekday}</span>}
        <span
          className={cx(
            'grid size-7 place-items-center rounded-full text-sm',
            is.today && 'bg-leaf font-bold text-on-leaf',
          )}
        >
          {Number(day.slice(8))}
        </span>
        {events.length > 0 && (
          <>
            <span className="sr-only">{named}: </span>
            <span aria-hidden="true" className="flex h-4 items-center gap-1 text-sm sm:hidden">
              {shown.map((event) => (
                <span
                  key={eventKey(event)}
                  className={cx('size-2 rounded-full', is.past ? 'bg-line-strong' : 'bg-leaf')}
                />
              ))}
              {more > 0 && text.moreDots({ count: more })}
            </span>
            <span className="flex w-full flex-col gap-0.5 text-left text-sm leading-tight max-sm:hidden">
              {shown.map((event) => (
                <span
                  key={eventKey(event)}
                  className={cx(
                    'border-l-4 pl-1.5',
                    is.past ? 'border-line' : edges[typeTone(event.event_type)],
                  )}
                >
                  <span
                    className={cx(
                      events.length === 1 ? 'line-clamp-3' : 'line-clamp-2',
                      'print:line-clamp-none',
                      !is.past && 'font-bold',
                    )}
                  >
                    {event.title}
                  </span>{' '}
                  <span className="block text-[0.75rem]/5 text-ink-soft">{event.event_type}</span>
                </span>
              ))}
              {more > 0 && <span>{text.more({ count: more })}</span>}
            </span>
          </>
        )}
      </button>
    </td>
  )
}

export function MonthTable({
  month,
  cell,
  ...table
}: ComponentProps<'table'> & { month: string; cell: (day: string) => ReactNode }) {
  return (
    <table aria-label={monthText(month)} {...table}>
      <thead>
        <tr>
          {weekdays.map((name) => (
            <th key={name} scope="col" abbr={name} className="pb-2 text-sm font-bold text-ink-soft">
              {/* oxlint-disable-next-line malar/whole-letters -- a weekday */}
              {name.slice(0, 3)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeksOf(month).map((week) => (
          <tr key={week[0]}>{week.map(cell)}</tr>
        ))}
      </tbody>
    </table>
  )
}

/** The grid for browsers without scripts, rendered on the server. Months are links, and days link to the list below. */
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
                aria-label={text.dayWithEvents({
                  day: dayText(day),
                  events: text.events({ count: eventsByDay.get(day)?.length ?? 0 }),
                })}
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
        <p className="mt-6">{text.datesFailed(<CallOrChat />)}</p>
      ) : days.length === 0 ? (
        <p className="mt-6 text-ink-soft">{text.noneInMonth({ month: monthText(month) })}</p>
      ) : (
        <p className="mt-6">{text.toBook(<CallOrChat />)}</p>
      )}
      {days.map((day) => (
        <section key={day} aria-labelledby={day} className="mt-8 border-t border-line pt-4">
          <h3 id={day} className="text-lg">
            {dayText(day)}
          </h3>
          {eventsByDay.get(day)?.map((event) => (
            <article key={event.batchId ?? event.id} className="mt-4">
              <h4>
                <Link className="link" to={`/classes/${event.slug}`}>
                  {event.title}
                </Link>
                {isPast(event, today) && ` · ${facts.pastEvent}`}
              </h4>
              <Facts
                className="mt-1 grid-cols-[auto_1fr] gap-x-4 gap-y-1"
                facts={[
                  [
                    facts.time,
                    hoursOfEvent({ day: event.event_date, time: event.event_time, duration: event.duration }),
                  ],
                  [facts.instructor, event.instructor],
                  [facts.duration, event.duration],
                  [facts.spotsLeft, event.spots_left === 0 ? facts.noSpots : event.spots_left],
                  [facts.price, event.amount > 0 && formatRupees(event.amount)],
                ]}
              />
              <Note tone="warning" title={newDateText(event.closedOn)} />
              {event.description && <p className="mt-1 text-ink-soft">{cutDescription(event.description)}</p>}
              {event.batchId !== null && !isPast(event, today) && (
                <CalendarLink batchId={event.batchId} event={event.title} />
              )}
            </article>
          ))}
        </section>
      ))}
      <a className="link mt-8 inline-flex min-h-11 items-center" href="/calendar.ics" download>
        {text.downloadAll}
      </a>
    </>
  )
}

/** Makes the URL of a month. The current month has no query, because the server caches that page for everybody. */
function addressOf(month: string, today: string): string {
  return month === monthOf(today) ? '/calendar' : `/calendar?month=${month}`
}
