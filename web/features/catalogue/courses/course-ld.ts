import { hoursOf } from '../../../../contract/catalogue/course-facts.ts'
import type { CourseDetail } from '../../../../contract/catalogue/courses.ts'
import type { School } from '../../../../contract/school/school.ts'
import { isSchoolDay } from '../../../../contract/school-day.ts'
import { shareFactsOfCourse, sharePicturePath } from '../../../../contract/site/share-pictures.ts'
import { atLd, endLd, eventsLd, placeLd } from '../../../lib/event-ld.ts'
import { breadcrumbsLd, listLd, schoolRefLd } from '../../../lib/json-ld.tsx'
import type { CourseFacts } from './course-facts.ts'
import * as text from './course-ld.en.ts'
import type { Dated } from './dates-section.tsx'

/** The page shows this many dates at once. The limit keeps the data of a course with fifty dates small. */
const datesTold = 5

export function coursePageLd(
  facts: CourseFacts,
  detail: CourseDetail,
  dates: readonly Dated<CourseDetail['batches'][number]>[],
  school: School,
  answers: readonly { question: string; answer: string }[],
): Record<string, unknown>[] {
  const path = coursePath(facts)
  const image = sharePicturePath(path, shareFactsOfCourse(detail, school))
  const batches = dates.filter(({ date }) => isSchoolDay(date)).slice(0, datesTold)
  const course = {
    '@type': 'Course',
    name: facts.title,
    description: facts.description,
    url: school.siteUrl + path,
    image: school.siteUrl + image,
    provider: schoolRefLd(school),
    teaches: facts.topics,
    offers: {
      '@type': 'Offer',
      category: Number(facts.price) === 0 ? 'Free' : 'Paid',
      price: Number(facts.price),
      priceCurrency: 'INR',
      ...availabilityLd(dates),
    },
    hasCourseInstance: batches.map((batch) => ({
      '@type': 'CourseInstance',
      courseMode: 'Onsite',
      ...paceLd(facts),
      startDate: atLd(batch.date, batch.startTime),
      ...endLd({ ...endOf(batch), day: batch.date, time: batch.startTime, duration: facts.duration }),
      location: placeLd(batch, school),
      ...(batch.instructor ? { instructor: { '@type': 'Person', name: batch.instructor } } : {}),
      ...(batch.capacity === null ? {} : { maximumAttendeeCapacity: batch.capacity }),
    })),
  }
  const events = batches.map((batch) => ({
    ...facts,
    ...endOf(batch),
    event_date: batch.date,
    event_time: batch.startTime,
    room: batch.room,
    roomAddress: batch.roomAddress,
    amount: Number(batch.price),
    booking_available: batch.state === 'open',
    image,
  }))
  const faq = {
    '@type': 'FAQPage',
    mainEntity: answers.map(({ question, answer }) => ({
      '@type': 'Question',
      name: question,
      acceptedAnswer: { '@type': 'Answer', text: answer },
    })),
  }
  const above = breadcrumbsLd(school, [
    [text.coursesTitle, '/classes'],
    [facts.title, path],
  ])
  return [course, ...eventsLd(events, school), faq, above]
}

export function coursesLd(courses: readonly CourseFacts[], school: School): Record<string, unknown>[] {
  return listLd(
    school,
    courses.map((course) => [course.title, coursePath(course)]),
  )
}

const coursePath = ({ slug }: Pick<CourseFacts, 'slug'>) => `/classes/${slug}`

type Run = CourseDetail['batches'][number]

const endOf = ({ endsOn, meetings, meetingCount }: Run) => ({
  endsOn,
  lastMeeting: meetings.length === meetingCount ? meetings.at(-1) : undefined,
})

function availabilityLd(dates: readonly Run[]): { availability?: string } {
  if (dates.some(({ state }) => state === 'open')) return { availability: 'https://schema.org/InStock' }
  if (dates.some(({ state }) => state === 'full')) return { availability: 'https://schema.org/SoldOut' }
  return {}
}

const frequencies = { day: 'Daily', week: 'Weekly', month: 'Monthly', year: 'Yearly' } as const

function paceLd({ duration, sessions }: CourseFacts): Record<string, unknown> {
  const hours = hoursOf(duration)
  if (hours) return { courseWorkload: `PT${Math.round(hours * 60)}M` }
  const [, count, unit = ''] = /(\d{1,3})\s{0,9}(day|week|month|year)s?\b/i.exec(duration) ?? []
  if (count === undefined) return { courseWorkload: text.sessions({ count: sessions }) }
  const repeatFrequency = frequencies[unit.toLowerCase() as keyof typeof frequencies]
  return { courseSchedule: { '@type': 'Schedule', repeatFrequency, repeatCount: Number(count) } }
}
