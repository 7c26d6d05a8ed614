import { ClosedDays, PlannedNote } from '../../../closed-days.tsx'
import { viewsSection } from '../../../view-links.tsx'
import { Hours } from './hours.tsx'

function Week() {
  return (
    <>
      <PlannedNote />
      <Hours />
    </>
  )
}

export default viewsSection('office-timing', 'Lists of the office hours', [
  ['hours', 'Each week', Week],
  ['days', 'Closed days', ClosedDays],
])
