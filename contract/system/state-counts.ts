import * as z from 'zod/mini'
import { defineEndpoint } from '../endpoint.ts'
import { wrapped } from '../primitives.ts'
import type { Right } from '../rights.ts'

/** The lists of the back office whose rows are counted by their state, each with the right that the list needs. */
export const countedLists = {
  orders: 'orders',
  seats: 'seats',
  enquiries: 'enquiries',
  'custom-requests': 'enquiries',
  messages: 'messages',
  'statement-lines': 'money',
  products: 'store',
  classes: 'classes',
  instructors: 'classes',
  reviews: 'site',
  notes: 'notes',
  posts: 'site',
  coupons: 'prices',
} as const satisfies Record<string, Right>
export type CountedList = keyof typeof countedLists

/** No state is counted beyond this number. */
export const stateCountMax = 1000

const listName = z.enum(Object.keys(countedLists) as CountedList[], { error: 'Choose a list' })

export const countStates = defineEndpoint('GET /api/admin/state-counts', {
  summary:
    'Count the rows of a list by their state, each state up to 1,000. The empty name counts what the list shows first.',
  right: 'back-office',
  query: z.object({ list: listName }),
  errors: ['forbidden'],
  response: wrapped(z.record(z.string(), z.number())),
})
