import { useQuery } from '@tanstack/react-query'
import { Plus, X } from 'lucide-react'
import { useState } from 'react'
import type { Payable, StatementLine } from '../../../../../contract/money/money.ts'
import { moneyMethods, moneyMethodWords } from '../../../../../contract/money/payment-methods.ts'
import { plural } from '../../../../../contract/plural.ts'
import { formatRupees } from '../../../../../contract/words.ts'
import { api } from '../../../../lib/api.ts'
import { query } from '../../../../lib/query.ts'
import { useSchoolToday } from '../../../../lib/use-school-today.ts'
import { IconButton } from '../../../../ui/button.tsx'
import { controlled } from '../../../../ui/controlled.ts'
import { DateField } from '../../../../ui/date-field.tsx'
import type { Openable } from '../../../../ui/lazy-dialog.tsx'
import { Note } from '../../../../ui/note.tsx'
import { NumberField } from '../../../../ui/number-field.tsx'
import { SelectField } from '../../../../ui/select-field.tsx'
import { Loading } from '../../../../ui/spinner.tsx'
import { TextField } from '../../../../ui/text-field.tsx'
import { FormDialog } from '../../../form-dialog.tsx'
import { DraftNote, forgetDraft, useKeptDraft } from '../../../kept-draft.tsx'
import { optionsOf } from '../../../list/list-choices.ts'
import { useSettled } from '../../../list/use-settled.ts'
import { useMailPromise } from '../../../mail-promise.ts'
import { RowButton } from '../../../row-actions.tsx'
import { spokenLabel } from '../../../spoken-label.tsx'
import { useAction } from '../../../use-action.ts'
import { payableNames } from './money-words.tsx'

interface Part {
  row: Payable
  /** The sum in rupees, as staff typed it. */
  amount: string
}

interface Typed {
  sum: string
  method: string
  day: string
  reference: string
  parts: readonly Part[]
}

const found = 8
const paiseOf = (rupees: string) => Math.round(Number(rupees) * 100)

export function SplitDialog({
  line,
  onSplit,
  ...dialog
}: Openable & { line?: StatementLine; onSplit: () => void }) {
  const today = useSchoolToday()
  const told = useMailPromise()
  const begun: Typed = { sum: line?.amount ?? '', method: '', day: today, reference: '', parts: [] }
  const [typed, setTyped] = useState(begun)
  const { sum, method, day, reference, parts } = typed
  const type = (part: Partial<Typed>) => setTyped((before) => ({ ...before, ...part }))
  const field = (name: 'sum' | 'method' | 'day' | 'reference') =>
    controlled(typed[name], (value) => type({ [name]: value }))
  const setParts = (next: readonly Part[]) => type({ parts: next })
  const isDirty = JSON.stringify(typed) !== JSON.stringify(begun)
  const draft = `split-of-${line?.id ?? 'entered'}`
  useKeptDraft<null, Typed>(draft, dialog.open && isDirty, () => ({ item: null, values: typed }))
  const [isTried, setTried] = useState(false)
  const left = paiseOf(sum) - parts.reduce((all, { amount }) => all + paiseOf(amount), 0)
  const knownMethod = moneyMethods.find((one) => one === method)
  const isReady = parts.length >= 2 && left === 0 && (line !== undefined || knownMethod !== undefined)
  const split = useAction({
    run: (_, keyed) => {
      const body = {
        parts: parts.map(({ row, amount }) => ({ kind: kindOf(row), id: row.id, amount })),
        ...(line
          ? { line: line.id }
          : {
              entered: {
                amount: sum,
                method: knownMethod ?? 'upi',
                ...(day !== today && { day }),
                ...(reference !== '' && { reference }),
              },
            }),
      }
      return api('POST /api/admin/money/split', { body }, keyed(body))
    },
    done: ({ data: { waiting } }) =>
      waiting === 0
        ? { title: 'Payment recorded', description: told('We’ll let everyone know.') }
        : {
            title: 'Payment recorded',
            description: plural(waiting, {
              one: '1 part has no seat or stock and needs your attention.',
              other: `${waiting} parts have no seat or stock and need your attention.`,
            }),
            tone: 'info',
          },
    failed: null,
    onDone: () => {
      forgetDraft(draft)
      onSplit()
      dialog.onClose()
    },
  })
  return (
    <FormDialog
      {...dialog}
      title="Split a transfer"
      description={line && `${formatRupees(line.amount)} · ${line.reference ?? line.description}`}
      isDirty={isDirty && !split.isSuccess}
      isSending={split.isPending}
      refusal={split.refusal}
      submit={['Record payment', 'Recording...']}
      wide
      onSubmit={(event) => {
        event.preventDefault()
        setTried(true)
        if (isReady && !split.isPending) split.mutate()
      }}
    >
      <DraftNote<null, Typed> form={draft} onContinue={({ values }) => type(values)} />
      {!line && (
        <div className="grid gap-5 sm:grid-cols-2">
          <NumberField
            label="Amount"
            prefix="₹"
            step={0.01}
            required
            error={isTried && !(Number(sum) > 0) ? 'Enter the amount received' : null}
            {...field('sum')}
          />
          <SelectField
            label="Payment method"
            placeholder="Choose"
            options={optionsOf(moneyMethodWords)}
            required
            error={isTried && knownMethod === undefined ? 'Choose the payment method' : null}
            {...field('method')}
          />
          <DateField label="Date received" max={today} {...field('day')} />
          <TextField label="Reference" maxLength={80} autoComplete="off" {...field('reference')} />
        </div>
      )}
      <Parts
        parts={parts}
        onChange={(id, amount) =>
          setParts(parts.map((part) => (part.row.id === id ? { ...part, amount } : part)))
        }
        onLeaveOut={(id) => setParts(parts.filter((part) => part.row.id !== id))}
      />
      <Search
        taken={parts.map(({ row }) => row.id)}
        onAdd={(row) =>
          setParts([
            ...parts,
            { row, amount: (Math.max(0, Math.min(left, paiseOf(row.due))) / 100).toString() },
          ])
        }
      />
      <LeftNote left={left} isEnough={parts.length >= 2} isTried={isTried} />
    </FormDialog>
  )
}

