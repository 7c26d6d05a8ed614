import { courseDefaults } from '../../../contract/course-facts.ts'
import {
  type AdminClass,
  adminClass,
  type Batch,
  type Course,
  type CourseDetail,
  course,
} from '../../../contract/courses.ts'
import { type RosterBatch, rosterBatch } from '../../../contract/rosters.ts'
import { decimalRupees } from '../../../contract/words.ts'
import { imageFileOf, pictureOf } from '../../platform/pictures.ts'
import { presented } from '../../platform/presented.ts'
import type { BatchedCourse, BatchRow } from './batches.ts'
import { batchText, isOver } from './next-batch.ts'

/** Counts of the batch; without one, those that the undated batch would begin with. */
function seatsOf(batch: BatchRow | null) {
  const { capacity, taken } = batch ?? { capacity: courseDefaults.capacity, taken: 0 }
  return { capacity, enrolled: taken, spotsLeft: capacity === null ? null : Math.max(0, capacity - taken) }
}

function presentBatch(row: BatchRow): Batch {
  return { id: row.id, date: row.starts_on, startTime: row.starts_at, ...seatsOf(row) }
}

export function presentCourse(row: BatchedCourse, today: string): Course {
  const picture = pictureOf(row)
  const { shown, dated } = row.choice
  const { capacity, enrolled, spotsLeft } = seatsOf(shown)
  const isPast = shown !== null && isOver(shown, today)
  return presented(course, row, {
    price: decimalRupees(row.price_in_paise),
    originalPrice: row.original_price_in_paise === null ? null : decimalRupees(row.original_price_in_paise),
    features: topicsOf(row).map((topic) => ({ topic })),
    popular: row.popular === 1,
    nextbatch: batchText(dated),
    event_time: dated?.starts_at ?? null,
    batchId: shown?.id ?? null,
    image: imageFileOf(picture),
    picture,
    capacity,
    enrolled,
    spots_left: spotsLeft,
    booking_available: !isPast && spotsLeft !== 0,
  })
}

/** With all batches that are not over, the undated one last. */
export function presentCourseDetail(row: BatchedCourse, today: string): CourseDetail {
  const dayOf = (batch: BatchRow) => batch.starts_on ?? '~'
  const ahead = row.batches
    .filter((batch) => !isOver(batch, today))
    .sort((a, b) => inOrder(dayOf(a), dayOf(b)))
  return { ...presentCourse(row, today), batches: ahead.map(presentBatch) }
}

export function presentClass(row: BatchedCourse): AdminClass {
  const picture = pictureOf(row)
  const { shown, dated } = row.choice
  const { capacity, enrolled } = seatsOf(shown)
  return presented(adminClass, row, {
    price: row.price_in_paise / 100,
    originalPrice: row.original_price_in_paise === null ? null : row.original_price_in_paise / 100,
    features: topicsOf(row),
    nextbatch: dated?.starts_on ?? null,
    startTime: dated?.starts_at ?? null,
    image: imageFileOf(picture),
    picture,
    capacity,
    enrolled,
    popular: row.popular === 1,
  })
}

function topicsOf(row: BatchedCourse): string[] {
  return JSON.parse(row.features) as string[]
}

/** A batch that staff have just added, on today or a later day. */
export function presentNewBatch(row: BatchRow, courseTitle: string): RosterBatch {
  const { course_id: courseId, starts_on: day, starts_at: time } = row
  return presented(rosterBatch, row, { courseId, courseTitle, day, time, isOver: false })
}

export function inOrder(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
