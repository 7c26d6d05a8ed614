import * as z from 'zod/mini'
import { defineEndpoint } from './endpoint.ts'
import { id, wrapped } from './primitives.ts'

export const officeDays = [
  'Monday',
  'Tuesday',
  'Wednesday',
  'Thursday',
  'Friday',
  'Saturday',
  'Sunday',
] as const

export const officeTiming = z.object({
  id,
  office_day: z.enum(officeDays),
  /** 24-hour `HH:MM`. */
  open_time: z.string(),
  close_time: z.string(),
  is_holiday: z.boolean(),
})
export type OfficeTiming = z.output<typeof officeTiming>

export const listOfficeTimings = defineEndpoint({
  method: 'GET',
  path: '/api/office-timing',
  summary: 'Business hours, Monday first',
  access: 'public',
  response: wrapped(z.array(officeTiming)),
  topics: ['office-hours'],
})
