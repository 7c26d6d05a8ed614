import { expect, test } from 'vitest'
import { nextSort } from './list-table.tsx'

test('clicks on the head of a column sort ascending, then descending, then in the first order of the list', () => {
  const sorts = ['newest', 'title', '-title']
  expect(nextSort('title', 'newest', sorts)).toBe('title')
  expect(nextSort('title', 'title', sorts)).toBe('-title')
  expect(nextSort('title', '-title', sorts)).toBe('newest')
})

test('a second click on a column that sorts in one direction restores the first sort of the list', () => {
  expect(nextSort('title', 'newest', ['newest', 'title'])).toBe('title')
  expect(nextSort('title', 'title', ['newest', 'title'])).toBe('newest')
})

test('a column that the server cannot sort by offers no sort', () => {
  expect(nextSort('price', 'newest', ['newest', 'title'])).toBeNull()
})
