import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { Batch } from '../../../../contract/catalogue/courses.ts'
import { dayText, formatRupees, timeInWords } from '../../../../contract/words.ts'
import { ApiError } from '../../../lib/api.ts'
import { query } from '../../../lib/query.ts'
import { Button } from '../../../ui/button.tsx'
import { SelectField } from '../../../ui/select-field.tsx'
import { Loading } from '../../../ui/spinner.tsx'

export type OpenDate = Batch & { date: string }

export function openDates(batches: readonly Batch[]): OpenDate[] {
  return batches
    .filter((batch): batch is OpenDate => batch.state === 'open' && batch.date !== null)
    .sort((a, b) => (a.date < b.date ? -1 : 1))
}

/** Such as `Sat, 12 December 2026, 10:30 AM`, with the price if the dates' prices differ. */
export function dateWords({ date, startTime, price }: OpenDate, dates: readonly OpenDate[]): string {
  const differs = dates.some((other) => Number(other.price) !== Number(price))
  return [
    dayText(date),
    startTime && timeInWords(startTime),
    differs && (Number(price) > 0 ? formatRupees(price) : 'free'),
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
      label="Date"
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

export function isUnsold(error: Error | null): boolean {
  return error instanceof ApiError && (error.code === 'batch_full' || error.code === 'batch_changed')
}

/** Its last seat is gone, so it has a waiting list. A batch with fewer seats than requested has none. */
export function isFull(error: Error | null): boolean {
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
  // The dates come late, and would appear beneath the dialog's buttons.
  useEffect(() => {
    if (!isFetching) place.current?.scrollIntoView({ block: 'nearest' })
  }, [isFetching])
  if (isFetching) return <Loading className="justify-start">Looking for dates with seats…</Loading>
  const dates = openDates(data?.batches ?? [])
  return (
    <div ref={place}>
      <p>
        {lead}{' '}
        {dates.length > 0
          ? 'Choose a date that has seats:'
          : error
            ? 'The other dates could not be loaded.'
            : 'No other date has seats just now.'}
      </p>
      <DateButtons dates={dates} onChoose={onChoose} />
      {isFull && (
        <p className="mt-3">
          <Button size="sm" variant="quiet" onClick={onWait}>
            Tell me when a seat opens
          </Button>
        </p>
      )}
    </div>
  )
}
