import type { CourseDetail } from '../../../contract/courses.ts'
import type { School } from '../../../contract/school.ts'
import { isSchoolDay } from '../../../contract/school-day.ts'
import { shareFactsOfCourse, sharePicturePath } from '../../../contract/share-pictures.ts'
import type { CourseFacts } from './course-facts.ts'

export function courseLd(facts: CourseFacts, detail: CourseDetail, school: School): Record<string, unknown> {
  const path = `/classes/${facts.slug}`
  return {
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
}
