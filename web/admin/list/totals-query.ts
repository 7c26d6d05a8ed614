import { keepPreviousData } from '@tanstack/react-query'

/** The totals are read again whenever the rows are. */
export function totalsOf<Query extends { queryKey: readonly unknown[] }>(query: Query, readAt: number) {
  return { ...query, queryKey: [...query.queryKey, readAt] as const, placeholderData: keepPreviousData }
}
