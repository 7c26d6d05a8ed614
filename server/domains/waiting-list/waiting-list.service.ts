import type { Transaction } from 'kysely'
import type * as z from 'zod/mini'
import { isFull } from '../../../contract/course-facts.ts'
import { DomainError } from '../../../contract/errors.ts'
import type { waitingListBody } from '../../../contract/waiting-list.ts'
import type { Schema } from '../../db/schema.ts'
import type { CoursesService } from '../courses/courses.service.ts'
import type { Deps } from '../deps.ts'
import { insertEntry } from './waiting-list.repository.ts'

export type WaitingListService = ReturnType<typeof createWaitingListService>

export function createWaitingListService({ clock, ids, outbox }: Deps, courses: CoursesService) {
  return {
    /**
     * Puts somebody on the list of the next batch (reading S2). Once an address; nobody learns whether it was there.
     * @throws `not_found`, `conflict` while there are seats
     */
    async join(
      tx: Transaction<Schema>,
      body: z.output<typeof waitingListBody>,
    ): Promise<{ courseTitle: string; batch: string }> {
      const course = await courses.getCourseForSale(tx, body.courseId)
      const batch = course.next
      if (batch === null || !isFull({ capacity: batch.capacity, enrolled: batch.taken })) {
        throw new DomainError('conflict', {
          message: 'There are still seats in this batch. You can enrol right away.',
        })
      }
      const id = ids.id()
      const isNew = await insertEntry(tx, {
        id,
        batch_id: batch.id,
        full_name: body.fullName,
        email: body.email,
        phone: body.phone,
        created_at: clock.now(),
      })
      if (isNew) {
        await outbox.add(tx, {
          cause: `waiting-list:${id}:joined`,
          template: 'waiting-list-joined',
          channel: 'email',
          recipient: body.email,
          data: {
            name: body.fullName,
            courseTitle: course.title,
            batch: { day: batch.starts_on, time: batch.starts_at },
          },
        })
      }
      return { courseTitle: course.title, batch: courses.batchText(batch) }
    },
  }
}
