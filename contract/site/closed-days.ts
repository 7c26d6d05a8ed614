import * as z from 'zod/mini'
import { defineEndpoint, endpointGroup } from '../endpoint.ts'
import { namesByKind, recordId } from '../named-records.ts'
import { id, instant, patchOf, schoolDay, sortedQuery, timeOfDay, version, wrapped } from '../primitives.ts'
import { recordAt } from '../record-endpoints.ts'
import { type ImportColumn, orBlank, spreadsheetDay, spreadsheetHourOrBlank } from '../row-import.ts'
import { daysBetween } from '../school-day.ts'
import { deliveryWays } from '../store/delivery-facts.ts'
import {
  isOddDay,
  oddDayFields,
  oddDeliveryDay,
  ordinaryDaySentence,
  problemOfAll,
  ruleOfAll,
} from '../store/delivery-records.ts'
import { dayBegins, dayEnds } from './closing-words.ts'

// The calendar of unusual days. On such a day, the school is closed to classes, the hall and deliveries, for the whole
// day or some hours. Or it is open, and each delivery slot takes another number of orders than usual.

/** A session on a closed day, or the beginning of a batch without sessions. The hours are null if they are unknown. */
export const plannedSession = z.object({
  batchId: id,
  meetingId: z.nullable(id),
  courseId: id,
  courseTitle: z.string(),
  day: schoolDay,
  from: z.nullable(timeOfDay),
  to: z.nullable(timeOfDay),
  /** The reason for closing; null if the school is always closed on this weekday. */
  closedFor: z.nullable(z.string()),
  taken: z.number(),
  version,
})
export type PlannedSession = z.output<typeof plannedSession>

export const plannedOrder = z.object({
  orderId: id,
  number: z.string(),
  day: schoolDay,
  from: instant,
  to: instant,
  way: z.enum(deliveryWays),
  slotName: z.string(),
  pincode: z.nullable(z.string()),
  closedFor: z.nullable(z.string()),
  version,
})
export type PlannedOrder = z.output<typeof plannedOrder>

export const closedDay = z.object({
  ...oddDeliveryDay.shape,
  /**
   * `HH:MM`. A null `from` means the beginning of the day, and a null `until` means its end. Both are null if the whole
   * day is closed, or if the school is open.
   */
  from: z.nullable(timeOfDay),
  until: z.nullable(timeOfDay),
  /** Sessions and orders in the closed hours that staff have not decided about. Empty for a past day. */
  planned: z.object({
    sessions: z.array(plannedSession),
    orders: z.number(),
  }),
})
export type ClosedDay = z.output<typeof closedDay>

const fields = { ...oddDayFields, from: z.nullish(timeOfDay), until: z.nullish(timeOfDay) }

/** Finds the first problem between fields that are valid by themselves. */
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
  if (!closedFor) return { field: 'closedFor', sentence: 'Enter what the school is closed for' }
  const isInOrder = (until ?? dayEnds) > (from ?? dayBegins)
  return isInOrder ? null : { field: 'until', sentence: 'Enter a time after the closing time' }
}

const asAWhole = problemOfAll(findClosingProblem)

const closedDaysMax = 62

export const closedDayInput = z
  .object({
    ...fields,
    /** The last of several days in a row, all of which are closed from `day` on. */
    lastDay: z.nullish(schoolDay),
  })
  .check(
    asAWhole,
    ruleOfAll(
      ({ day, lastDay }) => !lastDay || lastDay >= day,
      'lastDay',
      'Choose a last day that isn’t before the first day',
    ),
    ruleOfAll(
      ({ day, lastDay }) => !lastDay || daysBetween(day, lastDay) < closedDaysMax,
      'lastDay',
      `Close at most ${closedDaysMax} days at a time`,
    ),
  )
export type ClosedDayInput = z.output<typeof closedDayInput>

export const closedDayPatch = patchOf(fields)
export type ClosedDayPatch = z.output<typeof closedDayPatch>

const records = recordAt('/api/admin/closed-days', 'site', wrapped(closedDay))

