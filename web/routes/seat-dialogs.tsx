import type { AskForSeat } from '../features/catalogue/courses/course-parts.tsx'
import { lazyDialog, useDialog } from '../ui/lazy-dialog.tsx'

export const AskedSeat = lazyDialog(() => import('./parts/asked-seat.tsx'))

export function useSeatDialogs() {
  const { show, dialog } = useDialog()
  const ask: AskForSeat = (what, course) =>
    show((props) => <AskedSeat {...props} what={what} course={course} />)
  return { ask, dialog }
}
