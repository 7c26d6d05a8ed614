import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { normaliseTextList } from '../text-list.ts'
import { hoursOf, isFull, normaliseCategory } from './course-facts.ts'
import { classFields } from './courses.ts'

const { rule: courseCategory } = classFields.category
const { rule: featureTopics } = classFields.features

describe('the category of a course', () => {
  test.each([
    ['Diploma Course', 'Diploma Course'],
    ['diploma course', 'Diploma Course'],
    ['diploma courses', 'Diploma Course'],
    [' DIPLOMA COURSES ', 'Diploma Course'],
    ['workshops', 'Workshops'],
    ['Special Workshops', 'Workshops'],
    ['Workshop', 'Workshop'],
    ['Ikebana', 'Ikebana'],
    [null, 'Beginner'],
    [undefined, 'Beginner'],
    [7, 'Beginner'],
    [['Workshops'], 'Beginner'],
  ])('the category %j is shown as %s', (value, category) => expect(normaliseCategory(value)).toBe(category))

  test.each([undefined, null, '', '   '])('the category %j is stored as General', (value) => {
    expect(courseCategory.parse(value)).toBe('General')
  })
  test.each([7, {}, 'x'.repeat(61)])('the category %j is refused', (value) => {
    expect(courseCategory.safeParse(value).success).toBe(false)
  })
  test('reading a category a second time changes nothing', () => {
    fc.assert(
      fc.property(fc.anything(), (value) => {
        const category = normaliseCategory(value)
        expect(normaliseCategory(category)).toBe(category)
      }),
    )
  })
})

describe('the features of a course', () => {
  const topics = ['Spiral hand-tied', 'Wiring']
  test.each([
    [topics],
    [topics.map((topic) => ({ topic }))],
    [[' Spiral hand-tied ', { topic: 'Wiring', extra: 1 }, '', null, 7, {}]],
    [JSON.stringify(topics)],
    [JSON.stringify(topics.map((topic) => ({ topic })))],
    [JSON.stringify(JSON.stringify(topics))],
    ['Spiral hand-tied, Wiring,'],
    ['Spiral hand-tied\r\n\r\n  Wiring\n'],
  ])('course features sent as %j are read as the same two topics', (value) =>
    expect(normaliseTextList(value)).toEqual(topics),
  )

  test.each([[null], [undefined], [7], [{}], [''], ['[]'], [' , ']])(
    'course features sent as %j become an empty list of topics',
    (value) => {
      expect(normaliseTextList(value)).toEqual([])
    },
  )
  test.each([
    ['d1, d2\nd3', ['d1', 'd2', 'd3']],
    ['Roses\r\nlilies, ,\n Wiring', ['Roses', 'lilies', 'Wiring']],
    ['Roses,\nlilies', ['Roses', 'lilies']],
  ])('course features typed as %j are split into topics at commas and line breaks', (typed, parts) => {
    expect(normaliseTextList(typed)).toEqual(parts)
  })
  test('a comma inside a course topic does not split the topic', () => {
    expect(normaliseTextList(['Roses, lilies', 'Wiring'])).toEqual(['Roses, lilies', 'Wiring'])
  })
  test('course features that begin with a bracket but are not JSON are read as plain text', () => {
    expect(normaliseTextList('[new] Wiring, "Roses')).toEqual(['[new] Wiring', '"Roses'])
  })

  test('any value becomes course topics without surrounding blanks, and reading those topics again changes nothing', () => {
    fc.assert(
      fc.property(fc.oneof(fc.anything(), fc.json(), fc.array(fc.string())), (value) => {
        const once = normaliseTextList(value)
        expect(once.every((topic) => topic.trim() === topic && topic !== '')).toBe(true)
        expect(normaliseTextList(once)).toEqual(once)
        expect(normaliseTextList(JSON.stringify(once))).toEqual(once)
      }),
    )
  })
  test('too many or too long course features are refused with an error message', () => {
    for (const value of [Array(61).fill('a'), ['a'.repeat(201)]]) {
      expect(featureTopics.safeParse(value).error?.issues[0]?.message).toMatch(
        /at most 60 features of up to 200/,
      )
    }
    expect(featureTopics.safeParse(Array(60).fill('a'.repeat(200))).success).toBe(true)
  })
})

test.each([
  [{ capacity: 20, enrolled: 19 }, false],
  [{ capacity: 20, enrolled: 20 }, true],
  [{ capacity: 20, enrolled: 21 }, true],
  [{ capacity: null, enrolled: 1000 }, false],
])('a batch with %j is full: %s', (batch, full) => expect(isFull(batch)).toBe(full))

test.each([
  ['3 hours', 3],
  ['2.5 hrs', 2.5],
  ['One class of 1 Hour', 1],
  ['12hr', 12],
  ['6 weeks', null],
  ['hours', null],
  ['3 hourglasses', null],
  ['', null],
  [null, null],
  [undefined, null],
])('the duration %j is %j hours', (duration, hours) => expect(hoursOf(duration)).toBe(hours))
