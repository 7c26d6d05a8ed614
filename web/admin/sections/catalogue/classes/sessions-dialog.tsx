import { Plus } from 'lucide-react'
import { type FormEvent, useRef, useState } from 'react'
import { type BatchWithSessions, sessionsMax } from '../../../../../contract/catalogue/batches.ts'
import type { AdminClass } from '../../../../../contract/catalogue/courses.ts'
import { spanOf } from '../../../../../contract/catalogue/event-span.ts'
import { counted } from '../../../../../contract/words.ts'
import { api } from '../../../../lib/api.ts'
import { newId } from '../../../../lib/new-id.ts'
import { Button } from '../../../../ui/button.tsx'
import { Checkbox } from '../../../../ui/checkbox.tsx'
import { focusBeside } from '../../../../ui/focus-beside.ts'
import type { Openable } from '../../../../ui/lazy-dialog.tsx'
import { nameOfBatch, usePlaces } from '../../../batches/batch-form.tsx'
import { FormDialog, Refusal } from '../../../form-dialog.tsx'
import { DraftNote, forgetDraft, type KeptDraft, useKeptDraft } from '../../../kept-draft.tsx'
import { StaleEdit } from '../../../stale-edit.tsx'
import { useDeed } from '../../../use-deed.ts'
import { RuleMaker } from './rule-maker.tsx'
import { SessionRow } from './session-row.tsx'
import {
  inOrder,
  inputOf,
  isSameList,
  keepMine,
  sessionText,
  type TypedSession,
  typedOf,
} from './session-rows.ts'

export function SessionsDialog({
  course,
  batch,
  onSaved,
  ...dialog
}: Openable & { course: AdminClass; batch: BatchWithSessions; onSaved: () => void }) {
  const places = usePlaces()
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
      submitLabel="Save the sessions"
      sendingLabel="Saving..."
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        if (!sending.isPending) sending.mutate()
      }}
    >
      <DraftNote<BatchWithSessions, TypedSession[]>
        form={form}
        nameOf={({ length }) => counted(length, 'session')}
        onContinue={typed.takeDraft}
      />
      <div ref={list} className="flex flex-col gap-5">
        {theirs !== null ? (
          <StaleEdit
            what="batch"
            fields={staleFields(base, theirs, rows)}
            onTakeTheirs={() => settle(theirs, theirs.meetings.map(typedOf))}
            onKeepMine={() => settle(theirs, keepMine(rows, theirs.meetings.map(typedOf)))}
          />
        ) : (
          <Refusal error={sending.refusal} />
        )}
        {sending.refusal?.details['closedDays'] !== undefined && (
          <div data-anyway>
            <Checkbox
              label="Meet anyway"
              hint="Then save again."
              checked={anyway.checked}
              onChange={({ target }) => anyway.set(target.checked)}
            />
          </div>
        )}
        <RuleMaker
          start={usualHours(course, base)}
          count={rows.length || course.sessions}
          isFirst={rows.length === 0}
          // The nth session keeps its identity, so that students read that it moved.
          onMade={(made) => change(made.map((one, n) => ({ ...(rows[n] ?? blankRow()), ...one })))}
        />
        {rows.length === 0 ? (
          <p className="text-ink-soft">
            There are no sessions: students read the first day and the hour of the batch.
          </p>
        ) : (
          <ol
            className="divide-y divide-line border-y border-line"
            aria-label={counted(rows.length, 'session')}
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
          Saving tells {counted(base.taken, 'student')} in one letter what was and what is now.
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
  const [rows, setRows] = useState(() => batch.meetings.map(typedOf))
  const [meetsAnyway, setMeetsAnyway] = useState(false)
  const list = useRef<HTMLDivElement>(null)
  const isDirty = !isSameList(rows, base.meetings.map(typedOf))
  const form = `sessions-of-${batch.id}`
  useKeptDraft(form, open && isDirty, () => ({ item: base, values: rows }))
  const focus = (selector: string) =>
    requestAnimationFrame(() => list.current?.querySelector<HTMLElement>(selector)?.focus())
  const sending = useDeed({
    run: () => {
      const body = { version: base.version, meetsAnyway, meetings: rows.map(inputOf) }
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
        Another session
      </Button>
      {rows.length > 1 && (
        <Button variant="quiet" size="sm" onClick={() => onChange(inOrder(rows))}>
          Put them in order
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
