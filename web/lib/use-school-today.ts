import { useSyncExternalStore } from 'react'
import { schoolDayOf } from '../../contract/school-day.ts'
import { usePageAssets } from './page-context.tsx'

/** `YYYY-MM-DD`; the server's while hydrating. A tab that becomes visible again updates it. */
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
