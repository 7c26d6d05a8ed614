import { type ReactNode, Suspense, useState } from 'react'
import type { CourseFacts } from '../features/courses/course-facts.ts'
import { lazyDialog } from '../ui/lazy-dialog.tsx'

const EnrolmentDialog = lazyDialog(() => import('../features/enrolment/enrolment-dialog.tsx'))
const WaitingListDialog = lazyDialog(() => import('../features/waiting-list/waiting-list-dialog.tsx'))

type Ask = (what: 'enrol' | 'wait', course: CourseFacts) => void

/** The dialogs in which a seat is asked for; each loads its code when it first opens. */
export function useSeatDialogs(): { ask: Ask; element: ReactNode } {
  const [asked, setAsked] = useState<{ what: 'enrol' | 'wait'; course: CourseFacts; open: boolean } | null>(
    null,
  )
  const ask: Ask = (what, course) => setAsked({ what, course, open: true })
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
