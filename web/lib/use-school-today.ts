import { useSyncExternalStore } from 'react'
import { schoolDayOf } from '../../contract/school-day.ts'
import { usePageAssets } from './page-context.tsx'

/**
 * Returns today's date in the school's time zone; while hydrating, the server's date. The date is updated when the tab
 * becomes visible.
 */
export function useSchoolToday(): string {
  const { today } = usePageAssets()
  return useSyncExternalStore(
    onReturn,
    () => schoolDayOf(new Date()),
    () => today,
  )
}

function onReturn(listener: () => void): () => void {
  document.addEventListener('visibilitychange', listener)
  return () => document.removeEventListener('visibilitychange', listener)
}
