// The texts of the about page in English.

import { plural } from '../../../../contract/plural.ts'

interface Names {
  school: string
  city: string
}

export const title = 'About us'
export const description = ({ school, city }: Names) =>
  city
    ? `Who teaches at ${school} in ${city}, and what our students learn.`
    : `Who teaches at ${school}, and what our students learn.`
export const eyebrow = ({ school }: Names) => `About ${school}`
export const heading = 'Flowers are a craft.\nWe teach it.'
export const lead = ({ school, city }: Names) =>
  city
    ? `${school} teaches floral design in ${city}. See our courses and what you’ll learn.`
    : `${school} teaches floral design. See our courses and what you’ll learn.`
export const exploreCourses = 'Explore Courses'

export const impactHeading = (
  <>
    Our Impact <em>in Numbers</em>
  </>
)
export const impactsForStaff =
  'Visitors don’t see this section until you add numbers under Impact Management in the back office.'

export const instructorsEyebrow = 'Who you’ll learn from'
export const instructorsHeading = (
  <>
    Our Expert <em>Instructors</em>
  </>
)
export const instructorsForStaff =
  'Visitors don’t see this section until you add instructors in the back office.'
export const loadingInstructors = 'Loading instructors'
export const instructor = 'Instructor'
export const experience = ({ years }: { years: number }) =>
  plural(years, { one: '1 year of experience', other: `${years} years of experience` })

export const diplomasEyebrow = 'For your career'
export const diplomasHeading = (
  <>
    Professional <em>Diplomas</em>
  </>
)
export const loadingDiplomas = 'Loading diplomas…'
export const noDiplomas = 'No professional courses available at the moment.'
export const enrollNow = 'Enroll Now'

export const workshopsEyebrow = 'For your weekend'
export const workshopsHeading = (
  <>
    Our <em>Workshops</em>
  </>
)
export const viewAllWorkshops = 'View All Workshops'
export const loadingWorkshops = 'Loading workshops…'
export const noWorkshops = 'No Workshops Available'
export const joinWorkshop = 'Join Workshop'

export const coursesFailed = 'We couldn’t load the courses.'
export const enrolled = ({ count, capacity }: { count: number; capacity: number | null }) =>
  capacity === null ? `${count} enrolled` : `${count}/${capacity} enrolled`
