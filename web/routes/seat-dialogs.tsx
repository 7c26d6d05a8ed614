import { type ReactNode, Suspense, useState } from 'react'
import type { CourseFacts } from '../features/courses/course-facts.ts'
import type { AskForSeat } from '../features/courses/course-parts.tsx'
import { lazyDialog } from '../ui/lazy-dialog.tsx'

const EnrolmentDialog = lazyDialog(() => import('../features/seats/enrolment-dialog.tsx'))
const WaitingListDialog = lazyDialog(() => import('../features/waiting-list/waiting-list-dialog.tsx'))

/** The dialogs in which a seat is asked for; each loads its code when it first opens. */
export function useSeatDialogs(): { ask: AskForSeat; element: ReactNode } {
  const [asked, setAsked] = useState<{ what: 'enrol' | 'wait'; course: CourseFacts; open: boolean } | null>(
    null,
  )
  const ask: AskForSeat = (what, course) => setAsked({ what, course, open: true })
  if (asked === null) return { ask, element: null }
  const dialog = {
    open: asked.open,
    // A dialog that closes late must not close the one that was opened meanwhile.
    onClose: () => setAsked((now) => (now === asked ? { ...asked, open: false } : now)),
    courseId: asked.course.id,
    courseTitle: asked.course.title,
    batch: asked.course.batch,
  }
  return {
    ask,
    element: (
      <Suspense>
        {asked.what === 'enrol' ? (
          <EnrolmentDialog
            key={asked.course.id}
            {...dialog}
            batchId={asked.course.batchId}
            price={asked.course.price}
          />
        ) : (
          <WaitingListDialog key={asked.course.id} {...dialog} />
        )}
      </Suspense>
    ),
  }
}
