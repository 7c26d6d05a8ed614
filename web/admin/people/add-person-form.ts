import type { UseFormReturn } from 'react-hook-form'
import * as z from 'zod/mini'
import { newSeatBody } from '../../../contract/people/people.ts'

/** The contract's rules, but an empty price means the usual one. */
export const addPersonRules = z.object({
  ...newSeatBody.shape,
  price: z.union([z.literal(''), newSeatBody.shape.price], {
    error: 'Price must be a number of 0 or more, with at most 2 decimals',
  }),
  batchId: z.string().check(z.minLength(1, 'Please choose a batch')),
})

export type AddPersonForm = UseFormReturn<z.input<typeof addPersonRules>>
