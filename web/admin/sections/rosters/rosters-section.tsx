import { useQuery } from '@tanstack/react-query'
import { CalendarDays, ClipboardList, Plus } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useLocation } from 'react-router'
import * as z from 'zod/mini'
import { courseDefaults } from '../../../../contract/course-facts.ts'
import { listLimitMax } from '../../../../contract/primitives.ts'
import type { RosterBatch, RosterSeat } from '../../../../contract/rosters.ts'
import { isSchoolDay } from '../../../../contract/school-day.ts'
import { dayText } from '../../../../contract/words.ts'
import { api } from '../../../lib/api.ts'
import { query, useStale } from '../../../lib/query.ts'
import { useSchoolToday } from '../../../lib/use-school-today.ts'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { FailedNote } from '../../../ui/failed-note.tsx'
import { type Openable, useDialog } from '../../../ui/lazy-dialog.tsx'
import { NumberField } from '../../../ui/number-field.tsx'
import { SelectField } from '../../../ui/select-field.tsx'
import { Loading } from '../../../ui/spinner.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { SentDialog } from '../../form-dialog.tsx'
import { PrintButton } from '../../print-button.tsx'
import { ManageSeatDialog } from '../../seats/manage-seat-dialog.tsx'
import { batchText, seatsText } from '../../seats/seat-facts.ts'
import { RosterSheet } from './roster-sheet.tsx'

/** Who is in a batch, or in the batches of a day; `#rosters?course=…` and `#rosters?view=day&day=…` lead there. */
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
  return (
    <>
      {asked.get('view') === 'day' ? (
        <DaySheet askedDay={asked.get('day')} onManage={manage} />
      ) : (
        <BatchRoster askedCourse={asked.get('course')} onManage={manage} />
      )}
      {dialog}
    </>
  )
}

function Tools({ children }: { children: ReactNode }) {
  return <div className="mb-6 flex flex-wrap items-end gap-3 print:hidden">{children}</div>
}

type Manage = { onManage: (seat: RosterSeat) => void }

function BatchRoster({ askedCourse, onManage }: Manage & { askedCourse: string | null }) {
  const stale = useStale()
  const [courseId, setCourseId] = useState(askedCourse ?? '')
  const [chosenBatch, setBatch] = useState('')
  const { show, dialog } = useDialog()
  const classes = useQuery(
    query('GET /api/admin/AdminClasses', { query: { limit: listLimitMax, sort: 'title' } }),
  )
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
  const failed = classes.error ?? batches.error ?? roster.error
  function added({ id }: RosterBatch) {
    setBatch(id)
    stale('GET /api/admin/batches', 'GET /api/admin/AdminClasses')
  }
  const add = () => {
    const title = classes.data?.find(({ id }) => id === courseId)?.title ?? ''
    show((props) => <AddBatchDialog {...props} courseId={courseId} courseTitle={title} onAdded={added} />)
  }
  return (
    <>
      <Tools>
        <SelectField
          label="Class"
          className="min-w-0 grow basis-full sm:basis-48"
          placeholder="Choose a class"
          value={courseId}
          onChange={(event) => {
            setCourseId(event.target.value)
            setBatch('')
          }}
          options={(classes.data ?? []).map(({ id, title: name }) => ({ value: id, label: name }))}
        />
        {all.length > 0 && (
          <SelectField
            label="Batch"
            className="min-w-0 grow basis-full sm:basis-56"
            value={batchId}
            onChange={(event) => setBatch(event.target.value)}
            options={all.map((batch) => ({
              value: batch.id,
              label: `${batchText(batch)}${batch.isOver ? ', over' : ''} (${seatsText(batch)})`,
            }))}
          />
        )}
        {courseId !== '' && (
          <Button variant="outline" className="max-sm:grow" icon={Plus} onClick={add}>
            Add a batch
          </Button>
        )}
        {roster.data && <PrintButton what="roster" />}
        <ButtonLink to="#rosters?view=day" variant="outline" className="max-sm:grow" icon={CalendarDays}>
          Day sheet
        </ButtonLink>
      </Tools>
      {failed ? (
        <FailedNote
          title="The roster could not be loaded."
          tone="error"
          of={{
            isFetching: classes.isFetching || batches.isFetching || roster.isFetching,
            refetch() {
              for (const one of [classes, batches, roster]) if (one.isError) void one.refetch()
            },
          }}
        >
          {failed.message || 'Please check the connection.'}
        </FailedNote>
      ) : courseId === '' ? (
        <EmptyState title="Choose a class">Its batches, who sits in them, and who waits.</EmptyState>
      ) : batches.data && all.length === 0 ? (
        <EmptyState title="This class has no batch yet" action={<Button onClick={add}>Add a batch</Button>}>
          As soon as it has one, people can enrol.
        </EmptyState>
      ) : roster.data ? (
        <RosterSheet roster={roster.data.data} onManage={onManage} />
      ) : (
        <Loading>Loading the roster…</Loading>
      )}
      {dialog}
    </>
  )
}

