import { useMutation } from '@tanstack/react-query'
import { Plus, Trash2 } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import { type EventPricing, noPricingRows } from '../../../../contract/pricing-rules.ts'
import { type ApiError, api } from '../../../lib/api.ts'
import { useSubmissionKey } from '../../../lib/use-submission-key.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Note } from '../../../ui/note.tsx'
import { SelectField } from '../../../ui/select-field.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { toast } from '../../../ui/toast-store.ts'
import { Refusal } from '../../form-dialog.tsx'
import { useKeptDraft } from '../../kept-draft.tsx'
import { type FieldDifference, StaleEdit } from '../../stale-edit.tsx'
import { UnsavedGuard } from '../../unsaved-guard.tsx'
import {
  incompleteRows,
  newRow,
  type PricingRow,
  priceTyped,
  pricingOf,
  rowsOf,
  timeChoices,
  unpricedRows,
} from './pricing-rows.ts'

/** Under which unsaved rows are kept. */
export const pricingFormName = 'event-pricing'

interface Version {
  data: EventPricing
  version: string | undefined
}

const halves = ['AM', 'PM'] as const

/** B§2: edit mode. Save or Cancel leaves it; Cancel brings back what is saved. */
export function PricingEditor({
  saved,
  version,
  initial,
  focusId,
  onDone,
  onCancel,
}: {
  saved: EventPricing
  version: string | undefined
  initial: PricingRow[]
  /** The row that takes focus. */
  focusId: string | null
  onDone: () => void
  onCancel: () => void
}) {
  const headingId = useId()
  const daysId = useId()
  const submission = useSubmissionKey()
  const [base, setBase] = useState<Version>({ data: saved, version })
  const [rows, setRows] = useState(initial)
  const [theirs, setTheirs] = useState<Version | null>(null)
  /** B§5: what the last try to save lacked. */
  const [problem, setProblem] = useState<string | null>(null)
  const [isAsking, setAsking] = useState(false)
  const isDirty = JSON.stringify(comparable(rows)) !== JSON.stringify(comparable(rowsOf(base.data)))
  const list = useRef<HTMLUListElement>(null)
  const problemNote = useRef<HTMLDivElement>(null)

  // The row that was asked for, and then each new one.
  const [wanted, setWanted] = useState(focusId)
  useEffect(() => {
    if (wanted !== null) {
      list.current?.querySelector<HTMLInputElement>(`[data-row="${CSS.escape(wanted)}"] input`)?.focus()
    }
  }, [wanted])

  useKeptDraft(pricingFormName, isDirty, () => ({ item: null, values: rows }))

  const save = useMutation<unknown, ApiError, EventPricing>({
    mutationFn: (body) =>
      api(
        'PUT /api/admin/event-pricing',
        { query: { version: base.version }, body },
        { idempotencyKey: submission.keyFor([body, base.version]) },
      ),
    onSuccess: (_, body) => {
      submission.succeeded()
      // Reading B9: 'saved' after a save that adds rows, 'updated' after one that changes them.
      const hasNew = Object.keys(body).some((key) => !Object.hasOwn(base.data, key))
      const description = hasNew ? 'Event pricing saved' : 'Event pricing updated'
      toast({ title: 'Success', description, tone: 'success' })
      onDone()
    },
    onError: async (error) => {
      if (error.status === 401) return
      toast({ title: 'Error', description: 'Failed to update event pricing', tone: 'error' })
      if (error.code === 'conflict') {
        setTheirs(await api('GET /api/admin/event-pricing').catch(() => null))
      }
    },
  })

  function change(rowId: string, part: Partial<PricingRow>) {
    setProblem(null)
    setRows(rows.map((row) => (row.rowId === rowId ? { ...row, ...part } : row)))
  }
  function addRow() {
    const row = newRow(crypto.randomUUID())
    setRows([...rows, row])
    setWanted(row.rowId)
  }
  function remove(rowId: string) {
    const at = rows.findIndex((row) => row.rowId === rowId)
    const rest = rows.filter((row) => row.rowId !== rowId)
    setRows(rest)
    // The button that had focus goes with its row.
    const next = rest[Math.min(at, rest.length - 1)]
    requestAnimationFrame(() => {
      const place = next ? `[data-row="${CSS.escape(next.rowId)}"] button` : null
      if (place) list.current?.querySelector<HTMLButtonElement>(place)?.focus()
      else document.getElementById(headingId)?.focus()
    })
  }
  function submit() {
    const incomplete = incompleteRows(rows)
    const unpriced = unpricedRows(rows)
    const lack =
      rows.length === 0
        ? noPricingRows
        : incomplete.length > 0
          ? `Please complete Day / Start / End on rows: ${incomplete.join(', ')}`
          : unpriced.length > 0
            ? `Please enter a price on rows: ${unpriced.join(', ')}`
            : null
    setProblem(lack)
    if (lack === null) {
      if (!save.isPending) save.mutate(pricingOf(rows))
      return
    }
    toast({ title: 'Error', description: lack, tone: 'error' })
    requestAnimationFrame(() => problemNote.current?.scrollIntoView({ block: 'nearest' }))
  }
  /** Reading B9's version check failed: what they saved is what mine is now compared with. */
  function settle(fresh: Version, mine: PricingRow[]) {
    setBase(fresh)
    setRows(mine)
    setTheirs(null)
    save.reset()
  }

  return (
    <form
      noValidate
      aria-labelledby={headingId}
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
      className="flex flex-col gap-4"
    >
      <div className="flex flex-wrap items-center gap-3">
        <h2 id={headingId} tabIndex={-1} className="flex-1 text-xl outline-none">
          Edit event pricing
        </h2>
        <Button variant="outline" onClick={addRow}>
          <Icon of={Plus} />
          Add Row
        </Button>
      </div>
      {theirs ? (
        <StaleEdit
          what="price list"
          fields={slotDifferences(base.data, theirs.data, rows)}
          onTakeTheirs={() => settle(theirs, rowsOf(theirs.data))}
          onKeepMine={() => settle(theirs, keptMine(base.data, theirs.data, rows))}
        />
      ) : (
        <Refusal error={save.error?.status === 401 ? null : save.error} />
      )}
      {problem && (
        <div ref={problemNote} className="scroll-mt-24">
          <Note tone="error" role="alert" title={problem} />
        </div>
      )}
      {rows.length === 0 && <p className="py-8 text-center text-ink-soft">{noPricingRows}</p>}
      <ul ref={list} className="flex flex-col gap-4">
        {rows.map((row, at) => (
          <RowFields
            key={row.rowId}
            row={row}
            number={at + 1}
            daysId={daysId}
            isIncomplete={problem !== null}
            onChange={(part) => change(row.rowId, part)}
            onRemove={() => remove(row.rowId)}
          />
        ))}
      </ul>
      <datalist id={daysId}>
        {['Weekdays', 'Weekends', 'Mornings', 'Evenings', 'Public holidays'].map((day) => (
          <option key={day} value={day} />
        ))}
      </datalist>
      <div className="sticky bottom-0 -mx-4 -mb-4 flex flex-wrap justify-end gap-3 border-t border-line bg-paper px-4 py-3 md:-mx-6 md:-mb-6 md:px-6">
        <Button
          variant="outline"
          disabled={save.isPending}
          onClick={() => (isDirty ? setAsking(true) : onCancel())}
        >
          Cancel
        </Button>
        <Button type="submit" busy={save.isPending} disabled={rows.length === 0}>
          {save.isPending ? 'Saving...' : 'Save'}
        </Button>
      </div>
      <UnsavedGuard
        isDirty={isDirty && !save.isSuccess}
        isAsking={isAsking}
        onStay={() => setAsking(false)}
        onDiscard={onCancel}
      />
    </form>
  )
}

