import type { ListFilter, ListSort } from './list-memory.ts'
import type { ListSentences } from './use-list.ts'

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
    refreshed: `${what.charAt(0).toUpperCase()}${what.slice(1)} refreshed successfully`,
    ...others,
  }
}

export const byAge: readonly ListSort[] = [
  { value: 'newest', label: 'Newest first' },
  { value: 'oldest', label: 'Oldest first' },
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
