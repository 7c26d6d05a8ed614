import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { plural } from '../../contract/plural.ts'
import { type ClosedDay, closedDayColumns, closedDayInput } from '../../contract/site/closed-days.ts'
import { closedHoursText } from '../../contract/site/closing-words.ts'
import { counted, dayText, joined, timeInWords } from '../../contract/words.ts'
import { query } from '../lib/query.ts'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { Note } from '../ui/note.tsx'
import { dayColumn, fewWords, longText } from './list/columns.tsx'
import { useList } from './list/use-list.ts'
import PlannedDialog, { listPlanned } from './planned-dialog.tsx'
import { recordOf } from './record.ts'
import { callsOf } from './record-calls.ts'
import { hidden } from './record-columns.tsx'
import { number, orNone, text } from './record-fields.tsx'
import type { FormParts } from './record-form.tsx'
import { RecordSection } from './record-section.tsx'
import { SectionLink } from './section-link.tsx'

const rule = closedDayInput.shape

const plannedShown = 10

const fields = {
  day: text('Day', rule.day, { type: 'date', required: true }),
  lastDay: {
    ...orNone(
      text('Last day', rule.lastDay, { type: 'date', hint: 'If the school is closed for several days' }),
    ),
    clears: 'day',
  },
  closedFor: orNone(
    text('Closed for', rule.closedFor, {
      maxLength: 60,
      placeholder: 'Pongal',
      hint: 'Visitors see “Closed on 14 January for Pongal”. Leave blank if the school is open.',
    }),
  ),
  from: orNone(
    text('Closes at', rule.from, {
      type: 'time',
      hint: 'Set either time. Leave both blank to close all day.',
    }),
  ),
  until: orNone(text('Opens again at', rule.until, { type: 'time' })),
  capacity: {
    ...orNone(
      number('Orders in each slot', rule.capacity, {
        hint: 'How many orders each delivery time takes on this day. Leave blank for no change.',
      }),
    ),
    clears: 'closedFor',
  },
}

function stateText(day: ClosedDay): string {
  const { closedFor, capacity } = day
  return joined(
    [
      closedFor && joined([`Closed for ${closedFor}`, closedHoursText(day)]),
      capacity !== null && `${counted(capacity, 'order')} for each delivery time`,
    ],
    '; ',
  )
}

/** Writes `Bridal Bouquets, 10:00 am; 2 orders`. */
function plannedText({ planned: { sessions, orders } }: ClosedDay): string {
  const texts = sessions.map(({ courseTitle, from }) => joined([courseTitle, from && timeInWords(from)]))
  return joined([...texts, orders > 0 && counted(orders, 'order')], '; ')
}

const DayLink = ({ day, children }: { day: string; children: string }) => (
  <SectionLink to={`rosters?view=day&day=${day}`} className="link">
    {children}
  </SectionLink>
)

