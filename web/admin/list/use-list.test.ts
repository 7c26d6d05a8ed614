import { expect, test } from 'vitest'
import { endpointUrl } from '../../../contract/addresses.ts'
import { nextCursor } from './use-list.ts'

test('a list ends when the Link header is missing or names no next page', () => {
  expect(nextCursor(null)).toBeNull()
  expect(nextCursor('</api/admin/AdminClasses?cursor=abc>; rel="prev"')).toBeNull()
  expect(nextCursor('</api/admin/AdminClasses?limit=2>; rel="next"')).toBeNull()
})

test('a list takes the cursor of the next page from the Link header unchanged', () => {
  const cursor = 'a+b/c=&d'
  const address = endpointUrl('/api/admin/AdminClasses', { query: { limit: 2, q: 'rose', cursor } })
  expect(nextCursor(`<${address}>; rel="next"`)).toBe(cursor)
})
