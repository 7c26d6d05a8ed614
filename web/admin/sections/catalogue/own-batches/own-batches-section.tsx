import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import type { OwnBatch, OwnStudent } from '../../../../../contract/catalogue/own-batches.ts'
import { counted, dayText, joined, timeInWords } from '../../../../../contract/words.ts'
import { query } from '../../../../lib/query.ts'
import { useSchoolToday } from '../../../../lib/use-school-today.ts'
import { Badge } from '../../../../ui/badge.tsx'
import { ButtonLink } from '../../../../ui/button.tsx'
import { cx } from '../../../../ui/class-names.ts'
import { controlled } from '../../../../ui/controlled.ts'
import { EmptyState } from '../../../../ui/empty-state.tsx'
import { SelectField } from '../../../../ui/select-field.tsx'
import { PhoneLink } from '../../../contact-link.tsx'
import { FoldingTable, HeadCells } from '../../../head-cells.tsx'
import { NotLoaded } from '../../../not-loaded.tsx'
import { PrintButton } from '../../../print-button.tsx'
import { useRight } from '../../../use-right.ts'

export default function OwnBatchesSection() {
  const today = useSchoolToday()
  const mayLink = useRight('accounts')
  const [chosenId, setChosen] = useState('')
  const result = useQuery(query('GET /api/admin/own-batches'))
  const batches = result.data?.data ?? []
  const chosen = batches.find(({ id }) => id === chosenId) ?? nextToMeet(batches, today)
  if (!result.data) {
    return <NotLoaded of={result} title="We couldn’t load your batches." loading="Loading your batches…" />
  }
  if (chosen === undefined) {
    return (
      <EmptyState
        title="You have no batches yet"
        action={
          mayLink && (
            <ButtonLink to="#accounts" variant="outline">
              Go to Accounts
            </ButtonLink>
          )
        }
      >
        The batches you teach appear here once the owner links your account to an instructor under Accounts.
      </EmptyState>
    )
  }
  return (
    <>
      <div className="mb-6 flex flex-wrap items-end gap-3 print:hidden">
        <SelectField
          label="Batch"
          className="min-w-0 grow basis-full sm:basis-80"
          {...controlled(chosen.id, setChosen)}
          options={batches.map((batch) => ({ value: batch.id, label: labelOf(batch, today) }))}
        />
        <PrintButton label="Print the roster" />
      </div>
      <Sheet key={chosen.id} batch={chosen} today={today} />
    </>
  )
}

/** Returns the days of a batch. A batch without sessions meets on the day on which it begins. */
function daysOf({ sessions, day }: OwnBatch): string[] {
  return sessions.length > 0 ? sessions.map((session) => session.day) : day === null ? [] : [day]
}

function nextToMeet(batches: readonly OwnBatch[], today: string): OwnBatch | undefined {
  const coming = batches
    .filter(({ isCancelled }) => !isCancelled)
    .flatMap((batch) => daysOf(batch).map((day) => ({ batch, day })))
    .filter(({ day }) => day >= today)
  return coming.toSorted((a, b) => (a.day < b.day ? -1 : 1))[0]?.batch ?? batches[0]
}

function labelOf(batch: OwnBatch, today: string): string {
  const { courseTitle, day, isOver, isCancelled } = batch
  const isToday = daysOf(batch).includes(today)
  const state = isCancelled ? 'cancelled' : isOver ? 'over' : isToday && 'today'
  return joined([courseTitle, day === null ? 'without a date' : dayText(day), state])
}

function Sheet({ batch, today }: { batch: OwnBatch; today: string }) {
  const headingId = useId()
  const result = useQuery(query('GET /api/admin/own-batches/:id/students', { params: { id: batch.id } }))
  const students = result.data?.data
  return (
    <section aria-labelledby={headingId} className="flex flex-col gap-4">
      <header>
        <h2 id={headingId} className="text-xl">
          {batch.courseTitle}
        </h2>
        <p className="text-ink-soft">
          {joined(
            [
              batch.day === null ? 'No date yet' : dayText(batch.day),
              batch.time && timeInWords(batch.time),
              batch.room,
              counted(batch.taken, 'seat taken', 'seats taken'),
            ],
            ' · ',
          )}
        </p>
      </header>
      {batch.sessions.length > 0 && (
        <ol aria-label="Sessions" className="flex flex-col gap-1 text-sm">
          {batch.sessions.map(({ id, day, from, to, room, topic }) => (
            <li key={id} className={cx(day < today && 'text-ink-soft', day === today && 'font-bold')}>
              {joined([`${dayText(day)}, ${timeInWords(from)} to ${timeInWords(to)}`, room, topic], ' · ')}
              {day === today && ' (today)'}
            </li>
          ))}
        </ol>
      )}
      {!students ? (
        <NotLoaded of={result} title="We couldn’t load the students." loading="Loading the students…" />
      ) : students.length === 0 ? (
        <p className="rounded-sm border border-dashed border-line p-5 text-ink-soft">
          Nobody has a seat in this batch yet.
        </p>
      ) : (
        <Students students={students} headingId={headingId} />
      )}
    </section>
  )
}

function Students({ students, headingId }: { students: readonly OwnStudent[]; headingId: string }) {
  const cell = 'px-3 py-2.5 @max-text:block @max-text:p-0'
  return (
    <FoldingTable
      labelledBy={headingId}
      head={
        <HeadCells
          className="px-3 py-2"
          columns={[['Name'], ['Phone'], ['Question'], ['Present', 'hidden print:table-cell']]}
        />
      }
    >
      {students.map(({ id, name, phone, isConfirmed, question }) => (
        <tr key={id} className="align-top @max-text:block @max-text:p-3">
          <th scope="row" className={cx(cell, 'text-left wrap-anywhere')}>
            {name}
            {!isConfirmed && (
              <Badge tone="outline" className="ml-2">
                Held
              </Badge>
            )}
          </th>
          <td className={cell}>
            <PhoneLink phone={phone} className="link inline-flex min-h-11 items-center @text:min-h-0" />
          </td>
          <td className={cx(cell, 'wrap-anywhere')}>{question}</td>
          <td className="hidden print:table-cell" />
        </tr>
      ))}
    </FoldingTable>
  )
}
