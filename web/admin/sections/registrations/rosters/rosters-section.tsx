import { useQuery } from '@tanstack/react-query'
import { CalendarDays, ChevronRight, Mail, Plus, UserPlus } from 'lucide-react'
import { useId, useState } from 'react'
import { Link, useLocation } from 'react-router'
import type { RosterBatch } from '../../../../../contract/catalogue/batches.ts'
import type { AdminClass } from '../../../../../contract/catalogue/courses.ts'
import { listLimitMax } from '../../../../../contract/primitives.ts'
import type { RosterSeat, RosterWaiting } from '../../../../../contract/registrations/rosters.ts'
import { dayText, joined, timeInWords } from '../../../../../contract/words.ts'
import { query, rowsIn, useStale } from '../../../../lib/query.ts'
import { useSchoolToday } from '../../../../lib/use-school-today.ts'
import { Button, ButtonLink } from '../../../../ui/button.tsx'
import { Card } from '../../../../ui/card.tsx'
import { controlled } from '../../../../ui/controlled.ts'
import { EmptyState } from '../../../../ui/empty-state.tsx'
import { FailedNote } from '../../../../ui/failed-note.tsx'
import { Icon } from '../../../../ui/icon.tsx'
import { lazyDialog, useDialog } from '../../../../ui/lazy-dialog.tsx'
import { SelectField } from '../../../../ui/select-field.tsx'
import { Loading } from '../../../../ui/spinner.tsx'
import { batchForm, latestOf } from '../../../batches/batch-form.tsx'
import { PrintButton } from '../../../print-button.tsx'
import { RecordFormDialog } from '../../../record-form.tsx'
import { SeatMeter } from '../../../seat-meter.tsx'
import { ManageSeatDialog } from '../../../seats/manage-seat-dialog.tsx'
import { batchText, seatsText } from '../../../seats/seat-facts.ts'
import { useSectionAction } from '../../../section-request.ts'
import { useRight } from '../../../use-right.ts'
import { DaySheet, type RosterActions } from './day-sheet.tsx'
import { RosterSheet } from './roster-sheet.tsx'

const BatchLetterDialog = lazyDialog(() => import('../../../batches/batch-letter.tsx'))
const AddPersonDialog = lazyDialog(() => import('../../../people/add-person-dialog.tsx'))

/** The addresses `#rosters?course=…&batch=…` and `#rosters?view=day&day=…` open this section. */
export default function RostersSection() {
  const { hash } = useLocation()
  const asked = new URLSearchParams(hash.split('?')[1])
  const { show, dialog } = useDialog()
  const stale = useStale()
  const changed = () =>
    stale(
      'GET /api/admin/batches',
      'GET /api/admin/batches/:id/roster',
      'GET /api/admin/day-sheet',
      'GET /api/getEventClassEnrollments',
    )
  const manage = (seat: RosterSeat) =>
    show((props) => <ManageSeatDialog {...props} seat={seat} onChanged={changed} />)
  const add = (batchId?: string, waiting?: RosterWaiting) =>
    show((props) => <AddPersonDialog {...props} batchId={batchId} person={waiting} waitingId={waiting?.id} />)
  useSectionAction('add-person', () => add())
  const actions = { onManage: manage, onAdd: add }
  return (
    <>
      {asked.get('view') === 'day' ? (
        <DaySheet askedDay={asked.get('day')} {...actions} />
      ) : (
        <BatchRoster askedCourse={asked.get('course')} askedBatch={asked.get('batch')} {...actions} />
      )}
      {dialog}
    </>
  )
}

