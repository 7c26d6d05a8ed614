import * as z from 'zod/mini'
import { groupLimit } from '../../../contract/enrolments.ts'
import { text } from '../../../contract/primitives.ts'

export const nameMax = 120

/** What a dialog keeps of several seats, beside the fields of its payer: how many, and the names of the others in lines. */
export const groupFields = {
  seats: z.optional(z.string()),
  guests: z.optional(text(groupLimit * (nameMax + 1))),
}

export const aloneValues = { seats: '1', guests: '' }

export interface GroupValues {
  seats?: string | undefined
  guests?: string | undefined
}

export function seatsOf({ seats }: GroupValues): number {
  return Number(seats) || 1
}

/** Of those who come besides the payer; empty while nobody has said. */
export function guestsOf(values: GroupValues): string[] {
  const names = (values.guests ?? '').split('\n')
  return Array.from({ length: seatsOf(values) - 1 }, (_, n) => names[n]?.trim() ?? '')
}

/** As the wire has it. */
export function sentOf<Values extends GroupValues>({ seats, guests, ...person }: Values) {
  const others = guestsOf({ seats, guests }).map((fullName) => (fullName ? { fullName } : {}))
  return { ...person, ...(others.length > 0 && { others }) }
}

/** `3: Meena Krishnan, Arun Raj, name to come`; false for one alone. */
export function groupWords(payer: string, values: GroupValues): string | false {
  const guests = guestsOf(values)
  if (guests.length === 0) return false
  return `${guests.length + 1}: ${[payer, ...guests.map((name) => name || 'name to come')].join(', ')}`
}

/** `Your seat … is`, or `Your 3 seats … are`. */
export function yours(seats = 1): { seats: string; are: string } {
  return seats === 1 ? { seats: 'seat', are: 'is' } : { seats: `${seats} seats`, are: 'are' }
}
