import type { ListFilter, ListSort } from './list-memory.ts'

export const newestFirst: ListSort = { value: 'newest', label: 'Newest first' }
export const byAge: readonly ListSort[] = [newestFirst, { value: 'oldest', label: 'Oldest first' }]

/** Both directions of a sort: `upAndDown('name', 'Name', 'A to Z', 'Z to A')`. */
export const upAndDown = (name: string, label: string, up: string, down: string): ListSort[] => [
  { value: name, label: `${label}, ${up}` },
  { value: `-${name}`, label: `${label}, ${down}` },
]

/** A filter by one of two words, sent as `yes` or `no`. */
export const eitherOr = <Name extends string>(
  name: Name,
  label: string,
  [yes, no]: readonly [yes: string, no: string],
): ListFilter<Name> => ({
  name,
  label,
  options: [
    { value: 'yes', label: yes },
    { value: 'no', label: no },
  ],
})
