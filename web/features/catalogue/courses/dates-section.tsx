import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Batch, CourseDetail, Meeting } from '../../../../contract/catalogue/courses.ts'
import { newDateText } from '../../../../contract/site/new-date.ts'
import { dateText, dayText, timeInWords, weekdayOf } from '../../../../contract/words.ts'
import { CalendarLink } from '../../../lib/calendar-links.tsx'
import { query } from '../../../lib/query.ts'
import { useCanBePaid } from '../../../lib/school.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { LoadFailure } from '../../../ui/failed-note.tsx'
import { Heading } from '../../../ui/heading.tsx'
import { Note } from '../../../ui/note.tsx'
import { Awaited } from '../../../ui/spinner.tsx'
import { type CourseFacts, priceText } from './course-facts.ts'
import { sessions } from './course-ld.en.ts'
import * as text from './course-page.en.tsx'
import * as shared from './course-parts.en.ts'
import { type AskForSeat, Foldable, seatsText } from './course-parts.tsx'

const datesShown = 5
const meetingsShown = 12

type DatedBatch = Dated<CourseDetail['batches'][number]>

interface DatesProps {
  course: CourseFacts
  dates: DatedBatch[]
  onAsk: AskForSeat
}

export function DatesSection({ course, dates, onAsk }: DatesProps) {
  return (
    <section aria-labelledby="dates" className="mb-12 print:mb-6">
      <Heading level={2} id="dates">
        {text.datesHeading}
      </Heading>
      <div className="mt-4">
        <Foldable
          name={`dates of ${course.id}`}
          more={dates.length > datesShown && text.showAllDates({ count: dates.length })}
        >
          {(isOpen) => (
            <ul>
              {(isOpen ? dates : dates.slice(0, datesShown)).map((batch) => (
                <DateRow key={batch.id} {...{ course, dates, onAsk, batch }} />
              ))}
            </ul>
          )}
        </Foldable>
      </div>
    </section>
  )
}

function DateRow({ course, dates, onAsk, batch }: DatesProps & { batch: DatedBatch }) {
  const { state } = batch
  const isPaid = useCanBePaid(Number(batch.price))
  const day = dayText(batch.date)
  const later = state === 'full' && openAfter(batch, dates)
  const facts = [
    batch.startTime && timeInWords(batch.startTime),
    batch.room,
    batch.instructor,
    otherPriceText(batch, course),
  ]
  return (
    <li className="grid items-center gap-x-6 gap-y-2 border-t border-line py-4 sm:grid-cols-[1fr_auto] print:py-2">
      <div>
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <strong className="text-lg">{day}</strong>
          <Badge tone={state === 'open' ? 'leaf' : state === 'full' ? 'rose' : 'outline'}>
            {stateText(batch)}
          </Badge>
        </p>
        <p className="text-ink-soft">{facts.filter(Boolean).join('\u00a0· ')}</p>
      </div>
      {state === 'open' && isPaid && (
        <Button
          size="sm"
          variant="outline"
          className="justify-self-start"
          aria-label={text.chooseDay({ day })}
          onClick={() => onAsk('enrol', withBatch(course, batch))}
        >
          {text.choose}
        </Button>
      )}
      {state === 'full' && (
        <div className="flex flex-wrap gap-2 sm:col-span-2">
          {later && isPaid && (
            <Button size="sm" variant="outline" onClick={() => onAsk('enrol', withBatch(course, later))}>
              {text.chooseInstead({ day: dayText(later.date) })}
            </Button>
          )}
          <Button
            size="sm"
            variant="quiet"
            aria-label={shared.buttonFor({ button: shared.tellMe, subject: day })}
            onClick={() => onAsk('wait', withBatch(course, batch))}
          >
            {shared.tellMe}
          </Button>
        </div>
      )}
      <Note tone="warning" className="sm:col-span-2" title={newDateText(batch.closedOn)} />
      {batch.meetingCount > 0 && <Meetings batch={batch} />}
    </li>
  )
}

