import { courseDefaults } from '../../../../contract/catalogue/course-facts.ts'
import type { Batch, Course } from '../../../../contract/catalogue/courses.ts'
import { shortenedAtWord } from '../../../../contract/graphemes.ts'
import { isSchoolDay } from '../../../../contract/school-day.ts'
import { enrolmentClosed, full, started } from '../courses/course-parts.en.ts'

export type CalendarEvent = ReturnType<typeof eventsOf>[number]

export const descriptionMax = 120

type Row = Partial<Course> & { id: string }

export function eventsOf(courses: readonly Row[], today: string) {
  return courses
    .flatMap((course) => datedBatches(course).map((batch) => eventOf(course, batch)))
    .sort((a, b) => {
      const order = Number(isPast(a, today)) - Number(isPast(b, today))
      return order || (a.event_date < b.event_date ? -1 : a.event_date > b.event_date ? 1 : 0)
    })
}

/** The fields of a batch that an event needs; a course without `batches` counts as one batch. */
type EventBatch = Pick<
  Batch,
  'date' | 'startTime' | 'endsOn' | 'price' | 'spotsLeft' | 'instructor' | 'room' | 'roomAddress' | 'closedOn'
> & {
  id: string | null
  state: Batch['state'] | null
}

function datedBatches(course: Row): (EventBatch & { date: string })[] {
  const spotsLeft =
    course.capacity === null || course.capacity === undefined
      ? null
      : Math.max(0, course.capacity - (course.enrolled ?? courseDefaults.enrolled))
  const batches: EventBatch[] = course.batches ?? [
    {
      id: course.batchId ?? null,
      date: (course.nextbatch ?? '').slice(0, 10),
      startTime: course.event_time ?? null,
      endsOn: null,
      price: course.price ?? courseDefaults.price,
      spotsLeft,
      // A course without `booking_available` is on sale while a seat is left.
      state: (course.booking_available ?? spotsLeft !== 0) ? 'open' : null,
      instructor: course.instructor ?? null,
      room: null,
      roomAddress: null,
      closedOn: [],
    },
  ]
  return batches.filter(
    (batch): batch is EventBatch & { date: string } =>
      isSchoolDay(batch.date ?? '') && batch.state !== 'cancelled',
  )
}

function eventOf(course: Row, batch: EventBatch & { date: string }) {
  return {
    id: course.id,
    batchId: batch.id,
    slug: course.slug ?? course.id,
    title: course.title?.trim() || courseDefaults.title,
    // oxlint-disable-next-line malar/text-in-catalogue -- a value of the API
    event_type: 'Course Batch',
    event_date: batch.date,
    event_time: batch.startTime,
    endsOn: batch.endsOn,
    instructor: batch.instructor,
    room: batch.room,
    roomAddress: batch.roomAddress,
    duration: course.duration?.trim() || null,
    /** Null means that there is no limit. */
    spots_left: batch.spotsLeft,
    amount: Number(batch.price) || 0,
    description: course.description ?? '',
    picture: course.picture ?? null,
    /** An older server does not send this field. */
    closedOn: batch.closedOn ?? [],
    booking_available: batch.state === 'open',
    state: batch.state,
  }
}

export function eventKey({ id, batchId }: CalendarEvent): string {
  return batchId ?? id
}

export function isPast(event: { event_date: string }, today: string): boolean {
  return event.event_date < today
}

export function nextDay(events: readonly CalendarEvent[], today: string): string | null {
  return events.find((event) => !isPast(event, today))?.event_date ?? null
}

export function isBookable(event: CalendarEvent, today: string): boolean {
  return !isPast(event, today) && event.booking_available
}

export function isFull({ state, spots_left }: CalendarEvent): boolean {
  return state === 'full' || (state === null && spots_left === 0)
}

export function stateWords(event: CalendarEvent): string | undefined {
  if (isFull(event)) return full
  if (event.state === 'closed') return enrolmentClosed
  return event.state === 'running' ? started : undefined
}

export function laterDates(event: CalendarEvent, events: readonly CalendarEvent[], today: string) {
  return events.filter(
    (other) => other.id === event.id && other.event_date > event.event_date && isBookable(other, today),
  )
}

export function cutDescription(text: string): string {
  return shortenedAtWord(text, descriptionMax).replace(/[,;:.–-]…$/, '…')
}

export function typeTone(type: string): 'leaf' | 'rose' | 'marigold' | 'outline' | 'neutral' {
  const word = type.toLowerCase()
  if (word === 'class' || word === 'course batch') return 'leaf'
  if (word === 'delivery') return 'marigold'
  if (word === 'event') return 'rose'
  if (word === 'workshop') return 'outline'
  return 'neutral'
}
