import { Link } from 'react-router'
import { ClosedDays } from '../../../closed-days.tsx'
import { viewsSection } from '../../../view-links.tsx'
import { Slots } from './slots.tsx'
import { Zones } from './zones.tsx'

export default viewsSection(
  'delivery',
  'Lists of the delivery',
  [
    ['slots', 'Slots', Slots],
    ['zones', 'Zones', Zones],
    ['days', 'Closed days', ClosedDays],
  ],
  <p className="mb-4 text-ink-soft">
    Visitors see each change at once; orders keep what they were given. How many days ahead can be chosen
    stands in the{' '}
    <Link to="#school-settings" className="link">
      school settings
    </Link>
    .
  </p>,
)