function Meetings({ batch }: { batch: DatedBatch }) {
  const [isOpen, setOpen] = useState(false)
  const { meetings, meetingCount, endsOn } = batch
  return (
    <details className="sm:col-span-2" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="link inline-flex min-h-11 items-center text-sm print:hidden">
        {endsOn && endsOn !== batch.date
          ? text.sessionsUntil({ count: meetingCount, day: dayText(endsOn) })
          : sessions({ count: meetingCount })}
      </summary>
      {meetings.length > 0 ? (
        <MeetingList {...{ batch, meetings }} />
      ) : (
        isOpen && <LaterMeetings batch={batch} />
      )}
      {!batch.isHidden && <CalendarLink batchId={batch.id} event={dayText(batch.date)} />}
    </details>
  )
}

/**
 * The page contains only the sessions of the first dates. The sessions of later dates load when the visitor unfolds
 * them.
 */
function LaterMeetings({ batch }: { batch: DatedBatch }) {
  const result = useQuery(query('GET /api/batches/:id/meetings', { params: { id: batch.id } }))
  if (result.data) return <MeetingList batch={batch} meetings={result.data} />
  if (!result.error) return <Awaited label={text.loadingSessions} className="py-4" />
  return <LoadFailure title={text.sessionsFailed} of={result} />
}

function MeetingList({ batch, meetings }: { batch: DatedBatch; meetings: Meeting[] }) {
  return (
    <Foldable
      name={batch.id}
      more={meetings.length > meetingsShown && text.showAllSessions({ count: meetings.length })}
    >
      {(isOpen) => (
        <ol className="grid gap-x-8 gap-y-1 text-sm sm:grid-cols-2">
          {(isOpen ? meetings : meetings.slice(0, meetingsShown)).map((meeting) => (
            <li key={meeting.id}>
              {text.session({
                day: `${weekdayOf(meeting.day).slice(0, 3)}, ${dateText(meeting.day)}`,
                from: timeInWords(meeting.from),
                to: timeInWords(meeting.to),
              })}
              <span className="text-ink-soft">{ownFacts(meeting, batch)}</span>
            </li>
          ))}
        </ol>
      )}
    </Foldable>
  )
}

function ownFacts({ topic, room, instructor }: Meeting, batch: DatedBatch): string {
  return [topic, room !== batch.room && room, instructor !== batch.instructor && instructor]
    .filter(Boolean)
    .map((fact) => ` · ${fact}`)
    .join('')
}

export type Dated<B extends Batch = Batch> = B & { date: string }

/**
 * Returns the dates that a visitor may choose or see, sorted by day. Past and undated batches are left out, and batches
 * that have begun come last.
 */
export function listedDates<B extends Batch>(batches: readonly B[]): Dated<B>[] {
  return batches
    .filter((batch): batch is Dated<B> => batch.date !== null && batch.state in stateWords)
    .sort((a, b) => (sortKey(a) < sortKey(b) ? -1 : 1))
}

function sortKey({ state, date }: Dated): string {
  return state === 'running' ? `~${date}` : date
}

const stateWords: Partial<Record<Batch['state'], string>> = {
  open: '',
  full: shared.full,
  closed: shared.enrolmentClosed,
  running: shared.started,
}

export function stateText(batch: Batch): string {
  return stateWords[batch.state] || seatsText({ ...batch, isFull: false })
}

export function openAfter<B extends Batch>(full: Dated<B>, dates: readonly Dated<B>[]): Dated<B> | undefined {
  return dates.find(({ state, date }) => state === 'open' && date > full.date)
}

export function withBatch(course: CourseFacts, batch: Dated): CourseFacts {
  const { id, date, startTime, price, capacity, enrolled, spotsLeft, state } = batch
  return {
    ...course,
    batch: date,
    batchId: id,
    time: startTime,
    batchText: dayText(date),
    price,
    capacity,
    enrolled,
    spotsLeft,
    isFull: state === 'full',
  }
}

/** Returns the batch's price, or false if it equals the course's price, which is shown above the list. */
export function otherPriceText({ price }: Batch, course: CourseFacts): string | false {
  return Number(price) !== Number(course.price) && priceText(price)
}
