import { useQuery } from '@tanstack/react-query'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { daysAfter } from '../../../../../contract/catalogue/event-span.ts'
import type { FloristOrder } from '../../../../../contract/orders/florist.ts'
import { plural } from '../../../../../contract/plural.ts'
import { isSchoolDay } from '../../../../../contract/school-day.ts'
import { slotHours } from '../../../../../contract/store/delivery-hours.ts'
import { dayText, spreadsheetMoment, timeInWords } from '../../../../../contract/words.ts'
import { query, useStale } from '../../../../lib/query.ts'
import { IconButton } from '../../../../ui/button.tsx'
import { controlled } from '../../../../ui/controlled.ts'
import { DateField } from '../../../../ui/date-field.tsx'
import { EmptyState } from '../../../../ui/empty-state.tsx'
import { FailedNote } from '../../../../ui/failed-note.tsx'
import { Note } from '../../../../ui/note.tsx'
import { Loading } from '../../../../ui/spinner.tsx'
import { SectionLink } from '../../../section-link.tsx'
import { usePresence } from '../../../use-presence.ts'
import { groupBySlot, withPresses } from './press-queue.ts'
import type { usePresses } from './use-presses.ts'

export interface DayProps {
  day: string
  onDay: (day: string) => void
  presses: Presses
}

export type Presses = ReturnType<typeof usePresses>

const readAgainMs = 60_000
/** A florist with wet hands presses nothing for a while, so the list goes on longer than the menu’s numbers. */
const presentForMs = 2 * 60 * 60_000

export function DayList({
  title,
  day,
  onDay,
  presses,
  tools,
  empty,
  isShown = () => true,
  children,
}: DayProps & {
  /** The title that is printed before the day. */
  title?: string
  tools?: (orders: readonly FloristOrder[]) => ReactNode
  empty: string
  isShown?: (order: FloristOrder) => boolean
  children: (orders: readonly FloristOrder[]) => ReactNode
}) {
  const isDay = isSchoolDay(day)
  const unsent = presses.waiting.length
  const stale = useStale()
  const isPresent = usePresence(presentForMs, () => stale('GET /api/admin/florist/day'))
  const result = useQuery({
    ...query('GET /api/admin/florist/day', { query: { day } }),
    enabled: isDay,
    // A hidden tab does not ask either, which is the query library’s default.
    refetchInterval: () => isPresent() && readAgainMs,
  })
  const data = result.data?.data
  const orders = (data?.orders ?? []).filter(isShown).map((order) => withPresses(order, presses.shown))
  return (
    <>
      <div className="mb-5 flex flex-wrap items-end gap-2 print:hidden">
        <IconButton
          label="Previous day"
          icon={ChevronLeft}
          onClick={() => isDay && onDay(daysAfter(day, -1))}
        />
        <DateField label="Day" className="min-w-0 grow sm:grow-0 sm:basis-48" {...controlled(day, onDay)} />
        <IconButton label="Next day" icon={ChevronRight} onClick={() => isDay && onDay(daysAfter(day, 1))} />
        {orders.length > 0 && tools?.(orders)}
      </div>
      <div role="status" className="print:hidden">
        {unsent > 0 && (
          <Note
            tone="warning"
            className="mb-5"
            title={plural(unsent, { one: '1 update not sent yet', other: `${unsent} updates not sent yet` })}
          >
            Your updates are saved on this phone with the time. We’ll send them when you’re back online.
          </Note>
        )}
      </div>
      {result.error && (
        <FailedNote
          className="mb-5"
          title={
            data ? 'We couldn’t refresh the list, so it may be out of date' : 'We couldn’t load the list'
          }
          tone={data ? 'warning' : 'error'}
          of={result}
        >
          {data ? 'Your updates are saved on this phone. We’ll send them later.' : result.error.message}
        </FailedNote>
      )}
      {!isDay ? (
        <EmptyState title="Choose a day">The day’s orders appear here by delivery time.</EmptyState>
      ) : data ? (
        <>
          {data.unpaid > 0 && (
            <p className="mb-5 text-ink-soft print:hidden">
              {plural(data.unpaid, {
                one: '1 unpaid order for this day isn’t on the list.',
                other: `${data.unpaid} unpaid orders for this day aren’t on the list.`,
              })}{' '}
              <SectionLink to="orders?status=pending" className="link">
                See pending orders
              </SectionLink>
            </p>
          )}
          {orders.length === 0 ? (
            <EmptyState title={`No orders here for ${dayText(day)}`}>{empty}</EmptyState>
          ) : (
            <>
              {title && (
                <p className="hidden text-xl font-bold print:mb-4 print:block">
                  {title} for {dayText(day)}
                </p>
              )}
              {children(orders)}
            </>
          )}
        </>
      ) : (
        !result.error && <Loading>Loading orders…</Loading>
      )}
    </>
  )
}

/** Lists the orders by delivery slot. A slot shows its day if that is not the day of the list. */
export function Slots({
  orders,
  day,
  children,
}: {
  orders: readonly FloristOrder[]
  day: string
  children: (slot: ReturnType<typeof groupBySlot>[number]) => ReactNode
}) {
  return groupBySlot(orders).map((one) => {
    const { slot, day: ownDay } = one.first
    return (
      <section key={one.key}>
        <h2 className="mb-3 flex flex-wrap items-baseline gap-x-3 border-b border-line-strong pb-2 text-xl">
          {slot === null ? 'No delivery time' : slot.name}
          <span className="font-body text-base text-ink-soft">
            {slot && `${slotHours(slot)} · `}
            {ownDay !== day && `${dayText(ownDay)} · `}
            {plural(one.orders.length, { one: '1 order', other: `${one.orders.length} orders` })}
          </span>
        </h2>
        {children(one)}
      </section>
    )
  })
}

/** Returns the hour by the school's clock, such as `6:30 pm`. */
export function hourText(instant: string): string {
  return timeInWords(spreadsheetMoment(instant).slice(11))
}