const batchRules = z
  .object({
    day: z.string().check(z.minLength(1, 'Please choose a day')),
    time: z.string(),
    capacity: z.string(),
    isUnlimited: z.boolean(),
  })
  .check(
    z.refine(({ capacity, isUnlimited }) => isUnlimited || /^0*[1-9]\d*$/.test(capacity), {
      path: ['capacity'],
      error: 'Capacity must be a whole number of 1 or more',
    }),
  )

function AddBatchDialog({
  courseId,
  courseTitle,
  onAdded,
  ...dialog
}: Openable & { courseId: string; courseTitle: string; onAdded: (batch: RosterBatch) => void }) {
  return (
    <SentDialog
      {...dialog}
      title="Add a batch"
      description={courseTitle}
      isToldAbove
      submitLabel="Add the batch"
      sendingLabel="Adding..."
      rules={batchRules}
      defaults={{ day: '', time: '', capacity: String(courseDefaults.capacity), isUnlimited: false }}
      send={({ day, time, capacity, isUnlimited }, keyed) => {
        const body = { courseId, day, time: time || null, capacity: isUnlimited ? null : Number(capacity) }
        return api('POST /api/admin/batches', { body }, keyed(body))
      }}
      done={{ title: 'Batch added' }}
      onSent={({ data }) => onAdded(data)}
    >
      {(field, { form }) => (
        <>
          <TextField type="date" label="Day" required {...field('day')} />
          <TextField label="Start time" type="time" hint="School time (optional)" {...field('time')} />
          <NumberField label="Capacity" min={1} {...field('capacity')} disabled={form.watch('isUnlimited')} />
          <Checkbox label="Unlimited" {...field('isUnlimited', 'capacity')} />
        </>
      )}
    </SentDialog>
  )
}

/** The next to come, else the latest; batches come with the latest day first. */
function openingBatch(batches: readonly RosterBatch[]): RosterBatch | undefined {
  return batches.findLast(({ isOver, day }) => !isOver && day !== null) ?? batches[0]
}

function DaySheet({ askedDay, onManage }: Manage & { askedDay: string | null }) {
  const today = useSchoolToday()
  const [day, setDay] = useState(askedDay !== null && isSchoolDay(askedDay) ? askedDay : today)
  const isDay = isSchoolDay(day)
  const result = useQuery({ ...query('GET /api/admin/day-sheet', { query: { day } }), enabled: isDay })
  const { error } = result
  const sheet = result.data?.data
  const toDay = (label: string, other: string | null | undefined) =>
    other && (
      <Button variant="outline" className="max-sm:grow" onClick={() => setDay(other)}>
        {label}: {dayText(other)}
      </Button>
    )
  return (
    <>
      <Tools>
        <TextField
          type="date"
          label="Day"
          className="min-w-0 grow basis-full sm:grow-0 sm:basis-48"
          value={day}
          onChange={(event) => setDay(event.target.value)}
        />
        {toDay('Earlier', sheet?.previousDay)}
        {toDay('Later', sheet?.nextDay)}
        {sheet && sheet.rosters.length > 0 && <PrintButton what="day sheet" />}
        <ButtonLink to="#rosters" variant="outline" className="max-sm:grow" icon={ClipboardList}>
          Rosters
        </ButtonLink>
      </Tools>
      {!isDay ? (
        <EmptyState title="Choose a day">The batches that begin on it, with their people.</EmptyState>
      ) : error ? (
        <FailedNote title="The day sheet could not be loaded." tone="error" of={result}>
          {error.message || 'Please check the connection.'}
        </FailedNote>
      ) : !sheet ? (
        <Loading>Loading the day…</Loading>
      ) : sheet.rosters.length === 0 ? (
        <EmptyState title={`No batch begins on ${dayText(day)}`}>
          {sheet.nextDay ? `The next one begins on ${dayText(sheet.nextDay)}.` : 'None is planned after it.'}
        </EmptyState>
      ) : (
        <div className="flex flex-col gap-10">
          <p className="hidden text-xl font-bold print:block">Day sheet of {dayText(day)}</p>
          {sheet.rosters.map((roster) => (
            <RosterSheet key={roster.batch.id} roster={roster} onManage={onManage} />
          ))}
        </div>
      )}
    </>
  )
}
