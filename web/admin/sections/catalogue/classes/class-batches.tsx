import { useQuery } from '@tanstack/react-query'
import { CalendarPlus } from 'lucide-react'
import { type RefObject, useRef, useState } from 'react'
import { Link } from 'react-router'
import type {
  BatchWithSessions,
  CancelledBatch,
  RosterBatch,
} from '../../../../../contract/catalogue/batches.ts'
import type { AdminClass } from '../../../../../contract/catalogue/courses.ts'
import { plural } from '../../../../../contract/plural.ts'
import { dayText, formatRupees, joined, timeInWords } from '../../../../../contract/words.ts'
import { api } from '../../../../lib/api.ts'
import { query, useStale } from '../../../../lib/query.ts'
import { Button, buttonClass } from '../../../../ui/button.tsx'
import { focusBehind } from '../../../../ui/inert-behind.ts'
import { lazyDialog, useDialog } from '../../../../ui/lazy-dialog.tsx'
import { ActionDialog } from '../../../action-dialog.tsx'
import { batchForm, latestOf, nameOfBatch } from '../../../batches/batch-form.tsx'
import { NotLoaded } from '../../../not-loaded.tsx'
import { RecordFormDialog } from '../../../record-form.tsx'
import { RowButton } from '../../../row-actions.tsx'
import { seatsText } from '../../../seats/seat-facts.ts'
import { StateBadge, type StateWords } from '../../../state-badge.tsx'
import { useAction } from '../../../use-action.ts'
import { CancelDialog, CancelledDialog } from './cancel-batch.tsx'
import { SessionsDialog } from './sessions-dialog.tsx'

const states: Record<RosterBatch['state'], StateWords> = {
  open: { label: 'Open', tone: 'leaf' },
  full: { label: 'Full', tone: 'marigold' },
  closed: { label: 'Closed', tone: 'outline' },
  running: { label: 'Started', tone: 'outline' },
  over: { label: 'Ended', tone: 'outline' },
  cancelled: { label: 'Cancelled', tone: 'rose' },
  hidden: { label: 'Hidden', tone: 'outline' },
}

