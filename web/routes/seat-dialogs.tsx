import type { AskForSeat } from '../features/courses/course-parts.tsx'
import { lazyDialog, useDialog } from '../ui/lazy-dialog.tsx'

const EnrolmentDialog = lazyDialog(() => import('../features/seats/enrolment-dialog.tsx'))
const WaitingListDialog = lazyDialog(() => import('../features/waiting-list/waiting-list-dialog.tsx'))

/** The dialogs in which a seat is asked for; each loads its code when it first opens. */
export function useSeatDialogs() {
  const { show, dialog } = useDialog()
  const ask: AskForSeat = (what, course) => {
    const Asked = what === 'enrol' ? EnrolmentDialog : WaitingListDialog
    show((props) => <Asked {...props} course={course} />, `${what} ${course.id}`)
  }
  return { ask, dialog }
}
