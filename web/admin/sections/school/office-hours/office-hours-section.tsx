import { Pencil, Trash2 } from 'lucide-react'
import type { RefObject } from 'react'
import { useWatch } from 'react-hook-form'
import * as z from 'zod/mini'
import { plural } from '../../../../../contract/plural.ts'
import {
  type OfficeTiming,
  officeDays,
  officeTimingInput,
} from '../../../../../contract/school/office-hours.ts'
import { windowText } from '../../../../../contract/store/delivery-hours.ts'
import { weekdayOf } from '../../../../../contract/words.ts'
import { api } from '../../../../lib/api.ts'
import { useStale } from '../../../../lib/query.ts'
import { useSchoolToday } from '../../../../lib/use-school-today.ts'
import { Badge } from '../../../../ui/badge.tsx'
import { IconButton } from '../../../../ui/button.tsx'
import { Card } from '../../../../ui/card.tsx'
import { cx } from '../../../../ui/class-names.ts'
import { ClosedDays, PlannedNote } from '../../../closed-days.tsx'
import type { RowsProps } from '../../../record.ts'
import { callsOf } from '../../../record-calls.ts'
import { box, choice, text } from '../../../record-fields.tsx'
import type { FormParts } from '../../../record-form.tsx'
import { recordSection } from '../../../record-section.tsx'
import { useAction } from '../../../use-action.ts'
import { viewsSection } from '../../../view-links.tsx'

function Week() {
  return (
    <div className="max-w-[52rem] has-data-empty:max-w-none">
      <PlannedNote />
      <Hours />
    </div>
  )
}

export default viewsSection('office-timing', 'Office hours', [
  ['hours', 'Weekly hours', Week],
  ['days', 'Closed days', ClosedDays],
])

// Each input accepts any text, because the rules in `contract/` check all fields together.
const attributes = { type: 'time', required: true }
const time = (label: string, start: string) => ({ ...text(label, z.string(), attributes), start })

const fields = {
  office_day: choice<OfficeTiming['office_day']>('Day', officeDays, {
    required: true,
    placeholder: 'Choose a day',
  }),
  open_time: time('Opening time', '09:00'),
  close_time: time('Closing time', '18:00'),
  is_holiday: { ...box('Holiday'), clears: 'close_time' },
}

const daysText = (count: number) => plural(count, { one: '1 day', other: `${count} days` })

const hoursText = ({ open_time, close_time, is_holiday }: OfficeTiming) =>
  is_holiday ? 'Closed' : windowText({ from: open_time, to: close_time })

/** Also reads what is planned on closed days, because closing a weekday may close a day with classes. */
const readAgain = ['GET /api/office-timing', 'GET /api/admin/closed-days/planned'] as const

const Hours = recordSection({
  kind: 'office-hours',
  calls: callsOf('/api/admin/office-timing', 'edit'),
  namedBy: 'office_day',
  texts: {
    add: 'Add Office Hours',
    edit: 'Edit Office Hours',
    added: 'Office hours added successfully',
    addFailed: 'Failed to add office hours. Please try again.',
    updated: 'Office hours updated successfully',
    updateFailed: 'Failed to update office hours',
    changed: 'Someone else changed this day.',
    keptDraft: 'We’ve kept the office hours you typed.',
    loading: 'Loading office hours…',
    notLoaded: 'We couldn’t load the office hours',
    loadFailed: 'Failed to fetch data. Please try again.',
    refreshed: 'Office hours refreshed successfully',
    counted: ({ count }) => daysText(count),
    deleteOne: ({ office_day }) => `Delete the hours of ${office_day}?`,
    deleted: () => 'Office hours deleted successfully',
    deleteFailed: 'Failed to delete office hours. Please try again.',
    empty: {
      title: 'No office hours found',
      text: 'Visitors see your hours once you add them.',
      add: 'Add Office Hours',
    },
  },
  list: {
    id: 'office-timing',
    endpoint: 'GET /api/office-timing',
    isPublicToo: true,
  },
  columns: ['office_day', { header: 'Hours', text: hoursText }],
  Rows: Days,
  form: {
    fields,
    rules: officeTimingInput,
    useStart: (rows) => ({
      office_day: officeDays.find((day) => !rows.some(({ office_day }) => office_day === day)) ?? '',
    }),
    Layout,
  },
  fullOf: (rows) =>
    officeDays.every((day) => rows.some(({ office_day }) => office_day === day)) ? '' : undefined,
  shownIn: readAgain.map((key) => [key, null]),
})

