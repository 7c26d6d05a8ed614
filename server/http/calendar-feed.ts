import type { FastifyInstance } from 'fastify'
import { refusal } from '../../contract/errors.ts'
import { schoolDayOf } from '../../contract/school-day.ts'
import type { Database } from '../db/open.ts'
import type { CalendarBatch, CoursesService } from '../domains/catalogue/index.ts'
import type { SchoolService } from '../domains/school/index.ts'
import { expensiveWork } from '../platform/expensive-work.ts'
import type { CalendarChange } from '../platform/messages/letter.ts'
import type { OutboxWorkerDeps } from '../platform/outbox-worker.ts'
import { type CalendarEvent, eventsOfBatch, splitEventsOf } from './calendar-events.ts'
import { refusalOf, statusOf } from './errors.ts'
import { type KeptBody, keepBody, sendKept } from './hot/kept-body.ts'
import { TopicCache } from './hot/topic-cache.ts'
import { icalendar } from './icalendar.ts'
import type { InProcessCall } from './mount.ts'

const calendarsBytesMax = 8 * 1024 * 1024
const letterBytesMax = 500_000

export function mountCalendarFeed(
  app: FastifyInstance,
  { call, courses, db }: { call: InProcessCall; courses: CoursesService; db: Database },
): void {
  const calendars = new TopicCache<{ body: KeptBody; fileName: string; isOnSite: boolean }>({
    bytesMax: calendarsBytesMax,
    inTurn: expensiveWork.page,
    changes: db.changes,
  })

  async function calendar(batchId?: string) {
    return calendars.get(batchId ?? '', async () => {
      const [school, batches] = await Promise.all([
        call('GET /api/school'),
        courses.listCalendarBatches(batchId),
      ])
      if (batchId !== undefined && batches.length === 0) throw refusal('event-unknown')
      const isFeed = batchId === undefined
      const events = batches.flatMap(eventsOfBatch)
      const body = await keepBody(icalendar(events, school, { isFeed }))
      const fileName = `${nameOf(events)}.ics`
      const isOnSite = batches.every((batch) => batch.isOnSite)
      return { value: { body, fileName, isOnSite }, topics: ['courses', 'school'], bytes: body.bytes }
    })
  }

  const type = 'text/calendar; charset=utf-8'
  app.get('/calendar.ics', async (request, reply) => {
    const { isOpen } = await call('GET /api/school')
    if (!isOpen) throw refusal('no-such-address')
    return sendKept(request, reply, (await calendar()).body, { type })
  })
  /** True if the seat, which only its own pages name, is in the batch. */
  async function isSeatIn(batch: string, seat: unknown): Promise<boolean> {
    if (typeof seat !== 'string') return false
    try {
      const { batchId, status } = await call('GET /api/enrollments/:id', { params: { id: seat } })
      return batchId === batch && status !== 'cancelled'
    } catch (error) {
      if (statusOf(refusalOf(error)) >= 500) throw error
      return false
    }
  }

  app.get<{ Params: { batch: string }; Querystring: { seat?: unknown } }>(
    '/calendar/:batch(^[A-Za-z0-9_-]{1,64}).ics',
    async (request, reply) => {
      const { batch } = request.params
      const { body, fileName, isOnSite } = await calendar(batch)
      if (!isOnSite && !(await isSeatIn(batch, request.query.seat))) throw refusal('event-unknown')
      reply.header('content-disposition', `attachment; filename="${fileName}"`)
      return sendKept(request, reply, body, { type })
    },
  )
}

/**
 * Makes the calendar file of an e-mail. The file invites nobody, because nobody would read the replies (RFC 5546,
 * 4.1.3).
 */
export function findCalendarOfLetter({
  courses,
  school,
}: {
  courses: CoursesService
  school: SchoolService
}): NonNullable<OutboxWorkerDeps['findCalendar']> {
  return async ({ batchId, change }, at) => {
    const [batch] = await courses.listCalendarBatches(batchId)
    if (!batch) return null
    const isGone = change === 'remove'
    const events = eventsFor(change, batch, at)
    if (events.length === 0) return null
    const method = isGone ? 'CANCEL' : 'PUBLISH'
    const content = icalendar(events, await school.current(), { sent: { method, at } })
    if (Buffer.byteLength(content) > letterBytesMax) return null
    const name = `${nameOf(events)}${isGone ? '-cancelled' : ''}.ics`
    return { name, type: `text/calendar; charset=utf-8; method=${method}`, content }
  }
}

function eventsFor(change: CalendarChange['change'], batch: CalendarBatch, at: string): CalendarEvent[] {
  const events = change === 'split' ? splitEventsOf(batch) : eventsOfBatch(batch)
  if (change === 'add') return events.filter(({ isCancelled }) => !isCancelled)
  if (change !== 'remove') return events
  const today = schoolDayOf(Date.parse(at))
  // Past sessions are left out of the cancellation, so they stay in visitors' calendars.
  return events.filter(({ endDay }) => endDay >= today).map((event) => ({ ...event, isCancelled: true }))
}

function nameOf(events: readonly CalendarEvent[]): string {
  const first = events.find(({ isCancelled }) => !isCancelled) ?? events[0]
  return first ? `${first.slug}-${first.day}` : 'calendar'
}
