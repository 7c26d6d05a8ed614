// The texts of a course's structured data in English. They have their own file, so that the page loads no other texts
// with them.

import { plural } from '../../../../contract/plural.ts'

export const coursesTitle = 'Our Courses'
export const sessions = ({ count }: { count: number }) =>
  plural(count, { one: '1 session', other: `${count} sessions` })
