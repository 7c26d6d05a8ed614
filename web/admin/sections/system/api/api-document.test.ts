import { expect, test } from 'vitest'
import { openApiDocument } from '../../../../../server/reports/api-document/openapi-document.ts'
import { type ApiDocument, operationsOf, partsOf, searchOperations, typeText } from './api-document.ts'

const document = openApiDocument() as unknown as ApiDocument
const operations = operationsOf(document)

test('every endpoint of the API document is read with its summary, access and answers', () => {
  const count = Object.values(document.paths).reduce((sum, methods) => sum + Object.keys(methods).length, 0)
  expect(operations).toHaveLength(count)
  for (const { id, path, summary, access, answers } of operations) {
    expect(id, path).not.toBe('undefined')
    expect(summary, path).not.toBe('')
    expect(['public', 'user', 'admin', 'owner'], path).toContain(access)
    expect(
      answers.some(({ status }) => status.startsWith('2')),
      path,
    ).toBe(true)
    expect(
      answers.filter(({ description }) => description === ''),
      path,
    ).toEqual([])
  }
})

test('the references in the API document are followed', () => {
  const enrol = operations.find(({ method, path }) => method === 'POST' && path === '/api/enrollments')
  expect(enrol?.access).toBe('public')
  expect(enrol?.parameters.map(({ name }) => name)).toContain('Idempotency-Key')
  expect(enrol?.answers.find(({ status }) => status === '409')?.description).toContain('batch_full')
  expect(Object.keys(partsOf(enrol?.body ?? {})[0]?.properties ?? {})).toContain('fullName')
})

test('the search in the API document finds the endpoints that match every word, in any order', () => {
  const found = [...searchOperations(operations, 'enrollments POST').values()].flat()
  expect(found.length).toBeGreaterThan(0)
  expect(found.every(({ method, path }) => method === 'POST' && path.includes('nrollments'))).toBe(true)
  expect(searchOperations(operations, 'no such thing').size).toBe(0)
})

test('the endpoints are listed by what they are about, from A to Z', () => {
  const groups = [...searchOperations(operations, '').keys()]
  expect(groups).toEqual(groups.toSorted())
  expect(groups).toContain('Event bookings')
  expect(operations.find(({ path }) => path === '/api/admin/AdminClasses/{id}')?.group).toBe('Courses')
})

test.each([
  [{ type: 'string', minLength: 1, maxLength: 80 }, 'string, 1 to 80 characters'],
  [{ enum: ['UPI', 'QR Code'] }, '"UPI" or "QR Code"'],
  [{ const: true }, 'true'],
  [
    { type: 'array', items: { type: 'integer', minimum: 0 }, maxItems: 3 },
    'list of integer, at least 0, at most 3 entries',
  ],
  [{ anyOf: [{ type: 'number' }, { type: 'null' }] }, 'number or null'],
  [{ type: 'string', format: 'email', pattern: '.+@.+' }, 'string (email)'],
  [{}, 'any'],
])('the schema %j is written as: %s', (schema, text) => {
  expect(typeText(schema)).toBe(text)
})
