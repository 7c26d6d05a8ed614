import type { ListFilter, ListSort } from './list-memory.ts'

export const newestFirst: ListSort = { value: 'newest', label: 'Newest first' }
export const byAge: readonly ListSort[] = [newestFirst, { value: 'oldest', label: 'Oldest first' }]

/** Makes two filters for a range of days; both days are included. */
export const onDays = (from: string, to: string): ListFilter<'from' | 'to'>[] => [
  { name: 'from', label: from },
  { name: 'to', label: to },
]

/** Example: `upAndDown('name', 'Name', 'A to Z', 'Z to A')`. */
export const upAndDown = (name: string, label: string, up: string, down: string): ListSort[] => [
  { value: name, label: `${label}, ${up}` },
  { value: `-${name}`, label: `${label}, ${down}` },
]

export const byName = upAndDown('name', 'Name', 'A to Z', 'Z to A')
export const byTitle = upAndDown('title', 'Title', 'A to Z', 'Z to A')

/** Example: `optionsOf({ yes: 'In Stock', no: 'Out of Stock' })`. */
export const optionsOf = (words: Readonly<Record<string, string>>) =>
  Object.entries(words).map(([value, label]) => ({ value, label }))
