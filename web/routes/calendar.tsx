import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import {
  lazy,
  type ReactNode,
  Suspense,
  useEffect,
  useEffectEvent,
  useRef,
  useSyncExternalStore,
} from 'react'
import { useNavigationType, useSearchParams } from 'react-router'
import type { PageHandle } from '../../contract/page.ts'
import type { School } from '../../contract/school/school.ts'
import { shareFactsOfCourse, sharePicturePath } from '../../contract/site/share-pictures.ts'
import { monthText } from '../../contract/words.ts'
import * as text from '../features/catalogue/calendar/calendar.en.tsx'
import { ComingDates } from '../features/catalogue/calendar/coming-dates.tsx'
import type { AskForEvent } from '../features/catalogue/calendar/day-panel.tsx'
import {
  type CalendarEvent,
  eventKey,
  eventsOf,
  isPast,
  nextDay,
} from '../features/catalogue/calendar/events.ts'
import {
  addMonths,
  dayOffered,
  isOffered,
  monthOf,
  monthOffered,
  openingMonth,
} from '../features/catalogue/calendar/month.ts'
import { MonthGrid, PlainMonth } from '../features/catalogue/calendar/month-grid.tsx'
import { courseRowsOf, coursesQuery } from '../features/catalogue/courses/course-facts.ts'
import { subscribeLink } from '../lib/calendar-links.tsx'
import { eventsLd } from '../lib/event-ld.ts'
import { JsonLd } from '../lib/json-ld.tsx'
import { laterPart } from '../lib/later-part.tsx'
import { useSchool } from '../lib/school.ts'
import { ShareTags } from '../lib/share-tags.tsx'
import { storage } from '../lib/storage.ts'
import { onStoredChange } from '../lib/stored-changes.ts'
import { useHydrated } from '../lib/use-hydrated.ts'
import { useSchoolToday } from '../lib/use-school-today.ts'
import { Button, IconButton } from '../ui/button.tsx'
import { cx } from '../ui/class-names.ts'
import { FailedNote } from '../ui/failed-note.tsx'
import { Chevron } from '../ui/glyphs.tsx'
import { PageHead } from '../ui/heading.tsx'
import { lazyDialog, useDialog } from '../ui/lazy-dialog.tsx'
import { Container } from '../ui/section.tsx'
import { Loading } from '../ui/spinner.tsx'
import { AskedSeat } from './seat-dialogs.tsx'

const AskedEvent = lazyDialog(() => import('./parts/asked-event.tsx'))

const DayPanel = laterPart(
  () => import('../features/catalogue/calendar/day-panel.tsx'),
  <div className="petal min-h-28 border border-line bg-raised" />,
)
const HeldSeats = lazy(() =>
  import('../features/registrations/seats/held-seats.tsx').catch(() => ({ default: () => null })),
)
const heldSeats = storage('seatHolds')

export const handle: PageHandle = {
  queries: () => [coursesQuery()],
  searchParams: { month: monthOffered, day: dayOffered },
}

const eventsToldMax = 300

function comingLd(
  events: CalendarEvent[],
  courses: ReturnType<typeof courseRowsOf>,
  today: string,
  school: School,
) {
  const byId = new Map(courses.map((course) => [course.id, course]))
  const coming = events.filter((event) => !isPast(event, today)).slice(0, eventsToldMax)
  return eventsLd(
    coming.map((event) => {
      const { nextbatch = '', price = '', picture = null, duration = null } = byId.get(event.id) ?? {}
      const facts = shareFactsOfCourse({ title: event.title, nextbatch, price, picture }, school)
      const spots_left = event.booking_available ? event.spots_left : 0
      return { ...event, spots_left, duration, image: sharePicturePath(`/classes/${event.slug}`, facts) }
    }),
    school,
  )
}

/**
 * Each button keeps its position when another button appears, so that a second click hits the same button. A phone has
 * no room for "Go to Today" beside the arrows, so the button is below the month there.
 */
function Month({
  month,
  today,
  asked,
  onShow,
  children,
}: {
  month: string
  today: string
  asked: string | null
  onShow: (next: { month: string; day: string | null }) => void
  children: ReactNode
}) {
  return (
    <div className="grid grid-cols-[1fr_auto_auto] items-start gap-2 sm:grid-cols-[1fr_auto_auto_auto] md:max-lg:col-span-2 lg:row-span-2">
      <h2 aria-live="polite" className="self-center text-xl">
        {monthText(month)}
      </h2>
      <Button
        size="sm"
        variant="outline"
        className={cx(
          'max-sm:order-last max-sm:col-span-3',
          month === monthOf(today) && 'invisible max-sm:hidden',
        )}
        onClick={() => onShow({ month: monthOf(today), day: today })}
      >
        {text.goToToday}
      </Button>
      <IconButton
        label={text.previousMonth}
        disabled={!isOffered(addMonths(month, -1), today)}
        onClick={() => onShow({ month: addMonths(month, -1), day: asked })}
      >
        <Chevron back />
      </IconButton>
      <IconButton
        label={text.nextMonth}
        disabled={!isOffered(addMonths(month, 1), today)}
        onClick={() => onShow({ month: addMonths(month, 1), day: asked })}
      >
        <Chevron />
      </IconButton>
      <div className="col-span-full">{children}</div>
    </div>
  )
}

/** Makes the course for the waiting list. It has no other batches, because the panel already offers the later dates. */
function waitingCourse({ event_date: batch, event_time: time, amount, ...event }: CalendarEvent) {
  return { ...event, batch, time, price: String(amount), batches: [] }
}

/**
 * Scrolls to the day that the URL names, but not after Back, which restores the position that the visitor left. It is a
 * component of its own, so that hydration renders only this part again and not the whole calendar.
 */
