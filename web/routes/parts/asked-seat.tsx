import { useState } from 'react'
import type { AskForSeat } from '../../features/catalogue/courses/course-parts.tsx'
import EnrolmentDialog, {
  type EnrollableCourse,
} from '../../features/registrations/seats/enrolment-dialog.tsx'
import { DateButtons, openDates } from '../../features/registrations/seats/seat-refusal.tsx'
import { laterDates } from '../../features/registrations/waiting-list/waiting-list-dialog.en.ts'
import WaitingListDialog from '../../features/registrations/waiting-list/waiting-list-dialog.tsx'
import type { Openable } from '../../ui/lazy-dialog.tsx'
import { Note } from '../../ui/note.tsx'

interface Asked {
  what: Parameters<AskForSeat>[0]
  course: EnrollableCourse
  known?: Record<'fullName' | 'email' | 'phone', string>
}

export default function AskedSeat({ what, course, ...dialog }: Openable & Asked) {
  const [asked, setAsked] = useState<Asked>({ what, course })
  if (asked.what === 'enrol')
    return (
      <EnrolmentDialog
        {...dialog}
        {...asked}
        onWait={(full, { fullName, email, phone }) =>
          setAsked({ what: 'wait', course: full, known: { fullName, email, phone } })
        }
      />
    )
  const later = openDates(asked.course.batches).filter(({ date }) => date > asked.course.batch)
  return (
    <WaitingListDialog
      {...dialog}
      {...asked}
      offers={(typed) =>
        later.length > 0 && (
          <Note title={laterDates}>
            <DateButtons
              dates={later}
              onChoose={({ id, date, startTime, price }) =>
                setAsked({
                  what: 'enrol',
                  course: { ...asked.course, batch: date, batchId: id, time: startTime, price },
                  known: typed(),
                })
              }
            />
          </Note>
        )
      }
    />
  )
}
