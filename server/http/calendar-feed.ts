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
  const calendars = new TopicCache<KeptBody>({
    bytesMax: calendarsBytesMax,
    inTurn: dearWork.page,
    changes: db.changes,
  })

  async function calendar(batchId?: string): Promise<KeptBody> {
    return calendars.get(batchId ?? '', async () => {
      const [school, batches] = await Promise.all([
        call('GET /api/school'),
        courses.listCalendarBatches(batchId),
      ])
      if (batchId !== undefined && batches.length === 0) throw refusal('event-unknown')
      const isFeed = batchId === undefined
      const body = await keepBody(icalendar(batches.flatMap(eventsOfBatch), school, { isFeed }))
      return { value: body, topics: ['courses', 'school'], bytes: body.bytes }
    })
  }

  const type = 'text/calendar; charset=utf-8'
  app.get('/calendar.ics', async (request, reply) => sendKept(request, reply, await calendar(), { type }))
  app.get<{ Params: { batch: string } }>(
    '/calendar/:batch(^[A-Za-z0-9_-]{1,64}).ics',
    async (request, reply) => {
      const { batch } = request.params
      const body = await calendar(batch)
      reply.header('content-disposition', `attachment; filename="${batch}.ics"`)
      return sendKept(request, reply, body, { type })
    },
  )
}