function RowFields({
  row,
  number,
  daysId,
  isIncomplete,
  onChange,
  onRemove,
}: {
  row: PricingRow
  number: number
  daysId: string
  /** A save was tried: what is missing is marked. */
  isIncomplete: boolean
  onChange: (part: Partial<PricingRow>) => void
  onRemove: () => void
}) {
  const missing = (isMissing: boolean, sentence: string) => (isIncomplete && isMissing ? sentence : null)
  return (
    <Card as="li" data-row={row.rowId} className="p-4">
      <fieldset className="min-w-0">
        <legend className="sr-only">Row {number}</legend>
        <div className="grid items-start gap-4 sm:grid-cols-2 xl:grid-cols-[minmax(0,1fr)_13rem_13rem_8.5rem_auto]">
          <TextField
            label="Day"
            required
            list={daysId}
            maxLength={60}
            autoComplete="off"
            placeholder="Weekdays"
            value={row.day}
            error={missing(!row.day.trim(), 'Please enter the day')}
            onChange={(event) => onChange({ day: event.target.value })}
          />
          <TimeFields
            label="Start"
            time={row.startTime}
            half={row.startAmPm}
            error={missing(!row.startTime, 'Please choose the start')}
            onTime={(startTime) => onChange({ startTime })}
            onHalf={(startAmPm) => onChange({ startAmPm })}
          />
          <TimeFields
            label="End"
            time={row.endTime}
            half={row.endAmPm}
            error={missing(!row.endTime, 'Please choose the end')}
            onTime={(endTime) => onChange({ endTime })}
            onHalf={(endAmPm) => onChange({ endAmPm })}
          />
          <TextField
            label="Price (₹)"
            required
            prefix="₹"
            inputMode="decimal"
            maxLength={11}
            autoComplete="off"
            value={row.price}
            error={missing(unpricedRows([row]).length > 0, 'Please enter a price')}
            onChange={(event) => onChange({ price: priceTyped(event.target.value) })}
          />
          <Button
            size="sm"
            variant="quiet"
            aria-label={`Remove row ${number}`}
            className="self-start text-rose-ink hover:bg-rose-tint xl:mt-8"
            onClick={onRemove}
          >
            <Icon of={Trash2} />
            Remove
          </Button>
        </div>
      </fieldset>
    </Card>
  )
}

