import { ChevronDown, Plus, X } from 'lucide-react'
import { type FormEvent, type MouseEvent, useId, useRef, useState } from 'react'
import { type BatchWithSessions, sessionsMax } from '../../../../../contract/catalogue/batches.ts'
import type { AdminClass } from '../../../../../contract/catalogue/courses.ts'
import { spanOf } from '../../../../../contract/catalogue/event-span.ts'
import { plural } from '../../../../../contract/plural.ts'
import { isSchoolDay } from '../../../../../contract/school-day.ts'
import { dayText, joined, timeInWords } from '../../../../../contract/words.ts'
import { api } from '../../../../lib/api.ts'
import { newId } from '../../../../lib/new-id.ts'
import { Button, IconButton } from '../../../../ui/button.tsx'
import { Checkbox } from '../../../../ui/checkbox.tsx'
import { cx } from '../../../../ui/class-names.ts'
import { controlled } from '../../../../ui/controlled.ts'
import { DateField } from '../../../../ui/date-field.tsx'
import { focusBeside } from '../../../../ui/focus-beside.ts'
import { Icon } from '../../../../ui/icon.tsx'
import type { Openable } from '../../../../ui/lazy-dialog.tsx'
import { SelectField } from '../../../../ui/select-field.tsx'
import { TextField } from '../../../../ui/text-field.tsx'
import { nameOfBatch, type Options, optionsWith, usePlaces } from '../../../batches/batch-form.tsx'
import { FormDialog } from '../../../form-dialog.tsx'
import { DraftNote, forgetDraft, type KeptDraft, useKeptDraft } from '../../../kept-draft.tsx'
import { useMailPromise } from '../../../mail-promise.ts'
import { spokenLabel } from '../../../spoken-label.tsx'
import { StaleEdit } from '../../../stale-edit.tsx'
import { useAction } from '../../../use-action.ts'
import { RuleMaker } from './rule-maker.tsx'
import {
  isSameList,
  mergeMine,
  sessionText,
  sortSessions,
  type TypedSession,
  toInput,
  toTyped,
} from './session-rows.ts'

export function SessionsDialog({
  course,
  batch,
  onSaved,
  ...dialog
}: Openable & { course: AdminClass; batch: BatchWithSessions; onSaved: () => void }) {
  const places = usePlaces()
  const told = useMailPromise()
  const typed = useTypedSessions({ ...dialog, batch, onSaved })
  const { base, theirs, rows, isDirty, form, list, focus, sending, change, settle, anyway } = typed
  const fields = sending.refusal?.fields ?? {}
  return (
    <FormDialog
      {...dialog}
      wide
      title="Sessions"
      description={`${course.title}, ${nameOfBatch(base)}`}
      isDirty={isDirty}
      isSending={sending.isPending}
      refusal={theirs === null ? sending.refusal : null}
      submit={['Save sessions', 'Saving...']}
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        if (!sending.isPending) sending.mutate()
      }}
    >
      <DraftNote<BatchWithSessions, TypedSession[]>
        form={form}
        said={({ length }) =>
          plural(length, {
            one: 'We’ve kept the session you typed.',
            other: `We’ve kept the ${length} sessions you typed.`,
          })
        }
        onContinue={typed.takeDraft}
      />
      <div ref={list} className="flex flex-col gap-5">
        {theirs !== null && (
          <StaleEdit
            title="Someone else changed this batch."
            fields={staleFields(base, theirs, rows)}
            onTakeTheirs={() => settle(theirs, theirs.meetings.map(toTyped))}
            onKeepMine={() => settle(theirs, mergeMine(rows, theirs.meetings.map(toTyped)))}
          />
        )}
        {sending.refusal?.details['closedDays'] !== undefined && (
          <div data-anyway>
            <Checkbox
              label="Hold sessions on closed days anyway"
              hint="Tick this, then save again."
              checked={anyway.checked}
              onChange={({ target }) => anyway.set(target.checked)}
            />
          </div>
        )}
        <RuleMaker
          start={usualHours(course, base)}
          count={rows.length || course.sessions}
          isFirst={rows.length === 0}
          // The first new session takes over the id of the first old session, and so on. So students read that a
          // session moved, and not that a session is new.
          onMade={(made) => change(made.map((one, n) => ({ ...(rows[n] ?? blankRow()), ...one })))}
        />
        {rows.length === 0 ? (
          <p className="text-ink-soft">
            No sessions yet. Students see the first day and start time of the batch.
          </p>
        ) : (
          <ol
            className="divide-y divide-line border-y border-line"
            aria-label={plural(rows.length, { one: '1 session', other: `${rows.length} sessions` })}
          >
            {rows.map((row, n) => (
              <SessionRow
                key={row.key}
                row={row}
                n={n}
                places={places}
                errorOf={(name) => fields[`meetings.${n}.${name}`] ?? null}
                onChange={(part) => change(rows.map((one, at) => (at === n ? { ...one, ...part } : one)))}
                onRemove={({ currentTarget }) => {
                  focusBeside(currentTarget.closest('li'))
                  change(rows.filter((_, at) => at !== n))
                }}
              />
            ))}
          </ol>
        )}
        <ListButtons
          rows={rows}
          time={base.time}
          onChange={change}
          onAdded={() => focus('li:last-child input')}
        />
      </div>
      {base.taken > 0 && !base.isOver && (
        <p className="text-sm text-ink-soft">
          {told(
            plural(base.taken, {
              one: 'When you save, we’ll e-mail the changes to 1 student.',
              other: `When you save, we’ll e-mail the changes to ${base.taken} students.`,
            }),
          )}
        </p>
      )}
    </FormDialog>
  )
}

