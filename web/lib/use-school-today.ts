import { useSyncExternalStore } from 'react'
import { schoolDayOf } from '../../contract/school-day.ts'
import { usePageAssets } from './page-context.tsx'

/**
 * Today in the school, `YYYY-MM-DD`. While a page is taken over it is the day that the server rendered it for, so that
 * a page from before midnight still fits; a tab that comes back into sight the next morning knows the new day.
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