function TimeFields({
  label,
  time,
  half,
  error,
  onTime,
  onHalf,
}: {
  label: string
  time: string
  half: PricingRow['startAmPm']
  error: string | null
  onTime: (time: string) => void
  onHalf: (half: PricingRow['startAmPm']) => void
}) {
  // A time from elsewhere that is no quarter of an hour stays choosable.
  const choices = time === '' || timeChoices.includes(time) ? timeChoices : [time, ...timeChoices]
  return (
    <div className="flex items-start gap-2">
      <SelectField
        label={label}
        required
        className="min-w-0 flex-1"
        placeholder="Time"
        options={choices}
        value={time}
        error={error}
        onChange={(event) => onTime(event.target.value)}
      />
      <SelectField
        label={
          <>
            <span className="sr-only">{label} </span>AM/PM
          </>
        }
        className="w-22 shrink-0"
        options={halves}
        value={half}
        onChange={(event) => onHalf(event.target.value === 'PM' ? 'PM' : 'AM')}
      />
    </div>
  )
}

/** Of rows what can be changed. */
function comparable(rows: readonly PricingRow[]) {
  return rows.map(({ rowId: _, ...row }) => row)
}

/** Slots that somebody else changed, added or took away meanwhile. */
function slotDifferences(
  base: EventPricing,
  theirs: EventPricing,
  rows: readonly PricingRow[],
): FieldDifference[] {
  const mine = pricingOf(rows)
  const words = (slot: EventPricing[string] | undefined) => (slot ? `${slot.label}, ₹${slot.price}` : '')
  return [...new Set([...Object.keys(base), ...Object.keys(theirs)])]
    .filter((key) => words(base[key]) !== words(theirs[key]))
    .map((key) => ({
      label: (theirs[key] ?? base[key])?.label ?? key,
      before: words(base[key]),
      theirs: words(theirs[key]),
      mine: words(mine[key]),
    }))
}

/** What I changed stays; what I did not touch becomes theirs. */
function keptMine(base: EventPricing, theirs: EventPricing, rows: readonly PricingRow[]): PricingRow[] {
  const before = new Map(rowsOf(base).map((row) => [row.key, JSON.stringify(row)]))
  const isTouched = (row: PricingRow) => row.key === null || JSON.stringify(row) !== before.get(row.key)
  const mineByKey = new Map(rows.map((row) => [row.key, row]))
  const removed = new Set(Object.keys(base).filter((key) => !mineByKey.has(key)))
  const kept = rowsOf(theirs).flatMap((row) => {
    if (removed.has(row.key ?? '')) return []
    const mine = mineByKey.get(row.key)
    return mine && isTouched(mine) ? [mine] : [row]
  })
  const known = new Set(kept.map(({ key }) => key))
  return [...kept, ...rows.filter((row) => isTouched(row) && !known.has(row.key))]
}
