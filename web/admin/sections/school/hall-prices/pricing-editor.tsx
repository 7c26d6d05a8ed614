import { Plus, Trash2 } from 'lucide-react'
import { type FormEvent, useId, useRef, useState } from 'react'
import { type EventPricing, noPricingRows } from '../../../../../contract/school/pricing-rules.ts'
import { api } from '../../../../lib/api.ts'
import { newId } from '../../../../lib/new-id.ts'
import { Button } from '../../../../ui/button.tsx'
import { controlled } from '../../../../ui/controlled.ts'
import { Note } from '../../../../ui/note.tsx'
import { SelectField } from '../../../../ui/select-field.tsx'
import { TextField } from '../../../../ui/text-field.tsx'
import { toast } from '../../../../ui/toast-store.ts'
import { Refusal } from '../../../form-dialog.tsx'
import { forgetDraft, useKeptDraft } from '../../../kept-draft.tsx'
import { RowButton } from '../../../row-actions.tsx'
import { StaleEdit } from '../../../stale-edit.tsx'
import { useLeaving } from '../../../unsaved-guard.tsx'
import { useAction } from '../../../use-action.ts'
import * as pricing from './pricing-rows.ts'

export const pricingFormName = 'event-pricing'

type SavedPricing = { data: EventPricing; version: string | undefined }

