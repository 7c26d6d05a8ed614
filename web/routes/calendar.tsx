import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import type { PageHandle } from '../../contract/page.ts'
import type { School } from '../../contract/school.ts'
import { monthText } from '../../contract/words.ts'
import { DayPanel } from '../features/calendar/day-panel.tsx'
import { type CalendarEvent, eventsOf, isPast } from '../features/calendar/events.ts'
import { addMonths, dayOffered, isOffered, monthOf, monthOffered } from '../features/calendar/month.ts'
import { MonthGrid } from '../features/calendar/month-grid.tsx'
import { courseRowsOf, coursesQuery } from '../features/courses/course-facts.ts'
import { subscribeLink } from '../lib/calendar-links.tsx'
import { eventLd, JsonLd } from '../lib/json-ld.tsx'
import { useSchool } from '../lib/school.ts'
import { ShareTags } from '../lib/share-tags.tsx'
import { useSchoolToday } from '../lib/use-school-today.ts'
import { Button, IconButton } from '../ui/button.tsx'
import { FailedNote } from '../ui/failed-note.tsx'
import { Chevron } from '../ui/glyphs.tsx'
import { PageHead } from '../ui/heading.tsx'
import { lazyDialog, useDialog } from '../ui/lazy-dialog.tsx'
import { Container } from '../ui/section.tsx'
import { Loading } from '../ui/spinner.tsx'

const EventBookingDialog = lazyDialog(() => import('../features/seats/event-booking-dialog.tsx'))

export const handle: PageHandle = {
  queries: () => [coursesQuery()],
  searchParams: { month: monthOffered, day: dayOffered },
}

/** So many coming events are told to search engines. */
const eventsToldMax = 50

function eventsLd(events: CalendarEvent[], today: string, school: School): Record<string, unknown>[] {
  const coming = events.filter((event) => !isPast(event, today))
  return coming.slice(0, eventsToldMax).map((event) => eventLd(event, school))
}

export default function Calendar() {
  const school = useSchool()
  const [search, setSearch] = useSearchParams()
  const result = useQuery(coursesQuery())
  const { data, error, isPending } = result
  const booking = useDialog()
  const today = useSchoolToday()

  const day = dayOffered(search.get('day'), today)
  const month = monthOffered(search.get('month'), today) ?? monthOf(day ?? today)
  const events = eventsOf(courseRowsOf(data), today)
  const eventsByDay = Map.groupBy(events, (event) => event.event_date)

  /** The month and the day live in the address, so that a day can be shared and Back goes back. */
  function show(next: { month: string; day: string | null }) {
    setSearch(
      {
        ...(next.month === monthOf(next.day ?? today) ? {} : { month: next.month }),
        ...(next.day === null ? {} : { day: next.day }),
      },
      { preventScrollReset: true },
    )
  }

  return (
    <Container className="py-10 md:py-16">
      <ShareTags
        title="Calendar"
        description="When the next batches of our diplomas and workshops begin, and how many seats are left."
        path="/calendar"
      />
      {school && (
        <JsonLd facts={import.meta.env.SSR ? () => [{ '@graph': eventsLd(events, today, school) }] : null} />
      )}
      <PageHead eyebrow="Coming batches">
        The school’s <em>Calendar</em>
      </PageHead>
      {error && (
        <FailedNote
          tone="error"
          className="mt-6"
          title="Failed to load courses. Please try again later."
          of={result}
        />
      )}
      <div className="mt-8 grid items-start gap-8 lg:grid-cols-[1.7fr_1fr]">
        <div>
          <div className="mb-4 flex flex-wrap items-center gap-2">
            <h2 aria-live="polite" className="mr-auto text-xl">
              {monthText(month)}
            </h2>
            {month !== monthOf(today) && (
              <Button size="sm" variant="outline" onClick={() => show({ month: monthOf(today), day })}>
                Go to Today
              </Button>
            )}
            <IconButton
              label="Previous month"
              disabled={!isOffered(addMonths(month, -1), today)}
              onClick={() => show({ month: addMonths(month, -1), day })}
            >
              <Chevron back />
            </IconButton>
            <IconButton
              label="Next month"
              disabled={!isOffered(addMonths(month, 1), today)}
              onClick={() => show({ month: addMonths(month, 1), day })}
            >
              <Chevron />
            </IconButton>
          </div>
          <MonthGrid
            month={month}
            today={today}
            selected={day}
            eventsByDay={eventsByDay}
            onSelect={(chosen) => show({ month: monthOf(chosen), day: chosen })}
            onMonth={(next) => show({ month: next, day })}
          />
          {isPending && !error && <Loading>Loading events…</Loading>}
          {school && (
            <p className="mt-5 flex flex-wrap items-center gap-x-5 text-ink-soft">
              Keep our dates in your own calendar:
              <a className="link inline-flex min-h-11 items-center" href={subscribeLink(school.siteUrl)}>
                Subscribe
              </a>
              <a className="link inline-flex min-h-11 items-center" href="/calendar.ics" download>
                Download all dates
              </a>
            </p>
          )}
        </div>
        <DayPanel
          day={day}
          today={today}
          events={day === null ? [] : (eventsByDay.get(day) ?? [])}
          onBook={(event) =>
            booking.show((props) => <EventBookingDialog {...props} event={event} />, event.id)
          }
        />
      </div>
      {booking.dialog}
    </Container>
  )
}
