import { describe, expect, test } from 'vitest'
import type { Course } from '../../../../contract/catalogue/courses.ts'
import { theSchool } from '../../../../tests/harness/component.tsx'
import { demonstrationTexts } from '../../../../tests/harness/demonstration-texts.ts'
import { courseFacts } from './course-facts.ts'
import { generalQuestions } from './course-page.tsx'

const course = {
  id: 'c1',
  title: 'Diploma in Floral Design',
  description: 'Three mornings a week.',
  category: 'Diploma Course',
  price: '48000.00',
  nextbatch: '2026-03-12',
}
const questions = (more: Partial<Course> = {}) =>
  generalQuestions(courseFacts({ ...course, ...more }), {
    school: theSchool,
    texts: demonstrationTexts,
  }).map(({ question }) => question)
const experience = 'Do I need experience?'
const payment = 'When do I pay?'
const place = 'Where is it?'

describe('the general questions of a course', () => {
  test('a course for beginners has all general questions', () => {
    expect(questions()).toEqual([experience, 'Are flowers and tools included?', payment, place])
    expect(questions({ category: 'Workshops' })).toContain(experience)
  })

  test.each([
    { title: 'Advanced Diploma in Wedding Floristry' },
    { title: 'Bridal Masterclass', category: 'Workshops' },
    { description: 'For florists who know their stems.' },
    { description: 'An INTERMEDIATE course.' },
    { category: 'Advanced' },
    { category: 'General' },
    { category: '' },
  ])('a course with %j leaves out the question about experience', (more) => {
    expect(questions(more)).not.toContain(experience)
  })

  test('a free course and a course without a date leave out the general question about paying', () => {
    expect(questions({ price: '0' })).not.toContain(payment)
    expect(questions({ nextbatch: 'Coming soon' })).not.toContain(payment)
  })

  test('a course that does not meet at the school leaves out the general question about the address', () => {
    const batches = [{ roomAddress: '27, Kutchery Road' }] as Course['batches']
    expect(questions({ batches })).not.toContain(place)
  })
})
