import { useQuery } from '@tanstack/react-query'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import type { FloristOrder } from '../../../../../contract/orders/florist.ts'
import { isSchoolDay, schoolDayOf } from '../../../../../contract/school-day.ts'
import { slotHours } from '../../../../../contract/store/delivery-hours.ts'
import { counted, dayText, spreadsheetMoment, timeInWords } from '../../../../../contract/words.ts'
import { query } from '../../../../lib/query.ts'
import { IconButton } from '../../../../ui/button.tsx'
import { EmptyState } from '../../../../ui/empty-state.tsx'
import { FailedNote } from '../../../../ui/failed-note.tsx'
import { Note } from '../../../../ui/note.tsx'
import { Loading } from '../../../../ui/spinner.tsx'
import { TextField } from '../../../../ui/text-field.tsx'
import { SectionLink } from '../../../section-link.tsx'
import { withPresses } from './pressed-orders.ts'
import type { usePresses } from './use-presses.ts'

export interface DayProps {
  day: string
  onDay: (day: string) => void
  presses: Presses
}

export type Presses = ReturnType<typeof usePresses>

/** The day is read again this often while it is shown, because others press too. */
const readAgainMs = 60_000

const dayBeside = (day: string, days: number) =>
  schoolDayOf(Date.parse(`${day}T06:30:00Z`) + days * 24 * 60 * 60_000)

/** Shows a day's orders together with the presses of this phone. */
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
  /** Paper shows it before the day. */
  title?: string
  tools?: (orders: readonly FloristOrder[]) => ReactNode
  empty: string
  isShown?: (order: FloristOrder) => boolean
  children: (orders: readonly FloristOrder[]) => ReactNode
}) {
  const isDay = isSchoolDay(day)
  const result = useQuery({
    ...query('GET /api/admin/florist/day', { query: { day } }),
    enabled: isDay,
    refetchInterval: readAgainMs,
  })
  const data = result.data?.data
  const orders = (data?.orders ?? []).filter(isShown).map((order) => withPresses(order, presses.shown))
  return (
    <>
      <div className="mb-5 flex flex-wrap items-end gap-2 print:hidden">
        <IconButton
          label="The day before"
          icon={ChevronLeft}
          onClick={() => isDay && onDay(dayBeside(day, -1))}
        />
        <TextField
          type="date"
          label="Day"
          className="min-w-0 grow sm:grow-0 sm:basis-48"
          value={day}
          onChange={({ target }) => onDay(target.value)}
        />
        <IconButton
          label="The day after"
          icon={ChevronRight}
          onClick={() => isDay && onDay(dayBeside(day, 1))}
        />
        {orders.length > 0 && tools?.(orders)}
      </div>
      <Waiting count={presses.waiting.length} />
      {result.error && (
        <FailedNote
          className="mb-5"
          title={
            data ? 'There is no line. This is the list as it was last read.' : 'The list could not be loaded.'
          }
          tone={data ? 'warning' : 'error'}
          of={result}
        >
          {data ? 'Presses are kept on this phone and sent later.' : result.error.message}
        </FailedNote>
      )}
      {!isDay ? (
        <EmptyState title="Choose a day">Its orders, slot by slot.</EmptyState>
      ) : data ? (
        <>
          {data.unpaid > 0 && (
            <p className="mb-5 text-ink-soft print:hidden">
              {counted(data.unpaid, 'order')} of this day {data.unpaid === 1 ? 'waits' : 'wait'} for the
              money, and
              {data.unpaid === 1 ? ' is' : ' are'} not on the list.{' '}
              <SectionLink to="orders?status=pending" className="link">
                Look at the orders
              </SectionLink>
            </p>
          )}
          {orders.length === 0 ? (
            <EmptyState title={`Nothing for ${dayText(day)}`}>{empty}</EmptyState>
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
        !result.error && <Loading>Loading the day…</Loading>
      )}
    </>
  )
}

function Waiting({ count }: { count: number }) {
  return (
    <div role="status" className="print:hidden">
      {count > 0 && (
        <Note tone="warning" className="mb-5" title={`${counted(count, 'press', 'presses')} not sent yet`}>
          Kept on this phone until there is a line. Each keeps its own time.
        </Note>
      )}
    </div>
  )
}

/** `Morning, 9 am – 1 pm`; the day stands there if it is another than the list's. */
export function SlotHeading({ order, day, count }: { order: FloristOrder; day: string; count: number }) {
  const { slot } = order
  return (
    <h2 className="mb-3 flex flex-wrap items-baseline gap-x-3 border-b border-line-strong pb-2 text-xl">
      {slot === null ? 'Without a slot' : slot.name}
      <span className="font-body text-base text-ink-soft">
        {slot && `${slotHours(slot)} · `}
        {order.day !== day && `${dayText(order.day)} · `}
        {counted(count, 'order')}
      </span>
    </h2>
  )
}

/** `6:30 pm` of the school's clock. */
export function hourText(instant: string): string {
  return timeInWords(spreadsheetMoment(instant).slice(11))
}
