import { expect, test } from 'vitest'
import { nextSort } from './list-table.tsx'

test('a press on a head sorts up, then down, then as the list opens', () => {
  const sorts = ['newest', 'title', '-title']
  expect(nextSort('title', 'newest', sorts)).toBe('title')
  expect(nextSort('title', 'title', sorts)).toBe('-title')
  expect(nextSort('title', '-title', sorts)).toBe('newest')
})

test('a column that sorts one way goes back at the second press', () => {
  expect(nextSort('title', 'newest', ['newest', 'title'])).toBe('title')
  expect(nextSort('title', 'title', ['newest', 'title'])).toBe('newest')
})

test('a column that the server does not sort by has nothing to press', () => {
  expect(nextSort('price', 'newest', ['newest', 'title'])).toBeNull()
})
