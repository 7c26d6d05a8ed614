import * as z from 'zod/mini'
import { cell, type ImportColumn, orBlank, spreadsheetDay, spreadsheetHour } from '../row-import.ts'
import { deliveryWays } from './delivery-facts.ts'
import {
  closingDays,
  deliverySlotInput,
  findSlotProblem,
  isFilledIn,
  isOddDay,
  oddDeliveryDayInput,
  ordinaryDaySentence,
} from './delivery-records.ts'

// Slots and days have columns with the names of the CSV that the back office exports.

const asItStands = (typed: string) => typed

const slot = deliverySlotInput.shape

export const closingDayWords: Record<(typeof closingDays)[number], string> = {
  'same-day': 'Same day',
  'day-before': 'Day before',
}

export const deliverySlotRow = z
  .object({
    name: cell(slot.name, asItStands),
    way: cell(z.enum(deliveryWays, { error: `Please write one of: ${deliveryWays.join(', ')}` }), (typed) =>
      typed.toLowerCase(),
    ),
    from: spreadsheetHour,
    to: spreadsheetHour,
    fee: cell(slot.fee, (typed) => typed || '0'),
    capacity: orBlank(slot.capacity),
    closesOn: cell(
      z.enum(closingDays, { error: `Please write one of: ${Object.values(closingDayWords).join(', ')}` }),
      (typed) =>
        closingDays.find((day) => closingDayWords[day].toLowerCase() === typed.toLowerCase()) ?? typed,
    ),
    closesAt: spreadsheetHour,
  })
  .check(
    z.superRefine((row, context) => {
      const problem = isFilledIn(context) ? findSlotProblem(row) : null
      if (problem) context.addIssue({ code: 'custom', message: problem.sentence, path: [problem.field] })
    }),
  )

export const deliverySlotColumns: readonly ImportColumn<keyof typeof deliverySlotRow.shape>[] = [
  { name: 'name', header: 'Name', isRequired: true, example: 'Afternoon' },
  {
    name: 'way',
    header: 'Type',
    isRequired: true,
    example: 'standard',
    hint: `Of ${deliveryWays.join(', ')}`,
  },
  { name: 'from', header: 'From', isRequired: true, example: '13:00' },
  { name: 'to', header: 'To', isRequired: true, example: '18:00' },
  { name: 'fee', header: 'Fee', example: '0', hint: 'In rupees, beside the zone’s; empty is 0' },
  { name: 'capacity', header: 'Orders a day', example: '20', hint: 'Empty is no limit' },
  {
    name: 'closesOn',
    header: 'Closes on',
    isRequired: true,
    example: closingDayWords['same-day'],
    hint: Object.values(closingDayWords).join(' or '),
  },
  { name: 'closesAt', header: 'Closes at', isRequired: true, example: '15:00' },
]

const day = oddDeliveryDayInput.shape

export const deliveryDayRow = z
  .object({ day: spreadsheetDay, closedFor: orBlank(day.closedFor), capacity: orBlank(day.capacity) })
  .check(z.refine(isOddDay, { error: ordinaryDaySentence, path: ['closedFor'], when: isFilledIn }))