export function PricingEditor({
  saved,
  initial,
  onDone,
  onCancel,
}: {
  saved: SavedPricing
  initial: pricing.PricingRow[]
  onDone: () => void
  onCancel: () => void
}) {
  const headingId = useId()
  const daysId = useId()
  const [base, setBase] = useState(saved)
  const { rows, setRows, add, remove } = useRows(initial, headingId)
  const [theirs, setTheirs] = useState<SavedPricing | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const isDirty = !pricing.isSamePricing(rows, pricing.toRows(base.data))
  const problemNote = useRef<HTMLDivElement>(null)
  useKeptDraft(pricingFormName, isDirty, () => ({ item: null, values: rows }))

  const save = useAction({
    run: (body: EventPricing, keyed) => {
      const { version } = base
      return api('PUT /api/admin/event-pricing', { query: { version }, body }, keyed([body, version]))
    },
    done: (_, body) => {
      const hasNew = Object.keys(body).some((key) => !Object.hasOwn(base.data, key))
      return { title: 'Success', description: hasNew ? 'Event pricing saved' : 'Event pricing updated' }
    },
    failed: 'Failed to update event pricing',
    onDone: () => {
      forgetDraft(pricingFormName)
      onDone()
    },
    onFailed: async ({ code }) => {
      if (code === 'conflict') setTheirs(await api('GET /api/admin/event-pricing').catch(() => null))
    },
  })
  const { leave, question } = useLeaving(isDirty && !save.isSuccess, onCancel)

  function submit(event: FormEvent) {
    event.preventDefault()
    const lack = pricing.findProblem(rows)
    setProblem(lack)
    if (lack === null) {
      if (!save.isPending) save.mutate(pricing.toPricing(rows))
      return
    }
    toast({ title: 'Error', description: lack, tone: 'error' })
    requestAnimationFrame(() => problemNote.current?.scrollIntoView({ block: 'nearest' }))
  }
  function settle(fresh: SavedPricing, mine: pricing.PricingRow[]) {
    setBase(fresh)
    setRows(mine)
    setTheirs(null)
    save.reset()
  }

  return (
    <form noValidate aria-labelledby={headingId} onSubmit={submit} className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center gap-3">
        <h2 id={headingId} tabIndex={-1} className="flex-1 text-xl outline-none">
          Edit event pricing
        </h2>
        <Button variant="outline" icon={Plus} onClick={add}>
          Add Row
        </Button>
      </div>
      {theirs ? (
        <StaleEdit
          title="Someone else changed the prices."
          fields={pricing.slotDifferences(base.data, theirs.data, rows)}
          onTakeTheirs={() => settle(theirs, pricing.toRows(theirs.data))}
          onKeepMine={() => settle(theirs, pricing.mergeMine(base.data, theirs.data, rows))}
        />
      ) : (
        <Refusal error={save.refusal} />
      )}
      {problem && (
        <div ref={problemNote} className="scroll-mt-24">
          <Note tone="error" role="alert" title={problem} />
        </div>
      )}
      {rows.length === 0 && <p className="py-8 text-center text-ink-soft">{noPricingRows}</p>}
      {/* On a wide window only the first row shows its labels, as a table does. */}
      <ul className="divide-y divide-line petal border border-line bg-raised">
        {rows.map((row, at) => (
          <RowFields
            key={row.rowId}
            row={row}
            number={at + 1}
            daysId={daysId}
            isIncomplete={problem !== null}
            onChange={(part) => {
              setProblem(null)
              setRows(rows.map((other) => (other === row ? { ...row, ...part } : other)))
            }}
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
        <Button variant="outline" disabled={save.isPending} onClick={leave}>
          Cancel
        </Button>
        <Button type="submit" busy={save.isPending} disabled={rows.length === 0}>
          {save.isPending ? 'Saving...' : 'Save'}
        </Button>
      </div>
      {question}
    </form>
  )
}

export function focusRow(rowId: string, what: 'input' | 'button' = 'input') {
  requestAnimationFrame(() =>
    document.querySelector<HTMLElement>(`[data-row="${CSS.escape(rowId)}"] ${what}`)?.focus(),
  )
}

function useRows(initial: pricing.PricingRow[], elseId: string) {
  const [rows, setRows] = useState(initial)
  function add() {
    const row = pricing.newRow(newId())
    setRows([...rows, row])
    focusRow(row.rowId)
  }
  function remove(rowId: string) {
    const at = rows.findIndex((row) => row.rowId === rowId)
    const rest = rows.filter((row) => row.rowId !== rowId)
    setRows(rest)
    // The focused button disappears together with its row, so the focus moves to the button of the next row.
    const next = rest[Math.min(at, rest.length - 1)]
    if (next) focusRow(next.rowId, 'button')
    else document.getElementById(elseId)?.focus()
  }
  return { rows, setRows, add, remove }
}

function RowFields({
  row,
  number,
  daysId,
  isIncomplete,
  onChange,
  onRemove,
}: {
  row: pricing.PricingRow
  number: number
  daysId: string
  isIncomplete: boolean
  onChange: (part: Partial<pricing.PricingRow>) => void
  onRemove: () => void
}) {
  const missing = (isMissing: boolean, sentence: string) => (isIncomplete && isMissing ? sentence : null)
  const reversed = missing(pricing.reversedRows([row]).length > 0, 'The end must be after the start')
  return (
    <li data-row={row.rowId} className="p-4 xl:py-2.5 xl:not-first:[&_label]:sr-only">
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
            error={missing(!row.day.trim(), 'Enter the day')}
            {...controlled(row.day, (day) => onChange({ day }))}
          />
          {ends.map(({ label, time, half, sentence }) => (
            <div key={label} className="flex items-start gap-2">
              <SelectField
                label={label}
                required
                className="min-w-0 flex-1"
                placeholder="Time"
                options={choicesWith(row[time])}
                error={missing(!row[time], sentence) ?? (time === 'endTime' ? reversed : null)}
                {...controlled(row[time], (typed) => onChange({ [time]: typed }))}
              />
              <SelectField
                label={
                  <>
                    <span className="sr-only">{label} </span>AM/PM
                  </>
                }
                className="w-22 shrink-0"
                options={['AM', 'PM']}
                {...controlled(row[half], (typed) => onChange({ [half]: typed === 'PM' ? 'PM' : 'AM' }))}
              />
            </div>
          ))}
          <TextField
            label="Price (₹)"
            required
            prefix="₹"
            inputMode="decimal"
            maxLength={11}
            autoComplete="off"
            error={missing(pricing.unpricedRows([row]).length > 0, 'Enter a price')}
            {...controlled(row.price, (typed) => onChange({ price: pricing.priceTyped(typed) }))}
          />
          <RowButton
            label="Remove"
            of={`row ${number}`}
            icon={Trash2}
            isDanger
            className="self-start xl:in-[li:first-child]:mt-8"
            onClick={onRemove}
          />
        </div>
      </fieldset>
    </li>
  )
}

const ends = [
  { label: 'Start', time: 'startTime', half: 'startAmPm', sentence: 'Choose the start time' },
  { label: 'End', time: 'endTime', half: 'endAmPm', sentence: 'Choose the end time' },
] as const

/** Returns the times to choose. A stored time that is not on a quarter of an hour is added. */
const choicesWith = (time: string) =>
  time === '' || pricing.timeChoices.includes(time) ? pricing.timeChoices : [time, ...pricing.timeChoices]
