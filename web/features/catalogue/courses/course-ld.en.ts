// The texts of a course's structured data in English. In a file of their own they bring no other text into the page.

import { plural } from '../../../../contract/plural.ts'

export const coursesTitle = 'Our Courses'
export const sessions = ({ count }: { count: number }) =>
  plural(count, { one: '1 session', other: `${count} sessions` })
