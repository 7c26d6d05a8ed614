import { Link } from 'react-router'
import { ClosedDays } from '../../../closed-days.tsx'
import { viewsSection } from '../../../view-links.tsx'
import { Slots } from './slots.tsx'
import { Zones } from './zones.tsx'

export default viewsSection(
  'delivery',
  'Delivery',
  [
    ['slots', 'Delivery times', Slots],
    ['zones', 'Zones', Zones],
    ['days', 'Closed days', ClosedDays],
  ],
  <p className="mt-6 text-sm text-ink-soft">
    Visitors see changes right away. Existing orders don’t change. You can set how many days ahead customers
    can order in the{' '}
    <Link to="#school-settings?page=delivery" className="link">
      school settings
    </Link>
    .
  </p>,
)
