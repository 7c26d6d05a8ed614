import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import type { ClosingAnswer, PlannedOrder, PlannedSession } from '../../contract/site/closed-days.ts'
import { slotHours } from '../../contract/store/delivery-hours.ts'
import { counted, dayText, joined, timeInWords } from '../../contract/words.ts'
import { api } from '../lib/api.ts'
import { query, useStale } from '../lib/query.ts'
import { Button } from '../ui/button.tsx'
import { controlled } from '../ui/controlled.ts'
import { DateField } from '../ui/date-field.tsx'
import { Dialog } from '../ui/dialog.tsx'
import type { Openable } from '../ui/lazy-dialog.tsx'
import { SelectField } from '../ui/select-field.tsx'
import { TextField } from '../ui/text-field.tsx'
import { Refusal } from './form-dialog.tsx'
import { optionsOf } from './list/list-choices.ts'
import { useMailPromise } from './mail-promise.ts'
import { useAction } from './use-action.ts'

type Planned = { kind: 'batch'; of: PlannedSession } | { kind: 'order'; of: PlannedOrder }

interface OnClosedDays {
  sessions: readonly PlannedSession[]
  orders: readonly PlannedOrder[]
}

export function listPlanned({ sessions, orders }: OnClosedDays): (Planned & { key: string; name: string })[] {
  return [
    ...sessions.map((of) => ({
      kind: 'batch' as const,
      of,
      key: `${of.batchId} ${of.meetingId} ${of.day}`,
      name: sessionText(of),
    })),
    ...orders.map((of) => ({
      kind: 'order' as const,
      of,
      key: `${of.orderId} ${of.day}`,
      name: orderText(of),
    })),
  ].toSorted((a, b) => a.of.day.localeCompare(b.of.day))
}

/** Writes `Bridal Bouquets, Thu, 5 March 2026, 10:00 am, 16 seats`. */
const sessionText = ({ courseTitle, day, from, taken }: PlannedSession): string =>
  joined([courseTitle, dayText(day), from && timeInWords(from), counted(taken, 'seat')])

const orderText = ({ number, way, day, ...window }: PlannedOrder): string =>
  [`${way === 'pickup' ? 'Collection' : 'Delivery'} ${number}`, dayText(day), slotHours(window)].join(', ')

export default function PlannedDialog({ planned, ...dialog }: Openable & { planned: OnClosedDays }) {
  const told = useMailPromise()
  const open = listPlanned(planned)
  return (
    <Dialog
      {...dialog}
      title="Plans on closed days"
      description={`Decide what happens to each one. ${told('We’ll tell students and customers what changes.')}`}
      closeLabel="Close"
    >
      {open.length === 0 ? (
        <p>Nothing is planned on a closed day.</p>
      ) : (
        <ul className="flex flex-col divide-y divide-line">
          {open.map(({ key, name, ...one }) => (
            <li key={key} className="py-4 first:pt-0">
              <Answer {...one} name={name} />
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  )
}

const closingAnswers = {
  batch: { moved: 'Move the session', cancelled: 'Cancel the session', stays: 'Keep the session' },
  order: { moved: 'Move the order', cancelled: 'Cancel the order', stays: 'Keep the order' },
} satisfies Record<Planned['kind'], Record<ClosingAnswer, string>>

const changedLists = [
  'GET /api/admin/closed-days/planned',
  'GET /api/admin/closed-days',
  'GET /api/admin/morning',
  'GET /api/admin/batches',
  'GET /api/admin/batches/:id',
  'GET /api/admin/day-sheet',
  'GET /api/admin/orders',
  'GET /api/courses',
] as const

function Answer({ name, ...planned }: Planned & { name: string }) {
  const { kind, of } = planned
  const stale = useStale()
  const [becomes, setBecomes] = useState<ClosingAnswer | ''>('')
  const [typed, setTyped] = useState({
    newDay: '',
    newFrom: kind === 'batch' ? (of.from ?? '') : '',
    newTo: kind === 'batch' ? (of.to ?? '') : '',
    slotId: '',
  })
  const saving = useAction({
    run: () =>
      api('POST /api/admin/closed-days/answers', {
        body: {
          kind,
          ...(kind === 'batch' ? { id: of.batchId, meeting: of.meetingId } : { id: of.orderId }),
          day: of.day,
          version: of.version,
          becomes: becomes as ClosingAnswer,
          ...(becomes === 'moved' && withoutEmpty(typed)),
        },
      }),
    done: { title: 'Saved', description: name },
    failed: null,
    onDone: () => stale(...changedLists),
    onFailed: ({ status }) => {
      if (status === 404 || status === 409) stale('GET /api/admin/closed-days/planned')
    },
  })
  const fields = saving.refusal?.fields ?? {}
  const field = (part: keyof typeof typed) => ({
    name: part,
    error: fields[part] ?? null,
    ...controlled(typed[part], (value) => setTyped({ ...typed, [part]: value })),
  })
  return (
    <form
      noValidate
      aria-label={name}
      className="flex flex-col gap-4"
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        if (!saving.isPending) saving.mutate()
      }}
    >
      <p className="font-bold">{name}</p>
      <Refusal error={saving.refusal} />
      <SelectField
        label="What should happen?"
        required
        placeholder="Choose"
        name="becomes"
        value={becomes}
        error={fields['becomes'] ?? null}
        onChange={({ target }) => setBecomes(target.value as ClosingAnswer | '')}
        options={optionsOf(closingAnswers[kind])}
      />
      {becomes === 'moved' && (
        <div className="grid gap-4 sm:grid-cols-3">
          <DateField label="New day" required {...field('newDay')} />
          {kind === 'batch' ? (
            <>
              <TextField label="From" type="time" {...field('newFrom')} />
              {of.meetingId !== null && <TextField label="To" type="time" {...field('newTo')} />}
            </>
          ) : (
            <SlotField order={of} day={typed.newDay} {...field('slotId')} />
          )}
        </div>
      )}
      <Button
        type="submit"
        variant="outline"
        className="self-start"
        busy={saving.isPending}
        disabled={becomes === ''}
      >
        Save
      </Button>
    </form>
  )
}

function withoutEmpty<Typed extends Record<string, string>>(typed: Typed): Partial<Typed> {
  return Object.fromEntries(Object.entries(typed).filter(([, value]) => value !== '')) as Partial<Typed>
}

function SlotField({
  order: { way, pincode },
  day,
  ...field
}: { order: PlannedOrder; day: string } & Pick<
  Parameters<typeof SelectField>[0],
  'name' | 'value' | 'error' | 'onChange'
>) {
  const asked = { ...(pincode !== null && { pincode }), from: day, days: '1' }
  const { data } = useQuery({
    ...query('GET /api/delivery-options', { query: asked }),
    enabled: day !== '',
  })
  const options = (data?.days[0]?.options ?? []).filter(
    (one) => (one.way === 'pickup') === (way === 'pickup'),
  )
  return (
    <SelectField
      label="New time"
      required
      placeholder={day === '' ? 'Choose a day first' : 'Choose a time'}
      className="sm:col-span-2"
      {...field}
      options={options.map(({ slotId, name, from, to, reason }) => ({
        value: slotId,
        label: joined([`${name}, ${timeInWords(from)} to ${timeInWords(to)}`, reason], ': '),
      }))}
    />
  )
}
