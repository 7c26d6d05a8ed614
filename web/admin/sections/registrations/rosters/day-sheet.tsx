import { useQuery } from '@tanstack/react-query'
import { ClipboardList } from 'lucide-react'
import { useState } from 'react'
import type { EndpointResponse } from '../../../../../contract/endpoint.ts'
import { plural } from '../../../../../contract/plural.ts'
import type {
  DayDelivery,
  getDaySheet,
  RosterSeat,
  RosterWaiting,
} from '../../../../../contract/registrations/rosters.ts'
import { isSchoolDay } from '../../../../../contract/school-day.ts'
import { closedThenText } from '../../../../../contract/site/closing-words.ts'
import { dayText, formatRupees } from '../../../../../contract/words.ts'
import { query } from '../../../../lib/query.ts'
import { Badge } from '../../../../ui/badge.tsx'
import { Button, ButtonLink } from '../../../../ui/button.tsx'
import { controlled } from '../../../../ui/controlled.ts'
import { DateField } from '../../../../ui/date-field.tsx'
import { EmptyState } from '../../../../ui/empty-state.tsx'
import { Note } from '../../../../ui/note.tsx'
import { PhoneLink } from '../../../contact-link.tsx'
import { FoldingTable, HeadCells } from '../../../head-cells.tsx'
import { NotLoaded } from '../../../not-loaded.tsx'
import { PrintButton } from '../../../print-button.tsx'
import { dueText, isHeld } from '../../../seats/seat-facts.ts'
import { SectionLink } from '../../../section-link.tsx'
import { RosterSheet } from './roster-sheet.tsx'

type Sheet = EndpointResponse<typeof getDaySheet>['data']

/** The server chooses the day if `askedDay` is null: today, or tomorrow from `daySheetTurn` on. */
export function DaySheet({ askedDay, ...actions }: RosterActions & { askedDay: string | null }) {
  const [chosen, setDay] = useState(askedDay !== null && isSchoolDay(askedDay) ? askedDay : null)
  const isDay = chosen === null || isSchoolDay(chosen)
  const result = useQuery({
    ...query('GET /api/admin/day-sheet', { query: chosen === null ? {} : { day: chosen } }),
    enabled: isDay,
  })
  const sheet = result.data?.data
  const day = chosen ?? sheet?.day ?? ''
  const toDay = (label: string, other: string | null | undefined) =>
    other && (
      <Button variant="outline" className="max-sm:grow" onClick={() => setDay(other)}>
        {label}: {dayText(other)}
      </Button>
    )
  return (
    <>
      <div className="mb-6 flex flex-wrap items-end gap-3 print:hidden">
        <DateField
          label="Day"
          className="min-w-0 grow basis-full sm:grow-0 sm:basis-48"
          {...controlled(day, setDay)}
        />
        {toDay('Previous', sheet?.previousDay)}
        {toDay('Next', sheet?.nextDay)}
        {sheet && !isEmpty(sheet) && <PrintButton label="Print the day sheet" />}
        <ButtonLink to="#rosters" variant="outline" className="max-sm:grow" icon={ClipboardList}>
          Rosters
        </ButtonLink>
      </div>
      {!isDay ? (
        <EmptyState title="Choose a day">See which batches meet that day, with their students.</EmptyState>
      ) : result.error || !sheet ? (
        <NotLoaded of={result} title="We couldn’t load the day sheet." loading="Loading the day…" />
      ) : (
        <div className="flex flex-col gap-10">
          <p className="hidden text-xl font-bold print:block">Day sheet for {dayText(day)}</p>
          {sheet.closing && <Note tone="warning" title={closedThenText(sheet.closing)} />}
          {isEmpty(sheet) ? (
            <EmptyState title={`No batches or deliveries on ${dayText(day)}`}>
              {sheet.nextDay
                ? `The next busy day is ${dayText(sheet.nextDay)}.`
                : 'Nothing is planned after that.'}
            </EmptyState>
          ) : (
            <WhoOwes sheet={sheet} />
          )}
          {sheet.rosters.map((roster) => (
            <RosterSheet key={roster.batch.id} roster={roster} sessions={roster.sessions} {...actions} />
          ))}
          {sheet.deliveries && sheet.deliveries.length > 0 && <Deliveries day={day} all={sheet.deliveries} />}
        </div>
      )}
    </>
  )
}

