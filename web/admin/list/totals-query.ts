import { keepPreviousData } from '@tanstack/react-query'

/** The totals of a list are read anew whenever its rows are. */
export function totalsOf<Query extends { queryKey: readonly unknown[] }>(query: Query, readAt: number) {
  return { ...query, queryKey: [...query.queryKey, readAt] as const, placeholderData: keepPreviousData }
}
