import { useQuery } from '@tanstack/react-query'
import { CalendarDays, Mail, Plus, UserPlus } from 'lucide-react'
import { useState } from 'react'
import { useLocation } from 'react-router'
import type { RosterBatch } from '../../../../../contract/catalogue/batches.ts'
import type { AdminClass } from '../../../../../contract/catalogue/courses.ts'
import { listLimitMax } from '../../../../../contract/primitives.ts'
import type { RosterSeat, RosterWaiting } from '../../../../../contract/registrations/rosters.ts'
import { query, rowsIn, useStale } from '../../../../lib/query.ts'
import { Button, ButtonLink } from '../../../../ui/button.tsx'
import { controlled } from '../../../../ui/controlled.ts'
import { EmptyState } from '../../../../ui/empty-state.tsx'
import { FailedNote } from '../../../../ui/failed-note.tsx'
import { lazyDialog, useDialog } from '../../../../ui/lazy-dialog.tsx'
import { SelectField } from '../../../../ui/select-field.tsx'
import { Loading } from '../../../../ui/spinner.tsx'
import { batchForm, latestOf } from '../../../batches/batch-form.tsx'
import { PrintButton } from '../../../print-button.tsx'
import { RecordFormDialog } from '../../../record-form.tsx'
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
        <Button className="max-sm:grow" icon={UserPlus} onClick={() => actions.onAdd(batchId || undefined)}>
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
        <ButtonLink to="#rosters?view=day" variant="outline" className="max-sm:grow" icon={CalendarDays}>
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
        <EmptyState title="Choose a class">See its batches, their students and waiting lists.</EmptyState>
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

/** Returns the next batch to come, otherwise the latest batch. `batches` is sorted with the latest day first. */
function openingBatch(batches: readonly RosterBatch[]): RosterBatch | undefined {
  const isComing = ({ isOver, day, state }: RosterBatch) => !isOver && day !== null && state !== 'cancelled'
  return batches.findLast(isComing) ?? batches[0]
}

const endText = ({ state, isOver }: RosterBatch) =>
  state === 'cancelled' ? ', cancelled' : isOver ? ', ended' : ''
