import { useSyncExternalStore } from 'react'
import { schoolDayOf } from '../../contract/school-day.ts'
import { usePageAssets } from './page-context.tsx'

/**
 * Today in the school, `YYYY-MM-DD`. While hydrating it is the day that the server rendered the page for; a tab that
 * becomes visible again asks anew.
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
