import { Link } from 'react-router'
import { useHasPart, useIsClosed } from '../../lib/school.ts'
import * as text from './other-places.en.ts'

/** The ways on from a page that does not exist. A closed site has none of these pages yet. */
export default function OtherPlaces() {
  const isClosed = useIsClosed()
  const hasStore = useHasPart('store')
  if (isClosed) return null
  const places = [
    ['/classes', text.courses],
    ...(hasStore ? [['/store', text.store] as const] : []),
    ['/find', text.findOrder],
    ['/contact', text.contact],
  ] as const
  return (
    <ul className="mt-8 divide-y divide-line border-y border-line">
      {places.map(([to, words]) => (
        <li key={to}>
          <Link to={to} className="flex min-h-12 items-center justify-between no-underline hover:underline">
            {words} <span aria-hidden="true">→</span>
          </Link>
        </li>
      ))}
    </ul>
  )
}
