import type { ListSort } from './list-memory.ts'

export const newestFirst: ListSort = { value: 'newest', label: 'Newest first' }
export const byAge: readonly ListSort[] = [newestFirst, { value: 'oldest', label: 'Oldest first' }]

/** Both directions of a sort: `upAndDown('name', 'Name', 'A to Z', 'Z to A')`. */
export const upAndDown = (name: string, label: string, up: string, down: string): ListSort[] => [
  { value: name, label: `${label}, ${up}` },
  { value: `-${name}`, label: `${label}, ${down}` },
]

/** Choices by the words that are sent: `optionsOf({ yes: 'In Stock', no: 'Out of Stock' })`. */
export const optionsOf = (words: Readonly<Record<string, string>>) =>
  Object.entries(words).map(([value, label]) => ({ value, label }))
