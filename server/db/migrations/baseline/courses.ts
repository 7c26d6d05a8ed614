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

  // A row is a course, with the texts of its page. The back office calls it a class.
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
    // The questions that the course itself answers. If there are none, its page shows the questions for all courses of
    // its kind.
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

  // A row is a room in which batches meet. The address is null for a room at the school.
  await schema
    .createTable('room')
    .addColumn('id', 'text', key)
    .addColumn('name', 'text', required)
    .addColumn('address', 'text')
    .addColumn('version', 'integer', version)
    .addColumn('created_at', 'text', required)
    .addColumn('deleted_at', 'text')
    .execute()

  // A row is one run of a course, which is sold for its own date.
  await schema
    .createTable('batch')
    .addColumn('id', 'text', key)
    .addColumn('course_id', 'text', (c) => c.notNull().references('course.id'))
    // Null for a batch whose first day is not known yet.
    .addColumn('starts_on', 'text')
    .addColumn('starts_at', 'text')
    .addColumn('ends_on', 'text')
    .addColumn('room_id', 'text', (c) => c.references('room.id'))
    .addColumn('instructor_id', 'text', (c) => c.references('instructor.id'))
    // Null if the batch costs as much as the course.
    .addColumn('price_in_paise', 'bigint', paiseOrNull('price_in_paise'))
    // Null if the batch is never full.
    .addColumn('capacity', 'integer', (c) => c.check(sql`capacity >= 1`))
    // Counts confirmed seats, live holds, silent holds and open offers of the waiting list.
    .addColumn('taken', 'integer', zero)
    .addColumn('is_closed', 'integer', flag('is_closed', 0))
    // 1 if seats are sold even after the batch has begun.
    .addColumn('joins_late', 'integer', flag('joins_late', 0))
    // Visitors do not see the batch before this day.
    .addColumn('visible_from', 'text')
    // A closed day. Staff decided that the batch begins on this day all the same. Staff are asked while this is null or
    // another day.
    .addColumn('stays_on', 'text')
    .addColumn('version', 'integer', version)
    .addColumn('cancelled_at', 'text')
    .addColumn('created_at', 'text', required)
    .addColumn('deleted_at', 'text')
    .addUniqueConstraint('batch_course_day', ['course_id', 'starts_on'])
    // The database itself refuses to sell more seats than there are.
    .addCheckConstraint('batch_seats', sql`taken >= 0 and (capacity is null or taken <= capacity)`)
    .execute()

  // A row is one day on which a batch meets. Cancelled days stay in the table, so that calendars remove them.
  await schema
    .createTable('meeting')
    .addColumn('id', 'text', key)
    .addColumn('batch_id', 'text', (c) => c.notNull().references('batch.id').onDelete('cascade'))
    .addColumn('held_on', 'text', required)
    .addColumn('starts_at', 'text', required)
    .addColumn('ends_at', 'text', required)
    // Null if the room or the instructor is that of the batch.
    .addColumn('room_id', 'text', (c) => c.references('room.id'))
    .addColumn('instructor_id', 'text', (c) => c.references('instructor.id'))
    .addColumn('topic', 'text')
    .addColumn('stays_on', 'text')
    // Increases with every change, as calendars require.
    .addColumn('sequence', 'integer', zero)
    .addColumn('cancelled_at', 'text')
    .addColumn('created_at', 'text', required)
    .addColumn('updated_at', 'text', required)
    .addCheckConstraint('meeting_hours', sql`ends_at > starts_at`)
    .execute()

  // A row is a student's opinion of a course, which is shown as a testimonial.
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
    // The index finds the batches of a course that have not ended.
    batch_end: 'batch (course_id, ends_on)',
    meeting_batch: 'meeting (batch_id, held_on, starts_at)',
    meeting_day: 'meeting (held_on)',
    student_feedback_created: 'student_feedback (created_at, id)',
    student_feedback_rating: 'student_feedback (deleted_at, rating)',
  })
  await createUniqueIndexes(db, {
    // A course has at most one undated batch. The unique constraint `batch_course_day` does not prevent a second null.
    batch_undated: 'batch (course_id) where starts_on is null',
  })
}