function useTypedSessions({
  batch,
  open,
  onSaved,
  onClose,
}: Openable & { batch: BatchWithSessions; onSaved: () => void }) {
  const [base, setBase] = useState(batch)
  const [theirs, setTheirs] = useState<BatchWithSessions | null>(null)
  const [rows, setRows] = useState(() => batch.meetings.map(toTyped))
  const [meetsAnyway, setMeetsAnyway] = useState(false)
  const list = useRef<HTMLDivElement>(null)
  const isDirty = !isSameList(rows, base.meetings.map(toTyped))
  const form = `sessions-of-${batch.id}`
  useKeptDraft(form, open && isDirty, () => ({ item: base, values: rows }))
  const focus = (selector: string) =>
    requestAnimationFrame(() => list.current?.querySelector<HTMLElement>(selector)?.focus())
  const sending = useAction({
    run: () => {
      const body = { version: base.version, meetsAnyway, meetings: rows.map(toInput) }
      return api('PUT /api/admin/batches/:id/meetings', { params: { id: base.id }, body })
    },
    done: { title: 'Sessions saved' },
    failed: null,
    onDone: () => {
      forgetDraft(form)
      onSaved()
      onClose()
    },
    onFailed: async ({ code, details }) => {
      if (code !== 'conflict') return focus(details['closedDays'] ? '[data-anyway] input' : '[aria-invalid]')
      const now = await api('GET /api/admin/batches/:id', { params: { id: base.id } }).catch(() => null)
      setTheirs(now?.data ?? null)
    },
  })
  const change = (next: TypedSession[]) => {
    sending.reset()
    setMeetsAnyway(false)
    setRows(next)
  }
  const settle = (now: BatchWithSessions, kept: TypedSession[]) => {
    setBase(now)
    setTheirs(null)
    change(kept)
  }
  return {
    base,
    theirs,
    rows,
    isDirty,
    form,
    list,
    focus,
    sending,
    change,
    settle,
    anyway: { checked: meetsAnyway, set: setMeetsAnyway },
    takeDraft: ({ item, values }: KeptDraft<BatchWithSessions, TypedSession[]>) => {
      if (item !== null) setBase(item)
      change(values)
    },
  }
}

function ListButtons({
  rows,
  time,
  onChange,
  onAdded,
}: {
  rows: readonly TypedSession[]
  time: string | null
  onChange: (rows: TypedSession[]) => void
  onAdded: () => void
}) {
  const last = rows.at(-1)
  return (
    <div className="flex flex-wrap gap-3">
      <Button
        variant="outline"
        size="sm"
        icon={Plus}
        disabled={rows.length >= sessionsMax}
        onClick={() => {
          const { from = time ?? '', to = '', roomId = '' } = last ?? ({} as Partial<TypedSession>)
          onChange([...rows, { ...blankRow(), from, to, roomId }])
          onAdded()
        }}
      >
        Add a session
      </Button>
      {rows.length > 1 && (
        <Button variant="quiet" size="sm" onClick={() => onChange(sortSessions(rows))}>
          Sort by date
        </Button>
      )}
    </div>
  )
}

