// The texts of the list of courses in English.

import { plural } from '../../../../contract/plural.ts'

export const title = 'Our Courses'
export const description =
  'Diploma courses and workshops in floral design. See dates, seats, fees and what you’ll learn.'
export const eyebrow = 'Diplomas and workshops'
export const heading = 'Our\nCourses'
export const lead = 'See dates, seats and fees, and enrol online.'
export const diplomas = 'Diploma Courses'
export const workshops = 'Workshops'

export const courses = 'Courses'
export const all = 'All'
export const search = 'Search courses'
export const find = 'Search'
export const available = ({ count }: { count: number }) =>
  plural(count, { one: '1 Course Available', other: `${count} Courses Available` })
export const loading = 'Loading courses'
export const failed = 'We couldn’t load the courses.'
export const outOfDate = 'These courses may be out of date.'
export const noneFound = 'No courses found'
export const noneAtAll = 'No courses are currently available.'
export const noneOfCategory = ({ category }: { category: string }) =>
  `No ${category} level courses available.`
export const noMatch = ({ words }: { words: string }) => `No course matches “${words}”. Try fewer words.`
export const showAll = 'Show all courses'

export const laterDates = ({ count }: { count: number }) =>
  plural(count, { one: 'and 1 later batch', other: `and ${count} later batches` })
export const moreTopics = ({ count }: { count: number }) => `+${count} more`

export const whyHeading = 'Why\nChoose Us'
