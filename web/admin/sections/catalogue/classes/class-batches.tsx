import { useQuery } from '@tanstack/react-query'
import { CalendarPlus } from 'lucide-react'
import { useRef, useState } from 'react'
import { Link } from 'react-router'
import type { RosterBatch } from '../../../../../contract/catalogue/batches.ts'
import type { AdminClass } from '../../../../../contract/catalogue/courses.ts'
import { counted, dayText, formatRupees, timeInWords } from '../../../../../contract/words.ts'
import { query } from '../../../../lib/query.ts'
import { Badge } from '../../../../ui/badge.tsx'
import { Button, buttonClass } from '../../../../ui/button.tsx'
import { FailedNote } from '../../../../ui/failed-note.tsx'
import { Loading } from '../../../../ui/spinner.tsx'
import { nameOfBatch } from '../../../batches/batch-form.tsx'
import { RowButton } from '../../../row-actions.tsx'
import { seatsText } from '../../../seats/seat-facts.ts'
import type { StateWords } from '../../../state-badge.tsx'
import { type BatchPresses, useBatchDeeds } from './batch-deeds.tsx'

const states: Record<RosterBatch['state'], StateWords> = {
  open: { label: 'Open', tone: 'leaf' },
  full: { label: 'Full', tone: 'marigold' },
  closed: { label: 'Closed', tone: 'outline' },
  running: { label: 'Has begun', tone: 'outline' },
  over: { label: 'Over', tone: 'outline' },
  cancelled: { label: 'Cancelled', tone: 'rose' },
  hidden: { label: 'Not shown yet', tone: 'outline' },
}

/** Each batch saves by its own calls. */
export function ClassBatches({ item }: { item: AdminClass }) {
  const heading = useRef<HTMLHeadingElement>(null)
  const result = useQuery(query('GET /api/admin/batches', { query: { course: item.id } }))
  const batches = result.data?.data ?? []
  const all = inPlanOrder(batches)
  const { add, pressesOf, dialog } = useBatchDeeds(item, batches, heading)
  const [isWhole, setWhole] = useState(false)
  const coming = all.filter(({ isOver }) => !isOver).length
  const first = all.slice(0, Math.min(shownMax, Math.max(coming, shownMin)))
  return (
    <section aria-label="Batches" className="mt-6">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h3 ref={heading} tabIndex={-1} className="text-lg">
          Batches
        </h3>
        <Button size="sm" variant="outline" icon={CalendarPlus} onClick={add}>
          Add a batch
        </Button>
      </div>
      {result.error ? (
        <FailedNote title="The batches could not be loaded." tone="error" of={result}>
          {result.error.message || 'Please check the connection.'}
        </FailedNote>
      ) : !result.data ? (
        <Loading>Loading the batches…</Loading>
      ) : all.length === 0 ? (
        <p className="mt-2 text-ink-soft">There is none yet: visitors read “Coming soon”.</p>
      ) : (
        <ul className="mt-2 divide-y divide-line border-y border-line">
          {(isWhole ? all : first).map((batch) => (
            <BatchLine key={batch.id} batch={batch} {...pressesOf(batch)} />
          ))}
        </ul>
      )}
      {first.length < all.length && (
        <Button variant="quiet" size="sm" className="-mx-3" onClick={() => setWhole(!isWhole)}>
          {isWhole ? 'Show fewer batches' : restText(all, first)}
        </Button>
      )}
      {dialog}
    </section>
  )
}

/** More would hide the rest of the class on a phone. */
const shownMax = 10
const shownMin = 3

/** Coming batches stand first, by day and the undated last; then those that are over, the latest first. */
function inPlanOrder(batches: readonly RosterBatch[]): RosterBatch[] {
  const coming = batches.filter(({ isOver }) => !isOver)
  const dayOf = ({ day }: RosterBatch) => day ?? '~'
  coming.sort((a, b) => (dayOf(a) < dayOf(b) ? -1 : 1))
  return [...coming, ...batches.filter(({ isOver }) => isOver)]
}

function restText(all: readonly RosterBatch[], shown: readonly RosterBatch[]): string {
  const rest = all.slice(shown.length)
  const over = rest.filter(({ isOver }) => isOver).length
  if (over === rest.length) return `Show ${counted(over, 'batch that is', 'batches that are')} over`
  return `Show all ${counted(all.length, 'batch', 'batches')}`
}

function BatchLine({ batch, ...on }: { batch: RosterBatch } & BatchPresses) {
  const name = nameOfBatch(batch)
  const { state, day, taken } = batch
  const facts = [
    batch.time && timeInWords(batch.time),
    batch.endsOn && batch.endsOn !== day && `until ${dayText(batch.endsOn)}`,
    seatsText(batch),
    batch.room,
    batch.instructor,
    batch.price !== null && formatRupees(batch.price),
    batch.visibleFrom && state === 'hidden' && `visible from ${dayText(batch.visibleFrom)}`,
    batch.joinsLate && 'can be joined late',
  ].filter(Boolean)
  const isGone = state === 'cancelled'
  return (
    <li className="py-3">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="font-bold">{day === null ? 'Coming soon' : name}</span>
        <Badge tone={states[state].tone}>{states[state].label}</Badge>
      </p>
      <p className="text-sm text-ink-soft [overflow-wrap:anywhere]">{facts.join(' · ')}</p>
      <div className="-mx-3 flex flex-wrap">
        {!isGone && <RowButton label="Edit" of={`batch ${name}`} onClick={on.onEdit} />}
        {!isGone && <RowButton label="Sessions" of={`batch ${name}`} hasColon onClick={on.onSessions} />}
        <Link
          to={`#rosters?course=${batch.courseId}&batch=${batch.id}`}
          aria-label={`Roster of batch ${name}`}
          className={buttonClass({ variant: 'quiet', size: 'sm' })}
        >
          Roster
        </Link>
        {taken > 0 && <RowButton label="Write" of={`to batch ${name}`} hasColon onClick={on.onWrite} />}
        {!isGone && !batch.isOver && (
          <RowButton
            label={batch.isClosed ? 'Open enrolment' : 'Close enrolment'}
            of={`batch ${name}`}
            hasColon
            onClick={on.onSelling}
          />
        )}
        {!isGone && day !== null && !batch.isOver && (
          <RowButton label="Cancel" of={`batch ${name}`} isDanger onClick={on.onCancel} />
        )}
        {taken === 0 && <RowButton label="Delete" of={`batch ${name}`} isDanger onClick={on.onDelete} />}
      </div>
    </li>
  )
}
