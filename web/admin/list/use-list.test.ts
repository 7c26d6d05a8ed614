import { expect, test } from 'vitest'
import { endpointUrl } from '../../../contract/addresses.ts'
import { nextCursor } from './use-list.ts'

test('without a Link header, or without a next page in it, the list is at its end', () => {
  expect(nextCursor(null)).toBeNull()
  expect(nextCursor('</api/admin/AdminClasses?cursor=abc>; rel="prev"')).toBeNull()
  expect(nextCursor('</api/admin/AdminClasses?limit=2>; rel="next"')).toBeNull()
})

test('the cursor of the next page comes back as the server wrote it', () => {
  const cursor = 'a+b/c=&d'
  const address = endpointUrl('/api/admin/AdminClasses', { query: { limit: 2, q: 'rose', cursor } })
  expect(nextCursor(`<${address}>; rel="next"`)).toBe(cursor)
})
