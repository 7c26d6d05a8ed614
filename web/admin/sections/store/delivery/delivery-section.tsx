import { Link, useLocation } from 'react-router'
import { ClosedDays } from '../../../closed-days.tsx'
import { requestIn } from '../../../section-request.ts'
import { ViewLinks } from '../../../view-links.tsx'
import { Slots } from './slots.tsx'
import { Zones } from './zones.tsx'

const views = { slots: Slots, zones: Zones, days: ClosedDays }
type View = keyof typeof views

const isView = (name: string): name is View => name in views

/** `#delivery`, `#delivery?view=zones`, `#delivery?view=days` */
export default function DeliverySection() {
  const location = useLocation()
  // The palette asks for a list, to add to one, or to fill one from a file: `zones`, `add-zone`, `import-zones`.
  const { action = '' } = requestIn(location) ?? {}
  const asked =
    new URLSearchParams(location.hash.split('?')[1]).get('view') ??
    action.replace(/^add-(.+)/, '$1s').replace(/^import-/, '')
  const view = isView(asked) ? asked : 'slots'
  const List = views[view]
  return (
    <>
      <ViewLinks
        label="Lists of the delivery"
        section="delivery"
        views={[
          ['slots', 'Slots'],
          ['zones', 'Zones'],
          ['days', 'Closed days'],
        ]}
        current={view}
      />
      <p className="mb-4 text-ink-soft">
        Visitors see each change at once; orders keep what they were given. How many days ahead can be chosen
        stands in the{' '}
        <Link to="#school-settings" className="link">
          school settings
        </Link>
        .
      </p>
      <List />
    </>
  )
}
