import { describe, expect, test } from 'vitest'
import type { Course } from '../../../../contract/catalogue/courses.ts'
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
const asked = (more: Partial<Course> = {}) =>
  generalQuestions(courseFacts({ ...course, ...more }), undefined).map(({ question }) => question)
const experience = 'Do I need experience?'
const payment = 'When do I pay?'
const place = 'Where is it?'

describe('what a course without questions of its own answers', () => {
  test('one for beginners: all of them', () => {
    expect(asked()).toEqual([experience, 'Are flowers and tools included?', payment, place])
    expect(asked({ category: 'Workshops' })).toContain(experience)
  })

  test.each([
    { title: 'Advanced Diploma in Wedding Floristry' },
    { title: 'Bridal Masterclass', category: 'Workshops' },
    { description: 'For florists who know their stems.' },
    { description: 'An INTERMEDIATE course.' },
    { category: 'Advanced' },
    { category: 'General' },
    { category: '' },
  ])('%j: of its level nothing is said', (more) => {
    expect(asked(more)).not.toContain(experience)
  })

  test('a free course, and one without a date, say nothing of paying', () => {
    expect(asked({ price: '0' })).not.toContain(payment)
    expect(asked({ nextbatch: 'Coming soon' })).not.toContain(payment)
  })

  test('one that meets elsewhere does not say that it is at the school', () => {
    const batches = [{ roomAddress: '27, Kutchery Road' }] as Course['batches']
    expect(asked({ batches })).not.toContain(place)
  })
})