export const closedDayRecords = endpointGroup({
  list: records.lists(
    'List the closed days and the days with a different order limit, latest first',
    sortedQuery(['-day', 'day']),
    closedDay,
  ),
  add: records.adds(
    'Close a day, or all days up to `lastDay`. With `from` and `until`, only these hours are closed. The response has the first day.',
    closedDayInput,
    { example: { day: '2027-01-14', closedFor: 'Pongal' } },
  ),
  update: records.changes(
    'Change a closed day or a different order limit. Fields that are left out keep their values.',
    closedDayPatch,
  ),
  remove: records.deletes(
    'Delete a closed day or a different order limit, so that the day is an ordinary one again. It can be restored from the bin.',
  ),
  imports: records.keptImports('closed days'),
})

export const listPlannedOnClosedDays = defineEndpoint('GET /api/admin/closed-days/planned', {
  summary:
    'List the future sessions and orders on closed days that staff haven’t decided about, earliest first',
  right: 'site',
  response: wrapped(z.object({ sessions: z.array(plannedSession), orders: z.array(plannedOrder) })),
})

const closingAnswers = ['moved', 'cancelled', 'stays'] as const
export type ClosingAnswer = (typeof closingAnswers)[number]

const dayMissing = 'Choose a new day'

const closingAnswerBody = namesByKind(
  z
    .object({
      kind: z.enum(['batch', 'order']),
      id,
      /** The session; null for the beginning of a batch without sessions. */
      meeting: z.nullish(id),
      day: schoolDay,
      version: z.number(),
      becomes: z.enum(closingAnswers, { error: 'Choose what to do with the session or order' }),
      newDay: z.nullish(schoolDay),
      newFrom: z.nullish(timeOfDay),
      newTo: z.nullish(timeOfDay),
      slotId: z.nullish(recordId('delivery-slot')),
    })
    .check(
      ruleOfAll(({ becomes, newDay }) => becomes !== 'moved' || Boolean(newDay), 'newDay', dayMissing),
      ruleOfAll(
        ({ kind, becomes, slotId }) => kind !== 'order' || becomes !== 'moved' || Boolean(slotId),
        'slotId',
        'Choose a new time',
      ),
      ruleOfAll(
        ({ newFrom, newTo }) => !newFrom || !newTo || newTo > newFrom,
        'newTo',
        'Enter an end time after the start time',
      ),
    ),
  ['id', 'meeting'],
  { batch: 'classes' },
)
export type ClosingAnswerBody = z.output<typeof closingAnswerBody>

export const answerClosing = defineEndpoint('POST /api/admin/closed-days/answers', {
  summary: 'Move, cancel or keep a session or an order on a closed day. Everyone affected is told.',
  right: 'site',
  body: closingAnswerBody,
  example: { kind: 'batch', id: 'Zl5kRwPq7cJ2', day: '2027-01-14', version: 1, becomes: 'stays' },
  errors: ['not_found', 'conflict', 'slot_closed', 'slot_full', 'undeliverable'],
})

// An import expects these columns. The CSV of the back office has the same columns.

export const closedDayRow = z
  .object({
    day: spreadsheetDay,
    closedFor: orBlank(oddDayFields.closedFor),
    from: spreadsheetHourOrBlank,
    until: spreadsheetHourOrBlank,
    capacity: orBlank(oddDayFields.capacity),
  })
  .check(asAWhole)

export const closedDayColumns: readonly ImportColumn<keyof typeof closedDayRow.shape>[] = [
  { name: 'day', header: 'Day', isRequired: true, example: '2027-01-15' },
  { name: 'closedFor', header: 'Closed for', example: 'Pongal', hint: 'Leave blank if the school is open' },
  { name: 'from', header: 'Closes at', example: '', hint: 'Leave blank for the whole day' },
  { name: 'until', header: 'Opens again at', example: '', hint: 'Leave blank for the whole day' },
  { name: 'capacity', header: 'Orders in each slot', example: '', hint: 'Leave blank for the usual number' },
]