function DayOfAddress({ day, onArrival }: { day: string | null; onArrival: (day: string) => void }) {
  const isFirstPage = !useHydrated()
  const isBack = useNavigationType() === 'POP' && !isFirstPage
  const arrive = useEffectEvent(() => {
    if (day !== null && !isBack) onArrival(day)
  })
  useEffect(() => arrive(), [])
  return null
}

export default function Calendar() {
  const school = useSchool()
  const [search, setSearch] = useSearchParams()
  const result = useQuery(coursesQuery())
  const { data, error, isPending } = result
  const booking = useDialog()
  const holdsSeat = useSyncExternalStore(onStoredChange, heldSeats.read, () => null)
  const today = useSchoolToday()

  const events = eventsOf(courseRowsOf(data), today)
  const asked = dayOffered(search.get('day'), today)
  const day = asked ?? nextDay(events, today)
  const first = openingMonth(nextDay(events, today), today)
  const monthOfDay = (named: string | null) => (named === null ? first : monthOf(named))
  const month = monthOffered(search.get('month'), today) ?? monthOfDay(asked)
  const eventsByDay = Map.groupBy(events, (event) => event.event_date)

  const ask: AskForEvent = (what, event) =>
    booking.show(
      (props) =>
        what === 'book' ? (
          <AskedEvent {...props} event={event} />
        ) : (
          <AskedSeat {...props} what="wait" course={waitingCourse(event)} />
        ),
      `${what} ${eventKey(event)}`,
    )

  const panel = useRef<HTMLDivElement>(null)
  /** The day that was clicked or that the URL names. As soon as the panel shows this day, it is scrolled into view. */
  const wantedDay = useRef<string | null>(null)
  const bringPanel = () => {
    if (isPending || wantedDay.current === null || wantedDay.current !== day) return
    wantedDay.current = null
    panel.current?.scrollIntoView({ block: 'nearest' })
  }
  // The server has sent this panel as HTML, and its code loads later.
  const bringSentPanel = useEffectEvent(bringPanel)
  useEffect(() => bringSentPanel(), [])
  const want = (pressed: string) => {
    wantedDay.current = pressed
  }

  function show(next: { month: string; day: string | null }) {
    setSearch(
      {
        ...(next.month === monthOfDay(next.day) ? {} : { month: next.month }),
        ...(next.day === null ? {} : { day: next.day }),
      },
      { preventScrollReset: true },
    )
  }

  return (
    <Container className="pt-8 pb-16 md:pt-14 md:pb-24">
      <DayOfAddress day={asked} onArrival={want} />
      <ShareTags
        title={month === first ? text.title : text.titleOfMonth({ month: monthText(month) })}
        description={text.description({ month: monthText(month) })}
        path={month === first ? '/calendar' : `/calendar?month=${month}`}
      />
      {school && (
        <JsonLd
          facts={import.meta.env.SSR ? () => comingLd(events, courseRowsOf(data), today, school) : null}
        />
      )}
      <PageHead eyebrow={text.eyebrow}>{text.heading}</PageHead>
      <NotLoaded of={result} />
      <noscript>
        {import.meta.env.SSR && (
          <PlainMonth month={month} today={today} eventsByDay={eventsByDay} isUnknown={data === undefined} />
        )}
      </noscript>
      <div className="mt-8 grid items-start gap-8 md:grid-cols-2 lg:grid-cols-[1.7fr_1fr] lg:grid-rows-[auto_1fr] noscript:hidden">
        <Month month={month} today={today} asked={asked} onShow={show}>
          <MonthGrid
            month={month}
            today={today}
            selected={day}
            eventsByDay={eventsByDay}
            onSelect={(chosen) => {
              want(chosen)
              show({ month, day: chosen })
            }}
            onMonth={(next) => show({ month: next, day: asked })}
          />
          {isPending && !error && <Loading>{text.loading}</Loading>}
        </Month>
        <div ref={panel} className="scroll-mt-6 scroll-mb-4">
          <DayPanel
            day={day}
            today={today}
            events={events}
            unknown={error ? 'failed' : isPending ? 'loading' : null}
            onAsk={ask}
            onDay={want}
            onShown={bringPanel}
          />
        </div>
        <div className="flex flex-col gap-6">
          <ComingDates
            events={events}
            today={today}
            onSelect={(chosen) => {
              want(chosen)
              show({ month: monthOf(chosen), day: chosen })
            }}
          />
          {school && <KeepOurDates siteUrl={school.siteUrl} />}
        </div>
      </div>
      {holdsSeat && (
        <Suspense>
          <HeldSeats events={events} onGoOn={(event) => ask('book', event as CalendarEvent)} />
        </Suspense>
      )}
      {booking.dialog}
    </Container>
  )
}

function NotLoaded({ of }: { of: UseQueryResult }) {
  return (
    of.isError && (
      <FailedNote tone={of.data ? 'warning' : 'error'} className="mt-6" title={text.failed} of={of}>
        {of.data ? text.outOfDate : null}
      </FailedNote>
    )
  )
}

function KeepOurDates({ siteUrl }: { siteUrl: string }) {
  return (
    <p className="flex flex-wrap items-center gap-x-5 text-ink-soft">
      {/* The text has a line of its own on phones, because the links would wrap differently when the font loads. */}
      <span className="max-sm:w-full">{text.addOurDates}</span>
      <a className="link inline-flex min-h-11 items-center" href={subscribeLink(siteUrl)}>
        {text.subscribe}
      </a>
      <a className="link inline-flex min-h-11 items-center" href="/calendar.ics" download>
        {text.downloadAll}
      </a>
    </p>
  )
}
