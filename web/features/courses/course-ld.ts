import { hoursOf } from '../../../contract/course-facts.ts'
import type { CourseDetail } from '../../../contract/courses.ts'
import type { School } from '../../../contract/school.ts'
import { isSchoolDay } from '../../../contract/school-day.ts'
import { shareFactsOfCourse, sharePicturePath } from '../../../contract/share-pictures.ts'
import { eventLd } from '../../lib/json-ld.tsx'
import type { CourseFacts } from './course-facts.ts'

/** What search engines are told: the course, its dates as events, and the answers on its page. */
export function coursePageLd(
  facts: CourseFacts,
  detail: CourseDetail,
  school: School,
  answers: readonly { question: string; answer: string }[],
): Record<string, unknown>[] {
  const path = `/classes/${facts.slug}`
  const course = {
    '@type': 'Course',
    name: facts.title,
    description: facts.description,
    url: school.siteUrl + path,
    image: school.siteUrl + sharePicturePath(path, shareFactsOfCourse(detail, school)),
    provider: { '@id': `${school.siteUrl}/#school`, '@type': 'EducationalOrganization', name: school.name },
    teaches: facts.topics,
    offers: {
      '@type': 'Offer',
      category: Number(facts.price) === 0 ? 'Free' : 'Paid',
      price: Number(facts.price),
      priceCurrency: 'INR',
      availability: facts.isFull ? 'https://schema.org/SoldOut' : 'https://schema.org/InStock',
    },
    hasCourseInstance: detail.batches
      .filter((batch) => batch.date !== null && isSchoolDay(batch.date))
      .map((batch) => ({
        '@type': 'CourseInstance',
        courseMode: 'Onsite',
        startDate: batch.startTime ? `${batch.date}T${batch.startTime}:00+05:30` : batch.date,
        location: { '@type': 'Place', name: school.name, address: school.address.join(', ') },
        ...(facts.instructor ? { instructor: { '@type': 'Person', name: facts.instructor } } : {}),
        ...(batch.capacity === null ? {} : { maximumAttendeeCapacity: batch.capacity }),
      })),
  }
  const events = detail.batches.flatMap(({ date, startTime, spotsLeft }) => {
    if (date === null) return []
    const event = {
      ...facts,
      event_date: date,
      event_time: startTime,
      duration: hoursOf(facts.duration),
      amount: Number(facts.price),
      spots_left: spotsLeft,
    }
    return [eventLd(event, school)]
  })
  const faq = {
    '@type': 'FAQPage',
    mainEntity: answers.map(({ question, answer }) => ({
      '@type': 'Question',
      name: question,
      acceptedAnswer: { '@type': 'Answer', text: answer },
    })),
  }
  return [course, { '@graph': events }, faq]
}
