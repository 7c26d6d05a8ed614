import * as z from 'zod/mini'
import {
  isFilledIn,
  isOddDay,
  oddDayFields,
  oddDeliveryDay,
  ordinaryDaySentence,
} from './delivery-records.ts'
import { defineEndpoint } from './endpoint.ts'
import { id, patchOf, schoolDay, sortedQuery, timeOfDay, wrapped } from './primitives.ts'
import { recordAt } from './record-endpoints.ts'
import { cell, type ImportColumn, orBlank, spreadsheetDay, spreadsheetHour } from './row-import.ts'
import { daysBetween } from './school-day.ts'

// The one calendar of days that differ: on which the school is closed, to classes, the hall and deliveries, whole or for
// some hours; or on which each delivery slot takes another number of orders (D§3, T§4).

export const closedDay = z.object({
  ...oddDeliveryDay.shape,
  /** `HH:MM`; both null where the school is closed on the whole day, or open. */
  from: z.nullable(timeOfDay),
  until: z.nullable(timeOfDay),
  /** What was planned before the day was closed, and lies in the closed hours; none of a day that is over. */
  planned: z.object({
    sessions: z.array(
      z.object({
        batchId: id,
        courseId: id,
        courseTitle: z.string(),
        from: z.nullable(timeOfDay),
      }),
    ),
    /** Orders to be delivered or picked up then. */
    orders: z.number(),
  }),
})
export type ClosedDay = z.output<typeof closedDay>

const fields = { ...oddDayFields, from: z.nullish(timeOfDay), until: z.nullish(timeOfDay) }

/** What is wrong with a day whose fields are right by themselves. */
export function findClosingProblem({
  closedFor,
  capacity,
  from,
  until,
}: {
  closedFor?: unknown
  capacity?: unknown
  from?: string | null | undefined
  until?: string | null | undefined
}): { field: 'closedFor' | 'from' | 'until'; sentence: string } | null {
  if (!isOddDay({ closedFor, capacity })) return { field: 'closedFor', sentence: ordinaryDaySentence }
  if (!from && !until) return null
  if (!closedFor) return { field: 'closedFor', sentence: 'Please say what the school is closed for then' }
  const both = 'Please enter both hours, or none for the whole day'
  if (!from) return { field: 'from', sentence: both }
  if (!until) return { field: 'until', sentence: both }
  return until > from ? null : { field: 'until', sentence: 'It must open again after it closes' }
}

const asAWhole = z.superRefine((day: Parameters<typeof findClosingProblem>[0], context) => {
  const problem = isFilledIn(context) ? findClosingProblem(day) : null
  if (problem) context.addIssue({ code: 'custom', message: problem.sentence, path: [problem.field] })
})

/** As many days one call can close. */
const closedDaysMax = 62

export const closedDayInput = z
  .object({
    ...fields,
    /** The last of several days in a row. */
    lastDay: z.nullish(schoolDay),
  })
  .check(
    asAWhole,
    z.refine(({ day, lastDay }) => !lastDay || lastDay >= day, {
      error: 'The last day must not be before the first',
      path: ['lastDay'],
      when: isFilledIn,
    }),
    z.refine(({ day, lastDay }) => !lastDay || daysBetween(day, lastDay) < closedDaysMax, {
      error: `Please close at most ${closedDaysMax} days in one go`,
      path: ['lastDay'],
      when: isFilledIn,
    }),
  )
export type ClosedDayInput = z.output<typeof closedDayInput>

export const closedDayPatch = patchOf(fields)
export type ClosedDayPatch = z.output<typeof closedDayPatch>

export const listClosedDays = defineEndpoint('GET /api/admin/closed-days', {
  summary: 'The calendar of closed days, and of days with another number of orders; the last first',
  access: 'admin',
  right: 'site',
  query: sortedQuery(['-day', 'day']),
  response: wrapped(z.array(closedDay)),
})

const records = recordAt('/api/admin/closed-days', 'site', wrapped(closedDay))

export const addClosedDays = records.adds(
  'Close a day, or all days up to `lastDay`; with `from` and `until` for these hours. Answers the first of them',
  closedDayInput,
  { example: { day: '2027-01-14', closedFor: 'Pongal' } },
)
export const updateClosedDay = records.changes(
  'Change a day of the calendar; absent fields stay',
  closedDayPatch,
)
export const deleteClosedDay = records.deletes('Make a day like any other again; the bin can bring it back')
export const importClosedDays = records.imports('closed days')
const kept = records.keptImports('closed days')
export const listClosedDayImports = kept.list
export const takeBackClosedDays = kept.takeBack

// An import reads the CSV that the back office exports by these names.

const hourOrBlank = cell(z.optional(timeOfDay), (typed) =>
  typed === '' ? undefined : spreadsheetHour(typed),
)

export const closedDayRow = z
  .object({
    day: spreadsheetDay,
    closedFor: orBlank(oddDayFields.closedFor),
    from: hourOrBlank,
    until: hourOrBlank,
    capacity: orBlank(oddDayFields.capacity),
  })
  .check(asAWhole)

export const closedDayColumns: readonly ImportColumn<keyof typeof closedDayRow.shape>[] = [
  { name: 'day', header: 'Day', isRequired: true, example: '2027-01-15' },
  { name: 'closedFor', header: 'Closed for', example: 'Pongal', hint: 'Empty where the school is open' },
  { name: 'from', header: 'Closes at', example: '', hint: 'Empty is the whole day' },
  { name: 'until', header: 'Opens again at', example: '', hint: 'Empty is the whole day' },
  { name: 'capacity', header: 'Orders in each slot', example: '', hint: 'Empty is as usual' },
]
