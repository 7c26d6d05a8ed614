import { type UseQueryOptions, useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import type { ApiError } from '../lib/api.ts'
import { toastFailure } from './use-action.ts'

export function useToastedQuery<Answer, Key extends readonly unknown[]>(
  options: UseQueryOptions<Answer, ApiError, Answer, Key>,
  failed: string,
) {
  const result = useQuery(options)
  const { isError, isFetching, errorUpdateCount, error } = result
  const hasFailed = isError && !isFetching
  const say = useEffectEvent(() => {
    if (error) toastFailure(error, failed)
  })
  useEffect(() => {
    if (hasFailed && errorUpdateCount > 0) say()
  }, [hasFailed, errorUpdateCount])
  return result
}
