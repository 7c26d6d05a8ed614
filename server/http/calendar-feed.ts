import type { FastifyInstance } from 'fastify'
import { refusal } from '../../contract/errors.ts'
import type { Database } from '../db/open.ts'
import type { CoursesService } from '../domains/courses/courses.service.ts'
import { dearWork } from '../platform/dear-work.ts'
import { eventsOfBatch } from './calendar-events.ts'
import { type KeptBody, keepBody, sendKept } from './hot/kept-body.ts'
import { TopicCache } from './hot/topic-cache.ts'
import { icalendar } from './icalendar.ts'
import type { InProcessCall } from './mount.ts'

const calendarsBytesMax = 8 * 1024 * 1024

interface CalendarOptions {
  call: InProcessCall
  courses: Pick<CoursesService, 'listCalendarBatches'>
  db: Database
}

/** `/calendar.ics`, to subscribe to, and `/calendar/{batch}.ics` with the events of one batch. */
export function mountCalendarFeed(app: FastifyInstance, { call, courses, db }: CalendarOptions): void {
  const calendars = new TopicCache<{ body: KeptBody; fileName: string }>({
    bytesMax: calendarsBytesMax,
    inTurn: dearWork.page,
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
      const first = events.find(({ isCancelled }) => !isCancelled) ?? events[0]
      // A name with course and day is found again among downloads.
      const fileName = first ? `${first.slug}-${first.day}.ics` : 'calendar.ics'
      return { value: { body, fileName }, topics: ['courses', 'school'], bytes: body.bytes }
    })
  }

  const type = 'text/calendar; charset=utf-8'
  app.get('/calendar.ics', async (request, reply) =>
    sendKept(request, reply, (await calendar()).body, { type }),
  )
  app.get<{ Params: { batch: string } }>(
    '/calendar/:batch(^[A-Za-z0-9_-]{1,64}).ics',
    async (request, reply) => {
      const { body, fileName } = await calendar(request.params.batch)
      reply.header('content-disposition', `attachment; filename="${fileName}"`)
      return sendKept(request, reply, body, { type })
    },
  )
}
