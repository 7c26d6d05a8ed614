import { courseCategories } from '../../../../contract/catalogue/course-facts.ts'
import { folded } from '../../../../contract/folded.ts'
import type { CourseFacts } from './course-facts.ts'

/** Empty strings stand for all categories and for no search. */
export interface CourseChoice {
  category: string
  q: string
}

export const wordsMax = 80

export function choiceIn(search: URLSearchParams): CourseChoice {
  const q = (search.get('q') ?? '').trim()
  return {
    category: courseCategories.find((one) => one === search.get('category')) ?? '',
    q: q.length > wordsMax ? '' : q,
  }
}

export function searchOf(choice: CourseChoice): string {
  const said = Object.entries(choice).filter(([, value]) => value !== '')
  return said.length === 0
    ? ''
    : `?${said.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('&')}`
}

/** Returns the courses that contain every word of the search. */
export function found(courses: readonly CourseFacts[], q: string): CourseFacts[] {
  const words = folded(q).split(/\s+/).filter(Boolean)
  return courses.filter((course) => {
    const text = folded(
      [course.title, course.category, course.instructor, course.description, ...course.topics].join(' '),
    )
    return words.every((word) => text.includes(word))
  })
}
