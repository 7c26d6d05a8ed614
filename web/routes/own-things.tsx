import { useQueries } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import type { StoreOrder } from '../../contract/orders/store-orders.ts'
import type { EnrolmentView } from '../../contract/registrations/enrolments.ts'
import { isSchoolDay } from '../../contract/school-day.ts'
import { dayText } from '../../contract/words.ts'
import { isOver } from '../features/orders/orders/order-end.ts'
import { orderWords } from '../features/orders/orders/order-words.ts'
import { forgetPlacedOrders, placedOrders } from '../lib/placed-orders.ts'
import { isMissing, query } from '../lib/query.ts'
import { forgetSeatsTaken, seatsTaken } from '../lib/seats-taken.ts'
import { useSchoolToday } from '../lib/use-school-today.ts'
import { Button } from '../ui/button.tsx'
import { LoadFailure } from '../ui/failed-note.tsx'
import { Ticket } from '../ui/glyphs.tsx'
import * as text from './own-things.en.ts'

interface Kept {
  orders: readonly string[]
  seats: readonly string[]
}
const readKept = (max: number): Kept => ({
  orders: placedOrders(Date.now()).slice(0, max),
  // oxlint-disable-next-line malar/whole-letters -- a list
  seats: seatsTaken().slice(0, max),
})

/**
 * Lists this browser's orders and seats as links to their pages. An order or seat that no longer exists is left out
 * without an error.
 */
function useOwnThings({ orders, seats }: Kept) {
  const today = useSchoolToday()
  const ofOrders = useQueries({ queries: orders.map((id) => ({ ...orderQuery(id), staleTime })) })
  const ofSeats = useQueries({ queries: seats.map((id) => ({ ...seatQuery(id), staleTime })) })
  return {
    things: [
      ...ofOrders.flatMap(({ data }, at) => orderLine(orders[at] ?? '', data)),
      ...ofSeats.flatMap(({ data }, at) => seatLine(seats[at] ?? '', data, today)),
    ],
    failed: [...ofOrders, ...ofSeats].filter((one) => one.data === undefined && !isMissing(one)),
  }
}

export function OwnEdge() {
  const [kept] = useState(() => readKept(2))
  const { things } = useOwnThings(kept)
  return (
    <ul
      aria-label={text.yours}
      className="pointer-events-none fixed inset-x-0 bottom-0 z-30 flex flex-col items-start gap-2 p-3 *:nth-[n+3]:hidden print:hidden"
    >
      {things
        .filter(({ isToCome }) => isToCome)
        .map(({ to, what, state }) => (
          <li key={to} className="pointer-events-auto max-w-full">
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
        ))}
    </ul>
  )
}

export default function OwnHere() {
  const [kept, setKept] = useState(() => readKept(5))
  const { things, failed } = useOwnThings(kept)
  if (kept.orders.length + kept.seats.length === 0) return <p className="mt-4 text-ink-soft">{text.none}</p>
  return (
    <>
      <ul aria-label={text.fromThisBrowser} className="mt-4 divide-y divide-line border-y border-line">
        {things.map(({ to, what, state, day }) => (
          <li key={to} className="py-3">
            <Link to={to} className="link inline-flex min-h-11 items-center font-bold">
              {what}
            </Link>
            <p className="text-ink-soft">{[state, day].filter(Boolean).join(' · ')}</p>
          </li>
        ))}
      </ul>
      <NotLoaded failed={failed} />
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
        {text.forget}
      </Button>
    </>
  )
}

function NotLoaded({ failed }: Pick<ReturnType<typeof useOwnThings>, 'failed'>) {
  const first = failed.find(({ error }) => error)
  if (!first) return null
  const again = {
    error: first.error,
    isFetching: failed.some(({ isFetching }) => isFetching),
    refetch: () => failed.map((one) => one.refetch()),
  }
  return <LoadFailure className="mt-4" title={text.notLoaded} of={again} />
}

const staleTime = 60_000

const orderQuery = (id: string) => query('GET /api/orders/:id', { params: { id } })

/** Returns the text for an order; empty until the order loads, and if it is cancelled. */
function orderLine(id: string, order: StoreOrder | undefined) {
  if (!order || order.status === 'cancelled') return []
  return [
    {
      to: `/orders/${encodeURIComponent(id)}`,
      what: text.order({ number: order.ordernumber }),
      state: orderWords(order).title,
      day: order.day && dayText(order.day),
      isToCome: !isOver(order) && order.status !== 'delivered',
    },
  ]
}

const seatQuery = (id: string) => query('GET /api/enrollments/:id', { params: { id } })

/** Returns the text for a seat; empty until the seat loads, and if it is given up. */
function seatLine(id: string, seat: EnrolmentView | undefined, today: string) {
  if (!seat || (seat.status !== 'pending' && seat.status !== 'confirmed')) return []
  const isDated = isSchoolDay(seat.batch)
  return [
    {
      to: `/payment?enrollment=${encodeURIComponent(id)}`,
      what: seat.courseTitle,
      state:
        seat.status === 'confirmed'
          ? text.seatConfirmed
          : seat.payment.checking
            ? text.checking
            : isDated
              ? text.paymentDue
              : text.placeReserved,
      day: dayText(seat.batch),
      isToCome: !isDated || seat.batch >= today,
    },
  ]
}
