import { useQueries, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { isSchoolDay } from '../../contract/school-day.ts'
import { dayText } from '../../contract/words.ts'
import { isOver } from '../features/orders/orders/order-end.ts'
import { orderWords } from '../features/orders/orders/order-words.ts'
import { forgetPlacedOrders, placedOrders } from '../lib/placed-orders.ts'
import { isMissing, query } from '../lib/query.ts'
import { forgetSeatsTaken, seatsTaken } from '../lib/seats-taken.ts'
import { useSchoolToday } from '../lib/use-school-today.ts'
import { Button } from '../ui/button.tsx'
import { FailedNote } from '../ui/failed-note.tsx'
import { Ticket } from '../ui/glyphs.tsx'

type Thing = NonNullable<ReturnType<typeof useOwnOrder> | ReturnType<typeof useOwnSeat>>
type Look = (props: { thing: Thing }) => ReactNode

interface Kept {
  orders: readonly string[]
  seats: readonly string[]
}
const readKept = (max: number): Kept => ({
  orders: placedOrders(Date.now()).slice(0, max),
  // oxlint-disable-next-line malar/whole-letters -- a list
  seats: seatsTaken().slice(0, max),
})

function OwnThings({ kept: { orders, seats }, as }: { kept: Kept; as: Look }) {
  return (
    <>
      {orders.map((id) => (
        <OwnOrder key={id} id={id} as={as} />
      ))}
      {seats.map((id) => (
        <OwnSeat key={id} id={id} as={as} />
      ))}
    </>
  )
}

function OwnOrder({ id, as: As }: { id: string; as: Look }) {
  const thing = useOwnOrder(id)
  return thing && <As thing={thing} />
}

function OwnSeat({ id, as: As }: { id: string; as: Look }) {
  const thing = useOwnSeat(id)
  return thing && <As thing={thing} />
}

export function OwnEdge() {
  const [kept] = useState(() => readKept(2))
  return (
    <ul
      aria-label="Yours"
      className="pointer-events-none fixed inset-x-0 bottom-0 z-30 flex flex-col items-start gap-2 p-3 *:nth-[n+3]:hidden print:hidden"
    >
      <OwnThings kept={kept} as={OnEdge} />
    </ul>
  )
}

function OnEdge({ thing: { to, what, state, isToCome } }: { thing: Thing }) {
  if (!isToCome) return null
  return (
    <li className="pointer-events-auto max-w-full">
      <Link
        to={to}
        className="flex min-h-11 items-center gap-3 rounded-sm border border-line-strong bg-raised px-4 py-2 text-sm no-underline shadow-soft hover:border-leaf-ink"
      >
        <Ticket />
        <span className="min-w-0 leading-snug">
          <strong className="block">{state}</strong>
          <span className="block text-ink-soft">{what}</span>
        </span>
      </Link>
    </li>
  )
}

export default function OwnHere() {
  const [kept, setKept] = useState(() => readKept(5))
  if (kept.orders.length + kept.seats.length === 0)
    return <p className="mt-4 text-ink-soft">This browser has no orders or seats.</p>
  return (
    <>
      <ul aria-label="From this browser" className="mt-4 divide-y divide-line border-y border-line">
        <OwnThings kept={kept} as={AsRow} />
      </ul>
      <NotLoaded {...kept} />
      <Button
        size="sm"
        variant="quiet"
        className="mt-2 -ml-4"
        onClick={() => {
          forgetPlacedOrders()
          forgetSeatsTaken()
          setKept(readKept(5))
        }}
      >
        Forget these in this browser
      </Button>
    </>
  )
}

/** Reports failed loads. A thing that is gone is no failure. */
function NotLoaded({ orders, seats }: Kept) {
  const ofOrders = useQueries({ queries: orders.map(ownOrderQuery) })
  const ofSeats = useQueries({ queries: seats.map(ownSeatQuery) })
  const failed = [...ofOrders, ...ofSeats].filter((one) => one.data === undefined && !isMissing(one))
  const [first] = failed.filter(({ error }) => error)
  if (!first) return null
  const again = {
    isFetching: failed.some(({ isFetching }) => isFetching),
    refetch: () => failed.map((one) => one.refetch()),
  }
  return (
    <FailedNote className="mt-4" title="Your orders and seats could not be loaded." of={again}>
      {first.error?.message || 'Please check your connection.'}
    </FailedNote>
  )
}

function AsRow({ thing: { to, what, state, day } }: { thing: Thing }) {
  return (
    <li className="py-3">
      <Link to={to} className="link inline-flex min-h-11 items-center font-bold">
        {what}
      </Link>
      <p className="text-ink-soft">{[state, day].filter(Boolean).join(' · ')}</p>
    </li>
  )
}

const ownOrderQuery = (id: string) => ({
  ...query('GET /api/orders/:id', { params: { id } }),
  staleTime: 60_000,
})

function useOwnOrder(id: string) {
  const { data: order } = useQuery(ownOrderQuery(id))
  if (!order || order.status === 'cancelled') return null
  return {
    to: `/orders/${encodeURIComponent(id)}`,
    what: `Order ${order.ordernumber}`,
    state: orderWords(order).title.join(''),
    day: order.day && dayText(order.day),
    isToCome: !isOver(order) && order.status !== 'delivered',
  }
}

const ownSeatQuery = (id: string) => ({
  ...query('GET /api/enrollments/:id', { params: { id } }),
  staleTime: 60_000,
})

function useOwnSeat(id: string) {
  const { data: seat } = useQuery(ownSeatQuery(id))
  const today = useSchoolToday()
  if (!seat || (seat.status !== 'pending' && seat.status !== 'confirmed')) return null
  const isDated = isSchoolDay(seat.batch)
  return {
    to: `/payment?enrollment=${encodeURIComponent(id)}`,
    what: seat.courseTitle,
    state:
      seat.status === 'confirmed'
        ? 'Your seat is confirmed'
        : seat.payment.checking
          ? 'We are checking your payment'
          : isDated
            ? 'Waiting for your payment'
            : 'Your place is reserved',
    day: dayText(seat.batch),
    isToCome: !isDated || seat.batch >= today,
  }
}