export const closedDays = recordOf({
  kind: 'delivery-day',
  calls: callsOf('/api/admin/closed-days', 'edit'),
  namedBy: 'day',
  nameOf: ({ day }) => dayText(day),
  draftName: ({ day }) => (day ? dayText(day) : ''),
  tableFrom: 640,
  texts: {
    add: 'Add Day',
    edit: 'Edit Day',
    added: 'Day added',
    addFailed: 'We couldn’t add the day. Try again.',
    updated: 'Day updated',
    updateFailed: 'We couldn’t update the day. Try again.',
    changed: 'Someone else changed this day.',
    keptDraft: 'We’ve kept the closed day you typed.',
    filters: 'Filters for closed days',
    loading: 'Loading closed days…',
    notLoaded: 'We couldn’t load the closed days',
    loadFailed: 'We couldn’t load the closed days.',
    refreshed: 'Closed days refreshed',
    counted: ({ count }) => plural(count, { one: '1 day', other: `${count} days` }),
    deleteText: () => 'The usual hours and deliveries will apply.',
    deleted: () => 'Day deleted',
    deleteFailed: 'We couldn’t delete the day. Try again.',
    empty: { title: 'No closed days', text: 'The school is open as usual.', add: 'Add First Day' },
  },
  list: {
    id: 'closed-days',
    endpoint: 'GET /api/admin/closed-days',
    search: { label: 'Search days', placeholder: 'Pongal or 2026-01' },
    sorts: [
      { value: '-day', label: 'Latest first' },
      { value: 'day', label: 'Earliest first' },
    ],
  },
  rows: ({ data }: { data: ClosedDay[] }) => data,
  columns: [
    dayColumn('Day', ({ day }: ClosedDay) => day),
    {
      header: 'What’s different',
      text: stateText,
      cell: (item: ClosedDay) =>
        item.closedFor ? <Badge tone="rose">{stateText(item)}</Badge> : stateText(item),
      className: fewWords,
    },
    {
      header: 'Planned that day',
      text: plannedText,
      cell: (item) => <DayLink day={item.day}>{plannedText(item)}</DayLink>,
      className: longText,
    },
    ...hidden('closedFor', 'from', 'until', 'capacity'),
  ],
  form: {
    description:
      'Close the school to classes, hall visits and deliveries, or change how many deliveries you take.',
    fields,
    Layout,
  },
  importing: {
    endpoint: 'POST /api/admin/closed-days/import',
    columns: closedDayColumns,
    title: 'Import closed days',
  },
  shownIn: [
    ['GET /api/school', null],
    ['GET /api/admin/closed-days/planned', null],
  ],
})

function Layout({ input, isEdit }: FormParts<ClosedDay, typeof fields>) {
  return (
    <>
      <div className="field-row sm:grid-cols-2">
        {input('day')}
        {!isEdit && input('lastDay')}
      </div>
      {input('closedFor')}
      <div className="field-row grid-cols-[repeat(auto-fit,minmax(min(100%,8.5rem),1fr))] sm:grid-cols-2">
        {input('from')}
        {input('until')}
      </div>
      {input('capacity')}
    </>
  )
}

export function ClosedDays() {
  const list = useList(closedDays.list)
  return (
    <RecordSection
      record={closedDays}
      list={list}
      above={<PlannedNote />}
      addAction="add-day"
      importAction="import-days"
    />
  )
}

/**
 * Shows which sessions and orders are on closed days. The dialog opens by itself when a further session or order
 * appears, for example after a day was closed.
 */
export function PlannedNote() {
  const { data } = useQuery(query('GET /api/admin/closed-days/planned'))
  const [isOpen, setOpen] = useState(false)
  const known = useRef<Set<string> | null>(null)
  const planned = data?.data ?? { sessions: [], orders: [] }
  const things = listPlanned(planned)
  const keys = things.map(({ key }) => key).join('\n')
  useEffect(() => {
    if (!data) return
    const now = keys === '' ? [] : keys.split('\n')
    if (known.current && now.some((key) => !known.current?.has(key))) setOpen(true)
    known.current = new Set(now)
  }, [data, keys])
  return (
    <>
      {things.length > 0 && (
        <Note
          tone="warning"
          role="status"
          className="mb-3 !py-2"
          title={plural(things.length, {
            one: '1 plan is on a closed day. Decide what happens to it.',
            other: `${things.length} plans are on closed days. Decide what happens to each one.`,
          })}
          action={
            <Button size="sm" variant="outline" onClick={() => setOpen(true)}>
              Review plans
            </Button>
          }
        >
          {/* A phone shows the plans only in the dialog, so that the week stays in sight. */}
          <ul className="text-sm max-sm:hidden">
            {things.slice(0, plannedShown).map(({ key, name, of }) => (
              <li key={key} className="py-0.5">
                <DayLink day={of.day}>{name}</DayLink>
              </li>
            ))}
          </ul>
          {things.length > plannedShown && (
            <p className="text-sm max-sm:hidden">and {things.length - plannedShown} more</p>
          )}
        </Note>
      )}
      <PlannedDialog open={isOpen} onClose={() => setOpen(false)} planned={planned} />
    </>
  )
}
