import { hoursOf } from '../../../contract/course-facts.ts'
import type { CourseDetail } from '../../../contract/courses.ts'
import type { School } from '../../../contract/school.ts'
import { isSchoolDay } from '../../../contract/school-day.ts'
import { shareFactsOfCourse, sharePicturePath } from '../../../contract/share-pictures.ts'
import { counted } from '../../../contract/words.ts'
import { atLd, eventsLd, placeLd } from '../../lib/event-ld.ts'
import { breadcrumbsLd, listLd } from '../../lib/json-ld.tsx'
import type { Dated } from './course-dates.ts'
import type { CourseFacts } from './course-facts.ts'

/** As many as the page shows at once: fifty dates ahead make no heavier page. */
const datesTold = 5

/** What search engines are told: the course, its dates as events, and the answers on its page. */
export function coursePageLd(
  facts: CourseFacts,
  detail: CourseDetail,
  /** What the page's visitors are told of, in its order. */
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
    provider: { '@id': `${school.siteUrl}/#school`, '@type': 'EducationalOrganization', name: school.name },
    teaches: facts.topics,
    offers: {
      '@type': 'Offer',
      category: Number(facts.price) === 0 ? 'Free' : 'Paid',
      price: Number(facts.price),
      priceCurrency: 'INR',
      availability: facts.isFull ? 'https://schema.org/SoldOut' : 'https://schema.org/InStock',
    },
    hasCourseInstance: batches.map((batch) => ({
      '@type': 'CourseInstance',
      courseMode: 'Onsite',
      ...paceLd(facts),
      startDate: atLd(batch.date, batch.startTime),
      ...(batch.endsOn === null ? {} : { endDate: batch.endsOn }),
      location: placeLd(batch, school),
      ...(batch.instructor ? { instructor: { '@type': 'Person', name: batch.instructor } } : {}),
      ...(batch.capacity === null ? {} : { maximumAttendeeCapacity: batch.capacity }),
    })),
  }
  const events = batches.map(({ date, startTime, endsOn, price, state, room, roomAddress }) => ({
    ...facts,
    event_date: date,
    event_time: startTime,
    endsOn,
    room,
    roomAddress,
    amount: Number(price),
    booking_available: state === 'open',
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
    ['Our Courses', '/classes'],
    [facts.title, path],
  ])
  return [course, ...eventsLd(events, school), faq, above]
}

/** The list of courses, for search engines. */
export function coursesLd(courses: readonly CourseFacts[], school: School): Record<string, unknown>[] {
  return listLd(
    school,
    courses.map((course) => [course.title, coursePath(course)]),
  )
}

const coursePath = ({ slug }: Pick<CourseFacts, 'slug'>) => `/classes/${slug}`

const frequencies = { day: 'Daily', week: 'Weekly', month: 'Monthly', year: 'Yearly' } as const

/** How much a batch asks of its students: hours of work, or a rhythm, as the duration says; else its sessions. */
function paceLd({ duration, sessions }: CourseFacts): Record<string, unknown> {
  const hours = hoursOf(duration)
  if (hours) return { courseWorkload: `PT${Math.round(hours * 60)}M` }
  const [, count, unit = ''] = /(\d{1,3})\s{0,9}(day|week|month|year)s?\b/i.exec(duration) ?? []
  if (count === undefined) return { courseWorkload: counted(sessions, 'session') }
  const repeatFrequency = frequencies[unit.toLowerCase() as keyof typeof frequencies]
  return { courseSchedule: { '@type': 'Schedule', repeatFrequency, repeatCount: Number(count) } }
}
