import { expect, test } from 'vitest'
import { nextSort } from './list-table.tsx'

test('clicks on a column header sort ascending, then descending, then in the default order of the list', () => {
  const sorts = ['newest', 'title', '-title']
  expect(nextSort('title', 'newest', sorts)).toBe('title')
  expect(nextSort('title', 'title', sorts)).toBe('-title')
  expect(nextSort('title', '-title', sorts)).toBe('newest')
})

test('a second click on a column with only one sort direction restores the default sort of the list', () => {
  expect(nextSort('title', 'newest', ['newest', 'title'])).toBe('title')
  expect(nextSort('title', 'title', ['newest', 'title'])).toBe('newest')
})

test('the header of a column by which the server cannot sort is not clickable', () => {
  expect(nextSort('price', 'newest', ['newest', 'title'])).toBeNull()
})