function usualHours({ duration }: AdminClass, { day, time, meetings }: BatchWithSessions) {
  const [first] = meetings
  const from = first?.from ?? time ?? ''
  const { endTime } = spanOf({ day: day ?? '2000-01-01', time: from || null, duration })
  return { day: day ?? '', from, to: first?.to ?? endTime ?? '' }
}

const blankRow = (): TypedSession => ({
  key: newId(),
  day: '',
  from: '',
  to: '',
  roomId: '',
  instructorId: '',
  topic: '',
})

function staleFields(base: BatchWithSessions, theirs: BatchWithSessions, rows: readonly TypedSession[]) {
  const text = (list: readonly Pick<TypedSession, 'day' | 'from' | 'to'>[]) =>
    list.map(sessionText).join('\n')
  return [{ label: 'Sessions', before: text(base.meetings), theirs: text(theirs.meetings), mine: text(rows) }]
}

const names = ['day', 'from', 'to', 'roomId', 'instructorId', 'topic'] as const

/** Each session is folded to one line, because nobody would find a session among 24 open forms. */
function SessionRow({
  row,
  n,
  places: { rooms, instructors },
  errorOf,
  onChange,
  onRemove,
}: {
  row: TypedSession
  n: number
  places: { rooms: Options; instructors: Options }
  errorOf: (name: string) => string | null
  onChange: (part: Partial<TypedSession>) => void
  onRemove: (event: MouseEvent<HTMLElement>) => void
}) {
  const id = useId()
  const [isOpen, setOpen] = useState(row.day === '')
  // A field with an error unfolds its row, which stays open when an edit clears the error.
  if (!isOpen && names.some((name) => errorOf(name) !== null)) setOpen(true)
  const nameIn = (options: Options, asked: string) => options.find(({ value }) => value === asked)?.label
  const hours = row.from && row.to && `${timeInWords(row.from)} to ${timeInWords(row.to)}`
  const own = [hours, nameIn(rooms, row.roomId), nameIn(instructors, row.instructorId), row.topic]
  const field = (name: (typeof names)[number], label: string) => ({
    ...controlled(row[name], (value) => onChange({ [name]: value })),
    error: errorOf(name),
    label: spokenLabel(label, ` of session ${n + 1}`),
  })
  return (
    <li className="py-1">
      <div className="flex items-center gap-1">
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={id}
          className="-ml-2 flex min-h-11 min-w-0 flex-1 items-center gap-3 rounded-sm pl-2 text-left hover:bg-sunk"
          onClick={() => setOpen(!isOpen)}
        >
          <span className="min-w-0 flex-1 wrap-anywhere">
            {n + 1}. {isSchoolDay(row.day) ? dayText(row.day) : 'No day yet'}
            <span className="block text-sm text-ink-soft">{joined(own, ' · ')}</span>
          </span>
          <Icon of={ChevronDown} className={cx('transition-transform', isOpen && 'rotate-180')} />
        </button>
        <IconButton label={`Remove session ${n + 1}`} icon={X} data-takes-out onClick={onRemove} />
      </div>
      <div id={id} hidden={!isOpen}>
        {isOpen && (
          <div className="grid grid-cols-2 gap-3 pt-1 pb-4 sm:grid-cols-6">
            <DateField className="col-span-2" {...field('day', 'Day')} />
            <TextField type="time" className="sm:col-span-2" {...field('from', 'From')} />
            <TextField type="time" className="sm:col-span-2" {...field('to', 'To')} />
            <SelectField
              className="col-span-2"
              options={optionsWith(rooms, 'Same as the batch', row.roomId || null)}
              {...field('roomId', 'Room')}
            />
            <SelectField
              className="col-span-2"
              options={optionsWith(instructors, 'Same as the batch', row.instructorId || null)}
              {...field('instructorId', 'Instructor')}
            />
            <TextField className="col-span-2" maxLength={120} {...field('topic', 'Topic')} />
          </div>
        )}
      </div>
    </li>
  )
}
