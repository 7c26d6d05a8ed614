import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { query } from '../../../lib/query.ts'
import { toast } from '../../../ui/toast-store.ts'

/** One of the dashboard's readings; each failure says its sentence (B§8), and what was there stays. */
export function useDashboardQuery<
  K extends 'GET /api/getDashboardData' | 'GET /api/landing/contacts' | 'GET /api/admin/morning',
>(key: K, failed: string) {
  const result = useQuery(query(key))
  const { isError, isFetching, errorUpdateCount, error } = result
  const hasFailed = isError && !isFetching
  const say = useEffectEvent(() => {
    if (error?.status !== 401) toast({ title: 'Error', description: failed, tone: 'error' })
  })
  useEffect(() => {
    if (hasFailed && errorUpdateCount > 0) say()
  }, [hasFailed, errorUpdateCount])
  return result
}
