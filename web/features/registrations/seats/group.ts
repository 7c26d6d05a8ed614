import * as z from 'zod/mini'
import { text } from '../../../../contract/primitives.ts'
import { groupLimit } from '../../../../contract/registrations/enrolments.ts'

export const nameMax = 120

/** The draft's fields for several seats: their number, and the other people's names, one a line. */
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

/** The names of the people besides the payer; an unknown one is empty. */
export function guestsOf(values: GroupValues): string[] {
  const names = (values.guests ?? '').split('\n')
  return Array.from({ length: seatsOf(values) - 1 }, (_, n) => names[n]?.trim() ?? '')
}

export function sentOf<Values extends GroupValues>({ seats, guests, ...person }: Values) {
  const others = guestsOf({ seats, guests }).map((fullName) => (fullName ? { fullName } : {}))
  return { ...person, ...(others.length > 0 && { others }) }
}

/** Such as `3: Meena Krishnan, Arun Raj, name to come`; false for one person. */
export function groupWords(payer: string, values: GroupValues): string | false {
  const guests = guestsOf(values)
  if (guests.length === 0) return false
  return `${guests.length + 1}: ${[payer, ...guests.map((name) => name || 'name to come')].join(', ')}`
}

export function yours(seats = 1): { seats: string; are: string } {
  return seats === 1 ? { seats: 'seat', are: 'is' } : { seats: `${seats} seats`, are: 'are' }
}
