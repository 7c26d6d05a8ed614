// The texts of the list of courses in English.

import { plural } from '../../../../contract/plural.ts'

export const title = 'Our Courses'
export const description =
  'Diploma courses and weekend workshops in floral design. See dates, seats, fees and what you’ll learn.'
export const eyebrow = 'Diplomas and workshops'
export const heading = (
  <>
    Our <em>Courses</em>
  </>
)
export const lead =
  'Learn floral design hands-on, in small batches, with fresh flowers from the morning market.'
export const diplomas = 'Diploma Courses'
export const diplomasLead = 'Train for a career. Weeks of practice, from mechanics to weddings.'
export const workshops = 'Workshops'
export const workshopsLead = 'Spend a weekend. Learn one technique well and take your work home.'

export const courses = 'Courses'
export const available = ({ count }: { count: number }) =>
  plural(count, { one: '1 Course Available', other: `${count} Courses Available` })
export const loading = 'Loading courses'
export const failed = 'We couldn’t load the courses.'
export const outOfDate = 'These courses may be out of date.'
export const noneFound = 'No courses found'
export const noneAtAll = 'No courses are currently available.'
export const noneOfCategory = ({ category }: { category: string }) =>
  `No ${category} level courses available.`

export const laterDates = ({ count }: { count: number }) =>
  plural(count, { one: 'and 1 later batch', other: `and ${count} later batches` })
export const moreTopics = ({ count }: { count: number }) => `+${count} more`

export const whyHeading = (
  <>
    Why <em>Choose Us</em>
  </>
)
export const reasons = [
  {
    title: 'Expert Instructors',
    lead: 'Working florists who style weddings and hotels, and teach what holds up on the day.',
  },
  {
    title: 'Hands-On Training',
    lead: 'You tie, wire and build from the first hour. We provide flowers and tools.',
  },
  {
    title: 'Industry Recognition',
    lead: 'Our diploma opens doors at studios, hotels and event companies across South India.',
  },
  {
    title: 'Passionate Community',
    lead: 'Long after the course, our graduates share work and market tips, and lend each other a hand on big days.',
  },
]
