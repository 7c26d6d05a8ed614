import { courseDefaults, isFull, normaliseCategory } from '../../../contract/course-facts.ts'
import type { Course } from '../../../contract/courses.ts'
import { normaliseTextList } from '../../../contract/text-list.ts'
import { dayText, formatRupees } from '../../../contract/words.ts'
import { imageAddress } from '../../lib/image-address.ts'
import type { PictureSource } from '../../ui/picture.tsx'

/** A course as cards and pages show it, with its defaults. */
export interface CourseFacts {
  id: string
  slug: string
  title: string
  description: string
  price: string
  originalPrice: string | null
  duration: string
  sessions: number
  topics: string[]
  isPopular: boolean
  /** As the enrolment names it: the ISO day, or 'Coming soon'. */
  batch: string
  /** `Mon, 14 December 2026`. */
  batchText: string
  /** Whose `.ics` file it is; null where the wire names none. */
  batchId: string | null
  category: string
  capacity: number | null
  enrolled: number
  spotsLeft: number | null
  isFull: boolean
  rating: number
  instructor: string | null
  picture: PictureSource | string | null
}

export function courseFacts(course: Partial<Course> & { id: string }): CourseFacts {
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
    batch,
    batchId: course.batchId ?? null,
    batchText: dayText(batch),
    category: normaliseCategory(course.category),
    capacity,
    enrolled,
    spotsLeft: capacity === null ? null : Math.max(0, capacity - enrolled),
    isFull: isFull({ capacity, enrolled }),
    rating: course.rating ?? courseDefaults.rating,
    instructor: course.instructor ?? null,
    picture: course.picture ?? imageAddress(course.image),
  }
}

export function priceText(price: string | number): string {
  return Number(price) === 0 ? 'Free' : formatRupees(price)
}
