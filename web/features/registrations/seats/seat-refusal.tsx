import { useQuery } from '@tanstack/react-query'
import { type ComponentProps, type ReactNode, useEffect, useRef } from 'react'
import type { Batch } from '../../../../contract/catalogue/courses.ts'
import type { SeatReceipt } from '../../../../contract/registrations/enrolments.ts'
import { addPersonFragment } from '../../../../contract/registrations/link-fragments.ts'
import { isSchoolDay } from '../../../../contract/school-day.ts'
import { dayText, formatRupees, momentText, timeInWords } from '../../../../contract/words.ts'
import { ApiError } from '../../../lib/api.ts'
import { CalendarLink } from '../../../lib/calendar-links.tsx'
import { query } from '../../../lib/query.ts'
import { useSchool, useSendsEmails } from '../../../lib/school.ts'
import { useSchoolToday } from '../../../lib/use-school-today.ts'
import { Where } from '../../../lib/where.tsx'
import { CallOrChat } from '../../../lib/without-scripts.tsx'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { EmailWords } from '../../../ui/email-words.tsx'
import { FactLines } from '../../../ui/facts.tsx'
import { RefusalNote } from '../../../ui/refusal-note.tsx'
import { SelectField } from '../../../ui/select-field.tsx'
import { Loading } from '../../../ui/spinner.tsx'
import { payingWords, paymentKind } from './paying-words.ts'
import * as text from './seats.en.tsx'

type Ways = Omit<ComponentProps<typeof OpenDates>, 'lead' | 'isFull'> & {
  onAnother: () => void
}

export function SeatRefusal({
  error,
  children,
  ...ways
}: Ways & { error: Error | null; children?: ReactNode }) {
  return (
    <RefusalNote error={error} tone={isHeldAlready(error) ? 'info' : 'error'}>
      {error && <WaysOn error={error} {...ways} rest={children} />}
    </RefusalNote>
  )
}

/**
 * True if the person already holds a seat, or as many seats as allowed. A note then says how the person can continue.
 */
export function isHeldAlready(error: Error | null): error is ApiError {
  return error instanceof ApiError && error.code === 'already_enrolled'
}

function WaysOn({ error, rest, onAnother, ...dates }: Ways & { error: Error; rest: ReactNode }) {
  const sendsEmails = useSendsEmails()
  if (isUnsold(error)) return <OpenDates lead={text.typedIsHere} isFull={isFull(error)} {...dates} />
  if (!isHeldAlready(error)) return rest
  const toPay = unpaidHolds(error)
  if (toPay)
    return (
      <>
        <p>{text.typedIsHere}</p>
        <p className="mt-3 flex flex-wrap gap-2">
          {toPay.map(({ id, kind, reference }) => (
            <ButtonLink
              key={id}
              to={`/payment?${kind === 'order' ? 'order' : 'enrollment'}=${encodeURIComponent(id)}`}
              replace
              size="sm"
              variant="outline"
            >
              {text.payFor({ reference })}
            </ButtonLink>
          ))}
        </p>
      </>
    )
  const seat = ownSeat(error)
  return (
    <>
      <p>{seat ? text.noSecondSeat : sendsEmails ? text.seatInEmail : text.seatInBrowser}</p>
      <p className="mt-3 flex flex-wrap gap-2">
        {seat && (
          <ButtonLink to={`/payment?enrollment=${seat.id}`} replace size="sm">
            {seat.isDue ? text.payNow : text.viewSeat}
          </ButtonLink>
        )}
        {seat?.canAdd ? (
          <ButtonLink
            to={`/payment?enrollment=${seat.id}${addPersonFragment}`}
            replace
            size="sm"
            variant="outline"
          >
            {text.addPerson}
          </ButtonLink>
        ) : (
          <Button size="sm" variant="outline" onClick={onAnother}>
            {text.addPerson}
          </Button>
        )}
      </p>
    </>
  )
}

function unpaidHolds({ details }: ApiError): Record<'id' | 'kind' | 'reference', string>[] | null {
  const { toPay } = details
  return Array.isArray(toPay) ? toPay.filter((one) => typeof one?.id === 'string') : null
}

/** Finds the seat that the person already has; null for others, because the server reveals it only to its holder. */
function ownSeat({ details }: ApiError): { id: string; isDue: boolean; canAdd: boolean } | null {
  const { id, isDue, canAdd } = details
  if (typeof id !== 'string') return null
  return { id: encodeURIComponent(id), isDue: isDue !== false, canAdd: canAdd === true }
}

export type OpenDate = Batch & { date: string }

export function openDates(batches: readonly Batch[]): OpenDate[] {
  return batches
    .filter((batch): batch is OpenDate => batch.state === 'open' && batch.date !== null)
    .sort((a, b) => (a.date < b.date ? -1 : 1))
}

/** Returns text such as `Sat, 12 December 2026, 10:30 AM`, with the price if the dates have different prices. */
function dateWords({ date, startTime, price }: OpenDate, dates: readonly OpenDate[]): string {
  const differs = dates.some((other) => Number(other.price) !== Number(price))
  return [
    dayText(date),
    startTime && timeInWords(startTime),
    differs && (Number(price) > 0 ? formatRupees(price) : text.freeDate),
  ]
    .filter(Boolean)
    .join(', ')
}

export function DateField({
  batches,
  batchId,
  onChoose,
}: {
  batches: readonly Batch[]
  batchId: string | null
  onChoose: (date: OpenDate) => void
}) {
  const dates = openDates(batches)
  if (dates.length < 2 || !dates.some(({ id }) => id === batchId)) return null
  return (
    <SelectField
      label={text.date}
      name="batchId"
      value={batchId ?? ''}
      onChange={({ target }) => {
        const chosen = dates.find(({ id }) => id === target.value)
        if (chosen) onChoose(chosen)
      }}
      options={dates.map((date) => ({ value: date.id, label: dateWords(date, dates) }))}
    />
  )
}