/** `left` is the undistributed rest in paise. */
function LeftNote({ left, isEnough, isTried }: { left: number; isEnough: boolean; isTried: boolean }) {
  const title =
    left === 0
      ? 'The whole amount is split.'
      : left > 0
        ? `${formatRupees(left / 100)} left to split.`
        : `${formatRupees(-left / 100)} more than received.`
  return (
    <Note tone={left === 0 && isEnough ? 'info' : 'warning'} role="status" title={title}>
      {isTried && !isEnough && 'Add at least two seats, orders or fees.'}
    </Note>
  )
}

function Parts({
  parts,
  onChange,
  onLeaveOut,
}: {
  parts: readonly Part[]
  onChange: (id: string, amount: string) => void
  onLeaveOut: (id: string) => void
}) {
  if (parts.length === 0) return null
  return (
    <ul className="divide-y divide-line border-y border-line">
      {parts.map(({ row, amount }) => (
        <li key={row.id} className="flex flex-wrap items-end gap-3 py-3">
          <span className="min-w-0 flex-1 basis-40 wrap-anywhere">
            <span className="block font-bold">{row.name}</span>
            <span className="block text-sm text-ink-soft">
              {row.title}, {row.reference} · {formatRupees(row.due)} due
            </span>
          </span>
          <NumberField
            label={spokenLabel('Amount', ` for ${row.name}`)}
            className="w-36"
            prefix="₹"
            step={0.01}
            {...controlled(amount, (typed) => onChange(row.id, typed))}
          />
          <IconButton label={`Remove ${row.name}`} icon={X} onClick={() => onLeaveOut(row.id)} />
        </li>
      ))}
    </ul>
  )
}

/** A fee for another delivery is listed with the orders, but is paid separately from its order. */
const kindOf = ({ kind }: Payable) => (kind === 'order-charge' ? 'order' : kind)

function Search({ taken, onAdd }: { taken: readonly string[]; onAdd: (row: Payable) => void }) {
  const [search, setSearch] = useState('')
  const q = useSettled(search.trim())
  const { data, isPending, isError } = useQuery({
    ...query('GET /api/admin/money/waiting', { query: { limit: found, q } }),
    enabled: q !== '',
  })
  const rows = (data?.data ?? []).filter(
    ({ id, kind, due }) => kind !== 'order-charge' && Number(due) > 0 && !taken.includes(id),
  )
  return (
    <div className="flex flex-col gap-2">
      <TextField
        label="Find a seat or an order"
        type="search"
        autoComplete="off"
        maxLength={100}
        hint="Name, e-mail, phone or reference"
        {...controlled(search, setSearch)}
      />
      {q !== '' && isPending && <Loading className="!py-4">Searching…</Loading>}
      {isError && <p role="alert">We couldn’t load the list. Change the search to try again.</p>}
      {q !== '' && !isPending && !isError && rows.length === 0 && <p className="text-ink-soft">No matches</p>}
      <ul className="divide-y divide-line">
        {rows.map((row) => (
          <li key={`${row.kind} ${row.id}`} className="flex flex-wrap items-center gap-x-3 py-1.5">
            <span className="min-w-0 flex-1 basis-48 wrap-anywhere">
              <span className="font-bold">{row.name}</span>, {row.title}
              <span className="block text-sm text-ink-soft">
                {payableNames[row.kind]} {row.reference} · {formatRupees(row.due)} due
              </span>
            </span>
            <RowButton
              label="Add"
              of={`${row.name}, ${row.reference}`}
              variant="outline"
              icon={Plus}
              onClick={() => onAdd(row)}
            />
          </li>
        ))}
      </ul>
    </div>
  )
}
