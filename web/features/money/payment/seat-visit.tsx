import type { EnrolmentView } from '../../../../contract/registrations/enrolments.ts'
import { isSchoolDay } from '../../../../contract/school-day.ts'
import { timeInWords } from '../../../../contract/words.ts'
import { CalendarLink } from '../../../lib/calendar-links.tsx'
import { useSchool } from '../../../lib/school.ts'
import { useSchoolToday } from '../../../lib/use-school-today.ts'
import { Where } from '../../../lib/where.tsx'
import { Card } from '../../../ui/card.tsx'
import { FactLines } from '../../../ui/facts.tsx'

export type Visit = Pick<EnrolmentView, 'status' | 'batch'> &
  Partial<Pick<EnrolmentView, 'batchId' | 'startTime' | 'room'>>

/** Says how to come; renders nothing if there is no day ahead. */
export function SeatVisit({ visit: { status, batch, batchId, startTime, room } }: { visit: Visit }) {
  const school = useSchool()
  const today = useSchoolToday()
  const hasSeat = status === 'pending' || status === 'confirmed'
  if (!hasSeat || !isSchoolDay(batch) || batch < today || !school) return null
  return (
    <Card className="mt-4 p-5 md:p-8">
      <h2 className="text-lg">How to come</h2>
      <FactLines
        className="mt-2"
        facts={[
          ['Begins at', startTime && timeInWords(startTime)],
          ['Where', <Where key="where" room={room} school={school} />],
          ['What to bring', school.whatToBring],
        ]}
      />
      {batchId && <CalendarLink batchId={batchId} />}
    </Card>
  )
}