function BatchRoster({
  askedCourse,
  askedBatch,
  ...actions
}: RosterActions & { askedCourse: string | null; askedBatch: string | null }) {
  const stale = useStale()
  const mayPlan = useRight('classes')
  const [courseId, setCourseId] = useState(askedCourse ?? '')
  const [chosenBatch, setBatch] = useState(askedBatch ?? '')
  const { show, dialog } = useDialog()
  const classes = useQuery(
    query('GET /api/admin/AdminClasses', { query: { limit: listLimitMax, sort: 'title' } }),
  )
  const classRows = rowsIn<AdminClass>(classes.data)
  const batches = useQuery({
    ...query('GET /api/admin/batches', { query: { course: courseId } }),
    enabled: courseId !== '',
  })
  const all = batches.data?.data ?? []
  const batchId = all.some(({ id }) => id === chosenBatch) ? chosenBatch : (openingBatch(all)?.id ?? '')
  const roster = useQuery({
    ...query('GET /api/admin/batches/:id/roster', { params: { id: batchId } }),
    enabled: batchId !== '',
  })
  const write = () =>
    roster.data && show((props) => <BatchLetterDialog {...props} batch={roster.data.data.batch} />)
  const failed = classes.error ?? batches.error ?? roster.error
  function added({ id }: RosterBatch) {
    setBatch(id)
    stale('GET /api/admin/batches', 'GET /api/admin/AdminClasses')
  }
  const add = () => {
    const form = batchForm(courseId, { like: latestOf(all), onAdded: added })
    show((props) => <RecordFormDialog {...props} form={form} item={null} onSaved={props.onClose} />)
  }
  return (
    <>
      <div className="mb-6 flex flex-wrap items-end gap-3 print:hidden">
        <SelectField
          label="Class"
          className="min-w-0 grow basis-full sm:basis-48"
          placeholder="Choose a class"
          {...controlled(courseId, (id) => {
            setCourseId(id)
            setBatch('')
          })}
          options={classRows.map(({ id, title: name }) => ({ value: id, label: name }))}
        />
        {all.length > 0 && (
          <SelectField
            label="Batch"
            className="min-w-0 grow basis-full sm:basis-56"
            {...controlled(batchId, setBatch)}
            options={all.map((batch) => ({
              value: batch.id,
              label: `${batchText(batch)}${endText(batch)} (${seatsText(batch)})`,
            }))}
          />
        )}
        {mayPlan && courseId !== '' && (
          <Button variant="outline" className="max-sm:grow" icon={Plus} onClick={add}>
            Add a batch
          </Button>
        )}
        <Button
          className="max-sm:grow max-sm:!px-3"
          icon={UserPlus}
          onClick={() => actions.onAdd(batchId || undefined)}
        >
          Add a person
        </Button>
        {roster.data && (
          <>
            <Button variant="outline" className="max-sm:grow" icon={Mail} onClick={write}>
              Message this batch
            </Button>
            <PrintButton label="Print the roster" />
          </>
        )}
        <ButtonLink
          to="#rosters?view=day"
          variant="outline"
          className="max-sm:grow max-sm:!px-3"
          icon={CalendarDays}
        >
          Day sheet
        </ButtonLink>
      </div>
      {failed ? (
        <FailedNote
          title="We couldn’t load the roster."
          tone="error"
          of={{
            isFetching: classes.isFetching || batches.isFetching || roster.isFetching,
            refetch() {
              for (const one of [classes, batches, roster]) if (one.isError) void one.refetch()
            },
          }}
        >
          {failed.message || 'Check your connection and try again.'}
        </FailedNote>
      ) : courseId === '' && classes.data ? (
        <ComingBatches of={classRows} />
      ) : batches.data && all.length === 0 ? (
        <EmptyState
          title="This class has no batch yet"
          action={mayPlan && <Button onClick={add}>Add a batch</Button>}
        >
          Add a batch so that people can choose a date.
        </EmptyState>
      ) : roster.data ? (
        <RosterSheet roster={roster.data.data} {...actions} />
      ) : (
        <Loading>Loading the roster…</Loading>
      )}
      {dialog}
    </>
  )
}

/** The next batch of each class, the earliest first. A press opens its roster. */
function ComingBatches({ of: classes }: { of: readonly AdminClass[] }) {
  const today = useSchoolToday()
  const headingId = useId()
  const mayPlan = useRight('classes')
  if (classes.length === 0) {
    return (
      <EmptyState
        title="No classes yet"
        action={
          mayPlan && (
            <ButtonLink to="#classes" variant="outline">
              Go to Classes
            </ButtonLink>
          )
        }
      >
        Rosters appear once a class has a batch.
      </EmptyState>
    )
  }
  const coming = classes
    .flatMap((item) => (item.nextbatch && item.nextbatch >= today ? [{ ...item, day: item.nextbatch }] : []))
    .sort((one, other) => one.day.localeCompare(other.day))
  if (coming.length === 0) {
    return <EmptyState title="Choose a class">See its batches, their students and waiting lists.</EmptyState>
  }
  return (
    <section aria-labelledby={headingId}>
      <h2 id={headingId} className="mb-3 text-xl">
        Coming batches
      </h2>
      <Card as="div">
        <ul className="divide-y divide-line">
          {coming.map((item) => (
            <li key={item.id}>
              <Link
                to={`#rosters?course=${item.id}`}
                className="grid min-h-14 grid-cols-[minmax(0,1fr)_auto] items-center gap-x-6 gap-y-0.5 px-4 py-2 no-underline transition-colors hover:bg-leaf-tint sm:grid-cols-[14rem_minmax(0,1fr)_11rem_auto]"
              >
                <span className="text-sm text-ink-soft max-sm:col-start-1 max-sm:row-start-2">
                  {joined([dayText(item.day), item.startTime && timeInWords(item.startTime)])}
                </span>
                <span className="line-clamp-2 font-bold wrap-anywhere">{item.title}</span>
                <span className="text-sm max-sm:col-start-1">
                  <SeatMeter item={item} />
                </span>
                <Icon
                  of={ChevronRight}
                  className="text-ink-soft max-sm:col-start-2 max-sm:row-span-3 max-sm:row-start-1"
                />
              </Link>
            </li>
          ))}
        </ul>
      </Card>
    </section>
  )
}

/** Returns the next batch to come, otherwise the latest batch. `batches` is sorted with the latest day first. */
function openingBatch(batches: readonly RosterBatch[]): RosterBatch | undefined {
  const isComing = ({ isOver, day, state }: RosterBatch) => !isOver && day !== null && state !== 'cancelled'
  return batches.findLast(isComing) ?? batches[0]
}

const endText = ({ state, isOver }: RosterBatch) =>
  state === 'cancelled' ? ', cancelled' : isOver ? ', ended' : ''