function Layout({ input, form, base, rows }: FormParts<OfficeTiming, typeof fields>) {
  const [day, isHoliday] = useWatch({ control: form.control, name: ['office_day', 'is_holiday'] })
  const replaces = base === null && rows.some(({ office_day }) => office_day === day)
  return (
    <>
      {input('office_day', { hint: replaces && `${day} already has hours. Saving replaces them.` })}
      <div className="field-row grid-cols-[repeat(auto-fit,minmax(min(100%,8.5rem),1fr))] sm:grid-cols-2">
        {input('open_time')}
        {input('close_time')}
      </div>
      {input('is_holiday', { hint: isHoliday && 'Visitors see “Closed”. We keep the times for later.' })}
    </>
  )
}

/** One line a day, the same on a phone and on a computer. */
function Days({ rows, heading, isFull, onEdit, onDelete }: RowsProps<OfficeTiming>) {
  const today = weekdayOf(useSchoolToday())
  return (
    // A whole week has no button to add a day, so its count stands beside the refresh button.
    <section aria-labelledby="office-days" className={cx(isFull && '-mt-14')}>
      <p
        id="office-days"
        ref={heading as RefObject<HTMLParagraphElement | null>}
        role="status"
        tabIndex={-1}
        className="mb-2 flex min-h-12 w-fit items-center text-sm text-ink-soft outline-none"
      >
        {daysText(rows.length)}
      </p>
      <Card>
        <ul className="divide-y divide-line">
          {rows.map((row) => {
            const { id, office_day: day } = row
            return (
              <li
                key={id}
                className={cx(
                  'flex min-h-13 items-center gap-x-2 py-0.5 pr-1 pl-2 max-sm:gap-x-1 max-sm:pl-1',
                  day === today && 'bg-leaf-tint',
                )}
              >
                <OpenBox row={row} />
                <div className="grid min-w-0 flex-1 items-center gap-x-4 sm:grid-cols-2">
                  <p className="leading-5 font-bold">
                    {day}
                    {day === today && <span className="font-normal text-leaf-ink"> · today</span>}
                  </p>
                  {row.is_holiday ? (
                    <p>
                      <Badge tone="rose">Closed</Badge>
                    </p>
                  ) : (
                    <p className="leading-5 tabular-nums max-sm:text-sm">{hoursText(row)}</p>
                  )}
                </div>
                <IconButton label={`Edit ${day}`} title="Edit" icon={Pencil} onClick={() => onEdit(row)} />
                <IconButton
                  label={`Delete ${day}`}
                  title="Delete"
                  icon={Trash2}
                  className="text-ink-soft"
                  onClick={() => onDelete(row)}
                />
              </li>
            )
          })}
        </ul>
      </Card>
    </section>
  )
}

/** Opens or closes a day by one press. The hours of a closed day are kept. */
function OpenBox({ row }: { row: OfficeTiming }) {
  const { id, office_day, is_holiday, version } = row
  const stale = useStale()
  const change = useAction({
    run: () =>
      api('PUT /api/admin/office-timing/:id', { params: { id }, body: { is_holiday: !is_holiday, version } }),
    done: () => ({
      title: is_holiday ? `${office_day} is open` : `${office_day} is closed`,
      description: 'Visitors see it now.',
    }),
    failed: ({ code }) => ({
      title: 'Error',
      description:
        code === 'conflict'
          ? 'Someone else changed this day. Look at its hours and try again.'
          : 'Failed to update office hours',
    }),
    onDone: () => stale(...readAgain),
    onFailed: () => stale(...readAgain),
  })
  return (
    <label
      className="grid size-11 shrink-0 place-items-center"
      title={is_holiday ? 'Open this day' : 'Close this day'}
    >
      <span className="sr-only">Open on {office_day}</span>
      <input
        type="checkbox"
        className="tick"
        checked={!is_holiday}
        onChange={() => {
          if (!change.isPending) change.mutate()
        }}
      />
    </label>
  )
}
