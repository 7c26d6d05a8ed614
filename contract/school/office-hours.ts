import * as z from 'zod/mini'
import { defineEndpoint, endpointGroup } from '../endpoint.ts'
import * as general from '../fields.en.ts'
import {
  anyId,
  id,
  inPart,
  line,
  listOrWrapped,
  patchOf,
  timeOfDay,
  version,
  wrapped,
} from '../primitives.ts'
import { recordAt } from '../record-endpoints.ts'
import { weekdays } from '../words.ts'

export const officeDays = [...weekdays.slice(1), weekdays[0]]

export const officeTiming = z.object({
  id,
  office_day: z.enum(officeDays),
  /** A time of 24 hours as `HH:MM`. */
  open_time: z.string(),
  close_time: z.string(),
  is_holiday: z.boolean(),
  version,
})
export type OfficeTiming = z.output<typeof officeTiming>

const time = (required: string) => z.pipe(line(5, { required, tooLong: general.timeInvalid }), timeOfDay)

const timingFields = {
  office_day: z.enum(officeDays, { error: 'Choose a day' }),
  open_time: time('Enter an opening time'),
  close_time: time('Enter a closing time'),
  is_holiday: z.boolean(),
}

export const closesAfterItOpens = 'Enter a closing time after the opening time'

/** True if the day closes after it opens, or is a holiday. The times of a holiday mean nothing, but must be sent. */
export function isInOrder(timing: { open_time: string; close_time: string; is_holiday: boolean }): boolean {
  return timing.is_holiday || timing.close_time > timing.open_time
}

export const officeTimingInput = z
  .object({ ...timingFields, is_holiday: z._default(timingFields.is_holiday, false) })
  .check(
    z.refine(isInOrder, {
      error: closesAfterItOpens,
      path: ['close_time'],
      when: ({ issues }) => issues.length === 0,
    }),
  )
export type OfficeTimingInput = z.output<typeof officeTimingInput>

export const officeTimingPatch = patchOf(timingFields)
export type OfficeTimingPatch = z.output<typeof officeTimingPatch>

export const listOfficeTimings = defineEndpoint('GET /api/office-timing', {
  summary: 'List the business hours, Monday first',
  access: 'public',
  response: wrapped(z.array(officeTiming)),
  readAs: listOrWrapped(
    inPart(officeTiming.shape, {
      id: anyId,
      office_day: z.string(),
      open_time: z.string(),
      close_time: z.string(),
    }),
  ),
  topics: ['office-hours'],
})

const records = recordAt('/api/admin/office-timing', 'site', wrapped(officeTiming))

export const officeTimingRecords = endpointGroup({
  add: records.adds('Set the business hours of a day, replacing any that were set before', officeTimingInput),
  update: records.changes(
    'Change the business hours of a day. Fields that are left out keep their values.',
    officeTimingPatch,
  ),
  remove: records.deletes('Delete the business hours of a day. They can be restored from the bin.'),
})