const datesOffered = 4

export function DateButtons({
  dates,
  onChoose,
}: {
  dates: readonly OpenDate[]
  onChoose: (date: OpenDate) => void
}) {
  return (
    <ul className="mt-2 flex flex-wrap gap-2">
      {dates.slice(0, datesOffered).map((date) => (
        <li key={date.id}>
          <Button size="sm" variant="outline" onClick={() => onChoose(date)}>
            {dateWords(date, dates)}
          </Button>
        </li>
      ))}
    </ul>
  )
}

function isUnsold(error: Error | null): boolean {
  return error instanceof ApiError && (error.code === 'batch_full' || error.code === 'batch_changed')
}

/** True if no seat is left: then the batch has a waiting list, unlike a batch with too few seats for the request. */
function isFull(error: Error | null): boolean {
  return error instanceof ApiError && error.code === 'batch_full' && !error.details['left']
}

export function OpenDates({
  courseId,
  lead,
  isFull,
  onChoose,
  onWait,
}: {
  courseId: string
  lead: string
  isFull: boolean
  onChoose: (date: OpenDate) => void
  onWait: () => void
}) {
  const { data, isFetching, error } = useQuery(
    query('GET /api/courses/:slug', { params: { slug: courseId } }),
  )
  const place = useRef<HTMLDivElement>(null)
  // The dates load late and appear beneath the dialog's buttons, so they are scrolled into view.
  useEffect(() => {
    if (!isFetching) place.current?.scrollIntoView({ block: 'nearest' })
  }, [isFetching])
  if (isFetching) return <Loading className="justify-start">{text.findingDates}</Loading>
  const dates = openDates(data?.batches ?? [])
  return (
    <div ref={place}>
      <p>
        {lead} {dates.length > 0 ? text.chooseDate : error ? text.datesFailed : text.noDates}
      </p>
      <DateButtons dates={dates} onChoose={onChoose} />
      {isFull && (
        <p className="mt-3">
          <Button size="sm" variant="quiet" onClick={onWait}>
            {text.tellMe}
          </Button>
        </p>
      )}
    </div>
  )
}

export const factColumns = '[--names:8.5rem] border-y border-line [&_dd]:font-bold'

/** True for a seat without a date, for which nothing is held or paid. Without a receipt `isUndated` decides. */
export function isReserved(receipt: SeatReceipt | undefined, isUndated: boolean): boolean {
  return receipt ? receipt.status === 'pending' && receipt.holdUntil === null : isUndated
}

export function SeatReceived({
  receipt,
  day,
  dayName,
  time = null,
  batchId,
  hasPaid = false,
  children,
}: {
  receipt: SeatReceipt | undefined
  day: string
  dayName: string
  time?: string | null
  batchId: string | null
  hasPaid?: boolean
  children: ReactNode
}) {
  const today = useSchoolToday()
  const school = useSchool()
  const sendsEmails = useSendsEmails()
  const isToCome = isSchoolDay(day) && day >= today
  const amount = receipt && (Number(receipt.amount) > 0 ? formatRupees(receipt.amount) : text.free)
  const isPlace = isReserved(receipt, false)
  function nextText({ status, holdUntil, amount, reference, group }: SeatReceipt): string {
    if (status === 'confirmed') return isSchoolDay(day) ? text.seeYou : text.dateToCome
    if (holdUntil === null) return text.payWhenDated
    return payingWords[paymentKind(school, Number(amount))].next({
      reference,
      amount: formatRupees(amount),
      until: momentText(holdUntil),
      count: group?.seats ?? 1,
      hasPaid,
      sendsEmails,
    })
  }
  return (
    <>
      <p className="text-lg">{children}</p>
      {receipt && <p className="text-ink-soft">{nextText(receipt)}</p>}
      {receipt?.group && <p className="text-ink-soft">{sendsEmails ? text.addNames : text.addNamesHere}</p>}
      <FactLines
        className={factColumns}
        facts={[
          [text.reference, receipt?.reference],
          [text.seats, receipt?.group && text.paidTogether({ count: receipt.group.seats })],
          [dayName, [dayText(day), time && timeInWords(time)].filter(Boolean).join(', ')],
          [text.where, school && <Where key="where" room={receipt?.room} school={school} />],
          [text.whatToBring, school?.whatToBring],
          isPlace && amount ? [text.fee, text.feeWhenDated({ fee: amount })] : [text.amount, amount],
          [text.heldUntil, receipt?.holdUntil && momentText(receipt.holdUntil)],
        ]}
      />
      {receipt?.status === 'confirmed' && <p className="text-ink-soft">{text.questions(<CallOrChat />)}</p>}
      {/* A seat that waits for a new date has no day to put into a calendar. */}
      {batchId !== null && isToCome && <CalendarLink batchId={batchId} />}
    </>
  )
}

export function ConfirmByLetter({ email, children }: { email: string; children?: ReactNode }) {
  if (!useSendsEmails()) {
    return (
      <>
        <p className="text-lg">{text.callToHold(<CallOrChat />)}</p>
        <p className="text-ink-soft">{text.nothingHeldYet}</p>
      </>
    )
  }
  return (
    <>
      <p className="text-lg">{text.openOurEmail(<EmailWords email={email} />)}</p>
      <p className="text-ink-soft">
        {children} {text.untilYouDo}
      </p>
    </>
  )
}
