import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { sessionsMax } from '../../../../../contract/catalogue/batches.ts'
import { sessionDays } from '../../../../../contract/catalogue/session-rule.ts'
import { plural } from '../../../../../contract/plural.ts'
import { listLimitMax } from '../../../../../contract/primitives.ts'
import { isSchoolDay } from '../../../../../contract/school-day.ts'
import { isClosedDuring } from '../../../../../contract/site/closing-words.ts'
import { dayText, joined, weekdayOf, weekdays } from '../../../../../contract/words.ts'
import { query } from '../../../../lib/query.ts'
import { Button } from '../../../../ui/button.tsx'
import { Checkbox } from '../../../../ui/checkbox.tsx'
import { controlled } from '../../../../ui/controlled.ts'
import { DateField } from '../../../../ui/date-field.tsx'
import { NumberField } from '../../../../ui/number-field.tsx'
import { TextField } from '../../../../ui/text-field.tsx'
import { Ticks } from '../../../ticks.tsx'
import type { TypedSession } from './session-rows.ts'

type Made = Pick<TypedSession, 'day' | 'from' | 'to'>

const dayOptions = [...weekdays.slice(1), 'Sunday'].map((name) => [name, `${name}s`] as const)

export function RuleMaker({
  start,
  count: usual,
  isFirst,
  onMade,
}: {
  start: { day: string; from: string; to: string }
  count: number
  isFirst: boolean
  onMade: (made: Made[]) => void
}) {
  const [firstDay, setFirstDay] = useState(start.day)
  const [from, setFrom] = useState(start.from)
  const [to, setTo] = useState(start.to)
  const [count, setCount] = useState(String(usual))
  const [days, setDays] = useState<readonly string[]>(isSchoolDay(start.day) ? [weekdayOf(start.day)] : [])
  const [skipsClosed, setSkipsClosed] = useState(true)
  const [problem, setProblem] = useState<string | null>(null)
  const [made, setMade] = useState<string | null>(null)
  const [isOpen, setOpen] = useState(isFirst)
  const closed = useQuery(query('GET /api/admin/closed-days', { query: { limit: listLimitMax } }))

  function make() {
    const said = problemOf({ firstDay, from, to, count, days })
    setProblem(said)
    setMade(null)
    if (said !== null) return
    const skipped = (skipsClosed ? (closed.data?.data ?? []) : []).filter(
      (one) => one.closedFor && isClosedDuring(one, { from, to }),
    )
    const closedFor = new Map(skipped.map(({ day, closedFor }) => [day, closedFor] as const))
    const closedDays = new Set(closedFor.keys())
    const found = sessionDays({ firstDay, weekdays: days, count: Number(count), closedDays })
    onMade(found.map((day) => ({ day, from, to })))
    setMade(madeText({ found, weekdays: days, firstDay, closedFor }))
  }

  return (
    <details
      open={isOpen}
      onToggle={(event) => setOpen(event.currentTarget.open)}
      className="rounded-sm border border-line"
    >
      <summary className="flex min-h-12 items-center px-4 font-bold">Create from a pattern</summary>
      <div className="flex flex-col gap-4 border-t border-line p-4">
        <fieldset>
          <legend className="font-bold">Days of the week</legend>
          <div className="flex flex-wrap gap-x-5">
            <Ticks options={dayOptions} ticked={days} onTick={setDays} />
          </div>
        </fieldset>
        <div className="grid grid-cols-2 gap-4 sm:grid-cols-4">
          <DateField label="First day" className="max-sm:col-span-2" {...controlled(firstDay, setFirstDay)} />
          <TextField label="From" type="time" {...controlled(from, setFrom)} />
          <TextField label="To" type="time" {...controlled(to, setTo)} />
          <NumberField label="Number of sessions" min={1} {...controlled(count, setCount)} />
        </div>
        <Checkbox
          label="Skip closed days"
          hint="From the school’s calendar"
          checked={skipsClosed}
          onChange={({ target }) => setSkipsClosed(target.checked)}
        />
        {problem !== null && (
          <p role="alert" className="font-bold text-rose-ink">
            {problem}
          </p>
        )}
        <div>
          <Button variant="outline" size="sm" disabled={closed.isPending && skipsClosed} onClick={make}>
            Create sessions
          </Button>
          <p role="status" className="mt-2 text-sm text-ink-soft">
            {made ??
              (isFirst
                ? 'You can check the sessions before you save.'
                : 'The new sessions will replace those below.')}
          </p>
        </div>
      </div>
    </details>
  )
}

const skippedSaid = 3

export function madeText({
  found,
  weekdays: names,
  firstDay,
  closedFor,
}: {
  found: readonly string[]
  weekdays: readonly string[]
  firstDay: string
  closedFor: ReadonlyMap<string, string | null>
}): string {
  const first = found[0]
  const last = found.at(-1)
  if (first === undefined || last === undefined)
    return 'No open days found in the next three years. Choose another day of the week.'
  const skipped = [...closedFor]
    .filter(([day, reason]) => reason && day >= firstDay && day < last && names.includes(weekdayOf(day)))
    .sort()
    .map(([day, reason]) => `${dayText(day)} (${reason})`)
  const more = skipped.length - skippedSaid
  const left = joined([
    ...skipped.slice(0, skippedSaid),
    more > 0 && plural(more, { one: '1 other day', other: `${more} other days` }),
  ])
  return joined(
    [
      plural(found.length, {
        one: `1 session on ${dayText(first)}.`,
        other: `${found.length} sessions from ${dayText(first)} to ${dayText(last)}.`,
      }),
      left && `Skipped closed days: ${left}.`,
      'Nothing is saved yet.',
    ],
    ' ',
  )
}

type Rule = Record<'firstDay' | 'from' | 'to' | 'count', string> & { days: readonly string[] }

function problemOf(rule: Rule): string | null {
  if (rule.days.length === 0) return 'Choose a day of the week.'
  if (!isSchoolDay(rule.firstDay)) return 'Choose the first day.'
  if (rule.from === '' || rule.to === '') return 'Enter when the sessions start and end.'
  if (rule.to <= rule.from) return 'A session must end after it starts.'
  const count = Number(rule.count)
  if (Number.isInteger(count) && count >= 1 && count <= sessionsMax) return null
  return `Enter a number of sessions from 1 to ${sessionsMax}.`
}
