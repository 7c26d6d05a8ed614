import { expect, test } from 'vitest'
import type { AdminClass } from '../../../../../contract/catalogue/courses.ts'
import { bodyOf, changedFields, fieldOf, linesOf, type ValuesOf, valuesOf } from '../../../record-fields.tsx'
import { item } from './class.fixture.ts'
import { classForm } from './class-form.tsx'

const { fields, rules } = classForm
type Values = ValuesOf<typeof fields>
const formValues = (record: AdminClass | null): Values => valuesOf<AdminClass, typeof fields>(fields, record)
const classBody = (values: Values) => bodyOf(fields, values)
const complete = formValues(item)

function refusals(values: Values): Record<string, string> {
  const parsed = rules?.safeParse(values)
  if (!parsed || parsed.success) return {}
  return Object.fromEntries(parsed.error.issues.map(({ path, message }) => [String(path[0]), message]))
}

test('an empty class form refuses exactly the required fields', () => {
  expect(Object.keys(refusals(formValues(null))).sort()).toEqual([
    'description',
    'duration',
    'nextbatch',
    'price',
    'title',
  ])
})

test.each([
  ['price', '-1'],
  ['price', '1.005'],
  ['price', '1e5'],
  ['sessions', '0'],
  ['sessions', '1.5'],
  ['sessions', ''],
  ['nextbatch', '2026-02-30'],
  ['capacity', ''],
  ['capacity', '0'],
  ['capacity', '10001'],
  ['originalPrice', '-1'],
  ['startTime', '25:00'],
  ['title', '   '],
] as const)('the class form refuses the field %s with the value %j, and no other field', (name, value) => {
  expect(Object.keys(refusals({ ...complete, [name]: value }))).toEqual([name])
})

test('optional fields of a class may be empty, and an unlimited class needs no capacity', () => {
  const values = { ...complete, features: '', instructor: '', originalPrice: '', startTime: '', capacity: '' }
  expect(refusals({ ...values, isUnlimited: true })).toEqual({})
  expect(classBody({ ...values, isUnlimited: true })).toMatchObject({
    features: [],
    instructor: null,
    originalPrice: null,
    startTime: null,
    capacity: null,
  })
})

test('blank rows among the questions of a class are left out, and a question without an answer is refused', () => {
  const typed = (...rows: [question: string, answer: string][]) =>
    JSON.stringify(rows.map(([question, answer], key) => ({ key, question, answer })))
  const half = typed([' ', ''], ['Do I bring shears?', ''])
  expect(refusals({ ...complete, faq: half })).toEqual({ faq: 'Enter an answer' })
  const whole = typed(['Why?', 'So.'], ['', ' '], ['Where?', 'Here.'])
  expect(refusals({ ...complete, faq: whole })).toEqual({})
  expect(classBody({ ...complete, faq: whole }).faq).toEqual([
    { question: 'Why?', answer: 'So.' },
    { question: 'Where?', answer: 'Here.' },
  ])
  expect(fields.faq.says(whole)).toBe('Why?\nSo.\n\nWhere?\nHere.')
})

test('each line in the class form is one feature; blank lines are left out and commas are kept', () => {
  expect(linesOf(' Roses, lilies \r\n\r\n   \nWiring')).toEqual(['Roses, lilies', 'Wiring'])
})

test('a class that is loaded into the form and saved is sent back unchanged', () => {
  expect(classBody(formValues(item))).toEqual({
    title: 'Bridal Bouquets',
    description: 'Cascades and posies.',
    price: 12500.5,
    duration: '3 hours',
    sessions: 4,
    features: ['Wiring, taping', 'Cascade'],
    faq: [{ question: 'Do I bring shears?', answer: 'No.' }],
    nextbatch: '2026-12-14',
    category: 'Workshops',
    capacity: 12,
    instructor: 'Kavitha Raman',
    originalPrice: null,
    popular: true,
    isOnSite: true,
    startTime: '10:30',
  })
})

test('the class form sends only changed fields, and a cleared field counts as changed', () => {
  const before = classBody(complete)
  expect(changedFields(before, before)).toEqual({})
  const after = classBody({ ...complete, price: '12500.50', instructor: ' ', features: 'Cascade' })
  expect(changedFields(before, after)).toEqual({ instructor: null, features: ['Cascade'] })
})

test('an error about a field of the server is shown at the matching field of the class form', () => {
  expect(fieldOf(fields, 'features.3')).toBe('features')
  expect(fieldOf(fields, 'popular')).toBe('popular')
  expect(fieldOf(fields, 'image')).toBeNull()
})
