import type { ListFilter, ListSort } from './list-memory.ts'
import type { ListSentences } from './use-list.ts'

export const capitalised = (words: string) => words.charAt(0).toUpperCase() + words.slice(1)

/** The sentences of a list: `listSentences('orders', 'Failed to fetch orders')`; `others` replaces some. */
export function listSentences(
  what: string,
  failed: string,
  others: Partial<ListSentences> = {},
): ListSentences {
  return {
    loading: `Loading ${what}…`,
    loadFailed: failed,
    emptied: `The ${what} could not be loaded`,
    refreshFailed: failed,
    refreshed: `${capitalised(what)} refreshed successfully`,
    ...others,
  }
}

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
