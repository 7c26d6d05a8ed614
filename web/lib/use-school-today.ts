import { useSyncExternalStore } from 'react'
import { schoolDayOf } from '../../contract/school-day.ts'
import { usePageAssets } from './page-context.tsx'

/** The school's date, `YYYY-MM-DD`; while hydrating the server's. A tab that becomes visible again updates it. */
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
