import { courseDefaults, isFull, normaliseCategory } from '../../../../contract/catalogue/course-facts.ts'
import type { Course } from '../../../../contract/catalogue/courses.ts'
import { normaliseTextList } from '../../../../contract/text-list.ts'
import { dayText, formatRupees } from '../../../../contract/words.ts'
import { imageAddress } from '../../../lib/image-address.ts'
import { query, rowsIn } from '../../../lib/query.ts'
import { free } from './course-parts.en.ts'

export type CourseFacts = ReturnType<typeof courseFacts>

export function courseFacts(course: Partial<Course> & { id: string }) {
  const batch = course.nextbatch?.trim() || courseDefaults.nextbatch
  const capacity = course.capacity === undefined ? courseDefaults.capacity : course.capacity
  const enrolled = course.enrolled ?? courseDefaults.enrolled
  return {
    id: course.id,
    slug: course.slug ?? course.id,
    title: course.title?.trim() || courseDefaults.title,
    description: course.description?.trim() || courseDefaults.description,
    price: course.price ?? courseDefaults.price,
    originalPrice: course.originalPrice ?? null,
    duration: course.duration?.trim() || courseDefaults.duration,
    sessions: course.sessions ?? courseDefaults.sessions,
    topics: normaliseTextList(course.features),
    isPopular: course.popular === true,
    /** The ISO day, or 'Coming soon', as an enrolment sends it. */
    batch,
    batchId: course.batchId ?? null,
    time: course.event_time ?? null,
    batchText: dayText(batch),
    batches: course.batches ?? [],
    category: normaliseCategory(course.category),
    capacity,
    enrolled,
    spotsLeft: capacity === null ? null : Math.max(0, capacity - enrolled),
    isFull: isFull({ capacity, enrolled }),
    /** True if no date of the course is on sale although seats are left. */
    isClosed: course.booking_available === false && !isFull({ capacity, enrolled }),
    rating: course.rating ?? null,
    instructor: course.instructor ?? null,
    picture: course.picture ?? imageAddress(course.image),
  }
}

export function priceText(price: string | number): string {
  return Number(price) === 0 ? free : formatRupees(price)
}

export const coursesQuery = () => query('GET /api/courses')

export const courseRowsOf = (answer: unknown) => rowsIn<Partial<Course> & { id: string }>(answer)

export function coursesOf(answer: unknown): CourseFacts[] {
  return courseRowsOf(answer).map(courseFacts)
}