export function ClassBatches({ item }: { item: AdminClass }) {
  const heading = useRef<HTMLHeadingElement>(null)
  const result = useQuery(query('GET /api/admin/batches', { query: { course: item.id } }))
  const batches = result.data?.data ?? []
  const all = inPlanOrder(batches)
  const { add, actionsOf, dialog } = useBatchActions(item, batches, heading)
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
      {result.error || !result.data ? (
        <NotLoaded of={result} title="We couldn’t load the batches." loading="Loading the batches…" />
      ) : all.length === 0 ? (
        <p className="mt-2 text-ink-soft">No batches yet. Visitors see “Coming soon”.</p>
      ) : (
        <ul className="mt-2 divide-y divide-line border-y border-line">
          {(isWhole ? all : first).map((batch) => (
            <BatchLine key={batch.id} batch={batch} {...actionsOf(batch)} />
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

const shownMax = 10
const shownMin = 3

/** Sorts coming batches first, by day, then batches without a date, then past batches, the latest first. */
function inPlanOrder(batches: readonly RosterBatch[]): RosterBatch[] {
  const coming = batches.filter(({ isOver }) => !isOver)
  const dayOf = ({ day }: RosterBatch) => day ?? '~'
  coming.sort((a, b) => (dayOf(a) < dayOf(b) ? -1 : 1))
  return [...coming, ...batches.filter(({ isOver }) => isOver)]
}

function restText(all: readonly RosterBatch[], shown: readonly RosterBatch[]): string {
  const rest = all.slice(shown.length)
  const over = rest.filter(({ isOver }) => isOver).length
  if (over === rest.length) {
    return plural(over, { one: 'Show 1 past batch', other: `Show ${over} past batches` })
  }
  return `Show all ${all.length} batches`
}

function BatchLine({ batch, ...on }: { batch: RosterBatch } & ReturnType<BatchActions['actionsOf']>) {
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
    batch.joinsLate && 'late enrolment allowed',
  ]
  const isGone = state === 'cancelled'
  const of = `batch ${name}`
  return (
    <li className="py-3">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="font-bold">{day === null ? 'Coming soon' : name}</span>
        <StateBadge {...states[state]} />
      </p>
      <p className="text-sm text-ink-soft wrap-anywhere">{joined(facts, ' · ')}</p>
      <div className="-mx-3 flex flex-wrap">
        {!isGone && (
          <>
            <RowButton label="Edit" of={of} onClick={on.onEdit} />
            <RowButton label="Sessions" of={of} hasColon onClick={on.onSessions} />
          </>
        )}
        <Link
          to={`#rosters?course=${batch.courseId}&batch=${batch.id}`}
          aria-label={`Roster of batch ${name}`}
          className={buttonClass({ variant: 'quiet', size: 'sm' })}
        >
          Roster
        </Link>
        {taken > 0 && <RowButton label="Message" of={of} onClick={on.onWrite} />}
        {!isGone && !batch.isOver && (
          <RowButton
            label={batch.isClosed ? 'Open enrolment' : 'Close enrolment'}
            of={of}
            hasColon
            onClick={on.onSelling}
          />
        )}
        {!isGone && day !== null && !batch.isOver && (
          <RowButton label="Cancel" of={of} isDanger onClick={on.onCancel} />
        )}
        {taken === 0 && <RowButton label="Delete" of={of} isDanger onClick={on.onDelete} />}
      </div>
    </li>
  )
}

const BatchLetterDialog = lazyDialog(() => import('../../../batches/batch-letter.tsx'))

type BatchActions = ReturnType<typeof useBatchActions>

function useBatchActions(
  item: AdminClass,
  batches: readonly RosterBatch[],
  heading: RefObject<HTMLElement | null>,
) {
  const stale = useStale()
  const { show, dialog } = useDialog()
  const changed = () =>
    stale(
      'GET /api/admin/batches',
      'GET /api/admin/batches/:id',
      'GET /api/admin/AdminClasses',
      'GET /api/admin/batches/:id/roster',
      'GET /api/admin/day-sheet',
      'GET /api/courses',
    )
  const edit = (batch: BatchWithSessions | null) => {
    const form = batchForm(item.id, { like: latestOf(batches) })
    show((props) => (
      <RecordFormDialog
        {...props}
        form={form}
        item={batch}
        itemName={batch === null ? undefined : `${item.title}, ${nameOfBatch(batch)}`}
        onSaved={() => {
          changed()
          props.onClose()
        }}
      />
    ))
  }
  // The batch is loaded again before its form opens, because the list may be out of date.
  const reading = useAction({
    run: ({ id }: { id: string; goOn: (whole: BatchWithSessions) => void }) =>
      api('GET /api/admin/batches/:id', { params: { id } }),
    onDone: ({ data }, { goOn }) => goOn(data),
  })
  const tellCancelled = (batch: RosterBatch, answer: CancelledBatch) =>
    show((props) => (
      <CancelledDialog
        {...props}
        batch={batch}
        answer={answer}
        onClose={() => {
          props.onClose()
          // The button that had the focus is gone, so the focus moves to the heading.
          focusBehind(heading.current)
        }}
      />
    ))
  const opens =
    ({ id }: RosterBatch, goOn: (whole: BatchWithSessions) => void) =>
    () =>
      reading.mutate({ id, goOn })
  const selling = useAction({
    run: ({ id, version, isClosed }: RosterBatch) =>
      api('PUT /api/admin/batches/:id', { params: { id }, body: { version, isClosed: !isClosed } }),
    done: ({ data }) => ({
      title: data.isClosed ? 'Enrolment closed' : 'Enrolment open',
      description: `${item.title}, ${nameOfBatch(data)}`,
    }),
    onDone: changed,
    onFailed: changed,
  })
  const actionsOf = (batch: RosterBatch) => ({
    onSelling: () => selling.mutate(batch),
    onWrite: () => show((props) => <BatchLetterDialog {...props} batch={batch} />),
    onEdit: opens(batch, edit),
    onSessions: opens(batch, (whole) =>
      show((props) => <SessionsDialog {...props} course={item} batch={whole} onSaved={changed} />),
    ),
    onCancel: () =>
      show((props) => (
        <CancelDialog
          {...props}
          batch={batch}
          others={batches}
          title={item.title}
          onCancelled={(answer) => {
            changed()
            if (answer.seats + answer.moved + answer.waiting > 0) tellCancelled(batch, answer)
          }}
        />
      )),
    onDelete: () =>
      show((props) => (
        <ActionDialog
          {...props}
          title={`Delete the batch ${nameOfBatch(batch)}?`}
          confirmLabel="Delete"
          tone="danger"
          run={() => api('DELETE /api/admin/batches/:id', { params: { id: batch.id } })}
          done={{ title: 'Batch deleted' }}
          onDone={() => {
            focusBehind(heading.current)
            changed()
          }}
        >
          It disappears from the site and from calendars. You can add another batch on the same day.
        </ActionDialog>
      )),
  })
  return { add: () => edit(null), actionsOf, dialog }
}
