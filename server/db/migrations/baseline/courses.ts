import { type Kysely, sql } from 'kysely'
import {
  createIndexes,
  createUniqueIndexes,
  flag,
  key,
  paise,
  paiseOrNull,
  required,
  version,
  zero,
} from './columns.ts'

export async function createCourses(db: Kysely<any>): Promise<void> {
  const { schema } = db

  // A row is what the school teaches, as its page tells it. The back office calls it a class.
  await schema
    .createTable('course')
    .addColumn('id', 'text', key)
    .addColumn('slug', 'text', (c) => c.notNull().unique())
    .addColumn('title', 'text', required)
    .addColumn('description', 'text', required)
    .addColumn('category', 'text', required)
    .addColumn('price_in_paise', 'bigint', paise('price_in_paise'))
    .addColumn('original_price_in_paise', 'bigint', paiseOrNull('original_price_in_paise'))
    .addColumn('duration', 'text', required)
    .addColumn('sessions', 'integer', (c) => c.notNull().check(sql`sessions >= 1`))
    .addColumn('features', 'text', required)
    // The questions that it answers itself; a course without any shows those that fit all of its kind.
    .addColumn('faq', 'text', (c) => c.notNull().defaultTo('[]'))
    .addColumn('instructor', 'text')
    .addColumn('rating', 'real', (c) => c.check(sql`rating between 1 and 5`))
    .addColumn('picture_base', 'text', (c) => c.references('picture.base'))
    .addColumn('popular', 'integer', flag('popular', 0))
    .addColumn('version', 'integer', version)
    .addColumn('created_at', 'text', required)
    .addColumn('updated_at', 'text', required)
    .addColumn('deleted_at', 'text')
    .execute()

  // A row is a room in which batches meet; it has an address where that is not the school's own.
  await schema
    .createTable('room')
    .addColumn('id', 'text', key)
    .addColumn('name', 'text', required)
    .addColumn('address', 'text')
    .addColumn('version', 'integer', version)
    .addColumn('created_at', 'text', required)
    .addColumn('deleted_at', 'text')
    .execute()

  // A row is a run of a course: what is sold by its own date.
  await schema
    .createTable('batch')
    .addColumn('id', 'text', key)
    .addColumn('course_id', 'text', (c) => c.notNull().references('course.id'))
    // A batch without a day becomes the next dated one.
    .addColumn('starts_on', 'text')
    .addColumn('starts_at', 'text')
    .addColumn('ends_on', 'text')
    .addColumn('room_id', 'text', (c) => c.references('room.id'))
    .addColumn('instructor_id', 'text', (c) => c.references('instructor.id'))
    // It costs what the course costs, unless it has a price.
    .addColumn('price_in_paise', 'bigint', paiseOrNull('price_in_paise'))
    // It is never full where it has no capacity.
    .addColumn('capacity', 'integer', (c) => c.check(sql`capacity >= 1`))
    // It counts confirmed seats, live holds, silent holds and open offers of the waiting list.
    .addColumn('taken', 'integer', zero)
    .addColumn('is_closed', 'integer', flag('is_closed', 0))
    // It is sold after it has begun, too.
    .addColumn('joins_late', 'integer', flag('joins_late', 0))
    // Nobody but staff sees it before this day.
    .addColumn('visible_from', 'text')
    // The closed day on which staff let it stand; staff are asked while there is none.
    .addColumn('stays_on', 'text')
    .addColumn('version', 'integer', version)
    .addColumn('cancelled_at', 'text')
    .addColumn('created_at', 'text', required)
    .addColumn('deleted_at', 'text')
    .addUniqueConstraint('batch_course_day', ['course_id', 'starts_on'])
    // The rule of the last seat stands in the database too: nothing can be sold that is not there.
    .addCheckConstraint('batch_seats', sql`taken >= 0 and (capacity is null or taken <= capacity)`)
    .execute()

  // A row is one day on which a batch meets. Cancelled ones stay, so that calendars hear of it.
  await schema
    .createTable('meeting')
    .addColumn('id', 'text', key)
    .addColumn('batch_id', 'text', (c) => c.notNull().references('batch.id').onDelete('cascade'))
    .addColumn('held_on', 'text', required)
    .addColumn('starts_at', 'text', required)
    .addColumn('ends_at', 'text', required)
    // It has the room and the instructor of its batch, unless it names its own.
    .addColumn('room_id', 'text', (c) => c.references('room.id'))
    .addColumn('instructor_id', 'text', (c) => c.references('instructor.id'))
    .addColumn('topic', 'text')
    .addColumn('stays_on', 'text')
    // It rises with every change, as calendars ask.
    .addColumn('sequence', 'integer', zero)
    .addColumn('cancelled_at', 'text')
    .addColumn('created_at', 'text', required)
    .addColumn('updated_at', 'text', required)
    .addCheckConstraint('meeting_hours', sql`ends_at > starts_at`)
    .execute()

  // A row is what a student says of a course, shown as a testimonial.
  await schema
    .createTable('student_feedback')
    .addColumn('id', 'text', key)
    .addColumn('student_name', 'text', required)
    .addColumn('course_name', 'text', required)
    .addColumn('feedback_text', 'text', required)
    .addColumn('rating', 'integer', (c) => c.notNull().check(sql`rating between 1 and 5`))
    .addColumn('created_at', 'text', required)
    .addColumn('deleted_at', 'text')
    .execute()

  await createIndexes(db, {
    course_created: 'course (created_at, id)',
    course_title: 'course (lower(title), id)',
    batch_day: 'batch (starts_on, id)',
    // The batches of a course that are not over are found by it.
    batch_end: 'batch (course_id, ends_on)',
    meeting_batch: 'meeting (batch_id, held_on, starts_at)',
    meeting_day: 'meeting (held_on)',
    student_feedback_created: 'student_feedback (created_at, id)',
    student_feedback_rating: 'student_feedback (deleted_at, rating)',
  })
  await createUniqueIndexes(db, {
    // A course has one undated batch at most; the unique constraint lets nulls repeat.
    batch_undated: 'batch (course_id) where starts_on is null',
  })
}
