import { useState } from 'react'
import { Link, useLocation } from 'react-router'
import { requestIn } from '../../section-request.ts'
import { Days } from './days.tsx'
import { ListTabs } from './list-tabs.tsx'
import { Slots } from './slots.tsx'
import { Zones } from './zones.tsx'

const tabs = { slots: 'Slots', zones: 'Zones', days: 'Closed and other days' }
type Tab = keyof typeof tabs

/** Lists by what the palette asks for: to add one, or to show one that it found. */
const asked: Readonly<Record<string, Tab>> = {
  'add-slot': 'slots',
  slots: 'slots',
  'add-zone': 'zones',
  zones: 'zones',
  'add-day': 'days',
  days: 'days',
}

/** Where, when and on which days the school delivers. */
export default function DeliverySection() {
  const { action = '' } = requestIn(useLocation()) ?? {}
  const [tab, setTab] = useState<Tab>(asked[action] ?? 'slots')
  return (
    <>
      <p className="mb-4 text-ink-soft">
        Visitors see each change at once; orders keep what they were given. How many days ahead can be chosen
        stands in the{' '}
        <Link to="#school-settings" className="link">
          school settings
        </Link>
        .
      </p>
      <ListTabs label="Delivery" tabs={tabs} current={tab} onChoose={setTab}>
        {tab === 'slots' && <Slots />}
        {tab === 'zones' && <Zones />}
        {tab === 'days' && <Days />}
      </ListTabs>
    </>
  )
}
