import { type EventSpan, spanOf } from '../../contract/catalogue/event-span.ts'
import { timeInWords } from '../../contract/words.ts'
import type { CalendarBatch } from '../domains/catalogue/index.ts'
import { starts } from './public-files.en.ts'

export interface CalendarEvent extends EventSpan {
  uid: string
  /** Increases with every change, because a calendar accepts an event only with a higher number. */
  sequence: number
  changedAt: string
  day: string
  time: string | null
  title: string
  description: string
  /** Null if the course has no page at the moment. */
  page: string | null
  slug: string
  room: { name: string; address: string | null } | null
  isCancelled: boolean
}

/** Makes one event per session. A batch without sessions, or whose sessions are all cancelled, also has an event. */
export function eventsOfBatch(batch: CalendarBatch): CalendarEvent[] {
  if (batch.meetings.length === 0) return [eventOfBatch(batch)]
  const ofSessions = batch.meetings.map((meeting) => eventOfMeeting(batch, meeting))
  const areAllGone = batch.meetings.every(({ isCancelled }) => isCancelled)
  return areAllGone && !batch.isCancelled ? [eventOfBatch(batch), ...ofSessions] : ofSessions
}

export function splitEventsOf(batch: CalendarBatch): CalendarEvent[] {
  const events = eventsOfBatch(batch)
  const own = eventOfBatch(batch)
  return events.some(({ uid }) => uid === own.uid) ? events : [...events, { ...own, isCancelled: true }]
}

function eventOfBatch(batch: CalendarBatch): CalendarEvent {
  const { id, day, slug, title, room, isCancelled } = batch
  const span = spanOf(batch)
  const isTimed = span.endTime !== null
  const begins = batch.time === null || isTimed ? '' : `${starts({ time: timeInWords(batch.time) })}\n`
  return {
    uid: `${id}@malar`,
    sequence: batch.version - 1,
    changedAt: batch.updatedAt,
    day,
    time: isTimed ? batch.time : null,
    ...span,
    title,
    description: begins + batch.description,
    page: pageOf(batch),
    slug,
    room,
    isCancelled,
  }
}

function pageOf({ slug, isOnSite }: CalendarBatch): string | null {
  return isOnSite ? `/classes/${encodeURIComponent(slug)}` : null
}

function eventOfMeeting(batch: CalendarBatch, meeting: CalendarBatch['meetings'][number]): CalendarEvent {
  const { slug, title, description, version, updatedAt } = batch
  const { id, day, from, to, topic, room, isCancelled } = meeting
  return {
    uid: `${id}@malar`,
    sequence: version - 1 + meeting.sequence,
    changedAt: updatedAt > meeting.updatedAt ? updatedAt : meeting.updatedAt,
    day,
    time: from,
    endDay: day,
    endTime: to,
    title,
    description: topic === null ? description : `${topic}\n${description}`,
    page: pageOf(batch),
    slug,
    room,
    isCancelled,
  }
}
