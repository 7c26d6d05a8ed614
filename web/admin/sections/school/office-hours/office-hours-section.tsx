import { useLocation } from 'react-router'
import { ClosedDays, PlannedNote } from '../../../closed-days.tsx'
import { requestIn } from '../../../section-request.ts'
import { ViewLinks } from '../../../view-links.tsx'
import { Hours } from './hours.tsx'

/** `#office-timing`, `#office-timing?view=days` */
export default function OfficeTimingSection() {
  const location = useLocation()
  const { action = '' } = requestIn(location) ?? {}
  const isOfDays =
    action.includes('day') || new URLSearchParams(location.hash.split('?')[1]).get('view') === 'days'
  return (
    <>
      <ViewLinks
        label="Lists of the office hours"
        section="office-timing"
        views={[
          ['hours', 'Each week'],
          ['days', 'Closed days'],
        ]}
        current={isOfDays ? 'days' : 'hours'}
      />
      {isOfDays ? (
        <ClosedDays />
      ) : (
        <>
          <PlannedNote />
          <Hours />
        </>
      )}
    </>
  )
}
