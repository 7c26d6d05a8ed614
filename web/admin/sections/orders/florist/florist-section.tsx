import { Flower, Mail, ShoppingBasket, Truck } from 'lucide-react'
import { type ComponentType, useState } from 'react'
import { useLocation } from 'react-router'
import { useSchoolToday } from '../../../../lib/use-school-today.ts'
import { ViewLinks } from '../../../view-links.tsx'
import { Cards } from './cards.tsx'
import type { DayProps } from './day-list.tsx'
import { MakeList } from './make-list.tsx'
import { MarketList } from './market-list.tsx'
import { RouteList } from './route-list.tsx'
import { usePresses } from './use-presses.ts'

const views = [
  ['market', 'Market', ShoppingBasket],
  ['make', 'Make', Flower],
  ['route', 'Route', Truck],
  ['cards', 'Cards', Mail],
] as const

const lists: Record<string, ComponentType<DayProps>> = { make: MakeList, route: RouteList, cards: Cards }

export default function FloristSection() {
  const { hash, state } = useLocation()
  const today = useSchoolToday()
  // All lists of this section keep the chosen day, because otherwise somebody could look at tomorrow and then print
  // today's cards.
  const [chosen, setDay] = useState<string | null>(state?.floristDay ?? null)
  const asked = new URLSearchParams(hash.split('?')[1]).get('view')
  const view = views.some(([id]) => id === asked) ? (asked as string) : 'market'
  const List = lists[view]
  const presses = usePresses()
  return (
    <>
      <ViewLinks
        label="Florist’s lists"
        section="florist"
        views={views}
        current={view}
        state={{ floristDay: chosen }}
      />
      {List ? (
        <List day={chosen ?? today} onDay={setDay} presses={presses} />
      ) : (
        <MarketList today={today} day={chosen ?? today} onDay={setDay} />
      )}
    </>
  )
}