const isEmpty = ({ rosters, deliveries }: Sheet) => rosters.length === 0 && (deliveries ?? []).length === 0

function WhoOwes({ sheet: { rosters, deliveries } }: { sheet: Sheet }) {
  const seats = rosters
    .flatMap((roster) => roster.seats)
    .filter((seat) => isHeld(seat) && dueText(seat) !== null)
    .map((seat) => `${seat.name} ${dueText(seat)}`)
  const orders = (deliveries ?? [])
    .filter(({ due }) => due > 0)
    .map(({ recipientName, ordernumber, due }) => `${recipientName}, ${ordernumber} ${formatRupees(due)}`)
  const all = [...seats, ...orders]
  return (
    <p className="wrap-anywhere">
      <span className="font-bold">{all.length === 0 ? 'Nothing is due.' : 'Due: '}</span>
      {all.join(' · ')}
    </p>
  )
}

function Deliveries({ day, all }: { day: string; all: readonly DayDelivery[] }) {
  return (
    <section aria-labelledby="deliveries" className="flex flex-col gap-4">
      <header className="flex flex-wrap items-baseline justify-between gap-x-6">
        <h2 id="deliveries" className="text-xl">
          {plural(all.length, {
            one: '1 order to deliver or hand over',
            other: `${all.length} orders to deliver or hand over`,
          })}
        </h2>
        <SectionLink to={`florist?view=route&day=${day}`} className="link print:hidden">
          Route list
        </SectionLink>
      </header>
      <FoldingTable
        labelledBy="deliveries"
        head={
          <HeadCells
            className="px-2 py-2 first:px-3"
            columns={[['When'], ['For'], ['What'], ['Due'], ['Done', 'hidden print:table-cell']]}
          />
        }
      >
        {all.map((order) => (
          <DeliveryRow key={order.id} order={order} />
        ))}
      </FoldingTable>
    </section>
  )
}

function DeliveryRow({ order }: { order: DayDelivery }) {
  // Anybody can type a name, so a chat message uses the name only once the order is paid.
  const name = order.due > 0 ? null : order.contactName
  const cell = 'px-2 py-2.5 @max-text:block @max-text:p-0'
  return (
    <tr className="align-top @max-text:flex @max-text:flex-col @max-text:gap-1 @max-text:p-3">
      <th scope="row" className="px-3 py-2.5 text-left font-bold @max-text:block @max-text:p-0">
        {order.slot ?? (order.way === 'pickup' ? 'Collection' : 'No time')}
        <span className="block font-normal text-ink-soft">{order.ordernumber}</span>
      </th>
      <td className={`${cell} wrap-anywhere`}>
        {order.recipientName}{' '}
        <PhoneLink
          phone={order.phone}
          className="link whitespace-nowrap"
          chat={
            order.callsBuyer
              ? { about: 'order', name, number: order.ordernumber }
              : { about: 'flowers', name }
          }
        />
        <span className="block text-ink-soft">{order.place ?? 'Collected from the school'}</span>
      </td>
      <td className={`${cell} wrap-anywhere`}>{order.what}</td>
      <td className={cell}>
        {order.due > 0 ? (
          <span className="font-bold">{formatRupees(order.due)}</span>
        ) : (
          <Badge tone="leaf">Paid</Badge>
        )}
      </td>
      <td className="hidden px-2 py-2.5 print:table-cell">
        <span aria-hidden="true" className="inline-block size-5 border border-current" />
      </td>
    </tr>
  )
}

export interface RosterActions {
  onManage: (seat: RosterSeat) => void
  onAdd: (batchId?: string, waiting?: RosterWaiting) => void
}
