import * as z from 'zod/mini'
import { defineEndpoint } from '../endpoint.ts'
import { linkParams, schoolDay } from '../primitives.ts'

/** A receipt as its link in a letter shows it: no more than the printed receipt. */
export const receipt = z.object({
  number: z.string(),
  day: schoolDay,
  name: z.string(),
  title: z.string(),
  reference: z.string(),
  /** Sums are decimal strings in rupees: one person's part of a sum for several, and what is still due. */
  amount: z.string(),
  rest: z.string(),
  /** The method in words, such as `Bank transfer`, so that the page needs no table of methods. */
  method: z.nullable(z.string()),
  isVoid: z.boolean(),
})
export type Receipt = z.output<typeof receipt>

export const getReceipt = defineEndpoint('GET /api/receipt/:token', {
  summary: 'The receipt of a sum, for whoever has the link of its letter',
  access: 'public',
  params: linkParams,
  rate: 'lookup',
  response: receipt,
})
