import { courseDefaults, hoursOf } from '../../../contract/course-facts.ts'
import type { Course } from '../../../contract/courses.ts'
import { isSchoolDay } from '../../../contract/school-day.ts'

export type CalendarEvent = ReturnType<typeof eventsOf>[number]

export const descriptionMax = 120

/** The events of the calendar: courses with a real date. Coming ones stand first, each group by date. */
export function eventsOf(courses: readonly (Partial<Course> & { id: string })[], today: string) {
  return courses
    .filter((course) => isSchoolDay((course.nextbatch ?? '').slice(0, 10)))
    .map((course) => ({
      id: course.id,
      /** The batch whose `.ics` file it is; null where the wire names none. */
      batchId: course.batchId ?? null,
      slug: course.slug ?? course.id,
      title: course.title?.trim() || courseDefaults.title,
      event_type: 'Course Batch',
      event_date: (course.nextbatch ?? '').slice(0, 10),
      /** 24-hour `HH:MM`, or null. */
      event_time: course.event_time ?? null,
      instructor: course.instructor ?? null,
      /** Hours, where the course's duration says any. */
      duration: hoursOf(course.duration),
      /** Null without a capacity. */
      spots_left:
        course.capacity === null || course.capacity === undefined
          ? null
          : Math.max(0, course.capacity - (course.enrolled ?? courseDefaults.enrolled)),
      /** Rupees. */
      amount: Number(course.price ?? courseDefaults.price) || 0,
      description: course.description ?? '',
      booking_available: course.booking_available ?? false,
    }))
    .sort((a, b) => {
      const order = Number(isPast(a, today)) - Number(isPast(b, today))
      return order || (a.event_date < b.event_date ? -1 : a.event_date > b.event_date ? 1 : 0)
    })
}

export function isPast(event: { event_date: string }, today: string): boolean {
  return event.event_date < today
}

export function isBookable(event: CalendarEvent, today: string): boolean {
  return !isPast(event, today) && event.booking_available
}

export function cutDescription(text: string): string {
  return text.length > descriptionMax ? `${text.slice(0, descriptionMax).trimEnd()}…` : text
}

export function toneOf(type: string): 'leaf' | 'rose' | 'marigold' | 'outline' | 'neutral' {
  const word = type.toLowerCase()
  if (word === 'class' || word === 'course batch') return 'leaf'
  if (word === 'delivery') return 'marigold'
  if (word === 'event') return 'rose'
  if (word === 'workshop') return 'outline'
  return 'neutral'
}
